import { openJournal } from '../calls/connection.js';
import type { Context } from '../context.js';
import { isSameOrigin } from '../contract/address.js';
import { mayHaveRecorded, withLaterVerify } from '../support/journal/earlier-verifies.js';
import {
  isAboutSame,
  matchesTypedName,
  lookupArgv,
  minuteUtc,
  entryOutcome,
  entryPlace,
  profileWords,
  reportArgv,
  warningsOf,
} from '../support/journal/calls.js';
import { isCall, type JournalEntry } from '../support/journal/entry.js';
import { callsAbout, requireJournal, requireNewest } from '../support/journal/journal.js';
import { offWords } from '../support/journal/places.js';
import { refuseWithoutAnswer } from '../support/replies/without-answer.js';
import {
  languageName,
  readLanguages,
  replyLanguages,
  type ReplyLanguage,
} from '../support/replies/languages.js';
import {
  readSituation,
  noReplyReasons,
  situations,
  replySituation,
  type Situation,
} from '../support/replies/situations.js';
import { readReplies, repliesFor, replyText } from '../support/replies/texts.js';
import { withoutDemo } from '../support/report/case.js';
import { placeNotes, replyAbout } from '../support/ticket.js';
import { PvgError } from '../failure.js';
import {
  addExamples,
  globalOptions,
  readCase,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import { nonEmptyTexts, joinSentences } from '../text/sentences.js';
import { optionWithValue, shellLine, type ShellWord } from '../text/shell.js';
import { age } from '../text/times.js';
import { caveatOf } from '../wording/verdict.js';
import type { Registration } from './registration.js';

type ReplyOptions = TypedFlags<'case' | 'for', 'last' | 'list'>;

export function register({ command, context, finish }: Registration): void {
  addExamples(command, [
    'pvg reply en --for need-receipt',
    'pvg reply ko en --last',
    'pvg reply --list',
  ]);
  command
    .argument('[language...]', `one or more: ${replyLanguages.join(', ')}`)
    .option('--last', 'about the newest call in the journal')
    .option(
      '--case <id>',
      'about the newest call of this ticket; with --for: keeps the reply with this ticket',
    )
    .option('--for <situation>', `without a call: ${[...situations.keys()].join(', ')}`)
    .option('--list', 'list the situations and the languages')
    .addHelpText(
      'after',
      '\nStandard output has the text for the player and nothing else: `pvg reply ko --last | pbcopy`.\n' +
        'A language can also be written as `korean`, `한국어` or `ko-KR`. Nothing is sent.\n' +
        'The journal keeps which reply was given. With --profile: only calls of that profile.',
    )
    .action(async (words: readonly string[], options: ReplyOptions) => {
      const globals = globalOptions(command);
      const result =
        options.list === true ? listReplies() : runReply(context, globals, { words, ...options });
      await finish(result);
    });
}

async function runReply(
  context: Context,
  globals: GlobalOptions,
  options: ReplyOptions & { readonly words: readonly string[] },
): Promise<CommandResult> {
  if (options.words.length === 0) {
    throw new PvgError('usage', '`pvg reply` needs a language.', {
      hint: `It has: ${replyLanguages.join(', ')}.`,
      nextCommand: 'pvg reply --list',
    });
  }
  const languages = readLanguages('<language>', options.words);
  const caseId = readCase(options.case);
  requireOneSource(languages, options);
  const typedSituation = options.for;
  const call = typedSituation === undefined ? await findCall(context, globals, caseId) : undefined;
  const situation = call ? situationOf(call) : readSituation(typedSituation ?? '');
  const replies = repliesFor(await readReplies(context, languages), situation);
  const journal = await openJournal(context, globals, caseId);
  const subject = call ? replyAbout(call) : { case: caseId ?? null };
  const texts = replies.map(({ text }) => text);
  journal.keepReply({ ...subject, situation, languages, texts });
  const place = call ? entryPlace(call) : {};
  return commandResult('reply', {
    ...place,
    callId: call?.id ?? null,
    answer: {
      situation,
      texts: Object.fromEntries(replies.map(({ language, text }) => [language, text])),
      call: call?.id ?? null,
    },
    view: {
      data: `${replyText(replies)}\n`,
      notes: replyNotes(context, { situation, languages, call }),
      nextCommand: call && shellLine(nextAfterReply(situation, call)),
    },
  });
}

/** @throws {PvgError} `usage` */
function requireOneSource(
  languages: readonly string[],
  { last = false, for: situation, case: caseId }: ReplyOptions,
): void {
  const isOfCall = last || caseId !== undefined;
  const hasSource = isOfCall || situation !== undefined;
  const isLastWithOther = last && (caseId ?? situation) !== undefined;
  if (hasSource && !isLastWithOther) return;
  const source = situation ? ['--for', situation] : ['--last'];
  throw new PvgError('usage', 'The reply needs one call or one situation.', {
    hint: 'Use `--case <id>` for the newest call of a ticket, `--last` for the newest call of all, or `--for <situation>`.',
    nextCommand: shellLine(['pvg', 'reply', ...languages, ...source]),
  });
}

interface PrintedReply {
  readonly situation: Situation;
  readonly languages: readonly ReplyLanguage[];
  /** The call that it was made from. */
  readonly call: JournalEntry | undefined;
}

function replyNotes(context: Context, { situation, languages, call }: PrintedReply): string[] {
  const names = languages.map(languageName).join(', then ');
  const source = call ? `, ${callSource(context, call)}` : '';
  const ofCall = call ? [entryOutcome(call).says, caveatOf(call.verdict?.id)] : [];
  const notes = [
    `Reply for ${situation} in ${names}${source}.`,
    ...nonEmptyTexts(...ofCall),
    ...(call ? placeNotes(call) : []),
  ];
  // On a terminal the text and the notes are below each other.
  return context.stdout.isTerminal ? ['', ...notes] : notes;
}

/** The newest call that says something: the last one is one of this computer, a case may be a team's. */
async function findCall(
  context: Context,
  { profile, ...globals }: GlobalOptions,
  caseId: string | undefined,
): Promise<JournalEntry> {
  const isWanted = (call: JournalEntry): boolean =>
    profile === undefined || call.profile === profile;
  const wanted =
    caseId === undefined
      ? await lastCalls(context, globals, isWanted)
      : (await callsOfCase(context, globals, caseId)).filter(isWanted);
  const telling = wanted.filter(hasSituation);
  const subjects = new Set(telling.map(({ receipt, player, id }) => receipt ?? player ?? id));
  // Whoever pipes the text into a mail must not get that of another purchase.
  if (caseId !== undefined && subjects.size > 1) {
    throw new PvgError('usage', `${caseId} has several purchases or players.`, {
      hint: 'The report shows what each of them is. Then say which reply it is: `--for <situation>`.',
      nextCommand: shellLine(['pvg', 'report', ...optionWithValue('--case', caseId)]),
    });
  }
  const call = telling.at(-1);
  if (call !== undefined) return withVerifies(context, call);
  const newest = wanted.at(-1);
  const hint =
    'A reply with `--for <situation>` needs no call. `pvg reply --list` shows the situations.';
  if (newest === undefined && caseId !== undefined)
    await refuseWithoutAnswer(context, globals, caseId);
  if (newest === undefined) {
    throw new PvgError('not-in-journal', `The journal has no such call${offWords(context)}.`, {
      hint,
      nextCommand: 'pvg reply --list',
    });
  }
  throw new PvgError(
    'no-reply',
    'None of these calls says anything about a purchase or a player.',
    {
      hint,
      nextCommand: shellLine(['pvg', 'journal', 'show', newest.id]),
    },
  );
}

/** A situation, or a reason for no reply. */
function hasSituation(call: JournalEntry): boolean {
  const { situation, silence } = replySituation(call);
  return (situation ?? silence) !== undefined;
}

/** What this user did last: the newest call that says something and the newest of all, which may be the same; oldest first. */
async function lastCalls(
  context: Context,
  globals: GlobalOptions,
  isWanted: (call: JournalEntry) => boolean,
): Promise<readonly JournalEntry[]> {
  let newest: JournalEntry | undefined;
  const { lines } = await requireNewest(context, globals, {
    onlyOwn: true,
    isWanted: ({ kept }) => {
      if (!isCall(kept) || !isWanted(kept)) return false;
      newest ??= kept;
      return hasSituation(kept);
    },
    most: 1,
  });
  const telling = lines.filter(isCall);
  return newest === undefined ? telling : [...telling, newest];
}

async function callsOfCase(
  context: Context,
  globals: GlobalOptions,
  caseId: string,
): Promise<readonly JournalEntry[]> {
  const { calls } = await requireJournal(context, globals, { containing: [caseId] });
  return withoutDemo(calls.filter((call) => matchesTypedName(call.case, caseId)));
}

/**
 * The call, or a later verify of the same purchase, also of another ticket or none: what the call said may not be true any
 * more. An earlier verify that the call could not see is added to what it said.
 */
async function withVerifies(context: Context, call: JournalEntry): Promise<JournalEntry> {
  if (call.command !== 'lookup') return call;
  const calls = await callsAbout(context, [call]);
  const later = calls.slice(calls.findIndex(({ id }) => id === call.id) + 1);
  const samePurchase = later.filter(
    (other) =>
      isSameOrigin(other.origin, call.origin) &&
      other.environment === call.environment &&
      isAboutSame(other, call),
  );
  const verify = samePurchase.findLast(mayHaveRecorded);
  return verify ? { ...verify, case: call.case } : withLaterVerify(call, calls, context);
}

/** @throws {PvgError} `no-reply` */
function situationOf(call: JournalEntry): Situation {
  const { situation = 'unknown', silence } = replySituation(call);
  if (silence === undefined) return situation;
  const { says, hint, next } = noReplyReasons[silence];
  throw new PvgError('no-reply', says, {
    hint: joinSentences(warningsOf(call)[0], hint),
    nextCommand: shellLine(next(call)),
  });
}

function callSource({ clock }: Context, call: JournalEntry): string {
  const what = call.command === 'lookup' ? 'look-up' : 'session call';
  const order = call.order_id === null ? '' : ` of ${call.order_id}`;
  const when = `${minuteUtc(call.at)} (${age(Date.parse(call.at), clock.now())})`;
  return `from the ${what}${order} on ${when} with ${profileWords(call)}`;
}

/** The player was told that it is checked again, or the ticket needs its proof. */
function nextAfterReply(situation: Situation, call: JournalEntry): readonly ShellWord[] {
  const isCheckedAgain = situation === 'service-down' && call.command === 'lookup';
  return isCheckedAgain ? lookupArgv(call) : reportArgv(call);
}

function listReplies(): CommandResult {
  const languages = replyLanguages.map((code) => ({ code, name: languageName(code) }));
  const languageWords = languages.map(({ code, name }) => `${code} ${name}`).join(', ');
  return commandResult('reply', {
    answer: {
      situations: [...situations].map(([id, says]) => ({ id, says })),
      languages,
    },
    view: {
      table: { head: ['situation', 'when'], rows: [...situations] },
      notes: [`Languages: ${languageWords}.`],
      nextCommand: 'pvg reply en --for need-receipt',
    },
  });
}
