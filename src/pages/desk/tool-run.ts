import type { JournalCall, RunResult, ShownResult } from '../../desk/wire.js';

/** How a command ended. */
export interface EndedRun<Answer = unknown> {
  readonly result: RunResult<Answer>;
  readonly shown: ShownResult;
  /** What the command said on its way. */
  readonly notes: readonly string[];
  /** The id of the reply in it; empty without one. */
  readonly replyId: string;
  /** Earlier calls about the same purchase. */
  readonly samePurchase?: readonly JournalCall[];
  /** The ticket under which it was asked; empty without one. */
  readonly askedTicket?: string;
}

/** Without empty values: a field that nobody filled in. */
export function filledIn(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
