import { chmodSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openJournalAppend } from '../../../src/support/journal/appending.js';
import { printLine, type JournalEntry } from '../../../src/support/journal/entry.js';
import { clearOwn } from '../../../src/support/journal/folder.js';
import { readJournal } from '../../../src/support/journal/journal.js';
import {
  answeredEntry,
  openJournalWriter,
  sentEntry,
} from '../../../src/support/journal/writer.js';
import { judge } from '../../../src/service/judge.js';
import { describeOutcome } from '../../../src/wording/describe.js';
import { fixedUnixSeconds, temporaryFolder, testContext } from '../../helpers/context.js';
import { entryOf, journalIn } from '../../helpers/journal.js';

const nowMs = fixedUnixSeconds * 1000;
const windows = process.platform === 'win32';

let home: string;
let team: string;
beforeEach(() => {
  home = temporaryFolder();
  team = temporaryFolder();
});

interface Desk {
  readonly user?: string;
  readonly shared?: boolean;
  readonly at?: string;
}

/** Each user has a home of their own. */
const deskOf = ({ user = 'agent', shared = false, at }: Desk = {}) =>
  testContext({
    home: user === 'agent' ? home : join(home, user),
    account: { user, host: 'desk-7' },
    env: shared ? { PVG_JOURNAL_DIR: team } : {},
    now: () => (at === undefined ? nowMs : Date.parse(at)),
  });

const said: string[] = [];
let count = 0;
const call = (at = '2026-09-21T14:13:20.000Z', given: Partial<JournalEntry> = {}): string => {
  const id = `${at.replace(/[-:]|\.\d+/g, '')}-${(count += 1).toString(16).padStart(6, '0')}`;
  return printLine({ ...entryOf({ id, at }), ...given });
};
const keep = async (desk: Desk, line = call(desk.at)): Promise<string> => {
  said.length = 0;
  await openJournalAppend(deskOf(desk), (text) => Promise.resolve(void said.push(text)))(line);
  return (JSON.parse(line) as JournalEntry).id;
};
const idsOf = async (desk: Desk = {}) =>
  (await readJournal(deskOf(desk))).calls.map(({ id }) => id);
const monthFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.includes('@'));
const put = (folder: string, name: string, ...lines: string[]): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
};

describe('a line of the journal', () => {
  it('goes into the file of this user, computer and month, for its owner alone', async () => {
    const ids = [await keep({}), await keep({})];
    const [name = '', ...others] = readdirSync(journalIn(home));
    expect(others).toEqual([]);
    expect(name).toMatch(/^agent@desk-7-[0-9a-f]{8}-2026-09\.ndjson$/);
    expect(await idsOf()).toEqual(ids);
    if (!windows) expect(statSync(join(journalIn(home), name)).mode & 0o777).toBe(0o600);
  });

  it('stands apart from a line that a killed writer left torn', async () => {
    const first = await keep({});
    const [name = ''] = readdirSync(journalIn(home));
    writeFileSync(join(journalIn(home), name), '\n{"id":"to', { flag: 'a' });
    const last = await keep({});
    const { calls, damaged } = await readJournal(deskOf());
    expect([calls.map(({ id }) => id), damaged]).toEqual([[first, last], 1]);
  });

  it('deletes the own files of months that are more than six months ago, and nobody else’s', async () => {
    await keep({ at: '2026-02-28T23:59:59Z', shared: true });
    await keep({ at: '2026-02-28T23:59:59Z', shared: true, user: 'maria' });
    for (const month of [3, 4, 5, 6, 7, 8, 9])
      await keep({ at: `2026-0${month}-20T00:00:00Z`, shared: true });
    await keep({ at: '2026-10-01T00:00:00Z', shared: true });
    expect(said).toEqual([expect.stringContaining('Deleted 1 file ')]);
    expect(
      monthFiles(team)
        .map((name) => name.replace(/-[0-9a-f]{8}/, ''))
        .sort(),
    ).toEqual([
      ...[3, 4, 5, 6, 7, 8, 9].map((month) => `agent@desk-7-2026-0${month}.ndjson`),
      ...['agent@desk-7-2026-10.ndjson', 'maria@desk-7-2026-02.ndjson'],
    ]);
  });
});

it('files with the names of older versions are read until their lines are six months old, each call once', async () => {
  const [old, copied, waiting] = [call('2026-02-28T23:00:00.000Z'), call(), call()];
  put(journalIn(home), 'journal.ndjson', old, copied);
  put(journalIn(home), 'pending-1790000000000-000000000000.ndjson', copied, waiting);
  put(team, 'pvg-maria-desk-3-1f2e3d4c5b6a.ndjson', call());
  const { calls, own, damaged } = await readJournal(deskOf({ shared: true }));
  expect([calls.length, own.length, damaged]).toEqual([3, 2, 0]);
});

