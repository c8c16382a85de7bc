import { isSameOrder } from '../../contract/order-id.js';
import { withNotes, withNotesAtTerminal, type CommandResult } from '../../output/command-result.js';
import { replyPhrase } from '../../text/reply-line.js';
import { joinSentences, joinWithAnd } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { minuteUtc, toneOf } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { isAnswerAbout } from '../journal/order-answers.js';
import { isAboutPlayer } from '../report/open-points.js';
import { findOpenRefusals, type OpenOrder } from '../report/open-refusals.js';
import { countedCalls } from '../report/subjects.js';
import { listSubjects } from './case-subjects.js';
import { replySituation, type WantedReply } from './situations.js';
import type { TicketLines } from './ticket-lines.js';

/** Notes beside a reply: what else the ticket has that the reply says nothing about. */

interface PrintedReply {
  readonly situation: string | undefined;
  readonly orderIds: readonly string[];
}

/** Names the refused pastes that the reply says nothing about, and whose purchase nobody looked up since; undefined without one. */
export function unreadNote(
  { calls, remarks }: Pick<TicketLines, 'calls' | 'remarks'>,
  about: PrintedReply,
): string | undefined {
  const open = findOpenRefusals(remarks, countedCalls(calls)).filter(
    (each) => !isToldByReply(each, about),
  );
  const [first, ...others] = open;
  if (first === undefined) return undefined;
  const names = joinWithAnd(open.map((each) => nameOf(each, calls)));
  if (others.length > 0) {
    return `This reply says nothing about ${names}: pvg could not look them up.`;
  }
  const [missing] = listMissingOrders(first, calls);
  if (missing !== undefined) {
    return `This reply says nothing about ${names}, which nobody looked up for this ticket.`;
  }
  const { at: refusedAt, text } = first.refusal;
  return joinSentences(
    `This reply says nothing about ${names}, which pvg could not look up on ${minuteUtc(refusedAt)}:`,
    text ?? 'the reason was not kept.',
  );
}

/** Whether the reply is about the refused paste: it names the same order, or it is the reply that fits the paste. */
function isToldByReply(
  { orderId, refusal }: OpenOrder,
  { situation, orderIds }: PrintedReply,
): boolean {
  if (orderId !== null && orderIds.length > 0) {
    return orderIds.some((each) => isSameOrder(each, orderId));
  }
  return refusal.situation !== null && refusal.situation === situation;
}

/** The orders of a refused text with several purchases that no call of the ticket has an answer about. */
function listMissingOrders(
  { refusal }: Pick<OpenOrder, 'refusal'>,
  calls: readonly JournalEntry[],
): readonly string[] {
  if (refusal.receipts.length === 0) return [];
  return refusal.order_ids.filter((each) => !calls.some((call) => isAnswerAbout(call, each)));
}

/** The command that looks up the first order without an answer, from the text that has its receipt; undefined without one. */
export function lookupOfMissing(
  { calls, remarks }: Pick<TicketLines, 'calls' | 'remarks'>,
  caseId: WantedReply['caseId'],
): string | undefined {
  const open = findOpenRefusals(remarks, countedCalls(calls));
  const [missing] = open.flatMap((each) => listMissingOrders(each, calls));
  if (missing === undefined) return undefined;
  const options = optionWords({ '--order-id': missing, '--case': caseId });
  return shellLine(['pvg', 'lookup', '-', ...options]);
}

function nameOf({ orderId, refusal }: OpenOrder, calls: readonly JournalEntry[]): string {
  if (orderId !== null) return `the purchase ${orderId}`;
  const missing = listMissingOrders({ refusal }, calls);
  if (missing.length > 0) return `the purchase ${joinWithAnd(missing)}`;
  return isAboutPlayer(refusal.situation ?? '')
    ? 'a player of this ticket'
    : 'another text of this ticket';
}

/** Adds to a reply to a question which purchases of the ticket are still open: such a reply says nothing about them. */
export function withOpenPurchases(
  result: CommandResult,
  ticket: Pick<TicketLines, 'calls'>,
  { languages, caseId }: WantedReply,
): CommandResult {
  const open = listOpenPurchases(ticket);
  if (open.length === 0) return result;
  const note = `This reply answers the question alone. It says nothing about the item of ${joinWithAnd(open)}.`;
  const command = replyPhrase(languages, optionWords({ '--case': caseId }));
  return withNotesAtTerminal(withNotes(result, note), `The reply about that: \`${command}\`.`);
}

/** The purchases that somebody still has to act on, such as `GPA.… (pending)`. */
function listOpenPurchases({ calls }: Pick<TicketLines, 'calls'>): readonly string[] {
  const telling = calls.filter((call) => replySituation(call).situation !== undefined);
  return listSubjects(countedCalls(telling)).flatMap(({ call, name }) => {
    const { situation } = replySituation(call);
    const isOpen = name !== undefined && situation !== undefined && toneOf(call) !== 'good';
    return isOpen ? [`${name} (${situation})`] : [];
  });
}
