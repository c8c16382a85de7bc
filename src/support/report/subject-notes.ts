import { isSameOrder } from '../../contract/order-id.js';
import { readOrderIds } from '../../input/pasted/order-ids.js';
import { joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { callerName, minuteUtc } from '../journal/calls.js';
import type { JournalEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { questionNames } from '../replies/asked-questions.js';
import { isVerificationOpen, itemTwiceNote } from '../replies/mentions.js';
import { questions } from '../replies/situations.js';

/** What the texts and notes of a ticket say about one purchase, to be read with its verdict. */

interface TicketOfSubject {
  readonly calls: readonly JournalEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly remarks: readonly RemarkEntry[];
}

/** @param calls about the purchase alone */
export function subjectNotes(
  calls: readonly JournalEntry[],
  { calls: callsOfTicket, replies, remarks }: TicketOfSubject,
): readonly string[] {
  const mentions = calls.flatMap((call) => call.mentions);
  const isChecked = !isVerificationOpen({ calls: callsOfTicket, remarks });
  const verification =
    mentions.includes('verification') &&
    !isChecked &&
    'The text mentions a verification; no player was checked for this ticket.';
  const orderIds = nonEmptyTexts(...calls.map(({ order_id: orderId }) => orderId));
  return nonEmptyTexts(
    openQuestionNote(calls, replies),
    itemTwiceNote(mentions),
    verification,
    ...notesOnOrders(remarks, orderIds),
  );
}

/** What the texts of these calls mention, and no reply of the ticket is about; undefined without such a question. */
function openQuestionNote(
  calls: readonly JournalEntry[],
  replies: readonly ReplyEntry[],
): string | undefined {
  const answeredQuestions = new Set(replies.map(({ situation }) => situation));
  const mentioned = new Set(calls.flatMap((call) => call.questions));
  const open = questions.filter((each) => mentioned.has(each) && !answeredQuestions.has(each));
  if (open.length === 0) return undefined;
  const names = open.map((each) => questionNames[each] ?? each);
  return `The text mentions ${joinWithAnd(names)}; no reply is about that yet.`;
}

/** The notes of people that name one of the orders, with who wrote them: `maria, 2026-11-21 14:02 UTC: GPA.1… was refunded`. */
export function notesOnOrders(
  remarks: readonly RemarkEntry[],
  orderIds: readonly string[],
): readonly string[] {
  const notes = remarks.filter(({ command, text }) => {
    const named = command === 'note' ? readOrderIds(text ?? '') : [];
    return named.some((each) => orderIds.some((orderId) => isSameOrder(each, orderId)));
  });
  return notes.map((note) => {
    const writer = callerName(note);
    const who = writer === null ? '' : ` by ${writer}`;
    return `A note of ${minuteUtc(note.at)}${who}: ${note.text ?? ''}`;
  });
}
