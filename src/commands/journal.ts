import type { Command } from 'commander';
import { onFileError, type Context } from '../context.js';
import {
  callFacts,
  callJson,
  factIfValue,
  isFoundBy,
  matchesTypedName,
  entryOutcome,
  entryPlace,
} from '../support/journal/calls.js';
import {
  isReply,
  type JournalEntry,
  type KeptEntry,
  type ReplyEntry,
} from '../support/journal/entry.js';
import { withLaterVerify } from '../support/journal/earlier-verifies.js';
import { clearOwn } from '../support/journal/folder.js';
import { callsAbout, requireNewest, type NewestLines } from '../support/journal/journal.js';
import type { JournalLine } from '../support/journal/newest-first.js';
import { showingPeople } from '../support/journal/people.js';
import { foldersOf, offWords } from '../support/journal/places.js';
import { keptMonths } from '../support/journal/retention.js';
import { journalDetailsTable, journalTable, replyWords } from '../support/journal/table.js';
import { namesOf } from '../support/report/case.js';
import { isOwnCode, PvgError } from '../failure.js';
import { InputReader, decodeInput } from '../input/bytes.js';
import { confirmLoss } from '../input/confirm.js';
import { orderIdIn } from '../input/pasted/look-alikes.js';
import { addExamples, globalOptions, readNumber, readCase } from '../input/options.js';
import type { TypedFlags, GlobalOptions } from '../input/options.js';
import {
  commandResult,
  type CommandResult,
  type FinishCommand,
  type PrintedTable,
  type View,
} from '../output/command-result.js';
import { looksLikeCode } from '../service/refusal.js';
import { counted } from '../text/count.js';
import { toPlainData } from '../text/json/parse.js';
import { nonEmptyTexts, joinSentences } from '../text/sentences.js';
import { shellLine, type ShellWord } from '../text/shell.js';
import type { TimeStyle } from '../text/times.js';
import { caveatOf } from '../wording/verdict.js';
import { adviceWords } from '../wording/description.js';
import type { Registration } from './registration.js';

export function register({ command, context, finish }: Registration): void {
  addExamples(command, ['pvg journal list', 'pvg journal find GPA.1234-5678-9012-34567']);
  command.addHelpText(
    'after',
    '\nThe journal has each lookup, verify and session call of this computer, and one line for each batch,\n' +
      'but never a receipt, token or secret.\n' +
      `It keeps ${keptMonths} months and the current one, and deletes nothing while the clock is in doubt.\n` +
      `With PVG_JOURNAL_DIR it is in a folder that your team shares.\n` +
      'PVG_NO_JOURNAL=1 switches it off (see `pvg help environment`).',
  );

  registerList(command, context, finish);
  registerFind(command, context, finish);
  registerShow(command, context, finish);
  registerClear(command, context, finish);
}

function registerList(command: Command, context: Context, finish: FinishCommand): void {
  const list = command
    .command('list')
    .description('list the calls and their outcomes, and the replies, newest first');
  addExamples(list, ['pvg journal list', 'pvg journal list --limit 100 --json']);
  list
    .option('--limit <n>', 'how many to list (default: 20)')
    .option('--case <id>', 'only those of this ticket')
    .addHelpText('after', '\nWith --profile: only the calls of that profile.')
    .action(async (options: ListOptions) =>
      finish(await runList(context, globalOptions(list), options)),
    );
}

function registerFind(command: Command, context: Context, finish: FinishCommand): void {
  const find = command
    .command('find <what>')
    .description(
      'find calls and replies by order id, fingerprint, ticket, username or receipt (@file or -)',
    );
  addExamples(find, ['pvg journal find GPA.1234-5678-9012-34567', 'pvg journal find TICKET-4711']);
  find
    .option('--limit <n>', 'how many to show, the newest first (default: 100)')
    .addHelpText(
      'after',
      '\nThe exit status is 0 even if nothing is found: verdict.id is `found` or `nothing-found`.\n' +
        'It sends nothing. Only the journal can find an Android purchase by its order id; the gateway cannot.',
    )
    .action(async (what: string, options: TypedFlags<'limit'>) =>
      finish(await runFind(context, globalOptions(find), { what, ...options })),
    );
}

