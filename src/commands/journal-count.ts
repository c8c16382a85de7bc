import type { Context } from '../context.js';
import { LineCounts, otherWords, type CountedBy } from '../support/journal/counting.js';
import type { KeptEntry } from '../support/journal/entry.js';
import { visitNewest } from '../support/journal/journal.js';
import { showingPeople } from '../support/journal/people.js';
import type { GlobalOptions } from '../input/options.js';
import { commandResult, type CommandResult, type PrintedTable } from '../output/command-result.js';
import { spreadsheetCell, joinCells } from '../tables/csv-out.js';
import { nonEmptyTexts } from '../text/sentences.js';
import type { JournalSearch } from './journal-lines.js';

/** `journal list --count`. */

interface CountRequest {
  /** What the table counts by, and what a script gets beside it; by outcome, if nothing is said. */
  readonly by?: readonly CountedBy[] | undefined;
  readonly format?: 'csv' | undefined;
  readonly search: JournalSearch;
  readonly notes: readonly string[];
  readonly nextCommand: string;
}

export async function countResult(
  context: Context,
  globals: GlobalOptions,
  { search, by: keys = ['outcome'], format, notes, nextCommand }: CountRequest,
): Promise<CommandResult> {
  const [key = 'outcome'] = keys;
  const counts = new LineCounts(key);
  const others = keys.slice(1).map((other) => [other, new LineCounts(other)] as const);
  const visit = async (kept: KeptEntry): Promise<void> => {
    const show = await showingPeople(context, [kept]);
    const shown = show(kept);
    counts.add(shown);
    for (const [, other] of others) other.add(shown);
  };
  const { damaged, incomplete } = await visitNewest(context, globals, { ...search, visit });
  if (format === 'csv') {
    const view = { data: countCsv(key, counts) };
    return commandResult('journal list', { answer: null, view, notes });
  }
  const answer = {
    by: key,
    counts: jsonOf(counts.rows()),
    total: counts.total,
    calls: { counts: jsonOf(counts.callRows()), total: counts.calls },
    others: counts.others,
    // The journal is read once for all of them.
    calls_by: Object.fromEntries(others.map(([name, other]) => [name, jsonOf(other.callRows())])),
    damaged,
    incomplete: incomplete ?? null,
  };
  const table = key === 'outcome' ? outcomeTable(counts) : linesTable(key, counts);
  return commandResult('journal list', {
    answer,
    view: { table, notes: nonEmptyTexts(otherWords(counts.others)), nextCommand },
    notes,
  });
}

/** Only calls have an outcome. */
function outcomeTable(counts: LineCounts): PrintedTable {
  const rows = counts.callRows().map(({ name, count }) => [name, String(count)]);
  return { head: ['outcome', 'calls'], rows: [...rows, ['total', String(counts.calls)]] };
}

/** A ticket, a day or a person may have no call: only a refused paste, a reply or a note. */
function linesTable(key: CountedBy, counts: LineCounts): PrintedTable {
  const rows = counts
    .rows()
    .map(({ name, count, kinds: { call } }) => [name, String(call), String(count - call)]);
  const { calls, total } = counts;
  const sums = ['total', String(calls), String(total - calls)];
  return { head: [key, 'calls', 'other lines'], rows: [...rows, sums] };
}

function jsonOf(rows: ReturnType<LineCounts['rows']>) {
  return rows.map(({ name, count }) => ({ name, count }));
}

/** The total is left out: a spreadsheet would add it once more. */
function countCsv(key: CountedBy, counts: LineCounts): string {
  const rows = counts.rows().map(({ name, kinds }) => {
    const { call, reply, refusal, note, move } = kinds;
    return [name, call, reply, refusal, note, move];
  });
  return [[key, 'calls', 'replies', 'refusals', 'notes', 'moves'], ...rows]
    .map((row) => joinCells(row.map(spreadsheetCell), ','))
    .join('');
}
