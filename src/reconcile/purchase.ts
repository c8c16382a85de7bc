import type { LookupKind } from '../service/outcome.js';
import type { SaidExtent } from './refund-words.js';
import { parseExactSecond, parseTimeSpan } from './timestamps.js';

/** What the inputs say about one purchase, and which of its rows repeat another one. Texts are as they came. */

export interface Lookup {
  /**
   * `failed`: the look-up has no result. `refused`: it has none, and gets none before somebody corrects its row.
   * `store-closed`: the verdict is `store-unavailable`, and stays so until the operator has acted.
   */
  readonly verdict: LookupKind | 'failed' | 'refused' | 'store-closed';
  /** When it was made. */
  readonly at: string | null;
  /** How many units were bought. */
  readonly quantity: string | null;
  /** The look-up named another product than the store has for the receipt. */
  readonly isOtherProduct: boolean;
}

/** A row of the store's list that is about a void. */
export interface Void {
  readonly at: string | null;
  readonly reason: string | null;
  readonly source: string | null;
  /** How many units; null if the row does not say. */
  readonly quantity: number | null;
  readonly extent: SaidExtent;
  /** The store's word for a fee or a tax that was given back: a row beside that of its refund, for the same void. null: a refund. */
  readonly feeKind: string | null;
  /** Equal rows have the same fingerprint. */
  readonly fingerprint: number;
  /** The line of its row in the file. */
  readonly line: number;
}

export interface Grant {
  readonly at: string | null;
  readonly player: string | null;
  /** What the user chose with `--map granted.id`; null for a placeholder. */
  readonly id: string | null;
  readonly fingerprint: number;
  readonly line: number;
}

/** The lines of rows that repeat an earlier one. */
interface Repeated {
  readonly voids: readonly number[];
  readonly grants: readonly number[];
}

const noneRepeated: Repeated = { voids: [], grants: [] };

/** A purchase with its look-up, its voids and its grants. */
export class JoinedPurchase {
  /** The look-up that counts. */
  lookup: Lookup | null = null;
  #voids: Void[] = [];
  #grants: Grant[] = [];

  /** @param receipt the store's, else that of the grants; of several the first by name */
  constructor(
    readonly orderId: string | null,
    readonly receipt: string | null,
  ) {}

  get voids(): readonly Void[] {
    return this.#voids;
  }

  get grants(): readonly Grant[] {
    return this.#grants;
  }

  get voidCount(): number {
    return this.#voids.length;
  }

  get grantCount(): number {
    return this.#grants.length;
  }

  takeLookup(lookup: Lookup): void {
    if (this.lookup === null || compareLookups(lookup, this.lookup) < 0) this.lookup = lookup;
  }

  takeVoid(row: Void): void {
    this.#voids.push(row);
  }

  takeGrant(row: Grant): void {
    this.#grants.push(row);
  }

