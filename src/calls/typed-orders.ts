import { findAppleNumber } from '../input/pasted/look-alikes.js';
import { findAppleOrderId, guessMisreadOrderId, readOrderIds } from '../input/pasted/order-ids.js';

export interface TypedOrder {
  readonly orderId: string;
  /** The text has a misread order id, as a picture that was read by a program has it, and this is the corrected one. */
  readonly isGuessed: boolean;
}

/** All orders that the texts name, each once. All are kept, so that the ticket is found by each of them. */
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
