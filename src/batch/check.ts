import { commandResult, type CommandResult } from '../output/command-result.js';
import { counted } from '../text/sentences.js';
import { exitOfUnreadableRows, unreadableError } from './finished-run.js';
import type { OpenRows } from './open-rows.js';
import { summarizeRow } from './result.js';
import { readRow } from './row.js';
import { unreadableRow } from './judged-row.js';
import { isInShard, type Shard } from './shard.js';
import { BatchSummary } from './summary.js';

/** A dry run: reads and checks the complete input and sends nothing. @throws the reason of an interruption */
export async function checkRows(
  { table, rowSettings: settings, notes }: OpenRows,
  shard: Shard | undefined,
  interrupt: AbortSignal,
): Promise<CommandResult> {
  let rowNumber = 0;
  let rows = 0;
  const unreadableRows = new BatchSummary(() => undefined);
  for await (const group of table.rows) {
    for (const tableRow of group) {
      rowNumber += 1;
      const row = readRow(tableRow, rowNumber, settings);
      if (!isInShard(row, shard)) continue;
      rows += 1;
      if (row.problem !== undefined) {
        unreadableRows.add(summarizeRow(row, unreadableRow(row.problem)), row.source);
      }
    }
  }
  interrupt.throwIfAborted();
  const columns = [...table.columns.texts.keys()];
  const { unreadable, failures } = unreadableRows;
  const first = failures.map((failure) => ({ ...failure }));
  const headline = headlineOf(rows, unreadable);
  return commandResult('batch', {
    exit: unreadable === 0 ? 0 : exitOfUnreadableRows,
    advice: unreadable === 0 ? 'none' : 'fix-request',
    error: unreadable === 0 ? null : { ...unreadableError, says: headline },
    answer: { format: table.format, columns, rows, unreadable, first_unreadable: first },
    view: {
      headline,
      mood: unreadable === 0 ? 'good' : 'careful',
      facts: [
        { label: 'Format', value: table.format === 'csv' ? 'CSV' : 'JSON' },
        { label: 'Columns', value: columns.join(', ') },
      ],
      notes: [...unreadableRows.failureWords(), ...notes()],
    },
  });
}

function headlineOf(rows: number, unreadable: number): string {
  if (unreadable === 0) {
    return `Dry run: ${counted(rows, 'row')}, all can be looked up. Nothing was sent.`;
  }
  return `Dry run: ${rows - unreadable} of ${counted(rows, 'row')} can be looked up, ${unreadable} cannot. Nothing was sent.`;
}
