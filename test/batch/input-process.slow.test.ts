import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { program, startPvg, type Child } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';

/** Inputs given to the built program: what only a process can show, its memory among it. */

const header = 'receipt,product_id,package\n';
const good = 't,gems,com.example\n';
const row = '{"receipt":"t","product_id":"g","package":"p"}\n';
const long = 'x'.repeat(50 * 2 ** 20);

const home = temporaryFolder();
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const fixture = (name: string): string => join(import.meta.dirname, '..', 'fixtures', name);
const env = { PATH: process.env['PATH'] ?? '', HOME: home };

it.each<readonly [string, () => string, 2 | 21, string]>([
  ['a device without end', () => '/dev/zero', 2, 'not text'],
  ['a long line', () => header + good + long + good, 2, 'line 3: the row is longer than 1 MB'],
  ['one of NDJSON', () => `{"receipt":"${long}"}\n`, 2, 'longer than 4 MB'],
  [
    'an unclosed quote',
    () => `${header}${good}"${good.repeat(10 ** 6)}`,
    2,
    'line 3: the row has a quote',
  ],
  [
    'many lines that are no JSON',
    () => row + '{"receipt\n'.repeat(10 ** 5),
    21,
    'Line 2 is not JSON',
  ],
])('a bad input is told, in bounded memory: %s', (_, input, status, says) => {
  const given = input();
  const path = given.startsWith('/') ? given : join(home, 'in');
  if (path !== given) writeFileSync(path, given);
  const words = [program, 'batch', path, '--dry-run', '--profile', 'local'];
  const tellMemory = ['--require', fixture('tell-memory.cjs')];
  const ended = spawnSync(process.execPath, [...tellMemory, ...words], { env, encoding: 'utf8' });
  // The words of a table may be on two lines.
  expect((ended.stdout + ended.stderr).replace(/\s+/g, ' ')).toContain(says);
  expect(ended.status).toBe(status);
  expect(Number(/^peak (\d+)$/m.exec(ended.stderr)?.[1])).toBeLessThan(150);
});

const start = (input: string, options: readonly string[] = [], more = {}): Child =>
  startPvg(['batch', input, '--profile', 'local', '-q', ...options], { env: { ...env, ...more } });
const write = (child: Child, data: string): Promise<unknown> =>
  new Promise((resolve) => child.process.stdin?.write(data, resolve));
function pipeNamed(name: string): string {
  expect(spawnSync('mkfifo', [join(home, name)]).status).toBe(0);
  return join(home, name);
}

describe('an input that stays open', () => {
  it.each([
    ['CSV with quotes', header, (at: number) => `"t${String(at)}","g","p"\r\n`],
    ['NDJSON', '', (at: number) => `{"receipt":"t${String(at)}","product_id":"g","package":"p"}\n`],
  ])('has each row looked up as soon as it is there: %s', async (_, first, row) => {
    const child = start('-');
    await write(child, first);
    for (let at = 1; at <= 3; at += 1) {
      await write(child, row(at));
      const line = await child.until(() => child.out().split('\n').slice(0, -1)[at - 1]);
      expect(JSON.parse(line)).toMatchObject({ row: at, input: { receipt: `t${String(at)}` } });
    }
    child.process.stdin?.end();
    expect(await child.ended).toBe(0);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('and does not end: %s ends it', async (signal, status) => {
    const child = start('-', ['--dry-run']);
    const more = (): void => {
      while (
        child.process.exitCode === null &&
        child.process.stdin?.write(good.repeat(10_000)) === true
      );
    };
    child.process.stdin?.on('drain', more);
    // More than a pipe holds: it is being read when the rest of it is taken.
    await write(child, header + good.repeat(50_000));
    more();
    child.process.kill(signal);
    expect(await child.ended).toBe(status);
  });

  it('as a named pipe that nobody writes to: SIGTERM ends it', async () => {
    const pipe = pipeNamed('silent');
    const child = start(pipe, [], { NODE_OPTIONS: `--require "${fixture('tell-opening.cjs')}"` });
    await child.until(() => child.err().includes(`opening ${pipe}`) || undefined);
    child.process.kill('SIGTERM');
    // A shell shows both alike: 128 and the signal's number.
    expect(['SIGTERM', 143]).toContain(await child.ended);
  });

  it('is read from a named pipe to its end', async () => {
    const pipe = pipeNamed('pipe');
    const child = start(pipe);
    await writeFile(pipe, `${header}t1,g,p\nt2,g,p`);
    expect(await child.ended).toBe(0);
    expect(child.out().trim().split('\n')).toHaveLength(2);
  });
});
