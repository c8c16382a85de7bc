import type {
  DeskSituation,
  FoundAnswer,
  JournalAnswer,
  JournalCall,
  NewestAnswer,
  ReplyEntry,
} from '../../desk/wire.js';

/** What the lines of a ticket say together. Knows no browser. */

/**
 * The journal has tickets without the `#`, the wide digits and the mark of a sentence that some people write. The rule is
 * that of `withoutTicketMark` in src/text, which a page may not import: a test compares the two. The first alternative takes
 * the marks of `# PVG-1`, the second that of `PVG-1!`. A text of marks alone stays.
 */
export function ticketAlone(typed: string): string {
  const plain = typed.normalize('NFKC');
  return plain.replace(/^\s*(?:#\s*)+(?=[^#\s])|(?<=[^\s.,;:!\u3002])[.,;:!\u3002]+$/g, '');
}

export function sortNewestFirst<Line extends { readonly at: string }>(
  lines: readonly Line[],
): Line[] {
  return [...lines].sort((one, other) => other.at.localeCompare(one.at));
}

/** How many purchases were looked up for the ticket, with an answer. */
export function countPurchases({ entries }: Pick<JournalAnswer, 'entries'>): number {
  const answeredCalls = entries.filter(({ command, verdict }) => command === 'lookup' && verdict);
  return new Set(answeredCalls.map(({ receipt }) => receipt)).size;
}

/** Other tickets of these lines, in their order. */
export function findOtherTickets(
  entries: readonly Pick<JournalCall, 'case'>[],
  ticket: string,
): readonly string[] {
  const tickets = entries.flatMap(({ case: other }) => other ?? []);
  return [...new Set(tickets)].filter((other) => !isSameTicket(other, ticket));
}

function isSameTicket(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** A move of lines from one ticket to another. */
interface MoveAway {
  readonly at: string;
  /** The id of the moved line; null if all lines of the ticket were moved. */
  readonly call: string | null;
  readonly case: string;
}

/** The moves from this ticket to others, the newest first. */
export function findMovesAway(
  { remarks }: Pick<JournalAnswer, 'remarks'>,
  ticket: string,
): readonly MoveAway[] {
  const moves = remarks.flatMap(({ command, at: time, call, case: other, moved_from: origin }) => {
    const isAway = command === 'move' && other !== null && isSameTicket(origin, ticket);
    return isAway ? [{ at: time, call, case: other }] : [];
  });
  return sortNewestFirst(moves).filter(({ case: other }) => !isSameTicket(other, ticket));
}

/** The ticket to which a call was moved from this one; undefined if this one still has it. */
export function findNewTicket(
  callId: string,
  lines: Pick<JournalAnswer, 'entries' | 'remarks'>,
  ticket: string,
): string | undefined {
  if (lines.entries.some(({ id }) => id === callId)) return undefined;
  const moves = findMovesAway(lines, ticket);
  // A move of all lines took only the calls before it, so the times are compared.
  const isOfCall = ({ call, at: time }: MoveAway): boolean =>
    call === callId || (call === null && compactTime(time) >= timeOfId(callId));
  return moves.find(isOfCall)?.case;
}

/** An id begins with its time: `20261121T032531Z-3f9a1c`. */
const timeOfId = (id: string): string => id.slice(0, '20261121T032531Z'.length);
const compactTime = (iso: string): string => iso.replaceAll(/[-:]|\.\d+/g, '');

/** The newest answer of this ticket, else the one that counts among all tickets. */
export function findAnswer(
  found: Pick<FoundAnswer, 'newest_answer' | 'answers'>,
  ticket: string,
): NewestAnswer | undefined {
  return findAnswersOfTicket(found, ticket)[0] ?? found.newest_answer ?? undefined;
}

/** The newest answer about each purchase and each player of the ticket, the newest first. */
export function findAnswersOfTicket(
  { answers }: Pick<FoundAnswer, 'answers'>,
  ticket: string,
): readonly NewestAnswer[] {
  return answers.filter(({ case: other }) => isSameTicket(other, ticket));
}

/** `2 purchases · 1 × Payment pending: not paid yet · 1 × Paid, no verify on record`. */
export function formatAnswerCounts(
  answers: readonly NewestAnswer[],
  words: Readonly<Record<string, string>>,
): string {
  const players = answers.filter(({ player }) => player !== null).length;
  const verdicts = answers.map(({ verdict }) => words[verdict] ?? verdict);
  const counts = [...new Set(verdicts)].map(
    (verdict) => `${verdicts.filter((each) => each === verdict).length} × ${verdict}`,
  );
  return [
    ...formatCount(answers.length - players, 'purchase'),
    ...formatCount(players, 'player'),
    ...counts,
  ].join(' · ');
}

function formatCount(count: number, noun: string): string[] {
  if (count === 0) return [];
  return [`${count} ${noun}${count === 1 ? '' : 's'}`];
}

/** The name by which a person knows the purchase or the player; empty if there is none. */
export function formatSubject({
  order_id: orderId,
  player,
  product,
}: Pick<NewestAnswer, 'order_id' | 'player' | 'product'>): string {
  return player === null ? (orderId ?? product ?? '') : shortPlayer(player);
}

const playerDigits = 6;

/** `player-3f9a1c`, as a report calls the player: the journal has no names. */
export function shortPlayer(player: string): string {
  return `player-${player.replace('hmac:', '').slice(0, playerDigits)}`;
}

/** The language of the newest reply; undefined without one. */
export function findReplyLanguage({ replies }: Pick<JournalAnswer, 'replies'>): string | undefined {
  return sortNewestFirst(replies)[0]?.languages[0];
}

/** When this text was copied or printed for the ticket; undefined if it was not. The texts of one situation differ by the order that they name. */
export function findNewestReply(
  lines: Pick<JournalAnswer, 'replies'> | undefined,
  text: string,
): ReplyEntry | undefined {
  const replies = sortNewestFirst(lines?.replies ?? []);
  return replies.find(({ texts }) => texts.includes(text));
}

/** The question for which a reply was chosen; undefined if the reply was made from a call. */
export function findQuestion(
  { call, situation }: Pick<ReplyEntry, 'call' | 'situation'>,
  situations: readonly DeskSituation[],
): DeskSituation | undefined {
  return call === null ? situations.find(({ id }) => id === situation) : undefined;
}

/** What texts of the ticket mention, and no reply of it is about. */
export function findOpenQuestions(
  { entries, replies, remarks }: Pick<JournalAnswer, 'entries' | 'replies' | 'remarks'>,
  ticket: string,
): readonly string[] {
  const answeredSituations = replies.map(({ situation }) => situation);
  return [...entries, ...remarks]
    .filter((line) => isSameTicket(line.case, ticket))
    .flatMap(({ questions }) => questions)
    .filter((question) => !answeredSituations.includes(question));
}

/** The question of the newest reply; empty if it was made from a call. */
export function findNewestQuestion(
  { replies }: Pick<JournalAnswer, 'replies'>,
  situations: readonly DeskSituation[],
): string {
  const [newest] = sortNewestFirst(replies);
  return (newest && findQuestion(newest, situations)?.id) ?? '';
}
