import { isSameOrder } from '../../contract/order-id.js';
import { withNotes, withNotesAtTerminal, type CommandResult } from '../../output/command-result.js';
import { replyPhrase } from '../../text/reply-line.js';
import { joinSentences, joinWithAnd } from '../../text/sentences.js';
import { optionWords } from '../../text/shell.js';
import { minuteUtc, toneOf } from '../journal/calls.js';
import { isAboutPlayer } from '../report/open-points.js';
import { findOpenRefusals, type OpenOrder } from '../report/open-refusals.js';
import { countedCalls } from '../report/subjects.js';
import { listSubjects } from './case-subjects.js';
import { replySituation, type WantedReply } from './situations.js';
import type { TicketLines } from './ticket-lines.js';

/** What a ticket has, and the reply that is printed for it says nothing about: a person reads it beside the reply. */

interface RepliedAbout {
  readonly situation: string | undefined;
  readonly orderIds: readonly string[];
}

/** Pastes that were refused, and whose purchase nobody looked up since; undefined without one. */
export function unreadNote(
  { calls, remarks }: Pick<TicketLines, 'calls' | 'remarks'>,
  about: RepliedAbout,
): string | undefined {
  const open = findOpenRefusals(remarks, countedCalls(calls)).filter(
    (each) => !isTold(each, about),
  );
  const [first, ...others] = open;
  if (first === undefined) return undefined;
  const names = joinWithAnd(open.map(nameOf));
  if (others.length > 0) {
    return `This reply says nothing about ${names}: pvg could not look them up.`;
  }
  const { at: refusedAt, text } = first.refusal;
  return joinSentences(
    `This reply says nothing about ${names}, which pvg could not look up on ${minuteUtc(refusedAt)}:`,
    text ?? 'the reason was not kept.',
  );
}

/** Whether the reply tells the player about the refused paste: it names its order, or is the reply that fits the paste. */
function isTold({ orderId, refusal }: OpenOrder, { situation, orderIds }: RepliedAbout): boolean {
  if (orderId !== null && orderIds.length > 0) {
    return orderIds.some((each) => isSameOrder(each, orderId));
  }
  return refusal.situation !== null && refusal.situation === situation;
}

function nameOf({ orderId, refusal }: OpenOrder): string {
  if (orderId !== null) return `the purchase ${orderId}`;
  return isAboutPlayer(refusal.situation ?? '')
    ? 'a player of this ticket'
    : 'another text of this ticket';
}

/** Says which purchases of the ticket somebody still has to act on: a reply to a question answers the question alone. */
export function withOpenPurchases(
  result: CommandResult,
  ticket: Pick<TicketLines, 'calls'>,
  { languages, caseId }: WantedReply,
): CommandResult {
  const open = openPurchases(ticket);
  if (open.length === 0) return result;
  const note = `This reply answers the question alone. It says nothing about the item of ${joinWithAnd(open)}.`;
  const command = replyPhrase(languages, optionWords({ '--case': caseId }));
  return withNotesAtTerminal(withNotes(result, note), `The reply about that: \`${command}\`.`);
}

/** `GPA.… (pending)`. */
function openPurchases({ calls }: Pick<TicketLines, 'calls'>): readonly string[] {
  const telling = calls.filter((call) => replySituation(call).situation !== undefined);
  return listSubjects(countedCalls(telling)).flatMap(({ call, name }) => {
    const { situation } = replySituation(call);
    const isOpen = name !== undefined && situation !== undefined && toneOf(call) !== 'good';
    return isOpen ? [`${name} (${situation})`] : [];
  });
}
