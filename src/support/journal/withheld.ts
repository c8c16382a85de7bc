import { looksLikeToken } from '../../contract/purchase-token.js';
import { shownFingerprint } from '../../signing/digest.js';
import type { CleanText } from './members.js';

/** Keeps receipts out of what people write into the journal. */

/** Withholds each word of ASCII characters that looks like a receipt. The text around it may have no blanks, as in Japanese. */
export function withholdReceipts(redact: CleanText): CleanText {
  return (text) => redact(text).replace(/[\x21-\x7e]+/g, hideReceipt);
}

function hideReceipt(word: string): string {
  return looksLikeToken(word) ? shownReceipt(word) : word;
}

/** Withholds what may be a piece of a receipt: any run of 40 characters or more, because no id that a person needs is so long. */
export function withholdPasted(text: string): string {
  return text.replace(/[\w.~+=-]{40,}/g, shownReceipt);
}

function shownReceipt(text: string): string {
  return `[receipt ${shownFingerprint(text)}]`;
}
