import { hasWholeForm } from '../../contract/purchase-token.js';
import { madeOnce } from '../../text/made-once.js';
import { brokenMark } from './broken-mark.js';
import { trimReceiptMarks } from './end-of-sentence.js';
import { isPlainWord } from './plain-words.js';
import { anyLabel, hasMaskInside, findRoleOfLabel } from './store-names.js';

/** Several names and values on one line: of a log, of a form, of what a person wrote into a chat. */

/** A word that may not stand in front of `token`: `access token: …` is not the token of a purchase. */
const otherToken = String.raw`(?<!\b(?:access|auth|bearer|csrf|device|fcm|id|push|refresh|session)[ _-])`;
const separator = String.raw`[ \t]*(?:=>|[:=\uFF1A])[ \t]*`;
const quotedValue = String.raw`"([^"\s]*)"|'([^'\s]*)'`;
/** An order id without `:` or `=` in front: nothing else begins with `GPA.`. */
const orderAlone = String.raw`[ \t]+(GPA\.[\d.-]*\d)(?=[ \t]*(?:[,;/|]|$))`;
const signAndValue = String.raw`${separator}(?:${quotedValue}|([\w.~:+/=-]+))`;
/** `token=abc`, `Product ID: "gems_100"`, `order GPA.…`. Its groups are those of `writeField`. */
const fieldPattern = madeOnce(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}\w.-])${otherToken}(${anyLabel})(?:${signAndValue}|${orderAlone})`,
      'giu',
    ),
);
/** `user=17`. Fields with any name count, so that `user=17 token=abc` is seen as a list of fields. */
const fieldWithSign = /(?<![\p{L}\w.-])\p{L}[\p{L}\w.-]*=[^\s=]/gu;
const anyName = String.raw`\p{L}[\p{L}\p{M}\w.-]+`;
/**
 * How the next field begins. Behind a value with the form of the store’s tokens, a blank, a mark or both may stand before it.
 * Behind any other value, a mark without a blank behind it, as in `,next=`, counts only before a known label.
 */
const nextFieldPatterns = madeOnce(() => ({
  behindToken: new RegExp(
    String.raw`^(?:[ \t]+|[ \t]*[,;&/|][ \t]*)(?:${anyName}|${anyLabel})${separator}\S`,
    'iu',
  ),
  behindOther: new RegExp(
    String.raw`^(?:(?:[,;]|[ \t]+[/|])?[ \t]+(?:${anyName}|${anyLabel})|[,;&]${anyLabel})${separator}\S`,
    'iu',
  ),
}));

/**
 * A line with several fields as several lines, each with a name and its value; any other line as it is. A value that is
 * certainly whole gets quotes.
 */
export function separateFields(line: string): readonly string[] {
  // JSON and the dumps of programs have their own readers.
  if (line.includes('{') && /["']/.test(line.slice(line.indexOf('{')))) return [line];
  if (!/[:=\uFF1A].*[:=\uFF1A]/.test(line)) return [line];
  const fields = [...line.matchAll(fieldPattern())];
  const signCount = line.match(fieldWithSign)?.length ?? 0;
  if (fields.length === 0 || Math.max(fields.length, signCount) < 2) return [line];
  const roles = fields.map(([, label = '']) => findRoleOfLabel(label));
  const hasReceipt = roles.includes('receipt');
  if (!hasReceipt && new Set(roles).size < 2) return [line];
  const lines = fields.map((match) => writeField(match, line));
  const textInFront = line.slice(0, fields[0]?.index ?? 0).trim();
  const linesInFront = textInFront === '' ? [] : [textInFront];
  // The empty line in front makes the fields a purchase of their own.
  return hasReceipt ? [...linesInFront, '', ...lines] : [...linesInFront, ...lines];
}

/** The line that a field becomes; empty for a value that may have been cut and is not the receipt. */
function writeField(match: RegExpExecArray, line: string): string {
  const [fieldText, label = '', doubleQuoted, singleQuoted, unquoted = '', orderId] = match;
  const after = line.slice(match.index + fieldText.length);
  const quoted = doubleQuoted ?? singleQuoted ?? orderId;
  if (quoted !== undefined) return `${label}: "${quoted}"`;
  const isReceipt = findRoleOfLabel(label) === 'receipt';
  if (isReceipt && hasMaskInside(unquoted)) return `${label}: ${unquoted}${brokenMark}`;
  const value = isReceipt ? trimReceiptMarks(unquoted) : unquoted.replace(/(?<!\.)\.$/, '');
  const isSentenceEnd = value !== unquoted;
  const isEnd = isSentenceEnd && (isReceipt || after.trim() === '');
  if (isEnd || isWholeValue(value, after)) {
    return `${label}: "${value}"`;
  }
  // No quotes and no mark: whoever reads the next line decides whether the value goes on there.
  if (after.trim() === '') return `${label}: ${value}`;
  return isReceipt ? `${label}: ${value}${brokenMark}` : '';
}

/** Whether a value is certainly whole: what stands behind it cannot be its rest. */
function isWholeValue(value: string, after: string): boolean {
  const isToken = hasWholeForm(value);
  if ((isToken ? nextFieldPatterns().behindToken : nextFieldPatterns().behindOther).test(after)) {
    return true;
  }
  // No token has such a mark, so it belongs to the sentence or the list.
  if (isToken && /^[ \t]*[,;&)}\]!?"'`\u00BB\u2019\u201D\u3002\uFF01\uFF1F]/.test(after)) {
    return true;
  }
  // A closing bracket, or the mark of a list that ends a line.
  if (/^[)}\]]{1,3}[,;.]?(?:\s|$)/.test(after) || /^[,;][ \t]*$/.test(after)) return true;
  const [, word = ''] = /^[ \t]+(\S{1,100})/.exec(after) ?? [];
  const isDistinct = isToken || (value.length < 100 && /[\d_.]/.test(value));
  return isDistinct && word !== '' && isPlainWord(word);
}
