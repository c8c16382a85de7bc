import { gatewayErrors } from '../gateway/errors.js';
import { lookupVerdicts } from '../gateway/verdict.js';
import type { DoneRows } from './done-rows.js';
import { hasFailed, refusedExit, type Result } from './result.js';

/** What a batch came to, row by row: by verdict, and by error for rows without one. */
export class Summary {
  readonly #counts = new Map<string, number>();
  /** The first rows that failed. */
  readonly #failures: Pick<Result, 'row' | 'error'>[] = [];
  rows = 0;
  failed = 0;
  /** Rows that the service refused, by the code of their error. */
  readonly refused = new Map<string, number>();
  /** Rows that an earlier run had done. */
  before = 0;

  /** What an earlier run had done of the same output. */
  addBefore({ counts, count, refused }: Pick<DoneRows, 'counts' | 'count' | 'refused'>): void {
    for (const [name, rows] of refused) this.#refuse(name, rows);
    for (const [name, rows] of counts) this.#count(name, rows);
    this.rows += count;
    this.before += count;
  }

  add({ row, exit, counts, error }: Result): void {
    this.rows += 1;
    this.#count(counts, 1);
    if (exit === refusedExit) this.#refuse(counts, 1);
    if (!hasFailed(exit)) return;
    this.failed += 1;
    if (this.#failures.length < mostFailuresTold) this.#failures.push({ row, error });
  }

  #refuse(name: string, count: number): void {
    this.refused.set(name, (this.refused.get(name) ?? 0) + count);
  }

  #count(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** Verdicts in the order of their list, then errors by how many rows they have. */
  lines(): SummaryLine[] {
    const verdicts = Object.keys(lookupVerdicts);
    return [...this.#counts]
      .map(([name, rows]) => ({ name, rows, says: saysOf(name) }))
      .sort((one, other) => rank(verdicts, one.name) - rank(verdicts, other.name) || other.rows - one.rows);
  }

  /** The first rows that failed, for people. */
  failuresTold(): string[] {
    const more = this.failed - this.#failures.length;
    return [
      ...this.#failures.map(({ row, error }) => `Row ${String(row)}: ${errorSays(error)}`),
      ...(more > 0 ? [`… and ${String(more)} more that failed.`] : []),
    ];
  }
}

export interface SummaryLine {
  /** A verdict's id or an error's code. */
  readonly name: string;
  readonly rows: number;
  readonly says: string;
}

export const mostFailuresTold = 10;

/** Of an error as it stands in the output. */
const errorSays = (error: string): string => (JSON.parse(error) as { says?: string } | null)?.says ?? '';

const rank = (verdicts: readonly string[], name: string): number => {
  const at = verdicts.indexOf(name);
  return at === -1 ? verdicts.length : at;
};

const verdictSays: Readonly<Record<string, { readonly says: string }>> = lookupVerdicts;

const codeSays: Readonly<Record<string, string>> = {
  'already-verified': gatewayErrors.DUPLICATE_TRANSACTION.means,
  'input-unreadable': 'Failed: the row could not be read.',
  'receipt-doubtful': 'Failed: the receipt looks like none.',
  'not-shown': 'Failed: an iOS purchase cannot be looked up.',
  'outcome-unknown': 'Failed: no answer came.',
  'not-reached': 'Failed: the service was not reached.',
  'no-contract-shape': 'Failed: the answer has no shape of the contract.',
};

const saysOf = (name: string): string =>
  Object.hasOwn(verdictSays, name)
    ? (verdictSays[name]?.says ?? '')
    : Object.hasOwn(codeSays, name)
      ? (codeSays[name] ?? '')
      : 'The service refused or failed: see the rows’ error.';
