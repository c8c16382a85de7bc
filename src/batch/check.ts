import type { RowSource } from './format.js';
import { counted } from '../text/counted.js';
import { plainFinished, type Finished } from '../output/finished.js';
import type { BatchPlan } from './options.js';
import { isInShard } from './shard.js';
import { mostFailuresTold } from './summary.js';

/**
 * A dry run: reads and checks the complete input and sends nothing.
 * @throws {PvgError} the reason of the interruption
 */
export async function checkRows(
  source: RowSource,
  { shard }: BatchPlan,
  interrupt: AbortSignal,
): Promise<Finished> {
  let [rows, unreadable] = [0, 0];
  const first: { row: number; line: number; code: string; says: string }[] = [];
  for await (const some of source.rows) {
    for (const row of some) {
      if (shard !== undefined && !isInShard(row, shard)) continue;
      rows += 1;
      if (row.problem === undefined) continue;
      unreadable += 1;
      const { code, says } = row.problem;
      if (first.length < mostFailuresTold) first.push({ row: row.number, line: row.line, code, says });
    }
  }
  interrupt.throwIfAborted();
  const good = rows - unreadable;
  const more = unreadable - first.length;
  const headline =
    rows === 0
      ? `Dry run: ${shard === undefined ? 'the input has no rows' : 'this part has no rows'}. Nothing was sent.`
      : unreadable === 0
        ? `Dry run: ${counted(rows, 'row')}, all can be looked up. Nothing was sent.`
        : `Dry run: ${String(good)} of ${counted(rows, 'row')} can be looked up, ${String(unreadable)} cannot. Nothing was sent.`;
  return plainFinished('batch', {
    exit: unreadable === 0 ? 0 : 21,
    answer: {
      format: source.format.id,
      columns: [...source.columns],
      rows,
      unreadable,
      first_unreadable: first,
    },
    view: {
      headline,
      mood: unreadable === 0 ? 'good' : 'careful',
      facts: [
        { label: 'Format', value: source.format.name },
        { label: 'Columns', value: source.columns.join(', ') },
      ],
      notes: [
        ...first.map(({ says }) => says),
        ...(more > 0 ? [`… and ${counted(more, 'more row')} that cannot be looked up.`] : []),
      ],
    },
  });
}
