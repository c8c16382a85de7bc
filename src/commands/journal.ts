import type { Command } from 'commander';
import { onFileError, type Context } from '../context.js';
import { confirmDeletion } from '../input/confirm.js';
import { looksLikeCode } from '../contract/codes.js';
import { adviceWords } from '../contract/judgement.js';
import { isOwnCode, PvgError } from '../failure.js';
import { InputReader, utf8, withoutFinalLineEnd } from '../input/bytes.js';
import {
  number,
  readCase,
  examples,
  globalOptions,
  type GlobalOptions,
  readSince,
} from '../input/options.js';
import {
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
  shownPrint,
} from '../desk/journal/calls.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { clearJournal, findInJournal, readCalls, type Calls } from '../desk/journal/journal.js';
import { journalFolder, teamFolder } from '../desk/journal/team.js';
import { registerMoving } from './journal-moving.js';
import type { Printable } from '../text/json/print.js';
import { plainFinished, type Finish, type Finished, type Table, type View } from '../output/finished.js';
import { note } from '../output/present.js';
import { counted } from '../text/counted.js';
import { shellLine } from '../text/shell.js';
import { age, isoLocalTime, type TimeStyle } from '../text/times.js';
import { journalSetting } from '../profiles/project-file.js';

export function registerJournal(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg journal list', 'pvg journal find GPA.1234-5678-9012-34567']);
  command.addHelpText(
    'after',
    '\nThe journal has every lookup, verify and session from this computer, but never a receipt, token or secret.\n' +
      'With PVG_JOURNAL_DIR it also has those of your team.\n' +
      'PVG_NO_JOURNAL=1 switches it off (see `pvg help environment`).',
  );

  const list = command.command('list').description('list the calls and their outcomes, newest first');
  examples(list, ['pvg journal list', 'pvg journal list --since 7d --json']);
  list
    .option('--limit <n>', 'how many calls to list (default: 20)')
    .option('--case <id>', 'only the calls of this ticket')
    .option('--since <time>', 'only calls since then: 2026-11-20, 2026-11-20T14:00Z, or 30m, 12h, 7d')
    .addHelpText('after', '\nWith --profile: only the calls of that profile.')
    .action(async (options: Options) => finish(await runList(context, globalOptions(list), options)));

  const find = command
    .command('find <what>')
    .description('find calls by order id, fingerprint or case, or by receipt (@file or -)');
  examples(find, ['pvg journal find GPA.1234-5678-9012-34567', 'pvg journal find TICKET-4711']);
  find
    .addHelpText(
      'after',
      '\nThe exit status is 0 even if nothing is found: verdict.id is `found` or `nothing-found`.\n' +
        'It sends nothing. Only the journal can find an Android purchase by its order id; the gateway cannot.',
    )
    .action(async (what: string) => finish(await runFind(context, globalOptions(find), what)));

  const show = command
    .command('show <id>')
    .description('show everything that the journal has about one call');
  examples(show, ['pvg journal show 20261121T032531Z-3f9a1c']);
  show
    .addHelpText('before', 'It needs the id of a call: `pvg journal list` shows yours.\n')
    .action(async (id: string) => finish(await runShow(context, globalOptions(show), id)));

  const clear = command.command('clear').description('delete the journal for good');
  examples(clear, ['pvg journal clear --confirm journal']);
  clear
    .option('--confirm <word>', 'the word journal, if pvg cannot ask you')
    .action(async (options: Options) => finish(await runClear(context, globalOptions(clear), options)));

  registerMoving(command, context, finish);
}

type Options = Readonly<Record<string, unknown>>;

async function readKept<Read extends Calls>(
  context: Context,
  globals: GlobalOptions,
  read: (say: (text: string) => Promise<void>) => Promise<Read>,
): Promise<Read> {
  const kept = await read((text) => note(context, globals, text));
  const { off } = await journalSetting(context);
  if (off !== undefined)
    await note(context, globals, `The journal is off (${off}), so new calls are not kept.`);
  return kept;
}

const readAll = (context: Context, globals: GlobalOptions): Promise<Calls> =>
  readKept(context, globals, (say) => readCalls(context, say));

async function runList(context: Context, globals: GlobalOptions, options: Options): Promise<Finished> {
  const limit = number('--limit', options['limit'], 20, { least: 1, most: 1_000_000, whole: true });
  const caseId = readCase(options['case'])?.toLowerCase();
  const sinceMs = readSince(options['since'], context.clock.now());
  const { calls, damaged } = await readAll(context, globals);
  const wanted = calls
    .filter(
      (call) =>
        (caseId === undefined || call.case?.toLowerCase() === caseId) &&
        (globals.profile === undefined || call.profile === globals.profile) &&
        (sinceMs === undefined || Date.parse(call.at) >= sinceMs),
    )
    .reverse();
  const shown = wanted.slice(0, limit);
  const [newest] = shown;
  const all = String(wanted.length);
  const older = `${counted(wanted.length - limit, 'older call')} not shown. Use \`--limit ${all}\` to list them all.`;
  const none: View =
    calls.length === 0
      ? { headline: 'The journal is empty.', nextCommand: 'pvg help environment' }
      : { headline: 'The journal has no call that matches these options.', nextCommand: 'pvg journal list' };
  const some = (call: JournalEntry): View => ({
    headline: '',
    table: callTable(shown, context),
    notes: wanted.length > limit ? [older] : [],
    nextCommand: showCommand(call),
  });
  return plainFinished('journal list', {
    answer: { entries: shown.map(callJson), damaged },
    view: newest === undefined ? none : some(newest),
  });
}

