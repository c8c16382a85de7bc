import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, it } from 'vitest';
import { startChild } from '../../support/child.js';
import { temporaryFolder } from '../../support/context.js';
import { demo } from '../../support/journal.js';

/** The built program, on a folder that several computers share. */

const root = join(import.meta.dirname, '..', '..', '..');
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const start = (words: readonly string[], home: string, program = join(root, 'bin', 'pvg.js')) =>
  startChild(process.execPath, [program, ...words], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      PVG_STATE_DIR: join(home, 'state'),
      PVG_JOURNAL_DIR: folder,
    },
  });
const lookup = (caseId: string): string[] =>
  `lookup ${demo('demo-recorded')} --quiet --case ${caseId}`.split(' ');
const casesIn = (place: string, begin: string): string[] =>
  readdirSync(place)
    .filter((name) => name.startsWith(begin))
    .flatMap((name) => readFileSync(join(place, name), 'utf8').trimEnd().split('\n'))
    .map((line) => (JSON.parse(line) as { case: string }).case);

describe('processes of two computers', () => {
  it('write into one folder at the same time: no line is lost or torn', async () => {
    const homes = [temporaryFolder(), temporaryFolder()];
    const wanted = [...Array(12).keys()].map((n) => `T-${String(n)}`);
    const children = wanted.map((caseId, n) => start(lookup(caseId), homes[n % 2] ?? ''));
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(wanted.map(() => 0));
    // On a busy computer a line may wait for the next call.
    const waiting = homes.flatMap((home) => casesIn(join(home, 'state', 'journal'), 'pending'));
    expect([...new Set([...casesIn(folder, 'pvg-'), ...waiting])].sort()).toEqual(wanted.sort());
  });

  it('a drive that hangs neither fails the call nor keeps its process alive; its line follows', async () => {
    const home = temporaryFolder();
    const copy = temporaryFolder();
    for (const part of ['bin', 'dist']) cpSync(join(root, part), join(copy, part), { recursive: true });
    mkdirSync(join(copy, 'src', 'desk'), { recursive: true });
    // In the child that uses the folder, every call blocks for good.
    const blocked =
      'process.on("message", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));';
    writeFileSync(join(copy, 'dist', 'commands', 'shared-files.child.js'), blocked);
    const child = start(lookup('T-1'), home, join(copy, 'bin', 'pvg.js'));
    expect(await child.ended).toBe(0);
    expect(child.err()).toMatch(/^The team’s journal folder did not answer in time: [^\n]*\n$/);
    expect(await start(lookup('T-2'), home).ended).toBe(0);
    expect(casesIn(join(home, 'state', 'journal'), 'journal')).toEqual(['T-1', 'T-2']);
    const delivered = [...casesIn(folder, 'pvg-'), ...casesIn(join(home, 'state', 'journal'), 'pending')];
    expect(delivered).toEqual(['T-1', 'T-2']);
  });
});
