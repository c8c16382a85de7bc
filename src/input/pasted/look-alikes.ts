import { placeholderTexts } from '../../contract/placeholder-texts.js';
import { madeOnce } from '../../text/made-once.js';
import { withoutEnd } from '../../text/visible.js';
import {
  beginsAsOrderId,
  cleanOrderIds,
  findOrderId,
  guessMisreadOrderId,
  isOrderId,
  isPartOfOrderId,
  toHalfWidth,
} from './order-ids.js';
import { quotationMarks } from './quotation-marks.js';

/** Recognizes, by its form alone, what people paste in place of a receipt. */

interface LookAlike {
  /** An article and a noun: `an e-mail address`. */
  readonly noun: string;
  /** Which advice the person gets: about an order id, a purchase at Apple, or what was typed by mistake. */
  readonly advice?: 'order' | 'apple' | 'typed' | undefined;
  /** The order id as the store writes it. A message may show it, because no receipt has this form. */
  readonly orderId?: string;
}

/** The order ids of the years before `GPA.`. */
const oldOrderForm = /^(?:SOP\.[\d.-]+|\d{20}(?:\.\d{16})?)$/i;

const oldOrderNoun = 'an old order number of the store';
const partOfOrderIdNoun = 'a part of an order id (a whole one is GPA., then 4, 4, 4 and 5 digits)';

const emailAddress = /^(?:mailto:)?[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}$/i;

export function isEmailAddress(text: string): boolean {
  return emailAddress.test(text.trim());
}

/** The noun for the name of a file. Somebody who types one has probably forgotten the `@` in front of it. */
export const fileNameNoun = 'the name of a file';

/** `2026-03-02 09:30`, `2.3.2026`, `03/02/26`. */
const date =
  /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?:[T ,]+\d{1,2}:\d\d[^,;|]{0,20})?$/;
/** `2 Mar 2026`, `02-March-26`. */
const dateWithMonth =
  /^\d{1,2}[-./ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-./ ,]{1,2}\d{2,4}$/i;
