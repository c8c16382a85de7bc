import { adviceWords } from '../../wording/description.js';
import type { JournalEntry } from '../journal/entry.js';
import { askReportsFirst, leadsToGrant, withReportsFirst } from '../replies/money-first.js';

/** Who acts next on an answer, and how, in a report. */

/** What a ticket asks besides its purchases. */
export interface AskedInTicket {
  /** The page begins with a question of the player, which already says who acts next. */
  readonly hasQuestion: boolean;
  /** The questions that a text of the ticket mentions, or that a reply answers. */
  readonly mentioned: readonly string[];
}

export function itemWords(entry: JournalEntry, { hasQuestion, mentioned }: AskedInTicket): string {
  if (entry.phase === 'sent') {
    return 'Look up the purchase before you do anything else: a look-up changes nothing. A second verify may get HTTP 409.';
  }
  const { verdict, error } = hasQuestion
    ? restrictToItem(entry, mentioned)
    : {
        ...entry,
        verdict: entry.verdict && withReportsFirst(entry.verdict, mentioned, 'This ticket'),
      };
  // `first` is left out, because it stands among the notes of the answer.
  const withoutFirst = error && { ...error, first: '' };
  return adviceWords(withoutFirst, verdict) || 'Make the call again.';
}

/** Says who acts `For the item` only: the player’s question already says who acts next, and two such sentences could contradict each other. */
function restrictToItem(entry: JournalEntry, mentioned: readonly string[]): JournalEntry {
  const { verdict } = entry;
  if (verdict?.who === undefined) return entry;
  const { id, says, who, next } = verdict;
  const isMoneyOpen = leadsToGrant(verdict) && askReportsFirst(mentioned) !== undefined;
  const item = isMoneyOpen
    ? 'For the item, only if the order is not in the store’s own reports'
    : 'For the item';
  return { ...entry, verdict: { id, says, next: `${item}: ${who}. ${next}` } };
}
