import type { Printable } from '../json/print.js';
import { gatewayErrors } from '../gateway/errors.js';
import { lookupVerdicts } from '../gateway/verdict.js';
import { hasFailed, refusedExit, type Result } from './result.js';

/** What a batch came to, row by row: by verdict, and by error for rows without one. */
export class Summary {
  readonly #counts = new Map<string, number>();
  /** The first rows that failed, for people. */
  readonly failures: { readonly row: number; readonly error: string }[] = [];
  rows = 0;
  failed = 0;
  /** Rows that the service refused, by the code of their error. */
  readonly refused = new Map<string, number>();
  /** Rows that an earlier run had done. */
  before = 0;

  /** What an earlier run had done of the same output. */
  addBefore(
    counts: ReadonlyMap<string, number>,
    rows: number,
    refused: ReadonlyMap<string, number> = new Map(),
  ): void {
    for (const [name, count] of refused) this.#refuse(name, count);
    for (const [name, count] of counts) this.#count(name, count);
    this.rows += rows;
    this.before += rows;
  }

  add({ row, exit, counts, error }: Result): void {
    this.rows += 1;
    this.#count(counts, 1);
    if (exit === refusedExit) this.#refuse(counts, 1);
    if (!hasFailed(exit)) return;
    this.failed += 1;
    if (this.failures.length < mostFailuresTold) this.failures.push({ row, error });
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

  counts(): Printable {
    return Object.fromEntries(this.lines().map(({ name, rows }) => [name, rows]));
  }
}

export interface SummaryLine {
  /** A verdict's id or an error's code. */
  readonly name: string;
  readonly rows: number;
  readonly says: string;
}

export const mostFailuresTold = 10;

const rank = (verdicts: readonly string[], name: string): number => {
  const at = verdicts.indexOf(name);
  return at === -1 ? verdicts.length : at;
};

const verdictSays: Readonly<Record<string, { readonly says: string }>> = lookupVerdicts;

const errorSays: Readonly<Record<string, string>> = {
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
    : Object.hasOwn(errorSays, name)
      ? (errorSays[name] ?? '')
      : 'The service refused or failed: see the rows’ error.';
