import { isSameOrder } from '../../contract/order-id.js';
import { withNotes, withNotesAtTerminal, type CommandResult } from '../../output/command-result.js';
import { replyPhrase } from '../../text/reply-line.js';
import { joinSentences, joinWithAnd } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { minuteUtc, toneOf } from '../journal/calls.js';
import type { JournalEntry, ReplyEntry } from '../journal/entry.js';
import { isAnswerAbout } from '../journal/order-answers.js';
import { findOpenRefusals, type OpenRefusal } from '../report/open-refusals.js';
import { countedCalls } from '../report/subjects.js';
import { listSubjects } from './case-subjects.js';
import { withReplyDoubts } from './mentions.js';
import { questionsOfMoney } from './money-first.js';
import { isAboutPlayer, replySituation, severalAnswers, type WantedReply } from './situations.js';
import { androidOrdersOf, type TicketLines } from './ticket-lines.js';

/** Notes beside a reply: what else the ticket has that the reply says nothing about. */

interface PrintedReply {
  readonly situation: string | undefined;
  readonly orderIds: readonly string[];
  /** Orders that were looked up for another ticket: another note says what was found. */
  readonly leftOut?: readonly string[];
}

/** Adds the note about what the reply leaves unsaid, if it leaves something. */
export function withUnreadNote(
  result: CommandResult,
  ticket: Pick<TicketLines, 'calls' | 'remarks'>,
  about: PrintedReply,
): CommandResult {
  const unread = unreadNote(ticket, about);
  if (unread === undefined) return result;
  return withReplyDoubts(result, unread);
}

/** Names the refused pastes that the reply says nothing about, and that no call has answered; undefined without one. */
function unreadNote(
  { calls, remarks }: Pick<TicketLines, 'calls' | 'remarks'>,
  about: PrintedReply,
): string | undefined {
  const openRefusals = findOpenRefusals(remarks, countedCalls(calls)).filter(
    (each) => !isToldByReply(each, about),
  );
  const [first, ...others] = openRefusals;
  if (first === undefined) return undefined;
  const names = joinWithAnd(openRefusals.map((each) => nameOf(each, calls)));
  if (others.length > 0) {
    return `This reply says nothing about ${names}: pvg could not look them up.`;
  }
  const [missing] = listMissingOrders(first, calls);
  if (missing !== undefined) {
    return `This reply says nothing about ${names}, which nobody looked up for this ticket.`;
  }
  const { at: refusedAt, text } = first.refusal;
  return joinSentences(
    `This reply says nothing about ${names}, which pvg could not look up on ${minuteUtc(refusedAt)}:`,
    text ?? 'the reason was not kept.',
  );
}

/** Whether the reply or a note beside it is about the refused paste: the same order is named, or the reply fits the paste. */
function isToldByReply(
  { orderId, refusal }: OpenRefusal,
  { situation, orderIds, leftOut = [] }: PrintedReply,
): boolean {
  if (orderId !== null && leftOut.some((each) => isSameOrder(each, orderId))) return true;
  if (orderId !== null && orderIds.length > 0) {
    return orderIds.some((each) => isSameOrder(each, orderId));
  }
  return refusal.situation !== null && refusal.situation === situation;
}

/** The orders of a refused text with several purchases that no call of the ticket has an answer about. */
function listMissingOrders(
  { refusal }: Pick<OpenRefusal, 'refusal'>,
  calls: readonly JournalEntry[],
): readonly string[] {
  if (refusal.receipts.length === 0) return [];
  return refusal.order_ids.filter((each) => !calls.some((call) => isAnswerAbout(call, each)));
}

/** The command that looks up the first order without an answer, from the text that has its receipt; undefined without one. */
export function lookupOfMissing(
  { calls, remarks }: Pick<TicketLines, 'calls' | 'remarks'>,
  caseId: WantedReply['caseId'],
): string | undefined {
  const openRefusals = findOpenRefusals(remarks, countedCalls(calls));
  const [missing] = openRefusals.flatMap((each) => listMissingOrders(each, calls));
  if (missing === undefined) return undefined;
  const options = optionWords({ '--order-id': missing, '--case': caseId });
  return shellLine(['pvg', 'lookup', '-', ...options]);
}

