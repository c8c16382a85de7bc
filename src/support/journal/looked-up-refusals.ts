import type { JournalEntry, RemarkEntry } from './entry.js';

/** A text with several purchases is refused until one is chosen: that says nothing any more once all were looked up. */

/** The lines without the refusals whose purchases were all looked up. @param calls of the same ticket */
export function withoutLookedUpRefusals(
  remarks: readonly RemarkEntry[],
  calls: readonly JournalEntry[],
): readonly RemarkEntry[] {
  const answers = calls.filter(({ command, verdict }) => command === 'lookup' && verdict !== null);
  const lookedUp = new Set(answers.map(({ receipt }) => receipt));
  return remarks.filter(({ receipts }) => {
    // A note, a move, or the refusal of a text without several purchases: nothing here can settle it.
    if (receipts.length === 0) return true;
    return receipts.some((receipt) => !lookedUp.has(receipt));
  });
}
