import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/order-id.js';
import { counted, joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import {
  callerName,
  entryOutcome,
  isAboutSame,
  isCalledBy,
  matchesTypedName,
  minuteUtc,
  ticketWords,
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

/** Other tickets about the same purchase: who looked it up, what the player was told, which notes there are. */

/** What a person is told about another ticket. */
interface OtherTicket {
  readonly notes: readonly string[];
  /** Notes that name the commands to read more. */
  readonly notesAtTerminal: readonly string[];
  /** The command that shows what colleagues wrote for the other ticket; undefined if they wrote nothing. */
  readonly nextCommand: string | undefined;
}

export async function describeOtherTicket(
  context: Context,
  lines: EarlierLines,
  call: JournalEntry,
): Promise<OtherTicket> {
  const found = findLookupOfOtherTicket(lines, call, context);
  if (found === undefined) return { notes: [], notesAtTerminal: [], nextCommand: undefined };
  const { lookup, sentence } = found;
  const notes = [sentence];
  const notesAtTerminal: string[] = [];
  let nextCommand: string | undefined;
  // If the look-up was moved, its former ticket is read too: notes stay there.
  for (const ticket of nonEmptyTexts(lookup.case, lookup.moved_from)) {
    const ticketNotes = matchesTypedName(call.case, ticket) ? [] : await notesOf(context, ticket);
    if (ticketNotes.length === 0) continue;
    const line = shellLine(['pvg', 'journal', 'list', ...optionWords({ '--case': ticket })]);
    notes.push(`The other ticket, ${ticket}, has ${counted(ticketNotes.length, 'note')}.`);
    notesAtTerminal.push(`What was written for ${ticket}: \`${line}\`.`);
    // The user’s own notes do not become the next command, because the user may remember them.
    if (ticketNotes.some((note) => !isCalledBy(note, context.account))) nextCommand ??= line;
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

interface OrderToDescribe extends Omit<AskedOrder, 'answer'> {
  /** undefined if nobody looked it up. */
  readonly answer: JournalEntry | undefined;
}

/**
 * Says for a complaint that comes again who looked the order up for another ticket, what the player was told there, and the
 * newest note; for an order that nobody looked up, which other tickets name it. undefined if there is only a look-up that the user made, or one that an assistant may not see.
 */
export async function describeEarlierOfOrder(
  context: Context,
  { answer, ...order }: OrderToDescribe,
): Promise<string | undefined> {
  const { caseId = '' } = order;
  if (answer === undefined) return describeNamingTickets(context, order.orderId, caseId);
  if (!isShownTo(answer, context)) return undefined;
  const asked = { ...order, answer };
  const lastReply = await lastReplyElsewhere(context, asked);
  const acts = lastReply === undefined ? [answer] : [answer, lastReply];
  const ofOtherTickets = acts.filter((line) => !matchesTypedName(line.case, caseId));
  const words = ofOtherTickets.map((line) => describeAct(line, asked, context));
  const tickets = new Set(ofOtherTickets.flatMap(({ case: ticket }) => ticket ?? []));
  for (const ticket of tickets) words.push(await newestNoteOf(context, ticket));
  return joinSentences(...words) || undefined;
}

/** The most tickets that a sentence names. */
const mostNamed = 5;

/** Says which other tickets name an order that nobody looked up, and what the player was told there; undefined if none does. */
async function describeNamingTickets(
  context: Context,
  orderId: string,
  caseId: string,
): Promise<string | undefined> {
  const { replies, remarks } = await readJournal(context, [orderId]);
  const ofOthers = [...remarks, ...replies].filter(
    (line) =>
      isShownTo(line, context) &&
      !matchesTypedName(line.case, caseId) &&
      line.order_ids.some((each) => isSameOrder(each, orderId)),
  );
  const tickets = [...new Set(ofOthers.flatMap(({ case: ticket }) => ticket ?? []))];
  if (tickets.length === 0) return undefined;
  const moreCount = tickets.length - mostNamed;
  const named = tickets.slice(0, mostNamed);
  const names = moreCount > 0 ? [...named, `${String(moreCount)} more`] : named;
  const isOne = tickets.length === 1;
  const lastReply = ofOthers.filter(isReply).at(-1);
  const nameIt = `${isOne ? 'ticket' : 'tickets'} ${joinWithAnd(names)} ${isOne ? 'names' : 'name'} it, too`;
  return lastReply === undefined
    ? `${nameIt}.`
    : `${nameIt}; ${describeAct(lastReply, {}, context) ?? ''}`;
}

/** @param orders the ids of the orders that the sentences are about, or `this order` */
export function earlierWords(orders: string, sentences: string): string {
  return `Earlier for ${orders}: ${sentences}`;
}

async function lastReplyElsewhere(
  context: Context,
  { orderId, answer, caseId = '' }: AskedOrder,
): Promise<ReplyEntry | undefined> {
  const wanted = nonEmptyTexts(orderId, answer.receipt, answer.id);
  const { replies } = await readJournal(context, wanted);
  const shown = replies.filter((reply) => isShownTo(reply, context));
  return shown.findLast(
    (reply) => !matchesTypedName(reply.case, caseId) && isAboutOrder(reply, { orderId, answer }),
  );
}

/** Says what was done for the other ticket; undefined for a look-up of the user, who may remember it. */
function describeAct(
  line: JournalEntry | ReplyEntry,
  { situation }: Pick<AskedOrder, 'situation'>,
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
  /** The calls about the same receipt at the same service, oldest first. */
  readonly calls: readonly JournalEntry[];
  /** Oldest first. There may be replies about other receipts among them. */
  readonly replies: readonly ReplyEntry[];
}

interface EarlierLookup {
  readonly lookup: JournalEntry;
  readonly sentence: string;
}

/**
 * The newest look-up of the purchase that was made for another ticket or without one. Look-ups of colleagues come first, and
 * among them those with a reply: the player may have that reply already, and a second one must not contradict it.
 */
function findLookupOfOtherTicket(
  { calls, replies }: EarlierLines,
  call: JournalEntry,
  reader: Reader,
): EarlierLookup | undefined {
  const ofOthers = calls.filter(
    (other) =>
      other.command === 'lookup' &&
      other.verdict !== null &&
      other.id !== call.id &&
      !isOfSameTicket(other, call) &&
      isShownTo(other, reader),
  );
  const lookups = preferSameProduct(ofOthers, call);
  const shownReplies = replies.filter((reply) => isShownTo(reply, reader));
  const lastReply = (lookup: JournalEntry): ReplyEntry | undefined =>
    shownReplies.findLast((reply) => isReplyTo(reply, lookup));
  // Look-ups of others come first, because the user may remember their own.
  const byOthers = lookups.filter((other) => !isCalledBy(other, reader.account));
  const candidates = byOthers.length > 0 ? byOthers : lookups;
  const lookup =
    candidates.findLast((other) => lastReply(other) !== undefined) ?? candidates.at(-1);
  if (lookup === undefined) return undefined;
  const { word } = entryOutcome(lookup);
  const who = personName(lookup, reader);
  const lookedUp = `${who} looked it up on ${minuteUtc(lookup.at)} ${ticketWords(lookup)} (${word})`;
  const reply = lastReply(lookup);
  // After this look-up the purchase was verified, and the verdict of the new call names that verify: the look-up adds nothing without a reply.
  const verify = recordingVerify(calls);
  const isOvertaken = verify !== undefined && verify.at >= lookup.at;
  if (isOvertaken && reply === undefined) return undefined;
  // A look-up of the user for another ticket adds nothing if this ticket has an answer of its own.
  const isKnownToUser =
    isCalledBy(lookup, reader.account) && calls.some((each) => isOwnAnswer(each, call));
  if (isKnownToUser && reply === undefined) return undefined;
  const andReply = reply === undefined ? '' : replyClause(reply, lookup, reader);
  const isOfOther = call.case !== null && lookup.case !== null;
  const which = isOfOther ? ' for another ticket' : '';
  const more = otherTicketCount(ofOthers, lookup);
  return {
    lookup,
    sentence: joinSentences(
      `Earlier look-up of this purchase${which}: ${lookedUp}${andReply}.`,
      more > 0 && `${counted(more, 'more ticket')} had it, too.`,
    ),
  };
}

/** A look-up with a wrong product says nothing about the purchase, so it is named only if there is no other. */
function preferSameProduct(
  lookups: readonly JournalEntry[],
  { product }: JournalEntry,
): readonly JournalEntry[] {
  const ofSameProduct = lookups.filter((other) => other.product === product);
  return ofSameProduct.length > 0 ? ofSameProduct : lookups;
}

/** How many tickets have look-ups, besides that of the look-up which the sentence names. */
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
  const givenWords = `${replyAct(reply)} the reply${situation} on ${minuteUtc(reply.at)}`;
  if (isCalledBy(reply, lookup)) return ` and ${givenWords}`;
  return `; ${personName(reply, reader)} ${givenWords}`;
}

/** Whether a line may be shown to the reader: an assistant sees only lines of the profiles that it may use. */
function isShownTo({ profile }: KeptEntry, { assistant }: Reader): boolean {
  return assistant === undefined || assistant.profiles.includes(profile ?? '');
}

/** Whether two lines have the same ticket. Two lines without a ticket count as lines of one. */
export function isOfSameTicket(one: KeptEntry, other: KeptEntry): boolean {
  return one.case === other.case || matchesTypedName(one.case, other.case ?? '');
}

/** Whether a reply was made from this call, or about the same purchase for the same ticket. */
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
