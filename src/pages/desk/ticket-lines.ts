import type { DeskSituation, JournalAnswer, JournalCall } from '../../desk/wire.js';

/** What the lines of a ticket say together. Knows no browser. */

export function sortedNewestFirst<Line extends { readonly at: string }>(
  lines: readonly Line[],
): Line[] {
  return [...lines].sort((one, other) => other.at.localeCompare(one.at));
}

/** How many purchases were looked up for the ticket, with an answer. */
export function purchaseCount({ entries }: Pick<JournalAnswer, 'entries'>): number {
  const answered = entries.filter(({ command, verdict }) => command === 'lookup' && verdict);
  return new Set(answered.map(({ receipt }) => receipt)).size;
}

/** Other tickets of these calls, the newest first. */
export function otherTickets(entries: readonly JournalCall[], ticket: string): readonly string[] {
  const tickets = entries.flatMap(({ case: other }) => other ?? []);
  return [...new Set(tickets)].filter((other) => other.toLowerCase() !== ticket.toLowerCase());
}

/** The language of the newest reply; undefined without one. */
export function lastLanguage({ replies }: Pick<JournalAnswer, 'replies'>): string | undefined {
  return sortedNewestFirst(replies)[0]?.languages[0];
}

/** The question for which the newest reply was chosen; empty if it was made from a call. */
export function questionOfNewestReply(
  { replies }: Pick<JournalAnswer, 'replies'>,
  situations: readonly DeskSituation[],
): string {
  const [newest] = sortedNewestFirst(replies);
  const isChosen = newest?.call === null && situations.some(({ id }) => id === newest.situation);
  return isChosen ? (newest.situation ?? '') : '';
}

/** The call with this id, if the emulator inside pvg answered it. */
export function demoCall(
  { entries }: Pick<JournalAnswer, 'entries'>,
  callId: string,
): JournalCall | undefined {
  return entries.find(({ id, origin }) => id === callId && origin === 'local');
}
