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
import { replySituation } from '../support/replies/situations.js';
import { withoutDemo } from '../support/report/subjects.js';
import { isCheckFirst } from '../wording/description.js';

/** What the lines that `journal find` found say together. */

/**
 * `newest_answer`: the call that counts, null if none has a verdict that says something about an order that was asked for. `answers`: what each ticket has, one for each of its
 * purchases and players, the newest first.
 *
 * `settled`: ids of refused texts that wait for nothing any more.
 *
 * @param found the newest first
 * @param wanted by which they were found: whoever has an order id has no other one that its answer could contradict
 */
export async function foundAnswers(
  context: Context,
  found: readonly KeptEntry[],
  wanted: string,
): Promise<Record<'newest_answer' | 'answers' | 'settled', Printable>> {
  const orderId = findOrderId(wanted);
  const calls = await withCutDoubts(context, found.filter(isCall));
  const answered = calls.filter(({ verdict }) => verdict !== null);
  const kept =
    orderId === undefined ? answered : answered.map((call) => withoutMismatch(call, orderId));
  // A doubtful look-up is an answer for its ticket alone, whose card says the doubt.
  const telling = orderId === undefined ? kept : kept.filter((call) => !saysNothingOfOrder(call));
  const oldestFirst = [...telling].reverse();
  const about = await callsForLaterVerify(context, kept);
  const json = (call: JournalEntry, named = call.order_id): Printable => {
    const today = withLaterVerify(call, about, context);
    const isOfOrder = orderId !== undefined;
    return answerJson(isOfOrder ? today : besideOrdersOfTicket(today, found), named);
  };
  const ofOrder = oldestFirst.filter(
    (call) => orderId !== undefined && isAnswerAbout(call, orderId),
  );
  const newest = chooseAnswer(ofOrder, null) ?? telling[0];
  const subjects = subjectsByTicket(oldestFirst);
  return {
    newest_answer: newest === undefined ? null : json(newest),
    settled: settledIds(found),
    answers: subjects.map(({ call, orderId: named }) => json(call, named)).reverse(),
  };
}

/** As its ticket has to read it, which may also name other orders. */
function besideOrdersOfTicket(call: JournalEntry, found: readonly KeptEntry[]): JournalEntry {
  const ofTicket = found.filter((line) => call.case !== null && isOfSameTicket(line, call));
  const oldestFirst = [...ofTicket].reverse();
  const calls = oldestFirst.filter(isCall);
  const remarks = withoutLookedUpRefusals(oldestFirst.filter(isRemark), calls);
  return withOrdersBeside(call, { others: ordersBeside(call, { calls, remarks }), words: '' });
}

/** Refused texts of a ticket that say nothing any more: all their purchases were looked up. */
function settledIds(found: readonly KeptEntry[]): readonly string[] {
  const remarks = found.filter(isRemark);
  const open = remarks.filter((remark) => {
    const isOfTicket = (line: KeptEntry): boolean => line.case === remark.case;
    return withoutLookedUpRefusals([remark], found.filter(isCall).filter(isOfTicket)).length > 0;
  });
  return remarks.filter((remark) => !open.includes(remark)).map(({ id }) => id);
}

/** @param calls oldest first */
function subjectsByTicket(calls: readonly JournalEntry[]) {
  const ticketOf = ({ case: ticket }: JournalEntry): string => ticket?.toLowerCase() ?? '';
  const tickets = new Set(calls.map(ticketOf));
  return [...tickets].flatMap((ticket) =>
    listSubjects(withoutDemo(calls.filter((call) => ticketOf(call) === ticket))),
  );
}

/** An answer as it holds today, with the reply that fits. */
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

/** The ticket names an order id that could not be read, so nobody knows whether the answer is about it. */
function namesOpenOrder({ advice, facts }: JournalEntry): boolean {
  return advice === 'check' && facts.some(isCheckFirst);
}
