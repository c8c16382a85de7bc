import { beforeEach, expect, it } from 'vitest';
import { printLine } from '../../src/support/journal/entry.js';
import { temporaryFolder } from '../helpers/context.js';
import { entryOf, replyOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

let home: string;
const pendingCall = { id: 'pending', says: 'Pending.', next: 'Wait.' };
beforeEach(() => {
  home = temporaryFolder();
  writeJournal(home, [
    entryOf({ id: '20260918T100000Z-000001', at: '2026-09-18T10:00:00.000Z' }),
    entryOf({
      id: '20260920T100000Z-000002',
      at: '2026-09-20T10:00:00.000Z',
      verdict: pendingCall,
      case: '=T-2',
      user: 'maria',
    }),
    printLine(replyOf({ id: '20260921T100000Z-000003', at: '2026-09-21T10:00:00.000Z' })),
  ]);
});

interface Answer {
  readonly entries: readonly { readonly id: string }[];
  readonly replies: readonly { readonly id: string }[];
  readonly counts?: unknown;
}
const listed = async (options: string): Promise<Answer> =>
  json(await pvg(`journal list --json ${options}`, { home }))['answer'] as unknown as Answer;

it.each([
  ['--since yesterday', 1, 1],
  ['--since 7d', 2, 1],
  ['--since 5h', 0, 1],
  ['--since 2026-09-19', 1, 1],
  ['--until 2026-09-20', 2, 0],
  ['--since 2026-09-20T10:00 --until 2026-09-20T10:00', 1, 0],
  ['--outcome pending', 1, 0],
  ['--outcome pending --outcome reply', 1, 1],
  ['--person maria', 1, 0],
  ['--player nobody', 0, 0],
])('list %s', async (options, calls, replies) => {
  const answer = await listed(options);
  expect([answer.entries.length, answer.replies.length]).toEqual([calls, replies]);
});

it.each(['--since tomorrowish', '--until 2026-02-30', '--by day', '--format csv'])(
  'list %s is refused before anything is read',
  async (options) => {
    expect((await pvg(`journal list --json ${options}`, { home })).status).toBe(2);
  },
);

it.each([
  ['', { by: 'outcome', total: 3 }],
  ['--by day', { by: 'day', total: 3, counts: [{ name: '2026-09-21' }, {}, {}] }],
  ['--by person', { by: 'person', total: 3 }],
])('list --count %s', async (options, expected) => {
  expect(await listed(`--count ${options}`)).toMatchObject(expected);
});

it('list --format csv has one row a line, and no formula', async () => {
  const { status, out } = await pvg('journal list --format csv', { home });
  expect(status).toBe(0);
  expect(out.trimEnd().split('\n')).toHaveLength(4);
  expect(out).not.toContain(',=T-2');
});

it('find finds an outcome', async () => {
  const { answer } = json(await pvg('journal find pending --json', { home }));
  expect((answer as unknown as Answer).entries).toMatchObject([{ id: '20260920T100000Z-000002' }]);
});
