import type { Command } from 'commander';
import { onFileError, type Context } from '../context.js';
import { confirmDeletion } from '../input/confirm.js';
import { looksLikeCode } from '../service/refusal.js';
import { adviceWords } from '../view/words.js';
import { sentences } from '../text/sentences.js';
import { isOwnCode, PvgError } from '../failure.js';
import { InputReader, textIn, withoutFinalLineEnd } from '../input/bytes.js';
import {
  number,
  readCase,
  examples,
  globalOptions,
  type GlobalOptions,
  readSince,
  type Given,
} from '../input/options.js';
import {
  findCalls,
  findRemarks,
  endedBadly,
  historyOf,
  looksLikeOrderId,
  callFacts,
  callerName,
  isCalledBy,
  callJson,
  fact,
  outcomeOf,
  pageName,
} from '../desk/journal/calls.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { isNamed } from '../desk/journal/line.js';
import { isRemark, type Kept } from '../desk/journal/kept.js';
import { clearJournal, requireJournal, type Journal } from '../desk/journal/journal.js';
import { journalFolder, teamFolder } from '../desk/journal/team.js';
import { remarksAbout, type Remark } from '../desk/journal/remark.js';
import {
  countsOf,
  newestReply,
  keptTable,
  newestFirst,
  remarkFacts,
  remarkWords,
} from '../desk/journal/table.js';
import { replyLanguages } from '../desk/replies/languages.js';
import { situations, type Situation } from '../desk/replies/situations.js';
import { readReplies, repliesFor, textOf } from '../desk/replies/texts.js';
import { plainData } from '../text/json/parse.js';
import type { Printable } from '../text/json/print.js';
import { plainFinished, type Finish, type Finished, type View } from '../output/finished.js';
import { note } from '../output/present.js';
import { counted } from '../text/counted.js';
import { shellLine } from '../text/shell.js';
import type { TimeStyle } from '../text/times.js';
import { journalSetting } from '../profiles/project-file.js';

export function registerJournal(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg journal list', 'pvg journal find GPA.1234-5678-9012-34567']);
  command.addHelpText(
    'after',
    '\nThe journal has every lookup, verify and session from this computer, but never a receipt, token or secret.\n' +
      'With PVG_JOURNAL_DIR it also has those of your team.\n' +
      'PVG_NO_JOURNAL=1 switches it off (see `pvg help environment`).',
  );

  const list = command
    .command('list')
    .description('list the calls and their outcomes, and the replies, newest first');
  examples(list, ['pvg journal list', 'pvg journal list --since 7d --json']);
  list
    .option('--limit <n>', 'how many to list (default: 20)')
    .option('--case <id>', 'only those of this ticket')
    .option('--since <time>', 'only those since then: 2026-11-20, 2026-11-20T14:00Z, or 30m, 12h, 7d')
    .addHelpText('after', '\nWith --profile: only the calls of that profile.')
    .action(async (options: Options) => finish(await runList(context, globalOptions(list), options)));

  const find = command
    .command('find <what>')
    .description('find calls and replies by order id, fingerprint or case, or by receipt (@file or -)');
  examples(find, ['pvg journal find GPA.1234-5678-9012-34567', 'pvg journal find TICKET-4711']);
  find
    .addHelpText(
      'after',
      '\nThe exit status is 0 even if nothing is found: verdict.id is `found` or `nothing-found`.\n' +
        'It sends nothing. Only the journal can find an Android purchase by its order id; the gateway cannot.',
    )
    .action(async (what: string) => finish(await runFind(context, globalOptions(find), what)));

  const show = command
    .command('show [id]')
    .description('show everything that the journal has about one call or reply');
  examples(show, ['pvg journal show 20261121T032531Z-3f9a1c', 'pvg journal show --last']);
  show
    .addHelpText('before', '`pvg journal list` shows the ids.\n')
    .option('--last', 'the newest call')
    .action(async (id: string | undefined, { last = false }: { readonly last?: boolean }) =>
      finish(await runShow(context, globalOptions(show), { id, last })),
    );

  const clear = command.command('clear').description('delete the journal for good');
  examples(clear, ['pvg journal clear --confirm journal']);
  clear
    .option('--confirm <word>', 'the word journal, if pvg cannot ask you')
    .action(async (options: Options) => finish(await runClear(context, globalOptions(clear), options)));
}

type Options = Given<'limit' | 'case' | 'since' | 'confirm'>;

async function readAll(context: Context, globals: GlobalOptions): Promise<Journal> {
  const kept = await requireJournal(context, globals);
  const { off } = await journalSetting(context);
  if (off !== undefined)
    await note(context, globals, `The journal is off (${off}), so new calls are not kept.`);
  return kept;
}

