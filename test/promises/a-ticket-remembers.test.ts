import { mkdirSync, appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { withholdReceipts } from '../../src/support/journal/withheld.js';
import { replyLanguages, situations } from '../../src/support/replies/situations.js';
import { temporaryFolder } from '../helpers/context.js';
import { demo, journalIn } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

interface Line {
  readonly case: string | null;
  readonly command: string;
  readonly order_id: string | null;
  readonly text?: string | null;
  readonly code?: string | null;
  readonly call?: string | null;
  readonly moved_from?: string | null;
}

interface Answer {
  readonly entries: readonly Line[];
  readonly replies: readonly Line[];
  readonly remarks: readonly Line[];
  readonly damaged: number;
}

async function find(what: string): Promise<Answer> {
  return json(await pvg(`journal find ${what} --json`, { home }))['answer'] as unknown as Answer;
}

const journalText = (): string => {
  const folder = journalIn(home);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

/** What the last run added. */
const lastLine = (): string => journalText().trimEnd().split('\n').at(-1) ?? '';

describe('a refused look-up', () => {
  const masked =
    '{"packageName":"com.example.game","productId":"gems_100","orderId":"GPA.3312-4410-7719-58204","purchaseToken":"kdjm****************jTi8"}';

  it.each([
    ['an order id alone', 'GPA.3312-4410-7719-58204', '', 'GPA.3312-4410-7719-58204'],
    ['a masked purchase', '-', masked, 'GPA.3312-4410-7719-58204'],
    ['a number of Apple', 'MQ1ABCD2EF', '', 'MQ1ABCD2EF'],
  ])('of %s stays with its ticket', async (_what, word, stdin, orderId) => {
    const { status } = await pvg(`lookup --profile local ${word} --case T-1`, { home, stdin });
    expect(status).toBe(2);
    const { remarks } = await find(orderId);
    expect(remarks).toMatchObject([{ command: 'refusal', case: 'T-1', order_id: orderId }]);
    expect(journalText()).not.toContain('jTi8');
    const { out } = await pvg('report --case T-1', { home });
    // In the block that says who acts, in its facts, and in the list of what was refused.
    expect(out.split(orderId)).toHaveLength(4);
  });

  it.each([
    ['GPA.3312-4410-7719-58204', 'need-receipt'],
    ['MQ1ABCD2EF', 'ios --order-id MQ1ABCD2EF'],
    [`{"signedTransactionInfo":"eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln"}`, 'ios'],
    ['--os=ios', 'ios'],
  ])('of %s alone has no reply, and leads to the one that fits', async (word, situation) => {
    await pvg(['lookup', '--profile', 'local', word, '--case', 'T-1'], { home });
    const { status, err } = await pvg('reply en --case T-1', { home });
    expect(status).toBe(2);
    const next = `pvg reply en --for ${situation} --case T-1`;
    expect(err).toContain(`Next: ${next}\n`);
    expect((await pvg(next.slice('pvg '.length), { home })).status).toBe(0);
  });

  it('of a session stays with its ticket, without the name that was pasted', async () => {
    const stdin = '{"gameId":"demo","username":"Nguyen-Van-A7"';
    const line = 'session --profile local --body - --case T-1';
    expect((await pvg(line, { home, stdin })).status).toBe(2);
    expect((await find('T-1')).remarks).toMatchObject([{ command: 'refusal', order_id: null }]);
    expect(journalText()).not.toContain('Nguyen');
  });

  it.each([
    ['a character that nobody sees', 'player\u200b-42'],
    ['an e-mail address', 'tom@mail.example'],
  ])(
    'of a session with %s as username stays with its ticket, without the name',
    async (_what, name) => {
      const line = ['session', name, '--profile', 'local', '--check', '--case', 'T-1'];
      expect((await pvg(line, { home })).status).toBe(2);
      expect((await find('T-1')).remarks).toMatchObject([
        { command: 'refusal', code: 'receipt-doubtful', order_id: null },
      ]);
      expect(journalText()).not.toContain(name);
    },
  );

  it.each([
    ['a receipt that is missing', 'lookup --order-id GPA.3312-4410-7719-58204 --product-id a', 1],
    ['a wrong number', `lookup ${demo('demo-recorded')} --retries many`, 0],
    ['a wrong file of a report', `lookup ${demo('demo-recorded')} --report page.txt`, 0],
    ['two purchases', `lookup demo-recorded ${demo('demo-recorded')}`, 0],
    ['a wrong number in a verify', `verify ${demo('demo-recorded')} --timeout 0`, 0],
    ['a wrong number in a session', 'session player-42 --check --timeout 0', 0],
    ['two usernames', 'session player-42 --username player-42', 0],
    ['no username', 'session', 0],
    ['a file that is not there', 'lookup @not-there.json', 0],
  ])('is one of what was pasted, not of an option: %s', async (_what, line, count) => {
    const { status } = await pvg(
      `${line} --profile local --case T-1`.replace(/ --profile local(?=.* --profile)/, ''),
      { home },
    );
    expect(status).toBe(2);
    expect((await find('T-1')).remarks).toHaveLength(count);
  });

  it.each([
    ['GPA.3312-4410-7719-58204', 'need-receipt'],
    ['MQ1ABCD2EF', 'ios --order-id MQ1ABCD2EF'],
    ['6PA.3312-441O-7719-58204', 'need-order-id'],
  ])('of %s leads to a reply in the languages that were asked for', async (word, situation) => {
    await pvg(`lookup --profile local ${word} --case T-1`, { home });
    const { err } = await pvg('reply ko ja --case T-1', { home });
    expect(err).toContain(`Next: pvg reply ko ja --for ${situation} --case T-1\n`);
  });

  it('of a dry run leaves nothing', async () => {
    await pvg('lookup --profile local MQ1ABCD2EF --case T-1 --dry-run', { home });
    expect((await find('T-1')).remarks).toEqual([]);
  });

  it('without a ticket leaves nothing', async () => {
    await pvg('lookup --profile local MQ1ABCD2EF', { home });
    expect((await find('MQ1ABCD2EF')).remarks).toEqual([]);
  });
});

/** The form of the store's receipts. */
const receipt = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 24, maxLength: 24 }),
    fc.string({
      unit: fc.constantFrom(...'ABCDEFGHJKMNPQRSTUVWXYZ0123456789_-'),
      minLength: 90,
      maxLength: 140,
    }),
  )
  .map(([start, end]) => `${start}.AO-J1O${end}`);