/** A list of calls: one line for each call if it fits, else two lines, else every value with its name. */
function callTable(calls: readonly JournalEntry[], context: Context): Table {
  const style = timeStyle(context);
  const isTeam = calls.some((call) => !isCalledBy(call, context.account));
  const caller = (call: JournalEntry): string[] => (isTeam ? [callerName(call) ?? ''] : []);
  return {
    wide: {
      head: [
        'when',
        'call',
        'outcome',
        'profile',
        'product',
        'receipt or player',
        'case',
        ...(isTeam ? ['by'] : []),
        'id',
      ],
      rows: calls.map((call) => [
        ...[timeOf(call, style), call.command, outcomeOf(call).word, profileOf(call), call.product ?? ''],
        ...[call.receipt ?? call.player ?? '', call.case ?? '', ...caller(call), call.id],
      ]),
    },
    head: ['when\nid', 'call\nreceipt or player', `outcome\nprofile, product, case${isTeam ? ', by' : ''}`],
    rows: calls.map((call) => [
      [timeOf(call, style), call.id],
      [call.command, call.receipt ?? call.player ?? ''],
      [
        outcomeOf(call).word,
        [profileOf(call), call.product, call.case, ...caller(call)]
          .filter((word) => word !== null)
          .join(', '),
      ],
    ]),
    lines: calls.map((call) => [
      ...fact('when', `${timeOf(call, style)} (${age(Date.parse(call.at), style.nowMs)})`),
      ...fact('call', call.command),
      ...fact('outcome', outcomeOf(call).word),
      ...fact('profile', profileOf(call)),
      ...fact('product', call.product),
      ...fact('receipt', shownPrint(call.receipt)),
      ...fact('player', shownPrint(call.player)),
      ...fact('case', call.case),
      ...caller(call).flatMap((name) => fact('by', name)),
      ...fact('id', call.id),
    ]),
  };
}

const timeOf = ({ at }: JournalEntry, { timeZone }: TimeStyle): string =>
  isoLocalTime(Date.parse(at), timeZone);

const profileOf = ({ profile, environment }: JournalEntry): string => profile ?? `(${environment})`;

const timeStyle = ({ clock, timeZone }: Context): TimeStyle => ({ nowMs: clock.now(), timeZone });

const showCommand = ({ id }: JournalEntry): string => shellLine(['pvg', 'journal', 'show', id]);

async function runFind(context: Context, globals: GlobalOptions, what: string): Promise<Finished> {
  const wanted = await wantedText(context, globals, what);
  const read = await readKept(context, globals, (say) => findInJournal(context, say, wanted));
  const { damaged, team } = read;
  const found = [...read.found].reverse();
  const answer = { entries: found.map(callJson), damaged };
  const [newest] = found;
  if (newest === undefined) return nothingFound(wanted, team, answer);
  const many = found.length === 1 ? '1 call' : `${String(found.length)} calls. The newest`;
  const by = isCalledBy(newest, context.account) ? '' : `, by ${callerName(newest) ?? 'somebody else'}`;
  const says = `The journal has ${many}${by}: ${outcomeOf(newest).says}`;
  return plainFinished('journal find', {
    verdict: { id: 'found', says, next: showCommand(newest) },
    answer,
    view: {
      headline: says,
      mood: 'good',
      table: callTable(found, context),
      nextCommand: showCommand(newest),
    },
  });
}

async function wantedText(context: Context, globals: GlobalOptions, what: string): Promise<string> {
  const { bytes, from } = await new InputReader(context).read('journal find', what);
  if (from !== 'argument') {
    const { bytes: kept, dropped } = withoutFinalLineEnd(bytes);
    if (dropped) await note(context, globals, 'Removed the line break at the end.');
    return checkedWord(utf8('journal find', kept));
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
function nothingFound(wanted: string, team: string | undefined, answer: Printable): Finished {
  const whose = team === undefined ? 'The journal of this computer' : 'The team’s journal';
  const says = `${whose} has no call that matches.`;
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

async function runShow(context: Context, globals: GlobalOptions, id: string): Promise<Finished> {
  const { calls } = await readAll(context, globals);
  const call = calls.find((each) => each.id.toLowerCase() === id.trim().toLowerCase());
  if (call === undefined) {
    throw new PvgError('usage', 'The journal has no call with this id.', {
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
        ...[adviceWords(call)].filter((sentence) => sentence !== ''),
        ...others
          .slice(-5)
          .map(
            (other) =>
              `The same ${about}: ${other.at} ${other.command}, ${outcomeOf(other).word} (${other.id})`,
          ),
      ],
      nextCommand: shellLine(nextOf(call)),
    },
  });
}

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
  const given = options['confirm'];
  const confirm = typeof given === 'string' ? given : undefined;
  await confirmDeletion(context, deletion, { confirm, ask: input });
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
