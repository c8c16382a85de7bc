import type { Context } from '../context.js';
import { ordersOf } from '../support/journal/calls.js';
import { outcomeId } from '../support/journal/outcome-words.js';
import { isCall, isRemark, isReply, type KeptEntry } from '../support/journal/entry.js';
import { visitNewest } from '../support/journal/journal.js';
import { showingPeople } from '../support/journal/people.js';
import type { GlobalOptions } from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import { spreadsheetCell, joinCells } from '../tables/csv-out.js';
import { olderNotes, type JournalSearch } from './journal-lines.js';

/** `journal list --format csv`: a row for each line of the journal. */

const columns = [
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
  'asked_order_ids',
  'product',
  'profile',
  'environment',
  'situation',
  'languages',
  'reply_text',
  'moved_from',
  'order_ids',
] as const;

type CsvRow = Readonly<Record<(typeof columns)[number], string | null>>;

function csvRow(kept: KeptEntry): CsvRow {
  const { id, command, order_id, receipt, player } = kept;
  const { user, host, profile, environment, moved_from } = kept;
  const reply = isReply(kept) ? kept : undefined;
  return {
    at: kept.at,
    id,
    command,
    outcome: outcomeId(kept),
    case: kept.case,
    order_id,
    receipt,
    player,
    text: isRemark(kept) ? kept.text : null,
    user,
    host,
    product: isCall(kept) ? kept.product : null,
    profile,
    environment,
    situation: reply?.situation ?? null,
    languages: reply?.languages.join(' ') ?? null,
    reply_text: reply?.texts.join('\n\n') ?? null,
    moved_from,
    order_ids: ordersOf(kept).join(' ') || null,
    asked_order_ids: isCall(kept) ? kept.asked_order_ids.join(' ') || null : null,
  };
}

/** With its line break. */
const csvLine = (row: CsvRow): string =>
  joinCells(
    columns.map((column) => spreadsheetCell(row[column])),
    ',',
  );

interface CsvRequest {
  readonly search: JournalSearch;
  readonly limit: number;
  readonly notes: readonly string[];
}

/** Makes a row of each line as it is read: only the rows stay in memory. */
export async function printCsv(
  context: Context,
  globals: GlobalOptions,
  { search, limit, notes }: CsvRequest,
): Promise<CommandResult> {
  const lines: string[] = [];
  const visit = async (kept: KeptEntry): Promise<void> => {
    const show = await showingPeople(context, [kept]);
    lines.push(csvLine(csvRow(show(kept))));
  };
  await visitNewest(context, globals, { ...search, visit });
  const hasOlder = lines.length > limit;
  const data = [joinCells([...columns], ','), ...lines.slice(0, limit)].join('');
  // `notes` of the result stand above the rows, and these below them.
  const view = { data, notes: olderNotes(hasOlder, limit) };
  return commandResult('journal list', { answer: null, view, notes });
}
