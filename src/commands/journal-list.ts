import type { Command } from 'commander';
import type { Context } from '../context.js';
import { chooseLines, outcomeId } from '../support/journal/choosing.js';
import { countedBy, LineCounts, type CountedBy } from '../support/journal/counting.js';
import { isRemark, type KeptEntry } from '../support/journal/entry.js';
import { requireNewest, visitNewest } from '../support/journal/journal.js';
import type { JournalLine } from '../support/journal/newest-first.js';
import { showingPeople } from '../support/journal/people.js';
import { offWords } from '../support/journal/places.js';
import { journalTable } from '../support/journal/table.js';
import { PvgError } from '../failure.js';
import {
  addExamples,
  appendValue,
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
import { cell, line } from '../tables/csv-out.js';
import { counted, nonEmptyTexts } from '../text/sentences.js';
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
    .option('--limit <n>', 'how many to list (default: 20)')
    .option('--case <id>', 'only those of this ticket')
    .option('--since <when>', 'only from then on: a date, a time, yesterday, 7d, 12h (UTC)')
    .option('--until <when>', 'only up to then; a date is the whole day')
    .option(
      '--outcome <id>',
      'only this verdict, code, reply, note, move or refusal; repeatable',
      appendValue,
    )
    .option('--person <name>', 'only what this person ran')
    .option('--player <username>', 'only about this player')
    .option('--count', 'count them instead, all that match')
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
  const filters = { ...options, case: caseId, profile: globals.profile };
  const { sinceMs, containing, mayBeChosen, isChosen } = await chooseLines(context, filters);
  const limit = options.count === true ? Infinity : limitOf(options.limit, 20);
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
  return commandResult('journal list', { answer: journalJson(journal, lines), view });
}

type JournalSearch = Parameters<typeof requireNewest>[2];

/** @throws {PvgError} `usage` */
function refuseOddList({ json, query }: GlobalOptions, options: ListOptions): void {
  const { count: isCount = false, by: key, format, limit } = options;
  const hasTwoForms = format === 'csv' && (isCount || json || query !== undefined);
  const wrongUses = [
    key !== undefined && !isCount && '--by needs --count.',
    isCount &&
      limit !== undefined &&
      '--count counts all lines that match, so it takes no --limit.',
    hasTwoForms && '--format csv is for the lines alone.',
  ];
  const [says] = nonEmptyTexts(...wrongUses);
  if (says === undefined) return;
  throw new PvgError('usage', says, {
    hint: 'Use `--count --by day`, or `--format csv` without --count, --json and --query.',
    nextCommand: 'pvg journal list --count',
  });
}

async function countResult(
  context: Context,
  globals: GlobalOptions,
  { search, by: key = 'outcome' }: Pick<ListOptions, 'by'> & { readonly search: JournalSearch },
): Promise<CommandResult> {
  const counts = new LineCounts(key);
  const visit = async (kept: KeptEntry): Promise<void> => {
    const show = await showingPeople(context, [kept]);
    counts.add(show(kept));
  };
  const { damaged, incomplete } = await visitNewest(context, globals, { ...search, visit });
  const rows = counts.rows();
  const answer = {
    by: key,
    counts: rows.map(({ name, count }) => ({ name, count })),
    total: counts.total,
    damaged,
    incomplete: incomplete ?? null,
  };
  const cells = rows.map(({ name, count }) => [name, String(count)]);
  const table = { head: [key, 'lines'], rows: [...cells, ['total', String(counts.total)]] };
  return commandResult('journal list', {
    answer,
    view: { table, nextCommand: 'pvg journal list' },
  });
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
] as const;

function csvRow(kept: KeptEntry): string {
  const { at: time, id, command, case: ticket, order_id: orderId, receipt, player } = kept;
  const text = isRemark(kept) ? kept.text : null;
  const about = [orderId, receipt, player, text];
  const values = [time, id, command, outcomeId(kept), ticket, ...about, kept.user, kept.host];
  return line(values.map(cell), ',');
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
  const text = [line([...csvColumns], ','), ...rows.slice(0, limit)].join('');
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
