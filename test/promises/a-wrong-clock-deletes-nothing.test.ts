import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo, entryOf, journalIn, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** The journal keeps six months by the clock, and a clock may be wrong: for one run, or again and again. */

interface Desk {
  readonly home: string;
  readonly user?: string;
  readonly team?: string;
}

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const optionsAt = (at: string, { home: of, user = 'agent', team }: Desk) => ({
  home: of,
  now: () => Date.parse(at),
  account: { user, host: 'desk-7' },
  env: team === undefined ? {} : { PVG_JOURNAL_DIR: team },
});

/** A call at a time; what it said on stderr. */
async function call(at: string, desk: Desk = { home }): Promise<string> {
  const ended = await pvg(`lookup ${demo('demo-recorded')} --json`, optionsAt(at, desk));
  expect(ended.status).toBe(0);
  callIds.push(String(json(ended)['call_id']));
  return ended.err;
}

/** Of all calls of a test, in their order. */
const callIds: string[] = [];
beforeEach(() => {
  callIds.length = 0;
});

/** Asked with the right clock. */
async function listedIds(desk: Desk = { home }, at = right): Promise<string[]> {
  const listed = await pvg('journal list --limit 1000 --json', optionsAt(at, desk));
  const { entries } = json(listed)['answer'] as { entries: { id: string }[] };
  return entries.map(({ id }) => id).sort();
}

const right = '2026-09-28T10:00:00Z';
const days = (month: string): string[] =>
  [5, 15, 25].map((day) => `${month}-${String(day).padStart(2, '0')}T09:00:00Z`);
const months = ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'];

/** Seven months of work with the right clock, in which nothing is said. */
async function work(desk: Desk = { home }): Promise<void> {
  for (const at of months.flatMap(days)) expect(await call(at, desk)).toBe('');
}

const folders = ['the state folder', 'a team’s folder'] as const;

/** A team’s has an old file of a colleague. */
async function deskIn(folder: (typeof folders)[number]): Promise<Desk> {
  if (folder === 'the state folder') return { home };
  const team = join(temporaryFolder(), 'team');
  mkdirSync(team, { mode: 0o700 });
  await call('2026-01-20T09:00:00Z', { home: temporaryFolder(), user: 'maria', team });
  return { home, team };
}

/** A wrong time, and one of a later run with the same wrong clock. */
const wrongClocks: readonly (readonly [what: string, first: string, again: string])[] = [
  ['two months ahead', '2026-11-29T10:00:00Z', '2026-12-03T10:00:00Z'],
  ['nine months ahead', '2027-06-28T10:00:00Z', '2027-07-03T10:00:00Z'],
  ['ten years ahead', '2036-09-30T10:00:00Z', '2036-10-02T10:00:00Z'],
  ['two months behind', '2026-07-28T10:00:00Z', '2026-08-02T10:00:00Z'],
  ['nine months behind', '2025-12-28T10:00:00Z', '2026-01-02T10:00:00Z'],
  ['at the beginning of its epoch', '1970-01-01T00:00:10Z', '1970-02-01T00:00:10Z'],
];

describe.each(folders)('in %s', (folder) => {
  describe.each(wrongClocks)('a clock that is %s', (_what, first, again) => {
    it('deletes nothing: wrong, right, and wrong again', async () => {
      const desk = await deskIn(folder);
      await work(desk);
      expect(await call(first, desk)).not.toBe('');
      await call(right, desk);
      await call('2026-09-28T12:00:00Z', desk);
      expect(await call(again, desk)).not.toBe('');
      await call('2026-09-29T10:00:00Z', desk);
      await call('2026-10-02T10:00:00Z', desk);
      await call('2026-10-03T10:00:00Z', desk);
      expect(await listedIds(desk)).toEqual([...callIds].sort());
    });

    it('deletes nothing, also when several runs have it, and each run has several lines', async () => {
      const desk = await deskIn(folder);
      await work(desk);
      for (const at of [first, first, again, again]) {
        await call(at, desk);
        const line = `verify ${demo('demo-purchased')} --json`;
        const ended = await pvg(line, optionsAt(at, desk));
        callIds.push(String(json(ended)['call_id']));
      }
      await call(right, desk);
      await call(again, desk);
      await call('2026-10-02T10:00:00Z', desk);
      await call('2026-10-03T10:00:00Z', desk);
      expect(await listedIds(desk)).toEqual([...callIds].sort());
    });

    it('in the first run of all: nothing is lost', async () => {
      const desk = await deskIn(folder);
      for (const at of [first, ...months.flatMap(days), right]) await call(at, desk);
      expect(await listedIds(desk)).toEqual([...callIds].sort());
    });
  });

  it('a run in doubt says so each time, and the next right one works as before', async () => {
    const desk = await deskIn(folder);
    await work(desk);
    for (const [, first] of wrongClocks) {
      expect(await call(first, desk)).not.toBe('');
      await call(right, desk);
      expect(await call(right, desk)).toBe('');
    }
  });
});

