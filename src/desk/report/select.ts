import { isSamePlace } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';

/** Which call a report is about. */
export type Wanted =
  | { readonly by: 'case'; readonly case: string }
  | { readonly by: 'last' }
  | { readonly by: 'id'; readonly id: string };

/** The call a report is about, and every call it belongs with: oldest first, the call itself among them. */
export interface Selection {
  readonly entry: JournalEntry;
  readonly history: readonly JournalEntry[];
}

/** Of several the newest; undefined where there is none. `calls`: one entry a call, oldest first. */
export function selectCalls(calls: readonly JournalEntry[], wanted: Wanted): Selection | undefined {
  const entry = calls.findLast((call) => isWanted(call, wanted));
  return entry && { entry, history: withHistory(calls, entry) };
}

const isWanted = (call: JournalEntry, wanted: Wanted): boolean => {
  if (wanted.by === 'last') return true;
  return wanted.by === 'case'
    ? call.case?.toLowerCase() === wanted.case.toLowerCase()
    : call.id.toLowerCase() === wanted.id.toLowerCase();
};

/**
 * The calls of the same case; without a case those about the same purchase or player at the same place. A call that the
 * journal does not have is the newest.
 */
export const withHistory = (calls: readonly JournalEntry[], entry: JournalEntry): JournalEntry[] => {
  const history = calls.filter((call) => call.id === entry.id || belong(call, entry));
  return history.some(({ id }) => id === entry.id) ? history : [...history, entry];
};

const belong = (one: JournalEntry, other: JournalEntry): boolean =>
  other.case === null
    ? isSamePlace(one, other) &&
      ((one.receipt !== null && one.receipt === other.receipt) ||
        (one.player !== null && one.player === other.player))
    : one.case?.toLowerCase() === other.case.toLowerCase();
