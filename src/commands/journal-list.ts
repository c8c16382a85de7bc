import type { Command } from 'commander';
import type { Context } from '../context.js';
import { matchesTypedName } from '../support/journal/calls.js';
import { chooseLines, outcomeId } from '../support/journal/choosing.js';
import { countedBy, LineCounts, otherWords, type CountedBy } from '../support/journal/counting.js';
import { isCall, isRemark, isReply, type KeptEntry } from '../support/journal/entry.js';
import { requireNewest, visitNewest } from '../support/journal/journal.js';
import type { JournalLine } from '../support/journal/newest-first.js';
import { isKnownOutcome, unknownOutcome } from '../support/journal/known-outcomes.js';
import { showingPeople } from '../support/journal/people.js';
import { offWords } from '../support/journal/places.js';
import { journalTable } from '../support/journal/table.js';
import { PvgError } from '../failure.js';
import {
  addExamples,
  appendValue,
  caseOption,
  choiceOption,
  globalOptions,
  readCase,
} from '../input/options.js';
import type { TypedFlags, GlobalOptions } from '../input/options.js';
import {
  commandResult,
  type CommandResult,
  type FinishCommand,
  type View,
} from '../output/command-result.js';
import { spreadsheetCell, joinCells } from '../tables/csv-out.js';
import { counted, joinSentences, joinWithAnd, nonEmptyTexts } from '../text/sentences.js';
import { optionWords, shellLine } from '../text/shell.js';
import {
  cutAt,
  journalJson,
  limitOf,
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
    .option('--limit <n>', 'how many to list (default: 20; with --format csv: all)')
    .addOption(caseOption('only those of this ticket'))
    .option('--since <when>', 'only from then on: a date, a time, yesterday, 7d, 12h (UTC)')
    .option('--until <when>', 'only up to then; a date is the whole day')
    .option(
      '--outcome <id>',
      'only this verdict, code, reply, note, move or refusal; repeatable',
      appendValue,
    )
    .option('--person <name>', 'only what this person ran')
    .option('--player <username>', 'only about this player')
    .option('--count', 'count them instead, all that match: the calls, and beside them the rest')
    .addOption(
      choiceOption('--by <what>', 'with --count: what to count by (default: outcome)', countedBy),
    )
    .addOption(choiceOption('--format <format>', 'print them as CSV', ['csv']))
    .addHelpText('after', '\nWith --profile: only the calls of that profile.')
    .action(async (options: ListOptions) =>
      finish(await runList(context, globalOptions(list), options)),
    );
}

interface ListOptions extends TypedFlags<
  'limit' | 'case' | 'since' | 'until' | 'person' | 'player'
> {
  readonly outcome?: readonly string[];
  readonly count?: boolean;
  readonly by?: CountedBy;
  readonly format?: 'csv';
}

async function runList(
  context: Context,
  globals: GlobalOptions,
  options: ListOptions,
): Promise<CommandResult> {
  refuseOddList(globals, options);
  const caseId = readCase(options.case);
  for (const outcome of options.outcome ?? []) await requireOutcome(context, globals, outcome);
  const filters = { ...options, case: caseId, profile: globals.profile };
  const { sinceMs, containing, mayBeChosen, isChosen } = await chooseLines(context, filters);
  const listsAll = options.count === true || options.format === 'csv';
  const isUnlimited = listsAll && options.limit === undefined;
  const limit = isUnlimited ? Infinity : limitOf(options.limit, 20);
  const search = {
    containing,
    mayMatter: mayBeChosen,
    isWanted: ({ kept }: JournalLine) => isChosen(kept),
    sinceMs,
    most: limit + 1,
  };
  if (options.count === true) return countResult(context, globals, { ...options, search });
  if (options.format === 'csv') return csvResult(context, globals, { search, limit });
  const journal = await requireNewest(context, globals, search);
  const { shown: chosen, hasOlder } = cutAt(journal, limit);
  const lines = { shown: chosen.map(await showingPeople(context, chosen)), hasOlder };
  const view =
    lines.shown.length === 0
      ? emptyView(context, hasNoFilter(globals, options))
      : listView(context, lines, limit);
  const playerNotes = options.player === undefined ? [] : [playerWords(lines.shown)];
  const notes = [...(view.notes ?? []), ...playerNotes];
  return commandResult('journal list', {
    answer: journalJson(journal, lines),
    view: { ...view, notes },
  });
}

/** A look-up names no player, so nothing links a purchase to one but the ticket. */
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

/** More commands nobody reads. */
const mostTickets = 3;

/** A code that the contract does not list is one if the journal has it. @throws {PvgError} `usage` */
async function requireOutcome(
  context: Context,
  globals: GlobalOptions,
  typed: string,
): Promise<void> {
  if (isKnownOutcome(typed)) return;
  const { lines } = await requireNewest(context, globals, {
    containing: [typed.trim()],
    isWanted: ({ kept }) => matchesTypedName(outcomeId(kept), typed),
    most: 1,
  });
  if (lines.length === 0) throw unknownOutcome(typed);
}

type JournalSearch = Parameters<typeof requireNewest>[2];

