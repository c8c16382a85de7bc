import { isSameOrder } from '../../contract/order-id.js';
import { saysNothingOfOrder } from '../journal/calls.js';
import type { JournalEntry, RemarkEntry } from '../journal/entry.js';
import { isAnswerAbout } from '../journal/order-answers.js';
import type { Case } from './case.js';

/** The pastes of a ticket that were refused, and that no look-up has answered since. */

/** What a refused paste is about: one of the orders that it names. */
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
    // The case has it only while one of its purchases was not looked up.
    if (open.refusal.receipts.length > 0) return true;
    // What was pasted without an order id may be about any of the others.
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

function listOpenOrders(refusal: RemarkEntry): readonly OpenOrder[] {
  const { order_ids: orderIds, receipts } = refusal;
  // Which of the orders is open is not known of a text with several purchases.
  if (orderIds.length === 0 || receipts.length > 0) return [{ orderId: null, refusal }];
  return orderIds.map((orderId) => ({ orderId, refusal }));
}

/**
 * Whether a call answers the refused paste. An answer without an order id may be about any purchase, so a later one counts; a
 * check of the player is about no purchase.
 */
function answersOpenOrder(call: JournalEntry, { orderId, refusal }: OpenOrder): boolean {
  if (call.command === 'session' && orderId !== null) return false;
  // What was pasted after it may have what it lacked.
  if (call.at < refusal.at && saysNothingOfOrder(call)) return false;
  const isSameOne =
    call.order_id !== null && orderId !== null && isSameOrder(call.order_id, orderId);
  const isUnclear = call.order_id === null || orderId === null;
  return isSameOne || (isUnclear && call.at >= refusal.at);
}
