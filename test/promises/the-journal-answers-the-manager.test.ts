import { beforeEach, describe, expect, it } from 'vitest';
import { printLine } from '../../src/support/journal/entry.js';
import { temporaryFolder } from '../helpers/context.js';
import { demo, entryOf, monthFile, replyOf, writeJournal } from '../helpers/journal.js';
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
  ['--since monday', 0, 1],
  ['--since Sunday', 1, 1],
  ['--since saturday', 1, 1],
  ['--since friday', 2, 1],
  ['--since tuesday', 2, 1],
  ['--until sunday', 2, 0],
  ['--until friday', 1, 0],
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

it('list refuses a time that ends before it begins', async () => {
  const ended = await pvg('journal list --since sunday --until saturday', { home });
  expect([ended.status, ended.err]).toEqual([2, expect.stringContaining('--until is before')]);
});

it('list --about chooses what find finds, among the lines of the other options', async () => {
  const { entries } = await listed('');
  const { answer } = json(await pvg(`journal find ${entries[0]?.id ?? ''} --json`, { home }));
  const found = (answer as unknown as Answer).entries.map(({ id }) => id);
  const idsOf = async (options: string): Promise<readonly string[]> =>
    (await listed(`--about ${found[0] ?? ''} ${options}`)).entries.map(({ id }) => id);
  expect(found).toHaveLength(1);
  expect(await idsOf('')).toEqual(found);
  expect(await idsOf('--person nobody')).toEqual([]);
  expect(await listed(`--about ${found[0] ?? ''} --count`)).toMatchObject({ total: 1 });
});

it('what list --about is given is not repeated: it may be a receipt', async () => {
  const receipt = 'abcdefgh.AO-J1Oz_unlikely';
  const { status, out, err } = await pvg(`journal list --about ${receipt} --since 7d`, { home });
  expect(status).toBe(0);
  expect(out + err).not.toContain(receipt);
  expect((await pvg("journal list --about ' '", { home })).status).toBe(2);
});

it('list --count counts by several at once, for a script', async () => {
  const [both, days] = [
    await listed('--count --by outcome --by day'),
    await listed('--count --by day'),
  ];
  expect(both).toMatchObject({ by: 'outcome' });
  const ofDays = (days as unknown as { calls: { counts: unknown } }).calls.counts;
  expect(both).toMatchObject({ calls_by: { day: ofDays } });
});

it('list --count counts each day with each of its outcomes', async () => {
  const count = 'journal list --count --by day --by outcome';
  const { out } = await pvg(`${count} --no-color`, { home, terminal: true, columns: 100 });
  const rows = out.split('\n').map((line) => line.trim().split(/\s{2,}/));
  const expected = [
    ['day', 'outcome', 'calls'],
    ['2026-09-20', 'pending', '1'],
    ['2026-09-18', 'paid-and-recorded', '1'],
    ['total', '2'],
  ];
  expect(rows.slice(0, expected.length)).toEqual(expected);
  const csv = await pvg(`${count} --format csv`, { home });
  const cells = csv.out.split(/\r?\n/).map((line) => line.split(',').slice(0, 3).join(' '));
  expect(cells.filter(Boolean)).toEqual([
    '"day" "outcome" "calls"',
    '"2026-09-21" "reply" 0',
    '"2026-09-20" "pending" 1',
    '"2026-09-18" "paid-and-recorded" 1',
  ]);
});

it('list --count has days and persons once each, the newest day first', async () => {
  const { out } = await pvg('journal list --count --by person --by day --by person --format csv', {
    home,
  });
  expect(out).toMatch(/^"person","day","calls",/);
});

it.each([
  ['--format csv --json --limit 5 --person maria', '--person maria --limit 5 --format csv'],
  ['--count --limit 5 --since 7d', '--since 7d --count'],
  ['--by day --limit 5', '--count --by day'],
])('list %s leads to what was meant, and to nothing else', async (options, meant) => {
  const { status, err } = await pvg(`journal list ${options}`, { home, columns: 400 });
  expect([status, err]).toEqual([2, expect.stringContaining(`pvg journal list ${meant}\n`)]);
});