describe('with the right clock', () => {
  const names = (folder: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.includes('@'))
      .map((name) => name.replace(/-[0-9a-f]{8}-/, ' '));

  it('what is older than six months is deleted, and that is said once', async () => {
    await work();
    expect(await call('2026-10-05T09:00:00Z')).toBe('');
    expect(await call('2026-10-25T09:00:00Z')).toBe('');
    expect(await call('2026-11-05T09:00:00Z')).not.toBe('');
    expect(await call('2026-11-06T09:00:00Z')).toBe('');
    expect(names(journalIn(home))[0]).toBe('agent@desk-7 2026-04.ndjson');
    expect(await listedIds({ home }, '2026-11-06T09:00:00Z')).toEqual(callIds.slice(3).sort());
  });

  it('a pause of months costs nothing at first; then what is old is deleted', async () => {
    await call('2026-01-05T09:00:00Z');
    await call('2026-01-25T09:00:00Z');
    const before = callIds.splice(0);
    for (const at of [...days('2026-09'), ...days('2026-10')]) {
      await call(at);
      expect(await listedIds({ home }, at)).toEqual(expect.arrayContaining(before));
    }
    const later = [
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      '2027-03',
      '2027-04',
      '2027-05',
      '2027-06',
    ];
    for (const at of later.flatMap(days)) await call(at);
    const left = await listedIds({ home }, '2027-06-25T09:00:00Z');
    expect(left.filter((id) => before.includes(id))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(callIds.slice(6)));
  });

  it.each(folders)('nobody else’s file is deleted in %s, whatever its age', async (folder) => {
    const team = join(temporaryFolder(), 'team');
    mkdirSync(team, { mode: 0o700 });
    const where = folder === 'the state folder' ? {} : { team };
    const theirs = folder === 'the state folder' ? home : temporaryFolder();
    const maria: Desk = { home: theirs, user: 'maria', ...where };
    await call('2025-11-05T09:00:00Z', maria);
    await call('2025-12-05T09:00:00Z', maria);
    const desk: Desk = { home, ...where };
    await work(desk);
    await call('2026-10-20T09:00:00Z', desk);
    expect(await call('2026-11-05T09:00:00Z', desk)).not.toBe('');
    const place = folder === 'the state folder' ? journalIn(home) : team;
    const hers = ['maria@desk-7 2025-11.ndjson', 'maria@desk-7 2025-12.ndjson'];
    expect(names(place)).toEqual(expect.arrayContaining(hers));
    expect(names(place)).not.toContain('agent@desk-7 2026-03.ndjson');
    const cleared = await pvg('journal clear --confirm journal', optionsAt(right, desk));
    expect(cleared.status).toBe(0);
    expect(names(place)).toEqual(hers);
  });

  it('a line of a colleague from the future stops the deletion, and is named', async () => {
    const desk = await deskIn('a team’s folder');
    await work(desk);
    await call('2026-10-05T09:00:00Z', desk);
    await call('2030-01-05T09:00:00Z', { ...desk, home: temporaryFolder(), user: 'kim' });
    expect(await call('2026-11-04T09:00:00Z', desk)).toContain('kim@desk-7');
    expect(names(desk.team ?? '')).toContain('agent@desk-7 2026-03.ndjson');
    // It is a line like others.
    expect(await listedIds(desk, '2026-11-05T09:00:00Z')).toEqual([...callIds].sort());
  });

  it('an own line from the future stops the deletion until a line follows it', async () => {
    await work();
    const future = entryOf({ id: '20300105T090000Z-00000f', at: '2030-01-05T09:00:00.000Z' });
    const [name = ''] = readdirSync(journalIn(home));
    writeJournal(home, [future], name.replace('2026-03', '2030-01'));
    await call('2026-10-05T09:00:00Z');
    expect(names(journalIn(home))).toContain('agent@desk-7 2026-03.ndjson');
    await call('2026-10-06T09:00:00Z');
    await call('2026-11-04T09:00:00Z');
    expect(names(journalIn(home))).not.toContain('agent@desk-7 2026-03.ndjson');
    expect(await listedIds({ home }, '2026-11-05T09:00:00Z')).toContain(future.id);
  });
});
