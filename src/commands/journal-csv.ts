import type { Context } from '../context.js';
import { listOrderIds } from '../support/journal/calls.js';
import { outcomeId } from '../support/journal/outcome-words.js';
import { isCall, isRemark, isReply, type KeptEntry } from '../support/journal/entry.js';
import { visitNewest } from '../support/journal/journal.js';
import { createLineShower } from '../support/journal/people.js';
import type { GlobalOptions } from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import { spreadsheetCell, joinCells } from '../tables/csv-out.js';
import { olderNotes, type JournalSearch } from './journal-lines.js';

/** `journal list --format csv`: a row for each line of the journal. */

/** The columns in the order of the file. */
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
  const reply = isReply(kept) ? kept : undefined;
  const call = isCall(kept) ? kept : undefined;
  return {
    at: kept.at,
    id: kept.id,
    command: kept.command,
    outcome: outcomeId(kept),
    case: kept.case,
    order_id: kept.order_id,
    receipt: kept.receipt,
    player: kept.player,
    text: isRemark(kept) ? kept.text : null,
    user: kept.user,
    host: kept.host,
    product: call?.product ?? null,
    profile: kept.profile,
    environment: kept.environment,
    situation: reply?.situation ?? null,
    languages: joinOrNull(' ', reply?.languages),
    reply_text: joinOrNull('\n\n', reply?.texts),
    moved_from: kept.moved_from,
    order_ids: joinOrNull(' ', listOrderIds(kept)),
    asked_order_ids: joinOrNull(' ', call?.asked_order_ids),
  };
}

function joinOrNull(separator: string, texts: readonly string[] = []): string | null {
  return texts.length === 0 ? null : texts.join(separator);
}

/** One row of the file, with its line break. */
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

/** Makes each line a row as soon as it is read, so that only the rows stay in memory. */
export async function listAsCsv(
  context: Context,
  globals: GlobalOptions,
  { search, limit, notes }: CsvRequest,
): Promise<CommandResult> {
  const rows: string[] = [];
  const visit = async (kept: KeptEntry): Promise<void> => {
    const show = await createLineShower(context, [kept]);
    rows.push(csvLine(csvRow(show(kept))));
  };
  await visitNewest(context, globals, { ...search, visit });
  // The search reads one line more than the limit, to see whether there are older ones.
  const hasOlder = rows.length > limit;
  const data = [joinCells([...columns], ','), ...rows.slice(0, limit)].join('');
  // The notes of the view stand below the rows, those of the result above them.
  const view = { data, notes: olderNotes(hasOlder, limit) };
  return commandResult('journal list', { answer: null, view, notes });
}
