import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/signing/digest.js';
import { displayWidth } from '../../src/output/table.js';
import { temporaryFolder } from '../helpers/context.js';
import { printLine } from '../../src/support/journal/entry.js';
import { demo, entryOf, journalIn, replyOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** The entries that `journal list` gives, the newest first. */
async function listed(options = ''): Promise<Record<string, unknown>[]> {
  const { answer } = json(await pvg(`journal list --json ${options}`, { home }));
  return (answer as { entries: Record<string, unknown>[] }).entries;
}

describe('pvg journal list', () => {
  const at = (day: number, given: Parameters<typeof entryOf>[0]) =>
    entryOf({
      id: `202609${day}T141320Z-00000${day - 18}`,
      at: `2026-09-${day}T14:13:20.000Z`,
      ...given,
    });
  const calls = [
    at(19, { case: 'A', profile: 'game-dev' }),
    at(20, { case: 'B' }),
    at(21, { case: 'A' }),
  ];
  const ids = async (options: string): Promise<unknown[]> =>
    (await listed(options)).map(({ id }) => String(id).slice(-1));

  it.each([
    ['', ['3', '2', '1']],
    ['--limit 1', ['3']],
    ['--case A', ['3', '1']],
    ['--case a --profile game-dev', ['1']],
    ['--profile nobody', []],
  ])('%s', async (options, expected) => {
    writeJournal(home, calls);
    expect(await ids(options)).toEqual(expected);
  });

  it('shows 20 unless told, and how to see older ones', async () => {
    const many = [...Array(25).keys()].map((n) =>
      entryOf({ id: `20260921T141320Z-${n + 100_000}` }),
    );
    writeJournal(home, many);
    expect(await listed()).toHaveLength(20);
    expect((await pvg('journal list', { home })).out).toContain('`--limit 100`');
    const counts = async (limit: number): Promise<unknown> => {
      const { answer } = json(await pvg(`journal list --limit ${limit} --json`, { home }));
      const { entries, has_older: hasOlder } = answer as { entries: unknown[]; has_older: boolean };
      return [entries.length, hasOlder];
    };
    expect([await counts(24), await counts(25)]).toEqual([
      [24, true],
      [25, false],
    ]);
  });

  it('says that it is empty', async () => {
    const { status, out, err } = await pvg('journal list', { home });
    expect([status, out, err]).toEqual([0, expect.stringMatching(/^The journal is empty\./), '']);
  });

  it('counts damaged lines and says where they are', async () => {
    writeJournal(home, [calls[0] ?? '', '{"id":"to', calls[1] ?? '']);
    const ended = await pvg('journal list --json', { home });
    expect(json(ended)['answer']).toMatchObject({ damaged: 1, entries: [{}, {}] });
    expect(ended.err).toContain('Skipped 1 damaged line of the journal (not deleted).');
  });

  it('names the file that a batch read, without its folder', async () => {
    const facts = [{ label: 'Input', value: '/tickets/may/purchases.csv' }];
    writeJournal(home, [at(21, { command: 'batch', receipt: null, order_id: null, facts })]);
    const { out } = await pvg('journal list', { home });
    expect(out).toMatch(/^about: purchases\.csv$/m);
  });

  const headings = /^Age +Outcome +About +Ticket +Who$/m;
  const terminal = { terminal: true, env: { NO_COLOR: '1' } };

  it.each([80, 120])('is a table on a terminal of %i columns, a row a line', async (columns) => {
    const player = 'hmac:0123456789ab';
    const session = { command: 'session', product: null, receipt: null, player } as const;
    writeJournal(home, [
      at(19, { case: 'TICKET-4711' }),
      at(20, { case: 'ใบเสร็จ-7', product: 'Gói 100 kim cương 💎' }),
      at(21, { ...session, verdict: { id: 'completed', says: 'x', next: 'x' } }),
    ]);
    const { out } = await pvg('journal list', { home, columns, ...terminal });
    const [head = '', ...rows] = out.split('\n');
    expect(head).toMatch(headings);
    const order = 'GPA.1234-5678-9012-34567';
    expect(rows.slice(0, 3).map((row) => row.split(/ {2,}/).slice(0, 2))).toEqual([
      ['now', 'completed'],
      ['1d', 'paid-and-recorded'],
      ['2d', 'paid-and-recorded'],
    ]);
    const columnOf = (text: string, line: string): number =>
      displayWidth(line.slice(0, line.indexOf(text)));
    const [about, who] = [columnOf('About', head), columnOf('Who', head)];
    const subjects = [order, order, order];
    expect(subjects.map((text, index) => columnOf(text, rows[index] ?? ''))).toEqual(
      subjects.map(() => about),
    );
    expect(rows.slice(0, 3).map((row) => columnOf('agent', row))).toEqual([who, who, who]);
    expect(rows.slice(0, 3).every((row) => displayWidth(row) <= columns)).toBe(true);
  });

  it.each(['journal list', 'journal list --case T-1'])(
    '%s has the person of each line on a narrow terminal, also where all are one’s own',
    async (line) => {
      const account = { user: 'agent', host: 'desk-7' };
      writeJournal(home, [
        at(19, { case: 'T-1', ...account }),
        at(20, { case: 'T-1', ...account }),
      ]);
      const { out } = await pvg(line, { home, columns: 60, terminal: true, account });
      expect(out.match(/agent/g)).toHaveLength(2);
    },
  );

  it.each([
    ['paied', '--outcome paid-and-recorded'],
    ['status-20', "--outcome 'status 20'"],
    ['pendign', '--outcome pending'],
  ])('names the outcomes nearest to %s', async (typed, near) => {
    const { error } = json(await pvg(`journal list --json --outcome ${typed}`, { home }));
    expect(error).toMatchObject({ code: 'usage' });
    expect((error as { hint: string }).hint).toContain(`\`${near}\``);
    expect((error as { says: string }).says).toContain('status <n>');
  });

  it('marks each outcome with its colour, and no other cell', async () => {
    const refused = { exit: 4, verdict: null, code: 'UNAUTHORIZED', advice: 'check' } as const;
    writeJournal(home, [at(19, { case: 'UNAUTHORIZED-7' }), at(20, refused)]);
    const coloured = { home, terminal: true, columns: 100, env: { FORCE_COLOR: '1' } };
    const { out } = await pvg('journal list', coloured);
    expect(out).toContain('\u001b[31m\u001b[1mUNAUTHORIZED\u001b');
    expect(out).toContain('\u001b[32m\u001b[1mpaid-and-recorded\u001b');
    expect(out).toContain(' UNAUTHORIZED-7 ');
  });

  it('names the profile where there are several, and the caller where a team writes', async () => {
    writeJournal(home, [
      at(19, { profile: 'game-dev' }),
      at(20, { user: 'maria', host: 'desk-3' }),
    ]);
    const { out } = await pvg('journal list', { home, columns: 120, ...terminal });
    expect(out).toMatch(/gems_100, lookup, local +maria\n/);
    expect(out).toMatch(/gems_100, lookup, game-dev +agent\n/);
  });

  it.each([
    ['below 80 columns', { ...terminal, columns: 79 }],
    ['where the names leave no room', { ...terminal, columns: 80 }, 'x'.repeat(70)],
    ['for ACCESSIBLE', { ...terminal, columns: 120, env: { NO_COLOR: '1', ACCESSIBLE: '1' } }],
    ['without a terminal', {}],
  ])('is lines with names and values %s', async (_when, options, ticket = 'T-1') => {
    writeJournal(home, [at(19, { case: ticket })]);
    const { out } = await pvg('journal list', { home, ...options });
    expect(out).not.toMatch(headings);
    expect(out).toMatch(/^when: +2026-09-19T14:13:20Z\ncall: +lookup\n/);
    for (const line of [`ticket: +${ticket}`, 'id: +20260919T141320Z-000001'])
      expect(out).toMatch(new RegExp(`^${line}$`, 'm'));
  });

  it('shows at most 200 rows on a terminal, says so, and gives all to a program', async () => {
    const ids = Array.from({ length: 205 }, (_, index) => `20260921T141320Z-${index + 100_000}`);
    writeJournal(
      home,
      ids.map((id) => entryOf({ id })),
    );
    const list = ['journal', 'list', '--limit', '1000'];
    for (const columns of [70, 100]) {
      const { out } = await pvg(list, { home, columns, ...terminal });
      expect(out.match(/^(?:now +paid|when:)/gm)).toHaveLength(200);
      expect(out).toMatch(/^200 of 205 /m);
    }
    const piped = await pvg(list, { home });
    expect(piped.out.match(/^when:/gm)).toHaveLength(205);
    expect(await listed('--limit 1000')).toHaveLength(205);
  });

  it.each([
    ['refuses more than 10,000 lines, which a list holds in memory', '--limit 10001', 2],
    ['has a CSV of more than 10,000 lines', '--limit 10001 --format csv', 0],
  ])('%s', async (_what, options, status) => {
    const { status: got } = await pvg(`journal list ${options}`, { home });
    expect(got).toBe(status);
  });

  it('obeys no control character of a stranger', async () => {
    writeJournal(home, [entryOf({ case: 'a\u001b]0;x\u0007\u202e' })]);
    const { out } = await pvg('journal list', { home, terminal: true });
    expect(out).toContain('a\\u{1b}]0;x\\u{7}\\u{2');
  });
});

describe('pvg journal find, by what somebody remembers', () => {
  const found = async (what: string): Promise<unknown[]> => {
    const { answer } = json(await pvg(['journal', 'find', what, '--json'], { home }));
    const { entries, remarks } = answer as Record<string, readonly { id: string }[]>;
    return [...(entries ?? []), ...(remarks ?? [])].map(({ id }) => id);
  };
  const verify = entryOf({ command: 'verify', order_id: 'GPA.1870-8288-7704-61604' });
  const subscription = entryOf({
    ...{ id: '20260921T141400Z-000002', at: '2026-09-21T14:14:00.000Z' },
    order_id: 'GPA.1870-8288-7704-87355..2',
  });

  beforeEach(async () => {
    writeJournal(home, [verify, subscription]);
    const note = 'Gems of Kayleigh, asked by Thảo Đặng';
    await pvg(['journal', 'note', '--case', 'T-9', note], { home });
  });

  it.each([
    ['a command', 'verify', [verify.id]],
    ['the end of an order id', '61604', [verify.id]],
    ['the end of an order id after marks', '…-61604', [verify.id]],
    ['more digits than the last group', '7704-87355', [subscription.id]],
    ['less than the last group', '1604', []],
    ['digits in the middle of an order id', '88288', []],
  ])('finds %s', async (_what, typed, ids) => {
    expect(await found(typed)).toEqual(ids);
  });

  it.each(['kayleigh gems', 'GEMS kayleigh', 'Thao', 'thao dang', 'Thảo'])(
    'finds a note by its words in any order, without accents and case: %s',
    async (typed) => {
      expect(await found(typed)).toHaveLength(1);
    },
  );

  it('needs all words', async () => {
    expect(await found('kayleigh coins')).toEqual([]);
  });
});

describe('pvg journal find', () => {
  it('says on a narrow screen who made each call, as the list does', async () => {
    writeJournal(home, [entryOf({ case: 'A' })]);
    for (const line of ['journal list', 'journal find A']) {
      expect((await pvg(line, { home, columns: 60 })).out).toMatch(/^by: /m);
    }
  });

  const known = entryOf({ receipt: fingerprint('the-whole-token'), case: 'T-1' });
  it.each([
    ['an order id', 'GPA.1234-5678-9012-34567', ''],
    ['an order id without its letters', '1234-5678-9012-34567', ''],
    ['a fingerprint', `sha256:${fingerprint('the-whole-token')}`, ''],
    ['a case', 't-1', ''],
    ['a whole receipt on standard input', '-', 'the-whole-token\n'],
  ])('finds by %s', async (_what, word, stdin) => {
    writeJournal(home, [known]);
    const ended = await pvg(['journal', 'find', word, '--json'], { home, stdin });
    expect(json(ended)).toMatchObject({
      exit: 0,
      verdict: { id: 'found' },
      answer: { entries: [{ id: known.id }] },
    });
    expect(ended.out + ended.err).not.toContain('the-whole-token');
  });

  it('finds a receipt in a file, and a reply by its case', async () => {
    const reply = replyOf({ id: '20260921T150000Z-00000a', case: 'T-1' });
    writeJournal(home, [known, printLine(reply), printLine(replyOf({ case: 'T-2' }))]);
    writeFileSync(join(home, 'receipt.txt'), 'the-whole-token\n');
    const ended = await pvg('journal find @receipt.txt', { home });
    expect(ended.out).toContain(`Next: pvg journal show ${known.id}`);
    expect(json(await pvg('journal find T-1 --json', { home }))['answer']).toMatchObject({
      entries: [{ id: known.id }],
      replies: [{ id: reply.id }],
    });
  });

  it('leads from an order id that nobody looked up to the reply that names it', async () => {
    const orderId = 'GPA.9999-9999-9999-99999';
    const { out } = await pvg(`journal find ${orderId}`, { home });
    const next = `reply "$REPLY_LANGUAGE" --for need-receipt --order-id ${orderId}`;
    expect(out).toContain(`Next: pvg ${next}\n`);
    const filled = next.replace('"$REPLY_LANGUAGE"', 'en');
    expect((await pvg(filled, { home })).status).toBe(0);
  });

  it('says plainly that the service does not find an order id, and whom to ask', async () => {
    expect(json(await pvg('journal find GPA.9999-9999-9999-99999 --json', { home }))).toMatchObject(
      {
        ...{ ok: true, exit: 0, answer: { entries: [] } },
        verdict: {
          id: 'nothing-found',
          next: expect.stringMatching(/cannot find an Android purchase by its order id/) as string,
        },
      },
    );
  });
});

describe('pvg journal show', () => {
  it('tells all of one call: by its id, in any case, or --last', async () => {
    await pvg(`lookup ${demo('demo-pending')}`, { home });
    await pvg(`verify ${demo('demo-recorded')}`, { home });
    const [verify] = await listed();
    const ended = await pvg('journal show --last', { home });
    expect(ended.status).toBe(0);
    for (const text of ['DUPLICATE_TRANSACTION', 'sha256:', 'just now'])
      expect(ended.out).toContain(text);
    expect(ended.out).toContain('Next: pvg explain-error DUPLICATE_TRANSACTION');
    const id = String(verify?.['id']).toLowerCase();
    expect(json(await pvg(['journal', 'show', id, '--json'], { home }))).toMatchObject({
      ...{ profile: 'local', environment: 'dev', answer: verify },
    });
  });

  it.each(['20260921T032531Z-3f9a1c', '--last'])('of none is not-in-journal: %s', async (id) => {
    const ended = await pvg(`journal show ${id} --json`, { home });
    expect(json(ended)).toMatchObject({ exit: 2, error: { code: 'not-in-journal' } });
  });

  it('tells a reply', async () => {
    writeJournal(home, [printLine(replyOf({ situation: 'pending', languages: ['ko'] }))]);
    const { out } = await pvg('journal show 20260921T141500Z-00000a', { home });
    expect(out).toMatch(
      /^reply: pending \(ko\)\n[^]*ticket: T-1\n[^]*Next: pvg report --case T-1\n$/,
    );
  });
});

it.each([
  ['journal list --limit 0', /--limit/],
  ["journal list --case ''", /--case/],
  ["journal find ' '", /empty/],
  ['journal show', /Next: pvg journal show --last/],
  ['journal show x --last', /Next: pvg journal show --last/],
  // It may be a secret.
  ['journal show s3cret-thing', /^((?!s3cret)[^])*Next: pvg journal list\n$/],
])('2: %s', async (line, says) => {
  const { status, err } = await pvg(line, { home });
  expect([status, err]).toEqual([2, expect.stringMatching(says)]);
});

describe('pvg journal clear', () => {
  beforeEach(() => {
    writeJournal(home, [entryOf()]);
  });
  const isThere = (): boolean => readdirSync(journalIn(home)).length > 0;

  it.each<[string, string[] | undefined, number]>([
    ['journal clear', ['yes'], 13],
    ['journal clear', ['journal'], 0],
    ['journal clear', undefined, 13],
    ['journal clear --confirm all', undefined, 13],
    ['journal clear --confirm journal', undefined, 0],
  ])('%s, typed at a terminal: %j, ends in %i', async (line, typed, status) => {
    const ended = await pvg(line, { home, ...(typed && { terminal: true, typed }) });
    expect([ended.status, isThere()]).toEqual([status, status !== 0]);
  });

  it('says that a team’s folder is not there, and deletes nothing', async () => {
    const env = { PVG_JOURNAL_DIR: join(home, 'unmounted') };
    expect((await pvg('journal clear --confirm journal', { home, env })).status).toBe(3);
    expect(isThere()).toBe(true);
  });
});
