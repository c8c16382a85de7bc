import { hasTokenForm, isDemoReceipt } from '../../contract/purchase-token.js';
import { findOrderId } from './order-ids.js';
import { isPlainWord } from './plain-words.js';

/** Tells the rest of a broken receipt from the words that a person wrote below the receipt. */

/** In characters: programs break lines earlier, so a token whose first line is as long was not broken there. */
const fewestOfUnbrokenToken = 100;
/** In letters: the rest of a broken receipt rarely begins with as many letters that look like a word. */
const fewestLettersOfWord = 4;

export function isLongToken(receipt: string): boolean {
  return receipt.length >= fewestOfUnbrokenToken;
}

const listMark = /^[-*\u2022\u2013\u2014]\s+/;

/** The words of a line, without the mark of a list. */
export function splitWords(line: string): readonly string[] {
  return line.trim().replace(listMark, '').trim().split(/\s+/).filter(Boolean);
}

/** A time as logs and chats write it in front of a line. */
const timeInFront =
  /^\[?(?:\d{1,2}:\d\d|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?![\w-]|\.\w)/;

/** Words with which a mail ends: English, German, Spanish, French, Portuguese, Indonesian, Turkish. No receipt has one. */
const farewell =
  /^(?:thanks|thank|thx|cheers|regards|best|kind|sincerely|danke|viele|gru(?:ß|ss)|gr[üu](?:ß|ss)e|gracias|saludos|merci|cordialement|obrigad[oa]|terima|salam|teşekkürler)[,.!]*$/i;

/** `Thanks` on a line of its own. */
export function isFarewell(line: string): boolean {
  return farewell.test(line.trim());
}

/** Whether a line below a receipt is what a person wrote, and certainly no part of the receipt. */
export function isTextBelow(receipt: string, line: string): boolean {
  const words = splitWords(line);
  const [word = ''] = words;
  if (timeInFront.test(line.trim()) || farewell.test(word)) return true;
  // No receipt has a letter such as `ü`, or an order id in it.
  if (/(?![A-Za-z])\p{L}/u.test(word) || findOrderId(word) !== undefined) return true;
  // A demo receipt is a short word, which no program breaks into lines.
  if (isDemoReceipt(receipt)) return true;
  const isToken = hasTokenForm(receipt);
  // A name with a value: `state=0`.
  if (isToken && /^[\w-]{1,30}[=:][^\s=:]/.test(word)) return true;
  // `aB3x9` may be the rest of a receipt.
  if (!isPlainWord(word)) return false;
  const isLongWord = (/[A-Za-z]+/.exec(word)?.[0].length ?? 0) >= fewestLettersOfWord;
  // A receipt that is no whole token may lack its end, so only a sentence is certain: `Please check this`.
  if (!isToken) return isLongWord && words.length >= 3 && words.every(isPlainWord);
  // Below a whole token, `Hello!` is enough, and below a long one also `ok, bye`.
  const isSentence = words.length > 1 || /[,.!?]$/.test(word);
  return isSentence && (isLongWord || isLongToken(receipt));
}
