import { isSameOrder } from '../../contract/purchase-token.js';
import { shownFingerprint } from '../../signing/digest.js';
import { brokenMark } from './broken-mark.js';
import { candidatesIn, valuesOf, type Candidate, type ReadingBudget } from './candidates.js';
import { orderIdOf, orderIdsIn } from './look-alikes.js';
import { joinBrokenLines, readingsOfPaste, type PasteReadings } from './paste-layers.js';

/**
 * The purchase in a pasted text. Each way to read the text is tried, and all must agree: a receipt comes out byte for
 * byte or not at all.
 */
export type Pasted =
  /** `orderIds`: every order that the text names, wherever it stands. */
  | {
      readonly kind: 'purchase';
      readonly purchase: Candidate;
      /** All that the text has, this one included. */
      readonly purchases: readonly Candidate[];
      readonly orderIds: readonly string[];
    }
  /** One purchase of several products or packages. `orderId`: the one that was asked for. */
  | {
      readonly kind: 'several';
      readonly purchases: readonly Candidate[];
      readonly orderId: string | undefined;
    }
  /** Two ways to read it give two receipts, a value in it was broken, or a part of it was not read. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'nothing' };

/** Which one of several purchases or products is meant. */
export interface Choice {
  readonly productId?: string | undefined;
  readonly orderId?: string | undefined;
  /** The fingerprint of its receipt. */
  readonly fingerprint?: string | undefined;
}

/** What a text holds; nothing in it is repaired. */
export function readPasted(text: string, choice: Choice = {}): Pasted {
  return purchaseInReadings(readingsOfPaste(text), choice);
}

/** The same for a text whose readings are known. */
export function purchaseInReadings(readings: PasteReadings, choice: Choice): Pasted {
  const { productId, orderId } = choice;
  const budget = { attempts: mostAttempts, isExceeded: !readings.isComplete };
  const [plainest, ...others] = candidatesOfReadings(readings, budget);
  if (plainest === undefined) return { kind: 'nothing' };
  const candidates = [plainest, ...others].flat();
  if (budget.isExceeded || !isCertain(candidates, plainest)) return { kind: 'unclear' };
  const ofOrder = withValueOrAll(plainest, 'orderId', orderId);
  const ofProduct = withValueOrAll(ofOrder, 'productId', productId);
  const chosen = ofReceiptOrAll(ofProduct, choice.fingerprint);
  const [receipt, otherReceipt] = distinctValues(chosen, 'receipt');
  if (otherReceipt !== undefined) return { kind: 'several', purchases: chosen, orderId };
  const sameReceipt = candidates.filter((candidate) => candidate.receipt === receipt);
  // Names do not vote: where one has a link in it, the text without links has the clean one.
  const clean = sameReceipt.filter((candidate) => !valuesOf(candidate).some(hasMarkOfLink));
  const same = withValueOrAll(clean.length > 0 ? clean : sameReceipt, 'productId', productId);
  const hasSeveralProducts =
    productId === undefined && distinctValues(same, 'productId').length > 1;
  if (hasSeveralProducts || distinctValues(same, 'package').length > 1) {
    return { kind: 'several', purchases: same, orderId };
  }
  // The same purchase twice: a member may be missing in one place and present in the other.
  const purchase = same.reduceRight((merged, candidate) => ({ ...merged, ...candidate }));
  const orderIds = orderIdsInReadings(readings.texts);
  return { kind: 'purchase', purchase, purchases: plainest, orderIds };
}

/** All readings name the receipts of the plainest one, and no value is broken. */
function isCertain(candidates: readonly Candidate[], plainest: readonly Candidate[]): boolean {
  const receipts = new Set(plainest.map(({ receipt }) => receipt));
  return candidates.every(
    (candidate) => receipts.has(candidate.receipt) && !valuesOf(candidate).some(isBroken),
  );
}

function isBroken(value: string): boolean {
  return value.includes(brokenMark) || /\p{Cc}/u.test(value);
}

function hasMarkOfLink(value: string): boolean {
  return /[<>[\]]/.test(value);
}

/** Those count, too, that a mail program broke over two lines. */
function orderIdsInReadings(texts: readonly string[]): readonly string[] {
  const ids = texts.flatMap((text) => [...orderIdsIn(text), ...orderIdsIn(inOneLine(text))]);
  return [...new Set(ids)];
}

/** No order id has a `=`: one at the end of a line is a mark of quoted-printable text. */
function inOneLine(text: string): string {
  return joinBrokenLines(text).replaceAll(`=${brokenMark}`, '');
}

function distinctValues(candidates: readonly Candidate[], role: keyof Candidate): string[] {
  return [...new Set(candidates.flatMap((candidate) => candidate[role] ?? []))];
}

/** Those that have the value, or all if none has. A renewal has the order number of its subscription. */
function withValueOrAll(
  candidates: readonly Candidate[],
  role: 'productId' | 'orderId',
  value: string | undefined,
): readonly Candidate[] {
  if (value === undefined) return candidates;
  const written = (candidate: Candidate): string | undefined =>
    role === 'orderId' ? orderIdOf(candidate.orderId) : candidate[role];
  const withValue = candidates.filter((candidate) => written(candidate) === value);
  if (withValue.length > 0) return withValue;
  const withNumber = candidates.filter(
    (candidate) => role === 'orderId' && isSameOrder(written(candidate), value),
  );
  return withNumber.length > 0 ? withNumber : candidates;
}

function ofReceiptOrAll(
  candidates: readonly Candidate[],
  fingerprint: string | undefined,
): readonly Candidate[] {
  if (fingerprint === undefined) return candidates;
  const found = candidates.filter(({ receipt }) => shownFingerprint(receipt) === fingerprint);
  return found.length > 0 ? found : candidates;
}

const mostAttempts = 200;

/** What each way to read the text gives, the plainest first. */
function candidatesOfReadings(
  { texts, linkWords }: PasteReadings,
  budget: ReadingBudget,
): Candidate[][] {
  const readings = texts.map((text) => candidatesIn(text, budget));
  return readings
    .filter(({ length }) => length > 0)
    .map((candidates) => candidates.map((candidate) => markLinked(candidate, linkWords)));
}

/** The address of a link may have been a part of the receipt: with this mark it counts as broken. */
function markLinked(candidate: Candidate, linkWords: ReadonlySet<string>): Candidate {
  const { receipt } = candidate;
  const isLinked = [...linkWords].some((word) => receipt.includes(word));
  return isLinked ? { ...candidate, receipt: `${receipt}${brokenMark}` } : candidate;
}
