import {
  findOrderId,
  guessMisreadOrderId,
  hyphen,
  misreadDigit,
  misreadPrefix,
} from './order-ids.js';

/** What stands where an order id should be, and is none: read from a picture, or a part of one. */
export interface UnreadOrder {
  /** As the text has it. */
  readonly written: string;
  /** The order id that a picture probably shows; undefined for a part of an order id. */
  readonly probableOrderId?: string;
}

const groupPattern = `${misreadDigit}{1,6}`;
/** `GPA.1234-5678`, `6PA.12O4-…`: what a picture shows for `GPA`, and at least two groups of digits. */
const unreadForm = new RegExp(
  `(?<![\\w.-])${misreadPrefix}[.,:]?\\s?${groupPattern}(?:${hyphen}${groupPattern}){1,5}(?![\\w-])`,
  'g',
);

/** With fewer digits it is words: letters may stand for digits here. */
const fewestDigits = 4;

/**
 * The first text that stands in the place of an order id.
 * @param known the whole orders of the text: a text may repeat a part of one
 */
export function findUnreadOrder(text: string, known: readonly string[]): UnreadOrder | undefined {
  const written = [...text.matchAll(unreadForm)].map(([match]) => match.trim());
  const unread = written.filter(
    (each) => findOrderId(each) === undefined && each.replace(/\D/g, '').length >= fewestDigits,
  );
  const orders = unread.map((each): UnreadOrder => {
    const probableOrderId = guessMisreadOrderId(each);
    return probableOrderId === undefined ? { written: each } : { written: each, probableOrderId };
  });
  return orders.find((order) => !known.some((each) => beginsKnownOrder(order, each)));
}

function beginsKnownOrder(
  { written, probableOrderId = written }: UnreadOrder,
  known: string,
): boolean {
  return known.toUpperCase().startsWith(probableOrderId.toUpperCase());
}
