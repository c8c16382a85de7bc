// One run of `pvg batch` that is killed (SIGKILL) again and again while its input is shuffled and grows, against `pvg emulate`,
// which fails some requests: nothing is lost or doubled. `node test/torture/kill-batch.mjs [kills] [csv]`, after a build.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { program } from './run.mjs';

const [rowsAKill, concurrency] = [50, 8];
const lineBytes = 900;
/** A fault hit some of the rows that were left, or all of them. */
const faultStatuses = [20, 11];

/** Every tenth row has the receipt of the one before it: two players, one purchase. */
const rowAt = (at) => {
  const own = at % 10 === 9 ? at - 1 : at;
  return {
    receipt: `token-${own}-abcdefghijklmnop`,
    order: `GPA.0000-0000-0000-${10_000 + own}`,
    player: `player-${at}`,
  };
};

const shuffled = (all) =>
  all
    .map((each) => [Math.random(), each])
    .sort(([one], [other]) => one - other)
    .map(([, each]) => each);

async function startEmulator(folder, rows) {
  const purchases = rows.map(({ receipt, order }) => ({
    receipt,
    order_id: order,
    product_id: 'gems_100',
    package: 'com.example.game',
  }));
  writeFileSync(join(folder, 'store.json'), JSON.stringify(purchases));
  const words = [
    '--port',
    '0',
    '--json',
    '--latency',
    '5',
    '--fault',
    '502:0.02',
    '--store',
    'store.json',
    '--ready-file',
    'ready.json',
  ];
  const child = spawn(process.execPath, [program, 'emulate', ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let requests = -1;
  child.stdout.on('data', (chunk) => (requests += chunk.toString().split('\n').length - 1));
  while (!existsSync(join(folder, 'ready.json'))) await setTimeout(50);
  const { url } = JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8'));
  return { url, requests: () => requests, end: () => child.kill() };
}

/** Kills it when the results have grown by so much, or after so many milliseconds. */
function run(folder, url, out, { results, growth = Infinity, ms = Infinity }) {
  const sizeOf = () => (existsSync(results) ? statSync(results).size : 0);
  const [before, started] = [sizeOf(), Date.now()];
  const words = [
    'in.csv',
    '--out',
    out,
    '--resume',
    '--quiet',
    '--retries',
    '0',
    '--concurrency',
    String(concurrency),
  ];
  const child = spawn(process.execPath, [program, 'batch', ...words], {
    cwd: folder,
    env: {
      ...{
        PATH: process.env.PATH,
        HOME: folder,
        PVG_NO_JOURNAL: '1',
        PVG_ENVIRONMENT: 'dev',
        PVG_GATEWAY_URL: url,
      },
      ...{ PVG_CLIENT_ID: 'demo-client', PVG_CLIENT_SECRET: 'demo-client-secret' },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const timer = setInterval(() => {
    if (sizeOf() > before + growth || Date.now() > started + ms) child.kill('SIGKILL');
  }, 5);
  return new Promise((resolve) => {
    child.on('close', (status, signal) => {
      clearInterval(timer);
      resolve({ status, signal, stderr });
    });
  });
}

/** What is wrong with the lines: players that are missing or there twice, and lines that are of another row. */
function problemsOf(text, rows) {
  const lines = text.split('\n');
  const problems = lines.pop() === '' ? [] : ['the last line is torn'];
  const missing = new Map(rows.map((row) => [row.player, row]));
  for (const line of lines) {
    const { input, purchase, answer } = JSON.parse(line);
    const row = missing.get(input.player);
    if (row === undefined) problems.push(`${input.player} is there twice`);
    else if (
      input.receipt !== row.receipt ||
      purchase.receipt !== row.receipt ||
      answer?.order_id !== row.order
    )
      problems.push(`the line of ${input.player} is of another row`);
    missing.delete(input.player);
  }
  return [...problems, ...[...missing.keys()].map((player) => `${player} is missing`)];
}

/** @returns {Promise<{ kills: number, rows: number, requests: number, purchases: number, problems: string[] }>} */
export async function killTest({ kills, format = 'ndjson' }) {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-torture-'));
  const rows = Array.from({ length: Math.max(500, rowsAKill * kills) }, (_, at) => rowAt(at));
  const out = `out.${format}`;
  const results = join(folder, format === 'csv' ? `.${out}.ndjson` : out);
  const emulator = await startEmulator(folder, rows);
  const write = (some) => {
    const lines = some.map(
      ({ receipt, player }) => `${receipt},gems_100,com.example.game,${player}\n`,
    );
    writeFileSync(join(folder, 'in.csv'), `receipt,product_id,package,player\n${lines.join('')}`);
  };
  const problems = [];
  let killed = 0;
  try {
    while (killed < kills && problems.length === 0) {
      // The input grows to the end, and most kills fall into the work.
      write(shuffled(rows.slice(0, Math.ceil(rows.length * (0.5 + (0.5 * killed) / kills)))));
      const isSoon = Math.random() < 0.2;
      const { signal, status, stderr } = await run(folder, emulator.url, out, {
        results,
        ...(isSoon
          ? { ms: 100 + Math.random() * 500 }
          : { growth: Math.random() * rowsAKill * lineBytes }),
      });
      if (signal === 'SIGKILL') killed += 1;
      else if (status !== 0 && !faultStatuses.includes(status))
        problems.push(`ended with ${status}: ${stderr.slice(0, 300)}`);
    }
    write(shuffled(rows));
    // Rows that a fault hit have failed: one more run asks for them.
    for (let status = 20, times = 0; faultStatuses.includes(status) && times < 20; times += 1)
      status = (await run(folder, emulator.url, out, { results })).status;
    problems.push(...problemsOf(readFileSync(results, 'utf8'), rows));
    if (format === 'csv') {
      const lines = readFileSync(join(folder, out), 'utf8').split('\r\n').length - 2;
      if (lines !== rows.length) problems.push(`the CSV has ${lines} rows of ${rows.length}`);
    }
  } finally {
    emulator.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const purchases = new Set(rows.map(({ receipt }) => receipt)).size;
  return { kills: killed, rows: rows.length, requests: emulator.requests(), purchases, problems };
}

if (process.argv[1] === import.meta.filename) {
  const [kills = '200', format] = process.argv.slice(2);
  const { problems, ...found } = await killTest({ kills: Number(kills), format });
  console.log(
    `${found.kills} kills over ${found.rows} rows: ${problems.length} problems; ${found.requests} requests for ${found.purchases} purchases (${concurrency} at a time)`,
  );
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
