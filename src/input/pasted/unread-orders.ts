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
  /** What a picture probably shows; undefined for a part. */
  readonly probableOrderId?: string;
}

const groupPattern = `${misreadDigit}{1,6}`;
/** `GPA` and two groups at least. */
const unreadForm = new RegExp(
  `(?<![\\w.-])${misreadPrefix}[.,:]?\\s?${groupPattern}(?:${hyphen}${groupPattern}){1,5}(?![\\w-])`,
  'g',
);

/** A text with fewer digits is a word. */
const fewestDigits = 4;

/** The first text that stands in the place of an order id. @param known the orders of the text, which may be written in part a second time */
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
