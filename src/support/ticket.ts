import type { Context } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import type { TicketFlags } from '../input/call-options.js';
import type { GlobalOptions } from '../input/options.js';
import {
  withNotes,
  withNotesAtTerminal,
  type CommandResult,
  type View,
} from '../output/command-result.js';
import { requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { replyLine } from '../text/reply-line.js';
import { optionWords, placeholder, shellLine, type ShellWord } from '../text/shell.js';
import { lookupArgv } from './journal/calls.js';
import type { JournalEntry, RemarkEntry, ReplyEntry } from './journal/entry.js';
import { playerIds } from './journal/player-key.js';
import type { NamedOrder } from './journal/order-answers.js';
import type { JournalWriter, ReplySubject } from './journal/writer.js';
import { unreadNote } from './replies/beside-reply.js';
import {
  noReplyReasons,
  otherOrderArgv,
  otherRepliesNote,
  readLanguages,
  replySituation,
  type NoReplyReason,
  type WantedReply,
} from './replies/situations.js';
import { readReplies, repliesFor, replyText, type Replies, type Reply } from './replies/texts.js';
import type { TicketLines } from './replies/ticket-lines.js';
import { simplifiedNote } from './replies/traditional-chinese.js';
import {
  caseAround,
  findCase,
  withNotesOfOtherCases,
  withShownPeople,
  type Case,
} from './report/case.js';
import { readReportForm, reportForms, buildReport, type ReportForm } from './report/report.js';

/** What a look-up or a check adds for the ticket: a reply to the player, and a report. */

export interface Ticket {
  readonly replies: Replies | undefined;
  readonly report: ReportFile | undefined;
}

type ReportFile = OutFile & { readonly form: ReportForm };

/** `nextWithOverwrite`: the command that replaces the page. Finds what is wrong with them before anything is sent. @throws {PvgError} 2 for an unknown language or a file that exists */
export async function readTicketOptions(
  context: Context,
  options: TicketFlags,
  nextWithOverwrite: string,
): Promise<Ticket> {
  const languages = options.reply && readLanguages('--reply', options.reply);
  const replies = languages && (await readReplies(context, languages));
  const { report: path, overwrite = false } = options;
  if (path === undefined) return { replies, report: undefined };
  const form = readReportForm('--report', path);
  const report = { option: '--report', path, overwrite, form, next: nextWithOverwrite };
  await requireFree(context, report);
  return { replies, report };
}

/** A look-up or a check of a player that was just made. */
interface CallWithTicket {
  readonly result: CommandResult;
  readonly entry: JournalEntry;
  /** The player’s; the line of the journal has an id instead. */
  readonly username?: string | undefined;
  readonly writer: JournalWriter;
  /** What its ticket had before. */
  readonly ticket: TicketLines;
}

interface AnsweredLookup extends CallWithTicket {
  /** What the journal has about the same receipt or case. */
  readonly earlier: Parameters<typeof caseAround>[0];
}

export async function addTicketOutput(
  context: Context,
  { replies, report }: Ticket,
  lookup: AnsweredLookup,
): Promise<CommandResult> {
  const { result, reply } = addReply(replies, lookup, context.isTraditionalChinese);
  if (report === undefined) return result;
  // The reply's own line is written to the journal later.
  const earlier = { ...lookup.earlier, replies: [...lookup.earlier.replies, ...reply] };
  return addReport(context, report, { ...lookup, result, earlier });
}

/** The answer is worth more than its report: on a full disk only the file and the status are lost. */
async function addReport(
  context: Context,
  report: ReportFile,
  { result, entry, earlier, writer }: AnsweredLookup,
): Promise<CommandResult> {
  const supportCase = await withNotesOfOtherCases(context, caseAround(earlier, entry));
  const page = reportForms[report.form](buildReport(context, supportCase));
  const again = entry.command === 'session' ? checkArgv : lookupArgv(entry);
  const retry = writer.isOn ? ['pvg', 'report', entry.id] : again;
  return writePage(context, report, { result, page, retry });
}

/** The username is not kept, and the user has it. */
const checkArgv: ShellWord[] = ['pvg', 'session', placeholder('PLAYER'), '--check'];

interface AnsweredPage {
  readonly result: CommandResult;
  readonly page: string;
  /** What writes the page later. */
  readonly retry: readonly ShellWord[];
}

async function writePage(
  context: Context,
  report: ReportFile,
  { result, page, retry }: AnsweredPage,
): Promise<CommandResult> {
  const withPath = (path: string | null): CommandResult => ({
    ...result,
    extraMembers: { ...result.extraMembers, report: path },
  });
  const reportFailed = onPvgError(
    ({ code, exit, message, details: { hint = '' } }): CommandResult => {
      const afterwards: View = {
        headline: `${message} The answer above is still valid.`,
        mood: 'bad',
        notes: [hint],
        nextCommand: shellLine(retry),
      };
      const error = { code, says: message, hint, section: null };
      const failed = { ...withPath(null), afterwards };
      return result.ok ? { ...failed, ok: false, exit, error } : failed;
    },
  );
  // A failure says that the command may be repeated.
  const howToRepeat = result.ok ? [] : repeatNotes(report);
  return writeOutFile(context, report, context.secrets.redact(page))
    .then(() =>
      withNotes(withPath(report.path), `Wrote the report: ${report.path}`, ...howToRepeat),
    )
    .catch(reportFailed);
}

interface KeptPlayerAnswer {
  readonly result: CommandResult;
  readonly globals: GlobalOptions;
  readonly username: string;
}

/** Nothing was sent, so the page has the calls from which the answer is known. */
export async function addKeptReport(
  context: Context,
  report: ReportFile | undefined,
  { result, globals, username }: KeptPlayerAnswer,
): Promise<CommandResult> {
  if (report === undefined) return result;
  const [player] = await playerIds(context, username);
  const wanted = { kind: 'name', name: player ?? username } as const;
  const found = await findCase(context, globals, wanted);
  if (found === undefined) {
    const notes = 'No report was written: the journal has no call of this player. Add `--fresh`.';
    return withNotes({ ...result, extraMembers: { ...result.extraMembers, report: null } }, notes);
  }
  const page = reportForms[report.form](
    buildReport(context, await withShownPeople(context, found)),
  );
  return writePage(context, report, { result, page, retry: checkArgv });
}

/** A look-up or a check that was refused before it was sent. */
export interface Refusal {
  readonly caseId: string | undefined;
  /** The orders that were typed or pasted, with what somebody found out about them. */
  readonly orders: readonly NamedOrder[];
  /** The reply that fits, by the id of a situation. */
  readonly situation: string;
  /** Its line in the journal; undefined if it is not kept. */
  readonly kept: RemarkEntry | undefined;
}

interface RefusedLookup {
  readonly ticket: Ticket;
  readonly globals: GlobalOptions;
  readonly failure: PvgError;
  readonly refusal: Refusal;
}

/** Nothing was looked up, so there is no verdict to reply with: the way to another reply, and the page of what is kept. */
export async function addTicketToRefusal(
  context: Context,
  { ticket: { replies, report }, globals, failure, refusal }: RefusedLookup,
): Promise<PvgError> {
  const replied =
    replies === undefined
      ? failure
      : withScript(context, leadToReply(failure, replies, refusal), replies);
  if (report === undefined) return replied;
  const { nextCommand = '' } = replied.details;
  const isRepeated = leadsTo(replied, 'lookup') || leadsTo(replied, 'session');
  if (isRepeated && nextCommand.includes(' --report ')) {
    return withDetails(replied, {
      sentence: 'No report was written: the command below writes it.',
    });
  }
  const { kept } = refusal;
  if (kept === undefined) return withDetails(replied, { sentence: noReportWords });
  const page = await pageOfRefusal(context, { globals, kept, form: report.form });
  const written = await writeOutFile(context, report, context.secrets.redact(page))
    .then(() => joinSentences(`Wrote the report: ${report.path}.`, ...repeatNotes(report)))
    .catch(onPvgError(({ message }) => message));
  return withDetails(replied, { sentence: written });
}

/** How to repeat the command with this file; nothing if the command that was typed has the option already. */
function repeatNotes({ overwrite }: ReportFile): readonly string[] {
  return overwrite ? [] : ['To repeat the command with this file, add `--overwrite`.'];
}

const noReportWords =
  'No report was written, because nothing was looked up. `pvg report --case <id> --out <file>` writes what the journal has of a ticket.';

/** Where the refusal has no other look-up to make, a reply in the language that was asked for comes next. */
function leadToReply(
  failure: PvgError,
  replies: Replies,
  { caseId, orders, situation }: Refusal,
): PvgError {
  if (leadsTo(failure, 'reply')) return failure;
  const hasNext = failure.details.nextCommand !== undefined;
  const answered = orders.find(
    ({ answer }) => answer !== undefined && replySituation(answer).situation !== undefined,
  );
  const source = answered ? { '--order-id': answered.orderId } : { '--for': situation };
  const replyWords = optionWords({ ...source, '--case': caseId });
  const reply = replyLine([...replies.keys()], replyWords);
  const isOrderKnown = !hasNext && orders.length > 0;
  if (leadsTo(failure, 'journal') || answered !== undefined || isOrderKnown) {
    return withDetails(failure, { nextCommand: reply });
  }
  if (hasNext) return failure;
  const sentence = `No reply was made, because nothing was looked up. If the receipt is missing, use \`${reply}\`.`;
  return withDetails(failure, { sentence });
}

function withScript(context: Context, failure: PvgError, replies: Replies): PvgError {
  const { isTraditionalChinese: isTraditional } = context;
  const sentence = simplifiedNote({ languages: [...replies.keys()], isTraditional });
  return sentence === undefined ? failure : withDetails(failure, { sentence });
}

function leadsTo({ details: { nextCommand = '' } }: PvgError, command: string): boolean {
  return nextCommand.startsWith(`pvg ${command} `);
}

interface AddedDetails {
  readonly sentence?: string;
  readonly nextCommand?: string | undefined;
}

function withDetails(
  { code, message, details }: PvgError,
  { sentence = '', nextCommand = details.nextCommand }: AddedDetails,
): PvgError {
  const hintAtTerminal = joinSentences(details.hintAtTerminal, sentence) || undefined;
  return new PvgError(code, message, { ...details, hintAtTerminal, nextCommand });
}

interface RefusalPage {
  readonly globals: GlobalOptions;
  readonly kept: RemarkEntry;
  readonly form: ReportForm;
}

/** What `pvg report --case` writes once the line of the refusal is in the journal. */
async function pageOfRefusal(
  context: Context,
  { globals, kept, form }: RefusalPage,
): Promise<string> {
  const wanted = { kind: 'case', name: kept.case ?? '' } as const;
  const earlier = await findCase(context, globals, wanted);
  const supportCase = earlier ?? emptyCase(kept.case);
  const withRefusal = { ...supportCase, remarks: [...supportCase.remarks, kept] };
  return reportForms[form](buildReport(context, await withShownPeople(context, withRefusal)));
}

const emptyCase = (id: string | null): Case => ({
  id,
  subjects: [],
  calls: [],
  replies: [],
  remarks: [],
  callsOfOtherCases: [],
  orderAnswers: [],
  repliesOfOtherCases: [],
  notesOfOtherCases: [],
  isOneSubjectOnly: false,
  incomplete: undefined,
});

interface RepliedCall {
  readonly result: CommandResult;
  /** The journal's line about the reply; none without one. */
  readonly reply: readonly ReplyEntry[];
}

/** Adds the reply for the player, or says why there is none. */
function addReply(
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
    const silent = withNotes({ ...result, extraMembers }, whyNoReply(silence));
    const ways = nonEmptyTexts(wayToReply(silence, wanted));
    return { result: withNotesAtTerminal(silent, ...ways), reply: [] };
  }
  const texts = repliesFor(replies, situation);
  const replied = withReply(result, texts);
  const reply = writer.keepReply(replyAbout(entry), { situation, replies: texts }, username);
  const about = { situation, orderIds: nonEmptyTexts(entry.order_id) };
  const calls = [...ticket.calls, entry];
  const unread = unreadNote({ calls, remarks: remarksOfOtherTexts(ticket, entry) }, about);
  const script = simplifiedNote({ languages: wanted.languages, isTraditional });
  const noted = withNotes(replied, ...placeNotes(entry), ...nonEmptyTexts(script, unread));
  const otherReplies = entry.command === 'lookup' ? [otherRepliesNote(wanted)] : [];
  return { result: withNotesAtTerminal(noted, ...otherReplies), reply: [reply] };
}

