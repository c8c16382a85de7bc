import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileError } from '../../../src/context.js';
import type { JournalEntry } from '../../../src/desk/journal/entry.js';
import { readKept, type Kept } from '../../../src/desk/journal/kept.js';
import { printLine } from '../../../src/desk/journal/line.js';
import { openFiles } from '../../../src/edge/files.js';
import { fixedUnixSeconds, temporaryFolder, type TestContextOptions } from '../../support/context.js';
import { demo, entryOf, journalIn } from '../../support/journal.js';
import { json, pvg } from '../../support/pvg.js';

/** Two computers of one team, and the folder that they share. */
let folder: string;
let ours: TestContextOptions;
let theirs: TestContextOptions;

beforeEach(() => {
  folder = temporaryFolder();
  chmodSync(folder, 0o770);
  const env = { PVG_JOURNAL_DIR: folder };
  ours = { home: temporaryFolder(), env };
  theirs = { home: temporaryFolder(), env, account: { user: 'maria', host: 'desk-3' } };
});

const lookup = (caseId: string, receipt = 'demo-recorded'): string =>
  `lookup ${demo(receipt)} --case ${caseId}`;
const shared = (): string[] => readdirSync(folder).sort();
const entriesIn = (name: string): Kept[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    // An empty line stands where a writer saw half of another's line and began its own on a new one.
    .filter((line) => line !== '')
    .map((line) => readKept(line) ?? expect.fail(line));
const casesShared = (): (string | null)[] =>
  shared().flatMap((name) => entriesIn(name).map((each) => each.case));
const casesListed = async (options: TestContextOptions): Promise<unknown[]> => {
  const { answer } = json(await pvg('journal list --json', options));
  return (answer as { entries: JournalEntry[] }).entries.map((each) => each.case);
};
const pendingIn = (home = ''): string[] =>
  readdirSync(journalIn(home)).filter((name) => name.startsWith('pending'));
/** A drive that never answers; the deadline passes at once. */
const hanging = (name: 'look' | 'append' | 'names'): TestContextOptions => ({
  sharedFiles: { [name]: () => new Promise(() => undefined) },
  every: (_ms, call) => {
    const timer = setTimeout(call, 20);
    return () => {
      clearTimeout(timer);
    };
  },
});

describe('a team’s folder', () => {
  it('has a file for each computer, named after who and where, which the folder’s readers may read', async () => {
    await pvg(lookup('A-1'), ours);
    await pvg(lookup('B-1'), theirs);
    await pvg(lookup('A-2'), ours);
    expect(shared()).toEqual([
      expect.stringMatching(/^pvg-agent-desk-7-[0-9a-f]{12}\.ndjson$/),
      expect.stringMatching(/^pvg-maria-desk-3-[0-9a-f]{12}\.ndjson$/),
    ]);
    expect(casesShared()).toEqual(['A-1', 'A-2', 'B-1']);
    expect(shared().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o640, 0o640]);
    expect(pendingIn(ours.home)).toEqual([]);
  });

  it('is read by all: list, find, show and report say who made the call and where', async () => {
    await pvg(lookup('B-1'), theirs);
    await pvg(lookup('A-1', 'demo-pending'), ours);
    expect((await casesListed(ours)).sort()).toEqual(['A-1', 'B-1']);
    const found = await pvg('journal find b-1 --json', ours);
    expect(json(found)).toMatchObject({
      verdict: { id: 'found' },
      answer: { entries: [{ user: 'maria', host: 'desk-3' }] },
    });
    expect((await pvg('journal list', { ...ours, terminal: true, columns: 200 })).out).toMatch(
      /maria on desk-3/,
    );
    const id = (json(found)['answer'] as { entries: JournalEntry[] }).entries[0]?.id ?? '';
    expect((await pvg(`journal show ${id}`, ours)).out).toMatch(/Called by: maria on desk-3/);
    expect((await pvg('report --case B-1', ours)).status).toBe(0);
  });

  it('--last is the last call of this computer', async () => {
    const at = (minutes: number) => () => (fixedUnixSeconds + minutes * 60) * 1000;
    await pvg(lookup('A-1', 'demo-package-mismatch'), { ...ours, now: at(0) });
    await pvg(lookup('B-1', 'demo-store-unconfigured'), { ...theirs, now: at(1) });
    expect((await pvg('explain-error --last', ours)).out).toMatch(/A-1/);
    expect((await pvg('report --last', ours)).out).toMatch(/A-1/);
  });

  it('a verify of a colleague is said with who and where, one of our own as from here', async () => {
    const verify = `verify ${demo('demo-recorded')} --case V`;
    const lost = entryOf({ command: 'verify', phase: 'sent', exit: null, receipt: '1d21e1099ec1' });
    for (const [name, user, says] of [
      [
        'pvg-maria-desk-3-0123456789ab.ndjson',
        { user: 'maria', host: 'desk-3' },
        'sent by maria on desk-3 at',
      ],
      ['pvg-agent-desk-7-0123456789ab.ndjson', {}, 'sent from here at'],
    ] as const) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      writeFileSync(join(folder, name), `${printLine({ ...lost, ...user })}\n`);
      const ended = await pvg(verify, { ...ours, home: temporaryFolder() });
      expect(ended.out + ended.err).toContain(says);
    }
  });

  it('two computers write at the same time: no line is lost, torn or doubled', async () => {
    const rounds = [...Array(10).keys()];
    await Promise.all(
      rounds.flatMap((n) => [pvg(lookup(`A-${String(n)}`), ours), pvg(lookup(`B-${String(n)}`), theirs)]),
    );
    const wanted = rounds.flatMap((n) => [`A-${String(n)}`, `B-${String(n)}`]).sort();
    expect([...new Set(casesShared())].sort()).toEqual(wanted);
    expect((await casesListed(ours)).sort()).toEqual(wanted);
  });
});

