import type { JournalEntry, RemarkEntry } from './entry.js';

/**
 * Leaves out the refusals whose purchases were all looked up. A text with several purchases is refused until one is chosen;
 * once each was looked up, nothing of that refusal is left to do. @param calls of the same ticket
 */
export function withoutLookedUpRefusals(
  remarks: readonly RemarkEntry[],
  calls: readonly JournalEntry[],
): readonly RemarkEntry[] {
  const answers = calls.filter(({ command, verdict }) => command === 'lookup' && verdict !== null);
  const lookedUp = new Set(answers.map(({ receipt }) => receipt));
  return remarks.filter(({ receipts }) => {
    // Only the refusal of a text with several purchases has receipts: any other line stays.
    if (receipts.length === 0) return true;
    return receipts.some((receipt) => !lookedUp.has(receipt));
  });
}
