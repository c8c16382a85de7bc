import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { printLine, type JournalEntry } from '../../../src/support/journal/entry.js';
import { readJournal } from '../../../src/support/journal/journal.js';
import {
  isAboutOrReply,
  newestFirst,
  type ReadingTrouble,
  type Selection,
} from '../../../src/support/journal/newest-first.js';
import { temporaryFolder, testContext } from '../../helpers/context.js';
import { entryOf, replyOf, writeJournal } from '../../helpers/journal.js';

let home: string;
let team: string;
beforeEach(() => {
  home = temporaryFolder();
  team = join(home, 'team');
  mkdirSync(team, { mode: 0o700 });
});

const startMs = Date.parse('2026-09-01T00:00:00Z');

/** A call that began at a second of the month, with an id of its own. */
const at = (second: number, id: number, given: Partial<JournalEntry> = {}): JournalEntry => {
  const time = new Date(startMs + second * 1000).toISOString();
  const stamp = time.replace(/[-:]|\.\d+/g, '');
  return entryOf({ id: `${stamp}-${id.toString(16).padStart(6, '0')}`, at: time, ...given });
};

async function read(selection: Selection = {}, most = Infinity) {
  const context = testContext({ home, env: { PVG_JOURNAL_DIR: team } });
  const trouble: ReadingTrouble = { damaged: 0, unreadable: [] };
  const ids: string[] = [];
  for await (const { kept } of newestFirst(context, selection, trouble)) {
    ids.push(kept.id);
    if (ids.length >= most) break;
  }
  return { ids, ...trouble };
}

