import { isSameOrder } from '../../contract/order-id.js';
import { saysNothingOfOrder } from '../journal/calls.js';
import type { JournalEntry, RemarkEntry } from '../journal/entry.js';
import { isAnswerAbout } from '../journal/order-answers.js';
import type { Case } from './case.js';

/** The pastes of a ticket that were refused, and that no look-up has answered since. */

/** An order that a refused paste names, and that nobody looked up since. A paste that names several makes several of these. */
export interface OpenOrder {
  /** null if the paste names none. */
  readonly orderId: string | null;
  readonly refusal: RemarkEntry;
}

/** The newest refusal of each order, unless it was looked up since. */
export function findOpenRefusals(
  remarks: readonly RemarkEntry[],
  calls: readonly JournalEntry[],
): readonly OpenOrder[] {
  const orders = remarks.filter(({ command }) => command === 'refusal').flatMap(listOpenOrders);
  const newest = new Map(orders.map((order) => [order.orderId, order]));
  const hasOrder = orders.some(({ orderId }) => orderId !== null);
  return [...newest.values()].filter((open) => {
    // A paste with several purchases: `withoutLookedUpRefusals` has left it out already if all of them were looked up.
    if (open.refusal.receipts.length > 0) return true;
    if (isInTextWithReceipts(open, orders)) return false;
    // A paste without an order id may be about one of the named orders, so it is not listed as a further one.
    if (open.orderId === null && hasOrder) return false;
    return !calls.some((call) => answersOpenOrder(call, open));
  });
}

/** Look-ups for other tickets of the orders that this one waits for. */
export function listOpenOrderAnswers(supportCase: Case): readonly JournalEntry[] {
  const { calls, remarks, callsOfOtherCases } = supportCase;
  const orderIds = findOpenRefusals(remarks, calls).flatMap(({ orderId }) => orderId ?? []);
  return callsOfOtherCases.filter((call) =>
    orderIds.some((orderId) => isAnswerAbout(call, orderId)),
  );
}

/** Whether another paste has this order beside its receipt: that paste is open already, and the order lacks nothing. */
function isInTextWithReceipts({ orderId }: OpenOrder, orders: readonly OpenOrder[]): boolean {
  return orders.some(
    ({ refusal: { receipts, order_ids: orderIds } }) =>
      receipts.length > 0 && orderIds.some((each) => isSameOrder(each, orderId ?? '')),
  );
}

function listOpenOrders(refusal: RemarkEntry): readonly OpenOrder[] {
  const { order_ids: orderIds, receipts } = refusal;
  // A text with several purchases does not say which receipt has which order, so it stays one entry without an order.
  if (orderIds.length === 0 || receipts.length > 0) return [{ orderId: null, refusal }];
  return orderIds.map((orderId) => ({ orderId, refusal }));
}

/**
 * Whether a call answers the refused paste. If the call or the paste has no order id, any later call counts, because it may be
 * about that purchase. A check of a player says nothing about an order.
 */
function answersOpenOrder(call: JournalEntry, { orderId, refusal }: OpenOrder): boolean {
  if (call.command === 'session' && orderId !== null) return false;
  // A doubtful look-up does not answer a later paste, which may have the whole receipt.
  if (call.at < refusal.at && saysNothingOfOrder(call)) return false;
  const isSameOne =
    call.order_id !== null && orderId !== null && isSameOrder(call.order_id, orderId);
  const isUnclear = call.order_id === null || orderId === null;
  return isSameOne || (isUnclear && call.at >= refusal.at);
}
