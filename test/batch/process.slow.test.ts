import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { program as bin, startPvg } from '../support/child.js';
import { temporaryFolder } from '../support/context.js';

/** Short forms of `npm run torture`, on the built program. */

interface Torture {
  faultTest(options: {
    rows: number;
    timeoutS: number;
  }): Promise<{ status: number; problems: string[]; stderr: string }>;
  fullDiskTest(options: {
    rows: number;
  }): Promise<{ skipped?: string; ends: { status: number; stderr: string }[]; problems: string[] }>;
}

const load = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ join(import.meta.dirname, '..', 'torture', name));
const torture = async (): Promise<Torture> => (await load('batch.mjs')) as Torture;

it.each(['ndjson', 'csv'])(
  'is killed again and again, its input shuffled, and each row is there once: %s',
  async (format) => {
    const { killTest } = (await load('kill-batch.mjs')) as {
      killTest(options: { kills: number; format: string }): Promise<{ kills: number; problems: string[] }>;
    };
    const { kills, problems } = await killTest({ kills: 4, format });
    expect({ kills, problems }).toEqual({ kills: 4, problems: [] });
  },
);

it('gets every row right from a server that fails a fifth of all requests', async () => {
  const ended = await (await torture()).faultTest({ rows: 200, timeoutS: 2 });
  expect(ended).toMatchObject({ status: 0, problems: [] });
});

it('stops when the disk is full, says how to go on, and does so when there is room', async ({ skip }) => {
  const { skipped, ends, problems } = await (await torture()).fullDiskTest({ rows: 300 });
  if (skipped !== undefined) skip(skipped);
  expect([ends.map(({ status }) => status), problems]).toEqual([[14, 14, 0], []]);
  expect(ends[0]?.stderr).toMatch(/out\.ndjson could not be written: the disk is full\.[^]*--resume/);
});

let home: string;
let server: Server | undefined;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  rmSync(home, { recursive: true, force: true });
});

const env = (port: number): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: `http://127.0.0.1:${String(port)}`,
  PVG_CLIENT_ID: 'client',
  PVG_CLIENT_SECRET: 'a-secret-of-the-test',
});

const csv = (rows: number): string =>
  `receipt,product_id,package\n${Array.from({ length: rows }, (_, at) => `token-${String(at)},gems,com.example\n`).join('')}`;

/** Answers every look-up like this. */
const serve = (status: number, body: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status, headers).end(body));
    });
    server.listen(0, '127.0.0.1', () => {
      resolve((server?.address() as AddressInfo).port);
    });
  });

interface Ended {
  readonly status: number | null;
  readonly err: string;
}

/** A pipe from a shell, and what its pvg ended with. */
const shell = (command: string, port: number): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn('bash', ['-c', command], {
      cwd: home,
      env: { ...env(port), NODE: process.execPath, PVG: bin },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    child.on('close', (status) => {
      resolve({ status, err });
    });
  });

const notFound = '{"order_id":null,"found":false,"status":404,"error":"x"}';

it.each([
  ['a file', '"$NODE" "$PVG" batch in.csv --quiet | head -1; exit ${PIPESTATUS[0]}'],
  [
    'standard input that stays open',
    'exec 3< <(cat in.csv; exec sleep 600 <&- >&- 2>&-); keeps=$!; trap "kill $keeps" EXIT; "$NODE" "$PVG" batch - --quiet <&3 | head -1; exit ${PIPESTATUS[0]}',
  ],
])('a reader of stdout that goes ends it with 141 and without a word: %s', async (_, command) => {
  writeFileSync(join(home, 'in.csv'), csv(20_000));
  const ended = await shell(command, await serve(200, notFound));
  expect(ended).toMatchObject({ status: 141, err: '' });
});

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('%s ends a long wait for the service', async (signal) => {
  writeFileSync(join(home, 'in.csv'), csv(200));
  const port = await serve(503, 'busy', { 'retry-after': '600' });
  const child = startPvg(['batch', 'in.csv', '--out', 'out.ndjson'], { cwd: home, env: env(port) });
  // It says so when it waits.
  await child.until(() => /wait/i.exec(child.err()) ?? undefined);
  child.process.kill(signal);
  expect(await child.ended).toBe(signal === 'SIGINT' ? 130 : 143);
  expect(child.err()).toContain('pvg batch in.csv --out out.ndjson --resume');
  // The journal is in the first of them.
  expect(readdirSync(home).sort()).toEqual(['.local', 'in.csv', 'out.ndjson']);
});

it('two runs do not write one file, and what kill -9 leaves stops nobody', async () => {
  writeFileSync(join(home, 'in.csv'), csv(2_000));
  const port = await serve(200, notFound);
  const args = [bin, 'batch', 'in.csv', '--out', 'out.ndjson', '--quiet'];
  const first = spawn(process.execPath, [...args, '--rate', '50'], {
    cwd: home,
    env: env(port),
    stdio: 'ignore',
  });
  await new Promise((resolve) => server?.once('request', resolve));
  const again = (): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, [...args, '--resume'], { cwd: home, env: env(port), encoding: 'utf8' });
  // The server is in this process: whoever asked it would wait for ever.
  expect(again()).toMatchObject({
    status: 13,
    stderr: expect.stringContaining('Another run of pvg') as string,
  });
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('close', resolve));
  expect(existsSync(join(home, '.out.ndjson.in-use'))).toBe(true);
  expect(await shell('"$NODE" "$PVG" batch in.csv --out out.ndjson --quiet --resume', port)).toMatchObject({
    status: 0,
  });
  // The journal is in the first of them.
  expect(readdirSync(home).sort()).toEqual(['.local', 'in.csv', 'out.ndjson']);
});
