import type { JournalEntry, RemarkEntry } from './entry.js';

/** A text with several purchases is refused until one is chosen: that says nothing any more once all were looked up. */

/** The lines without the refusals whose purchases were all looked up. @param calls of the same ticket */
export function withoutSettled(
  remarks: readonly RemarkEntry[],
  calls: readonly JournalEntry[],
): readonly RemarkEntry[] {
  return remarks.filter(
    (remark) => remark.receipts.length === 0 || openReceipts([remark], calls).length > 0,
  );
}

/** Fingerprints of purchases that a text of the ticket names, and that were not looked up. */
function openReceipts(
  remarks: readonly RemarkEntry[],
  calls: readonly JournalEntry[],
): readonly string[] {
  const answered = new Set(
    calls.flatMap(({ command, verdict, receipt }) =>
      command === 'lookup' && verdict !== null ? [receipt] : [],
    ),
  );
  const named = new Set(remarks.flatMap(({ receipts }) => receipts));
  return [...named].filter((receipt) => !answered.has(receipt));
}
