import { looksLikeToken } from '../../contract/purchase-token.js';
import { shownFingerprint } from '../../signing/digest.js';
import type { CleanText } from './members.js';

/** Keeps receipts out of what people write into the journal. */

/** A token has ASCII characters alone: around it may stand a sentence that has no blanks, such as a Japanese one. */
export function withholdReceipts(redact: CleanText): CleanText {
  return (text) => redact(text).replace(/[\x21-\x7e]+/g, hideReceipt);
}

function hideReceipt(word: string): string {
  return looksLikeToken(word) ? shownReceipt(word) : word;
}

/** The text without what may be a receipt. A receipt may be broken, cut, or stand in an address: its pieces are longer than any id that a person needs. */
export function withholdPasted(text: string): string {
  return text.replace(/[\w.~+=-]{40,}/g, shownReceipt);
}

function shownReceipt(text: string): string {
  return `[receipt ${shownFingerprint(text)}]`;
}
