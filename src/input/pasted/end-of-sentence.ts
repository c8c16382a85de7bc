import { hasWholeForm } from '../../contract/purchase-token.js';
import { withoutEnd } from '../../text/visible.js';
import { quotationMarks } from './quotation-marks.js';

/** The marks of a sentence that stand at a receipt without a blank: `token: demo-purchased.` */

const closingBrackets = ')]}\uFF09';
const points = '.,:;!?\u3001\u3002\uFF01\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F';
const marks = `${points}${quotationMarks}${closingBrackets}`;

/** A word without the marks of a sentence at its end. */
export function trimEndMarks(word: string): string {
  return withoutEnd(word, marks);
}

/** For each mark that may stand in front of a value, the marks that close it behind the value. */
const closingMarks: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['(', ')'],
  ['[', ']'],
  ['\u00AB', '\u00BB'],
  ['\u2018', '\u2019'],
  ['\u201A', '\u2018\u2019'],
  ['\u201C', '\u201D'],
  ['\u201E', '\u201C\u201D'],
  ['\u300C', '\u300D'],
  ['\uFF08', '\uFF09'],
]);

/**
 * Removes the marks around a word if what is left is certainly a whole receipt: `(demo-purchased).` A receipt is opaque
 * (§2.1), so any other word stays as it is: with `...` or a quotation mark without its partner, it may have been cut.
 */
export function trimReceiptMarks(word: string): string {
  const wordWithoutEnd = trimEndMarks(word);
  const end = word.slice(wordWithoutEnd.length);
  if (end.includes('..')) return word;
  if (hasWholeForm(wordWithoutEnd)) return wordWithoutEnd;
  const closings = closingMarks.get(wordWithoutEnd.charAt(0)) ?? '';
  const isPair = [...closings].some((closing) => end.includes(closing));
  const receipt = wordWithoutEnd.slice(1);
  return isPair && hasWholeForm(receipt) ? receipt : word;
}

/** The mark that ends a sentence behind the receipt: the point of `token: abc.` Not a comma or bracket, which lists have. */
export function findSentenceEnd(text: string, receipt: string): string | undefined {
  const start = text.indexOf(receipt);
  if (start === -1 || receipt === '') return undefined;
  const after = text.slice(start + receipt.length, start + receipt.length + 3);
  return /^([.:!?\u3002\uFF01\uFF1A\uFF1F])(?:["'`\u00BB\u2019\u201D]?(?:\s|$))/u.exec(after)?.[1];
}
