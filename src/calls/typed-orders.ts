import { findAppleNumber } from '../input/pasted/look-alikes.js';
import { findAppleOrderId, guessMisreadOrderId, readOrderIds } from '../input/pasted/order-ids.js';
import type { Situation } from '../support/replies/situations.js';

interface TypedOrder {
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

/** The situation whose reply fits. `need-receipt` says that we have an order number, so it must not be used for one that was only read from a picture. */
export function situationOfRefusal(
  about: 'purchase' | 'player',
  order: TypedOrder | undefined,
): Situation {
  if (about === 'player') return 'need-username';
  if (order === undefined || order.isGuessed) return 'need-order-id';
  // An order of Apple cannot be looked up at all. For any other the receipt is missing.
  return findAppleNumber(order.orderId) === undefined ? 'need-receipt' : 'ios';
}