  /** Leaves each void and each grant once, the earliest first, whatever the order of the rows was. */
  removeRepeatedRows(): Repeated {
    if (this.#voids.length < 2 && this.#grants.length < 2) return noneRepeated;
    const voids = removeRepeated(mergeExtents(this.#voids), {
      keyOf: buildVoidKey,
      compare: compareVoids,
    });
    const grants = removeRepeated(this.#grants, { keyOf: buildGrantKey, compare: compareGrants });
    this.#voids = removeFees(voids.once);
    this.#grants = grants.once;
    return { voids: voids.repeatedLines, grants: grants.repeatedLines };
  }
}

/**
 * Below 0 if the first look-up counts. A result counts more than none, and the store's record more than a look-up that it
 * did not confirm, which may have asked for a wrong product; else the later one. The other comparisons only make the choice
 * independent of the order of the rows.
 */
function compareLookups(one: Lookup, other: Lookup): number {
  return (
    rankOfVerdict(one) - rankOfVerdict(other) ||
    compareTexts(other.at, one.at) ||
    compareTexts(other.verdict, one.verdict) ||
    Number(other.isOtherProduct) - Number(one.isOtherProduct) ||
    compareTexts(other.quantity, one.quantity)
  );
}

/** Which of several look-ups counts: the one with the lowest rank. */
function rankOfVerdict({ verdict }: Lookup): number {
  if (withoutResult.includes(verdict)) return 2;
  return verdict === 'not-confirmed' ? 1 : 0;
}

/** After these look-ups nobody knows more about the purchase than before. */
const withoutResult: readonly Lookup['verdict'][] = [
  'failed',
  'refused',
  'store-unavailable',
  'store-closed',
];

/**
 * A void is known by its moment, its size and its reason, however its row is written: a page of the store's API and a list
 * that somebody made of it have the same voids. Without a moment, only a row that is the same is the same void.
 */
function buildVoidKey(row: Void): string {
  const { at: timeText, reason, source, quantity, extent, feeKind, fingerprint } = row;
  const second = parseExactSecond(timeText);
  const size = quantity ?? (extent === 'part' ? 'part' : 'whole');
  if (second !== undefined) return ['void', feeKind, second, size, reason].join('\n');
  return ['row', fingerprint, timeText, reason, source, size].join('\n');
}

const buildGrantKey = ({ id, at: timeText, player, fingerprint }: Grant): string =>
  id === null ? ['row', fingerprint, timeText, player].join('\n') : `id\n${id}`;

/** Refunds come before fees. Of two rows of the same void, the one that has a source comes first. */
const compareVoids = (one: Void, other: Void): number =>
  compareTexts(one.feeKind, other.feeKind) ||
  compareTexts(buildVoidKey(one), buildVoidKey(other)) ||
  compareTexts(other.source, one.source) ||
  one.fingerprint - other.fingerprint;

const compareGrants = (one: Grant, other: Grant): number =>
  compareTexts(one.player, other.player) ||
  compareTexts(one.id, other.id) ||
  one.fingerprint - other.fingerprint;

/** Compares by code units, so that the language of the computer does not matter. */
function compareTexts(one: string | null, other: string | null): number {
  const [oneText, otherText] = [one ?? '', other ?? ''];
  if (oneText === otherText) return 0;
  return oneText < otherText ? -1 : 1;
}

/** Whether a text comes before another one by code units; null counts as empty. */
export function comesBefore(text: string | null, other: string | null): boolean {
  return compareTexts(text, other) < 0;
}

interface DatedRow {
  readonly at: string | null;
  readonly line: number;
}

interface Equality<Row> {
  /** Rows with one key are one row. */
  readonly keyOf: (row: Row) => string;
  /** Below 0 if the first counts, of rows of the same time. */
  readonly compare: (one: Row, other: Row) => number;
}

function removeRepeated<Row extends DatedRow>(
  rows: readonly Row[],
  { keyOf, compare }: Equality<Row>,
): { readonly once: Row[]; readonly repeatedLines: readonly number[] } {
  const keys = new Set<string>();
  const once: Row[] = [];
  const repeatedLines: number[] = [];
  for (const row of sortByTime(rows, compare)) {
    const key = keyOf(row);
    if (keys.has(key)) repeatedLines.push(row.line);
    else once.push(row);
    keys.add(key);
  }
  return { once, repeatedLines };
}

/** Rows without a time that pvg can read come last. */
function sortByTime<Row extends DatedRow>(
  rows: readonly Row[],
  compare: Equality<Row>['compare'],
): Row[] {
  const dated = rows.map((row) => ({ row, fromMs: parseTimeSpan(row.at)?.fromMs ?? Infinity }));
  dated.sort(
    (one, other) =>
      compareNumbers(one.fromMs, other.fromMs) ||
      compareTexts(one.row.at, other.row.at) ||
      compare(one.row, other.row),
  );
  return dated.map(({ row }) => row);
}

/** Compares numbers that may be infinite: Infinity minus Infinity would be NaN. */
const compareNumbers = (one: number, other: number): number => (one === other ? 0 : one - other);

/** Gives all rows of a void the extent that one of them says: another row of it may say nothing. */
function mergeExtents(voids: readonly Void[]): Void[] {
  const extents = new Map<string, SaidExtent>();
  for (const row of voids) {
    const key = buildVoidKey(row);
    extents.set(key, chooseExtent(extents.get(key) ?? null, row.extent));
  }
  return voids.map((row) => ({ ...row, extent: extents.get(buildVoidKey(row)) ?? null }));
}

function chooseExtent(one: SaidExtent, other: SaidExtent): SaidExtent {
  return one === 'whole' || other === 'whole' ? 'whole' : (one ?? other);
}

/** The voids without fees, which a report has in rows beside the refund's. If there are only fees, they are one void. */
function removeFees(voids: readonly Void[]): Void[] {
  const refunds = voids.filter(({ feeKind }) => feeKind === null);
  const [fee] = voids;
  if (refunds.length > 0 || fee === undefined) return refunds;
  const extent = voids.reduce<SaidExtent>((known, row) => chooseExtent(known, row.extent), null);
  return [{ ...fee, extent }];
}
