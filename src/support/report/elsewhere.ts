import { findOrderId } from '../../input/pasted/order-ids.js';
import { joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { optionWithValue, placeholder, shellLine } from '../../text/shell.js';
import { isFoundBy, matchesTypedName } from '../journal/calls.js';
import { isCall, type JournalEntry, type KeptEntry, type ReplyEntry } from '../journal/entry.js';
import type { Journal } from '../journal/journal.js';
import { isNotBatch } from './subjects.js';

/** Where the journal has more about an order than the page of one ticket shows. */

type JournalLines = Pick<Journal, 'calls' | 'replies'> & Partial<Pick<Journal, 'remarks'>>;

/** The part of a case that the page shows. */
interface ShownCase {
  readonly id: string | null;
  readonly calls: readonly JournalEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly callsOfOtherCases: readonly JournalEntry[];
  readonly repliesOfOtherCases: readonly ReplyEntry[];
}

interface TypedName {
  readonly name: string;
  /** The texts that a line about it may have: the name as it was typed, its fingerprint, its order id. */
  readonly names: readonly string[];
}

/** Says which other lines of the journal have the name; undefined if the page shows all of them. */
export function elsewhereWords(
  { calls, replies, remarks = [] }: JournalLines,
  found: ShownCase,
  { name, names }: TypedName,
): string | undefined {
  const shownIds = new Set([
    ...found.calls.map(({ id }) => id),
    ...found.replies.map(({ id }) => id),
    ...found.callsOfOtherCases.map(({ id }) => id),
    ...found.repliesOfOtherCases.map(({ id }) => id),
  ]);
  const all: readonly KeptEntry[] = [...calls, ...replies, ...remarks];
  const ofOthers = all
    .filter(isFoundBy(names))
    .filter((line) => !isCall(line) || isNotBatch(line))
    .filter((line) => found.id === null || !matchesTypedName(line.case, found.id));
  const linesNotShown = ofOthers.filter((line) => !shownIds.has(line.id));
  // If the page leaves out a line of any other ticket, all other tickets are named, also those whose calls are shown: the page
  // does not show what else such a ticket has.
  const linesToName = linesNotShown.some((line) => line.case !== null) ? ofOthers : [];
  const tickets = new Set(linesToName.flatMap((line) => line.case ?? []));
  const hasLineWithoutTicket = linesNotShown.some((line) => line.case === null);
  const orderId = findOrderId(name);
  const findCommand = shellLine(['pvg', 'journal', 'find', orderId ?? placeholder('WHAT')]);
  const words = joinSentences(
    ticketsWords([...tickets], name),
    hasLineWithoutTicket &&
      `Lines without a ticket name ${subjectOf(name)}, too: \`${findCommand}\`.`,
  );
  return words || undefined;
}

/** The most tickets that are listed with their commands, because nobody reads more. */
const mostTickets = 5;

/** `this order` for an order id. Any other name may be a receipt that somebody typed, so it is only called a purchase. */
function subjectOf(name: string): string {
  return findOrderId(name) === undefined ? 'this purchase' : 'this order';
}

/** Says which other tickets name the same; undefined if there are none. @param name what was typed */
export function ticketsWords(tickets: readonly string[], name: string): string | undefined {
  if (tickets.length === 0) return undefined;
  const commands = tickets
    .slice(0, mostTickets)
    .map((ticket) => `\`${shellLine(['pvg', 'report', ...optionWithValue('--case', ticket)])}\``);
  const more = nonEmptyTexts(tickets.length > mostTickets && 'others');
  return `Other tickets name ${subjectOf(name)}, too: ${joinWithAnd([...commands, ...more])}.`;
}
