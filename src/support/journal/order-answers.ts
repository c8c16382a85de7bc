import type { Context } from '../../context.js';
import { isSameOrigin } from '../../contract/address.js';
import { isSameOrder } from '../../contract/order-id.js';
import { findOrderId } from '../../input/pasted/order-ids.js';
import type { Subject } from '../../service/outcome.js';
import { fingerprint } from '../../signing/digest.js';
import { joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import { checkFirst, type Description } from '../../wording/description.js';
import { isVerdict, verdictById } from '../../wording/verdict.js';
import {
  isDoubtfulEntry,
  isOfCutReceipt,
  isOfTestStore,
  matchesTypedName,
  minuteUtc,
  saysNothingOfOrder,
  warningsOf,
} from './calls.js';
import { withCutDoubts } from './cut-doubt.js';
import { isCall, type JournalEntry } from './entry.js';
import type { EntryFact, EntryVerdict } from './entry-answer.js';
import { findNewest } from './journal.js';
import { isJournalOff } from './places.js';

/** What the journal has about an order id: the answers to look-ups with its receipt, for any ticket. */

/** The most answers that are read about one order. */
const mostAnswers = 200;

/** Reads the answers about an order, oldest first, without the warnings that `withoutMismatch` removes. */
export async function readAnswersOnOrder(
  context: Context,
  orderId: string,
): Promise<readonly JournalEntry[]> {
  const answers = await readAnswers(context, [orderId]);
  return selectAnswersOnOrder(answers.get(orderId) ?? [], orderId);
}

/** Selects the answers that are about the order, each as `withoutMismatch` changes it. @param answers oldest first */
export function selectAnswersOnOrder(
  answers: readonly JournalEntry[],
  orderId: string,
): readonly JournalEntry[] {
  return answers
    .filter((call) => isAnswerAbout(call, orderId))
    .map((call) => withoutMismatch(call, orderId));
}

/**
 * The look-up that counts for a ticket: the newest telling one of the ticket, else the newest telling one of any ticket. Which
 * look-ups are telling, says `tellingAnswers`.
 *
 * @param answers about one order, oldest first
 */
export function chooseAnswer(
  answers: readonly JournalEntry[],
  caseId: string | null | undefined,
): JournalEntry | undefined {
  const telling = tellingAnswers(answers);
  const own = telling.findLast((call) => matchesTypedName(call.case, caseId ?? ''));
  return own ?? telling.at(-1);
}

/**
 * Removes the warning that the answer is about another order than the one that was asked about. The warning was for whoever
 * made the call. Now somebody asks about the order that the answer is about, so nothing is wrong with it.
 */
export function withoutMismatch(call: JournalEntry, orderId: string): JournalEntry {
  const { advice, facts, anomalies } = call;
  const otherAnomalies = anomalies.filter(({ id }) => id !== 'other-order');
  if (otherAnomalies.length === anomalies.length || !isAnswerAbout(call, orderId)) return call;
  const { verdict, order_id: order } = call;
  if (!isVerdict(verdict.id)) return call;
  // The mismatch had replaced who acts and what to do (`describeVerdict`), but not what the verdict says.
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
    // The advice `check` may have come from the mismatch alone.
    advice: verdict.id === 'paid-and-recorded' && otherAnomalies.length === 0 ? 'none' : advice,
    facts: facts.filter((fact) => !isOfMismatch(fact)),
    anomalies: otherAnomalies,
  };
}

/**
 * The answers that count: the sure ones, or all if none is sure. If the order was confirmed once, a failed look-up counts only
 * if it asked with the same product and package as each confirmed one: otherwise it may have failed because of these.
 *
 * @param answers oldest first
 */
function tellingAnswers(answers: readonly JournalEntry[]): readonly JournalEntry[] {
  const sure = answers.filter((call) => !isDoubtfulEntry(call) && !isOfTestStore(call));
  const confirmed = sure.filter(({ error }) => error === null);
  const telling = sure.filter(
    (call) => call.error === null || confirmed.every((other) => isSameQuestion(call, other)),
  );
  return telling.length > 0 ? telling : answers;
}

function isSameQuestion(one: JournalEntry, other: JournalEntry): boolean {
  return one.product === other.product && one.package === other.package;
}

