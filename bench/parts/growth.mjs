// Time and memory of `pvg batch` from a thousand rows to a million.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median, summary } from '../pairs.mjs';
import { workFolder } from '../runs.mjs';
import { figure } from '../tables.mjs';
import { bareLoop, batch, bulkServer, csv } from './batch.mjs';

export const says = 'Growth: a batch from a thousand rows to a million';

const sizes = [
  { count: 1_000, runs: 5 },
  { count: 10_000, runs: 5 },
  { count: 100_000, runs: 3 },
  { count: 1_000_000, runs: 1 },
];

export async function measure({ node, quick }) {
  const server = await bulkServer(node);
  const rows = [];
  const asked = quick ? [{ count: 100_000, runs: 1 }] : sizes;
  for (const { count, runs } of asked) {
    const path = await csv(count);
    const found = [];
    for (let run = 0; run < runs; run += 1)
      found.push(await batch(node, { count, path, port: server.port }));
    const bytes = statSync(join(workFolder(), 'out.ndjson')).size / count;
    rmSync(path);
    rows.push({ count, runs, bytes, ...middle(found) });
  }
  rmSync(join(workFolder(), 'out.ndjson'));
  const { count, mib, cpuUs } = rows.at(-1);
  const bare = await bareLoop(node, { count, port: server.port });
  await server.stop();
  const remark = quick && { remark: `${figure(count)} rows` };
  return {
    measures: {
      'growth/cpu-of-bare': { ...summary([bare.cpuUs / cpuUs]), ...remark },
      'growth/peak': { ...summary([mib * 1.048576]), ...remark },
    },
    tables: [
      {
        head: [
          'rows',
          'seconds',
          'rows/s',
          'CPU µs a row',
          'peak MiB',
          'bytes a row written',
          'runs',
        ],
        rows: rows.map((row) => [
          figure(row.count),
          figure(row.seconds),
          figure(row.count / row.seconds),
          figure(row.cpuUs),
          figure(row.mib),
          figure(row.bytes),
          String(row.runs),
        ]),
      },
    ],
    notes: ['Medians; 64 look-ups at a time; the server answers at once.'],
  };
}

const middle = (list) => ({
  seconds: median(list.map(({ ms }) => ms / 1000)),
  cpuUs: median(list.map(({ cpuUs }) => cpuUs)),
  mib: Math.max(...list.map(({ mib }) => mib)),
});