async function runList(context: Context, globals: GlobalOptions, options: Options): Promise<Finished> {
  const limit = number('--limit', options.limit, 20, { least: 1, most: 1_000_000, whole: true });
  const caseId = readCase(options.case);
  const sinceMs = readSince(options.since, context.clock.now());
  const { calls, remarks, damaged } = await readAll(context, globals);
  const isWanted = (kept: Kept): boolean =>
    (caseId === undefined || isNamed(kept.case, caseId)) &&
    (globals.profile === undefined || kept.profile === globals.profile) &&
    (sinceMs === undefined || Date.parse(kept.at) >= sinceMs);
  const wanted = newestFirst(calls.filter(isWanted), remarks.filter(isWanted));
  const shown = wanted.slice(0, limit);
  const [newest] = shown;
  const older = `${counted(wanted.length - limit, 'older line')} not shown. Use \`--limit ${String(wanted.length)}\` to list all.`;
  const none: View =
    calls.length + remarks.length === 0
      ? { headline: 'The journal is empty.', nextCommand: 'pvg help environment' }
      : { headline: 'The journal has nothing that matches these options.', nextCommand: 'pvg journal list' };
  const some = (kept: Kept): View => ({
    headline: '',
    table: keptTable(shown, timeStyle(context), context.account),
    notes: wanted.length > limit ? [older] : [],
    nextCommand: showCommand(kept),
  });
  return plainFinished('journal list', {
    answer: { ...keptJson(shown), damaged },
    view: newest === undefined ? none : some(newest),
  });
}

/** Scripts read calls and remarks apart: they have other members. */
const keptJson = (all: readonly Kept[]): { readonly entries: Printable; readonly remarks: Printable } => ({
  entries: all.flatMap((kept) => (isRemark(kept) ? [] : [callJson(kept)])),
  remarks: plainData(all.filter(isRemark)),
});

const timeStyle = ({ clock, timeZone }: Context): TimeStyle => ({ nowMs: clock.now(), timeZone });

const showCommand = ({ id }: Kept): string => shellLine(['pvg', 'journal', 'show', id]);

async function runFind(context: Context, globals: GlobalOptions, what: string): Promise<Finished> {
  const wanted = await wantedText(context, globals, what);
  const read = await readAll(context, globals);
  const { calls, damaged, remarks, playerKeys } = read;
  const foundCalls = findCalls(calls, wanted, playerKeys);
  const found = newestFirst(foundCalls, findRemarks(remarks, wanted, foundCalls, playerKeys));
  const answer = { ...keptJson(found), damaged, incomplete: read.incomplete ?? null };
  const [newest] = found;
  if (newest === undefined) return nothingFound(wanted, read, answer);
  const call = foundCalls.at(-1);
  const by =
    call === undefined || isCalledBy(call, context.account)
      ? ''
      : `, by ${callerName(call) ?? 'somebody else'}`;
  const says = sentences(
    `The journal has ${countsOf(found)}${call === undefined || foundCalls.length > 1 ? '.' : `${by}: ${outcomeOf(call).says}`}`,
    call !== undefined && foundCalls.length > 1 && `The newest call${by}: ${outcomeOf(call).says}`,
    ...newestReply(found),
  );
  return plainFinished('journal find', {
    verdict: { id: 'found', says, next: showCommand(newest) },
    answer,
    view: {
      headline: says,
      mood: 'good',
      table: keptTable(found, timeStyle(context), context.account),
      nextCommand: showCommand(newest),
    },
  });
}

async function wantedText(context: Context, globals: GlobalOptions, what: string): Promise<string> {
  const { bytes, from } = await new InputReader(context).read('journal find', what);
  if (from !== 'argument') {
    const { bytes: kept, dropped } = withoutFinalLineEnd(bytes);
    if (dropped) await note(context, globals, 'Removed the line break at the end.');
    return checkedWord(textIn('journal find', kept));
  }
  return checkedWord(what);
}

function checkedWord(text: string): string {
  if (text.trim() !== '') return text;
  throw new PvgError('usage', 'The text to find is empty.', {
    hint: 'Use an order id, a fingerprint or a case: `pvg journal find GPA.1234-5678-9012-34567`.',
  });
}

/** Nothing else finds a purchase by the number in the player's e-mail, so this says whom to ask. */
function nothingFound(wanted: string, { team, incomplete }: Journal, answer: Printable): Finished {
  const whose =
    incomplete !== undefined
      ? 'The rest of the journal'
      : team === undefined
        ? 'The journal'
        : 'The team’s journal';
  const says = sentences(incomplete, `${whose} has no call and no reply that matches.`);
  const next = looksLikeOrderId(wanted)
    ? 'The gateway cannot find an Android purchase by its order id. Ask the game’s developers or the operator for the receipt (the purchase token) of this order. Then use `pvg lookup`.'
    : 'Check the spelling: it must be an order id (GPA.…), the 12 hex digits of a fingerprint, or the complete number of a case. For a look-up you need the receipt: ask the game’s developers for it.';
  return plainFinished('journal find', {
    verdict: { id: 'nothing-found', says, next },
    answer,
    view: {
      headline: says,
      mood: 'careful',
      notes: [next],
      nextCommand: looksLikeOrderId(wanted) ? 'pvg help identifiers' : 'pvg journal list',
    },
  });
}

