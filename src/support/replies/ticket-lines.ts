import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/order-id.js';
import { findOrderId } from '../../input/pasted/order-ids.js';
import { isAmong } from '../../text/is-among.js';
import { joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { age } from '../../text/times.js';
import {
  hasProbableOrder,
  listOrderIds,
  matchesTypedName,
  minuteUtc,
  ordersOfTicket,
} from '../journal/calls.js';
import { withCutDoubts } from '../journal/cut-doubt.js';
import type { JournalEntry, KeptEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { readJournal } from '../journal/journal.js';
import { isJournalOff } from '../journal/places.js';
import { replyAct, replyWords } from '../journal/outcome-words.js';
import { withoutLookedUpRefusals } from '../journal/looked-up-refusals.js';
import { questions, severalAnswers } from './situations.js';

/** The lines of a ticket in the journal. Each list is sorted oldest first. */
export interface TicketLines {
  readonly calls: readonly JournalEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly remarks: readonly RemarkEntry[];
}

/** The most lines of a ticket that are read: hardly any ticket has more. */
const mostLinesOfTicket = 500;

/** Reads the lines of a ticket; empty lists without a ticket or a journal. */
export async function readTicketLines(
  context: Context,
  caseId: string | undefined,
): Promise<TicketLines> {
  if (caseId === undefined || isJournalOff(context)) return { calls: [], replies: [], remarks: [] };
  const { calls, replies, remarks } = await readJournal(context, [caseId], {
    most: mostLinesOfTicket,
  });
  const isOfTicket = (kept: KeptEntry): boolean => matchesTypedName(kept.case, caseId);
  const callsOfTicket = await withCutDoubts(context, calls.filter(isOfTicket));
  const remarksOfTicket = remarks.filter(isOfTicket);
  const movedAway = [...calls, ...remarks].filter((kept) => isMovedFrom(kept, caseId));
  const stayed = [...callsOfTicket, ...remarksOfTicket];
  const repliesOfTicket = replies.filter(isOfTicket);
  return {
    calls: callsOfTicket,
    replies: repliesOfTicket.map((reply) => withoutMovedOrders(reply, { movedAway, stayed })),
    remarks: withoutLookedUpRefusals(remarksOfTicket, callsOfTicket),
  };
}

/** Whether a line was moved from this ticket to another one. The line of the move itself has no order. */
function isMovedFrom(kept: KeptEntry, caseId: string): boolean {
  return matchesTypedName(kept.moved_from, caseId) && !matchesTypedName(kept.case, caseId);
}

interface MovedLines {
  readonly movedAway: readonly KeptEntry[];
  readonly stayed: readonly KeptEntry[];
}

/**
 * A reply names the orders that its ticket had when it was printed. An order is left out if a line that names it was moved to
 * another ticket after the reply, and no line that stayed names it.
 */
function withoutMovedOrders(reply: ReplyEntry, { movedAway, stayed }: MovedLines): ReplyEntry {
  const hasOrder = (kept: KeptEntry, orderId: string): boolean =>
    listOrderIds(kept).some((each) => isSameOrder(each, orderId));
  const isMovedAway = (orderId: string): boolean =>
    movedAway.some((kept) => hasOrder(kept, orderId) && reply.at < (kept.moved_at ?? '')) &&
    !stayed.some((kept) => hasOrder(kept, orderId));
  return { ...reply, order_ids: reply.order_ids.filter((orderId) => !isMovedAway(orderId)) };
}

/** The languages of the next reply: those that were typed, else those of the ticket’s newest reply, else none. */
export function nextLanguages(
  typed: readonly string[],
  { replies }: Pick<TicketLines, 'replies'>,
): readonly string[] {
  if (typed.length > 0) return typed;
  return replies.findLast(({ languages }) => languages.length > 0)?.languages ?? [];
}

/** The orders of the Android store that the ticket is about, each once. An order that was only read from a picture is left out. */
export function androidOrdersOf({ calls, replies, remarks }: TicketLines): readonly string[] {
  const lines = [...calls, ...replies, ...remarks];
  const orderIds = lines.filter((line) => !hasProbableOrder(line)).flatMap(ordersOfTicket);
  return [...new Set(nonEmptyTexts(...orderIds.map(findOrderId)))];
}

/** The reply that is being written. */
interface NewReply {
  /** The situation that fits the answer; undefined for a reply that the user chose, because then pvg does not know what fits. */
  readonly situation: string | undefined;
  /** The orders that it is about; none if they are not known. */
  readonly orderIds: readonly string[];
}

/** Says which reply the ticket got last, and whether it still fits; undefined for the first reply. */
export function earlierReplyNote(
  replies: readonly ReplyEntry[],
  { situation, orderIds }: NewReply,
  { clock }: Pick<Context, 'clock'>,
): string | undefined {
  const last = replies.findLast((reply) => isAboutSameOrder(reply, orderIds)) ?? replies.at(-1);
  if (last === undefined) return undefined;
  const when = `${minuteUtc(last.at)} (${age(Date.parse(last.at), clock.now())})`;
  if (isAboutOther(last, orderIds)) {
    return `A reply about ${joinWithAnd(last.order_ids)} was ${replyAct(last)} for this ticket on ${when}: ${replyWords(last)}.`;
  }
  const sentences = joinSentences(
    `A reply was ${replyAct(last)} for this ticket on ${when}: ${replyWords(last)}.`,
    newestReplyNote(replies, last),
  );
  // A reply to a question of the player fits the question, not the answer of the service, so it is not compared with that.
  if (situation === undefined || isAmong(questions, last.situation)) return sentences;
  // It was about this purchase and others: the reply about one alone does not take its place.
  if (last.situation === severalAnswers && situation !== severalAnswers) return sentences;
  return joinSentences(
    sentences,
    last.situation === situation
      ? `The same reply still fits the answer: it repeats the one of ${minuteUtc(last.at)}.`
      : `Now the reply that fits is \`${situation}\`.`,
  );
}

/** The newest reply of the ticket, where an earlier one is about the same order; undefined if that is the newest. */
function newestReplyNote(
  replies: readonly ReplyEntry[],
  namedReply: ReplyEntry,
): string | undefined {
  const newest = replies.at(-1);
  if (newest === undefined || newest === namedReply) return undefined;
  const about = newest.order_ids.length === 0 ? '' : ` about ${joinWithAnd(newest.order_ids)}`;
  return `The newest reply, of ${minuteUtc(newest.at)}${about}: ${replyWords(newest)}.`;
}

/** Whether two replies name orders and share none: then neither takes the place of the other. */
function isAboutOther({ order_ids: earlier }: ReplyEntry, orderIds: readonly string[]): boolean {
  if (orderIds.length === 0 || earlier.length === 0) return false;
  return !isAboutSameOrder({ order_ids: earlier }, orderIds);
}

function isAboutSameOrder(
  { order_ids: earlier }: Pick<ReplyEntry, 'order_ids'>,
  orderIds: readonly string[],
): boolean {
  return earlier.some((other) => orderIds.some((orderId) => isSameOrder(other, orderId)));
}