it.each(['--since tomorrowish', '--until 2026-02-30', '--by day', '--format csv'])(
  'list %s is refused before anything is read',
  async (options) => {
    expect((await pvg(`journal list --json ${options}`, { home })).status).toBe(2);
  },
);

describe('list --player says where that player’s purchases are found', () => {
  it('without a ticket', async () => {
    const { err, out } = await pvg('journal list --player nobody', { home, columns: 4000 });
    expect(out + err).toContain('`pvg journal find <what>`');
  });

  it('by the tickets of the player', async () => {
    await pvg('session demo-completed --profile local --check --case T-9', { home });
    await pvg(`lookup ${demo('demo-recorded')} --case T-9`, { home });
    const words = { home, columns: 4000 };
    const { out, err } = await pvg('journal list --player demo-completed', words);
    expect(out + err).toContain('`pvg journal list --case T-9`');
    expect((await listed('--case T-9')).entries).toHaveLength(2);
  });
});

describe('an outcome that no line can have', () => {
  it.each([
    ['pendin', 'pending'],
    ['paid-and-record', 'paid-and-recorded'],
    ['replies', undefined],
    ['DUPLICATE_TRANSACTON', 'DUPLICATE_TRANSACTION'],
    ['not-reachd', 'not-reached'],
    ['s3cret', undefined],
  ])('%s is refused, with the nearest one', async (typed, meant) => {
    for (const form of ['', '--count', '--format csv']) {
      const { status, out, err } = await pvg(`journal list ${form} --outcome ${typed}`, { home });
      expect([status, out]).toEqual([2, '']);
      expect(err.includes('--outcome s3cret')).toBe(false);
      if (meant !== undefined) expect(err).toContain(`\`--outcome ${meant}\``);
    }
  });

  it.each(['http-418', 'Pending', 'note', 'secret-missing', 'xmdt_disabled', 'never answered'])(
    '%s is one, though no line has it',
    async (outcome) => {
      const words = ['journal', 'list', '--json', '--since', '1m', '--outcome', outcome];
      expect((await pvg(words, { home })).status).toBe(0);
    },
  );

  it('a code that only the journal knows is one', async () => {
    const code = 'A_CODE_OF_THE_SERVICE';
    const time = '2026-09-20T10:00:00.000Z';
    writeJournal(home, [entryOf({ at: time, verdict: null, exit: 5, code })]);
    expect((await listed(`--outcome ${code}`)).entries).toHaveLength(1);
    expect((await listed(`--outcome ${code} --since 1m`)).entries).toHaveLength(0);
  });
});

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

describe('a name in other letters', () => {
  it.each([
    ['--person MARIA', 'maria', 1],
    ['--person "Agent on DESK-7"', 'agent on desk-7', 1],
    ['--outcome Pending', 'pending', 1],
    ['--person maria', undefined, 1],
  ])('%s finds it, and says so', async (option, name, count) => {
    for (const form of ['', '--count', '--format csv', '--json']) {
      const { status, out, err } = await pvg(`journal list ${option} ${form}`, { home });
      expect(status).toBe(0);
      expect(`${out}${err}`.includes(`the journal has it as ${String(name)}`)).toBe(
        name !== undefined,
      );
    }
    expect((await listed(option)).entries).toHaveLength(count);
  });

  it('--player finds it, and says so', async () => {
    await pvg('session demo-completed --profile local --check', { home });
    const { err } = await pvg('journal list --json --player Demo-Completed', { home });
    expect(err).toContain('the journal has it as demo-completed');
    expect((await listed('--player Demo-Completed')).entries).toHaveLength(1);
    expect((await listed('--player demo-complete')).entries).toHaveLength(0);
  });

  it('counts one who has the name as it was typed alone', async () => {
    const mine = { id: '20260921T110000Z-000009', at: '2026-09-21T11:00:00.000Z', user: 'Maria' };
    writeJournal(home, [entryOf(mine)], monthFile.replace('agent', 'maria'));
    expect((await listed('--person Maria')).entries).toMatchObject([{ id: mine.id }]);
    expect((await listed('--person maria')).entries).toHaveLength(1);
    expect((await listed('--person mARIA')).entries).toHaveLength(2);
  });
});

