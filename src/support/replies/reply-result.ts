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
  matchesTypedName,
  minuteUtc,
  profileWords,
  reportArgv,
} from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import type { NamedOrder } from '../journal/order-answers.js';
import type { ReplySubject } from '../journal/writer.js';
import { withoutDemo } from '../report/subjects.js';
import { pageLine } from '../report/page-file.js';
import { devNotes } from '../ticket-reply.js';
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
import { hasSituationOrSilence } from './replied-calls.js';
import { replyText, type Reply } from './texts.js';
import type { TicketLines } from './ticket-lines.js';

/** The result of `pvg reply`. */

/** A reply that is ready to be printed. */
export interface DraftedReply {
  readonly situation: Situation | typeof severalAnswers;
  readonly replies: readonly Reply[];
  /** What the journal keeps with it. */
  readonly about: ReplySubject;
  /** The purchases and players that it is about, with the calls that it was made from; none for a reply chosen with `--for`. */
  readonly subjects: readonly AnsweredSubject[];
  /** Orders of the ticket that the reply leaves out, because somebody looked them up. */
  readonly leftOut?: readonly NamedOrder[];
  /** The sentence that a later look-up failed. */
  readonly newerFailure?: string | undefined;
}

/** What a reply is about, for the notes beside it. */
export function repliedAbout({ situation, about, leftOut = [] }: DraftedReply) {
  return {
    situation,
    orderIds: about.order_ids ?? nonEmptyTexts(about.order_id),
    leftOut: leftOut.map(({ orderId }) => orderId),
  };
}

/** The result with the text for the player, and notes that say from which calls it was made. */
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
  return context.stdout.isTerminal ? withBlankNote(result) : result;
}

/** Adds an empty note: on a terminal it becomes a blank line between the text and the notes. */
function withBlankNote(result: CommandResult): CommandResult {
  const emptyLine = '';
  return withNotes(result, emptyLine);
}

/** The text wrapped at the width of the terminal. In a pipe each paragraph stays one line. */
function textForScreen({ stdout }: Pick<Context, 'stdout'>, text: string): string {
  if (!stdout.isTerminal) return text;
  const lines = text.split('\n').flatMap((line) => wrapProse(line, stdout.columns));
  return lines.join('\n');
}

/** Copies the text to the clipboard. If that fails, the text is printed anyway, and the exit status says that it was not copied. */
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
  const warnings = new Set([
    ...calls.flatMap(devNotes),
    ...alsoNamedNotes(calls, about.case ?? ''),
  ]);
  const isOfLookup = calls.some(({ command }) => command === 'lookup');
  const { case: caseId = null } = about;
  const otherReplies = isOfLookup ? [otherRepliesNote({ languages, caseId })] : [];
  const [call, ...others] = calls;
  if (call === undefined) return [`Reply for ${situation} in ${names}.`];
  if (others.length === 0) {
    return [
      `Reply for ${situation} in ${names}, ${sourceWords(context, call)}.`,
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

/**
 * The notes about orders that the texts of these calls name without a receipt. An order that one of the calls is about is left
 * out. So is what the text of another ticket names, whose answer is used again.
 */
function alsoNamedNotes(calls: readonly JournalEntry[], caseId: string): readonly string[] {
  const ofTicket = calls.filter((call) => matchesTypedName(call.case ?? '', caseId));
  const namedFacts = ofTicket.flatMap(({ facts }) => facts.filter(({ id }) => id === 'also-named'));
  const answeredIds = nonEmptyTexts(...calls.map(({ order_id: orderId }) => orderId));
  const openFacts = namedFacts.filter(
    ({ value }) => !answeredIds.some((orderId) => value.includes(orderId)),
  );
  return openFacts.map(({ value }) => value);
}

/** Says how to make a reply about one of several purchases: by its order id if one is known, else by a situation. */
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

function sourceWords({ clock }: Context, call: JournalEntry): string {
  const callNoun = call.command === 'lookup' ? 'look-up' : 'session call';
  const order = call.order_id === null ? '' : ` of ${call.order_id}`;
  const when = `${minuteUtc(call.at)} (${age(Date.parse(call.at), clock.now())})`;
  return `from the ${callNoun}${order} on ${when} with ${profileWords(call)}`;
}

/** The next command: the same look-up if the reply `service-down` promises the player another check, else the report. */
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

/** If the ticket has several purchases and the reply is about one, adds the command for a reply about all of them. */
export function withOtherPurchases(
  result: CommandResult,
  { subjects, replies, about: { case: caseId } }: DraftedReply,
  { calls }: Pick<TicketLines, 'calls'>,
): CommandResult {
  const [subject] = subjects;
  if (subject === undefined || caseId === undefined || caseId === null) return result;
  const ofTicket = listSubjects(withoutDemo(calls.filter(hasSituationOrSilence)));
  const purchases = ofTicket.filter(({ name }) => name !== undefined);
  if (purchases.length < 2) return result;
  const { name = 'the player' } = subject;
  const languages = replies.map(({ language }) => language);
  const nextCommand = replyLine(languages, optionWords({ '--case': caseId }));
  const note = `${caseId} has ${purchases.length} purchases, and this reply is about ${name} alone. The command below makes one reply about all of them.`;
  return withNotes({ ...result, view: { ...result.view, nextCommand } }, note);
}