describe('a folder that a team shares', () => {
  it('has the lines of all, and tells the own ones apart', async () => {
    const local = await keep({});
    const [mine, hers] = [
      await keep({ shared: true }),
      await keep({ shared: true, user: 'maria' }),
    ];
    const { calls, own } = await readJournal(deskOf({ shared: true }));
    expect(calls.map(({ id }) => id).sort()).toEqual([local, mine, hers].sort());
    expect(own.map(({ id }) => id).sort()).toEqual([local, mine].sort());
    expect(monthFiles(journalIn(home))).toHaveLength(1);
  });

  it.runIf(!windows)('gives a file the mode for those who may read the folder', async () => {
    chmodSync(team, 0o750);
    await keep({ shared: true });
    expect(statSync(join(team, monthFiles(team)[0] ?? '')).mode & 0o777).toBe(0o640);
  });

  it.each<[string, string, () => void]>([
    ['is gone', 'ENOENT', () => renameSync(team, `${team}-gone`)],
    ['is a file', 'ENOTDIR', () => (renameSync(team, `${team}-gone`), writeFileSync(team, ''))],
  ])('that %s: the line is kept here and that is said', async (_what, code, happens) => {
    happens();
    const id = await keep({ shared: true });
    expect(said).toEqual([expect.stringContaining(`${team} cannot be written (${code})`)]);
    expect(await idsOf()).toEqual([id]);
    const { calls, incomplete, unreadable } = await readJournal(deskOf({ shared: true }));
    expect([calls.length, typeof incomplete]).toEqual([1, 'string']);
    expect(unreadable.map(({ error }) => error.code)).toEqual([code]);
  });

  it('cannot replace an own line by one of the same id', async () => {
    const line = call(undefined, { phase: 'sent', command: 'verify', exit: null });
    await keep({}, line);
    const forged = { ...(JSON.parse(line) as JournalEntry), phase: 'answered', exit: 0 } as const;
    put(team, 'maria@desk-3-00000000-2026-09.ndjson', printLine(forged));
    const { calls, own } = await readJournal(deskOf({ shared: true }));
    expect([calls.length, own.map(({ phase }) => phase)]).toEqual([2, ['sent']]);
  });

  it('has a file of a stranger that is too large, a link, and one of no journal', async () => {
    const large = 'maria@desk-3-00000000-2026-09.ndjson';
    put(team, large, call());
    truncateSync(join(team, large), 64 * 1024 * 1024 + 1);
    put(home, 'secret', call());
    if (!windows) symlinkSync(join(home, 'secret'), join(team, 'x@y-00000000-2026-09.ndjson'));
    put(team, 'other.ndjson', call());
    const { calls, unreadable } = await readJournal(deskOf({ shared: true }));
    const codes = unreadable.map(({ error, isOwn }) => [error.code, isOwn]);
    expect([calls, codes]).toEqual([
      [],
      [['EFBIG', false], ...(windows ? [] : [['ELOOP', false]])],
    ]);
  });

  it('is used when the answer is printed, not before: also for the key of a player', async () => {
    const context = deskOf({ shared: true });
    const body = Buffer.from('{"sessionToken":"t","xmdtCompleted":false}');
    const request = { method: 'POST', url: '', headers: [], body } as const;
    const last = {
      elapsedMs: 0,
      startedAtMs: 0,
      endedAtMs: 0,
      request,
      outcome: { status: 200, headers: [], body },
    };
    const exchange = {
      attempts: [],
      last,
      elapsedMs: 0,
      unclearBefore: false,
      clockSkewS: undefined,
    };
    const outcome = judge('session', exchange);
    const place = {
      profile: 'p',
      environment: 'dev',
      values_of: null,
      origin: null,
      case: null,
    } as const;
    const call = { operation: 'session', body, subject: { username: 'player-42' } } as const;
    const sent = sentEntry(context, call, place);
    const description = describeOutcome(outcome);
    const entry = answeredEntry(context, { call, sent, outcome, description });
    openJournalWriter(context, () => Promise.resolve()).keepLater(entry, 'player-42');
    expect(readdirSync(team)).toEqual([]);
    for (const work of context.afterwards) await work({ isShown: true });
    expect(readdirSync(team)).toContain('player-key');
    expect((await readJournal(context)).calls).toMatchObject([
      { player: expect.stringMatching(/^hmac:/) as string },
    ]);
  });

  it('keeps what colleagues wrote when the own part is deleted', async () => {
    await keep({});
    await keep({ shared: true });
    const hers = await keep({ shared: true, user: 'maria' });
    expect(await clearOwn(deskOf({ shared: true }))).toBe(2);
    expect(await idsOf({ shared: true })).toEqual([hers]);
  });
});

it.each([
  ['T/1 (x)', 't/1 (X)'],
  ['Ünïcode', 'Ünïcode'],
  ['a"b\\c', 'a"b\\c'],
])('a search finds the lines with %s and only those', async (caseId, typed) => {
  const id = await keep({}, call(undefined, { case: caseId }));
  await keep({}, call(undefined, { case: 'another' }));
  const { calls } = await readJournal(deskOf(), [typed]);
  expect(calls.map((each) => [each.id, each.case])).toEqual([[id, caseId]]);
});
