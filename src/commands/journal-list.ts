import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { chooseLines } from '../support/journal/choosing.js';
import { countedBy, type CountedBy } from '../support/journal/counting.js';
import type { KeptEntry } from '../support/journal/entry.js';
import { requireNewest } from '../support/journal/journal.js';
import type { JournalLine } from '../support/journal/newest-first.js';
import {
  isKnownOutcome,
  otherSpelling,
  unknownOutcomeError,
} from '../support/journal/known-outcomes.js';
import { hasOutcome, keptTextOf } from '../support/journal/outcome-words.js';
import { findNearTickets } from '../support/journal/near-tickets.js';
import { createLineShower } from '../support/journal/people.js';
import { offWords } from '../support/journal/places.js';
import {
  spelledPerson,
  spelledPlayer,
  userPart,
  type SpelledName,
} from '../support/journal/spelling.js';
import { journalTable, ticketTable } from '../support/journal/table.js';
import { PvgError } from '../failure.js';
import { caseOption, readCase } from '../input/case-option.js';
import { choiceOption, readChoice } from '../input/choice-option.js';
import {
  addExamples,
  appendValue,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import {
  commandResult,
  type CommandResult,
  type FinishCommand,
  type View,
} from '../output/command-result.js';
import { didYouMean } from '../text/nearest.js';
import { counted, joinSentences, joinWithAnd, nonEmptyTexts } from '../text/sentences.js';
import { optionWords, placeholder, shellLine, type ShellWord } from '../text/shell.js';
import { demoLookupLine } from '../wording/next-command.js';
import { countResult } from './journal-count.js';
import { listAsCsv } from './journal-csv.js';
import { searchAbout } from './journal-find.js';
import {
  cutLines,
  journalJson,
  readLimit,
  olderNotes,
  showCommand,
  timeStyle,
  type ShownLines,
} from './journal-lines.js';

export function registerJournalList(
  command: Command,
  context: Context,
  finish: FinishCommand,
): void {
  const list = command
    .command('list')
    .description('list the calls and their outcomes, the replies and the notes, newest first');
  addExamples(list, [
    'pvg journal list',
    'pvg journal list --since 7d --outcome pending',
    'pvg journal list --since 7d --count --by person',
  ]);
  list
    .option(
      '--limit <n>',
      'how many to list, up to 10000; replies and notes count, too (default: 20; with --format csv: all)',
    )
    .addOption(caseOption('only those of this ticket'))
    .option(
      '--since <when>',
      'only from then on: a date, a time, yesterday, monday (the last one), 7d, 12h (UTC)',
    )
    .option('--until <when>', 'only up to then; a date is the whole day')
    .option(
      '--outcome <id>',
      'only this verdict, code, reply (pending, chargeback), note, move or refusal; repeatable',
      appendValue,
    )
    .option('--person <name>', 'only what this person ran')
    .option('--player <username>', 'only about this player')
    .option('--count', 'count them instead, all that match: the calls, and beside them the rest')
    .option(
      '--about <what>',
      'only what is about it: an order id, a ticket, a fingerprint, a player, words of a note',
    )
    .addOption(byOption())
    .addOption(choiceOption('--format <format>', 'print them as CSV', ['csv']))
    .addHelpText('after', '\nWith --profile: only the calls of that profile.')
    .action(async (options: ListOptions) =>
      finish(await runList(context, globalOptions(list), options)),
    );
}

function byOption(): Option {
  return new Option('--by <what>', 'with --count: what to count by; repeatable (default: outcome)')
    .choices(countedBy)
    .argParser((typed, before: readonly CountedBy[] = []) => [
      ...before,
      readChoice('--by', typed, countedBy),
    ]);
}

/** The most lines for CSV and counts. It is higher than that of a list, because a row of CSV takes only about 170 bytes. */
const mostUnlisted = 1_000_000;

interface ListOptions extends TypedFlags<
  'limit' | 'case' | 'since' | 'until' | 'person' | 'player' | 'about'
> {
  readonly outcome?: readonly string[];
  readonly count?: boolean;
  readonly by?: readonly CountedBy[];
  readonly format?: 'csv';
}

async function runList(
  context: Context,
  globals: GlobalOptions,
  options: ListOptions,
): Promise<CommandResult> {
  refuseOddList(globals, options);
  const filters = { ...options, case: readCase(options.case), profile: globals.profile };
  const { sinceMs } = await refuseMistyped(context, filters);
  for (const outcome of options.outcome ?? []) await requireOutcome(context, globals, outcome);
  const spelled = await spelledNames(context, options, sinceMs);
  const { notes } = spelled;
  const chosen = await chooseLines(context, { ...filters, ...spelled.filters });
  const listsAll = options.count === true || options.format === 'csv';
  const isUnlimited = listsAll && options.limit === undefined;
  const most = listsAll ? mostUnlisted : undefined;
  const limit = isUnlimited ? Infinity : readLimit(options.limit, 20, most);
  const aboutSearch =
    options.about === undefined ? undefined : await searchAbout(context, options.about);
  const search = {
    containing: aboutSearch?.containing ?? chosen.containing,
    mayMatter: chosen.mayBeChosen,
    isWanted: (line: JournalLine) =>
      chosen.isChosen(line.kept) && (aboutSearch === undefined || aboutSearch.isWanted(line)),
    sinceMs,
    // One line more than is shown tells whether there are older ones (`cutLines`).
    most: limit + 1,
  };
  if (options.count === true) {
    const nextCommand = listLine(globals, filterWords(options));
    return countResult(context, globals, { ...options, search, notes, nextCommand });
  }
  if (options.format === 'csv') return listAsCsv(context, globals, { search, limit, notes });
  const journal = await requireNewest(context, globals, search);
  const { shown, hasOlder } = cutLines(journal, limit);
  const lines = { shown: shown.map(await createLineShower(context, shown)), hasOlder };
  const isEmpty = lines.shown.length === 0;
  const { case: ticket } = filters;
  // With --since nothing older is read, so nobody knows whether the ticket has older lines.
  const isMistaken = isEmpty && sinceMs === undefined;
  const near = isMistaken && ticket ? await findNearTickets(context, ticket) : [];
  const nearLines = near.map((each) => listLine(globals, filterWords({ ...options, case: each })));
  const emptyNextLine = (): string =>
    (nearLines.length === 1 ? nearLines[0] : undefined) ??
    otherPersonNext(globals, options, spelled.people) ??
    emptyNext(globals, options);
  const view = isEmpty
    ? emptyView(context, hasNoFilter(globals, options), emptyNextLine())
    : listView(context, lines, { limit, caseId: ticket });
  const playerNotes = options.player === undefined ? [] : [playerWords(lines.shown)];
  return commandResult('journal list', {
    answer: journalJson(journal, lines),
    notes: [...notes, ...nonEmptyTexts(didYouMean(nearLines))],
    view: { ...view, notes: [...(view.notes ?? []), ...playerNotes] },
  });
}

/**
 * Refuses mistyped options before anything is read. Its choice of lines is not used, because the names in it are still spelled
 * as they were typed: `chooseLines` is called again with the spelling of the journal. @throws {PvgError} `usage`
 */
const refuseMistyped = chooseLines;

interface SpelledNames {
  /** The filters by name, as the journal spells them. */
  readonly filters: {
    readonly ignoresPersonCase: boolean;
    readonly player: string | undefined;
  };
  /** Sentences about names that the journal spells differently, or does not have. */
  readonly notes: readonly string[];
  /** If the person who was typed has no line: the people who have one. */
  readonly people: readonly string[];
}

/** The filters with each name as the journal spells it: a name in other letters would find nothing. */
async function spelledNames(
  context: Context,
  { person, player, outcome = [] }: ListOptions,
  sinceMs: number | undefined,
): Promise<SpelledNames> {
  const foundPerson =
    person === undefined ? undefined : await spelledPerson(context, { typed: person, sinceMs });
  const foundPlayer =
    player === undefined ? undefined : await spelledPlayer(context, { typed: player, sinceMs });
  // An outcome that was typed rightly has no other spelling, and gets no note.
  const outcomeNotes = outcome.map((typed) =>
    spellingNote('--outcome', typed, { name: otherSpelling(typed), isAsTyped: false }),
  );
  const isNobody = foundPerson !== undefined && foundPerson.name === undefined;
  const notes = nonEmptyTexts(
    foundPerson && spellingNote('--person', person, foundPerson),
    foundPlayer && spellingNote('--player', player, foundPlayer),
    ...outcomeNotes,
    isNobody && nobodyWords(person, foundPerson.people),
  );
  const ignoresPersonCase = foundPerson?.isAsTyped === false;
  return {
    filters: { ignoresPersonCase, player: foundPlayer?.name ?? player },
    notes,
    people: isNobody ? foundPerson.people : [],
  };
}

function spellingNote(
  option: string,
  typed: string | undefined,
  { name, isAsTyped }: SpelledName,
): string | undefined {
  if (name === undefined || isAsTyped) return undefined;
  return `${option} ${typed?.trim() ?? ''}: the journal has it as ${name}.`;
}

/** How many names a message lists: nobody reads more. */
const mostPeople = 12;

function nobodyWords(typed: string | undefined, people: readonly string[]): string {
  const nobody = `Nobody called ${typed?.trim() ?? ''} has a line there.`;
  if (people.length === 0) return nobody;
  const shown = people.slice(0, mostPeople);
  const others = people.length > shown.length ? ['others'] : [];
  return `${nobody} Those who have: ${joinWithAnd([...shown, ...others])}.`;
}

/** Says that a look-up does not name the player, so only the ticket links a purchase to a player. */
function playerWords(shown: readonly KeptEntry[]): string {
  const tickets = new Set(shown.flatMap((kept) => kept.case ?? []));
  const byTicket = [...tickets]
    .slice(0, mostTickets)
    .map(
      (ticket) =>
        `\`${shellLine(['pvg', 'journal', 'list', ...optionWords({ '--case': ticket })])}\``,
    );
  return joinSentences(
    'The purchases of this player are not among these lines: the service does not say whose a purchase is.',
    byTicket.length > 0 && `What was kept for the player’s tickets: ${joinWithAnd(byTicket)}.`,
    byTicket.length === 0 &&
      'Find a purchase by its order id, its fingerprint or its ticket: `pvg journal find <what>`.',
  );
}

/** How many tickets get a command: nobody reads more. */
const mostTickets = 3;

/** Refuses an outcome that neither the contract nor a line of the journal has. @throws {PvgError} `usage` */
async function requireOutcome(
  context: Context,
  globals: GlobalOptions,
  typed: string,
): Promise<void> {
  if (isKnownOutcome(typed)) return;
  const { lines } = await requireNewest(context, globals, {
    containing: nonEmptyTexts(keptTextOf(typed)),
    isWanted: ({ kept }) => hasOutcome(kept, typed),
    most: 1,
  });
  if (lines.length === 0) throw unknownOutcomeError(typed);
}

/** @throws {PvgError} `usage` */
function refuseOddList(globals: GlobalOptions, options: ListOptions): void {
  const { json, query } = globals;
  const { count: isCount = false, by: criteria = [], format, limit } = options;
  const hasTwoForms = format === 'csv' && (json || query !== undefined);
  const hasCountAndLimit = isCount && limit !== undefined;
  const wrongUses = [
    criteria.length > 0 && !isCount && '--by needs --count.',
    hasCountAndLimit && '--count counts all lines that match, so it takes no --limit.',
    hasTwoForms && '--format csv is one form, --json and --query are another.',
  ];
  const [says] = nonEmptyTexts(...wrongUses);
  if (says === undefined) return;
  throw new PvgError('usage', says, {
    hint: 'Use `--count --by day` without --limit, or `--format csv` without --json and --query.',
    nextCommand: listLine(globals, rightWords(options)),
  });
}

/** The typed options in a form that works: with `--by` comes `--count`, and with a count there is no `--limit`. */
function rightWords({ count: isCount = false, by: keys, format, limit, ...filters }: ListOptions) {
  const countsOrLimit =
    isCount || keys !== undefined
      ? ['--count', ...(keys ?? []).flatMap((key) => optionWords({ '--by': key }))]
      : optionWords({ '--limit': limit });
  return [...filterWords(filters), ...countsOrLimit, ...optionWords({ '--format': format })];
}

type Filters = Omit<ListOptions, 'limit' | 'count' | 'by' | 'format'>;

function filterWords({ outcome = [], ...filters }: Filters): ShellWord[] {
  return [
    ...optionWords<ShellWord>({
      '--case': filters.case,
      '--since': filters.since,
      '--until': filters.until,
      '--person': filters.person,
      '--player': filters.player,
      // A placeholder, because the text may be a receipt.
      '--about': filters.about === undefined ? undefined : placeholder('SEARCH'),
    }),
    ...outcome.flatMap((id) => optionWords({ '--outcome': id })),
  ];
}

function listLine({ profile }: GlobalOptions, words: readonly ShellWord[]): string {
  const place = optionWords({ '--profile': profile });
  return shellLine(['pvg', 'journal', 'list', ...place, ...words]);
}

/**
 * The next command if nothing matched: the same list with one filter less. It leaves out the times, else the outcome, else the
 * person; instead of the outcome or the person it counts the lines by it. Without these filters it is the complete list.
 */
function emptyNext(globals: GlobalOptions, options: ListOptions): string {
  if (hasNoFilter(globals, options)) return demoLookupLine;
  const { since, until, ...withoutTimes } = options;
  const hasTimes = since !== undefined || until !== undefined;
  if (hasTimes) return listLine(globals, filterWords(withoutTimes));
  const { outcome = [], ...withoutOutcome } = withoutTimes;
  if (outcome.length > 0) {
    return listLine(globals, [...filterWords(withoutOutcome), '--count', '--by', 'outcome']);
  }
  const { person, ...withoutPerson } = withoutOutcome;
  if (person === undefined) return 'pvg journal list';
  return listLine(globals, [...filterWords(withoutPerson), '--count', '--by', 'person']);
}

/** Nobody has the name that was typed: the lines of the only other person, or how many each person has. */
function otherPersonNext(
  globals: GlobalOptions,
  options: ListOptions,
  [only, ...others]: readonly string[],
): string | undefined {
  if (only === undefined) return undefined;
  if (others.length === 0) {
    return listLine(globals, filterWords({ ...options, person: userPart(only) }));
  }
  const { person, ...withoutPerson } = options;
  if (person === undefined) return undefined;
  return listLine(globals, [...filterWords(withoutPerson), '--count', '--by', 'person']);
}

function hasNoFilter({ profile }: GlobalOptions, options: ListOptions): boolean {
  const { case: caseId, since, until, outcome, person, player, about } = options;
  const filters = [profile, caseId, since, until, outcome, person, player, about];
  return filters.every((filter) => filter === undefined);
}

function emptyView(context: Context, isAll: boolean, nextCommand: string): View {
  const says = isAll
    ? 'The journal is empty'
    : 'The journal has nothing that matches these options';
  return { headline: `${says}${offWords(context)}.`, nextCommand };
}

/** How many lines a terminal shows: nobody reads more. */
const mostOnTerminal = 200;

interface ListLook {
  readonly limit: number;
  /** The ticket of all lines, if --case was given. */
  readonly caseId: string | undefined;
}

function listView(
  context: Context,
  { shown, hasOlder }: ShownLines,
  { limit, caseId }: ListLook,
): View {
  const printed = context.stdout.isTerminal ? shown.slice(0, mostOnTerminal) : shown;
  const [newest] = printed;
  const isCut = printed.length < shown.length;
  const cutNote = `${printed.length} of ${counted(shown.length, 'line')}; \`--json\` has all of them.`;
  const drawTable = caseId === undefined ? journalTable : ticketTable;
  return {
    table: drawTable(printed, timeStyle(context), context.account),
    notes: [...(isCut ? [cutNote] : []), ...olderNotes(hasOlder, limit)],
    nextCommand: newest && showCommand(newest),
  };
}
