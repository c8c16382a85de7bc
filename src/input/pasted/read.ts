import { isSameOrder } from '../../contract/order-id.js';
import { brokenMark } from './broken-mark.js';
import {
  buildCandidate,
  findCandidates,
  listValues,
  type Candidate,
  type ReadingBudget,
} from './candidates.js';
import { normalizeOrderId, readOrderIds } from './order-ids.js';
import { numberPurchases, type NumberedPurchase } from './numbered.js';
import { joinBrokenLines, collectReadings, type PasteReadings } from './paste-layers.js';

/**
 * What a pasted text holds. All readings of the text must agree about the receipt: it comes out byte for byte, or not at
 * all.
 */
export type Pasted =
  | {
      readonly kind: 'purchase';
      readonly purchase: Candidate;
      /** Its number in the text. */
      readonly pick: number;
      /** All purchases of the text, the chosen one included. */
      readonly purchases: readonly NumberedPurchase[];
      /** Every order that the text names, wherever it stands. */
      readonly orderIds: readonly string[];
    }
  | {
      readonly kind: 'several';
      /** The purchases that fit the choice. */
      readonly purchases: readonly NumberedPurchase[];
      /** What the person chose by options. */
      readonly choice: Choice;
    }
  /** Two ways to read it give two receipts, a value in it was broken, or a part of it was not read. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'nothing' };

/** Which one of several purchases or products is meant. */
export interface Choice {
  readonly productId?: string | undefined;
  readonly orderId?: string | undefined;
  /** Its number in the text. */
  readonly pick?: number | undefined;
}

/** Reads what a text holds. Nothing is repaired. */
export function readPasted(text: string, choice: Choice = {}): Pasted {
  return findPurchase(collectReadings(text), choice);
}

/** The purchase in a text whose readings are known already. */
export function findPurchase(readings: PasteReadings, choice: Choice): Pasted {
  const budget = { attempts: mostAttempts, isExceeded: !readings.isComplete };
  const [plainest, ...others] = findCandidatesPerReading(readings, budget);
  if (plainest === undefined) return { kind: 'nothing' };
  const candidates = [plainest, ...others].flat();
  if (budget.isExceeded || !areCertain(candidates, plainest)) return { kind: 'unclear' };
  const purchases = numberPurchases(dropLinkedCopies(candidates));
  const chosen = choosePurchases(purchases, choice);
  const [first] = chosen;
  if (first === undefined) return { kind: 'several', purchases, choice };
  if (chosen.length > 1 || first.doubt !== undefined) {
    return { kind: 'several', purchases: chosen, choice };
  }
  const { pick, receipt } = first;
  const purchase = buildCandidate(receipt, {
    productId: first.productId,
    package: first.package,
    orderId: first.orderId,
  });
  const orderIds = collectOrderIds(readings.texts);
  return { kind: 'purchase', purchase, pick, purchases, orderIds };
}

/** The purchases that fit the choice; an empty list for a number that no purchase has. */
function choosePurchases(
  purchases: readonly NumberedPurchase[],
  { pick, orderId, productId }: Choice,
): readonly NumberedPurchase[] {
  if (pick !== undefined) return purchases.filter((purchase) => purchase.pick === pick);
  const purchasesOfOrder = filterByOrder(purchases, orderId);
  const purchasesOfProduct = purchasesOfOrder.filter(
    (purchase) => purchase.productId === productId,
  );
  return productId === undefined || purchasesOfProduct.length === 0
    ? purchasesOfOrder
    : purchasesOfProduct;
}

/** The purchases of the chosen order, or all if none is of it. A renewal has the order number of its subscription. */
function filterByOrder(
  purchases: readonly NumberedPurchase[],
  orderId: string | undefined,
): readonly NumberedPurchase[] {
  if (orderId === undefined) return purchases;
  const purchasesOfOrder = purchases.filter(
    (purchase) => normalizeOrderId(purchase.orderId) === orderId,
  );
  if (purchasesOfOrder.length > 0) return purchasesOfOrder;
  const purchasesOfNumber = purchases.filter((each) =>
    isSameOrder(normalizeOrderId(each.orderId), orderId),
  );
  return purchasesOfNumber.length > 0 ? purchasesOfNumber : purchases;
}

/** Drops a purchase with a link in one of its values, `com.firma<http://com.firma>`, if another reading has it without. */
function dropLinkedCopies(candidates: readonly Candidate[]): readonly Candidate[] {
  const clean = candidates.filter((candidate) => !listValues(candidate).some(hasLinkMark));
  const receipts = new Set(clean.map(({ receipt }) => receipt));
  return candidates.filter(
    (candidate) => !receipts.has(candidate.receipt) || !listValues(candidate).some(hasLinkMark),
  );
}

/** Whether the candidates are certain: all readings name the receipts of the plainest one, and no value is broken. */
function areCertain(candidates: readonly Candidate[], plainest: readonly Candidate[]): boolean {
  const receipts = new Set(plainest.map(({ receipt }) => receipt));
  return candidates.every(
    (candidate) => receipts.has(candidate.receipt) && !listValues(candidate).some(isBroken),
  );
}

function isBroken(value: string): boolean {
  return value.includes(brokenMark) || /\p{Cc}/u.test(value);
}

function hasLinkMark(value: string): boolean {
  return /[<>[\]]/.test(value);
}

/** The order ids in the readings, also those that a mail program broke over two lines. */
function collectOrderIds(texts: readonly string[]): readonly string[] {
  const ids = texts.flatMap((text) => [
    ...readOrderIds(text),
    ...readOrderIds(joinLinesForOrders(text)),
  ]);
  return [...new Set(ids)];
}

/** Joins lines at a `=`: no order id has one, so at the end of a line it is a mark of quoted-printable text. */
function joinLinesForOrders(text: string): string {
  return joinBrokenLines(text).replaceAll(`=${brokenMark}`, '');
}

/** How many `{` that begin no object are tried: each try reads the rest of the text, and a log has thousands of them. */
const mostAttempts = 200;

/** The candidates of each reading of the text, the plainest reading first. */
function findCandidatesPerReading(
  { texts, linkWords }: PasteReadings,
  budget: ReadingBudget,
): Candidate[][] {
  const readings = texts.map((text) => findCandidates(text, budget));
  return readings
    .filter(({ length }) => length > 0)
    .map((candidates) => candidates.map((candidate) => markLinked(candidate, linkWords)));
}

/** Marks a receipt as broken if it has the last word of a removed link, which may have been a part of the receipt. */
function markLinked(candidate: Candidate, linkWords: ReadonlySet<string>): Candidate {
  const { receipt } = candidate;
  const isLinked = [...linkWords].some((word) => receipt.includes(word));
  return isLinked ? { ...candidate, receipt: `${receipt}${brokenMark}` } : candidate;
}