function registerShow(command: Command, context: Context, finish: FinishCommand): void {
  const show = command
    .command('show [id]')
    .description('show everything that the journal has about one call or reply');
  addExamples(show, ['pvg journal show 20261121T032531Z-3f9a1c', 'pvg journal show --last']);
  show
    .addHelpText('before', '`pvg journal find` shows the ids.\n')
    .option('--last', 'the newest call')
    .action(async (id: string | undefined, { last = false }: { readonly last?: boolean }) =>
      finish(await runShow(context, globalOptions(show), { id, isLast: last })),
    );
}

function registerClear(command: Command, context: Context, finish: FinishCommand): void {
  const clear = command
    .command('clear')
    .description('delete your own part of the journal for good');
  addExamples(clear, ['pvg journal clear --confirm journal']);
  clear
    .option('--confirm <word>', 'the word journal, if pvg cannot ask you')
    .action(async (options: TypedFlags<'confirm'>) =>
      finish(await runClear(context, globalOptions(clear), options.confirm)),
    );
}

type ListOptions = TypedFlags<'limit' | 'case'>;

async function runList(
  context: Context,
  globals: GlobalOptions,
  options: ListOptions,
): Promise<CommandResult> {
  const limit = limitOf(options.limit, 20);
  const caseId = readCase(options.case);
  const { profile } = globals;
  const journal = await requireNewest(context, globals, {
    containing: caseId === undefined ? undefined : [caseId],
    mayMatter: profile === undefined ? undefined : (line) => line.includes(JSON.stringify(profile)),
    isWanted: ({ kept }) =>
      (caseId === undefined || matchesTypedName(kept.case, caseId)) &&
      (profile === undefined || kept.profile === profile),
    most: limit + 1,
  });
  const { shown, hasOlder } = cutAt(journal, limit);
  const isAll = caseId === undefined && profile === undefined;
  return commandResult('journal list', {
    answer: journalJson(journal, { shown, hasOlder }),
    view:
      shown.length === 0
        ? emptyView(context, isAll)
        : listView(context, { shown, hasOlder }, limit),
  });
}

function emptyView(context: Context, isAll: boolean): View {
  const says = isAll
    ? 'The journal is empty'
    : 'The journal has nothing that matches these options';
  return {
    headline: `${says}${offWords(context)}.`,
    nextCommand: isAll ? trial : 'pvg journal list',
  };
}

/** Nobody reads further on a screen. */
const mostOnTerminal = 200;

function listView(context: Context, { shown, hasOlder }: Shown, limit: number): View {
  const printed = context.stdout.isTerminal ? shown.slice(0, mostOnTerminal) : shown;
  const [newest] = printed;
  const isCut = printed.length < shown.length;
  const cutNote = `${printed.length} of ${counted(shown.length, 'line')}; \`--json\` has all of them.`;
  return {
    table: journalTable(printed, timeStyle(context), context.account),
    notes: [...(isCut ? [cutNote] : []), ...olderNotes(hasOlder, limit)],
    nextCommand: newest && showCommand(newest),
  };
}

const mostListed = 1_000_000;

const limitOf = (typed: string | undefined, usual: number): number =>
  readNumber('--limit', typed, { otherwise: usual, least: 1, most: mostListed, isWhole: true });

/** How many there are is not known: they were not read. */
const olderNotes = (hasOlder: boolean, limit: number): string[] =>
  hasOlder
    ? [`Older lines are not shown. Use \`--limit ${Math.min(5 * limit, mostListed)}\` to see more.`]
    : [];

const trial =
  'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';

interface Shown {
  readonly shown: readonly KeptEntry[];
  /** The journal has more of them. */
  readonly hasOlder: boolean;
}

