/**
 * What the store's reports call a void. Source: its sales report (Financial Status) and earnings report (Transaction Type,
 * Refund Type). The SQL of `--sql` has these patterns too; its engines know no flag but `(?i)`.
 */

/** `Refund`, `Partial refund`, `Charge refund`, `Google fee refund`, `Charged back`. */
export const voidPattern = 'refund|void|charge[d _]*back';
/** `Google fee refund`, `Tax refund`: what was given back with the refund of the charge. */
export const feePattern = 'fee|tax';

/**
 * A refund or a chargeback that did not happen, or was taken back: `Chargeback reversal`, `Refund declined`. The purchase
 * is still paid.
 */
export const undonePattern = [
  ...['revers', 'declin', 'reject', 'denied', 'fail', 'pending', 'requested', 'withdr'],
  // `Chargeback won`: by the seller.
  'won',
  // `Refund cancelled`, `Cancelled refund`
  ...['(refund|void|back)[^a-z]*cancel', 'cancel[a-z]* refund'],
].join('|');

const voidForm = new RegExp(voidPattern, 'i');
const undoneForm = new RegExp(undonePattern, 'i');
export const feeForm = new RegExp(feePattern, 'i');
/** `Charged`, `Charge`, `Google fee`, `Tax`. */
const chargeForm = /charge|fee|tax/i;

/** What a row of a report is, by the store's word for it. A void that was undone is `unknown`, so that pvg names its row. */
export function reportKind(text: string): 'void' | 'charge' | 'unknown' {
  if (voidForm.test(text)) return undoneForm.test(text) ? 'unknown' : 'void';
  return chargeForm.test(text) ? 'charge' : 'unknown';
}

/** `Partial`, `Partial refund`. */
export const partPattern = 'partial';
const partForm = new RegExp(partPattern, 'i');
/** 2 of a notification: REFUND_TYPE_QUANTITY_BASED_PARTIAL_REFUND. */
export const partNumber = '2';

/** `Full`, `Full refund`. */
export const wholePattern = 'full';
const wholeForm = new RegExp(wholePattern, 'i');
/** 1 of a notification: REFUND_TYPE_FULL_REFUND. */
export const wholeNumber = '1';

/** How much of a purchase a row says was refunded; null if it does not say. */
export type SaidExtent = 'part' | 'whole' | null;

/** @param refundType `Full`, or 1 of a notification (REFUND_TYPE_FULL_REFUND) @param kind `Partial refund` */
export function parseExtent(refundType: string, kind: string): SaidExtent {
  if (refundType === partNumber || partForm.test(refundType) || partForm.test(kind)) return 'part';
  if (refundType === wholeNumber || wholeForm.test(refundType) || wholeForm.test(kind)) {
    return 'whole';
  }
  return null;
}