it('files of several writers are one list by time, also of calls that took long', async () => {
  const call = fc.record({
    startS: fc.integer({ min: 0, max: 2_000 }),
    durationS: fc.integer({ min: 0, max: 600 }),
  });
  const writers = fc.array(fc.array(call, { maxLength: 40 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(writers, fc.integer({ min: 1, max: 50 }), async (all, most) => {
      let id = 0;
      const entries = all.map((calls) =>
        calls
          .toSorted((one, other) => one.startS + one.durationS - other.startS - other.durationS)
          .map(({ startS, durationS }) => at(startS, (id += 1), { duration_ms: durationS * 1000 })),
      );
      home = temporaryFolder();
      entries.forEach((lines, index) => {
        writeJournal(home, lines, `user${index}@desk-00000000-2026-09.ndjson`);
      });
      const times = entries.flat().map((entry) => entry.at);
      const found = (await read({}, most)).ids.map(
        (each) => times[Number.parseInt(each.slice(-6), 16) - 1],
      );
      expect(found).toEqual(times.toSorted().reverse().slice(0, most));
    }),
    { numRuns: 60 },
  );
});

it('a verify is one entry, wherever its two lines are, and its answer counts', async () => {
  const sent = at(10, 1, { command: 'verify', phase: 'sent', exit: null });
  const answered: JournalEntry = { ...sent, phase: 'answered', exit: 7 };
  for (const [first, second] of [
    ['a@desk-00000000-2026-08.ndjson', 'a@desk-00000000-2026-09.ndjson'],
    ['a@desk-00000000-2026-09.ndjson', 'a@desk-00000000-2026-08.ndjson'],
  ] as const) {
    home = temporaryFolder();
    writeJournal(home, [at(1, 2), sent], first);
    writeJournal(home, [answered, at(20, 3)], second);
    const { calls } = await readJournal(testContext({ home }));
    expect(calls.map(({ phase, exit }) => [phase, exit])).toEqual([
      ['answered', 0],
      ['answered', 7],
      ['answered', 0],
    ]);
  }
});

it.each([
  [
    'in the file of a later month',
    ['a@desk-00000000-2026-08.ndjson', 'a@desk-00000000-2026-09.ndjson'],
  ],
  [
    'in a file that is read first',
    ['a@desk-00000000-2026-09.ndjson', 'a@desk-00000000-2026-08.ndjson'],
  ],
] as const)('the last move of a call counts, %s', async (_what, [first, second]) => {
  const call = at(10, 1, { case: 'T-1' });
  const moved = { ...call, case: 'T-2', moved_at: '2026-10-01T00:00:00.000Z', moved_from: 'T-1' };
  const again = { ...call, case: 'T-3', moved_at: '2026-10-02T00:00:00.000Z', moved_from: 'T-2' };
  const reply = replyOf({ id: '20260901T000020Z-00000a', at: '2026-09-01T00:00:20.000Z' });
  const movedReply = { ...reply, case: 'T-2', moved_at: moved.moved_at, moved_from: 'T-1' };
  writeJournal(home, [call, printLine(reply)], first);
  writeJournal(home, [moved, printLine(movedReply)], second);
  const context = testContext({ home });
  const cases = async (): Promise<unknown> => {
    const { calls, replies } = await readJournal(context);
    return [...calls, ...replies].map((kept) => kept.case);
  };
  expect(await cases()).toEqual(['T-2', 'T-2']);
  writeJournal(home, [again], 'a@desk-00000000-2026-10.ndjson');
  expect(await cases()).toEqual(['T-3', 'T-2']);
});

it('a few lines of a wrong clock do not hide the order of the others', async () => {
  const wrong = [at(-20_000_000, 1), at(40_000_000, 2)];
  writeJournal(home, [at(1, 3), at(3, 4), ...wrong, at(5, 5)], 'a@desk-00000000-2026-09.ndjson');
  writeJournal(home, [at(2, 6), at(4, 7)], 'b@desk-00000000-2026-09.ndjson');
  const { ids } = await read();
  expect(ids.map((id) => Number(id.slice(-6)))).toEqual([2, 5, 7, 4, 6, 3, 1]);
});

const damaged = (text: string): string => `{"id":"damaged","case":"T-1","receipt":"${text}"`;

it.each<[what: string, selection: Selection, most: number, parsed: number]>([
  ['the newest alone', {}, 1, 0],
  ['with a text', { containing: ['ffffffffffff'] }, Infinity, 0],
  [
    'with one of many texts',
    { containing: ['ffffffffffff', ...[...Array(30).keys()].map(String)] },
    Infinity,
    0,
  ],
  [
    'of a case, about one purchase',
    { containing: ['t-1'], mayMatter: isAboutOrReply(['ffffffffffff']) },
    Infinity,
    0,
  ],
  ['of a case', { containing: ['t-1'] }, Infinity, 5_000],
  ['all', {}, Infinity, 5_000],
])('lines that cannot be wanted are not parsed: %s', async (_what, selection, most, parsed) => {
  const receipt = 'ffffffffffff';
  const lines = [
    at(1, 1, { receipt, case: 'T-1' }),
    ...Array<string>(5_000).fill(damaged('0'.repeat(12))),
  ];
  // Lines before the newest show that no earlier one can be newer.
  const last = [...Array(40).keys()].map((second) =>
    at(second + 2, second + 2, { receipt, case: 'T-1' }),
  );
  writeJournal(home, [...lines, ...last]);
  const found = await read(selection, most);
  expect([found.ids.length, found.damaged]).toEqual([most === 1 ? 1 : 41, parsed]);
});

it('replies of a case are read beside the calls about its purchase', async () => {
  const reply = replyOf({ case: 'T-1' });
  writeJournal(home, [printLine(reply), at(1, 1, { case: 'T-1', receipt: '111111111111' })]);
  const { replies, calls } = await readJournal(testContext({ home }), ['T-1'], {
    mayMatter: isAboutOrReply(['222222222222']),
  });
  expect([replies.length, calls.length]).toEqual([1, 0]);
});

it('a line of any length costs no other line', async () => {
  const long = 'x'.repeat(9_000_000);
  writeJournal(home, [at(1, 1), long, at(2, 2, { case: 'ü'.repeat(900) }), `${long}{`, at(3, 3)]);
  const { ids, damaged: skipped } = await read();
  expect([ids.map((id) => Number(id.slice(-6))), skipped]).toEqual([[3, 2, 1], 2]);
});

it('a text of any length is searched for as it is', async () => {
  writeJournal(home, [at(1, 1, { case: 'a.c' }), at(2, 2, { case: 'abc' })]);
  expect((await read({ containing: ['a.c', '('.repeat(100_000)] })).ids).toHaveLength(1);
});

it('a file that has no line break at its end, or only line breaks, is read', async () => {
  writeJournal(home, [at(1, 1)]);
  writeFileSync(join(team, 'maria@desk-3-00000000-2026-09.ndjson'), `\n\n\n${printLine(at(2, 2))}`);
  writeFileSync(join(team, 'kim@desk-3-00000000-2026-09.ndjson'), '\n\n\n');
  expect((await read()).ids).toHaveLength(2);
});

it('whoever has enough leaves no file open', async () => {
  writeJournal(
    home,
    [...Array(2_000).keys()].map((second) => at(second, second)),
  );
  const context = testContext({ home });
  let [opened, closed] = [0, 0];
  async function* piecesFromEnd(path: string) {
    opened += 1;
    try {
      yield* context.files.piecesFromEnd(path);
    } finally {
      closed += 1;
    }
  }
  const watched = { ...context, files: { ...context.files, piecesFromEnd } };
  for await (const line of newestFirst(watched, {}, { damaged: 0, unreadable: [] }))
    if (line.isOwn) break;
  expect([opened, closed]).toEqual([1, 1]);
});
