import { candidatesIn, valuesOf, type Candidate } from './candidates.js';
import { orderIdsIn } from './look-alikes.js';
import { brokenMark, joinBrokenLines, readingsOfPaste } from './paste-layers.js';

/**
 * The purchase in a pasted text. Each way to read the text is tried, and all must agree: a receipt comes out byte for
 * byte or not at all.
 */
export type Pasted =
  /** `orderIds`: every order that the text names, wherever it stands. */
  | { readonly kind: 'purchase'; readonly purchase: Candidate; readonly orderIds: readonly string[] }
  /** Or one purchase of several products or packages. `orderId`: the one that was asked for. */
  | {
      readonly kind: 'several';
      readonly purchases: readonly Candidate[];
      readonly orderId: string | undefined;
    }
  /** Two ways to read it give two receipts, or a value in it was broken. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'nothing' };

/** Of several purchases or products. */
export interface Choice {
  readonly productId?: string | undefined;
  readonly orderId?: string | undefined;
}

/** What a text holds; nothing in it is repaired. */
export function readPasted(text: string, { productId, orderId }: Choice = {}): Pasted {
  const linked = new Set<string>();
  const texts = readingsOfPaste(text, linked);
  const [here, ...others] = readingsOf(texts, linked);
  if (here === undefined) return { kind: 'nothing' };
  const all = [here, ...others].flat();
  if (
    all.some(({ receipt }) => !here.some((each) => each.receipt === receipt)) ||
    all.some((each) => valuesOf(each).some((value) => /[\p{Cc}\uE000]/u.test(value)))
  ) {
    return { kind: 'unclear' };
  }
  const chosen = matching(matching(here, 'orderId', orderId), 'productId', productId);
  const [receipt, other] = distinct(chosen, 'receipt');
  if (other !== undefined) return { kind: 'several', purchases: chosen, orderId };
  const ofReceipt = all.filter((each) => each.receipt === receipt);
  // Names do not vote: where one has a link in it, the text without links has the clean one.
  const clean = ofReceipt.filter((each) => !valuesOf(each).some((value) => /[<>[\]]/.test(value)));
  const same = matching(clean.length > 0 ? clean : ofReceipt, 'productId', productId);
  const unsure = [...(productId === undefined ? (['productId'] as const) : []), 'package' as const];
  if (unsure.some((role) => distinct(same, role).length > 1)) {
    return { kind: 'several', purchases: same, orderId };
  }
  // The same purchase twice: a member may be missing in one place and present in the other.
  const purchase = same.reduceRight((merged, each) => ({ ...merged, ...each }));
  return { kind: 'purchase', purchase, orderIds: ordersNamedIn(texts) };
}

/** Also those that a mail program broke over two lines. */
const ordersNamedIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => [...orderIdsIn(text), ...orderIdsIn(inOneLine(text))])),
];

/** No order id has a `=`: one at the end of a line is of quoted-printable text. */
const inOneLine = (text: string): string => joinBrokenLines(text).replaceAll(`=${brokenMark}`, '');

const distinct = (all: readonly Candidate[], role: keyof Candidate): string[] => [
  ...new Set(all.flatMap((each) => each[role] ?? [])),
];

/** Those that have the value, or all if none has. */
function matching(all: readonly Candidate[], role: keyof Choice, value: string | undefined) {
  const found = all.filter((each) => value !== undefined && each[role] === value);
  return found.length > 0 ? found : all;
}

const mostAttempts = 200;

/** What each way to read the text gives, the plainest first. */
function readingsOf(texts: readonly string[], linked: ReadonlySet<string>): Candidate[][] {
  const budget = { attempts: mostAttempts };
  const found = texts.map((each) => candidatesIn(each, budget));
  // A receipt with the last word of a link may have had the link itself.
  const marked = (each: Candidate): Candidate =>
    [...linked].some((word) => each.receipt.includes(word))
      ? { ...each, receipt: `${each.receipt}${brokenMark}` }
      : each;
  return found.filter(({ length }) => length > 0).map((candidates) => candidates.map(marked));
}
