import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openFiles } from '../../src/edge/files.js';
import { temporaryFolder } from '../support/context.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const hold = () => openFiles(folder).hold('out');
const lock = (): string => join(folder, '.out.in-use');
const dead = spawnSync(process.execPath, ['-e', '0']).pid;

it('a file is held, each for itself, until it is released', async () => {
  const held = await hold();
  expect(readFileSync(lock(), 'utf8')).toBe(`${process.pid}@${hostname()}`);
  if (process.platform !== 'win32') expect(statSync(lock()).mode & 0o777).toBe(0o600);
  expect(await openFiles(folder).hold('other')).toBeDefined();
  await held?.();
  expect(existsSync(lock())).toBe(false);
});

it.each<[string, boolean, string]>([
  ['its process has ended', true, `${dead}@${hostname()}`],
  ['its process lives', false, `${process.ppid}@${hostname()}`],
  ['its number is our own, as in a container', true, `${process.pid}@${hostname()}`],
  ['it was made on another machine', false, `${dead}@another`],
  ['its process was killed before it wrote its name', true, ''],
  ['it is not one of pvg', false, 'x'.repeat(10_000)],
])('a lock that is there is taken over or not: %s', async (_, takenOver, holder) => {
  writeFileSync(lock(), holder);
  expect((await hold()) !== undefined).toBe(takenOver);
  expect(readFileSync(lock(), 'utf8')).toBe(takenOver ? `${process.pid}@${hostname()}` : holder);
});

it('a link in the place of a lock holds: what it leads to stays', async () => {
  writeFileSync(join(folder, 'victim'), 'text');
  symlinkSync(join(folder, 'victim'), lock());
  expect(await hold()).toBeUndefined();
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('text');
});