it.each(['', '--count', '--format csv', '--json'])(
  'list %s --person: of a name that nobody has it names the people who are there',
  async (form) => {
    const { status, out, err } = await pvg(`journal list ${form} --person mary`, { home });
    expect(status).toBe(0);
    for (const name of ['maria on desk-7', 'agent on desk-7']) {
      expect(`${out}${err}`).toContain(name);
    }
  },
);

it('find finds an outcome', async () => {
  const { answer } = json(await pvg('journal find pending --json', { home }));
  expect((answer as unknown as Answer).entries).toMatchObject([{ id: '20260920T100000Z-000002' }]);
});

describe('how many calls there were', () => {
  const remark = (command: string, number: number): string =>
    JSON.stringify({
      ...{ id: `20260921T10000${number}Z-00000${number}`, at: `2026-09-21T10:00:0${number}.000Z` },
      ...{ command, case: 'T-1', text: 'x', user: 'maria' },
    });

  beforeEach(() => {
    writeJournal(home, [
      entryOf({ id: '20260920T100000Z-000001', at: '2026-09-20T10:00:00.000Z', user: 'maria' }),
      entryOf({ id: '20260920T100000Z-000002', at: '2026-09-20T10:00:00.000Z', command: 'batch' }),
      printLine(replyOf({ id: '20260921T100000Z-000003', at: '2026-09-21T10:00:00.000Z' })),
      remark('note', 4),
      remark('refusal', 5),
      remark('refusal', 6),
      remark('move', 7),
    ]);
  });

  it.each(['outcome', 'day', 'person', 'ticket'])(
    'by %s: apart from the other lines',
    async (key) => {
      expect(await listed(`--count --by ${key}`)).toMatchObject({
        total: 7,
        calls: { total: 2 },
        others: { reply: 1, note: 1, refusal: 2, move: 1 },
      });
    },
  );

  it.each([
    ['ticket', 'T-1', 0, 5],
    ['day', '2026-09-21', 0, 5],
    ['person', 'maria', 0, 4],
  ])('the table by %s has what has no call', async (key, name, callCount, otherCount) => {
    const { out } = await pvg(`journal list --count --by ${key}`, { home });
    expect(out).toContain(`${key}: ${name}\ncalls: ${callCount}\nother lines: ${otherCount}\n`);
    expect(out).toContain('\n\ntotal calls: 2\ntotal other lines: 5\n');
    expect(out).not.toContain(`${key}: total`);
  });

  it('the table is about the calls, and a line names the rest', async () => {
    const { out } = await pvg('journal list --count', { home });
    expect(out).toMatch(/\n\ntotal calls: 2\n/);
    expect(out).not.toMatch(/^outcome: reply/m);
    expect(out).toContain('1 reply, 2 refused pastes, 1 note, 1 move');
  });

  it.each([
    [
      '',
      [
        '"paid-and-recorded",2,0,0,0,0',
        '"refusal",0,0,2,0,0',
        '"reply",0,1,0,0,0',
        '"note",0,0,0,1,0',
        '"move",0,0,0,0,1',
      ],
    ],
    ['--by day', ['"2026-09-21",0,1,2,1,1', '"2026-09-20",2,0,0,0,0']],
    ['--by ticket', ['"T-1",0,1,2,1,1', '"no ticket",2,0,0,0,0']],
  ])('--count --format csv %s', async (options, rows) => {
    const { status, out } = await pvg(`journal list --count --format csv ${options}`, { home });
    expect(status).toBe(0);
    const [head, ...lines] = out.trimEnd().split('\r\n');
    expect(head).toMatch(/,"calls","replies","refusals","notes","moves"$/);
    expect([...lines].sort()).toEqual([...rows].sort());
  });
});

