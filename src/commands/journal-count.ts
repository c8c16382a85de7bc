import type { Context } from '../context.js';
import { LineCounts, otherWords, type CountedBy } from '../support/journal/counting.js';
import type { KeptEntry } from '../support/journal/entry.js';
import { visitNewest } from '../support/journal/journal.js';
import { createLineShower } from '../support/journal/people.js';
import type { GlobalOptions } from '../input/options.js';
import { commandResult, type CommandResult, type PrintedTable } from '../output/command-result.js';
import { spreadsheetCell, joinCells } from '../tables/csv-out.js';
import { nonEmptyTexts } from '../text/sentences.js';
import type { JournalSearch } from './journal-lines.js';

/** Counts the lines of the journal, for `journal list --count`. */

interface CountRequest {
  /** What the lines are counted by; outcome if left out. In the JSON, all but the first stand in `calls_by`. */
  readonly by?: readonly CountedBy[] | undefined;
  readonly format?: 'csv' | undefined;
  readonly search: JournalSearch;
  readonly notes: readonly string[];
  readonly nextCommand: string;
}

export async function countResult(
  context: Context,
  globals: GlobalOptions,
  { search, by: typedKeys = ['outcome'], format, notes, nextCommand }: CountRequest,
): Promise<CommandResult> {
  const keys = [...new Set(typedKeys)];
  const [key = 'outcome'] = keys;
  // The JSON counts by each key alone; the table and the CSV count the combinations of all keys.
  const counts = new LineCounts(key);
  const together = new LineCounts(...keys);
  const countsOfOtherKeys = keys.slice(1).map((other) => [other, new LineCounts(other)] as const);
  const visit = async (kept: KeptEntry): Promise<void> => {
    // For an assistant, the names of people in the line are replaced before anything is counted by person.
    const showLine = await createLineShower(context, [kept]);
    const line = showLine(kept);
    counts.add(line);
    together.add(line);
    for (const [, other] of countsOfOtherKeys) other.add(line);
  };
  const { damaged, incomplete } = await visitNewest(context, globals, { ...search, visit });
  if (format === 'csv') {
    const view = { data: countCsv(keys, together) };
    return commandResult('journal list', { answer: null, view, notes });
  }
  const answer = {
    by: key,
    counts: jsonOf(counts.rows()),
    total: counts.total,
    calls: { counts: jsonOf(counts.callRows()), total: counts.calls },
    // The lines that are no calls: replies, refused pastes, notes and moves.
    others: counts.others,
    // All counts are made in one reading of the journal.
    calls_by: Object.fromEntries(
      countsOfOtherKeys.map(([name, other]) => [name, jsonOf(other.callRows())]),
    ),
    damaged,
    incomplete: incomplete ?? null,
  };
  const table = keys.includes('outcome')
    ? outcomeTable(keys, together)
    : linesTable(keys, together);
  return commandResult('journal list', {
    answer,
    view: { table, notes: nonEmptyTexts(otherWords(counts.others)), nextCommand },
    notes,
  });
}

/** The table of calls alone, for a count by outcome: the outcome of any other line says only what kind of line it is. */
function outcomeTable(keys: readonly CountedBy[], counts: LineCounts): PrintedTable {
  const rows = counts.callRows().map(({ names, count }) => [...names, String(count)]);
  return tableWithTotal(keys, rows, [['calls', counts.calls]]);
}

/** The table of all lines by ticket, day or person, which may have no calls, but refused pastes, replies or notes. */
function linesTable(keys: readonly CountedBy[], counts: LineCounts): PrintedTable {
  const rows = counts
    .rows()
    .map(({ names, count, kinds: { call } }) => [...names, String(call), String(count - call)]);
  const { calls, total } = counts;
  const sums = [['calls', calls] as const, ['other lines', total - calls] as const];
  return tableWithTotal(keys, rows, sums);
}

/**
 * The rows, and below them a row with the sums. On a narrow screen each value has a line of its own, with the heading of its
 * column as its label. There the row of the sums has only the sums (`total calls: 12`): `day: total` would be wrong.
 */
function tableWithTotal(
  keys: readonly CountedBy[],
  rows: readonly (readonly string[])[],
  sums: readonly (readonly [name: string, sum: number])[],
): PrintedTable {
  const head = [...keys, ...sums.map(([name]) => name)];
  const totalCells = keys.map((_, index) => (index === 0 ? 'total' : ''));
  const labelledRows = rows.map((cells) =>
    cells.map((value, index) => ({ label: head[index] ?? '', value })),
  );
  const labelledSums = sums.map(([name, sum]) => ({
    label: `total ${name}`,
    value: String(sum),
  }));
  return {
    head,
    rows: [...rows, [...totalCells, ...sums.map(([, sum]) => String(sum))]],
    lines: [...labelledRows, labelledSums],
  };
}

function jsonOf(rows: ReturnType<LineCounts['rows']>) {
  return rows.map(({ names: [name = ''], count }) => ({ name, count }));
}

/** The counts as CSV. It has no row with the total: whoever adds up a column in a spreadsheet would count everything twice. */
function countCsv(keys: readonly CountedBy[], counts: LineCounts): string {
  const rows = counts.rows().map(({ names, kinds }) => {
    const { call, reply, refusal, note, move } = kinds;
    return [...names, call, reply, refusal, note, move];
  });
  return [[...keys, 'calls', 'replies', 'refusals', 'notes', 'moves'], ...rows]
    .map((row) => joinCells(row.map(spreadsheetCell), ','))
    .join('');
}
