import { orderNumber } from '../../contract/order-id.js';
import { normalizeOrderId, readOrderIds } from './order-ids.js';
import type { Pasted } from './read.js';
import { findStoreNames } from './store-names.js';
import { findUnreadOrder, type UnreadOrder } from './unread-orders.js';

/** The orders that a text names beside its purchase. */
export interface OrdersOfText {
  readonly orderId?: string;
  /** Order ids that seem to be of other purchases: somebody must check which order the ticket is about. */
  readonly otherOrderIds?: readonly string[];
  /** Orders that the text names without a receipt, so the answer about the chosen purchase is not about them. */
  readonly unassignedOrderIds?: readonly string[];
  /** Whether the text has several purchases and does not show which order is that of the chosen one. */
  readonly isOneOfSeveral?: boolean;
  /** A text in place of an order id, such as `6PA.12O4-…`: a person must read it before it can be compared. */
  readonly unreadOrder?: UnreadOrder;
}

/**
 * Finds the order of the purchase among all orders that the text names. If the purchase itself names none, the order in the
 * mail around it is taken, but only if it is the only one.
 * @param chosenOrderId the value of `--order-id`: it says which order the ticket is about, whatever the text names
 */
export function sortOrdersOfText(
  pasted: Extract<Pasted, { kind: 'purchase' }>,
  texts: readonly string[],
  chosenOrderId: string | undefined,
): OrdersOfText {
  const orders = sortWholeOrders(pasted, texts, chosenOrderId);
  if (chosenOrderId !== undefined) return orders;
  const wholeOrderIds = [
    ...pasted.orderIds,
    ...pasted.purchases.flatMap(({ orderId }) => orderId ?? []),
  ];
  const [unreadOrder] = texts.flatMap((text) => findUnreadOrder(text, wholeOrderIds) ?? []);
  return unreadOrder === undefined ? orders : { ...orders, unreadOrder };
}

function sortWholeOrders(
  { purchase, purchases, orderIds }: Extract<Pasted, { kind: 'purchase' }>,
  texts: readonly string[],
  chosenOrderId: string | undefined,
): OrdersOfText {
  const purchaseOrderId = normalizeOrderId(purchase.orderId);
  const byNumber = new Map(orderIds.map((id) => [orderNumber(id), id]));
  for (const { orderId } of purchases) {
    byNumber.delete(orderNumber(normalizeOrderId(orderId) ?? ''));
  }
  const otherOrderIds = [...byNumber.values()];
  const isOneOfSeveral = purchases.some(({ receipt }) => receipt !== purchase.receipt);
  const isOtherOrderChosen =
    purchaseOrderId !== undefined &&
    chosenOrderId !== undefined &&
    !hasSameNumber(purchaseOrderId, chosenOrderId);
  if (purchaseOrderId !== undefined && isOneOfSeveral && !isOtherOrderChosen) {
    // The purchase was chosen among several, and names its own order, so no other order is in doubt.
    const orderId = chosenOrderId ?? purchaseOrderId;
    return { orderId, otherOrderIds: [], unassignedOrderIds: otherOrderIds };
  }
  if (chosenOrderId !== undefined) {
    const unassignedOrderIds = otherOrderIds.filter((id) => !hasSameNumber(id, chosenOrderId));
    return {
      orderId: chosenOrderId,
      otherOrderIds: isOtherOrderChosen ? [purchaseOrderId] : [],
      unassignedOrderIds,
    };
  }
  const products = texts.flatMap((text) => findStoreNames(text, 'productId'));
  const isAlone =
    purchases.every(({ receipt }) => receipt === purchase.receipt) &&
    products.every((product) => product === (purchase.productId ?? product));
  const [onlyOrderId] = otherOrderIds;
  if (
    purchaseOrderId === undefined &&
    onlyOrderId !== undefined &&
    otherOrderIds.length === 1 &&
    isAlone
  ) {
    return { orderId: onlyOrderId, otherOrderIds: [] };
  }
  if (purchaseOrderId !== undefined) {
    const isBeside = (id: string): boolean =>
      texts.some((text) => namesTogether(text, purchaseOrderId, id));
    return {
      orderId: purchaseOrderId,
      otherOrderIds: otherOrderIds.filter((id) => !isBeside(id)),
      unassignedOrderIds: otherOrderIds.filter(isBeside),
    };
  }
  return { otherOrderIds, isOneOfSeveral };
}

/**
 * Whether the mail around a purchase names both orders in one breath: `I bought A and B`. Then the mail is about the order of
 * the purchase, too. Named apart, it may be the developers who name one of them, and the player asks about the other.
 */
function namesTogether(text: string, one: string, other: string): boolean {
  const numbers = [one, other].map(orderNumber);
  return splitSentences(withoutObjects(text)).some((sentence) => {
    const named = readOrderIds(sentence).map(orderNumber);
    return numbers.every((number) => named.includes(number));
  });
}

/** How deep the JSON of a purchase is at most; a store’s own has two or three levels. */
const deepestObject = 8;

/** The text without its JSON, the inner objects first; empty if a bracket stays, because what belongs to the mail is not certain then. */
function withoutObjects(text: string): string {
  let rest = text;
  for (let level = 0; level < deepestObject && rest.includes('{'); level++) {
    rest = rest.replace(/\{[^{}]*\}/g, '\n');
  }
  return rest.includes('{') ? '' : rest;
}

/**
 * A sentence ends at its mark or its line. A mail program may break the line before an order id or a short word such as `and`,
 * so such a line belongs to the one above.
 */
function splitSentences(text: string): readonly string[] {
  const joined = text.replace(/\r?\n[> \t]*(?=(?:[^\s:]{1,4} )?GPA\.\d)/g, ' ');
  return joined.split(/[.?!。！？](?:\s|$)|\n/);
}

const hasSameNumber = (one: string, other: string): boolean =>
  orderNumber(one) === orderNumber(other);
