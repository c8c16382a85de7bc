import { misreadOrderId, orderIdIn } from './look-alikes.js';

/** What stands where an order id should be, and is none: read from a picture, or a part of one. */
export interface UnreadOrder {
  /** As the text has it. */
  readonly written: string;
  /** What a picture probably shows; undefined for a part. */
  readonly probably?: string;
}

/** Its beginning and two groups at least; letters that a program reads for digits count. */
const form =
  /(?<![\w.-])[6GCg][Pp][A4a][.,:]?\s?[\dOoQDIil|ZzASsGbBgq]{1,6}(?:[-\u2010-\u2015\u2212\u30FC\uFE63\uFF70][\dOoQDIil|ZzASsGbBgq]{1,6}){1,5}(?![\w-])/g;

/** Fewer digits are a word. */
const fewestDigits = 4;

/** The first one. @param known the orders of the text, which may be written in part a second time */
export function unreadOrderIn(text: string, known: readonly string[]): UnreadOrder | undefined {
  const written = [...text.matchAll(form)].map(([match]) => match.trim());
  const unread = written.filter(
    (each) => orderIdIn(each) === undefined && each.replace(/\D/g, '').length >= fewestDigits,
  );
  const orders = unread.map((each): UnreadOrder => {
    const probably = misreadOrderId(each);
    return probably === undefined ? { written: each } : { written: each, probably };
  });
  return orders.find((order) => !known.some((each) => isOf(order, each)));
}

function isOf({ written, probably = written }: UnreadOrder, known: string): boolean {
  return known.toUpperCase().startsWith(probably.toUpperCase());
}