describe('list --format csv', () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    entryOf({ id: `20260920T1000${10 + index}Z-000001`, profile: 'shop', environment: 'prod' }),
  );
  const reply = replyOf({
    situation: 'pending',
    languages: ['en', 'ko'],
    texts: ['Please wait.', '=기다려'],
    moved_from: 'T-1O',
  });
  beforeEach(() => {
    writeJournal(home, [...many, printLine(reply)]);
  });

  it.each([
    ['', 31],
    ['--limit 4', 4],
  ])('%s has as many rows as that', async (options, rows) => {
    const { out } = await pvg(`journal list --format csv ${options}`, { home });
    expect(out.trimEnd().split('\r\n')).toHaveLength(1 + rows);
  });

  it('has the product and the place of a call, and which reply it was', async () => {
    const { out } = await pvg('journal list --format csv', { home });
    const places =
      'product,profile,environment,situation,languages,reply_text,moved_from,order_ids';
    expect(out.split('\r\n')[0]?.endsWith(`,${places}`)).toBe(true);
    expect(out).toContain(',"gems_100","shop","prod",,,,,"GPA.1234-5678-9012-34567"\r\n');
    const text = '"Please wait.\n\n=기다려"';
    expect(out).toContain(`,,,,"pending","en ko",${text},"T-1O",\r\n`);
  });

  it('has the old ticket of a move', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-7`, { home });
    await pvg('journal move --last --case T-8', { home });
    const { out } = await pvg('journal list --format csv --case T-8', { home });
    const rows = out.trimEnd().split('\r\n').slice(1);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatch(/"T-8",.*,"T-7",[^,]*$/);
  });

  it('has every order of a reply', async () => {
    const order_ids = ['GPA.1', 'GPA.2', 'GPA.3'];
    writeJournal(home, [printLine(replyOf({ order_id: 'GPA.1', order_ids }))]);
    const { out } = await pvg('journal list --format csv', { home });
    expect(out).toContain(',"GPA.1 GPA.2 GPA.3"\r\n');
  });
});

it.each([
  ['--count --since 7d --profile local', 'pvg journal list --profile local --since 7d'],
  ['--since 1m --outcome note --person agent', 'pvg journal list --person agent --outcome note'],
  [
    '--outcome note --person agent --case T-5',
    'pvg journal list --case T-5 --person agent --count --by outcome',
  ],
  ['--since friday --person mary', 'pvg journal list --since friday --count --by person'],
  ['--since monday --person maria', 'pvg journal list --since monday --person mai'],
  ['--case T-5 --person mary', 'pvg journal list --case T-5 --count --by person'],
  ['--case T-5', 'pvg journal list'],
])('list %s: the next command keeps the filters', async (options, next) => {
  const { status, out } = await pvg(`journal list ${options}`, { home, columns: 400 });
  expect(status).toBe(0);
  expect(out).toContain(`Next: ${next}\n`);
});

it.each([
  ['--by person', 'pvg journal list --count --by person'],
  [
    '--since 7d --outcome pending --outcome reply --by day --profile shop --limit 5',
    'pvg journal list --profile shop --since 7d --outcome pending --outcome reply --count --by day',
  ],
])('list %s: the suggested command keeps what was typed', async (options, next) => {
  const { status, err, out } = await pvg(`journal list ${options}`, { home, columns: 400 });
  expect(status).toBe(2);
  expect(`${out}${err}`).toContain(`Next: ${next}\n`);
});

it.each([
  ['dragon_slayer', true],
  ['Mai Nguyễn', true],
  ['SUP-2008', false],
  ['0123456789ab', false],
  ['GPA.1111-2222-3333-44444', false],
])('find "%s", which the journal has not: it may be a player is %s', async (word, isPlayer) => {
  const { status, out } = await pvg(['journal', 'find', word], { home });
  expect(status).toBe(0);
  expect(out.includes('session calls only')).toBe(isPlayer);
  expect(out.includes('Check the spelling')).toBe(!isPlayer && !word.startsWith('GPA.'));
});

it('a note is found by its words, also by one that is an outcome', async () => {
  const home = temporaryFolder();
  const text = 'the clerk replied by mail';
  await pvg(['journal', 'note', '--case', 'T-3', text], { home });
  const { answer } = json(await pvg('journal find replied --json', { home }));
  expect(answer).toMatchObject({ remarks: [{ command: 'note', text }] });
});