/** Reads the newest answers for each order, oldest first. Each order has its own limit, so that a much used one does not displace another. */
async function readAnswers(
  context: Context,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly JournalEntry[]>> {
  const answers = new Map(orderIds.map((orderId) => [orderId, [] as JournalEntry[]]));
  if (orderIds.length === 0 || isJournalOff(context)) return answers;
  await findNewest(context, {
    containing: orderIds,
    mayMatter: (line) => line.includes('"verdict":{'),
    isWanted: ({ kept }) => {
      if (isCall(kept)) addAnswer(answers, kept);
      // The lists are filled here, as a side effect. The line that fills the last list is `wanted`, which ends the reading.
      return [...answers.values()].every(({ length }) => length === mostAnswers);
    },
  });
  const oldestFirst = new Map<string, readonly JournalEntry[]>();
  for (const [orderId, found] of answers) {
    oldestFirst.set(orderId, await withCutDoubts(context, found.toReversed()));
  }
  return oldestFirst;
}

function addAnswer(answers: ReadonlyMap<string, JournalEntry[]>, call: JournalEntry): void {
  for (const [orderId, found] of answers) {
    const isOfOrder = isAnswerAbout(call, orderId) || isMistakenAnswer(call, orderId);
    if (isOfOrder && found.length < mostAnswers) found.push(call);
  }
}

/** Whether a call got a verdict about the order. */
export function isAnswerAbout(call: JournalEntry, orderId: string): call is AnsweredOrder {
  const { verdict, order_id: order } = call;
  return verdict !== null && order !== null && isSameOrder(order, orderId);
}

/** Whether a call got a verdict that says something about the order. */
export function saysSomethingOfOrder(call: JournalEntry, orderId: string): boolean {
  return isAnswerAbout(call, orderId) && !saysNothingOfOrder(call);
}

/** Whether a call asked about the order, and its answer is about another order. */
export function isMistakenAnswer(call: JournalEntry, orderId: string): boolean {
  const { verdict, asked_order_ids: asked } = call;
  if (verdict === null || isAnswerAbout(call, orderId)) return false;
  return asked.some((each) => isSameOrder(each, orderId));
}

type AnsweredOrder = JournalEntry & {
  readonly verdict: EntryVerdict;
  readonly order_id: string;
};

interface AskedOrders {
  readonly subject: Subject;
  /** The address of the service that was asked, as the journal has it. */
  readonly origin: string | null;
}

/**
 * Adds a doubt to a receipt that was not confirmed, if the journal has another receipt with which the same order was confirmed:
 * then this receipt is cut, or belongs to another order.
 */
export async function addOrderConfirmed(
  context: Context,
  description: Description,
  { subject, origin }: AskedOrders,
): Promise<Description> {
  const { error, facts } = description;
  const { receipt, orderId = '', otherOrderIds = [] } = subject;
  const asked = findOrderId(orderId);
  // If the text names several orders, `checkFirstFacts` already asks which one is meant.
  const isSure = asked !== undefined && otherOrderIds.length === 0;
  if (error?.code !== 'not-confirmed' || receipt === undefined || !isSure) return description;
  const print = fingerprint(receipt);
  const confirmed = (await readAnswersOnOrder(context, asked)).findLast(
    (call) => call.exit === 0 && call.receipt !== print && isSameOrigin(call.origin, origin),
  );
  if (confirmed === undefined) return description;
  const doubt = `Is this the whole receipt of ${asked}? The order was confirmed with another receipt on ${whenAndWhere(confirmed)} (\`pvg journal show ${confirmed.id}\`).`;
  return { ...description, advice: 'check', facts: [checkFirst(doubt), ...facts] };
}

/** An order that a ticket names, and what is known about it. */
export interface NamedOrder {
  readonly orderId: string;
  /** The look-up that counts for the ticket; undefined if no look-up says anything about the order. */
  readonly answer: JournalEntry | undefined;
  /** The newest look-up of the order if none says anything about it, for example one with a cut receipt. */
  readonly doubted?: JournalEntry | undefined;
  /** The newest look-up, for any ticket, that asked about this order and got an answer about another. */
  readonly mistaken?: JournalEntry | undefined;
}

/** What is known about each of these orders, in the same sequence. */
export async function readNamedOrders(
  context: Context,
  orderIds: readonly string[],
  caseId: string | undefined,
): Promise<readonly NamedOrder[]> {
  const answers = await readAnswers(context, orderIds);
  return orderIds.map((orderId) => {
    const ofOrder = answers.get(orderId) ?? [];
    const found = chooseAnswer(selectAnswersOnOrder(ofOrder, orderId), caseId);
    const mistaken = ofOrder.findLast((call) => isMistakenAnswer(call, orderId));
    const isTelling = found !== undefined && !saysNothingOfOrder(found);
    return isTelling
      ? { orderId, answer: found, mistaken }
      : { orderId, answer: undefined, doubted: found, mistaken };
  });
}

/** What is known about each order, in words. @param only `It` instead of the order id, if there is a single order and the sentence before names it */
export function namedOrdersWords(orders: readonly NamedOrder[], only?: 'It'): string {
  const pronoun = orders.length === 1 ? only : undefined;
  return joinSentences(...orders.map((order) => namedOrderWords(order, pronoun)));
}

/** For example `GPA.… was looked up on 2026-11-21 14:02 UTC for T-7: Paid at the store, …`. */
function namedOrderWords(
  { orderId, answer, doubted, mistaken }: NamedOrder,
  pronoun?: 'It',
): string {
  const subject = pronoun ?? orderId;
  if (answer !== undefined) {
    return `${subject} was looked up on ${whenAndWhere(answer)}: ${answer.verdict?.says ?? ''}`;
  }
  if (doubted !== undefined) {
    return `${subject} was looked up on ${whenAndWhere(doubted)} ${doubtClause(doubted)}`;
  }
  if (mistaken !== undefined) return mistakenWords(mistaken, pronoun?.toLowerCase() ?? orderId);
  return `${subject} was not looked up: that needs its receipt.`;
}

/** The end of the sentence about a look-up that says nothing about its order: why it does not. */
function doubtClause(doubted: JournalEntry): string {
  if (isOfCutReceipt(doubted)) {
    return 'with a receipt that is probably cut, so that says nothing about it: its whole receipt is still missing.';
  }
  if (isOfTestStore(doubted)) return 'on dev, which says nothing about a real purchase.';
  return joinSentences('without a sure answer.', warningsOf(doubted)[0]);
}

/** @param subject `it`, or the order id */
export function mistakenWords(mistaken: JournalEntry, subject = 'it'): string {
  const answered = mistaken.order_id ?? 'another order';
  return `A look-up on ${whenAndWhere(mistaken)} asked about ${subject}, and its answer is about ${answered}: the receipt of ${subject} is still missing.`;
}

function whenAndWhere({ at: time, case: caseId }: JournalEntry): string {
  return caseId === null ? minuteUtc(time) : `${minuteUtc(time)} for ${caseId}`;
}
