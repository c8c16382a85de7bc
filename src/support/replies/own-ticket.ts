import { counted, nonEmptyTexts } from '../../text/sentences.js';
import { entryOutcome, minuteUtc } from '../journal/calls.js';
import type { Reader } from '../journal/earlier-calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { personName } from '../journal/other-ticket.js';
import type { TicketLines } from './ticket-lines.js';

/** What was done before for the ticket of a call, so that nobody has to open the report to see it. */

/** At most two sentences: the earlier look-up of the same purchase, and the newest note. */
export function ownTicketNotes(
  ticket: TicketLines,
  call: JournalEntry,
  reader: Reader,
): readonly string[] {
  return nonEmptyTexts(ownLookupNote(ticket, call, reader), newestNoteSentence(ticket, reader));
}

function ownLookupNote(
  { calls }: TicketLines,
  call: JournalEntry,
  reader: Reader,
): string | undefined {
  const earlier = calls.findLast((each) => isEarlierAnswer(each, call));
  if (earlier === undefined) return undefined;
  const { word } = entryOutcome(earlier);
  return `This ticket: ${personName(earlier, reader)} looked up this purchase on ${minuteUtc(earlier.at)} (${word}).`;
}

function isEarlierAnswer(earlier: JournalEntry, call: JournalEntry): boolean {
  return (
    earlier.command === 'lookup' &&
    earlier.verdict !== null &&
    earlier.id !== call.id &&
    earlier.receipt !== null &&
    earlier.receipt === call.receipt &&
    earlier.origin === call.origin &&
    earlier.environment === call.environment
  );
}

/** For example `you looked up GPA.… on … (pending)`. */
export function describeLookup(lookup: JournalEntry, reader: Reader): string {
  const { word } = entryOutcome(lookup);
  const name = lookup.order_id ?? lookup.product ?? 'a purchase';
  return `${personName(lookup, reader)} looked up ${name} on ${minuteUtc(lookup.at)} (${word})`;
}

export function newestNoteSentence({ remarks }: TicketLines, reader: Reader): string | undefined {
  const notes = remarks.filter(({ command }) => command === 'note');
  const newest = notes.at(-1);
  if (newest === undefined) return undefined;
  const which =
    notes.length === 1
      ? 'This ticket has a note'
      : `This ticket has ${counted(notes.length, 'note')}, the newest`;
  return `${which} by ${personName(newest, reader)} on ${minuteUtc(newest.at)}: ${newest.text ?? ''}`;
}