const oneLine = /^The team’s journal folder [^\n]*follow later\.\n$/;

describe('a folder that fails', () => {
  const failing = (code: string) => ({
    sharedFiles: { append: (path: string) => Promise.reject(new FileError(code, path)) },
  });
  it.each<[string, () => TestContextOptions]>([
    ['is gone', () => (rmSync(folder, { recursive: true }), {})],
    ['became a file', () => (rmSync(folder, { recursive: true }), writeFileSync(folder, ''), {})],
    ['is read-only', () => failing('EROFS')],
    ['has a broken disk', () => failing('EIO')],
    ['is full', () => failing('ENOSPC')],
    ['hangs when it is looked at', () => hanging('look')],
    ['hangs when it is written', () => hanging('append')],
    ['hangs when it is read', () => hanging('names')],
  ])(
    'and %s costs one line on stderr and never the call; its lines follow in order, once',
    async (_what, fail) => {
      const without = await pvg(lookup('A-1'), { home: temporaryFolder() });
      const broken = { ...ours, ...fail() };
      const ended = await pvg(lookup('A-1'), broken);
      expect([ended.status, ended.out]).toEqual([without.status, without.out]);
      expect(ended.err).toMatch(oneLine);
      await pvg(lookup('A-2'), broken);
      expect(pendingIn(ours.home).length).toBeGreaterThan(0);
      expect(await casesListed(broken)).toEqual(['A-2', 'A-1']);

      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      await pvg(lookup('A-3'), ours);
      expect(casesShared()).toEqual(['A-1', 'A-2', 'A-3']);
      expect(pendingIn(ours.home)).toEqual([]);
    },
  );

  it('is never made anew: an unmounted drive leaves an empty place', async () => {
    rmSync(folder, { recursive: true });
    await pvg(lookup('A-1'), ours);
    expect(() => statSync(folder)).toThrow('ENOENT');
  });

  it('lines that came twice are read once', async () => {
    await pvg(lookup('A-1'), ours);
    const [name = ''] = shared();
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text + text);
    expect(await casesListed(ours)).toEqual(['A-1']);
    expect(await casesListed(theirs)).toEqual(['A-1']);
  });

  it('is found by doctor, with what waits', async () => {
    const check = async () => {
      const { answer } = json(await pvg('doctor --json', ours));
      return (answer as { checks: { id: string; status: string; says: string }[] }).checks.find(
        ({ id }) => id === 'journal',
      );
    };
    await pvg(lookup('A-1'), ours);
    await pvg(lookup('B-1'), theirs);
    expect(await check()).toMatchObject({
      status: 'ok',
      says: expect.stringContaining('2 computers; no lines wait') as string,
    });
    renameSync(folder, `${folder}-gone`);
    await pvg(lookup('A-2'), ours);
    expect(await check()).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('1 line waits') as string,
    });
  });
});

