import type { Context } from '../../context.js';
import { findAppleNumber } from '../../input/pasted/look-alikes.js';
import { findOrderId } from '../../input/pasted/order-ids.js';
import { isAmong } from '../../text/is-among.js';
import { replyOptions, replyPhrase } from '../../text/reply-line.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { namedOrdersWords, readNamedOrders, type NamedOrder } from '../journal/order-answers.js';
import type { ReplyEntry } from '../journal/entry.js';
import { namesOrder } from '../report/actions.js';
import { readAndroidOrder, readAppleNumber } from './apple-number.js';
import {
  isAboutPlayer,
  replySituation,
  severalAnswers,
  type Situation,
  type WantedReply,
} from './situations.js';
import { repliesForAll, repliesWithNumber, type Replies, type Reply } from './texts.js';
import { androidOrdersOf, type TicketLines } from './ticket-lines.js';

/** The order numbers that a chosen reply names, so that it does not ask the player for a number that is known. */

interface TypedOrders {
  /** The order id of `--order-id`. */
  readonly orderId: string | undefined;
  readonly caseId: string | undefined;
  readonly ticket: TicketLines;
  readonly languages: readonly string[];
}

interface OrdersOfReply {
  readonly orderIds: readonly string[];
  /** The orders of the ticket that the reply leaves out, because somebody looked them up. */
  readonly leftOut: readonly NamedOrder[];
}

/** @throws {PvgError} `usage` */
export async function ordersOfReply(
  context: Context,
  situation: Situation,
  { orderId, caseId, ticket, languages }: TypedOrders,
): Promise<OrdersOfReply> {
  if (orderId !== undefined) {
    return { orderIds: [readTyped(situation, orderId, languages)], leftOut: [] };
  }
  if (situation === 'ios') return { orderIds: appleNumbersOf(ticket), leftOut: [] };
  // This reply asks for the order number, so it is about no order. A reply about the player is about none, either.
  if (situation === 'need-order-id' || isAboutPlayer(situation)) {
    return { orderIds: [], leftOut: [] };
  }
  const ofTicket = androidOrdersOf(ticket);
  if (situation === 'need-receipt') return selectUnanswered(context, ofTicket, caseId);
  // If the ticket has several orders, it is not known which one the reply is about.
  return { orderIds: ofTicket.length === 1 ? ofTicket : [], leftOut: [] };
}

/** The Apple number of the ticket; none if it has several, because they may belong to different purchases. */
function appleNumbersOf({ replies, remarks }: TicketLines): readonly string[] {
  const named = [...replies, ...remarks].flatMap(({ order_ids: orderIds }) => orderIds);
  const numbers = new Set(nonEmptyTexts(...named.map(findAppleNumber)));
  return numbers.size === 1 ? [...numbers] : [];
}

function readTyped(situation: Situation, orderId: string, languages: readonly string[]): string {
  const read = situation === 'ios' ? readAppleNumber : readAndroidOrder;
  return read(orderId, languages);
}

/** Leaves out the orders that were looked up: whoever did that had the receipt, so it is not needed any more. */
async function selectUnanswered(
  context: Context,
  orderIds: readonly string[],
  caseId: string | undefined,
): Promise<OrdersOfReply> {
  const orders = await readNamedOrders(context, orderIds, caseId);
  const missing = orders.filter(({ answer }) => answer === undefined);
  return {
    orderIds: missing.map(({ orderId }) => orderId),
    leftOut: orders.filter(({ answer }) => answer !== undefined),
  };
}

/** The replies about these orders. The text of a reply is about one purchase, so several order ids stand in a line above it. */
export function repliesAboutOrders(
  replies: Replies,
  situation: Situation,
  orderIds: readonly string[],
): Reply[] {
  if (orderIds.length > 1) return repliesForAll(replies, [{ situation, purchases: orderIds }]);
  return repliesWithNumber(replies, situation, orderIds[0] ?? null);
}

