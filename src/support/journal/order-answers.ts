import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/purchase-token.js';
import { joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import { isVerdict, verdictById } from '../../wording/verdict.js';
import { isDoubtfulEntry, matchesTypedName, minuteUtc } from './calls.js';
import type { JournalEntry } from './entry.js';
import type { EntryFact, EntryVerdict } from './entry-answer.js';
import { readJournal } from './journal.js';
import { isJournalOff } from './places.js';

/** An order id that somebody looked up with its receipt, for any ticket, has its answer in the journal. */

const mostLinesOfOrders = 200;

/** Oldest first, as they are read for somebody who has this order. */
export async function answersAboutOrder(
  context: Context,
  orderId: string,
): Promise<readonly JournalEntry[]> {
  const answers = await readAnswers(context, [orderId]);
  return answers
    .filter((call) => isAnswerAbout(call, orderId))
    .map((call) => withoutMismatch(call, orderId));
}

/**
 * The look-up that counts for a ticket: its own newest one, else the newest of all. A failed or doubtful one of another
 * receipt, product or package may only have been kept under the order by mistake.
 *
 * @param answers about one order, oldest first
 */
export function answerFor(
  answers: readonly JournalEntry[],
  caseId: string | null | undefined,
): JournalEntry | undefined {
  const ofTicket = ({ case: ticket }: JournalEntry): boolean =>
    caseId !== undefined && caseId !== null && matchesTypedName(ticket, caseId);
  const newest = answers.at(-1);
  const own = answers.findLast(ofTicket);
  if (own !== undefined || newest === undefined || isSure(newest)) return own ?? newest;
  return answers.findLast((call) => isSure(call) && !isSameRequest(call, newest)) ?? newest;
}

const isSure = (call: JournalEntry): boolean => call.error === null && !isDoubtfulEntry(call);

const isSameRequest = (one: JournalEntry, other: JournalEntry): boolean =>
  one.receipt === other.receipt && one.product === other.product && one.package === other.package;

/**
 * That the answer is about another order was said of the text with that other order. Whoever has this order has the right
 * answer.
 */
export function withoutMismatch(call: JournalEntry, orderId: string): JournalEntry {
  const { advice, facts, anomalies } = call;
  const rest = anomalies.filter(({ id }) => id !== 'other-order');
  if (rest.length === anomalies.length || !isAnswerAbout(call, orderId)) return call;
  const { verdict, order_id: order } = call;
  if (!isVerdict(verdict.id)) return call;
  const words = verdictById(verdict.id);
  const who = words.who === undefined ? {} : { who: words.who };
  const isOfMismatch = ({ id, value }: EntryFact): boolean =>
    id === 'check-first' && value.includes(order);
  return {
    ...call,
    verdict: {
      id: verdict.id,
      says: verdict.says,
      next: nonEmptyTexts(words.not, words.next).join(' '),
      ...who,
    },
    advice: verdict.id === 'paid-and-recorded' && rest.length === 0 ? 'none' : advice,
    facts: facts.filter((fact) => !isOfMismatch(fact)),
    anomalies: rest,
  };
}

/** Oldest first. */
async function readAnswers(
  context: Context,
  orderIds: readonly string[],
): Promise<readonly JournalEntry[]> {
  if (orderIds.length === 0 || isJournalOff(context)) return [];
  const { calls } = await readJournal(context, orderIds, { most: mostLinesOfOrders });
  return calls;
}

/** Whether a call got a verdict about the order. */
export function isAnswerAbout(call: JournalEntry, orderId: string): call is AnsweredOrder {
  const { verdict, order_id: order } = call;
  return verdict !== null && order !== null && isSameOrder(order, orderId);
}

type AnsweredOrder = JournalEntry & {
  readonly verdict: EntryVerdict;
  readonly order_id: string;
};

/** An order that a ticket names, and what is known about it. */
export interface NamedOrder {
  readonly orderId: string;
  /** The one that counts for the ticket; undefined if nobody looked the order up with its receipt. */
  readonly answer: JournalEntry | undefined;
}

/** In the order in which they are given. */
export async function readNamedOrders(
  context: Context,
  orderIds: readonly string[],
  caseId: string | undefined,
): Promise<readonly NamedOrder[]> {
  const answers = await readAnswers(context, orderIds);
  return orderIds.map((orderId) => {
    const about = answers.filter((call) => isAnswerAbout(call, orderId));
    const answer = answerFor(about, caseId);
    return { orderId, answer: answer && withoutMismatch(answer, orderId) };
  });
}

/** What is known about each order; of one alone its id is not repeated. */
export function namedOrdersWords(orders: readonly NamedOrder[]): string {
  const isOnlyOne = orders.length === 1;
  return joinSentences(...orders.map((order) => namedOrderWords(order, isOnlyOne)));
}

/** `It was looked up on 2026-11-21 14:02 UTC for T-7: Paid at the store, …`. */
function namedOrderWords({ orderId, answer }: NamedOrder, isOnlyOne: boolean): string {
  const subject = isOnlyOne ? 'It' : orderId;
  if (answer === undefined) return `${subject} was not looked up: its receipt is missing.`;
  const { at: time, case: caseId, verdict } = answer;
  const ticketWords = caseId === null ? '' : ` for ${caseId}`;
  return `${subject} was looked up on ${minuteUtc(time)}${ticketWords}: ${verdict?.says ?? ''}`;
}