describe('a folder with a group', () => {
  /** Another group than the user's own, which this user may give to a file. */
  const group =
    process.getuid?.() === 0 ? 4242 : process.getgroups?.().find((each) => each !== process.getgid?.());

  it.skipIf(group === undefined)('gives it to each file, also to one that has another', async () => {
    const groups = (): number[] => shared().map((name) => statSync(join(folder, name)).gid);
    await pvg(lookup('A-1'), ours);
    expect(groups()).not.toContain(group);
    chownSync(folder, -1, group ?? -1);
    await pvg(lookup('A-2'), ours);
    await pvg(lookup('B-1'), theirs);
    expect(groups()).toEqual([group, group]);
  });

  const closed: TestContextOptions = {
    sharedFiles: {
      lines: (path, how) =>
        path.includes('maria')
          ? Promise.reject(new FileError('EACCES', path))
          : openFiles('/').lines(path, how),
    },
  };
  const gone = (): TestContextOptions => (rmSync(folder, { recursive: true }), {});

  it('doctor counts the files that cannot be read, and says how to open them', async () => {
    await pvg(lookup('A-1'), ours);
    await pvg(lookup('B-1'), theirs);
    const { answer } = json(await pvg('doctor --json', { ...ours, ...closed }));
    expect((answer as { checks: unknown[] }).checks).toContainEqual({
      id: 'journal',
      status: 'warning',
      says: expect.stringMatching(
        /2 computers;[^]*1 file there cannot be read \(EACCES\)[^]*chgrp/,
      ) as string,
      fix: `chmod 2770 ${folder}`,
    });
  });

  it.each<[string, () => TestContextOptions, RegExp]>([
    ['is gone', gone, /^Calls from other computers are missing: [^]*The rest of the journal has no/],
    [
      'has a closed file',
      () => closed,
      /^Some calls may be missing: 1 file [^]*The rest of the journal has no/,
    ],
  ])('that %s: nothing found is not nobody, and a report says what is missing', async (_what, fail, says) => {
    await pvg(lookup('A-1'), ours);
    await pvg(lookup('B-1'), theirs);
    const broken = { ...ours, ...fail() };
    expect(json(await pvg('journal find B-1 --json', broken))).toMatchObject({
      verdict: { id: 'nothing-found', says: expect.stringMatching(says) as string },
      answer: { incomplete: expect.any(String) as string },
    });
    expect(json(await pvg('report --case B-1 --json', broken))).toMatchObject({
      error: { says: expect.stringMatching(says) as string },
    });
    const { incomplete } = json(await pvg('report --case A-1 --json', broken))['answer'] as {
      incomplete: string;
    };
    expect(incomplete).toMatch(/^(Calls|Some calls) /);
    expect((await pvg('report --case A-1', broken)).out).toContain(`\n**${incomplete}**\n`);
    await pvg('report --case A-1 --out a.html', broken);
    expect(readFileSync(join(ours.home ?? '', 'a.html'), 'utf8')).toContain(incomplete);
    await pvg(`${lookup('A-1')} --report b.md`, broken);
    expect(readFileSync(join(ours.home ?? '', 'b.md'), 'utf8')).toContain(incomplete);
  });

  it('that can be read: nothing is missing', async () => {
    await pvg(lookup('A-1'), ours);
    expect(json(await pvg('report --case A-1 --json', ours))).toMatchObject({ answer: { incomplete: null } });
  });
});

