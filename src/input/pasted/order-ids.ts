import { hyphenLookAlikes } from '../../contract/order-id.js';

/** The order ids of both stores in a text that somebody wrote, pasted or read from a picture. */

/** For the inside of a class of characters in a pattern. */
const hyphens = `\\-${hyphenLookAlikes}`;
/** The pattern of one hyphen, or of what stands for it. */
export const hyphen = `[${hyphens}]`;
export const anyHyphen = new RegExp(hyphen, 'g');

/** How far the code of a full-width character is from the code of the same character in ASCII. */
const fullWidthDistance = 0xff01 - 0x21;

/** Writes full-width letters, digits and marks in ASCII (`１２` as `12`): they are the same characters, so nothing is guessed. */
export function toHalfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - fullWidthDistance),
  );
}

const groupSizes = [4, 4, 4, 5];
/** How many digits a whole order id has, without the number of a renewal. */
export const digitsOfOrderId = 4 + 4 + 4 + 5;
const groups = groupSizes.map((count) => `\\d{${count}}`).join(hyphen);
/** With any hyphen, with or without `GPA.`; a renewal has its number at the end: `GPA.1234-5678-9012-34567..0`. */
const orderIdForm = new RegExp(
  `(?<![\\w.-])(?:GPA[. ]{0,2})?(${groups}(?:\\.\\.\\d{1,3})?)(?![\\w-])`,
  'i',
);

/** Writes hyphens where people write blanks (`GPA.1234 5678 …`), and removes the `_` with which a chat makes a text slanted. */
export function cleanOrderIds(text: string): string {
  return text
    .replace(/GPA[. ]{0,2}(?:\d{4} ){3}\d{5}/gi, (id) => id.replace(/(?<=\d) /g, '-'))
    .replace(/(?<![\w.-])(_{1,3})(GPA\.[\d.-]*\d)\1(?![\w-])/gi, '$2');
}

/** The order ids in a text, each once, as the store writes them. */
export function readOrderIds(text: string): readonly string[] {
  const matches = [...cleanOrderIds(toHalfWidth(text)).matchAll(new RegExp(orderIdForm, 'gi'))];
  const ids = matches.map(([, digits = '']) => `GPA.${digits.replace(anyHyphen, '-')}`);
  return [...new Set(ids)];
}

/** The first order id in a text. */
export function findOrderId(text: string): string | undefined {
  return readOrderIds(text)[0];
}

/** Whether a text is one order id with hyphens, with or without `GPA.`, and nothing else. */
export function isOrderId(text: string): boolean {
  return orderIdForm.exec(text)?.[0] === text;
}

/** An order id as the store writes it, from one with a label, other hyphens or without `GPA.`. Another text stays as it is. */
export function normalizeOrderId(typed: string | undefined): string | undefined {
  return typed === undefined ? undefined : (findOrderId(typed) ?? typed.trim());
}

/** The numbers of Apple’s mails to the player, each once. */
export function readAppleOrderIds(text: string): readonly string[] {
  const matches = text.matchAll(/(?<!\w)M(?=[A-Z0-9]*\d)[A-Z0-9]{9,10}(?!\w)/g);
  return [...new Set([...matches].map(([id]) => id))];
}

/** The first order id of Apple in a text. */
export function findAppleOrderId(text: string): string | undefined {
  return readAppleOrderIds(text)[0];
}

/**
 * A part of an order id: `GPA.1234` with anything behind it, or `1234-5678`. Nothing may stand behind groups without `GPA.`,
 * because many other texts begin with digits and hyphens.
 */
const orderIdPartForm = new RegExp(
  `^(?:gpa[.\\d${hyphens}]{2,}|\\d{4}(?:${hyphen}\\d{4,5})+$)`,
  'i',
);

/** Whether a text begins with an order id or a part of one. */
export function beginsAsOrderId(text: string): boolean {
  return orderIdPartForm.test(toHalfWidth(text));
}

/**
 * Whether a text begins with a part of an order id and has no whole one. A phone number may look the same. Then it counts as
 * a part of an order id: asking for the rest of a phone number does less harm than losing an order.
 */
export function isPartOfOrderId(text: string): boolean {
  return beginsAsOrderId(text) && findOrderId(text) === undefined;
}

const orderIdEndForm = new RegExp(`^[\\s….${hyphens}]*\\d[\\d${hyphens}]*$`);

/** The digits of `…-34567`, `34567` or `9012-34567`: five or more, which a whole order id ends with. */
export function readOrderIdEnd(typed: string): string | undefined {
  const isEnd = orderIdEndForm.test(typed.trim());
  const digits = typed.replace(/\D/g, '');
  return isEnd && digits.length >= 5 && digits.length < digitsOfOrderId ? digits : undefined;
}

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
/** A digit, or a letter that a picture shows in its place. */
export const misreadDigit = `[${Object.keys(misreadDigits).join('')}\\d]`;
/** What a program that reads pictures makes of `GPA`. */
export const misreadPrefix = '[6GCg][Pp][A4a]';
const misreadOrderForm = new RegExp(
  `(?<![\\w.-])${misreadPrefix}[.,:]? ?((?:${misreadDigit}{4}${hyphen}){3}${misreadDigit}{5})(?![\\w-])`,
);

/** The order id that a picture probably shows: offered to a person, never taken. undefined for a text with a whole one. */
export function guessMisreadOrderId(text: string): string | undefined {
  const [, characters] = misreadOrderForm.exec(toHalfWidth(text)) ?? [];
  if (characters === undefined || findOrderId(text) !== undefined) return undefined;
  const digits = [...characters].map((letter) => misreadDigits[letter] ?? letter).join('');
  return `GPA.${digits.replace(anyHyphen, '-')}`;
}
