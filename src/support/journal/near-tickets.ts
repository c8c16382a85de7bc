import type { Context } from '../../context.js';
import { nearest } from '../../text/nearest.js';
import { matchesTypedName } from './calls.js';
import { findNewest } from './journal.js';

/** Finds the tickets of the journal that a mistyped one may mean: none if a line has the ticket as it was typed. */
export async function findNearTickets(context: Context, typed: string): Promise<string[]> {
  const tickets = new Set<string>();
  // Its result is not needed: on its way through the journal, `isWanted` collects the tickets.
  await findNewest(context, {
    mayMatter: oneLinePerTicket(),
    isWanted: ({ kept }) => {
      if (kept.case !== null) tickets.add(kept.case);
      return false;
    },
  });
  if ([...tickets].some((ticket) => matchesTypedName(ticket, typed))) return [];
  const lookAlikes = [...tickets].filter((ticket) => foldSigns(ticket) === foldSigns(typed));
  if (lookAlikes.length > 0) return lookAlikes.slice(0, 3);
  const digits = digitsOf(typed);
  return nearest(
    typed,
    [...tickets].filter((ticket) => digitsOf(ticket) === digits),
  );
}

/** The digits in one order, so that two swapped ones count as a misspelling. T-2 is another ticket than T-1. */
const digitsOf = (ticket: string): string => ticket.replace(/\D/g, '').split('').sort().join('');

/** The same text for signs that look alike: `T-l` and `T-1`, `TO-7` and `T0-7`. */
function foldSigns(ticket: string): string {
  return ticket.trim().toLowerCase().replace(/[li|]/g, '1').replaceAll('o', '0');
}

/** Makes a `mayMatter` for one reading: it lets through the first line of each ticket, because parsing is slow. */
function oneLinePerTicket(): (line: string) => boolean {
  const passedTickets = new Set<string>();
  return (line) => {
    const start = line.indexOf('"case":"');
    if (start === -1) return false;
    const ticket = line.slice(start, line.indexOf('",', start));
    if (passedTickets.has(ticket)) return false;
    passedTickets.add(ticket);
    return true;
  };
}