/** What else stands in the text of this look-up is said with the look-up itself. */
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

/** What prints another reply at a terminal. */
function wayToReply(silence: NoReplyReason | undefined, wanted: WantedReply): string {
  if (silence === undefined) return '';
  const { hintAtTerminal } = noReplyReasons[silence];
  if (silence !== 'other-order' && silence !== 'open-order') return hintAtTerminal;
  return `That reply: \`${shellLine(otherOrderArgv(wanted))}\`.`;
}

/** The reply below the answer, ready to be copied. */
export function withReply(result: CommandResult, texts: readonly Reply[]): CommandResult {
  const printable = texts.map((text) => ({ ...text }));
  const extraMembers = { ...result.extraMembers, reply: printable[0] ?? null, replies: printable };
  const languages = texts.map(({ language }) => language).join(', ');
  const copy = { label: `Reply to the player (${languages})`, text: replyText(texts) };
  return { ...result, extraMembers, view: { ...result.view, copy } };
}

type RepliedCallFacts = Pick<JournalEntry, 'environment'> & Partial<Pick<JournalEntry, 'facts'>>;

/** Sentences for whoever sends the reply. */
export function placeNotes({ environment, facts = [] }: RepliedCallFacts): string[] {
  const isCut = facts.some(({ id }) => id === 'probably-cut');
  return nonEmptyTexts(
    isCut && 'Check the receipt before you send this reply: the receipt is probably cut.',
    environment === 'dev' && 'That call was on dev, so it says nothing about prod.',
  );
}

/** What a kept reply has of the call that it was made from. */
export function replyAbout(call: JournalEntry): ReplySubject {
  const { id, profile, environment, origin, receipt, player, order_id, case: caseId } = call;
  return { call: id, case: caseId, profile, environment, origin, receipt, player, order_id };
}