/** `+84 912 345 678`, `tel:0912-345-678`, `(0912) 345678`. */
const phone = /^(?:tel:)?(?:\+[\d\s()./-]{6,22}|(?=.{6,19}$)\(?\d[\d\s()./-]+\d)$/;

/** A form of something else than a receipt, what a person calls it, and which advice the person gets. */
type KnownForm = readonly [form: RegExp, noun: string, advice?: LookAlike['advice']];

/**
 * The known forms of a text, without what a chat program leaves around it. The first one that fits is taken, so a narrow form
 * stands before a wide one: a date before a phone number.
 */
const knownForms = madeOnce((): readonly KnownForm[] => [
  [/^\d{14,17}$/, 'a transaction id of Apple’s App Store', 'apple'],
  [/^(?=.*\d)M[A-Z0-9]{9,10}$/, 'an order id of Apple’s App Store', 'apple'],
  // Base64 that begins like Apple's signed receipts, in one piece, broken into lines, or percent-encoded (`%2B` for `+`).
  [
    /^MI[A-Z](?=\S{12})(?:[\w+/\s-]|%2[BbFf]|%3[Dd]|%0[AaDd]){40,}={0,2}$/,
    'an iOS receipt',
    'apple',
  ],
  // The base64 of `{ "signature" = …`: `ewo` is `{` and a line feed, `ew0` is `{` and a line break of Windows. Base64 writes
  // "signature" in one of two ways, which depends on the number of bytes before it.
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
  [/^[+-]?\d+(?:[.,]\d+)?$/, 'a number'],
  [emailAddress, 'an e-mail address'],
  [/^https?:\/\//i, 'a web address'],
  [/^[\w.~/\\-]{1,200}\.(?:txt|json|ndjson|csv|eml|html?|log)$/i, fileNameNoun, 'typed'],
  [/^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/, 'the name of a product or a package'],
  // `$RECEIPT`, `${RECEIPT}`, `$env:RECEIPT` of PowerShell, `%RECEIPT%` of Windows.
  [/^@?\$(?:env:)?\{?[A-Z_]\w*\}?$|^%[A-Z_]\w*%$/i, 'the name of a variable', 'typed'],
  [/^(?:(?:your|the|purchase)[ _-]?)*(?:token|receipt)(?:[ _-]?here)?$/i, 'a placeholder', 'typed'],
  // `{token}` and `[receipt]`, but not JSON.
  [/^(?:\{[^{}":]*\}|\[[^[\]"{}]*\])$/, 'a placeholder', 'typed'],
  // As pvg shows it, with anything behind it, or its digits alone.
  [/^sha256:[0-9a-f]{12}|^[0-9a-f]{12}$/i, 'a fingerprint, which stands for a receipt'],
  [/(?<=[a-z]{16})\.AO-.*[a-z]{16}\.AO-/is, 'more than one receipt', 'typed'],
  // `1.23457E+16`
  [/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i, 'a number that a spreadsheet shortened'],
  // `#REF!`, `#N/A`, and `####` of a column that is too narrow.
  [/^#(?:[\p{L}/0-9]{1,12}[?!]?|#+)$/u, 'an error of a spreadsheet'],
  // `…`, `<>`, `---`
  [/^[^\p{L}\p{N}]+$/u, 'a placeholder', 'typed'],
]);

/** What a mail or a chat program leaves around a value. */
const wrappers = ` \t\r\n\u00A0\uFEFF<>${quotationMarks}`;
const wrappersInFront = new RegExp(`^[\\s${wrappers}]+`, 'u');

/** `MQ1ABCD2EF` of `Order number: MQ1ABCD2EF`. */
function withoutLabel(text: string): string {
  return text.replace(/^\p{L}[\p{L} ]{1,30}(?:[:=#]+\s| #|\uFF1A)\s*/u, '');
}

/** What a text is, by its form; undefined for one that may be a receipt. */
export function findLookAlike(text: string): LookAlike | undefined {
  const withoutStart = cleanOrderIds(text).replace(wrappersInFront, '');
  const bare = withoutEnd(withoutStart, wrappers);
  return recognizeForm(bare) ?? recognizeForm(withoutLabel(bare));
}

/** @param text without wrappers, and with its label or without */
function recognizeForm(text: string): LookAlike | undefined {
  const bare = toHalfWidth(text);
  // Not named here: doubtReceipt offers the whole order id with the digits that are probably meant.
  if (guessMisreadOrderId(bare) !== undefined) return undefined;
  if (isOrderId(bare)) {
    return {
      noun: 'an order id of the store (GPA.…)',
      advice: 'order',
      orderId: findOrderId(bare) ?? bare,
    };
  }
  // Before the known forms, because a part of an order id may have the form of a phone number.
  if (isPartOfOrderId(bare)) return { noun: partOfOrderIdNoun, advice: 'order' };
  // A whole order id with something behind it is not one of the known forms.
  if (beginsAsOrderId(bare)) return undefined;
  if (oldOrderForm.test(bare)) return { noun: oldOrderNoun, advice: 'order', orderId: bare };
  const [, noun, advice] = knownForms().find(([form]) => form.test(bare)) ?? [];
  if (noun !== undefined) return { noun, advice };
  return placeholderTexts.has(bare.toLowerCase())
    ? { noun: 'a placeholder', advice: 'typed' }
    : undefined;
}

/** In characters: longer texts of Apple are receipts. */
const longestAppleNumber = 20;

/** An order id or a transaction id of Apple; undefined for any other text. A message may show it, because it is not a receipt. */
export function findAppleNumber(text: string): string | undefined {
  const number = withoutLabel(text.trim()).toUpperCase();
  const isOfApple = findLookAlike(number)?.advice === 'apple';
  return isOfApple && number.length <= longestAppleNumber ? number : undefined;
}
