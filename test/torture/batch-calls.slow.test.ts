import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitStatuses } from '../../src/failure.js';
import { cells } from '../helpers/batch.js';
import { program, startChild } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { effort } from '../helpers/effort.js';
import { csvRows, gatewayEnv, startGateway } from '../helpers/gateway-server.mjs';

/**
 * Each single file operation of a batch fails, in turn, is short, or is the last one of its process: no row is lost or
 * doubled, and no failure is told as success. `npm run build` comes first.
 */

const rows = 20;
const step = effort(24, 1);
const hows = ['EIO', 'ENOSPC', 'short', 'kill'] as const;

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => {
  gateway.close();
});

async function run(folder: string, line: string, torture: Record<string, string> = {}) {
  const failing = pathToFileURL(join(import.meta.dirname, 'failing-calls.mjs')).href;
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    TORTURE_FOLDER: folder,
    PVG_NO_JOURNAL: '1',
  };
  const child = startChild(process.execPath, ['--import', failing, program, ...line.split(' ')], {
    cwd: folder,
    env: { ...env, ...gatewayEnv(gateway.port), ...torture },
  });
  return { status: await child.ended, err: child.err() };
}

/** The numbers of the rows that an output has, and of which it has an answer. */
function rowsIn(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.ndjson'))
    return (text.match(/.+/g) ?? [])
      .map((line) => JSON.parse(line) as { row: number; answer: unknown })
      .map(({ row, answer }) => `${row} ${answer !== null}`);
  const [head = [], ...records] = cells(text);
  return records.map((each) => `${each[0]} ${each[head.indexOf('answer.order_id')] !== ''}`);
}
const whole = Array.from({ length: rows }, (_, at) => `${at + 1} true`);
const sorted = (found: readonly string[]): string[] =>
  [...found].sort((one, other) => parseInt(one) - parseInt(other));

describe.each(['ndjson', 'csv'])('%s: whichever file operation of a batch fails', (format) => {
  it.each(hows)('%s', async (how) => {
    const home = temporaryFolder();
    const prepared = (name: string): string => {
      const folder = join(home, name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'in.csv'), [...csvRows(rows)].join(''));
      return folder;
    };
    const line = `batch in.csv --out out.${format} --report sum.html`;
    const count = join(home, 'count');
    const counted = { TORTURE_AT: '0', TORTURE_HOW: 'none', TORTURE_COUNT: count };
    expect(await run(prepared('counted'), line, counted)).toMatchObject({ status: 0 });
    const made = JSON.parse(readFileSync(count, 'utf8')) as string[];
    expect(made.length).toBeGreaterThan(15);
    for (let at = 1 + hows.indexOf(how); at <= made.length; at += step) {
      const folder = prepared(String(at));
      const ended = await run(folder, line, { TORTURE_AT: String(at), TORTURE_HOW: how });
      const told = `${how} at ${at} (${made[at - 1]}): ${ended.status} ${ended.err}`;
      expect([...Object.keys(exitStatuses), 'SIGKILL'], told).toContain(String(ended.status));
      expect(ended.status, told).not.toBe(1);
      expect(told).not.toMatch(/\n {4}at /);
      const out = join(folder, `out.${format}`);
      if (ended.status === 0) expect(sorted(rowsIn(out)), told).toEqual(whole);
      const healed = await run(folder, `${line} --resume`);
      expect(healed.status, `${told}\n${healed.err}`).toBe(0);
      expect(sorted(rowsIn(out)), told).toEqual(whole);
      rmSync(folder, { recursive: true });
    }
  });
});
