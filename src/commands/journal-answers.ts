import type { Context } from '../context.js';
import { findOrderId } from '../input/pasted/order-ids.js';
import type { Printable } from '../text/json/json.js';
import { toPlainData } from '../text/json/parse.js';
import { saysNothingOfOrder, toneOf, warningsOf } from '../support/journal/calls.js';
import { withCutDoubts } from '../support/journal/cut-doubt.js';
import { withLaterVerify } from '../support/journal/earlier-calls.js';
import { isCall, isRemark, type JournalEntry, type KeptEntry } from '../support/journal/entry.js';
import { callsForLaterVerify } from '../support/journal/journal.js';
import { chooseAnswer, isAnswerAbout, withoutMismatch } from '../support/journal/order-answers.js';
import { withoutLookedUpRefusals } from '../support/journal/looked-up-refusals.js';
import { isOfSameTicket } from '../support/journal/other-ticket.js';
import { keptNot } from '../support/report/actions.js';
import { ordersBeside, withOrdersBeside } from '../support/report/open-orders.js';
import { listSubjects } from '../support/replies/case-subjects.js';
import { withTicketMentions } from '../support/replies/money-first.js';
import { replySituation } from '../support/replies/situations.js';
import { withoutDemo } from '../support/report/subjects.js';
import { isCheckFirst } from '../wording/description.js';

/** What the lines that `journal find` found say together. */

/**
 * The JSON of what was found.
 *
 * `newest_answer`: the call that counts; null if no call has a verdict about the order that was asked for. `answers`: for each
 * ticket, one for each of its purchases and players, the newest first.
 *
 * `settled`: ids of refused texts whose purchases were all looked up for the same ticket.
 *
 * @param found the newest first
 * @param wanted the text by which they were found. If it is an order id, answers about another order do not count.
 */
export async function foundAnswers(
  context: Context,
  found: readonly KeptEntry[],
  wanted: string,
): Promise<Record<'newest_answer' | 'answers' | 'settled', Printable>> {
  const orderId = findOrderId(wanted);
  const calls = await withCutDoubts(context, found.filter(isCall));
  const withVerdict = calls.filter(({ verdict }) => verdict !== null);
  const answeredCalls =
    orderId === undefined ? withVerdict : withVerdict.map((call) => withoutMismatch(call, orderId));
  // For an order id, a doubtful look-up does not count: its doubt is told only with its own ticket.
  const telling =
    orderId === undefined
      ? answeredCalls
      : answeredCalls.filter((call) => !saysNothingOfOrder(call));
  const oldestFirst = [...telling].reverse();
  const callsOnPurchases = await callsForLaterVerify(context, answeredCalls);
  const addTicketMentions = withTicketMentions(found);
  const toAnswer = (call: JournalEntry, shownOrderId = call.order_id): Printable => {
    const callToday = addTicketMentions(withLaterVerify(call, callsOnPurchases, context));
    // Somebody who asks about one order gets no doubt about the other orders of its ticket.
    const isOfOrder = orderId !== undefined;
    const shownCall = isOfOrder ? callToday : withTicketDoubt(callToday, found);
    return answerJson(shownCall, shownOrderId);
  };
  const callsOfOrder = oldestFirst.filter(
    (call) => orderId !== undefined && isAnswerAbout(call, orderId),
  );
  const newest = chooseAnswer(callsOfOrder, null) ?? telling[0];
  const subjects = subjectsByTicket(oldestFirst);
  return {
    newest_answer: newest === undefined ? null : toAnswer(newest),
    settled: settledIds(found),
    answers: subjects.map(({ call, orderId: sureId }) => toAnswer(call, sureId)).reverse(),
  };
}

/** The call with a doubt, if its ticket also names other orders. */
function withTicketDoubt(call: JournalEntry, found: readonly KeptEntry[]): JournalEntry {
  const linesOfTicket = found.filter((line) => call.case !== null && isOfSameTicket(line, call));
  const oldestFirst = [...linesOfTicket].reverse();
  const calls = oldestFirst.filter(isCall);
  const remarks = withoutLookedUpRefusals(oldestFirst.filter(isRemark), calls);
  return withOrdersBeside(call, { others: ordersBeside(call, { calls, remarks }), words: '' });
}

/** The ids of refused texts whose purchases were all looked up for the same ticket, before or after. */
function settledIds(found: readonly KeptEntry[]): readonly string[] {
  const remarks = found.filter(isRemark);
  const openRemarks = remarks.filter((remark) => {
    const isOfTicket = (line: KeptEntry): boolean => line.case === remark.case;
    return withoutLookedUpRefusals([remark], found.filter(isCall).filter(isOfTicket)).length > 0;
  });
  return remarks.filter((remark) => !openRemarks.includes(remark)).map(({ id }) => id);
}

/** @param calls oldest first */
function subjectsByTicket(calls: readonly JournalEntry[]) {
  const ticketOf = ({ case: ticket }: JournalEntry): string => ticket?.toLowerCase() ?? '';
  const tickets = new Set(calls.map(ticketOf));
  return [...tickets].flatMap((ticket) =>
    listSubjects(withoutDemo(calls.filter((call) => ticketOf(call) === ticket))),
  );
}

/** The JSON of an answer, with the reply that fits. */
function answerJson(call: JournalEntry, orderId: string | null): Printable {
  const { id, at: time, case: ticket, verdict, player, product } = call;
  const { situation = null, silence } = replySituation(call);
  return toPlainData({
    id,
    at: time,
    case: ticket,
    order_id: orderId,
    product,
    player,
    tone: toneOf(call),
    says: verdict?.says ?? '',
    who: verdict?.who ?? '',
    not: verdict === null ? '' : keptNot(verdict),
    next: verdict?.next ?? '',
    doubts: warningsOf(call),
    verdict: verdict?.id ?? '',
    situation,
    is_about_other: silence === 'other-order' || namesOpenOrder(call),
  });
}

/**
 * Whether something has to be checked first, such as an order id of the ticket that could not be read: until then, nobody knows
 * whether the answer is about the order of the ticket.
 */
function namesOpenOrder({ advice, facts }: JournalEntry): boolean {
  return advice === 'check' && facts.some(isCheckFirst);
}