/** @throws {PvgError} `usage` */
function refuseOddList({ json, query, profile }: GlobalOptions, options: ListOptions): void {
  const { count: isCount = false, by: key, format, limit } = options;
  const hasTwoForms = format === 'csv' && (json || query !== undefined);
  const isCountOfLimit = isCount && limit !== undefined;
  const wrongUses = [
    key !== undefined && !isCount && '--by needs --count.',
    isCountOfLimit && '--count counts all lines that match, so it takes no --limit.',
    hasTwoForms && '--format csv is one form, --json and --query are another.',
  ];
  const [says] = nonEmptyTexts(...wrongUses);
  if (says === undefined) return;
  throw new PvgError('usage', says, {
    hint: 'Use `--count --by day` without --limit, or `--format csv` without --json and --query.',
    nextCommand: shellLine([
      'pvg',
      'journal',
      'list',
      ...optionWords({ '--profile': profile }),
      ...typedWords(options),
    ]),
  });
}

/** What was typed, as a count: the filters stay, and what does not go with a count is left out. */
function typedWords({ outcome = [], by: key, ...options }: ListOptions): string[] {
  return [
    ...optionWords({
      '--case': options.case,
      '--since': options.since,
      '--until': options.until,
      '--person': options.person,
      '--player': options.player,
    }),
    ...outcome.flatMap((id) => optionWords({ '--outcome': id })),
    '--count',
    ...optionWords({ '--by': key }),
    ...optionWords({ '--format': options.format }),
  ];
}

interface CountRequest extends Pick<ListOptions, 'by' | 'format'> {
  readonly search: JournalSearch;
}

async function countResult(
  context: Context,
  globals: GlobalOptions,
  { search, by: key = 'outcome', format }: CountRequest,
): Promise<CommandResult> {
  const counts = new LineCounts(key);
  const visit = async (kept: KeptEntry): Promise<void> => {
    const show = await showingPeople(context, [kept]);
    counts.add(show(kept));
  };
  const { damaged, incomplete } = await visitNewest(context, globals, { ...search, visit });
  if (format === 'csv') return countCsv(key, counts);
  const answer = {
    by: key,
    counts: jsonOf(counts.rows()),
    total: counts.total,
    calls: { counts: jsonOf(counts.callRows()), total: counts.calls },
    others: { ...counts.others },
    damaged,
    incomplete: incomplete ?? null,
  };
  const cells = counts.callRows().map(({ name, count }) => [name, String(count)]);
  const table = { head: [key, 'calls'], rows: [...cells, ['total', String(counts.calls)]] };
  const notes = nonEmptyTexts(otherWords(counts.others));
  return commandResult('journal list', {
    answer,
    view: { table, notes, nextCommand: 'pvg journal list' },
  });
}

function jsonOf(rows: ReturnType<LineCounts['rows']>) {
  return rows.map(({ name, count }) => ({ name, count }));
}

/** The total is left out: a spreadsheet would add it once more. */
function countCsv(key: CountedBy, counts: LineCounts): CommandResult {
  const calls = new Map(counts.callRows().map(({ name, count }) => [name, count]));
  const rows = counts.rows().map(({ name, count }) => {
    const ofCalls = calls.get(name) ?? 0;
    return [name, ofCalls, count - ofCalls];
  });
  const data = [[key, 'calls', 'others'], ...rows]
    .map((row) => joinCells(row.map(spreadsheetCell), ','))
    .join('');
  return commandResult('journal list', { answer: null, view: { data } });
}

const csvColumns = [
  'at',
  'id',
  'command',
  'outcome',
  'case',
  'order_id',
  'receipt',
  'player',
  'text',
  'user',
  'host',
  'product',
  'profile',
  'environment',
  'situation',
  'languages',
] as const;

function csvRow(kept: KeptEntry): string {
  const { at: time, id, command, case: ticket, order_id: orderId, receipt, player } = kept;
  const text = isRemark(kept) ? kept.text : null;
  const about = [orderId, receipt, player, text];
  const product = isCall(kept) ? kept.product : null;
  const place = [product, kept.profile, kept.environment];
  const reply = isReply(kept) ? [kept.situation, kept.languages.join(' ')] : [null, null];
  const values = [time, id, command, outcomeId(kept), ticket, ...about, kept.user, kept.host];
  return joinCells([...values, ...place, ...reply].map(spreadsheetCell), ',');
}

interface CsvRequest {
  readonly search: JournalSearch;
  readonly limit: number;
}

/** Only the rows stay in memory. */
async function csvResult(
  context: Context,
  globals: GlobalOptions,
  { search, limit }: CsvRequest,
): Promise<CommandResult> {
  const rows: string[] = [];
  const visit = async (kept: KeptEntry): Promise<void> => {
    const show = await showingPeople(context, [kept]);
    rows.push(csvRow(show(kept)));
  };
  await visitNewest(context, globals, { ...search, visit });
  const hasOlder = rows.length > limit;
  const text = [joinCells([...csvColumns], ','), ...rows.slice(0, limit)].join('');
  const view = { data: text, notes: olderNotes(hasOlder, limit) };
  return commandResult('journal list', { answer: null, view });
}

function hasNoFilter({ profile }: GlobalOptions, options: ListOptions): boolean {
  const { case: caseId, since, until, outcome, person, player } = options;
  const filters = [profile, caseId, since, until, outcome, person, player];
  return filters.every((filter) => filter === undefined);
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

function listView(context: Context, { shown, hasOlder }: ShownLines, limit: number): View {
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

const trial =
  'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';
