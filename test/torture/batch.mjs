// What `pvg batch` must withstand, on the built program: `npm run torture` (after a build), or `--short` for a part of it.
//   kills: SIGKILL at random moments of one run, its input shuffled in between (kill-batch.mjs): no row lost, none twice.
//   disk:   a file system of 64 KB that is full, then has room.
//   faults: 3,000 rows against a server that fails a fifth of all requests in mixed ways: every row right.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { csvRows, faults, gatewayEnv, startGateway } from '../helpers/gateway-server.mjs';
import { killTest } from './kill-batch.mjs';

const pvg = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');

/** @returns {Promise<{ status: number | null, stderr: string }>} */
export function runBatch(args, { port, folder }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [pvg, 'batch', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...gatewayEnv(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('close', (status) => resolve({ status, stderr }));
  });
}

/** What is wrong with an output: rows that are missing, there twice, not of their receipt, or failed. */
export function problemsOf(path, count) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const problems = [];
  if (lines.pop() !== '') problems.push('the last line is torn');
  const seen = new Set();
  for (const line of lines) {
    let row;
    try {
      row = JSON.parse(line);
    } catch {
      problems.push('a line is no JSON');
      continue;
    }
    if (seen.has(row.row)) problems.push(`row ${row.row} twice`);
    seen.add(row.row);
    if (!row.input?.receipt?.endsWith(`-${row.row}`))
      problems.push(`row ${row.row} has another input`);
    if (row.verdict?.id !== 'paid-and-recorded' || row.answer?.order_id !== `GPA.${row.row}`)
      problems.push(`row ${row.row}: ${row.error?.code ?? row.verdict?.id}`);
  }
  for (let number = 1; number <= count; number += 1)
    if (!seen.has(number)) problems.push(`row ${number} is missing`);
  return problems;
}

export async function faultTest({ rows, share = 0.2, concurrency = 16, timeoutS = 1 }) {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-torture-'));
  const gateway = await startGateway({ share, kinds: Object.keys(faults) });
  writeFileSync(join(folder, 'in.csv'), [...csvRows(rows)].join(''));
  const started = performance.now();
  const args = [
    'in.csv',
    '--out',
    'out.ndjson',
    '--concurrency',
    String(concurrency),
    '--retries',
    '10',
  ];
  const ended = await runBatch([...args, '--timeout', String(timeoutS)], {
    port: gateway.port,
    folder,
  });
  const problems = problemsOf(join(folder, 'out.ndjson'), rows);
  const requests = gateway.requests();
  gateway.close();
  rmSync(folder, { recursive: true, force: true });
  const seconds = (performance.now() - started) / 1000;
  return { status: ended.status, requests, problems, seconds, stderr: ended.stderr };
}

/** Runs on a file system of 64 KB until it is full, again while it is, and once more when there is room. */
export async function fullDiskTest({ rows }) {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-torture-'));
  const disk = (...words) =>
    spawnSync('mount', ['-t', 'tmpfs', ...words, 'tmpfs', folder]).status === 0;
  if (!disk('-o', 'size=64k,mode=700')) {
    rmSync(folder, { recursive: true, force: true });
    return { skipped: 'no right to mount a file system', ends: [], problems: [] };
  }
  const gateway = await startGateway();
  const outside = mkdtempSync(join(tmpdir(), 'pvg-torture-'));
  const input = join(outside, 'in.csv');
  writeFileSync(input, [...csvRows(rows)].join(''));
  const args = [input, '--out', 'out.ndjson', '--resume'];
  const run = () => runBatch(args, { port: gateway.port, folder });
  const ends = [await run(), await run()];
  disk('-o', 'remount,size=64m');
  ends.push(await run());
  const problems = problemsOf(join(folder, 'out.ndjson'), rows);
  // `.local` holds the journal.
  const expected = ['out.ndjson', '.local'];
  const left = readdirSync(folder).filter((name) => !expected.includes(name));
  if (left.length > 0) problems.push(`left behind: ${left.join(', ')}`);
  gateway.close();
  spawnSync('umount', [folder]);
  for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
  return { ends, problems };
}

if (process.argv[1] === import.meta.filename) {
  const short = process.argv.includes('--short');
  const kills = await killTest({ kills: short ? 20 : 200 });
  console.log(
    `kills   ${kills.kills} over ${kills.rows} rows; problems: ${kills.problems.length}; ${kills.requests} requests for ${kills.purchases} purchases (8 at once)`,
  );
  const faulty = await faultTest({ rows: short ? 500 : 3_000 });
  console.log(
    `faults  status ${faulty.status}, ${faulty.requests} requests, ${faulty.seconds.toFixed(1)} s; problems: ${faulty.problems.length}`,
  );
  const full = await fullDiskTest({ rows: short ? 300 : 10_000 });
  console.log(
    `disk    ${full.skipped ?? full.ends.map(({ status }) => status).join(', ')} (14, 14, 0 wanted); problems: ${full.problems.length}`,
  );
  const problems = [...kills.problems, ...faulty.problems, ...full.problems];
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
  if (problems.length > 0 || faulty.status !== 0) process.exitCode = 1;
}
