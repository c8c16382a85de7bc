import { orderNumber } from '../../contract/order-id.js';
import { normalizeOrderId } from './order-ids.js';
import type { Pasted } from './read.js';
import { findStoreNames } from './store-names.js';
import { findUnreadOrder, type UnreadOrder } from './unread-orders.js';

/** The orders that a text names beside its purchase. */
export interface OrdersOfText {
  readonly orderId?: string;
  /** The order ids of other purchases, as far as the text shows: somebody must check which one the ticket is about. */
  readonly otherOrderIds?: readonly string[];
  /** Orders of a text with several purchases that stand beside none of them: no answer about the chosen one is about these. */
  readonly besideOrderIds?: readonly string[];
  /** The text has several purchases, and does not show which of its orders is of this one. */
  readonly isOneOfSeveral?: boolean;
  /** What stands where an order id should be: a person must read it before it can be compared. */
  readonly unreadOrder?: UnreadOrder;
}

/**
 * Tells the order of the purchase from those of other purchases. A mail may name the order that its purchase JSON lacks: it
 * is taken for that of the purchase only if the text names no other one.
 * @param chosenOrderId the value of `--order-id`, which says what the ticket is about, whatever else the text names
 */
export function sortOrdersOfText(
  pasted: Extract<Pasted, { kind: 'purchase' }>,
  texts: readonly string[],
  chosenOrderId: string | undefined,
): OrdersOfText {
  const orders = sortWholeOrders(pasted, texts, chosenOrderId);
  if (chosenOrderId !== undefined) return orders;
  const known = [...pasted.orderIds, ...pasted.purchases.flatMap(({ orderId }) => orderId ?? [])];
  const [unreadOrder] = texts.flatMap((text) => findUnreadOrder(text, known) ?? []);
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
  const isOther =
    purchaseOrderId !== undefined &&
    chosenOrderId !== undefined &&
    !hasSameNumber(purchaseOrderId, chosenOrderId);
  if (purchaseOrderId !== undefined && isOneOfSeveral && !isOther) {
    // Whichever option chose it, it was chosen among several, and the text says which order is its own.
    const orderId = chosenOrderId ?? purchaseOrderId;
    return { orderId, otherOrderIds: [], besideOrderIds: otherOrderIds };
  }
  if (chosenOrderId !== undefined) {
    return { orderId: chosenOrderId, otherOrderIds: isOther ? [purchaseOrderId] : [] };
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
    return { orderId: purchaseOrderId, otherOrderIds };
  }
  return { otherOrderIds, isOneOfSeveral };
}

const hasSameNumber = (one: string, other: string): boolean =>
  orderNumber(one) === orderNumber(other);
