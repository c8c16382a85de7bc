import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/support/journal/entry.js';
import { lookupKinds } from '../../src/service/outcome.js';
import { replyLanguages } from '../../src/support/replies/situations.js';
import { parseReplies } from '../../src/support/replies/texts.js';
import { temporaryFolder } from '../helpers/context.js';
import { entryOf, linesOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * A ticket with several purchases gets one text: it lists each purchase by what the player knows of it, with what holds for
 * it. Of one purchase it is the text that it always was.
 */

const shipped = join(import.meta.dirname, '..', '..', 'src', 'shipped', 'replies');

const textsOf = (language: string): ReadonlyMap<string, string> =>
  parseReplies(readFileSync(join(shipped, `${language}.txt`), 'utf8'));

const textOf = (language: string, name: string): string => textsOf(language).get(name) ?? 'none';

/** The text of a situation without its greeting. */
const bodyOf = (language: string, situation: string): string =>
  textOf(language, situation).slice(textOf(language, 'greeting').length).trim();

const verdictOf = (id: string): Partial<JournalEntry> => ({
  verdict: { id, says: 'S.', next: 'N.' },
});

/** A look-up of the ticket. Calls with one letter are about one receipt. */
const lookupOf = (letter: string, situation: string, more: Partial<JournalEntry> = {}) => ({
  ...verdictOf(situation),
  receipt: letter.repeat(12),
  order_id: `GPA.${letter}`,
  profile: 'shop-prod',
  environment: 'prod' as const,
  origin: 'https://a.example',
  case: 'T-1',
  ...more,
});

function homeWith(...entries: readonly Partial<JournalEntry>[]): string {
  const home = temporaryFolder();
  const stamped = entries.map((entry, index) => {
    const second = String(10 + index);
    const stamp = {
      id: `20260921T1413${second}Z-0000${second}`,
      at: `2026-09-21T14:13:${second}.000Z`,
    };
    return entryOf({ ...stamp, ...entry });
  });
  writeJournal(home, stamped);
  return home;
}

const unnamed = { order_id: null };
const failed = { verdict: null, exit: 8, code: 'VERIFIER_ERROR', order_id: null } as const;
const player = {
  ...({ command: 'session', interface: 'session', receipt: null, order_id: null } as const),
  player: 'hmac:0123456789ab',
  product: null,
};

async function partsOf(...entries: readonly Partial<JournalEntry>[]) {
  const result = json(await pvg('reply en --case T-1 --json', { home: homeWith(...entries) }));
  const { answer } = result as {
    answer: { situation: string; parts: { name: string | null; situation: string }[] };
  };
  const parts = answer.parts.map(({ name, situation }) => `${name ?? 'player'} ${situation}`);
  return { situation: answer.situation, parts };
}

describe.each(replyLanguages)('in %s', (language) => {
  const greeting = textOf(language, 'greeting');

  it('each purchase has its paragraph below its order id, and the greeting comes once', async () => {
    const home = homeWith(lookupOf('a', 'paid-never-received'), lookupOf('b', 'pending'));
    const { status, out } = await pvg(`reply ${language} --case T-1`, { home });
    const paragraphs = [
      textOf(language, 'several-answers'),
      `GPA.a\n${bodyOf(language, 'paid-never-received')}`,
      `GPA.b\n${bodyOf(language, 'pending')}`,
    ];
    expect({ status, out }).toEqual({ status: 0, out: `${paragraphs.join('\n\n')}\n` });
    expect(out.split(greeting)).toHaveLength(2);
  });

  it('purchases with the same outcome share one paragraph', async () => {
    const home = homeWith(lookupOf('a', 'pending'), lookupOf('b', 'pending'));
    const { out } = await pvg(`reply ${language} --case T-1`, { home });
    const paragraphs = [
      textOf(language, 'several-answers'),
      `GPA.a, GPA.b\n${textOf(language, 'each-purchase')}\n${bodyOf(language, 'pending')}`,
    ];
    expect(out).toBe(`${paragraphs.join('\n\n')}\n`);
  });

  it.each(lookupKinds)('one purchase alone gets the text of %s to the byte', async (situation) => {
    const home = homeWith(
      lookupOf('a', 'unknown', { case: 'T-2' }),
      lookupOf('b', 'store-unavailable'),
      lookupOf('b', situation),
    );
    const { out } = await pvg(`reply ${language} --case T-1`, { home });
    expect(out).toBe(`${textOf(language, situation)}\n`);
  });
});

describe('what the parts of a reply are', () => {
  it.each<[string, Partial<JournalEntry>[], string, string[]]>([
    [
      'the newest answer about each purchase, in the order in which they came',
      [lookupOf('a', 'pending'), lookupOf('b', 'pending'), lookupOf('a', 'paid-and-recorded')],
      'several-answers',
      ['GPA.b pending', 'GPA.a paid-and-recorded'],
    ],
    [
      'a failure after an answer has the order id of that answer',
      [lookupOf('a', 'pending'), lookupOf('b', 'pending'), lookupOf('a', '', failed)],
      'several-answers',
      ['GPA.b pending', 'GPA.a service-down'],
    ],
    [
      'without an order id the product names it',
      [
        lookupOf('a', 'pending'),
        lookupOf('b', 'not-confirmed', { ...unnamed, product: 'gems_500' }),
      ],
      'several-answers',
      ['GPA.a pending', 'gems_500 not-confirmed'],
    ],
    [
      'two receipts with one order id are one purchase',
      [lookupOf('a', 'pending'), lookupOf('b', 'paid-and-recorded', { order_id: 'GPA.a' })],
      'paid-and-recorded',
      ['GPA.a paid-and-recorded'],
    ],
    [
      'a receipt that was asked on dev first is one purchase',
      [
        lookupOf('a', 'not-confirmed', { ...unnamed, environment: 'dev', profile: 'shop-dev' }),
        lookupOf('a', 'pending'),
      ],
      'pending',
      ['GPA.a pending'],
    ],
    [
      'what prod said is not hidden by a later answer of a test environment',
      [
        lookupOf('a', 'paid-never-received'),
        lookupOf('a', 'not-confirmed', { ...unnamed, environment: 'dev', profile: 'shop-dev' }),
      ],
      'paid-never-received',
      ['GPA.a paid-never-received'],
    ],
    [
      'of two profiles for prod the newest answer counts',
      [lookupOf('a', 'pending'), lookupOf('a', 'paid-and-recorded', { profile: 'shop-eu' })],
      'paid-and-recorded',
      ['GPA.a paid-and-recorded'],
    ],
    [
      'a purchase and its player',
      [lookupOf('a', 'pending'), lookupOf('b', 'completed', player)],
      'several-answers',
      ['GPA.a pending', 'player verification-completed'],
    ],
  ])('%s', async (_, entries, situation, parts) => {
    expect(await partsOf(...entries)).toEqual({ situation, parts });
  });

  it('a player comes last and needs no heading', async () => {
    const home = homeWith(lookupOf('b', 'completed', player), lookupOf('a', 'pending'));
    const { out } = await pvg('reply en --case T-1', { home });
    expect(out).toBe(`${textOf('en', 'pending')}\n\n${bodyOf('en', 'verification-completed')}\n`);
  });

  it.each<[string, Partial<JournalEntry>[], string]>([
    [
      'two players: the names are not kept, so the text could not tell them apart',
      [
        lookupOf('a', 'completed', player),
        lookupOf('b', 'not-completed', { ...player, player: 'hmac:ffffffffffff' }),
      ],
      'usage',
    ],
    [
      'two purchases of one product without order ids, with different outcomes',
      [lookupOf('a', 'not-confirmed', unnamed), lookupOf('b', 'store-unavailable', unnamed)],
      'usage',
    ],
    [
      'one of them must be checked first',
      [
        lookupOf('a', 'pending'),
        lookupOf('b', 'pending', { facts: [{ id: 'check-first', label: 'X', value: 'Which?' }] }),
      ],
      'no-reply',
    ],
    [
      'one of them was verified after its look-up',
      [
        lookupOf('a', 'pending'),
        lookupOf('b', 'paid-never-received'),
        lookupOf('b', 'verified', { command: 'verify', case: 'T-9' }),
      ],
      'no-reply',
    ],
  ])('no text at all: %s', async (_, entries, code) => {
    const home = homeWith(...entries);
    const ended = await pvg('reply en --case T-1 --json', { home });
    expect(ended.status).toBe(2);
    expect(json(ended)).toMatchObject({ answer: null, error: { code } });
    expect((await pvg('reply en --case T-1', { home })).out).toBe('');
    expect(linesOf(home).filter(({ command }) => command === 'reply')).toEqual([]);
  });

  it('it is kept once, with the ticket, and the last call alone has its own text', async () => {
    const home = homeWith(lookupOf('a', 'pending'), lookupOf('b', 'cancelled'));
    await pvg('reply en ko --case T-1', { home });
    expect(linesOf(home).filter(({ command }) => command === 'reply')).toMatchObject([
      { case: 'T-1', situation: 'several-answers', call: null, languages: ['en', 'ko'] },
    ]);
    expect((await pvg('reply en --last', { home })).out).toBe(`${textOf('en', 'cancelled')}\n`);
  });
});

describe('the number of an iOS purchase', () => {
  const repliesIn = (home: string) => linesOf(home).filter(({ command }) => command === 'reply');

  it.each(replyLanguages)('in %s the reply no longer asks for it', async (language) => {
    const home = temporaryFolder();
    const line = `reply ${language} --for ios --order-id MQ1ABCD2EF --case T-1`;
    const { status, out } = await pvg(line, { home });
    expect({ status, out }).toEqual({ status: 0, out: `${textOf(language, 'ios-with-number')}\n` });
    expect(repliesIn(home)).toMatchObject([
      { case: 'T-1', situation: 'ios', order_id: 'MQ1ABCD2EF' },
    ]);
    const found = json(await pvg('journal find mq1abcd2ef --json', { home }));
    expect(found).toMatchObject({ verdict: { id: 'found' } });
  });

  it.each([' mq1abcd2ef ', '2000000123456789'])('"%s" is one', async (number) => {
    const words = ['reply', 'en', '--for', 'ios', '--order-id', number];
    expect((await pvg(words)).out).toBe(`${textOf('en', 'ios-with-number')}\n`);
  });

  it.each([
    'GPA.1234-5678-9012-34567',
    'player@example.com',
    'MIITsgYJKoZIhvcNAQcCoIITozCCE58CAQExCzAJBgUrDgMCGgUAMIIDUwYJKoZIhvcNAQcBoIID',
    'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8',
    'two words',
    '12345',
    '',
  ])('"%s" is none, and nothing of it is printed or kept', async (number) => {
    const home = homeWith(lookupOf('a', 'pending'));
    const words = ['reply', 'en', '--for', 'ios', '--case', 'T-1', '--order-id', number];
    const { status, out, err } = await pvg(words, { home });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    if (number !== '') expect(err).not.toContain(number);
    expect(repliesIn(home)).toEqual([]);
  });

  it.each(['--for pending', '--last', '--case T-1', '--for need-receipt'])(
    'it is refused beside %s',
    async (source) => {
      const home = homeWith(lookupOf('a', 'pending'));
      const ended = await pvg(`reply en ${source} --order-id MQ1ABCD2EF --json`, { home });
      expect(json(ended)).toMatchObject({ exit: 2, error: { code: 'usage' } });
      expect(repliesIn(home)).toEqual([]);
    },
  );
});
