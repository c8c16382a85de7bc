import {
  findOrderId,
  guessMisreadOrderId,
  hyphen,
  misreadDigit,
  misreadPrefix,
} from './order-ids.js';

/** A text in the place of an order id that is not whole: misread from a picture, or only a part. */
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

/** With fewer digits a text is words, because letters also count as misread digits here. */
const fewestDigits = 4;

/**
 * The first text in the place of an order id that is not whole.
 * @param wholeOrderIds all of the text: a part of one of these does not count
 */
export function findUnreadOrder(
  text: string,
  wholeOrderIds: readonly string[],
): UnreadOrder | undefined {
  const textsOfForm = [...text.matchAll(unreadForm)].map(([match]) => match.trim());
  const unreadTexts = textsOfForm.filter(
    (each) => findOrderId(each) === undefined && each.replace(/\D/g, '').length >= fewestDigits,
  );
  const orders = unreadTexts.map((each): UnreadOrder => {
    const probableOrderId = guessMisreadOrderId(each);
    return probableOrderId === undefined ? { written: each } : { written: each, probableOrderId };
  });
  return orders.find((order) => !wholeOrderIds.some((each) => beginsWholeOrder(order, each)));
}

function beginsWholeOrder(
  { written, probableOrderId = written }: UnreadOrder,
  wholeOrderId: string,
): boolean {
  return wholeOrderId.toUpperCase().startsWith(probableOrderId.toUpperCase());
}
