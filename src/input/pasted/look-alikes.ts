import { placeholderTexts } from '../../contract/placeholder-texts.js';
import { madeOnce } from '../../text/made-once.js';
import { withoutEnd } from '../../text/visible.js';

/** What people paste in place of a receipt. A text is named by its form alone, before anything is sent. */

interface LookAlike {
  /** An article and a noun: `an e-mail address`. */
  readonly noun: string;
  /** Where a way on is known. */
  readonly way?: 'order' | 'apple' | undefined;
  /** As the store writes it. Only an order id has this form, so it may be repeated; no part of a receipt may. */
  readonly orderId?: string;
}

/** Japanese keyboards write a long mark of a vowel in its place. */
const dash = '[-\\u2010-\\u2015\\u2212\\u30FC\\uFE63\\uFF70]';
const anyDash = new RegExp(dash, 'g');
const distance = 0xfe_e0;

/** Letters, digits and marks of full width as those of ASCII: they are the same characters, so nothing is guessed. */
function inHalfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (wide) =>
    String.fromCodePoint((wide.codePointAt(0) ?? distance) - distance),
  );
}

const groups = [4, 4, 4, 5].map((count) => `\\d{${count}}`).join(dash);
/** With any dash, with or without its beginning; a renewal has its number at the end: `GPA.1234-5678-9012-34567..0`. */
const order = new RegExp(
  `(?<![\\w.-])(?:GPA[. ]{0,2})?(${groups}(?:\\.\\.\\d{1,3})?)(?![\\w-])`,
  'i',
);
const oldOrder = /^(?:SOP\.[\d.-]+|\d{20}(?:\.\d{16})?)$/i;

/** Some people write it with blanks, and a chat writes what is slanted with a `_` at both ends. */
const withDashes = (text: string): string =>
  text
    .replace(/GPA[. ]{0,2}(?:\d{4} ){3}\d{5}/gi, (id) => id.replace(/(?<=\d) /g, '-'))
    .replace(/(?<![\w.-])(_{1,3})(GPA\.[\d.-]*\d)\1(?![\w-])/gi, '$2');

/** The order ids in a text, each once, as the store writes them. */
export function orderIdsIn(text: string): readonly string[] {
  const matches = [...withDashes(inHalfWidth(text)).matchAll(new RegExp(order, 'gi'))];
  const ids = matches.map(([, id = '']) => `GPA.${id.replace(anyDash, '-')}`);
  return [...new Set(ids)];
}

export function orderIdIn(text: string): string | undefined {
  return orderIdsIn(text)[0];
}

/** The numbers of Apple’s mails to the player, each once. */
export function appleOrderIdsIn(text: string): readonly string[] {
  const matches = text.matchAll(/(?<!\w)M(?=[A-Z0-9]*\d)[A-Z0-9]{9,10}(?!\w)/g);
  return [...new Set([...matches].map(([id]) => id))];
}

export function appleOrderIdIn(text: string): string | undefined {
  return appleOrderIdsIn(text)[0];
}

const emailAddress = /^(?:mailto:)?[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}$/i;

export function isEmailAddress(text: string): boolean {
  return emailAddress.test(text.trim());
}

/** The `@` that reads it was forgotten. */
export const nameOfFile = 'the name of a file';

const date =
  /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?:[T ,]+\d{1,2}:\d\d[^,;|]{0,20})?$/;
const dateWithMonth =
  /^\d{1,2}[-./ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-./ ,]{1,2}\d{2,4}$/i;