/** What a person may paste, or write, around it. */
const around = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `the token is ${text}, please help`,
  (text) => `token=${text};`,
  (text) => `"${text}"`,
  (text) => `{"productId":"gems_100","purchaseToken":"${text}"`,
  (text) => `${text.slice(0, 40)} ${text.slice(40)}`,
  (text) => `${text.slice(0, -1)}…`,
  (text) => `https://a.example/purchases/products/gems_100/tokens/${text}`,
);

describe('no receipt and no secret is kept', () => {
  const secret = 'Zq7-canary-secret-9f';
  const env = { PVG_CLIENT_SECRET: secret };
  const partsOf = (text: string): string[] => [text.slice(0, 40), text.slice(40, 80)];

  it('in a note', async () => {
    const property = fc.asyncProperty(receipt, around, async (text, wrap) => {
      const note = `${wrap(text)} ${secret}`;
      await pvg(['journal', 'note', '--case', 'T-1', note], { home, env });
      for (const part of [...partsOf(text), secret]) expect(lastLine()).not.toContain(part);
    });
    await fc.assert(property, { numRuns: 60 });
    expect(journalText()).toContain('"command":"note"');
  });

  it('with a refusal', async () => {
    const property = fc.asyncProperty(receipt, around, async (text, wrap) => {
      const line = ['lookup', '--profile', 'local', '-', '--case', `T-${secret}`];
      const { status } = await pvg(line, { home, env, stdin: `GPA.1 ${wrap(text)} ${secret}` });
      expect(status).toBe(2);
      for (const part of [...partsOf(text), secret]) expect(lastLine()).not.toContain(part);
    });
    await fc.assert(property, { numRuns: 60 });
    expect(journalText()).toContain('"command":"refusal"');
  });
});

describe('the text of a reply', () => {
  const printed = [...situations.keys()].map((situation) => [situation] as const);

  it.each(printed)('for %s is kept as it was printed, in every language', async (situation) => {
    const languages = replyLanguages.join(' ');
    await pvg(`reply ${languages} --for ${situation} --case T-1`, { home });
    const { answer } = json(await pvg(`reply ${languages} --for ${situation} --json`, { home }));
    const { texts } = answer as unknown as { texts: Record<string, string> };
    const [kept] = (await find('T-1')).replies;
    expect(kept).toMatchObject({ texts: replyLanguages.map((language) => texts[language]) });
  });

  it('of a check is kept, with the answer and from a "completed" that was kept', async () => {
    const line = 'session demo-completed --profile local --check --case T-1 --reply ko,en';
    const printed = json(await pvg(`${line} --json`, { home }))['replies'] as { text: string }[];
    const again = await pvg(`${line} --json`, { home });
    expect(json(again)['replies']).toEqual(printed);
    const kept = { languages: ['ko', 'en'], texts: printed.map(({ text }) => text) };
    expect((await find('T-1')).replies).toMatchObject([kept, kept]);
  });

  it('that somebody wrote around a token loses the token alone', () => {
    const clean = withholdReceipts((text) => text);
    const token = `${'a'.repeat(24)}.AO-J1Oy${'x'.repeat(90)}`;
    const text = clean(`トークンは${token}です。`);
    expect(text).toMatch(/^トークンは\[receipt sha256:[0-9a-f]{12}\]です。$/);
  });
});