async function runShow(
  context: Context,
  globals: GlobalOptions,
  { id, last }: { readonly id: string | undefined; readonly last: boolean },
): Promise<Finished> {
  if (last === (id !== undefined))
    throw new PvgError('usage', last ? 'Use an id or --last, not both.' : 'The id of the call is missing.', {
      hint: '`pvg journal list` shows the ids; `--last` is the newest call.',
      nextCommand: 'pvg journal show --last',
    });
  const { calls, remarks } = await readAll(context, globals);
  const hasId = (kept: Kept): boolean => id !== undefined && isNamed(kept.id, id);
  const remark = remarks.find(hasId);
  if (remark !== undefined) return shownRemark(remark, await replyTextOf(context, remark));
  const call = last ? calls.at(-1) : calls.find(hasId);
  if (call === undefined) {
    throw new PvgError('usage', last ? 'The journal has no call.' : 'The journal has no call with this id.', {
      hint: '`pvg journal list` shows the ids. `pvg journal find` finds a call by order id, fingerprint or case.',
      nextCommand: 'pvg journal list',
    });
  }
  const others = historyOf(calls, call);
  const about = call.receipt === null ? 'player' : 'receipt';
  return plainFinished('journal show', {
    profile: call.profile,
    environment: call.environment,
    interface: call.interface,
    answer: callJson(call),
    view: {
      headline: `${call.command}: ${outcomeOf(call).says}`,
      mood: endedBadly(call) ? 'bad' : 'plain',
      facts: callFacts(call),
      notes: [
        ...[adviceWords(call.error, call.verdict)].filter((sentence) => sentence !== ''),
        ...others
          .slice(-5)
          .map(
            (other) =>
              `The same ${about}: ${other.at} ${other.command}, ${outcomeOf(other).word} (${other.id})`,
          ),
        ...remarksAbout(remarks, [call])
          .slice(-5)
          .map((each) => `${each.at} ${each.command}: ${remarkWords(each)} (${each.id})`),
      ],
      nextCommand: shellLine(nextOf(call)),
    },
  });
}

/** As the files have it today. */
async function replyTextOf(context: Context, { situation, languages }: Remark): Promise<string | undefined> {
  const known = replyLanguages.filter((each) => languages.includes(each));
  const named = situations.has(situation as Situation) ? (situation as Situation) : undefined;
  if (named === undefined || known.length === 0) return undefined;
  return textOf(repliesFor(await readReplies(context, known), named));
}

const shownRemark = (remark: Remark, text: string | undefined): Finished =>
  plainFinished('journal show', {
    profile: remark.profile,
    environment: remark.environment,
    answer: plainData(remark),
    view: {
      headline: `${remark.command}: ${remarkWords(remark)}`,
      facts: remarkFacts(remark),
      ...(text !== undefined && { copy: { label: 'The text, as pvg has it now', text } }),
      nextCommand: shellLine(
        remark.case === null ? ['pvg', 'journal', 'list'] : ['pvg', 'report', '--case', remark.case],
      ),
    },
  });

function nextOf({ command, id, exit, code, case: caseId }: JournalEntry): string[] {
  // The rows are in its output file: a report of the run would say nothing about any purchase.
  if (command === 'batch') return ['pvg', 'journal', 'list'];
  // A code of pvg is not in the contract: explain-error would not know this call.
  return exit !== 0 && code !== null && looksLikeCode(code) && !isOwnCode(code)
    ? ['pvg', 'explain-error', code]
    : ['pvg', 'report', id, '--out', pageName(caseId)];
}

async function runClear(context: Context, { input }: GlobalOptions, options: Options): Promise<Finished> {
  const folder = journalFolder(context.folders);
  const shared = await teamFolder(context);
  const andThere = shared === undefined ? '' : ` and this computer’s own files in ${shared}`;
  const deletion = {
    wanted: 'journal',
    what: 'the journal',
    calledFor: 'word journal',
    question: `Type the word journal to delete everything in ${folder}${andThere} for good: `,
    next: 'pvg journal list',
  };
  await confirmDeletion(context, deletion, { confirm: options.confirm, ask: input });
  const { files, team } = await clearJournal(context).catch(
    onFileError(({ code, path }) => {
      throw new PvgError(
        'configuration-unwritable',
        `Part of the journal could not be deleted (${code}: ${path}).`,
        { hint: '`pvg doctor` checks the owner and mode of the folder.' },
      );
    }),
  );
  return plainFinished('journal clear', {
    answer: { files },
    view: {
      headline:
        files === 0 ? 'The journal was empty.' : `Deleted the journal for good: ${counted(files, 'file')}.`,
      mood: 'good',
      facts: [
        ...fact('Folder', folder),
        ...(team === undefined ? [] : fact('Team’s folder', shared ?? null)),
      ],
      notes: shared === undefined ? [] : [clearedThere(team)],
      nextCommand: 'pvg journal list',
    },
  });
}

const clearedThere = (files: number | undefined): string =>
  files === undefined
    ? 'This computer’s own files in the team’s folder were not deleted. Run the command again when the folder can be used.'
    : `${counted(files, 'file')} of these came from the team’s folder. The files of other computers stay there.`;
