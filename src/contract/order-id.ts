import { idFromCell } from './placeholder-texts.js';

/**
 * What stands in an order id in place of a hyphen: a word processor writes a dash or a minus sign, a Japanese keyboard the
 * long mark of a vowel.
 */
export const hyphenLookAlikes = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30FC\uFE63\uFF70';
const anyHyphenLookAlike = new RegExp(`[${hyphenLookAlikes}]`, 'g');

/** The number of an order. A renewal (`GPA.1..0`, `GPA.1..1`) has that of its subscription, as it has its receipt. */
export function orderNumber(orderId: string): string {
  const end = orderId.indexOf('..');
  return end === -1 ? orderId : orderId.slice(0, end);
}

/** Whether two ids name one order, by their numbers: people and programs change the case of letters. */
export function isSameOrder(orderId: string | undefined, other: string): boolean {
  return orderId !== undefined && comparableNumber(orderId) === comparableNumber(other);
}

const comparableNumber = (orderId: string): string => orderNumber(orderId.trim().toUpperCase());

/** The order of a renewal, with its number: `GPA.1..0`. */
export function isRenewal(orderId: string): boolean {
  const end = orderId.lastIndexOf('..');
  return orderId.startsWith('GPA.') && end > 'GPA.'.length && /^\d+$/.test(orderId.slice(end + 2));
}

/**
 * The order id in a cell of a table: without marks that a spreadsheet or a chat put around it, with real hyphens, and with the
 * `..1` of a renewal. null for a text without a digit, which is a word such as `Total`.
 */
export function orderIdFromCell(text = ''): string | null {
  // The usual form is returned as it is, because a text from replace() takes twice the memory.
  if (/^GPA\.[\d.-]*\d$/.test(text)) return text;
  const bare = text.replace(anyHyphenLookAlike, '-').replace(/^[^0-9a-z]*gpa\./i, 'GPA.');
  return /\d/.test(bare) ? idFromCell(upToLastLetterOrDigit(bare)) : null;
}

function upToLastLetterOrDigit(text: string): string {
  let end = text.length;
  while (end > 0 && !/[0-9a-z]/i.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trimStart();
}
