/** What the store's reports call a void. Source: its sales report (Financial Status) and earnings report (Transaction Type, Refund Type). */

/** `Refund`, `Partial refund`, `Charge refund`, `Google fee refund`, `Charged back`. For the query, too: no flags but `(?i)`. */
export const voidPattern = 'refund|void|charge[d _]*back';
/** `Google fee refund`, `Tax refund`: what was given back with the refund of the charge. */
export const feePattern = 'fee|tax';

export const voidForm = new RegExp(voidPattern, 'i');
export const feeForm = new RegExp(feePattern, 'i');
/** What is no void: `Charged`, `Charge`, `Google fee`, `Tax`. */
export const neitherForm = /charge|fee|tax/i;

/** `Partial`, `Partial refund`; 2 of a notification: REFUND_TYPE_QUANTITY_BASED_PARTIAL_REFUND. */
export function isPartialText(text: string): boolean {
  return text === '2' || /partial/i.test(text);
}

/** Also 1 of a notification: REFUND_TYPE_FULL_REFUND; and no text, which the rows of fees have. */
export function isWholeText(text: string): boolean {
  return text === '' || text === '1' || /full/i.test(text);
}
