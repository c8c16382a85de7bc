import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { printLine, type JournalEntry } from '../../src/support/journal/entry.js';
import { runProgram } from '../../src/program.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { demo, entryOf, journalIn, replyOf, writeJournal } from '../helpers/journal.js';
import { json, pvg, words } from '../helpers/pvg.js';

/** A long journal costs what is shown of it: pieces that were read and lines that were parsed are counted, not seconds. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  mkdirSync(journalIn(home), { recursive: true, mode: 0o700 });
});

const startMs = Date.parse('2026-09-01T00:00:00Z');

const numbered = (number: number, given: Partial<JournalEntry> = {}): JournalEntry => {
  const time = new Date(startMs + number * 1_000).toISOString();
  const id = `${time.replace(/[-:]|\.\d+/g, '')}-${number.toString(16).padStart(6, '0')}`;
  const receipt = number.toString(16).padStart(12, '0');
  return entryOf({
    id,
    at: time,
    receipt,
    order_id: `GPA.${number}`,
    origin: 'https://a.example',
    ...given,
  });
};

const lineCount = 20_000;
const range = (count: number): number[] => [...Array(count).keys()];

interface Counted {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Of the journal, 256 KB each. */
  readonly pieces: number;
}

/** A whole command line, with what it read of the journal. */
async function counted(line: string): Promise<Counted> {
  const context = testContext({ home });
  let pieces = 0;
  async function* piecesFromEnd(path: string, mostBytes?: number) {
    for await (const piece of context.files.piecesFromEnd(path, mostBytes)) {
      pieces += 1;
      yield piece;
    }
  }
  const status = await runProgram(
    { ...context, files: { ...context.files, piecesFromEnd } },
    words(line),
  );
  return { status, out: context.stdout.text(), err: context.stderr.text(), pieces };
}

interface Listed {
  readonly entries: readonly { readonly id: string }[];
  readonly replies: readonly unknown[];
  readonly has_older: boolean;
  readonly damaged: number;
}
const answerOf = ({ out }: { readonly out: string }): Listed =>
  (JSON.parse(out) as { answer: Listed }).answer;

describe('of a journal of 20,000 lines', () => {
  const damaged = '{"id":"damaged","case":"T-1"';
  const newest = range(300).map((number) => numbered(lineCount + number, { case: 'T-1' }));
  const failure = numbered(lineCount + 300, {
    exit: 4,
    code: 'UNAUTHORIZED',
    status: 401,
    verdict: null,
  });
  beforeEach(() => {
    writeJournal(home, [
      ...range(lineCount).map(() => damaged + ' '.repeat(900)),
      ...newest,
      failure,
    ]);
  });

  it.each([
    ['journal list --json', 20],
    ['journal list --limit 200 --json', 200],
    ['journal list --profile local --json', 20],
    ['journal list --case T-1 --json', 20],
    ['journal find T-1 --json', 100],
    ['journal find T-1 --limit 200 --json', 200],
  ])('%s reads its end, and parses what it shows', async (line, shown) => {
    const { status, out, pieces } = await counted(line);
    expect(status).toBe(0);
    // A verify of the newest purchase may stand anywhere, so lines about it are looked for in the whole journal.
    if (!line.startsWith('journal find')) expect([1, 2]).toContain(pieces);
    const answer = answerOf({ out });
    expect(answer).toMatchObject({ has_older: true, damaged: 0, replies: [] });
    const ids = [...newest, ...(line.includes('T-1') ? [] : [failure])].map(({ id }) => id);
    expect(answer.entries.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, shown));
  });

  it.each([
    '',
    ' --case T-2',
    ' --outcome pending',
    ' --person nobody',
    ' --count',
    ' --format csv',
  ])('journal list --since 7d%s reads nothing that is older than that', async (filters) => {
    const { status, pieces } = await counted(`journal list --since 7d${filters}`);
    expect(status).toBe(0);
    expect([1, 2]).toContain(pieces);
  });

  it.each(['journal show --last', 'explain-error', 'explain-error --last --profile local'])(
    '%s reads its end',
    async (line) => {
      const { status, err, pieces } = await counted(`${line} --json`);
      expect([status, err]).toEqual([0, '']);
      expect([1, 2]).toContain(pieces);
    },
  );

  it.each([
    `report ${failure.id}`,
    'report --last',
    'report GPA.20007',
    `journal show ${failure.id}`,
    'journal find GPA.20007',
    'journal list --case T-2',
    'journal list --profile nobody',
  ])('%s goes through it, and parses no line about other calls', async (line) => {
    const { status, err, pieces } = await counted(line);
    expect([status, err]).toEqual([0, '']);
    expect(pieces).toBeGreaterThan(50);
  });

  it('a look-up for the case parses no line about its other purchases', async () => {
    expect(await counted(`lookup ${demo('demo-recorded')} --case T-1`)).toMatchObject({
      status: 0,
      err: '',
    });
  });
});