const cutAt = ({ lines }: NewestLines, limit: number): Shown => ({
  shown: lines.slice(0, limit),
  hasOlder: lines.length > limit,
});

/** Scripts read calls and replies apart: they have other members. */
const journalJson = ({ damaged, incomplete }: NewestLines, { shown, hasOlder }: Shown) => ({
  entries: shown.flatMap((kept) => (isReply(kept) ? [] : [callJson(kept)])),
  replies: toPlainData(shown.filter(isReply)),
  has_older: hasOlder,
  damaged,
  incomplete: incomplete ?? null,
});

function timeStyle({ clock, timeZone }: Context): TimeStyle {
  return {
    nowMs: clock.now(),
    timeZone,
  };
}

function detailsTable(context: Context, entries: readonly KeptEntry[]): PrintedTable {
  return journalDetailsTable(entries, timeStyle(context), context.account);
}

const showCommand = ({ id }: KeptEntry): string => shellLine(['pvg', 'journal', 'show', id]);

async function runFind(
  context: Context,
  globals: GlobalOptions,
  { what, limit: typedLimit }: TypedFlags<'limit'> & { readonly what: string },
): Promise<CommandResult> {
  const limit = limitOf(typedLimit, 100);
  const { bytes } = await new InputReader(context).read('journal find', what);
  const wanted = decodeInput('journal find', bytes).replace(/\r?\n$/, '');
  if (wanted.trim() === '') {
    throw new PvgError('usage', 'The text to find is empty.', {
      hint: 'Use an order id, a fingerprint or a ticket.',
      nextCommand: 'pvg journal list',
    });
  }
  const names = await namesOf(context, wanted);
  const isFound = isFoundBy(names);
  const journal = await requireNewest(context, globals, {
    containing: names,
    isWanted: ({ kept }) => isFound(kept),
    most: limit + 1,
  });
  const { shown: matching, hasOlder } = cutAt(journal, limit);
  const found = matching.map(await showingPeople(context, matching));
  const answer = journalJson(journal, { shown: found, hasOlder });
  const [newest] = found;
  if (newest === undefined) {
    const nothing = `The journal has no call and no reply that matches${offWords(context)}.`;
    const says = joinSentences(journal.incomplete, nothing);
    const isOrder = orderIdIn(wanted) !== undefined;
    const next = isOrder ? askForReceipt : checkSpelling;
    const nextCommand = isOrder ? 'pvg reply en --for need-receipt' : 'pvg journal list';
    return commandResult('journal find', {
      verdict: { id: 'nothing-found', says, next },
      answer,
      view: { headline: says, mood: 'careful', notes: [next], nextCommand },
    });
  }
  const newestCall = found.find((kept) => !isReply(kept));
  // What it said may be overtaken by a verify for another ticket.
  const call =
    newestCall && withLaterVerify(newestCall, await callsAbout(context, [newestCall]), context);
  const says = joinSentences(
    `The journal has ${hasOlder ? 'more than ' : ''}${counted(found.length, 'line')} about it.`,
    call && `The newest call: ${entryOutcome(call).says}`,
  );
  const next = showCommand(call ?? newest);
  return commandResult('journal find', {
    verdict: { id: 'found', says, next },
    answer,
    view: {
      headline: says,
      mood: 'good',
      caveat: caveatOf(call?.verdict?.id),
      table: detailsTable(context, found),
      notes: olderNotes(hasOlder, limit),
      nextCommand: next,
    },
  });
}

/** Nothing else finds a purchase by the number in the player's e-mail, so this says whom to ask. */
const askForReceipt =
  'The gateway cannot find an Android purchase by its order id. Ask the game’s developers or the operator for the receipt (the purchase token) of this order. Then use `pvg lookup`. A row of `pvg batch` is in its results file alone.';
const checkSpelling =
  'Check the spelling: it must be a whole order id (GPA., then 4, 4, 4 and 5 digits), the 12 hex digits of a fingerprint, a username, or the complete number of a ticket. For a look-up you need the receipt: ask the game’s developers for it.';

