import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/order-id.js';
import { PvgError } from '../../failure.js';
import { replyPhrase } from '../../text/reply-line.js';
import { joinLines } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { isAboutOtherOrder, ordersOfTicket } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { namedOrdersWords, readNamedOrders } from '../journal/order-answers.js';
import { replySituation, type WantedReply } from './situations.js';

/**
 * The answer is about another order than the chosen one. If the text names both, or somebody looked up the chosen one before,
 * a reply is chosen by its order id.
 */

/** @throws {PvgError} `no-reply` for such an answer, with the replies about the orders that are known; returns for any other */
export async function throwIfBothNamed(
  context: Context,
  call: JournalEntry,
  { languages, caseId }: WantedReply,
): Promise<void> {
  const orderIds = ordersOfTicket(call);
  if (!isAboutOtherOrder(call)) return;
  const isBothNamed = orderIds.some((each) => isSameOrder(each, call.order_id ?? ''));
  const orders = await readNamedOrders(context, orderIds, caseId ?? undefined);
  const printable = orders.filter(
    ({ answer }) => answer !== undefined && replySituation(answer).situation !== undefined,
  );
  const [first] = printable;
  if (first === undefined) return;
  const wordsOf = (orderId: string): string[] =>
    optionWords({ '--order-id': orderId, '--case': caseId });
  const replies = printable.map(
    ({ orderId }) => `The reply about ${orderId}: \`${replyPhrase(languages, wordsOf(orderId))}\`.`,
  );
  const says = isBothNamed
    ? 'The ticket names several orders, and no single reply fits all.'
    : 'This answer is about another order, and the order of the ticket was looked up before.';
  throw new PvgError('no-reply', says, {
    hint: namedOrdersWords(orders),
    hintAtTerminal: joinLines(...replies),
    nextCommand: shellLine(['pvg', 'reply', ...languages, ...wordsOf(first.orderId)]),
  });
}
