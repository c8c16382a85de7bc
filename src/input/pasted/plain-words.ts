import { findOrderId } from './order-ids.js';
import { quotationMarks } from './quotation-marks.js';

/** Tells words and texts that a person wrote from receipts. */

const wordOfLetters = new RegExp(
  String.raw`^[(${quotationMarks}]?[\p{L}\p{M}]+(?:['\u2019]\p{L}+)*[.,:;!?)${quotationMarks}]*$`,
  'u',
);

/** Whether a text is one word of letters: it may be a player’s name, or the receipt of a test. */
export function mayBeName(text: string): boolean {
  return /^[A-Za-z']{2,19}$/.test(text);
}

/** Whether a word is as long and as mixed as receipts are: 24 characters, with a digit or a capital inside. */
export function mayBeReceipt(word: string): boolean {
  return /[\w~+/=-]{24}/.test(word) && /\d|\p{Ll}\p{Lu}/u.test(word);
}

/** Whether a word is one that people write, or an order id, and so cannot be a part of a broken receipt. */
export function isPlainWord(word: string): boolean {
  if (findOrderId(word) !== undefined) return true;
  return wordOfLetters.test(word) && !/\p{Ll}\p{Lu}/u.test(word);
}

/** Whether a text is words, such as a mail, and no word of it may be a receipt. */
export function isProse(text: string): boolean {
  const words = text.trim().split(/\s+/);
  // Some languages have no blanks between their words; an order id has a few words before it.
  const hasManyWords =
    words.length >= 5 || (/[^\0-\x7f]/.test(text) && /[\p{Lo}\p{M}]{8}/u.test(text));
  const hasOtherWord = words.length > 1 || /^(?![A-Za-z])\p{L}/u.test(text.trim());
  const hasOrderId = hasOtherWord && findOrderId(text) !== undefined;
  return (hasManyWords || hasOrderId) && !words.some(mayBeReceipt);
}
