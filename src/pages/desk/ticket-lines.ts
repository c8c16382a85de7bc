import type {
  DeskSituation,
  FoundAnswer,
  JournalAnswer,
  JournalCall,
  NewestAnswer,
  ReplyEntry,
} from '../../desk/wire.js';

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
  return [...new Set(tickets)].filter((other) => !isSameTicket(other, ticket));
}

function isSameTicket(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** The newest answer; where this ticket has the same one, as this ticket has it. */
export function answerForTicket(
  { newest_answer: newest, entries }: Pick<FoundAnswer, 'newest_answer' | 'entries'>,
  ticket: string,
): NewestAnswer | undefined {
  if (newest === null) return undefined;
  const own = sortedNewestFirst(entries).find(
    ({ case: other, verdict }) => isSameTicket(other, ticket) && verdict?.says === newest.says,
  );
  return own === undefined ? newest : { ...newest, id: own.id, at: own.at, case: own.case };
}

/** The language of the newest reply; undefined without one. */
export function lastLanguage({ replies }: Pick<JournalAnswer, 'replies'>): string | undefined {
  return sortedNewestFirst(replies)[0]?.languages[0];
}

/** When the ticket got this reply; undefined if it did not. */
export function newestReplyOf(
  lines: Pick<JournalAnswer, 'replies'> | undefined,
  situation: string,
): ReplyEntry | undefined {
  const replies = sortedNewestFirst(lines?.replies ?? []);
  return replies.find((reply) => reply.situation === situation);
}

/** The question for which a reply was chosen; undefined if the reply was made from a call. */
export function questionOfReply(
  { call, situation }: Pick<ReplyEntry, 'call' | 'situation'>,
  situations: readonly DeskSituation[],
): DeskSituation | undefined {
  return call === null ? situations.find(({ id }) => id === situation) : undefined;
}

/** The question of the newest reply; empty if it was made from a call. */
export function questionOfNewestReply(
  { replies }: Pick<JournalAnswer, 'replies'>,
  situations: readonly DeskSituation[],
): string {
  const [newest] = sortedNewestFirst(replies);
  return (newest && questionOfReply(newest, situations)?.id) ?? '';
}
