import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFiles } from '../../src/edge/files.js';
import { placeOfProcesses } from '../../src/edge/processes.js';
import { temporaryFolder } from '../support/context.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const here = placeOfProcesses();
const living = 4_000_001;
const dead = 4_000_002;
const isRunning = (pid: number): boolean => pid !== dead;
const filesOf = (pid: number) => openFiles(folder, { pid, isRunning });
const path = (): string => join(folder, '.out.in-use');

describe('a file is held', () => {
  it('by one process at a time, and by the next once it is released', async () => {
    const held = await filesOf(living).hold('out');
    expect(held).toBeDefined();
    expect(await filesOf(living + 2).hold('out')).toBeUndefined();
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    await held?.release();
    expect(existsSync(path())).toBe(false);
    const next = await filesOf(living + 2).hold('out');
    expect(next).toBeDefined();
    await next?.release();
  });

  it('each for itself', async () => {
    const [one, other] = [await filesOf(living).hold('out'), await filesOf(living + 2).hold('other')];
    expect([one, other]).not.toContain(undefined);
    await one?.release();
    await other?.release();
  });

  it('by one of many that come at once', async () => {
    writeFileSync(path(), JSON.stringify({ pid: dead, host: here }));
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => filesOf(living + 2 * at).hold('out')),
    );
    expect(all.filter((held) => held !== undefined)).toHaveLength(1);
    for (const held of all) await held?.release();
  });
});

describe.runIf(process.platform === 'linux')('what a killed holder left', () => {
  const minuteAgo = (): void => {
    const then = Date.now() / 1000 - 61;
    utimesSync(path(), then, then);
  };
  const own = existsSync('/proc/self') ? readFileSync(`/proc/${String(process.pid)}/stat`, 'latin1') : '';
  const begun = own.slice(own.lastIndexOf(')') + 2).split(' ')[19];

  it.each<[string, boolean, object | string]>([
    ['its process is gone', true, { pid: dead, host: here, begun: '1' }],
    ['its process lives', false, { pid: process.pid, host: here, begun }],
    ['its number is another process’s by now', true, { pid: process.pid, host: here, begun: '1' }],
    ['its number is our own, as in a container', true, { pid: living, host: here, begun: '1' }],
    [
      'it was in another container of the same name, a moment ago',
      false,
      { pid: dead, host: 'this machine pid:[2]', begun: '1' },
    ],
    ['it was on another machine, a moment ago', false, { pid: dead, host: 'another', begun: '1' }],
    ['it was killed while it wrote its name, a moment ago', false, ''],
    ['it is none of ours', false, 'x'.repeat(10_000)],
  ])('is taken over or not: %s', async (_, takenOver, holder) => {
    writeFileSync(path(), typeof holder === 'string' ? holder : JSON.stringify(holder));
    const held = await filesOf(living).hold('out');
    expect(held !== undefined).toBe(takenOver);
    await held?.release();
  });

  it.each<[string, object | string]>([
    ['another machine', { pid: dead, host: 'another', begun: '1' }],
    ['who did not write its name', ''],
  ])('is taken over when nobody touched it for a minute: of %s', async (_, holder) => {
    writeFileSync(path(), typeof holder === 'string' ? holder : JSON.stringify(holder));
    minuteAgo();
    const held = await filesOf(living).hold('out');
    expect(held).toBeDefined();
    await held?.release();
  });

  it('is no way to another file', async () => {
    writeFileSync(join(folder, 'victim'), 'mine');
    symlinkSync(join(folder, 'victim'), path());
    await expect(filesOf(living).hold('out')).rejects.toMatchObject({ code: 'ELOOP' });
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('mine');
  });
});

it('is not taken away by one whose place was taken meanwhile', async () => {
  const held = await filesOf(living).hold('out');
  writeFileSync(path(), 'another one’s');
  await held?.release();
  expect(existsSync(path())).toBe(true);
});

it.runIf(process.platform === 'linux')(
  'is taken over from a process that was killed and not yet buried',
  async () => {
    // Its parent becomes a sleep that never asks how it ended.
    const child = spawn('bash', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      const zombie = Number(String(said));
      await vi.waitFor(() => {
        expect(readFileSync(`/proc/${String(child.pid)}/comm`, 'latin1')).toBe('sleep\n');
      }, 600_000);
      process.kill(zombie, 'SIGKILL');
      await vi.waitFor(() => {
        expect(readFileSync(`/proc/${String(zombie)}/stat`, 'latin1')).toContain(') Z ');
      }, 600_000);
      const begun = readFileSync(`/proc/${String(zombie)}/stat`, 'latin1')
        .split(') ')[1]
        ?.split(' ')[19];
      writeFileSync(path(), JSON.stringify({ pid: zombie, host: here, begun }));
      expect(await openFiles(folder, { pid: living, isRunning: () => true }).hold('out')).toBeDefined();
    } finally {
      child.kill('SIGKILL');
    }
  },
);
