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
  /** Nobody can compare it before a person has read it. */
  readonly unreadOrder?: UnreadOrder;
}

/**
 * A mail may name the order that its purchase JSON lacks, which is then compared, or the orders of other purchases: an
 * order that stands elsewhere is of this purchase only if the text names no other one. `chosen`: of `--order-id`, which
 * says what the ticket is about, whatever else the text names.
 */
export function sortOrdersOfText(
  pasted: Extract<Pasted, { kind: 'purchase' }>,
  texts: readonly string[],
  chosen: string | undefined,
): OrdersOfText {
  const orders = wholeOrdersOf(pasted, texts, chosen);
  if (chosen !== undefined) return orders;
  const known = [...pasted.orderIds, ...pasted.purchases.flatMap(({ orderId }) => orderId ?? [])];
  const [unreadOrder] = texts.flatMap((text) => findUnreadOrder(text, known) ?? []);
  return unreadOrder === undefined ? orders : { ...orders, unreadOrder };
}

function wholeOrdersOf(
  { purchase, purchases, orderIds }: Extract<Pasted, { kind: 'purchase' }>,
  texts: readonly string[],
  chosen: string | undefined,
): OrdersOfText {
  const own = normalizeOrderId(purchase.orderId);
  const byNumber = new Map(orderIds.map((id) => [orderNumber(id), id]));
  for (const { orderId } of purchases) {
    byNumber.delete(orderNumber(normalizeOrderId(orderId) ?? ''));
  }
  const others = [...byNumber.values()];
  const isOneOfSeveral = purchases.some(({ receipt }) => receipt !== purchase.receipt);
  const isOther = own !== undefined && chosen !== undefined && !hasSameNumber(own, chosen);
  if (own !== undefined && isOneOfSeveral && !isOther) {
    // Whichever option chose it, it was chosen among several, and the text says which order is its own.
    return { orderId: chosen ?? own, otherOrderIds: [], besideOrderIds: others };
  }
  if (chosen !== undefined) return { orderId: chosen, otherOrderIds: isOther ? [own] : [] };
  const products = texts.flatMap((text) => findStoreNames(text, 'productId'));
  const isAlone =
    purchases.every(({ receipt }) => receipt === purchase.receipt) &&
    products.every((product) => product === (purchase.productId ?? product));
  const [only] = others;
  if (own === undefined && only !== undefined && others.length === 1 && isAlone) {
    return { orderId: only, otherOrderIds: [] };
  }
  if (own !== undefined) return { orderId: own, otherOrderIds: others };
  return { otherOrderIds: others, isOneOfSeveral };
}

const hasSameNumber = (one: string, other: string): boolean =>
  orderNumber(one) === orderNumber(other);
