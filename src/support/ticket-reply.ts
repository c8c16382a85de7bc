import { type CommandResult, withNotes, withNotesAtTerminal } from '../output/command-result.js';
import { joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { shellLine } from '../text/shell.js';
import type { JournalEntry, ReplyEntry } from './journal/entry.js';
import type { JournalWriter, ReplySubject } from './journal/writer.js';
import { withUnreadNote } from './replies/beside-reply.js';
import { itemTwiceNote, itemTwiceOfTicket, withReplyDoubts } from './replies/mentions.js';
import { withOrderOfSeveral } from './replies/reply-orders.js';
import {
  type NoReplyReason,
  noReplyReasons,
  otherRepliesNote,
  replySituation,
  type ReplyLanguage,
} from './replies/situations.js';
import { type Replies, repliesFor, type Reply, replyText } from './replies/texts.js';
import type { TicketLines } from './replies/ticket-lines.js';
import { simplifiedNote } from './replies/traditional-chinese.js';

/** The reply to the player that a look-up or a check prints for its ticket. */

/** A look-up or a check of a player that was just made. */
export interface CallWithTicket {
  readonly result: CommandResult;
  readonly entry: JournalEntry;
  /** The name of the player; the line of the journal has an id instead. */
  readonly username?: string | undefined;
  readonly writer: JournalWriter;
  /** The lines that the ticket had before this call. */
  readonly ticket: TicketLines;
}

interface RepliedCall {
  readonly result: CommandResult;
  /** The line of the journal about the reply; empty if there is no reply. */
  readonly reply: readonly ReplyEntry[];
}

/** Adds the reply for the player, or says why there is none. */
export function addReply(
  replies: Replies | undefined,
  answered: CallWithTicket,
  isTraditional?: boolean,
): RepliedCall {
  const { result, entry, username, writer, ticket } = answered;
  if (replies === undefined) return { result, reply: [] };
  const wanted = { languages: [...replies.keys()], caseId: entry.case };
  const { situation, silence } = replySituation(entry);
  if (situation === undefined) {
    const extraMembers = { ...result.extraMembers, reply: null, replies: [] };
    const withReason = withNotes({ ...result, extraMembers }, whyNoReply(silence));
    const otherReply = nonEmptyTexts(otherReplyWords(silence, entry, wanted.languages));
    return { result: withNotesAtTerminal(withReason, ...otherReply), reply: [] };
  }
  const calls = [...ticket.calls, entry];
  const texts = withOrderOfSeveral(repliesFor(replies, situation), entry.order_id, {
    ...ticket,
    calls,
  });
  const replied = withReplyText(result, texts);
  const reply = writer.keepReply(replyAbout(entry), { situation, replies: texts }, username);
  const about = { situation, orderIds: nonEmptyTexts(entry.order_id) };
  const scriptWords = simplifiedNote({ languages: wanted.languages, isTraditional });
  const withScript = withNotes(replied, ...devNotes(entry), ...nonEmptyTexts(scriptWords));
  const remarks = remarksOfOtherTexts(ticket, entry);
  const twice = itemTwiceNote(entry.mentions) ?? itemTwiceOfTicket(ticket);
  const warned = withReplyDoubts(withScript, ...nonEmptyTexts(twice));
  const noted = withUnreadNote(warned, { calls, remarks }, about);
  const otherReplies = entry.command === 'lookup' ? [otherRepliesNote(wanted)] : [];
  return { result: withNotesAtTerminal(noted, ...otherReplies), reply: [reply] };
}

/** The remarks that are not about the text of this look-up: what else stands in that text is said with the look-up itself. */
function remarksOfOtherTexts(
  { remarks }: Pick<TicketLines, 'remarks'>,
  { receipt }: JournalEntry,
): TicketLines['remarks'] {
  return remarks.filter(({ receipts }) => receipt === null || !receipts.includes(receipt));
}

function whyNoReply(silence: NoReplyReason | undefined): string {
  if (silence === undefined) {
    return 'There is no reply for the player, because this answer says nothing about the purchase.';
  }
  const { says, hint } = noReplyReasons[silence];
  return joinSentences(says, hint);
}

/** Says how to print another reply at a terminal. */
function otherReplyWords(
  silence: NoReplyReason | undefined,
  entry: JournalEntry,
  languages: readonly ReplyLanguage[],
): string {
  if (silence === undefined) return '';
  const { hintAtTerminal, next } = noReplyReasons[silence];
  const argv = next(entry, { languages });
  // After a look-up on dev, the hint asks for one on prod: no reply is offered before that.
  const isReply = silence !== 'environment' && argv[1] === 'reply';
  if (!isReply) return hintAtTerminal;
  const line = shellLine(argv);
  return silence === 'cut-receipt'
    ? `The reply until then: \`${line}\`.`
    : `That reply: \`${line}\`.`;
}

/** The reply below the answer, ready to be copied. */
export function withReplyText(result: CommandResult, texts: readonly Reply[]): CommandResult {
  const printable = texts.map((text) => ({ ...text }));
  const extraMembers = { ...result.extraMembers, reply: printable[0] ?? null, replies: printable };
  const languages = texts.map(({ language }) => language).join(', ');
  const copy = { label: `Reply to the player (${languages})`, text: replyText(texts) };
  return { ...result, extraMembers, view: { ...result.view, copy } };
}

/** The note that a call was on dev, or to pvg’s own emulator; empty for a call on prod. */
export function devNotes({
  environment,
  origin,
}: Pick<JournalEntry, 'environment' | 'origin'>): string[] {
  if (environment !== 'dev') return [];
  return origin === 'local'
    ? ['That call was to the emulator on this computer, so it says nothing about the live game.']
    : ['That call was on dev, so it says nothing about prod.'];
}

/** The members that a kept reply takes from the call that it was made from. */
export function replyAbout(call: JournalEntry): ReplySubject {
  const { id, profile, environment, origin, receipt, player, order_id, case: caseId } = call;
  return { call: id, case: caseId, profile, environment, origin, receipt, player, order_id };
}