const phone = /^(?:tel:)?(?:\+[\d\s()./-]{6,22}|(?=.{6,19}$)\(?\d[\d\s()./-]+\d)$/;

const partOfOrderId = /^gpa[.\d\u2010-\u2015\u2212-]{2,}/i;
/** Whether a text is a part of an order id, also of one without its beginning: `1234-5678`. */
export function isPartOfOrderId(text: string): boolean {
  return (
    (partOfOrderId.test(text) || /^\d{4}(?:[\u2010-\u2015\u2212-]\d{4,5})+$/.test(text)) &&
    !orderIdIn(text)
  );
}

/** The digits of `…-34567`, `34567` or `9012-34567`: five or more, which a whole order id ends with. */
export function endOfOrderId(typed: string): string | undefined {
  const isEnd = /^[\s….\u2010-\u2015\u2212-]*\d[\d\u2010-\u2015\u2212-]*$/.test(typed.trim());
  const digits = typed.replace(/\D/g, '');
  return isEnd && digits.length >= 5 && digits.length < 17 ? digits : undefined;
}

type KnownForm = readonly [form: RegExp, noun: string, way?: LookAlike['way']];
/** The forms that are known, of a text without what a chat program leaves around it. */
const knownForms = madeOnce((): readonly KnownForm[] => [
  [
    partOfOrderId,
    'a part of an order id (a whole one is GPA., then 4, 4, 4 and 5 digits)',
    'order',
  ],
  [oldOrder, 'an old order number of the store', 'order'],
  [/^\d{14,17}$/, 'a transaction id of Apple’s App Store', 'apple'],
  [/^(?=.*\d)M[A-Z0-9]{9,10}$/, 'an order id of Apple’s App Store', 'apple'],
  [
    /^MI[A-Z](?=\S{12})(?:[\w+/\s-]|%2[BbFf]|%3[Dd]|%0[AaDd]){40,}={0,2}$/,
    'an iOS receipt',
    'apple',
  ],
  // The base64 of `{ "signature" = …`.
  [
    /^ew[o0][\w+/\s-]{0,4}(?:InNpZ25hdHVyZ|JzaWduYXR1cm)[\w+/\s-]+={0,2}$/,
    'an iOS receipt',
    'apple',
  ],
  [
    /^eyJ[\w\s-]+\.[\w\s-]+\.[\w\s-]+$/,
    'a signed transaction of Apple’s App Store, or another JWT',
    'apple',
  ],
  [/^\d+$/, 'a number'],
  [date, 'a date'],
  [dateWithMonth, 'a date'],
  [phone, 'a phone number'],
  [emailAddress, 'an e-mail address'],
  [/^https?:\/\//i, 'a web address'],
  [/^[\w.~/\\-]{1,200}\.(?:txt|json|ndjson|csv|eml|html?|log)$/i, nameOfFile],
  [/^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/, 'the name of a product or a package'],
  [/^@?\$(?:env:)?\{?[A-Z_]\w*\}?$|^%[A-Z_]\w*%$/i, 'the name of a variable'],
  [/^(?:(?:your|the|purchase)[ _-]?)*(?:token|receipt)(?:[ _-]?here)?$/i, 'a placeholder'],
  [/^(?:\{[^{}":]*\}|\[[^[\]"{}]*\])$/, 'a placeholder'],
  [/^sha256:[0-9a-f]{12}|^[0-9a-f]{12}$/i, 'a fingerprint, which stands for a receipt'],
  [/(?<=[a-z]{16})\.AO-.*[a-z]{16}\.AO-/is, 'more than one receipt'],
  [/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i, 'a number that a spreadsheet shortened'],
  [/^#(?:[\p{L}/0-9]{1,12}[?!]?|#+)$/u, 'an error of a spreadsheet'],
  [/^[^\p{L}\p{N}]+$/u, 'a placeholder'],
]);

/** What a program that reads pictures takes for a digit. */
const misreadDigits: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  i: '1',
  l: '1',
  '|': '1',
  Z: '2',
  z: '2',
  A: '4',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  B: '8',
  g: '9',
  q: '9',
};
const misreadDigit = `[${Object.keys(misreadDigits).join('')}\\d]`;
const misreadOrder = new RegExp(
  `(?<![\\w.-])[6GCg][Pp][A4a][.,:]? ?((?:${misreadDigit}{4}${dash}){3}${misreadDigit}{5})(?![\\w-])`,
);

/** The order id that a picture probably shows: offered to a person, never taken. undefined for a text with a whole one. */
export function misreadOrderId(text: string): string | undefined {
  const [, characters] = misreadOrder.exec(inHalfWidth(text)) ?? [];
  if (characters === undefined || orderIdIn(text) !== undefined) return undefined;
  const digits = [...characters].map((letter) => misreadDigits[letter] ?? letter).join('');
  return `GPA.${digits.replace(anyDash, '-')}`;
}

const around =
  ' \t\r\n\u00A0\uFEFF"\'`<>\u00AB\u00BB\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u201F';

/** `Order number: MQ1ABCD2EF`. */
function withoutLabel(text: string): string {
  return text.replace(/^\p{L}[\p{L} ]{1,30}(?:[:=#]+\s| #|\uFF1A)\s*/u, '');
}

/** undefined for a text that may be a receipt. */
export function findLookAlike(text: string): LookAlike | undefined {
  const withoutStart = withDashes(text).replace(/^[\s\uFEFF"'`<>\u00AB\u00BB\u2018-\u201F]+/u, '');
  const bare = withoutEnd(withoutStart, around);
  return lookAlikeOf(bare) ?? lookAlikeOf(withoutLabel(bare));
}

function lookAlikeOf(written: string): LookAlike | undefined {
  const bare = inHalfWidth(written);
  // It is offered whole, with the digits that are probably meant.
  if (misreadOrderId(bare) !== undefined) return undefined;
  if (order.exec(bare)?.[0] === bare) {
    return {
      noun: 'an order id of the store (GPA.…)',
      way: 'order',
      orderId: orderIdIn(bare) ?? bare,
    };
  }
  // A whole one with words behind it is not a part of one.
  if (partOfOrderId.test(bare) && orderIdIn(bare) !== undefined) return undefined;
  const [, noun, way] = knownForms().find(([form]) => form.test(bare)) ?? [];
  if (noun !== undefined) {
    return oldOrder.test(bare) ? { noun, way, orderId: bare } : { noun, way };
  }
  return placeholderTexts.has(bare.toLowerCase()) ? { noun: 'a placeholder' } : undefined;
}

/** Longer texts of Apple are receipts. */
const longestAppleNumber = 20;

/** An order id or a transaction id of Apple, as Apple writes it; undefined for any other text. It is not a receipt, so it may be repeated. */
export function appleNumberOf(text: string): string | undefined {
  const number = withoutLabel(text.trim()).toUpperCase();
  const isOfApple = findLookAlike(number)?.way === 'apple';
  return isOfApple && number.length <= longestAppleNumber ? number : undefined;
}

/** A word without digits: a receipt of a test may be one, and a player’s name is one. */
export function mayBeName(text: string): boolean {
  return /^[A-Za-z']{2,19}$/.test(text);
}

export function mayBeReceipt(word: string): boolean {
  return /[\w~+/=-]{24}/.test(word) && /\d|\p{Ll}\p{Lu}/u.test(word);
}

/** A word that people write, or an order id: no part of a receipt that was broken. */
export function isPlainWord(word: string): boolean {
  if (orderIdIn(word) !== undefined) return true;
  const isOfLetters =
    /^["'(\u2018\u201C]?[\p{L}\p{M}]+(?:['\u2019]\p{L}+)*[.,:;!?)"'\u2019\u201D]*$/u;
  return isOfLetters.test(word) && !/\p{Ll}\p{Lu}/u.test(word);
}

/** A text of words, such as a mail, with nothing in it that may be a receipt in one piece. */
export function isProse(text: string): boolean {
  const words = text.trim().split(/\s+/);
  // Some languages have no blanks between their words; an order id has a few words before it.
  const hasManyWords =
    words.length >= 5 || (/[^\0-\x7f]/.test(text) && /[\p{Lo}\p{M}]{8}/u.test(text));
  const hasOtherWord = words.length > 1 || /^(?![A-Za-z])\p{L}/u.test(text.trim());
  const hasOrderId = hasOtherWord && orderIdIn(text) !== undefined;
  return (hasManyWords || hasOrderId) && !words.some(mayBeReceipt);
}

/** As the store writes it, also from a mail: with a label, with other dashes, without its beginning. */
export function orderIdOf(given: string | undefined): string | undefined {
  return given === undefined ? undefined : (orderIdIn(given) ?? given.trim());
}

/** A cell of a spreadsheet. */
const longestCell = 32_767;
/** A column of a database, a line of a log. */
const longestColumn = 4096;

/** The length, and why a program cuts a text there; undefined for a text of another length. */
export function cutLengthWords({ length }: string): string | undefined {
  if (length === longestCell) return '32,767 characters: a spreadsheet cuts a longer cell there';
  if (length === longestColumn) return '4,096 characters: many programs cut a longer text there';
  return undefined;
}