function nameOf({ orderId, refusal }: OpenRefusal, calls: readonly JournalEntry[]): string {
  if (orderId !== null) return `the purchase ${orderId}`;
  const missing = listMissingOrders({ refusal }, calls);
  if (missing.length > 0) return `the purchase ${joinWithAnd(missing)}`;
  return isAboutPlayer(refusal.situation ?? '')
    ? 'a player of this ticket'
    : 'another text of this ticket';
}

interface QuestionReply extends WantedReply {
  readonly situation: string;
  /** The order that somebody typed with the question. */
  readonly orderId: string | undefined;
}

/**
 * Says which purchases of the ticket somebody still has to act on, and that the player has no answer about: a reply to a
 * question answers the question alone.
 */
export function withOpenPurchases(
  result: CommandResult,
  ticket: Pick<TicketLines, 'calls' | 'replies'>,
  { languages, caseId, ...question }: QuestionReply,
): CommandResult {
  const purchases = listPurchases(ticket);
  const open = purchases.filter((purchase) => isOpen(purchase, ticket.replies, question));
  if (open.length === 0) return result;
  const names = open.map(({ name, situation }) => `${name} (${situation})`);
  const note = `This reply answers the question alone. It says nothing about the item of ${joinWithAnd(names)}.`;
  // One reply about all purchases is proposed only if all are open: else it would repeat what the player knows, or what a
  // refund has overtaken. Its command has no order id.
  const isAboutAll = open.length === purchases.length;
  const orderIds = isAboutAll ? [undefined] : open.map(({ orderId }) => orderId);
  const commands = orderIds.map((orderId) =>
    replyPhrase(languages, optionWords({ '--order-id': orderId, '--case': caseId })),
  );
  const replies = [...new Set(commands)].map((command) => `The reply about that: \`${command}\`.`);
  return withNotesAtTerminal(withNotes(result, note), ...replies);
}

interface TicketPurchase {
  readonly call: JournalEntry;
  readonly name: string;
  readonly orderId: string | undefined;
  /** The reply that fits. */
  readonly situation: string;
}

function listPurchases({ calls }: Pick<TicketLines, 'calls'>): readonly TicketPurchase[] {
  const telling = calls.filter((call) => replySituation(call).situation !== undefined);
  return listSubjects(countedCalls(telling)).flatMap(({ call, name, orderId }) => {
    const { situation } = replySituation(call);
    if (name === undefined || situation === undefined) return [];
    return [{ call, name, orderId, situation }];
  });
}

/** Whether somebody still has to act on a purchase, and the player has no reply about it. */
function isOpen(
  purchase: TicketPurchase,
  replies: readonly ReplyEntry[],
  { situation, orderId }: Pick<QuestionReply, 'situation' | 'orderId'>,
): boolean {
  if (toneOf(purchase.call) === 'good') return false;
  const isAsked = orderId !== undefined && isSameOrder(purchase.orderId ?? '', orderId);
  // What the store says about its money is not known, and a reply about the item of a refunded order may be wrong.
  if (isAsked && questionsOfMoney.includes(situation)) return false;
  return !replies.some((reply) => isReplyAbout(reply, purchase));
}

/** Whether the player got the reply that fits, alone or in one about all purchases of the ticket. */
function isReplyAbout(reply: ReplyEntry, { call, orderId, situation }: TicketPurchase): boolean {
  if (reply.at < call.at) return false;
  if (reply.call === call.id) return reply.situation === situation;
  const isFitting = [situation, severalAnswers].includes(reply.situation ?? '');
  return isFitting && reply.order_ids.some((each) => isSameOrder(each, orderId ?? ''));
}

/** Says that the ticket has only one order id, if the reply is about two payments: they have two. undefined for any other ticket. */
export function onePaymentNote(
  { calls, replies, remarks }: TicketLines,
  { situation, orderIds }: PrintedReply,
): string | undefined {
  if (situation !== 'paid-twice') return undefined;
  const orderIdsOfTicket = androidOrdersOf({ calls, replies, remarks });
  const orders = new Set([...orderIdsOfTicket, ...orderIds]);
  const hasTextWithSeveral = remarks.some(({ receipts }) => receipts.length > 1);
  if (orders.size !== 1 || hasTextWithSeveral || listPurchases({ calls }).length > 1) {
    return undefined;
  }
  return `This ticket has one order id so far, ${joinWithAnd([...orders])}: one order id is one purchase. Check the second payment before you send this reply.`;
}
