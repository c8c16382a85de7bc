import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/order-id.js';
import { findOrderId } from '../../input/pasted/order-ids.js';
import { isAmong } from '../../text/is-among.js';
import { joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { age } from '../../text/times.js';
import { hasProbableOrder, matchesTypedName, minuteUtc, ordersOfTicket } from '../journal/calls.js';
import { withCutDoubts } from '../journal/cut-doubt.js';
import type { JournalEntry, KeptEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { readJournal } from '../journal/journal.js';
import { isJournalOff } from '../journal/places.js';
import { replyAct, replyWords } from '../journal/outcome-words.js';
import { withoutSettled } from '../journal/settled.js';
import { questions, severalAnswers } from './situations.js';

/** What a ticket already has, before another reply is made for it. */
export interface TicketLines {
  /** Oldest first, as the replies and the remarks are. */
  readonly calls: readonly JournalEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly remarks: readonly RemarkEntry[];
}

/** How many lines of a ticket are read: no ticket has more. */
const mostLinesOfTicket = 500;

/** What the journal has of a ticket; nothing without a ticket or a journal. */
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
  return {
    calls: callsOfTicket,
    replies: replies.filter(isOfTicket),
    remarks: withoutSettled(remarks.filter(isOfTicket), callsOfTicket),
  };
}

/** In which languages the next reply is: those that were typed, else those of the ticket’s newest reply; none if nobody knows. */
export function nextLanguages(
  typed: readonly string[],
  { replies }: Pick<TicketLines, 'replies'>,
): readonly string[] {
  if (typed.length > 0) return typed;
  return replies.findLast(({ languages }) => languages.length > 0)?.languages ?? [];
}

/** The orders of the Android store that the ticket is about, each once; none that a picture only made probable. */
export function androidOrdersOf({ calls, replies, remarks }: TicketLines): readonly string[] {
  const lines = [...calls, ...replies, ...remarks];
  const named = lines.filter((line) => !hasProbableOrder(line)).flatMap(ordersOfTicket);
  return [...new Set(nonEmptyTexts(...named.map(findOrderId)))];
}

/** The reply that is being written. */
interface NewReply {
  /** The situation whose text fits the answer; undefined if the user chose the text, because then pvg does not know what fits. */
  readonly situation: string | undefined;
  /** The orders that it is about; none if they are not known. */
  readonly orderIds: readonly string[];
}

/** The player asks again: what was said last, and what fits now; undefined for the first reply. */
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
  const said = joinSentences(
    `A reply was ${replyAct(last)} for this ticket on ${when}: ${replyWords(last)}.`,
    newestReplyNote(replies, last),
  );
  // The last reply answered a question of the player, so whether it fits the answer of the service says nothing.
  if (situation === undefined || isAmong(questions, last.situation)) return said;
  // It was about this purchase and others: the reply about one alone does not take its place.
  if (last.situation === severalAnswers && situation !== severalAnswers) return said;
  return joinSentences(
    said,
    last.situation === situation
      ? `The same reply still fits the answer: it repeats the one of ${minuteUtc(last.at)}.`
      : `Now the reply that fits is \`${situation}\`.`,
  );
}

/** The newest reply of the ticket, where an earlier one is about the same order; undefined if that is the newest. */
function newestReplyNote(replies: readonly ReplyEntry[], named: ReplyEntry): string | undefined {
  const newest = replies.at(-1);
  if (newest === undefined || newest === named) return undefined;
  const about = newest.order_ids.length === 0 ? '' : ` about ${joinWithAnd(newest.order_ids)}`;
  return `The newest reply, of ${minuteUtc(newest.at)}${about}: ${replyWords(newest)}.`;
}

/** Whether both name their orders and none is the same: then neither reply takes the place of the other. */
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
