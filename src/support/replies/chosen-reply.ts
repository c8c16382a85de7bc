import { lookupKinds } from '../../service/outcome.js';
import { joinSentences } from '../../text/sentences.js';
import { isAboutOtherOrder, minuteUtc } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { countedCalls } from '../report/subjects.js';
import { subjectsOfCalls } from './case-subjects.js';
import { replySituation, type severalAnswers, type Situation } from './situations.js';
import { androidOrdersOf, type TicketLines } from './ticket-lines.js';

/** A reply that somebody chose, beside what the ticket already has. An agent may know better, so it is printed anyway. */

type Chosen = Situation | typeof severalAnswers;

/** What the ticket has that the reply contradicts; undefined if nothing does. */
export function contradiction(
  ticket: Pick<TicketLines, 'calls' | 'replies' | 'remarks'>,
  situation: Chosen,
): string | undefined {
  if (situation === 'need-order-id') return orderContradiction(ticket);
  const isOfPlayer = situation.startsWith('verification-');
  if (!isOfPlayer && !lookupKinds.some((kind) => kind === situation)) return undefined;
  const newest = newestOfSubjects(ticket);
  if (newest.length === 0) return undefined;
  const fitting = newest.filter(({ command }) => (command === 'session') === isOfPlayer);
  if (fitting.length === 0) {
    return isOfPlayer
      ? `This ticket has a look-up and no check of a player: nothing says ${situation}.`
      : `This ticket has a check of a player and no look-up: nothing says ${situation}.`;
  }
  if (fitting.some((call) => says(call, situation))) return undefined;
  return contradictionWords(fitting, situation);
}

function orderContradiction(
  ticket: Pick<TicketLines, 'calls' | 'replies' | 'remarks'>,
): string | undefined {
  const orders = androidOrdersOf(ticket);
  if (orders.length === 0) return undefined;
  return `This reply asks for an order id that the ticket has: ${orders.join(', ')}.`;
}

/** A no may be told in two ways. */
function says(call: JournalEntry, situation: Chosen): boolean {
  const { situation: answered } = replySituation(call);
  const isNo = situation === 'verification-not-recorded';
  return answered === (isNo ? 'verification-not-completed' : situation);
}

function contradictionWords(calls: readonly JournalEntry[], situation: Chosen): string {
  const said = calls.map((call) => {
    const { situation: answered } = replySituation(call);
    const other = isAboutOtherOrder(call) ? 'is about another order' : 'is to be checked first';
    const words = answered === undefined ? other : `says ${answered}`;
    return `The one of ${minuteUtc(call.at)} ${words}.`;
  });
  const what = calls[0]?.command === 'session' ? 'check' : 'look-up';
  return joinSentences(
    `Check this reply before you send it: no ${what} of this ticket says ${situation}.`,
    ...said,
  );
}

/** The newest call that says something, for each purchase and each player. */
function newestOfSubjects({ calls }: Pick<TicketLines, 'calls'>): readonly JournalEntry[] {
  const telling = countedCalls(calls).filter((call) => {
    const { situation, silence } = replySituation(call);
    return (situation ?? silence) !== undefined && call.command !== 'verify';
  });
  return subjectsOfCalls(telling).map(({ call }) => call);
}

/** The player whom a chosen reply is about: the only one of the ticket for whom it fits; null if nobody can tell. */
export function playerOfReply(
  ticket: Pick<TicketLines, 'calls'>,
  situation: Situation,
): string | null {
  if (!situation.startsWith('verification-')) return null;
  const checks = newestOfSubjects(ticket).filter(({ command }) => command === 'session');
  const fitting = checks.filter((call) => says(call, situation));
  const [only, ...others] = fitting.length > 0 ? fitting : checks;
  return only === undefined || others.length > 0 ? null : only.player;
}