describe('shows the same as before', () => {
  it('find: the newest first, replies too, and whether there are older ones', async () => {
    const calls = range(150).map((number) => numbered(number, { case: 'T-1' }));
    const reply = replyOf({
      id: '20260901T000100Z-00000a',
      at: '2026-09-01T00:02:00.500Z',
      case: 'T-1',
    });
    writeJournal(home, [...calls.slice(0, 121), printLine(reply), ...calls.slice(121)]);
    const all = json(await pvg('journal find T-1 --limit 151 --json', { home }));
    expect(all['answer']).toMatchObject({ has_older: false, replies: [{ id: reply.id }] });
    const some = json(await pvg('journal find T-1 --json', { home }));
    const { entries, has_older: hasOlder } = some['answer'] as Listed;
    expect([entries.length, entries[0]?.id, hasOlder]).toEqual([99, calls.at(-1)?.id, true]);
    expect((await pvg('journal find T-1 --limit 0', { home })).status).toBe(2);
  });

  it('explain-error: the last failure behind thousands of good calls, and no verify that was answered', async () => {
    const sent = numbered(9_000, { command: 'verify', phase: 'sent', exit: null });
    const verified: JournalEntry = { ...sent, phase: 'answered', exit: 0 };
    const lost = numbered(1, { command: 'verify', phase: 'sent', exit: null, case: 'T-lost' });
    writeJournal(home, [
      lost,
      ...range(8_000).map((number) => numbered(number + 2)),
      sent,
      verified,
    ]);
    expect(json(await pvg('explain-error --json', { home }))['answer']).toMatchObject({
      entry: { case: 'T-lost' },
    });
  });

  it('reply --last: the newest call that says something, behind those that do not', async () => {
    const silent = { verdict: null, exit: 2, status: null, advice: 'check', error: null } as const;
    const prod = { environment: 'prod', profile: 'shop' } as const;
    const telling = numbered(1, prod);
    writeJournal(home, [
      numbered(0, prod),
      telling,
      ...range(50).map((n) => numbered(n + 2, { ...prod, ...silent })),
    ]);
    expect(json(await pvg('reply en --last --json', { home }))).toMatchObject({
      exit: 0,
      call_id: telling.id,
    });
  });

  it('report --last: the same as the report of its call', async () => {
    const subject = { receipt: 'aaaaaaaaaaaa', environment: 'prod', profile: 'shop' } as const;
    const [first, second, other, last] = [
      numbered(1, { ...subject, case: 'T-1' }),
      numbered(2, { ...subject, case: 'T-2' }),
      numbered(3, { environment: 'prod', profile: 'shop', case: 'T-1' }),
      numbered(4, { ...subject, case: 'T-1' }),
    ];
    const [mine, general] = [
      replyOf({
        id: '20260901T000005Z-00000a',
        case: 'T-1',
        call: last.id,
        receipt: last.receipt,
        situation: 'pending',
      }),
      replyOf({ id: '20260901T000006Z-00000b', case: 'T-1', situation: 'refund' }),
    ];
    writeJournal(home, [first, second, other, last, printLine(mine), printLine(general)]);
    const [newest, named] = [
      await pvg('report --last', { home }),
      await pvg(`report ${last.id}`, { home }),
    ];
    expect(newest.out).toBe(named.out);
    for (const name of [first.id, second.id, last.id, 'pending (', 'refund ('])
      expect(newest.out).toContain(name);
    expect(newest.out).not.toContain(other.id);
  });
});

it('a report of a ticket with thousands of calls has the newest, says so, and finds an older one that is named', async () => {
  writeJournal(
    home,
    range(2_100).map((number) => numbered(number, { case: 'T-1', receipt: 'aaaaaaaaaaaa' })),
  );
  const [oldest, newest] = [numbered(0), numbered(2_099)].map(({ id }) => id);
  const whole = await pvg('report --case T-1', { home });
  expect([
    whole.status,
    whole.out.includes(String(newest)),
    whole.out.includes(String(oldest)),
  ]).toEqual([0, true, false]);
  expect(whole.out).toContain('2000 lines');
  const named = await pvg(`report ${String(oldest)}`, { home });
  expect([named.status, named.out.includes(String(oldest))]).toEqual([0, true]);
  expect((await pvg('report --last', { home })).out).toContain('2000 lines');
});

it('a reply about many purchases of a ticket reads the journal as often as one about two', async () => {
  const lookupsOf = (count: number): JournalEntry[] =>
    range(count).map((number) => numbered(100 * count + number, { case: `T-${count}` }));
  writeJournal(home, [...lookupsOf(2), ...lookupsOf(12)]);
  // The line of a reply is in a file of its own month.
  await counted('reply en --for pending');
  const two = await counted('reply en --case T-2');
  const twelve = await counted('reply en --case T-12');
  expect([two.status, twelve.status, twelve.pieces]).toEqual([0, 0, two.pieces]);
});
