import type { Command } from 'commander';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import {
  callFacts,
  callJson,
  factIfValue,
  matchesTypedName,
  entryOutcome,
  entryPlace,
} from '../support/journal/calls.js';
import {
  isCall,
  isReply,
  type JournalEntry,
  type RemarkEntry,
  type ReplyEntry,
} from '../support/journal/entry.js';
import { clearOwn } from '../support/journal/folder.js';
import { requireNewest } from '../support/journal/journal.js';
import type { JournalLine } from '../support/journal/newest-first.js';
import { foldersOf, offWords } from '../support/journal/places.js';
import { keptMonths } from '../support/journal/appending.js';
import { outcomeWords, replyWords } from '../support/journal/outcome-words.js';
import { isPvgCode, PvgError } from '../failure.js';
import { confirmLoss } from '../input/confirm.js';
import {
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { commandResult, type CommandResult, type FinishCommand } from '../output/command-result.js';
import { interfaces } from '../contract/interfaces.js';
import { listedFailure } from '../contract/listed.js';
import { counted, nonEmptyTexts } from '../text/sentences.js';
import { toPlainData } from '../text/json/parse.js';
import { optionWords, shellLine, type ShellWord } from '../text/shell.js';
import { withReportsFirst } from '../support/replies/money-first.js';
import { caveatOf } from '../wording/verdict.js';
import { adviceWords } from '../wording/description.js';
import { registerJournalFind } from './journal-find.js';
import { registerJournalList } from './journal-list.js';
import { journalDetails } from './journal-lines.js';
import { registerJournalMove } from './journal-move.js';
import { registerJournalNote } from './journal-writing.js';
import type { Registration } from './registration.js';

export function register({ command, context, finish }: Registration): void {
  addExamples(command, ['pvg journal list', 'pvg journal find GPA.1234-5678-9012-34567']);
  command.addHelpText(
    'after',
    '\nThe journal has each lookup, verify and session call of this computer, and one line for each batch,\n' +
      'the replies, notes and refused pastes of each ticket, but never a receipt, token or secret.\n' +
      `It keeps at least ${keptMonths} months and the current one.\n` +
      `With PVG_JOURNAL_DIR it is in a folder that your team shares.\n` +
      'PVG_NO_JOURNAL=1 switches it off (see `pvg help environment`).',
  );

  registerJournalList(command, context, finish);
  registerJournalFind(command, context, finish);
  registerJournalNote(command, context, finish);
  registerJournalMove(command, context, finish);
  registerShow(command, context, finish);
  registerClear(command, context, finish);
}

function registerShow(command: Command, context: Context, finish: FinishCommand): void {
  const show = command
    .command('show [id]')
    .description('show everything that the journal has about one call or reply');
  addExamples(
    show,
    ['pvg journal show 20261121T032531Z-3f9a1c', 'pvg journal show --last'],
    'The examples need a call in the journal: `pvg journal find` shows the ids.',
  );
  show
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
      ? { onlyOwn: true, isWanted: ({ kept: each }: JournalLine) => isCall(each) }
      : {
          containing: [id.trim()],
          isWanted: ({ kept: each }: JournalLine) => matchesTypedName(each.id, id),
        };
  const { lines } = await requireNewest(context, globals, { ...search, most: 1 });
  const [kept] = lines;
  if (kept === undefined) {
    throw new PvgError(
      'not-in-journal',
      `The journal has no call${id === undefined ? '' : ' with this id'}${offWords(context)}.`,
      {
        hint: '`pvg journal find` shows the ids: it finds a call by order id, fingerprint or ticket.',
        nextCommand: 'pvg journal list',
      },
    );
  }
  return isCall(kept) ? shownCall(kept) : shownOtherLine(context, kept);
}

function shownCall(call: JournalEntry): CommandResult {
  const verdict = call.verdict && withReportsFirst(call.verdict, call.questions);
  return commandResult('journal show', {
    ...entryPlace(call),
    answer: callJson(call),
    view: {
      headline: `${call.command}: ${entryOutcome(call).says}`,
      mood: call.exit === 0 ? 'plain' : 'bad',
      caveat: caveatOf(call.verdict?.id),
      facts: callFacts(call),
      notes: nonEmptyTexts(adviceWords(call.error, verdict)),
      nextCommand: shellLine(nextOf(call)),
    },
  });
}

function nextOf(call: JournalEntry): readonly ShellWord[] {
  const { command, exit, code, status, case: caseId } = call;
  // A batch has no report: its rows are in its output file.
  if (command === 'batch') return ['pvg', 'journal', 'list'];
  // For a success or a code of pvg itself, the call's report says more than an explanation of the code.
  if (exit === 0 || code === null || isPvgCode(code)) return ['pvg', 'report', call.id];
  const isListed = interfaces.some((id) => listedFailure(id, code) !== undefined);
  const term = isListed ? code : status;
  return term === null
    ? ['pvg', 'report', call.id]
    : ['pvg', 'explain-error', String(term), ...optionWords({ '--case': caseId })];
}

/** A line that is no call: a reply, a note, a move or a refused paste. */
function shownOtherLine(context: Context, line: ReplyEntry | RemarkEntry): CommandResult {
  const { profile, environment, case: caseId } = line;
  return commandResult('journal show', {
    profile,
    environment,
    answer: toPlainData(line),
    view: {
      headline: isReply(line) ? `reply: ${replyWords(line)}` : outcomeWords(line),
      facts: journalDetails(context, [line]).lines?.[0] ?? [],
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
    loss: `Deleting your part of the journal in ${folders} for good`,
    typedWord: 'journal',
    mayAsk: ask,
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
