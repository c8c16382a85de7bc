import { lookupKinds } from '../../service/outcome.js';
import { joinSentences } from '../../text/sentences.js';
import { isAboutOtherOrder, minuteUtc } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { countedCalls } from '../report/subjects.js';
import { listSubjects } from './case-subjects.js';
import { replySituation, type severalAnswers, type Situation } from './situations.js';
import { androidOrdersOf, type TicketLines } from './ticket-lines.js';

/** Compares a reply that somebody chose with the answers of its ticket. It is printed in any case, because an agent may know better. */

type ChosenSituation = Situation | typeof severalAnswers;

/** Says which answers of the ticket the reply contradicts; undefined if it contradicts none. */
export function findContradiction(
  ticket: Pick<TicketLines, 'calls' | 'replies' | 'remarks'>,
  situation: ChosenSituation,
): string | undefined {
  if (situation === 'need-order-id') return findOrderContradiction(ticket);
  // A reply to a question, such as `refund`, contradicts no answer: only the reply of a verdict can.
  const isOfPlayer = situation.startsWith('verification-');
  if (!isOfPlayer && !lookupKinds.some((kind) => kind === situation)) return undefined;
  const newest = findNewestCalls(ticket);
  if (newest.length === 0) return undefined;
  const fitting = newest.filter(({ command }) => (command === 'session') === isOfPlayer);
  if (fitting.length === 0) {
    return isOfPlayer
      ? `This ticket has a look-up and no check of a player: nothing says ${situation}.`
      : `This ticket has a check of a player and no look-up: nothing says ${situation}.`;
  }
  if (fitting.some((call) => leadsToReply(call, situation))) return undefined;
  return contradictionWords(fitting, situation);
}

function findOrderContradiction(
  ticket: Pick<TicketLines, 'calls' | 'replies' | 'remarks'>,
): string | undefined {
  const orders = androidOrdersOf(ticket);
  if (orders.length === 0) return undefined;
  return `This reply asks for an order id that the ticket has: ${orders.join(', ')}.`;
}

/** Whether a call leads to this reply. `not-completed` leads to two: the second is for a player who says that verification is done. */
function leadsToReply(call: JournalEntry, situation: ChosenSituation): boolean {
  const replyOfCall =
    situation === 'verification-not-recorded' ? 'verification-not-completed' : situation;
  return replySituation(call).situation === replyOfCall;
}

function contradictionWords(calls: readonly JournalEntry[], situation: ChosenSituation): string {
  const answers = calls.map((call) => `The one of ${minuteUtc(call.at)} ${answerPhrase(call)}.`);
  const what = calls[0]?.command === 'session' ? 'check' : 'look-up';
  return joinSentences(
    `Check this reply before you send it: no ${what} of this ticket says ${situation}.`,
    ...answers,
  );
}

function answerPhrase(call: JournalEntry): string {
  const { situation } = replySituation(call);
  if (situation !== undefined) return `says ${situation}`;
  return isAboutOtherOrder(call) ? 'is about another order' : 'is to be checked first';
}

/** The newest call that says something, for each purchase and each player. */
function findNewestCalls({ calls }: Pick<TicketLines, 'calls'>): readonly JournalEntry[] {
  const answeredCalls = countedCalls(calls).filter((call) => {
    const { situation, silence } = replySituation(call);
    return (situation ?? silence) !== undefined && call.command !== 'verify';
  });
  return listSubjects(answeredCalls).map(({ call }) => call);
}

/** The player whom a chosen reply is about: the only one of the ticket for whom it fits; null if nobody can tell. */
export function findReplyPlayer(
  ticket: Pick<TicketLines, 'calls'>,
  situation: Situation,
): string | null {
  if (!situation.startsWith('verification-')) return null;
  const checks = findNewestCalls(ticket).filter(({ command }) => command === 'session');
  const fitting = checks.filter((call) => leadsToReply(call, situation));
  const [only, ...others] = fitting.length > 0 ? fitting : checks;
  return only === undefined || others.length > 0 ? null : only.player;
}
