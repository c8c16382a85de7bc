import { plainFinished, type Finished } from '../output/finished.js';
import { counted } from '../text/counted.js';
import type { OpenRows } from './open-rows.js';
import { rowOf } from './row.js';
import { isInShard, type Shard } from './shard.js';
import { mostFailures } from './summary.js';

/** A dry run: reads and checks the complete input and sends nothing. @throws the reason of an interruption */
export async function checkRows(
  { table, rows: settings }: OpenRows,
  shard: Shard | undefined,
  interrupt: AbortSignal,
): Promise<Finished> {
  let [read, rows, unreadable] = [0, 0, 0];
  const first: { row: number; line: number | null; code: string; says: string }[] = [];
  for await (const group of table.rows)
    for (const each of group) {
      const row = rowOf(each, (read += 1), settings);
      if (!isInShard(row, shard)) continue;
      rows += 1;
      if (row.problem === undefined) continue;
      unreadable += 1;
      const { code, says } = row.problem;
      if (first.length < mostFailures) first.push({ row: row.number, line: row.from.line, code, says });
    }
  interrupt.throwIfAborted();
  const columns = [...table.columns.texts.keys()];
  const more = unreadable - first.length;
  const format = table.format === 'csv' ? 'CSV' : 'JSON';
  return plainFinished('batch', {
    exit: unreadable === 0 ? 0 : 21,
    answer: { format: table.format, columns, rows, unreadable, first_unreadable: first },
    view: {
      ...{ headline: headlineOf(rows, unreadable), mood: unreadable === 0 ? 'good' : 'careful' },
      facts: [
        { label: 'Format', value: format },
        { label: 'Columns', value: columns.join(', ') },
      ],
      notes: [
        ...first.map(({ says }) => says),
        ...(more > 0 ? [`… and ${counted(more, 'more row')} that cannot be looked up.`] : []),
      ],
    },
  });
}

const headlineOf = (rows: number, unreadable: number): string => {
  if (rows === 0) return 'Dry run: there are no rows. Nothing was sent.';
  return unreadable === 0
    ? `Dry run: ${counted(rows, 'row')}, all can be looked up. Nothing was sent.`
    : `Dry run: ${rows - unreadable} of ${counted(rows, 'row')} can be looked up, ${unreadable} cannot. Nothing was sent.`;
};
