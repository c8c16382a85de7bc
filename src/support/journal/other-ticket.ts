import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/order-id.js';
import { counted, joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import {
  callerName,
  entryOutcome,
  isAboutSame,
  isCalledBy,
  matchesTypedName,
  minuteUtc,
} from './calls.js';
import { recordingVerify, type Reader } from './earlier-calls.js';
import {
  isReply,
  type JournalEntry,
  type KeptEntry,
  type RemarkEntry,
  type ReplyEntry,
} from './entry.js';
import { readJournal } from './journal.js';
import { replyAct, replyWords } from './outcome-words.js';

/** What was done about the purchase of a look-up for another ticket. */

/** What a person has to know of another ticket about the same purchase. */
interface OtherTicket {
  readonly notes: readonly string[];
  /** The notes with the commands that show what they name. */
  readonly notesAtTerminal: readonly string[];
  /** Shows what colleagues wrote for it; undefined if they wrote nothing. */
  readonly nextCommand: string | undefined;
}

export async function otherTicketOf(
  context: Context,
  lines: EarlierLines,
  call: JournalEntry,
): Promise<OtherTicket> {
  const found = lookupOfOtherTicket(lines, call, context);
  if (found === undefined) return { notes: [], notesAtTerminal: [], nextCommand: undefined };
  const { lookup, sentence } = found;
  const notes = [sentence];
  const notesAtTerminal: string[] = [];
  let nextCommand: string | undefined;
  // What was written before a look-up was moved stays with the ticket that it had.
  for (const ticket of nonEmptyTexts(lookup.case, lookup.moved_from)) {
    const written = matchesTypedName(call.case, ticket) ? [] : await notesOf(context, ticket);
    if (written.length === 0) continue;
    const line = shellLine(['pvg', 'journal', 'list', ...optionWords({ '--case': ticket })]);
    notes.push(`The other ticket, ${ticket}, has ${counted(written.length, 'note')}.`);
    notesAtTerminal.push(`What was written for ${ticket}: \`${line}\`.`);
    // Whoever asks may remember notes of their own.
    if (written.some((note) => !isCalledBy(note, context.account))) nextCommand ??= line;
  }
  return { notes, notesAtTerminal, nextCommand };
}

interface AskedOrder {
  readonly orderId: string;
  /** The look-up that counts for it. */
  readonly answer: JournalEntry;
  /** The ticket for which somebody asks now. */
  readonly caseId: string | undefined;
  /** The reply that is being printed. */
  readonly situation?: string | undefined;
}

/**
 * A complaint that comes again: who looked the order up for another ticket, what the player was told there, and the newest
 * note. undefined if only the look-up itself is known, and you made it.
 */
export async function earlierOfOrder(
  context: Context,
  asked: AskedOrder,
): Promise<string | undefined> {
  const { answer, caseId = '' } = asked;
  if (!isShownTo(answer, context)) return undefined;
  const lastReply = await lastReplyElsewhere(context, asked);
  const known = lastReply === undefined ? [answer] : [answer, lastReply];
  const ofOtherTickets = known.filter((line) => !matchesTypedName(line.case, caseId));
  const words = ofOtherTickets.map((line) => doneWords(line, asked, context));
  const tickets = new Set(ofOtherTickets.flatMap(({ case: ticket }) => ticket ?? []));
  for (const ticket of tickets) words.push(await newestNoteOf(context, ticket));
  return joinSentences(...words) || undefined;
}

/** @param orders all those of which the same is known; `this order` where no other one is meant */
export function earlierWords(orders: string, known: string): string {
  return `Earlier for ${orders}: ${known}`;
}

async function lastReplyElsewhere(
  context: Context,
  { orderId, answer, caseId = '' }: AskedOrder,
): Promise<ReplyEntry | undefined> {
  const about = nonEmptyTexts(orderId, answer.receipt, answer.id);
  const { replies } = await readJournal(context, about);
  const shown = replies.filter((reply) => isShownTo(reply, context));
  return shown.findLast(
    (reply) => !matchesTypedName(reply.case, caseId) && isAboutOrder(reply, { orderId, answer }),
  );
}

/** What was done for the other ticket, in words. Whoever asks may remember their own look-up. */
function doneWords(
  line: JournalEntry | ReplyEntry,
  { situation }: AskedOrder,
  reader: Reader,
): string | undefined {
  const who = personName(line, reader);
  const ticket = line.case === null ? '' : ` for ${line.case}`;
  if (!isReply(line)) return who === 'you' ? undefined : `${who} looked it up${ticket}.`;
  const which = line.situation === situation ? 'this same reply' : 'the reply';
  return `${who} ${replyAct(line)} ${which}, ${replyWords(line)}, on ${minuteUtc(line.at)}${ticket}.`;
}

function isAboutOrder(
  reply: ReplyEntry,
  { orderId, answer }: Pick<AskedOrder, 'orderId' | 'answer'>,
): boolean {
  const isNamed = reply.order_ids.some((each) => isSameOrder(each, orderId));
  return isNamed || reply.call === answer.id || isAboutSame(reply, answer);
}

async function newestNoteOf(context: Context, ticket: string): Promise<string | undefined> {
  const note = (await notesOf(context, ticket)).at(-1);
  if (note === undefined) return undefined;
  return `${ticket} has a note by ${personName(note, context)} of ${minuteUtc(note.at)}.`;
}

async function notesOf(context: Context, ticket: string): Promise<readonly RemarkEntry[]> {
  const mayMatter = (line: string): boolean => line.includes('"command":"note"');
  const { remarks } = await readJournal(context, [ticket], { mayMatter });
  return remarks.filter(
    (remark) => remark.command === 'note' && matchesTypedName(remark.case, ticket),
  );
}

interface EarlierLines {
  /** About the same receipt at the same place, oldest first. */
  readonly calls: readonly JournalEntry[];
  /** Oldest first, those of other receipts included. */
  readonly replies: readonly ReplyEntry[];
}

interface EarlierLookup {
  readonly lookup: JournalEntry;
  readonly sentence: string;
}

/**
 * The newest look-up of the purchase for another ticket or none: its player may have a reply already, and two replies must
 * not contradict each other. A colleague's comes first, and then one with a reply.
 */
function lookupOfOtherTicket(
  { calls, replies }: EarlierLines,
  call: JournalEntry,
  reader: Reader,
): EarlierLookup | undefined {
  const lookups = calls.filter(
    (other) =>
      other.command === 'lookup' &&
      other.verdict !== null &&
      other.id !== call.id &&
      !isOfSameTicket(other, call) &&
      isShownTo(other, reader),
  );
  const shownReplies = replies.filter((reply) => isShownTo(reply, reader));
  const lastReply = (lookup: JournalEntry): ReplyEntry | undefined =>
    shownReplies.findLast((reply) => isReplyTo(reply, lookup));
  // Whoever asks may remember their own look-ups, so those of others come first.
  const byOthers = lookups.filter((other) => !isCalledBy(other, reader.account));
  const candidates = byOthers.length > 0 ? byOthers : lookups;
  const lookup =
    candidates.findLast((other) => lastReply(other) !== undefined) ?? candidates.at(-1);
  if (lookup === undefined) return undefined;
  const ticket = lookup.case === null ? 'without a ticket' : `for ${lookup.case}`;
  const { word } = entryOutcome(lookup);
  const who = personName(lookup, reader);
  const lookedUp = `${who} looked it up on ${minuteUtc(lookup.at)} ${ticket} (${word})`;
  const reply = lastReply(lookup);
  // The verdict names the verify that came after it.
  const verify = recordingVerify(calls);
  const isOvertaken = verify !== undefined && verify.at >= lookup.at;
  if (isOvertaken && reply === undefined) return undefined;
  // The ticket has its own answer already: a look-up that the same person made for another ticket says no more.
  const isKnown =
    isCalledBy(lookup, reader.account) && calls.some((each) => isOwnAnswer(each, call));
  if (isKnown && reply === undefined) return undefined;
  const given = reply === undefined ? '' : replyClause(reply, lookup, reader);
  const isOfOther = call.case !== null && lookup.case !== null;
  const which = isOfOther ? ' for another ticket' : '';
  const more = otherTicketCount(lookups, lookup);
  return {
    lookup,
    sentence: joinSentences(
      `Earlier look-up of this purchase${which}: ${lookedUp}${given}.`,
      more > 0 && `${counted(more, 'more ticket')} had it, too.`,
    ),
  };
}

function otherTicketCount(lookups: readonly JournalEntry[], named: JournalEntry): number {
  const tickets = lookups.flatMap(({ case: ticket }) => ticket?.toLowerCase() ?? []);
  return new Set(tickets.filter((ticket) => ticket !== named.case?.toLowerCase())).size;
}

function isOwnAnswer(earlier: JournalEntry, call: JournalEntry): boolean {
  if (call.case === null || earlier.id === call.id) return false;
  return earlier.command === 'lookup' && earlier.verdict !== null && isOfSameTicket(earlier, call);
}

function replyClause(reply: ReplyEntry, lookup: JournalEntry, reader: Reader): string {
  const situation = reply.situation === null ? '' : ` ${reply.situation}`;
  const given = `${replyAct(reply)} the reply${situation} on ${minuteUtc(reply.at)}`;
  if (isCalledBy(reply, lookup)) return ` and ${given}`;
  return `; ${personName(reply, reader)} ${given}`;
}

/** Whether a line may be shown to the reader: an assistant sees only what its own profiles did. */
function isShownTo({ profile }: KeptEntry, { assistant }: Reader): boolean {
  return assistant === undefined || assistant.profiles.includes(profile ?? '');
}

export function isOfSameTicket(one: KeptEntry, other: KeptEntry): boolean {
  return one.case === other.case || matchesTypedName(one.case, other.case ?? '');
}

/** Whether a reply was made from this call, or for its ticket about the same purchase. */
function isReplyTo(reply: ReplyEntry, call: JournalEntry): boolean {
  if (reply.call === call.id) return true;
  const isSamePurchase = reply.receipt !== null && reply.receipt === call.receipt;
  return isSamePurchase && reply.case !== null && isOfSameTicket(reply, call);
}

export function personName(line: KeptEntry, { account, assistant }: Reader): string {
  if (isCalledBy(line, account)) return 'you';
  if (assistant !== undefined) return 'a colleague';
  return callerName(line) ?? 'somebody else';
}
