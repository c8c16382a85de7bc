import { isSameOrder } from '../../contract/order-id.js';
import { saysNothingOfOrder } from '../journal/calls.js';
import type { JournalEntry, RemarkEntry } from '../journal/entry.js';
import { isAnswerAbout } from '../journal/order-answers.js';
import type { Case } from './case.js';

/** The refused pastes of a ticket that no call has answered. A call about the same order may also have been earlier. */

/** A refused paste, and one order that it names and that no call has answered. A paste with several orders makes several of these. */
export interface OpenRefusal {
  /** null if the paste names none. */
  readonly orderId: string | null;
  readonly refusal: RemarkEntry;
}

/** The newest refusal of each order, unless a call has answered it. @param remarks sorted oldest first */
export function findOpenRefusals(
  remarks: readonly RemarkEntry[],
  calls: readonly JournalEntry[],
): readonly OpenRefusal[] {
  const refusals = remarks.filter(({ command }) => command === 'refusal').flatMap(splitByOrder);
  // The newest refusal is last, so it is the one that the map keeps. All pastes without an order id share the key null.
  const newest = new Map(refusals.map((open) => [open.orderId, open]));
  const hasOrder = refusals.some(({ orderId }) => orderId !== null);
  return [...newest.values()].filter((open) => {
    // Only a paste with several purchases has receipts. Once all of them are looked up, the ticket is read without this
    // refusal (`withoutLookedUpRefusals`), so here some are not.
    if (open.refusal.receipts.length > 0) return true;
    if (isInTextWithReceipts(open, refusals)) return false;
    // A paste without an order id may be about one of the named orders, so it is not listed as a further one.
    if (open.orderId === null && hasOrder) return false;
    return !calls.some((call) => answersRefusal(call, open));
  });
}

/** The calls of other tickets that answer an order for which this ticket still has an open refusal. */
export function listOpenOrderAnswers(supportCase: Case): readonly JournalEntry[] {
  const { calls, remarks, callsOfOtherCases } = supportCase;
  const orderIds = findOpenRefusals(remarks, calls).flatMap(({ orderId }) => orderId ?? []);
  return callsOfOtherCases.filter((call) =>
    orderIds.some((orderId) => isAnswerAbout(call, orderId)),
  );
}

/** Whether another paste has this order beside its receipt: that paste is open already, and the order lacks nothing. */
function isInTextWithReceipts({ orderId }: OpenRefusal, refusals: readonly OpenRefusal[]): boolean {
  return refusals.some(
    ({ refusal: { receipts, order_ids: orderIds } }) =>
      receipts.length > 0 && orderIds.some((each) => isSameOrder(each, orderId ?? '')),
  );
}

function splitByOrder(refusal: RemarkEntry): readonly OpenRefusal[] {
  const { order_ids: orderIds, receipts } = refusal;
  // A text with several purchases does not say which receipt has which order, so it stays one entry without an order.
  if (orderIds.length === 0 || receipts.length > 0) return [{ orderId: null, refusal }];
  return orderIds.map((orderId) => ({ orderId, refusal }));
}

/**
 * Whether a call answers the refused paste: a call about the same order, earlier or later. If the call or the paste has no order
 * id, only a later call counts, because it may be about that purchase.
 */
function answersRefusal(call: JournalEntry, { orderId, refusal }: OpenRefusal): boolean {
  // A check of a player says nothing about an order.
  if (call.command === 'session' && orderId !== null) return false;
  // A doubtful look-up does not answer a later paste, which may have the whole receipt.
  if (call.at < refusal.at && saysNothingOfOrder(call)) return false;
  const isSameOne =
    call.order_id !== null && orderId !== null && isSameOrder(call.order_id, orderId);
  const isUnclear = call.order_id === null || orderId === null;
  return isSameOne || (isUnclear && call.at >= refusal.at);
}