describe('a note', () => {
  it.each(['GPA.1111-1111-1111-11111', 'GPA.2222-2222-2222-22222', 'MQ1ABCD2EF', 'MQ1ABCD2EG'])(
    'is found by each order that it names: %s',
    async (orderId) => {
      const text =
        'GPA.1111-1111-1111-11111 and GPA.2222-2222-2222-22222, MQ1ABCD2EF and MQ1ABCD2EG of Apple';
      await pvg(['journal', 'note', '--case', 'T-1', text], { home });
      expect((await find(orderId)).remarks).toMatchObject([{ command: 'note' }]);
    },
  );

  it('is found, listed and in the report once', async () => {
    const noted = await pvg("journal note --case T-1 'asked the developers'", { home });
    expect(noted.status).toBe(0);
    expect((await find('T-1')).remarks).toMatchObject([{ text: 'asked the developers' }]);
    const { out } = await pvg('report --case T-1', { home });
    expect(out.split('asked the developers')).toHaveLength(2);
  });

  it('has no receipt', async () => {
    const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
    await pvg(`journal note --case T-1 'it is ${receipt}'`, { home });
    expect(journalText()).not.toContain(receipt);
  });

  it.each([
    ['without a ticket', "'a text'", {}],
    ['of 501 characters', `--case T-1 ${'x'.repeat(501)}`, {}],
    ['without a journal', "--case T-1 'a text'", { PVG_NO_JOURNAL: '1' }],
  ])('%s is refused', async (_what, words, env) => {
    expect((await pvg(`journal note ${words}`, { home, env })).status).toBe(2);
  });
});

describe('a move', () => {
  beforeEach(async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1O --reply en`, { home });
    expect((await pvg('journal move --last --case T-10', { home })).status).toBe(0);
  });

  it('counts for the new ticket everywhere', async () => {
    const { entries, replies, remarks } = await find('T-10');
    expect(entries).toMatchObject([{ case: 'T-10', moved_from: 'T-1O' }]);
    expect(replies).toMatchObject([{ case: 'T-10', moved_from: 'T-1O' }]);
    expect(remarks).toMatchObject([{ command: 'move', case: 'T-10', moved_from: 'T-1O' }]);
    expect((await pvg('reply en --case T-10', { home })).status).toBe(0);
    const { out } = await pvg('report --case T-10', { home });
    expect(out).toContain('GPA.');
  });

  it('can be told from the old ticket, which has the call no more', async () => {
    const { entries, replies, remarks } = await find('T-1O');
    expect([entries, replies]).toEqual([[], []]);
    expect(remarks).toMatchObject([{ command: 'move', case: 'T-10' }]);
    expect((await pvg('reply en --case T-1O', { home })).status).toBe(2);
  });

  it('can be moved back', async () => {
    await pvg('journal move --last --case T-1O', { home });
    expect((await find('T-1O')).entries).toHaveLength(1);
    expect((await find('T-10')).entries).toHaveLength(0);
  });
});

it('a line of a later version is skipped, and not called damaged', async () => {
  await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
  const [name = ''] = readdirSync(journalIn(home));
  mkdirSync(journalIn(home), { recursive: true });
  const later =
    '{"id":"20260921T141500Z-00000a","at":"2026-09-21T14:15:00.000Z","command":"later"}';
  appendFileSync(join(journalIn(home), name), `\n${later}\nno line\n`);
  const { answer } = json(await pvg('journal list --json', { home }));
  expect(answer).toMatchObject({ damaged: 1 });
});

it('the length of the receipt is kept', async () => {
  await pvg(`lookup ${demo('demo-recorded')}`, { home });
  expect(journalText()).toContain(`"receipt_length":${'demo-recorded'.length}`);
});

it.each(['maria.ndjson', 'agent@desk-7-00000000-2026-09 (1).ndjson', 'journal.ndjson.txt'])(
  'doctor says that no command reads %s',
  async (name) => {
    const team = join(home, 'team');
    mkdirSync(team);
    const options = { home, env: { PVG_JOURNAL_DIR: team } };
    await pvg("journal note --case T-1 'a text'", options);
    const journalChecks = async (): Promise<unknown[]> => {
      const { answer } = json(await pvg('doctor --json', options));
      const { checks } = answer as unknown as { checks: { id: string; status: string }[] };
      return checks.filter(({ id }) => id === 'journal').map(({ status }) => status);
    };
    expect(await journalChecks()).toEqual(['ok']);
    for (const folder of [team, journalIn(home)]) {
      mkdirSync(folder, { recursive: true });
      appendFileSync(join(folder, name), '');
    }
    expect(await journalChecks()).toEqual(['warning', 'warning']);
  },
);
