import type { JournalCall, RunResult, ShownResult } from '../../desk/wire.js';

/** How a command ended. */
export interface EndedRun<Answer = unknown> {
  readonly result: RunResult<Answer>;
  readonly shown: ShownResult;
  /** What the command said on its way. */
  readonly notes: readonly string[];
  /** The id of the reply in the result; empty if there is no reply. */
  readonly replyId: string;
  /** Earlier calls about the same purchase. */
  readonly samePurchase?: readonly JournalCall[];
  /** The ticket under which the page made the look-up; empty without a ticket. */
  readonly askedTicket?: string;
}

/** Leaves out empty values, because nobody filled in their fields. */
export function removeEmptyValues(
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}

/** Whether nothing was sent: of a request without an answer, `http` is there, and only `http.status` is null. */
export function isRefused({ error, http }: Pick<RunResult, 'error' | 'http'>): boolean {
  return error !== null && http === null;
}
