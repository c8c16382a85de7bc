import type { Command } from 'commander';
import type { Context } from '../context.js';
import {
  chooseLines,
  countLines,
  countedBy,
  outcomeId,
  type CountedBy,
} from '../support/journal/choosing.js';
import { isRemark, type KeptEntry } from '../support/journal/entry.js';
import { requireNewest, type NewestLines } from '../support/journal/journal.js';
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
import { counted } from '../text/count.js';
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
  const isCount = options.count === true;
  const limit = isCount ? Infinity : limitOf(options.limit, 20);
  const caseId = readCase(options.case);
  const { profile } = globals;
  const filters = { ...options, case: caseId, profile };
  const { sinceMs, isChosen } = await chooseLines(context, filters);
  const journal = await requireNewest(context, globals, {
    containing: caseId === undefined ? undefined : [caseId],
    mayMatter: profile === undefined ? undefined : (line) => line.includes(JSON.stringify(profile)),
    isWanted: ({ kept }) => isChosen(kept),
    sinceMs,
    most: limit + 1,
  });
  if (isCount) return countResult(journal, options.by ?? 'outcome');
  const { shown: chosen, hasOlder } = cutAt(journal, limit);
  const shown = chosen.map(await showingPeople(context, chosen));
  const lines = { shown, hasOlder };
  const filled =
    shown.length === 0
      ? emptyView(context, hasNoFilter(globals, options))
      : listView(context, lines, limit);
  const view = options.format === 'csv' ? { data: csvText(lines) } : filled;
  return commandResult('journal list', { answer: journalJson(journal, { shown, hasOlder }), view });
}

/** @throws {PvgError} `usage` */
function refuseOddList({ json, query }: GlobalOptions, options: ListOptions): void {
  const isCount = options.count === true;
  const isCsv = options.format === 'csv';
  const lacksCount = options.by !== undefined && !isCount;
  const hasTwoForms = isCsv && (isCount || json || query !== undefined);
  if (!lacksCount && !hasTwoForms) return;
  const says = lacksCount ? '--by needs --count.' : '--format csv is for the lines alone.';
  throw new PvgError('usage', says, {
    hint: 'Use `--count --by day`, or `--format csv` without --count, --json and --query.',
  });
}

function countResult(journal: NewestLines, key: CountedBy): CommandResult {
  const counts = countLines(journal.lines, key);
  const total = journal.lines.length;
  return commandResult('journal list', {
    answer: {
      by: key,
      counts: counts.map(([name, count]) => ({ name, count })),
      total,
      damaged: journal.damaged,
      incomplete: journal.incomplete ?? null,
    },
    view: {
      headline: `${counted(total, 'line')} of the journal.`,
      table: { head: [key, 'lines'], rows: counts.map(([name, count]) => [name, String(count)]) },
      nextCommand: 'pvg journal list',
    },
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
  const {
    at: time,
    id,
    command,
    case: ticket,
    order_id: orderId,
    receipt,
    player,
    user,
    host,
  } = kept;
  const text = isRemark(kept) ? kept.text : null;
  const values = [
    time,
    id,
    command,
    outcomeId(kept),
    ticket,
    orderId,
    receipt,
    player,
    text,
    user,
    host,
  ];
  return line(values.map(cell), ',');
}

function csvText({ shown }: ShownLines): string {
  return [line([...csvColumns], ','), ...shown.map(csvRow)].join('');
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
