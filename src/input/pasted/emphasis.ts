import { hasWholeForm } from '../../contract/purchase-token.js';
import { madeOnce } from '../../text/made-once.js';
import { joinWithAnd } from '../../text/sentences.js';
import { withoutEnd } from '../../text/visible.js';
import type { PurchaseRole } from './foreign-labels.js';
import { findOrderId } from './order-ids.js';
import { mayBeReceipt } from './plain-words.js';
import { anyLabel, findRoleOfLabel } from './store-names.js';

/** What a chat makes bold, slanted, struck or hidden: `*…*`, `_…_`, `~…~`, `||…||`. */

interface PlainText {
  readonly text: string;
  /** What was done, for the person. */
  readonly note: string;
}

/** `*gems_100*`, `token:||abc||`. Three groups: what stands in front of the marks, the marks, and the rest of the word. */
const markedWord =
  /^(.*?[:=(\uFF1A])?((?:\*{1,3}|_{1,3}|~{1,2}|\|\||`{1,3}){1,4})(?![*_~|`])(\S+)$/u;
const marksOfSentence = '.,;:!?)';

const signPattern = String.raw`[ \t]*[:=\uFF1A]`;
/** The name at the end of what stands before a marked value: `Product: `. */
const labelBefore = madeOnce(
  () => new RegExp(String.raw`(?<![\p{L}\w])(${anyLabel})\**${signPattern}\**[ \t]*$`, 'iu'),
);
/** Marks around a whole line: `||token: …||`. */
const markedLine = madeOnce(
  () =>
    new RegExp(
      String.raw`^([ \t]*)(\*{1,3}|_{1,3}|~{1,2}|\|\|)(?=${anyLabel}${signPattern}[ \t]*[^\s*_~|])(\S.*)\2([ \t]*)$`,
      'iu',
    ),
);

/** A longer text is a log, which has no marks of a chat. */
const mostCharacters = 100_000;

/**
 * The text without such marks; undefined if there are none. The marks must stand at both ends of a value, because a token
 * may itself begin or end with `_` or `-`.
 */
export function withoutEmphasis(text: string): PlainText | undefined {
  if (text.length > mostCharacters || !/[*_~]|\|\|/.test(text)) return undefined;
  const roles = new Set<PurchaseRole>();
  const lines = text.split('\n').map((line) => removeLineMarks(line, roles));
  const plain = lines.join('\n');
  if (plain === text) return undefined;
  const names = [...roles].map((role) => roleNouns[role]);
  return { text: plain, note: `Left out the marks around ${joinWithAnd(names)}.` };
}

const roleNouns: Readonly<Record<PurchaseRole, string>> = {
  receipt: 'the receipt',
  productId: 'the product',
  package: 'the package',
  orderId: 'the order id',
};

/** @param roles gets the role of each value whose marks were removed */
function removeLineMarks(written: string, roles: Set<PurchaseRole>): string {
  const [, indent = '', , inside, end = ''] = markedLine().exec(written) ?? [];
  const role = inside === undefined ? undefined : readRole(inside);
  if (role !== undefined) roles.add(role);
  const line = role === undefined ? written : `${indent}${inside ?? ''}${end}`;
  let before = '';
  // The brackets in the pattern keep the blanks between the words as parts.
  for (const part of line.split(/(\s+)/)) before += removeWordMarks(part, before, roles);
  return before;
}

function readRole(line: string): PurchaseRole | undefined {
  return findRoleOfLabel(line.split(/[:=\uFF1A]/)[0] ?? '');
}

/** @param before the line up to this word */
function removeWordMarks(word: string, before: string, roles: Set<PurchaseRole>): string {
  const [, textInFront = '', marks = '', textBehindMarks = ''] = markedWord.exec(word) ?? [];
  if (!/[*_~|]/.test(marks)) return word;
  const closing = [...marks].toReversed().join('');
  const markedText = withoutEnd(textBehindMarks, marksOfSentence);
  if (!markedText.endsWith(closing)) return word;
  const value = markedText.slice(0, -closing.length);
  const label = labelBefore().exec(`${before}${textInFront}`)?.[1];
  const role = recognizeValue(value, { marks, label });
  if (role === undefined) return word;
  roles.add(role);
  return `${textInFront}${value}${textBehindMarks.slice(markedText.length)}`;
}

interface Surroundings {
  readonly marks: string;
  readonly label: string | undefined;
}

/** The role of a marked value; undefined if it is not certain, because then the marks may belong to the value. */
function recognizeValue(value: string, { marks, label }: Surroundings): PurchaseRole | undefined {
  if (hasWholeForm(value)) return 'receipt';
  if (/^GPA\.[\d.-]+$/i.test(value) && findOrderId(value) !== undefined) return 'orderId';
  if (!/^[\w.~:+/=-]+$/.test(value)) return undefined;
  const role = label === undefined ? undefined : findRoleOfLabel(label);
  if (role === 'productId' || role === 'package') return /^[a-z\d]/i.test(value) ? role : undefined;
  // No token has `*`, `|` or a backtick. `_` and `~` may be of the token itself.
  const isForeign = /^[*|`]+$/.test(marks);
  return isForeign && role === 'receipt' && mayBeReceipt(value) ? role : undefined;
}
