import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { openFiles } from '../../src/system/files.js';
import { temporaryFolder } from '../helpers/context.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const hold = () => openFiles(folder).lock('out');
const lock = (): string => join(folder, '.out.in-use');
const dead = spawnSync(process.execPath, ['-e', '0']).pid;

it('a file is held, each for itself, until it is released', async () => {
  const held = await hold();
  expect(readFileSync(lock(), 'utf8')).toBe(`${process.pid}@${hostname()}`);
  if (process.platform !== 'win32') expect(statSync(lock()).mode & 0o777).toBe(0o600);
  expect(await openFiles(folder).lock('other')).toBeDefined();
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

/** Waits until a file of the system says so of a process. */
async function untilProcess(number: number | undefined, file: string, says: RegExp): Promise<void> {
  while (!says.test(readFileSync(`/proc/${number}/${file}`, 'latin1')))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

it.runIf(process.platform === 'linux')(
  'a lock is taken over when its process has ended and its parent has not asked how',
  async () => {
    // `sleep` takes the place of the shell, and never asks about the child, which ends with its input.
    const script = 'exec 3<&0; (read line <&3) & echo $!; exec sleep 600';
    const parent = spawn('/bin/sh', ['-c', script]);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(line.toString());
    await untilProcess(parent.pid, 'cmdline', /^sleep/);
    parent.stdin.end();
    await untilProcess(child, 'stat', /\) Z /);
    writeFileSync(lock(), `${child}@${hostname()}`);
    expect(await hold()).toBeDefined();
    parent.kill();
  },
);

it('a link in the place of a lock holds: what it leads to stays', async () => {
  writeFileSync(join(folder, 'victim'), 'text');
  symlinkSync(join(folder, 'victim'), lock());
  expect(await hold()).toBeUndefined();
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('text');
});

it('of many that find a lock left behind, one takes it', async () => {
  for (let round = 0; round < 20; round += 1) {
    writeFileSync(lock(), `${dead}@${hostname()}`);
    const held = (await Promise.all(Array.from({ length: 8 }, hold))).filter(
      (each) => each !== undefined,
    );
    expect(held).toHaveLength(1);
    await held[0]?.();
    expect(existsSync(lock())).toBe(false);
  }
});

it('while another process removes a lock left behind, it stays; a killed one stops nobody for long', async () => {
  const mark = `${lock()}.removing`;
  writeFileSync(lock(), `${dead}@${hostname()}`);
  writeFileSync(mark, '');
  expect(await hold()).toBeUndefined();
  expect(readFileSync(lock(), 'utf8')).toBe(`${dead}@${hostname()}`);
  utimesSync(mark, 1, 1);
  expect(await hold()).toBeUndefined();
  expect(await hold()).toBeDefined();
  expect(existsSync(mark)).toBe(false);
});

describe('a file that is wanted when it is free', () => {
  const longMs = 600_000;

  it('is held one after the other, also in a folder that is not there yet', async () => {
    const path = 'new/folder/out';
    const order: number[] = [];
    let holders = 0;
    const work = async (number: number): Promise<void> => {
      const release = await openFiles(folder).lockWhenFree(path, longMs);
      holders += 1;
      expect(holders).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      order.push(number);
      holders -= 1;
      await release?.();
    };
    await Promise.all([1, 2, 3, 4, 5].map(work));
    expect(order.sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('is given up after a time, and at once when pvg is interrupted', async () => {
    writeFileSync(lock(), `${process.ppid}@${hostname()}`);
    expect(await openFiles(folder).lockWhenFree('out', 1)).toBeUndefined();
    const end = new AbortController();
    const waiting = openFiles(folder, () => end.signal).lockWhenFree('out', longMs);
    const reason = new PvgError('terminated', 'Terminated.');
    end.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
