import { gatewayErrors } from '../gateway/errors.js';
import { lookupVerdicts } from '../gateway/verdict.js';
import { hasFailed, isUnreadable, refusedExit, type Result } from './result.js';

export interface Counted {
  readonly exit: number;
  /** A verdict's id or an error's code. */
  readonly counts: string;
}

/** What a batch came to, row by row: by verdict, and by error for rows without one. */
export class Summary {
  readonly #counts = new Map<string, number>();
  /** The first rows that failed. */
  readonly #failures: Failure[] = [];
  rows = 0;
  failed = 0;
  /** Of those that failed: nobody asked for them, and the input has to be fixed. */
  unreadable = 0;
  /** Rows that the service refused, by the code of their error. */
  readonly refused = new Map<string, number>();
  /** Rows that an earlier run had done. */
  before = 0;
  /** Rows that got the answer of an equal one. */
  repeated = 0;

  addBefore(row: Counted): void {
    this.before += 1;
    this.#count(row);
  }

  add(result: Result): void {
    this.#count(result);
    if (!hasFailed(result.exit)) return;
    this.failed += 1;
    if (isUnreadable(result.exit)) this.unreadable += 1;
    if (this.#failures.length >= mostFailuresTold) return;
    const { code, says } = JSON.parse(result.error) as { code: string; says: string };
    const { row, line, where } = result;
    // What cannot be read is told with its place.
    const told = isUnreadable(result.exit)
      ? `Row ${String(row)}: ${says}`
      : `Row ${String(row)}, ${where}: ${says}`;
    this.#failures.push({ row, line, code, says, told });
  }

  #count({ exit, counts }: Counted): void {
    this.rows += 1;
    this.#counts.set(counts, (this.#counts.get(counts) ?? 0) + 1);
    if (exit === refusedExit) this.refused.set(counts, (this.refused.get(counts) ?? 0) + 1);
  }

  /** Whether some purchase may have been paid: whether it was refunded is then of interest. */
  get hasPaid(): boolean {
    return [...this.#counts.keys()].some((name) => name.startsWith('paid-'));
  }

  /** Verdicts in the order of their list, then errors by how many rows they have. */
  lines(): SummaryLine[] {
    return [...this.#counts]
      .map(([name, rows]): SummaryLine => {
        const kind = verdicts.includes(name) ? 'verdict' : 'failure';
        return { kind, name, rows, says: saysOf(name) };
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
      ...(more > 0 ? [`… and ${String(more)} more that failed.`] : []),
    ];
  }
}

interface Failure {
  readonly row: number;
  readonly line: number;
  readonly code: string;
  readonly says: string;
  /** For people, with its place in the input. */
  readonly told: string;
}

export interface SummaryLine {
  readonly kind: 'verdict' | 'failure';
  /** A verdict's id or an error's code. */
  readonly name: string;
  readonly rows: number;
  readonly says: string;
}

export const mostFailuresTold = 10;

const verdicts = Object.keys(lookupVerdicts);
const rank = (name: string): number => (verdicts.includes(name) ? verdicts.indexOf(name) : verdicts.length);

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(Object.entries(lookupVerdicts).map(([id, verdict]) => [id, verdict.says])),
    'already-verified': gatewayErrors.DUPLICATE_TRANSACTION.means,
    'input-unreadable': 'Failed: the row could not be read.',
    'receipt-doubtful': 'Failed: the receipt looks like none.',
    'not-shown': 'Failed: an iOS purchase cannot be looked up.',
    'outcome-unknown': 'Failed: no answer came.',
    'not-reached': 'Failed: the service was not reached.',
    'no-contract-shape': 'Failed: the answer has no shape of the contract.',
  }),
);

const saysOf = (name: string): string =>
  meanings.get(name) ?? 'The service refused or failed: see the rows’ error.';
