import { lookupKinds } from '../service/outcome.js';
import { FirstOfKind } from '../tables/rows-page.js';
import { counted } from '../text/counted.js';
import { otherProduct, type Written } from './result.js';
import type { Row } from './row.js';

/** What a verdict or an error means for people. */
export interface Meaning {
  readonly says: string;
  /** Who acts next; empty if that depends on the row. */
  readonly who: string;
}

export type PageWritten = Written & { readonly place?: string | undefined };

/** Counts rows by verdict, and by error where there is none; keeps a few rows for the page. */
export class Summary {
  readonly #counts = new Map<string, number>();
  readonly #unusual = new Map<string, number>();
  /** The first rows that failed. */
  readonly failures: { readonly row: number; line: number | null; code: string; says: string }[] = [];
  /** Unusual rows are a kind of their own, so that many usual ones do not keep them off the page. */
  readonly #page = new FirstOfKind<PageWritten>();
  rows = 0;
  failed = 0;
  /** Rows that were not looked up: the input must be fixed. */
  unreadable = 0;
  /** Rows whose answer has something unusual. */
  unusual = 0;
  before = 0;
  /** Rows that the service refused, by the code of their error. */
  readonly refused = new Map<string, number>();

  /** @param meaningOf what a verdict or an error of an answer means */
  constructor(private readonly meaningOf: (name: string) => Meaning | undefined) {}

  /** @param from of a line of this run */
  add(written: Written, from?: Row['from']): void {
    const { row, counts, fate, unusual } = written;
    this.rows += 1;
    if (from === undefined) this.before += 1;
    this.#counts.set(counts, this.count(counts) + 1);
    if (fate === 'refused') this.refused.set(counts, (this.refused.get(counts) ?? 0) + 1);
    if (fate === 'unreadable') this.unreadable += 1;
    if (fate === 'failed' || fate === 'unreadable') {
      this.failed += 1;
      const says = written.says ?? `${from?.place ?? ''}: ${this.#meaning(counts).says}`;
      this.failures.push({ row, line: from?.line ?? null, code: counts, says });
      this.failures.sort((one, other) => one.row - other.row).splice(mostFailures);
    }
    if (unusual !== '') {
      this.unusual += 1;
      const ids = new Set(unusual.split('; ').map((each) => each.slice(each.lastIndexOf(' ') + 1)));
      for (const id of ids) this.#unusual.set(id, (this.#unusual.get(id) ?? 0) + 1);
    }
    const kind = unusual === '' ? counts : `${counts}, unusual`;
    this.#page.add(kind, () => ({ ...written, place: from?.place }));
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Whether a purchase may have been paid, so that refunds matter. */
  get hasPaid(): boolean {
    return [...this.#counts.keys()].some((name) => name.startsWith('paid-'));
  }

  #meaning(name: string): Meaning {
    return (Object.hasOwn(meanings, name) && meanings[name]) || (this.meaningOf(name) ?? unknown);
  }

  /** Verdicts in the order of their list, then errors, the most frequent first. */
  lines(): SummaryLine[] {
    return [...this.#counts]
      .map(([name, rows]): SummaryLine => {
        const kind = rank(name) < lookupKinds.length ? 'verdict' : 'failure';
        return { name, rows, kind, ...this.#meaning(name) };
      })
      .sort((one, other) => rank(one.name) - rank(other.name) || other.rows - one.rows);
  }

  countsOf(kind: SummaryLine['kind']): Record<string, number> {
    const counts = new Map<string, number>();
    for (const line of this.lines().filter((each) => each.kind === kind))
      counts.set(verdictOf(line.name), (counts.get(verdictOf(line.name)) ?? 0) + line.rows);
    return Object.fromEntries(counts);
  }

  /** For the page of `--report`. */
  firstOf(name: string): PageWritten[] {
    const rows = [...this.#page.of(name), ...this.#page.of(`${name}, unusual`)];
    return rows.sort((one, other) => one.row - other.row);
  }

  failuresTold(): string[] {
    const more = this.failed - this.failures.length;
    return [
      ...this.failures.map(({ says }) => says),
      ...(more > 0 ? [`… and ${counted(more, 'more row')}.`] : []),
    ];
  }

  /** What is unusual, and in how many rows. */
  unusualTold(): string[] {
    return [...this.#unusual]
      .sort(([, one], [, other]) => other - one)
      .map(([id, rows]) => `${counted(rows, 'row')}: ${unusualWords[id] ?? id} (\`anomalies\`).`);
  }
}

interface SummaryLine extends Meaning {
  readonly kind: 'verdict' | 'failure';
  readonly name: string;
  readonly rows: number;
}

const mostFailures = 10;

const verdictOf = (name: string): string => (name === otherProduct ? 'not-confirmed' : name);

const rank = (name: string): number => {
  const at = (lookupKinds as readonly string[]).indexOf(verdictOf(name));
  return at === -1 ? lookupKinds.length : at;
};

const ofInput = 'whoever made the input';
/** Of rows without an answer. */
const meanings: Readonly<Record<string, Meaning>> = {
  'input-unreadable': { says: 'Failed: the row could not be read.', who: ofInput },
  'receipt-doubtful': {
    says: 'Failed: this does not look like a receipt. If it is one, add `--force`.',
    who: ofInput,
  },
  'not-shown': { says: 'Failed: an iOS purchase cannot be looked up.', who: ofInput },
  'outcome-unknown': { says: 'Failed: no answer came.', who: '' },
  'not-reached': { says: 'Failed: the service was not reached.', who: '' },
  'no-contract-shape': { says: 'Failed: the answer is not from this service.', who: '' },
};
const unknown: Meaning = { says: 'The service refused or failed: see `error` in these rows.', who: '' };

const unusualWords: Readonly<Record<string, string>> = {
  'other-order': 'the order is another one than the input’s',
  'other-product': 'the product is another one than the input’s',
  contradictory: 'the answer contradicts itself',
  missing: 'a member of the answer is missing',
  unlisted: 'a member of the answer is not in the contract',
  'wrong-type': 'a member of the answer has another type',
  'not-listed': 'a value of the answer is not in the contract',
};
