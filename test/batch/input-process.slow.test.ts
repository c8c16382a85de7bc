import { spawnSync } from 'node:child_process';
import { openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { program, startPvg, type Child } from '../support/child.js';
import { temporaryFolder } from '../support/context.js';

/** Inputs given to the built program: what only a process can show, its memory among it. */

const megabyte = 2 ** 20;
const header = 'receipt,product_id,package\n';
const good = 't,gems,com.example\n';
const row = '{"receipt":"t","product_id":"g","package":"p"}\n';

const home = temporaryFolder();
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const fixture = (name: string): string => join(import.meta.dirname, '..', 'fixtures', name);
const environment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', HOME: home });

/** A file of as many bytes as that, without holding them here. */
function put(
  name: string,
  pieces: readonly (string | Buffer | readonly [piece: string, times: number])[],
): string {
  const path = join(home, name);
  const file = openSync(path, 'w');
  for (const piece of pieces) {
    if (typeof piece === 'string' || Buffer.isBuffer(piece)) writeSync(file, Buffer.from(piece));
    else for (let times = 0; times < piece[1]; times += 1) writeSync(file, piece[0]);
  }
  return path;
}

const long = (megabytes: number): readonly [string, number] => ['x'.repeat(megabyte), megabytes];

type Pieces = Parameters<typeof put>[1];

describe('a bad input is told, in bounded memory', () => {
  it.each<readonly [string, Pieces | string, 2 | 21, string]>([
    ['an empty device', '/dev/null', 2, 'no rows'],
    ['a device without end', '/dev/zero', 2, 'not text'],
    ['a folder', '/', 2, 'it is a folder'],
    ['NUL bytes', [Buffer.alloc(megabyte)], 2, 'not text'],
    ['a line of 50 MB', [long(50)], 2, 'line 1: the row is longer than 1 MB'],
    ['one among others', [header, good, long(50), '\n', good], 2, 'line 3: the row is longer than 1 MB'],
    ['one of NDJSON', ['{"receipt":"', long(50), '"}\n'], 2, 'longer than 4 MB'],
    ['an unclosed quote in the header', ['"', header, [good, 500_000]], 2, 'line 1: the row has a quote'],
    ['an unclosed quote', [header, good, '"', [good.repeat(1000), 1000]], 2, 'line 3: the row has a quote'],
    ['many broken quotes', [header, good, ['"t"x,g,p\n', 100_000]], 2, 'line 3: the row has a quote'],
    ['many lines that are no JSON', [row, ['{"receipt\n'.repeat(100), 1000]], 21, 'Line 2 is not JSON'],
  ])('%s', (_, input, status, says) => {
    const path = typeof input === 'string' ? input : put('in', input);
    const ended = spawnSync(
      process.execPath,
      ['--require', fixture('tell-memory.cjs'), program, 'batch', path, '--dry-run', '--profile', 'local'],
      { env: environment(), encoding: 'utf8' },
    );
    // The words of a table may be on two lines.
    expect((ended.stdout + ended.stderr).replace(/\s+/g, ' ')).toContain(says);
    expect(ended.status).toBe(status);
    expect(Number(/^peak (\d+)$/m.exec(ended.stderr)?.[1])).toBeLessThan(150);
  });
});

const start = (input: string, ...options: readonly string[]): Child =>
  startPvg(['batch', input, '--profile', 'local', '-q', ...options], { env: environment() });
const write = (child: Child, data: string | Buffer): Promise<unknown> =>
  new Promise((resolve) => child.process.stdin?.write(data, resolve));
const rowsOf = (child: Child, count: number): Promise<string[]> =>
  child.until(() => {
    const lines = child.out().split('\n').slice(0, -1);
    return lines.length < count ? undefined : lines;
  });

describe('an input that stays open', () => {
  it.each([
    ['CSV', header, (at: number) => `t${String(at)},g,p\n`],
    ['CSV with quotes', header, (at: number) => `"t${String(at)}","g","p"\r\n`],
    ['NDJSON', '', (at: number) => `{"receipt":"t${String(at)}","product_id":"g","package":"p"}\n`],
  ])('has each row looked up as soon as it is there: %s', async (_, first, row) => {
    const child = start('-');
    await write(child, first);
    for (let at = 1; at <= 3; at += 1) {
      await write(child, row(at));
      const line = (await rowsOf(child, at)).at(-1) ?? '';
      expect(JSON.parse(line)).toMatchObject({ row: at, input: { receipt: `t${String(at)}` } });
    }
    child.process.stdin?.end();
    expect(await child.ended).toBe(0);
  });

  it.each([
    ['that gives nothing', 'SIGINT', [], 130],
    ['that gives nothing', 'SIGTERM', ['--dry-run'], 143],
    ['without an end', 'SIGINT', ['--dry-run'], 130],
    ['without an end', 'SIGTERM', ['--dry-run'], 143],
  ] as const)('%s: %s ends it', async (what, signal, options, status) => {
    const child = start('-', ...options);
    // More than a pipe holds: it is being read when the rest of it is taken.
    await write(child, header + good.repeat(50_000));
    const more = (): void => {
      while (child.process.exitCode === null && child.process.stdin?.write(good.repeat(10_000)) === true);
    };
    if (what === 'without an end') {
      child.process.stdin?.on('drain', more);
      more();
    }
    child.process.kill(signal);
    expect(await child.ended).toBe(status);
  });

  it.each([
    ['nobody writes to', 'SIGTERM', [] as string[]],
    ['nobody writes to', 'SIGINT', ['--dry-run']],
    ['gives nothing more', 'SIGTERM', ['--dry-run']],
  ] as const)('a named pipe that %s: %s ends it', async (what, signal, options) => {
    const pipe = join(home, `pipe-${signal}-${String(options.length)}`);
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const child = startPvg(['batch', pipe, '--profile', 'local', '-q', ...options], {
      env: { ...environment(), NODE_OPTIONS: `--require "${fixture('tell-opening.cjs')}"` },
    });
    await child.until(() => child.err().includes(`opening ${pipe}`) || undefined);
    const writer = what === 'gives nothing more' ? await open(pipe, 'w') : undefined;
    await writer?.write(header);
    child.process.kill(signal);
    // A shell shows both alike: 128 and the signal's number.
    expect([signal, signal === 'SIGINT' ? 130 : 143]).toContain(await child.ended);
    await writer?.close();
  });

  it('is read from a named pipe to its end', async () => {
    const pipe = join(home, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const child = start(pipe);
    const writer = await open(pipe, 'w');
    await writer.write('receipt,product_id,package\nt1,g,p\nt2,g,p');
    await writer.close();
    expect(await child.ended).toBe(0);
    const rows = child.out().trim().split('\n');
    expect(rows.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ row: 1 }, { row: 2 }]);
  });
});