/** These texts name no order number, so a typed one stands above them. */
const questionsOfOneOrder = ['refund', 'chargeback'] as const;

export function withOrderAbove(
  replies: readonly Reply[],
  situation: Situation,
  orderIds: readonly string[],
): Reply[] {
  const [orderId] = orderIds;
  if (orderId === undefined || !isAmong(questionsOfOneOrder, situation)) return [...replies];
  return replies.map(({ language, text }) => ({ language, text: `${orderId}\n${text}` }));
}

/** Puts the order id above a reply about one order, if the texts of the ticket name several: else the player could not tell which one it is about. */
export function withOrderOfSeveral(
  replies: readonly Reply[],
  orderId: string | null | undefined,
  ticket: TicketLines,
): Reply[] {
  const hasSeveral = ordersNamedIn(ticket).length > 1;
  if (!hasSeveral || orderId === undefined || orderId === null) return [...replies];
  return replies.map(({ language, text }) => ({ language, text: `${orderId}\n${text}` }));
}

/** The orders of the ticket, and those that its texts name without a receipt. */
function ordersNamedIn(ticket: TicketLines): readonly string[] {
  const facts = ticket.calls.flatMap((call) => call.facts.filter(({ id }) => id === 'also-named'));
  const alsoNamed = nonEmptyTexts(...facts.map(({ value }) => findOrderId(value)));
  return [...new Set([...androidOrdersOf(ticket), ...alsoNamed])];
}

/** Says which orders the reply leaves out; undefined if it leaves out none. */
export function leftOutNote(
  leftOut: readonly NamedOrder[],
  { languages, caseId, replies }: WantedReply & Pick<TicketLines, 'replies'>,
): string | undefined {
  if (leftOut.length === 0) return undefined;
  const printable = leftOut.find(
    (order) =>
      order.answer !== undefined &&
      replySituation(order.answer).situation !== undefined &&
      replyAboutAnswer(order, replies) === undefined,
  );
  return joinSentences(
    `This reply leaves out ${joinWithAnd(leftOut.map(({ orderId }) => orderId))}.`,
    namedOrdersWords(leftOut, 'It'),
    printable &&
      `The reply that fits: \`${replyLineAbout(printable.orderId, { languages, caseId })}\`.`,
  );
}

function replyLineAbout(orderId: string, { languages, caseId }: WantedReply): string {
  const options = optionWords({ '--order-id': orderId, '--case': caseId });
  return shellLine(['pvg', 'reply', ...languages, ...options]);
}

interface NamedOrders extends WantedReply {
  readonly situation: string;
  readonly orderIds: readonly string[];
  readonly leftOut: readonly string[];
}

/** Warns of a reply that says that we have the order number, if the ticket has none; undefined for any other reply. */
export function missingOrderNote(named: NamedOrders): string | undefined {
  const { situation, orderIds, leftOut, languages, caseId } = named;
  const hasOrder = [...orderIds, ...leftOut].length > 0;
  if (situation !== 'need-receipt' || hasOrder || caseId === null) return undefined;
  const asksForOrder = replyPhrase(languages, replyOptions('need-order-id', caseId));
  return joinSentences(
    'This reply says that we have the order number, and the ticket has none.',
    `Add it with \`--order-id <id>\`, or ask the player for it: \`${asksForOrder}\`.`,
  );
}

/** The newest reply of the ticket that tells the player the answer about an order; undefined without one. */
export function replyAboutAnswer(
  { orderId, answer }: NamedOrder,
  replies: readonly ReplyEntry[],
): ReplyEntry | undefined {
  if (answer === undefined) return undefined;
  const { situation } = replySituation(answer);
  return replies.findLast(
    (reply) =>
      reply.at >= answer.at &&
      [situation, severalAnswers].includes(reply.situation ?? '') &&
      namesOrder(reply, orderId),
  );
}