async function runShow(
  context: Context,
  globals: GlobalOptions,
  { id, isLast }: { readonly id: string | undefined; readonly isLast: boolean },
): Promise<CommandResult> {
  if (isLast === (id !== undefined)) {
    throw new PvgError('usage', 'Use either an id or --last.', {
      hint: '`pvg journal find` shows the ids; `--last` is the newest call.',
      nextCommand: 'pvg journal show --last',
    });
  }
  const search =
    id === undefined
      ? { onlyOwn: true, isWanted: ({ kept: each }: JournalLine) => !isReply(each) }
      : {
          containing: [id.trim()],
          isWanted: ({ kept: each }: JournalLine) => matchesTypedName(each.id, id),
        };
  const { lines } = await requireNewest(context, globals, { ...search, most: 1 });
  const [kept] = lines;
  if (kept === undefined) {
    throw new PvgError(
      'usage',
      `The journal has no call${id === undefined ? '' : ' with this id'}${offWords(context)}.`,
      {
        hint: '`pvg journal find` shows the ids: it finds a call by order id, fingerprint or ticket.',
        nextCommand: 'pvg journal list',
      },
    );
  }
  return isReply(kept) ? shownReply(context, kept) : shownCall(kept);
}

function shownCall(call: JournalEntry): CommandResult {
  return commandResult('journal show', {
    ...entryPlace(call),
    answer: callJson(call),
    view: {
      headline: `${call.command}: ${entryOutcome(call).says}`,
      mood: call.exit === 0 ? 'plain' : 'bad',
      caveat: caveatOf(call.verdict?.id),
      facts: callFacts(call),
      notes: nonEmptyTexts(adviceWords(call.error, call.verdict)),
      nextCommand: shellLine(nextOf(call)),
    },
  });
}

function nextOf(call: JournalEntry): readonly ShellWord[] {
  const { command, exit, code } = call;
  // The rows are in its output file: a report of the run would say nothing about any purchase.
  if (command === 'batch') return ['pvg', 'journal', 'list'];
  // A code of pvg is not in the contract: explain-error would not know this call.
  return exit !== 0 && code !== null && looksLikeCode(code) && !isOwnCode(code)
    ? ['pvg', 'explain-error', code]
    : ['pvg', 'report', call.id];
}

function shownReply(context: Context, reply: ReplyEntry): CommandResult {
  const { profile, environment, case: caseId } = reply;
  return commandResult('journal show', {
    profile,
    environment,
    answer: toPlainData(reply),
    view: {
      headline: `reply: ${replyWords(reply)}`,
      facts: detailsTable(context, [reply]).lines?.[0] ?? [],
      nextCommand: shellLine(
        caseId === null ? ['pvg', 'journal', 'list'] : ['pvg', 'report', '--case', caseId],
      ),
    },
  });
}

async function runClear(
  context: Context,
  { input: ask }: GlobalOptions,
  confirm: string | undefined,
): Promise<CommandResult> {
  const folders = foldersOf(context).join(' and ');
  const nextCommand = 'pvg journal list';
  await confirmLoss(context, {
    what: `Deleting your part of the journal in ${folders} for good`,
    word: 'journal',
    ask,
    isConfirmed: confirm === 'journal',
    option: '--confirm journal',
    nextCommand,
  });
  const files = await clearOwn(context).catch(
    onFileError(({ code, path }) => {
      const says = `Part of the journal could not be deleted (${code}: ${path}).`;
      const hint = '`pvg doctor` checks the owner and mode of the folder.';
      throw new PvgError('configuration-unwritable', says, { hint });
    }),
  );
  const deleted = `Deleted your part of the journal for good: ${counted(files, 'file')}.`;
  const headline = files === 0 ? 'You had nothing in the journal.' : deleted;
  return commandResult('journal clear', {
    answer: { files },
    view: { headline, mood: 'good', facts: factIfValue('Folder', folders), nextCommand },
  });
}
