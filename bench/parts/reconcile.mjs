// Time and memory of `pvg reconcile`, compared with DuckDB on the same files by the query that pvg prints.
import { createWriteStream, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median, summary } from '../pairs.mjs';
import { bareEnv, peer, pvgFile, runTimed, workFolder } from '../runs.mjs';
import { figure } from '../tables.mjs';

export const says = 'Reconcile: purchases, voids and grants joined';

const sizes = [
  { count: 1_000, runs: 3 },
  { count: 10_000, runs: 3 },
  { count: 100_000, runs: 3 },
  { count: 1_000_000, runs: 1 },
];

const orderId = (at) => `GPA.${String(1_000 + (at % 9_000))}-${String(at).padStart(8, '0')}`;
const token = (at) =>
  `tok${at.toString(36)}`.padEnd(24, 'x') + `.AO-J1O${'abcdefghij'.repeat(11)}${String(at)}`;
const verdicts = [
  'paid-and-recorded',
  'paid-and-recorded',
  'paid-never-received',
  'pending',
  'cancelled',
  null,
];

/** Half of the voids are of purchases that were looked up; a tenth of the purchases were granted twice. */
const rowsOf = {
  'lookups.ndjson': (at) => {
    const id = verdicts[(at * 7) % verdicts.length];
    return JSON.stringify({
      row: at + 1,
      input: { receipt: token(at), product_id: 'gems_100', package: 'com.example.game' },
      at: new Date(1.76e12 + at * 1000).toISOString(),
      purchase: {
        os: 'android',
        product_id: 'gems_100',
        package: 'com.example.game',
        receipt: token(at),
        order_id: null,
      },
      verdict: id && { id },
      answer: id && {
        order_id: orderId(at),
        transactions: [{ quantity: 1, product_id: 'gems_100' }],
      },
    });
  },
  'voided.ndjson': (at) =>
    JSON.stringify({
      kind: 'androidpublisher#voidedPurchase',
      purchaseToken: token(at * 2),
      voidedTimeMillis: String(1.77e12 + at),
      orderId: orderId(at * 2),
      voidedSource: at % 3,
      voidedReason: at % 9,
    }),
  'grants.csv': (at) =>
    at === 0
      ? 'order_id,granted_at,player'
      : `${orderId(Math.floor(at * 0.9))},2026-02-01T10:00:05Z,player-${String(at)}`,
};

async function write(name, count) {
  const path = join(workFolder(), name);
  const file = createWriteStream(path);
  for (let at = 0; at < count; at += 1)
    if (!file.write(`${rowsOf[name](at)}\n`)) await once(file, 'drain');
  await new Promise((done) => file.end(done));
  return path;
}

async function measured(node, count, runs) {
  const [lookups, voided, granted] = await Promise.all(
    Object.keys(rowsOf).map((name) => write(name, count)),
  );
  const inputs = ['--lookups', lookups, '--voided', voided, '--granted', granted];
  const query = join(workFolder(), 'query.sql');
  const printed = spawnSync(node, [pvgFile, 'reconcile', ...inputs, '--sql', 'duckdb'], {
    env: bareEnv(),
  });
  writeFileSync(query, printed.stdout);
  const out = join(workFolder(), 'classes.ndjson');
  const own = {
    command: node,
    args: [pvgFile, 'reconcile', ...inputs, '--out', out, '--overwrite', '--quiet'],
  };
  const duckdb = {
    command: node,
    args: [peer('duckdb.mjs'), query, join(workFolder(), 'duckdb.json')],
  };
  const found = [];
  for (let run = 0; run < runs; run += 1)
    found.push({ own: await runTimed(own), duckdb: await runTimed(duckdb) });
  const seconds = (name) => median(found.map((each) => each[name].ms / 1000));
  const mib = (name) => Math.max(...found.map((each) => each[name].mib));
  return {
    ...{ count, runs, seconds: seconds('own'), mib: mib('own') },
    ...{ duckdbSeconds: seconds('duckdb'), duckdbMib: mib('duckdb') },
  };
}

export async function measure({ node, quick }) {
  const rows = [];
  for (const { count, runs } of quick ? [{ count: 100_000, runs: 1 }] : sizes)
    rows.push(await measured(node, count, runs));
  const last = rows.at(-1);
  const remark = quick && { remark: `${figure(last.count)} rows` };
  return {
    measures: {
      'reconcile/of-duckdb': { ...summary([last.seconds / last.duckdbSeconds]), ...remark },
      'reconcile/peak': { ...summary([last.mib * 1.048576]), ...remark },
    },
    tables: [
      {
        head: [
          'rows in each file',
          'seconds',
          'peak MiB',
          'DuckDB, seconds',
          'DuckDB, peak MiB',
          'runs',
        ],
        rows: rows.map((row) => [
          ...[figure(row.count), figure(row.seconds), figure(row.mib)],
          ...[figure(row.duckdbSeconds), figure(row.duckdbMib), String(row.runs)],
        ]),
      },
    ],
    notes: ['Medians; DuckDB writes its rows to a file, too, and uses all cores.'],
  };
}
