import type { AskedTarget } from './asked-profiles.js';
import type { Change, ChangedRow, Changes } from './changes.js';
import { mostOfKind } from '../tables/rows-page.js';
import { classify, classIds, findMeaning, type ClassId, type InputFacts } from './classes.js';
import type { ReadFile } from './inputs.js';
import type { Fault } from './faults.js';
import type { PurchaseJoiner } from './join.js';
import { NumberColumn } from './number-column.js';
import type { ReconciledRow } from './row.js';

export interface ReconcileSummary {
  readonly purchases: number;
  readonly classes: Readonly<Record<ClassId, number>>;
  /** Purchases by all the classes that each has, `also` too: there are only a few sets of them. */
  readonly classSets: readonly ClassSet[];
  /** Purchases that somebody must check. */
  readonly toCheck: number;
  readonly files: readonly ReadFile[];
  readonly target: AskedTarget;
  readonly inputFacts: InputFacts;
  readonly faults: readonly Fault[];
}

interface ClassSet {
  readonly ids: readonly ClassId[];
  readonly purchases: number;
}

/** What was joined, and how a purchase becomes a row. */
interface ClassifiedParts {
  readonly joiner: PurchaseJoiner;
  readonly files: readonly ReadFile[];
  readonly target: AskedTarget;
  readonly inputFacts: InputFacts;
  /** Makes the row of a purchase, not yet with its change: `readChanges` compares these rows. @param number of the joiner */
  readonly rowOf: (number: number) => ReconciledRow;
}

/** Purchases with their classes. They are kept by their numbers in the joiner, because a million rows would not fit. */
export class ClassifiedPurchases {
  readonly #rowOf: ClassifiedParts['rowOf'];
  readonly #numbersByClass = new Map(classIds.map((id) => [id, new NumberColumn()]));
  #changes: Changes | null = null;

  readonly summary: ReconcileSummary;
  /** Whether some grant has a look-up: if none has, the two lists probably do not belong together. */
  readonly hasGrantWithLookup: boolean;

  constructor({ joiner, files, target, inputFacts, rowOf }: ClassifiedParts) {
    let hasGrantWithLookup = false;
    let toCheck = 0;
    const sets = new Map<string, ClassSet>();
    for (const [number, purchase] of joiner.purchases()) {
      hasGrantWithLookup ||= purchase.lookup !== null && purchase.grantCount > 0;
      const { id, also } = classify(purchase, inputFacts);
      const ids = [id, ...also];
      const key = ids.join(' ');
      sets.set(key, { ids, purchases: (sets.get(key)?.purchases ?? 0) + 1 });
      this.#numbersByClass.get(id)?.push(number);
      if (findMeaning(id, inputFacts, purchase).advice === 'check') toCheck += 1;
    }
    const counts = [...this.#numbersByClass].map(([id, { length }]) => [id, length]);
    const classes = Object.fromEntries(counts) as Readonly<Record<ClassId, number>>;
    const purchases = sumOf(classes, classIds);
    this.#rowOf = rowOf;
    this.hasGrantWithLookup = hasGrantWithLookup;
    const classSets = [...sets.values()];
    const { faults } = joiner;
    this.summary = { purchases, classes, classSets, toCheck, files, target, inputFacts, faults };
  }

  /** From now on, each row says how it differs from an earlier run. */
  compareWith(changes: Changes): void {
    this.#changes = changes;
  }

  /** How many purchases changed in which way; null if nothing was compared. */
  get changes(): Readonly<Record<Change, number>> | null {
    return this.#changes?.counts(this.summary.purchases) ?? null;
  }

  /** Classes about money first, then purchases that are gone. Each call makes the rows again. */
  *rows(): Generator<ReconciledRow | ChangedRow> {
    for (const id of classIds) {
      for (const number of this.#numbersOf(id)) yield this.#shownRow(number);
    }
    if (this.#changes !== null) yield* this.#changes.goneRows();
  }

  /** The first rows of a class: as many as a page shows. */
  firstOf(id: ClassId): (ReconciledRow | ChangedRow)[] {
    return Array.from(this.#numbersOf(id, mostOfKind), (number) => this.#shownRow(number));
  }

  /** The first purchases that are gone: as many as a page shows. */
  firstGone(): ChangedRow[] {
    return [...(this.#changes?.goneRows(mostOfKind) ?? [])];
  }

  #numbersOf(id: ClassId, most = Infinity): Iterable<number> {
    return this.#numbersByClass.get(id)?.slice(0, most) ?? [];
  }

  #shownRow(number: number): ReconciledRow | ChangedRow {
    const row = this.#rowOf(number);
    return this.#changes === null ? row : { ...row, change: this.#changes.changeOf(number) };
  }
}

function sumOf(classes: Readonly<Record<ClassId, number>>, ids: readonly ClassId[]): number {
  return ids.reduce((sum, id) => sum + classes[id], 0);
}

/** How many purchases have one of these classes, as their class or in `also`. */
export function countWith(
  { classSets }: Pick<ReconcileSummary, 'classSets'>,
  wanted: readonly ClassId[],
): number {
  return classSets
    .filter(({ ids }) => ids.some((id) => wanted.includes(id)))
    .reduce((sum, { purchases }) => sum + purchases, 0);
}
