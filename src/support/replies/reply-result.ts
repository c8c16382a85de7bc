import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import { commandResult, withNotes, type CommandResult } from '../../output/command-result.js';
import { wrapProse } from '../../output/prose.js';
import { joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { replyLine, replyPhrase } from '../../text/reply-line.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { age } from '../../text/times.js';
import { caveatOf } from '../../wording/verdict.js';
import {
  caseReportArgv,
  entryOutcome,
  entryPlace,
  lookupArgv,
  minuteUtc,
  profileWords,
  reportArgv,
} from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import type { NamedOrder } from '../journal/order-answers.js';
import type { ReplySubject } from '../journal/writer.js';
import { withoutDemo } from '../report/subjects.js';
import { pageLine } from '../report/page-file.js';
import { placeNotes } from '../ticket-reply.js';
import { listSubjects, type AnsweredSubject } from './case-subjects.js';
import { copyToClipboard } from './clipboard.js';
import {
  languageName,
  otherRepliesNote,
  type severalAnswers,
  type ReplyLanguage,
  type Situation,
  type WantedReply,
} from './situations.js';
import { hasSituation } from './replied-calls.js';
import { replyText, type Reply } from './texts.js';
import type { TicketLines } from './ticket-lines.js';

/** What `pvg reply` ends with. */

/** A reply that is ready to be printed. */
export interface DraftedReply {
  readonly situation: Situation | typeof severalAnswers;
  readonly replies: readonly Reply[];
  /** What the journal keeps with it. */
  readonly about: ReplySubject;
  /** The purchases and players whose answers it was made from; none for `--for`. */
  readonly subjects: readonly AnsweredSubject[];
  /** Orders of the ticket that it is not about, because somebody looked them up. */
  readonly leftOut?: readonly NamedOrder[];
  /** That a later look-up failed. */
  readonly newerFailure?: string | undefined;
}

/** The text for the player, and beside it where it comes from. */
export async function replyResult(
  context: Context,
  { situation, replies, subjects, about }: DraftedReply,
  languages: readonly ReplyLanguage[],
): Promise<CommandResult> {
  const calls = subjects.map(({ call }) => call);
  const single = calls.length === 1 ? calls[0] : undefined;
  const profiles = new Set(calls.map(profileWords));
  const commonProfile = calls[0] && profiles.size === 1 ? entryPlace(calls[0]) : {};
  const notes = replyNotes(context, { situation, languages, subjects, about });
  const result = commandResult('reply', {
    ...commonProfile,
    callId: single?.id ?? null,
    answer: {
      situation,
      texts: Object.fromEntries(replies.map(({ language, text }) => [language, text])),
      call: single?.id ?? null,
      parts: subjects.map((subject) => ({
        name: subject.name ?? null,
        situation: subject.situation,
        call: subject.call.id,
      })),
    },
    view: {
      data: `${textForScreen(context, replyText(replies))}\n`,
      notes,
      nextCommand: await nextAfterReply(context, subjects, about.case ?? undefined),
    },
  });
  return context.stdout.isTerminal ? withLineBelowText(result) : result;
}

/** Separates the notes from the text: on a terminal they would stand right below it. */
function withLineBelowText(result: CommandResult): CommandResult {
  const emptyLine = '';
  return withNotes(result, emptyLine);
}

/** The text wrapped at the width of the terminal. In a pipe each paragraph stays one line. */
function textForScreen({ stdout }: Pick<Context, 'stdout'>, text: string): string {
  if (!stdout.isTerminal) return text;
  const lines = text.split('\n').flatMap((line) => wrapProse(line, stdout.columns));
  return lines.join('\n');
}

/** Copies the text, too. If there is no clipboard, the text is printed anyway, and the exit status says that it was not copied. */
export async function withCopy(
  context: Context,
  result: CommandResult,
  text: string,
): Promise<CommandResult> {
  try {
    const program = await copyToClipboard(context, text);
    return withNotes(result, `Copied the reply to the clipboard with ${program}.`);
  } catch (failure) {
    if (!(failure instanceof PvgError) || failure.code !== 'output-unwritable') throw failure;
    const { code, exit, message, details } = failure;
    const { hint = '' } = details;
    return {
      ...result,
      ok: false,
      exit,
      error: { code, says: message, hint, section: null },
      afterwards: { headline: message, mood: 'bad', notes: [hint] },
    };
  }
}

interface NotedReply extends Pick<DraftedReply, 'situation' | 'subjects' | 'about'> {
  readonly languages: readonly ReplyLanguage[];
}

function replyNotes(
  context: Context,
  { situation, languages, subjects, about }: NotedReply,
): readonly string[] {
  const names = languages.map(languageName).join(', then ');
  const calls = subjects.map(({ call }) => call);
  const caveats = new Set(nonEmptyTexts(...calls.map(({ verdict }) => caveatOf(verdict?.id))));
  const warnings = new Set([...calls.flatMap(placeNotes), ...alsoNamedNotes(calls)]);
  const isOfLookup = calls.some(({ command }) => command === 'lookup');
  const { case: caseId = null } = about;
  const otherReplies = isOfLookup ? [otherRepliesNote({ languages, caseId })] : [];
  const [call, ...others] = calls;
  if (call === undefined) return [`Reply for ${situation} in ${names}.`];
  if (others.length === 0) {
    return [
      `Reply for ${situation} in ${names}, ${callSource(context, call)}.`,
      entryOutcome(call).says,
      ...caveats,
      ...warnings,
      ...otherReplies,
    ];
  }
  const answers = subjects.map(
    (subject) => `${subject.name ?? 'the player'} (${subject.situation})`,
  );
  return [
    `One reply in ${names} about ${joinWithAnd(answers)}.`,
    ...caveats,
    ...warnings,
    aboutOneAloneNote(subjects, { languages, caseId }),
    ...otherReplies,
  ];
}

/** The orders that stand in the texts of these calls without a receipt, and that none of them is about. */
function alsoNamedNotes(calls: readonly JournalEntry[]): readonly string[] {
  const named = calls.flatMap(({ facts }) => facts.filter(({ id }) => id === 'also-named'));
  const answered = nonEmptyTexts(...calls.map(({ order_id: orderId }) => orderId));
  const open = named.filter(({ value }) => !answered.some((orderId) => value.includes(orderId)));
  return open.map(({ value }) => value);
}

/** By its order id, if one is known: what fits it is known then, too. */
function aboutOneAloneNote(
  subjects: readonly AnsweredSubject[],
  { languages, caseId }: WantedReply,
): string {
  const orderId = subjects.find((subject) => subject.orderId !== undefined)?.orderId;
  const beginning = 'For a reply about one of them alone';
  const command = replyPhrase(languages, optionWords({ '--order-id': orderId, '--case': caseId }));
  return orderId === undefined
    ? `${beginning}, use \`--for <situation> --case <id>\`.`
    : `${beginning}: \`${command}\`.`;
}

function callSource({ clock }: Context, call: JournalEntry): string {
  const what = call.command === 'lookup' ? 'look-up' : 'session call';
  const order = call.order_id === null ? '' : ` of ${call.order_id}`;
  const when = `${minuteUtc(call.at)} (${age(Date.parse(call.at), clock.now())})`;
  return `from the ${what}${order} on ${when} with ${profileWords(call)}`;
}

/** The next command: the look-up again, if the player was told that pvg checks again; else the page that proves the answer. */
async function nextAfterReply(
  context: Context,
  subjects: readonly AnsweredSubject[],
  caseId: string | undefined,
): Promise<string | undefined> {
  const [first, ...others] = subjects;
  if (first === undefined || others.length > 0) {
    return caseId === undefined ? undefined : pageLine(context, caseReportArgv(caseId));
  }
  const { call, situation } = first;
  const isCheckedAgain = situation === 'service-down' && call.command === 'lookup';
  if (isCheckedAgain) return shellLine(lookupArgv(call));
  return pageLine(context, caseId === undefined ? reportArgv(call) : caseReportArgv(caseId));
}

/** Adds that the ticket has other purchases, if the reply is about one of several: the player waits for a reply about all of them. */
export function withOtherPurchases(
  result: CommandResult,
  { subjects, replies, about: { case: caseId } }: DraftedReply,
  { calls }: Pick<TicketLines, 'calls'>,
): CommandResult {
  const [subject] = subjects;
  if (subject === undefined || caseId === undefined || caseId === null) return result;
  const ofTicket = listSubjects(withoutDemo(calls.filter(hasSituation)));
  const purchases = ofTicket.filter(({ name }) => name !== undefined);
  if (purchases.length < 2) return result;
  const { name = 'the player' } = subject;
  const languages = replies.map(({ language }) => language);
  const nextCommand = replyLine(languages, optionWords({ '--case': caseId }));
  const note = `${caseId} has ${purchases.length} purchases, and this reply is about ${name} alone. The command below makes one reply about all of them.`;
  return withNotes({ ...result, view: { ...result.view, nextCommand } }, note);
}
