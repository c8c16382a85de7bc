import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/order-id.js';
import { findOrderId } from '../../input/pasted/order-ids.js';
import { joinSentences, joinWithAnd } from '../../text/sentences.js';
import type { Description, Fact } from '../../wording/description.js';
import { orderToChoose } from '../../wording/verdict.js';
import { isAboutOtherOrder } from '../journal/calls.js';
import type { JournalEntry, RemarkEntry } from '../journal/entry.js';
import { namedOrdersWords, readNamedOrders } from '../journal/order-answers.js';
import { countedCalls } from './subjects.js';
import { findOpenRefusals } from './open-refusals.js';

/**
 * A ticket may name an order that nobody looked up for it. Then an answer about another order may not be the one that the
 * player asks about, so it gets a doubt (`Check first`). The journal keeps the answer without the doubt, because a later
 * look-up of the named order removes it.
 */

interface TicketTexts {
  readonly calls: readonly JournalEntry[];
  readonly remarks: readonly RemarkEntry[];
  /** Orders that stand in the same text with their receipts. They are looked up next, so they raise no doubt. */
  readonly lookedUpNext?: readonly string[];
}

/** The orders that the ticket names beside the one of an answer; none if somebody chose that one with `--order-id`. */
export function ordersBeside(
  call: JournalEntry,
  { calls, remarks, lookedUpNext = [] }: TicketTexts,
): readonly string[] {
  const { id, command, verdict, order_id: answered } = call;
  if (command !== 'lookup' || verdict === null || answered === null) return [];
  if (isAboutOtherOrder(call)) return [];
  // The journal may or may not have the call already: here it counts once.
  const counted = countedCalls([...calls.filter((each) => each.id !== id), call]);
  // A check of the player, a failure or an answer without an order id says nothing about the other order.
  const answers = counted.filter((each) => each.verdict !== null && each.order_id !== null);
  const openRefusals = findOpenRefusals(remarks, answers).filter(
    ({ refusal }) => !counted.some((each) => isChoiceOf(answered, each) && each.at >= refusal.at),
  );
  // Only orders of the Android store count, because no look-up answers about an order of Apple.
  const namedOrders = openRefusals.flatMap(({ orderId }) => findOrderId(orderId ?? '') ?? []);
  return namedOrders.filter((orderId) => !lookedUpNext.some((each) => isSameOrder(each, orderId)));
}

/** Whether somebody chose this order with `--order-id`, and the answer of that call is about it. */
function isChoiceOf(
  orderId: string,
  { chosen_order_id: chosen, order_id: found }: JournalEntry,
): boolean {
  return chosen !== null && isSameOrder(chosen, orderId) && isSameOrder(chosen, found ?? '');
}

interface OrdersBeside {
  /** The orders that the ticket names, and that nobody looked up for it. */
  readonly others: readonly string[];
  /** What is known about these orders, as sentences; empty for a report and a list of the journal, which show the orders themselves. */
  readonly words: string;
}

export async function readOrdersBeside(
  context: Context,
  call: JournalEntry,
  ticket: TicketTexts,
): Promise<OrdersBeside> {
  const others = ordersBeside(call, ticket);
  const namedOrders = await readNamedOrders(context, others, call.case ?? undefined);
  return { others, words: namedOrdersWords(namedOrders, 'It') };
}

function openOrderFact(answered: string, { others, words }: OrdersBeside): Fact {
  const namesOthers = `This ticket also names ${joinWithAnd(others)}.`;
  const value = joinSentences(namesOthers, words, `The answer here is about ${answered}.`);
  return { id: 'open-order', label: 'Check first', value };
}

/** The answer of a look-up as it counts for its ticket: doubtful, if the ticket also names other orders. */
export function withOrdersBeside(call: JournalEntry, beside: OrdersBeside): JournalEntry {
  const { verdict, error, facts, order_id: answered } = call;
  if (verdict === null || answered === null || beside.others.length === 0) return call;
  const { who, not, next } = orderToChoose;
  return {
    ...call,
    advice: 'check',
    facts: [openOrderFact(answered, beside), ...facts],
    verdict: { ...verdict, who, next: joinSentences(not, next) },
    error: error && { ...error, who, hint: joinSentences(not, next) },
  };
}

/** The same as `withOrdersBeside` for a look-up that was just made. A description keeps `not` and `next` apart; the journal joins them. */
export function describeOrdersBeside(
  description: Description,
  answered: string | null,
  beside: OrdersBeside,
): Description {
  const { verdict, error, facts } = description;
  if (verdict === null || answered === null || beside.others.length === 0) return description;
  const { who, not, next } = orderToChoose;
  return {
    ...description,
    advice: 'check',
    facts: [openOrderFact(answered, beside), ...facts],
    verdict: { ...verdict, ...orderToChoose },
    error: error && { ...error, who, not, hint: next },
  };
}
