import { lookupKinds } from '../service/outcome.js';
import { catalogue } from '../view/catalogue.js';
import { verdictNamed } from '../view/verdict.js';
import { counted } from '../text/counted.js';
import { PageRows } from './page-rows.js';
import { hasFailed, isUnreadable, refusedExit, type Result } from './result.js';

export interface Counted {
  readonly exit: number;
  /** A verdict's id or an error's code. */
  readonly counts: string;
}

/** Counts the rows of a batch by verdict, and by error for rows without a verdict. */
export class Summary {
  readonly #counts = new Map<string, number>();
  /** The first rows that failed. */
  readonly #failures: Failure[] = [];
  /** Single rows for the page of `--report`. */
  readonly page = new PageRows();
  rows = 0;
  failed = 0;
  /** Failed rows that were not looked up: the input must be fixed. */
  unreadable = 0;
  /** Rows that the service refused, by the code of their error. */
  readonly refused = new Map<string, number>();
  /** Rows that an earlier run had answered. */
  before = 0;
  /** Rows of this run whose answer has something unusual. */
  unusual = 0;
  /** Rows that got the answer of an equal row. */
  repeated = 0;

  addBefore(row: Counted): void {
    this.before += 1;
    this.#count(row);
  }

  add(result: Result): void {
    this.#count(result);
    if (result.unusual !== '') this.unusual += 1;
    const failure = hasFailed(result.exit) ? (JSON.parse(result.error) as Told) : undefined;
    const says = failure && (failure.says ?? saysOf(failure.code));
    this.page.add({ ...result, failure: says });
    if (failure === undefined || says === undefined) return;
    this.failed += 1;
    if (isUnreadable(result.exit)) this.unreadable += 1;
    if (this.#failures.length >= mostFailuresTold) return;
    const { code } = failure;
    const { row, line, where } = result;
    // For a row that cannot be read, `says` begins with its place.
    const told = isUnreadable(result.exit) ? says : `${where}: ${says}`;
    this.#failures.push({ row, line, code, says, told });
  }

  #count({ exit, counts }: Counted): void {
    this.rows += 1;
    this.#counts.set(counts, (this.#counts.get(counts) ?? 0) + 1);
    if (exit === refusedExit) this.refused.set(counts, (this.refused.get(counts) ?? 0) + 1);
  }

  /** Failed rows that could be read but were not looked up, by the code of their error. */
  get notSent(): ReadonlyMap<string, number> {
    return new Map([...this.#counts].filter(([name]) => notSentCodes.includes(name)));
  }

  /** Whether a purchase may have been paid, so that refunds matter. */
  get hasPaid(): boolean {
    return [...this.#counts.keys()].some((name) => name.startsWith('paid-'));
  }

  /** How many rows have this verdict or error. */
  counts(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Verdicts in the order of their list, then errors, the most frequent first. */
  lines(): SummaryLine[] {
    return [...this.#counts]
      .map(([name, rows]): SummaryLine => {
        const kind = verdicts.includes(name) ? 'verdict' : 'failure';
        return { kind, name, rows, says: saysOf(name), who: whoOf(name) };
      })
      .sort((one, other) => rank(one.name) - rank(other.name) || other.rows - one.rows);
  }

  /** The first rows that failed. */
  get failures(): readonly Failure[] {
    return this.#failures;
  }

  /** The same, for people. */
  failuresTold(): string[] {
    const more = this.failed - this.#failures.length;
    return [
      ...this.#failures.map(({ told }) => told),
      ...(more > 0 ? [`… and ${counted(more, 'more row')} that failed.`] : []),
    ];
  }
}

interface Told {
  readonly code: string;
  readonly says?: string;
}

interface Failure {
  readonly code: string;
  readonly says: string;
  readonly row: number;
  readonly line: number;
  /** A sentence for people, with the place in the input. */
  readonly told: string;
}

export interface SummaryLine {
  readonly kind: 'verdict' | 'failure';
  /** A verdict's id or an error's code. */
  readonly name: string;
  readonly rows: number;
  readonly says: string;
  /** Who acts next; empty if that depends on the row. */
  readonly who: string;
}

const notSentCodes: readonly string[] = ['receipt-doubtful', 'not-shown'];

export const mostFailuresTold = 10;

const verdicts: readonly string[] = lookupKinds;
const rank = (name: string): number => (verdicts.includes(name) ? verdicts.indexOf(name) : verdicts.length);

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(lookupKinds.map((id) => [id, verdictNamed(id).says])),
    ...Object.fromEntries(
      Object.entries(catalogue.gateway).map(([code, { title, means }]) => [
        code,
        `Failed: ${title}. ${means}`,
      ]),
    ),
    'already-verified': catalogue.gateway.DUPLICATE_TRANSACTION.means,
    'input-unreadable': 'Failed: the row could not be read.',
    'receipt-doubtful': 'Failed: this does not look like a receipt.',
    'not-shown': 'Failed: an iOS purchase cannot be looked up.',
    'outcome-unknown': 'Failed: no answer came.',
    'not-reached': 'Failed: the service was not reached.',
    'no-contract-shape': 'Failed: the answer is not from this service.',
  }),
);

const saysOf = (name: string): string =>
  meanings.get(name) ?? 'The service refused or failed: see `error` in these rows.';

const acting: ReadonlyMap<string, string> = new Map([
  ...lookupKinds.map((id) => [id, verdictNamed(id).who ?? ''] as const),
  ...Object.entries(catalogue.gateway).map(([code, { who }]) => [code, who] as const),
  ...notSentCodes.concat('input-unreadable').map((code) => [code, 'whoever made the input'] as const),
]);

const whoOf = (name: string): string => acting.get(name) ?? '';
