// Rows a second of `pvg batch`, compared with a bare loop and with what people use today.
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { csvRows, gatewayEnv } from '../../test/helpers/gateway-server.mjs';
import { inPairs, median, ratios, summary } from '../pairs.mjs';
import { has, peer, pvgFile, python, root, runTimed, serve, workFolder } from '../runs.mjs';
import { figure, spread } from '../tables.mjs';

export const says = 'Batch: rows a second against a server that answers at once';

const connections = 64;

export const bulkServer = (node, delayMs = 0) =>
  serve({
    command: node,
    args: [join(root, 'test', 'helpers', 'gateway-server.mjs'), String(delayMs)],
  });

export async function csv(count) {
  const path = join(workFolder(), `in-${String(count)}.csv`);
  const file = createWriteStream(path);
  for (const row of csvRows(count))
    if (!file.write(row)) await new Promise((go) => file.once('drain', go));
  await new Promise((done) => file.end(done));
  return path;
}

/** Measures a full run, with its start and end. */
export async function rate(count, task) {
  const { ms, cpuMs, mib } = await runTimed(task);
  return { perSecond: (count / ms) * 1000, cpuUs: (cpuMs * 1000) / count, mib, ms };
}

export const batch = (node, { count, path, port }) => {
  rmSync(join(workFolder(), 'out.ndjson'), { force: true });
  const options = ['--out', 'out.ndjson', '--quiet', '--concurrency', String(connections)];
  const args = [pvgFile, 'batch', path, ...options];
  return rate(count, { command: node, args, env: gatewayEnv(port) });
};

export const bareLoop = (node, { count, port }) =>
  rate(count, {
    command: node,
    args: [peer('bare-batch.mjs'), port, count, connections].map(String),
  });

/** With a slow server, the only thing that counts is that every connection is always in use. */
async function besideWaiting(node, quick) {
  const delayMs = 50;
  const count = 20_000;
  const path = await csv(count);
  const { port, stop } = await bulkServer(node, delayMs);
  const share = async (run) =>
    (await run(node, { count, path, port })).perSecond / (connections / (delayMs / 1000));
  const { bare } = quick
    ? { bare: [{ base: await share(batch) }] }
    : await inPairs(3, () => share(batch), { bare: () => share(bareLoop) });
  await stop();
  return {
    ours: summary(bare.map(({ base }) => base)),
    bare: quick ? undefined : summary(bare.map(({ own }) => own)),
  };
}

/** Runs the shell script for each cell in the first column of a CSV, eight at a time. */
const xargs =
  'tail -n +2 "$1" | head -"$3" | cut -d, -f1 | tr "\\n" "\\0" | xargs -0 -P 8 -n 1 bash "$2"';

/** What people use today for many rows; `command` is undefined if it is not installed. They are slow: fewer rows. */
const peersOf = (path) => [
  {
    name: 'python',
    label: 'python3, one kept connection',
    count: 10_000,
    command: python(),
    args: [peer('rows.py'), path, 'python.ndjson', '10000'],
  },
  {
    name: 'xargs',
    label: '`xargs -P 8`: openssl + curl',
    count: 200,
    command: has('curl') && has('openssl') ? 'bash' : undefined,
    args: ['-c', xargs, 'rows', path, peer('look-up.sh'), '200'],
  },
];

export async function measure({ node, quick, log }) {
  const rounds = 6;
  const count = 40_000;
  const path = await csv(count);
  const server = await bulkServer(node);
  const peers = quick ? [] : peersOf(path);
  for (const { label } of peers.filter(({ command }) => !command))
    log(`${label} is not installed: left out`);
  const subjects = { bare: () => bareLoop(node, { count, port: server.port }) };
  for (const { name, count: fewer, command, args } of peers.filter((each) => each.command))
    subjects[name] = () => rate(fewer, { command, args, env: gatewayEnv(server.port) });
  const pairs = await inPairs(
    rounds,
    () => batch(node, { count, path, port: server.port }),
    subjects,
  );
  const times = Object.fromEntries(
    Object.entries(pairs).map(([name, list]) => [
      name,
      ratios(list, (theirs, own) => own.perSecond / theirs.perSecond),
    ]),
  );
  await server.stop();

  const slow = await besideWaiting(node, quick);

  const all = Object.values(pairs)
    .flat()
    .map(({ base }) => base);
  const middle = (list) => [
    figure(median(list.map(({ perSecond }) => perSecond))),
    figure(median(list.map(({ cpuUs }) => cpuUs))),
    figure(median(list.map(({ mib }) => mib))),
  ];
  const labelOf = (name) =>
    peers.find((each) => each.name === name)?.label ?? 'bare undici loop: signs, sends';
  const cpu = ratios(pairs.bare, (bare, own) => bare.cpuUs / own.cpuUs);
  return {
    measures: {
      'batch/cpu-of-bare': { ...cpu, remark: `by rows/s ${spread(times.bare)}` },
      'batch/waiting': slow.ours,
    },
    tables: [
      {
        head: ['', 'rows/s', 'CPU µs a row', 'peak MiB', 'pvg is … times as fast'],
        rows: [
          ['`pvg batch --concurrency 64`', ...middle(all), '1'],
          ...Object.entries(pairs).map(([name, list]) => [
            labelOf(name),
            ...middle(list.map(({ own }) => own)),
            spread(times[name]),
          ]),
        ],
      },
    ],
    notes: [
      `${String(rounds)} pairs, ${figure(count)} rows a run (fewer for slower programs), with the start. By CPU time alone pvg is ${spread(cpu)} times as fast as the bare loop.`,
      ...(slow.bare === undefined
        ? []
        : [
            `With a server that takes 50 ms and 64 look-ups at a time, pvg reaches ${spread(slow.ours)} of 64 / 0.05 rows/s, the bare loop ${spread(slow.bare)}.`,
          ]),
    ],
  };
}