describe('what others put into the folder', () => {
  it('counts only by its name; links are not followed, damaged lines are skipped and counted', async () => {
    const secret = join(temporaryFolder(), 'secret');
    writeFileSync(secret, `${printLine(entryOf({ case: 'LINK' }))}\n`);
    symlinkSync(secret, join(folder, 'pvg-eve-desk-9-0123456789ab.ndjson'));
    mkdirSync(join(folder, 'pvg-eve-desk-8-0123456789ab.ndjson'));
    writeFileSync(join(folder, 'notes.txt'), printLine(entryOf({ case: 'NOTES' })));
    writeFileSync(
      join(folder, 'pvg-max-desk-4-0123456789ab.ndjson'),
      `junk\n${printLine(entryOf({ case: 'M-1' }))}\n{"id":"to`,
    );
    const ended = await pvg('journal list --json', ours);
    expect(json(ended)).toMatchObject({ answer: { entries: [{ case: 'M-1' }], damaged: 2 } });
    expect(ended.err).toMatch(/Skipped 2 damaged lines/);
    expect(ended.err).toMatch(/desk-9-0123456789ab\.ndjson cannot be read \(ELOOP\)/);
    expect(ended.err).toMatch(/desk-8-0123456789ab\.ndjson cannot be read \(EISDIR\)/);
  });

  it('a file that is too large is not read', async () => {
    const path = join(folder, 'pvg-max-desk-4-0123456789ab.ndjson');
    const lines = openFiles('/');
    const sharedFiles = { lines: (file: string) => lines.lines(file, { mostBytes: 10 }) };
    writeFileSync(path, `${printLine(entryOf())}\n`);
    const ended = await pvg('journal list', { ...ours, sharedFiles });
    expect(ended.err).toMatch(/cannot be read \(EFBIG\)/);
  });

  it('an empty folder is an empty journal', async () => {
    expect(await casesListed(ours)).toEqual([]);
    expect((await pvg('journal find GPA.1234-5678-9012-34567', ours)).out).toMatch(
      /The team’s journal has no call/,
    );
  });

  it('clear deletes only what is our own, and says so', async () => {
    await pvg(lookup('A-1'), ours);
    await pvg(lookup('B-1'), theirs);
    const ended = await pvg('journal clear --confirm journal', ours);
    expect(ended.out).toMatch(
      /1 file of these came from the team’s folder\. The files of other computers stay there\./,
    );
    expect(casesShared()).toEqual(['B-1']);
    expect(await casesListed(ours)).toEqual(['B-1']);
  });
});

describe('settings.json', () => {
  const settings = (journal: unknown): void => {
    mkdirSync(join(ours.home ?? '', 'config'), { mode: 0o700 });
    writeFileSync(join(ours.home ?? '', 'config', 'settings.json'), JSON.stringify({ journal }), {
      mode: 0o600,
    });
  };
  it('may name the folder; the variable wins', async () => {
    settings(folder);
    await pvg(lookup('A-1'), { ...ours, env: {} });
    expect(casesShared()).toEqual(['A-1']);
    await pvg(lookup('A-2'), { ...ours, env: { PVG_JOURNAL_DIR: temporaryFolder() } });
    expect(casesShared()).toEqual(['A-1']);
  });

  it('a project file cannot: whoever shares a project must not get its calls', async () => {
    const project = temporaryFolder();
    writeFileSync(join(project, '.pvg.json'), JSON.stringify({ journal: folder }));
    expect((await pvg(lookup('A-1'), { ...ours, env: {}, folder: project })).status).toBe(3);
    expect(shared()).toEqual([]);
  });
});
