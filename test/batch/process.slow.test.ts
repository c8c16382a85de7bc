import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { csv, workplace } from '../helpers/batch.js';
import { program, startPvg } from '../helpers/child.js';
import { listen } from '../helpers/hostile-server.js';

/** Short forms of `npm run torture`, on the built program. */

interface Torture {
  killTest(options: {
    kills: number;
    format: string;
  }): Promise<{ kills: number; problems: string[] }>;
  faultTest(options: {
    rows: number;
    timeoutS: number;
  }): Promise<{ status: number; problems: string[] }>;
  fullDiskTest(options: {
    rows: number;
  }): Promise<{ skipped?: string; ends: { status: number; stderr: string }[]; problems: string[] }>;
}

const torture = async (name = 'batch.mjs'): Promise<Torture> =>
  (await import(/* @vite-ignore */ join(import.meta.dirname, '..', 'torture', name))) as Torture;

it.each(['ndjson', 'csv'])('has each row once, however often it is killed: %s', async (format) => {
  const { killTest } = await torture('kill-batch.mjs');
  expect(await killTest({ kills: 4, format })).toMatchObject({ kills: 4, problems: [] });
});

it('gets every row right from a server that fails a fifth of all requests', async () => {
  const ended = await (await torture()).faultTest({ rows: 200, timeoutS: 2 });
  expect(ended).toMatchObject({ status: 0, problems: [] });
});

it('stops when the disk is full, says how to go on, and does so when there is room', async ({
  skip,
}) => {
  const { skipped, ends, problems } = await (await torture()).fullDiskTest({ rows: 300 });
  if (skipped !== undefined) skip(skipped);
  expect([ends.map(({ status }) => status), problems]).toEqual([[14, 14, 0], []]);
  expect(ends[0]?.stderr).toMatch(
    /out\.ndjson could not be written: the disk is full\.[^]*--resume/,
  );
});

const place = workplace();
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Answers every look-up like this; the environment of a program that asks it. */
async function serve(status: number, body: string, headers = {}) {
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  return { ...place.processEnv, PVG_GATEWAY_URL: await listen(server) };
}

const notFound = '{"order_id":null,"found":false,"status":404,"error":"x"}';

it('a reader of stdout that goes ends it with 141 and without a word, while its input stays open', async () => {
  const child = startPvg(['batch', '-', '--quiet'], { env: await serve(200, notFound) });
  child.process.stdin?.write(csv(20_000));
  await child.until(() => /\n/.exec(child.out()) ?? undefined);
  child.process.stdout?.destroy();
  expect([await child.ended, child.err()]).toEqual([141, '']);
});

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  '%s ends a long wait for the service',
  async (signal) => {
    place.put('in.csv', csv(200));
    const env = await serve(503, 'busy', { 'retry-after': '600' });
    const child = startPvg(['batch', 'in.csv', '--out', 'out.ndjson'], { cwd: place.home, env });
    // It says so when it waits.
    await child.until(() => /wait/i.exec(child.err()) ?? undefined);
    child.process.kill(signal);
    expect(await child.ended).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(child.err()).toContain('pvg batch in.csv --out out.ndjson --resume');
    // The journal is in the first of them.
    expect(readdirSync(place.home).sort()).toEqual(['.local', 'in.csv', 'out.ndjson']);
  },
);

it('two runs do not write one file, and what kill -9 leaves stops nobody', async () => {
  place.put('in.csv', csv(2_000));
  const options = { cwd: place.home, env: await serve(200, notFound) };
  const args = ['batch', 'in.csv', '--out', 'out.ndjson', '--quiet'];
  const first = startPvg([...args, '--rate', '50'], options);
  await new Promise((resolve) => server?.once('request', resolve));
  // The server is in this process: whoever asked it would wait for ever.
  const words = [program, ...args, '--resume'];
  const second = spawnSync(process.execPath, words, { ...options, encoding: 'utf8' });
  expect([second.status, second.stderr]).toEqual([
    2,
    expect.stringContaining('Another run of pvg'),
  ]);
  first.process.kill('SIGKILL');
  await first.ended;
  expect(existsSync(place.at('.out.ndjson.in-use'))).toBe(true);
  expect(await startPvg([...args, '--resume'], options).ended).toBe(0);
  expect(readdirSync(place.home).sort()).toEqual(['.local', 'in.csv', 'out.ndjson']);
});
