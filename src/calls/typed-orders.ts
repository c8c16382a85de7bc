import { findAppleNumber } from '../input/pasted/look-alikes.js';
import { findAppleOrderId, guessMisreadOrderId, readOrderIds } from '../input/pasted/order-ids.js';

export interface TypedOrder {
  readonly orderId: string;
  /** It was read from a picture, and corrected. */
  readonly isGuessed: boolean;
}

/** All orders that the texts name, each once: whoever reads the ticket later looks for each of them. */
export function readTypedOrders(texts: readonly string[]): readonly TypedOrder[] {
  const orders = texts.flatMap(readOrdersOfText);
  return [...new Map(orders.map((order) => [order.orderId, order])).values()];
}

function readOrdersOfText(text: string): readonly TypedOrder[] {
  const orderIds = readOrderIds(text);
  if (orderIds.length > 0) return orderIds.map((orderId) => ({ orderId, isGuessed: false }));
  const guessed = guessMisreadOrderId(text);
  if (guessed !== undefined) return [{ orderId: guessed, isGuessed: true }];
  const ofApple = findAppleOrderId(text) ?? findAppleNumber(text);
  return ofApple === undefined ? [] : [{ orderId: ofApple, isGuessed: false }];
}
