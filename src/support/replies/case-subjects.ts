import { isSameOrder } from '../../contract/order-id.js';
import { PvgError } from '../../failure.js';
import { joinSentences } from '../../text/sentences.js';
import { optionWithValue, shellLine } from '../../text/shell.js';
import { isDoubtfulEntry, warningsOf } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { type CaseSubject, groupBySubject } from '../report/subjects.js';
import { noReplyReasons, replySituation } from './situations.js';
import type { NextCommandFacts, Situation } from './situations.js';
import type { ReplyPart } from './texts.js';

/** The purchases and players of a ticket, for one reply about all of them. */

/** One purchase or one player, with the newest call that says something about it. */
interface CalledSubject {
  readonly call: JournalEntry;
  /** What the reply calls the purchase: its order id or its product; empty if neither is known; undefined for a player. */
  readonly name: string | undefined;
  /** The order id of the purchase, if a sure answer named it. */
  readonly orderId: string | undefined;
}

/**
 * The purchases and players of a ticket, oldest first. If a purchase was looked up in several environments, the answer of prod counts.
 * @param calls those that say something, oldest first
 */
export function listSubjects(calls: readonly JournalEntry[]): readonly CalledSubject[] {
  const indexByCall = new Map(calls.map((call, index) => [call, index]));
  const indexOf = ({ call }: SubjectSummary): number => indexByCall.get(call) ?? 0;
  const subjects = groupBySubject(calls)
    .map(summarizeSubject)
    .sort((one, other) => indexOf(one) - indexOf(other));
  // Two receipts with the same order id are one purchase: only its newest subject stays.
  const newestOfOrder = new Map(subjects.map((subject) => [subject.orderId, subject]));
  return subjects
    .filter((subject) => {
      const { orderId } = subject;
      if (orderId === undefined) return !isAnsweredOtherwise(subject, [...newestOfOrder.keys()]);
      return newestOfOrder.get(orderId) === subject;
    })
    .map(({ call, orderId }) => {
      const isPlayer = call.command === 'session';
      const name = isPlayer ? undefined : (orderId ?? call.product ?? '');
      return { call, name, orderId };
    });
}

interface SubjectSummary {
  readonly call: JournalEntry;
  readonly orderId: string | undefined;
}

function summarizeSubject(subject: CaseSubject): SubjectSummary {
  const { entry, calls, answersElsewhere } = subject;
  const allCalls = [...answersElsewhere.flatMap((answer) => answer.calls), ...calls];
  const sureCall = allCalls.findLast(isOrderSure);
  return { call: calls.at(-1) ?? entry, orderId: sureCall?.order_id ?? undefined };
}

/** Whether the order id of a call surely belongs to its receipt. After a failure it is only the one that was typed, perhaps of another purchase. */
function isOrderSure(call: JournalEntry): boolean {
  return call.order_id !== null && call.error === null && !isDoubtfulEntry(call);
}

/** Whether a receipt was not confirmed, but the ticket has an answer about the same order with another receipt: then this one is cut or wrong. */
function isAnsweredOtherwise(
  { call }: SubjectSummary,
  answered: readonly (string | undefined)[],
): boolean {
  const { error, asked_order_ids: asked } = call;
  if (error?.code !== 'not-confirmed' || asked.length === 0) return false;
  return asked.every((each) => answered.some((orderId) => isSameOrder(each, orderId ?? '')));
}

interface SubjectReply extends NextCommandFacts {
  readonly isOneOfSeveral: boolean;
}

/** The situation whose reply fits. @throws {PvgError} `no-reply` if there is a reason to tell the player nothing */
export function situationOfSubject(
  { call, name }: CalledSubject,
  { isOneOfSeveral, ...facts }: SubjectReply,
): Situation {
  const { situation = 'unknown', silence } = replySituation(call);
  if (silence === undefined) return situation;
  const { says, hint, hintAtTerminal, next } = noReplyReasons[silence];
  const which = isOneOfSeveral && name !== undefined && `This is about ${name}.`;
  throw new PvgError('no-reply', says, {
    hint: joinSentences(which, warningsOf(call)[0], hint),
    hintAtTerminal,
    nextCommand: shellLine(next(call, facts)),
  });
}

/** A subject, and what the player can be told about it. */
export interface AnsweredSubject extends CalledSubject {
  readonly situation: Situation;
}

/**
 * The parts of one reply about all subjects. Purchases with the same situation share one part; the player comes last.
 * @throws {PvgError} `usage` if the player could not tell from the text which purchase is which
 */
export function partsOfCase(subjects: readonly AnsweredSubject[], caseId: string): ReplyPart[] {
  const players = subjects.filter(({ name }) => name === undefined);
  if (players.length > 1) throw severalPlayersError(caseId);
  const namesBySituation = new Map<Situation, Set<string>>();
  for (const { name, situation } of subjects) {
    if (name === undefined) continue;
    const names = namesBySituation.get(situation) ?? new Set<string>();
    namesBySituation.set(situation, names.add(name));
  }
  const parts = [...namesBySituation].map(([situation, names]) => ({
    situation,
    purchases: [...names],
  }));
  const names = parts.flatMap(({ purchases }) => purchases);
  // A name that two purchases share, or that is empty, does not tell the player which purchase is meant.
  const isUnclear = names.includes('') || new Set(names).size < names.length;
  if (isUnclear && names.length > 1) throw sameNameError(caseId);
  return [...parts, ...players.map(({ situation }) => ({ situation, purchases: [] }))];
}

const severalPlayersError = (caseId: string): PvgError =>
  chooseOneError(caseId, `${caseId} has several players, and a reply is for one of them.`);

const sameNameError = (caseId: string): PvgError =>
  chooseOneError(caseId, `${caseId} has purchases that no order id and no product tells apart.`);

/** pvg does not choose one of them itself: a script that mails the text must not send the reply about another purchase. */
function chooseOneError(caseId: string, says: string): PvgError {
  return new PvgError('usage', says, {
    hint: 'The report shows what each of them is. Then say which reply it is: `--for <situation>`.',
    nextCommand: shellLine(['pvg', 'report', ...optionWithValue('--case', caseId)]),
  });
}
