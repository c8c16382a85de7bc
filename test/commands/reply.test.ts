import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/support/journal/entry.js';
import { parseReplies } from '../../src/support/replies/texts.js';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { goodAnswers } from '../helpers/hostile-answers.js';
import {
  answering,
  demo,
  entryOf,
  env,
  linesOf,
  purchase,
  writeJournal,
} from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

const file = join(import.meta.dirname, '..', '..', 'src', 'shipped', 'replies');
const textOf = (language: string, situation: string): string =>
  parseReplies(readFileSync(join(file, `${language}.txt`), 'utf8')).get(situation) ?? 'none';

const homeWith = (...entries: Partial<JournalEntry>[]): string => {
  const home = temporaryFolder();
  const ids = entries.map((each, at) => ({
    id: `20260921T14132${String(at)}Z-00000${String(at)}`,
    ...each,
  }));
  writeJournal(home, ids.map(entryOf));
  return home;
};

const repliesIn = (home: string): Record<string, unknown>[] =>
  linesOf(home).filter(({ command }) => command === 'reply');

const pending = { verdict: { id: 'pending', says: 'Pending at the store.', next: 'Wait.' } };
const refused = { exit: 4, verdict: null, code: 'UNAUTHORIZED' } as const;
const firstId = '20260921T141320Z-000000';
const down = { exit: 8, verdict: null, code: 'VERIFIER_ERROR' } as const;

describe('pvg reply: the text for the player, and nothing else on stdout', () => {
  it('of several languages, with a blank line between them', async () => {
    // No profile is needed.
    const { status, out, err } = await pvg('reply 한국어 pt-BR,en --for refund', {
      env: { PVG_PROFILE: 'gone' },
    });
    const texts = ['ko', 'pt', 'en'].map((language) => textOf(language, 'refund'));
    expect({ status, out }).toEqual({ status: 0, out: `${texts.join('\n\n')}\n` });
    expect(err).toContain('Reply for refund in Korean, then Portuguese (Brazil), then English.');
  });

  it('is there with --quiet, too, and then stderr is empty', async () => {
    const { out, err } = await pvg('reply en --for ios --quiet');
    expect({ out, err }).toEqual({ out: `${textOf('en', 'ios')}\n`, err: '' });
  });

  it('has the texts by language, the situation and the call in its JSON', async () => {
    const home = homeWith({ ...pending, case: 'T-1' });
    const texts = { ko: textOf('ko', 'pending'), en: textOf('en', 'pending') };
    expect(json(await pvg('reply ko en --case t-1 --json', { home }))).toMatchObject({
      ...{
        profile: 'local',
        call_id: firstId,
        answer: { situation: 'pending', texts, call: firstId },
      },
    });
  });
});

describe('pvg reply --last for a ticket with several purchases', () => {
  const other = { ...pending, receipt: 'aaaaaaaaaaaa', order_id: 'GPA.5555-6666-7777-88888' };

  it('says which one it is about, and leads to the reply about all', async () => {
    const home = homeWith({ ...pending, case: 'T-1' }, { ...other, case: 'T-1' });
    const { out, err } = await pvg('reply ko en --last', { home });
    expect(out).toContain(textOf('ko', 'pending'));
    expect(err).toContain('about GPA.5555-6666-7777-88888 alone');
    expect(err).toMatch(/\nNext: pvg reply ko en --case T-1\n$/);
  });

  it('says nothing of the purchases of other tickets', async () => {
    const home = homeWith({ ...pending, case: 'T-2' }, { ...other, case: 'T-1' });
    const { err } = await pvg('reply ko --last', { home });
    expect(err).not.toContain('alone');
  });
});

describe('pvg reply from the journal', () => {
  it('says on stderr from which call, how old it is, what it said, and what comes next', async () => {
    const home = homeWith({ ...pending, profile: 'shop-prod', environment: 'prod', case: 'T-1' });
    const now = (): number => 1000 * (fixedUnixSeconds + 2 * 24 * 60 * 60);
    const { err } = await pvg('reply en --last', { home, now });
    expect(err).toMatch(
      /of GPA\.1234-5678-9012-34567 on 2026-09-21 14:13 UTC \(2 days ago\) with shop-prod \(prod\)\./,
    );
    expect(err).toMatch(
      /\nPending at the store\.\n.*`pvg reply en --for <situation> --case T-1`.*\nNext: pvg report --case T-1 --out T-1\.html\n$/,
    );
    expect((await pvg('reply en --last', { home: homeWith(pending) })).err).toContain(
      'emulator on this computer',
    );
  });

  const real = { ...pending, profile: 'shop', environment: 'prod', origin: 'https://a' } as const;
  const ofOther = { ...pending, profile: 'other', case: 'T-2' };
  it.each<[string, string, Partial<JournalEntry>[], string]>([
    ['--last: the newest', '--last', [{}, pending], 'pending'],
    ['a call that says nothing is passed over', '--last', [pending, refused], 'pending'],
    [
      'a failed call of the case: the older answer may not be true any more',
      '--case T',
      [{ case: 'T' }, { ...down, case: 'T' }],
      'service-down',
    ],
    [
      'the newest is a demo call: not an older one of a real ticket',
      '--last',
      [real, {}],
      'paid-and-recorded',
    ],
    [
      '--case: no demo call where there are others',
      '--case T',
      [{ ...real, case: 'T' }, { case: 'T' }],
      'pending',
    ],
    ['--case: not of another case', '--case T', [{ case: 't' }, ofOther], 'paid-and-recorded'],
    [
      '--profile: not of another profile',
      '--last --profile local',
      [{}, ofOther],
      'paid-and-recorded',
    ],
    [
      'a session check',
      '--last',
      [{ command: 'session', verdict: { id: 'completed', says: '', next: '' } }],
      'verification-completed',
    ],
  ])('%s', async (_, options, entries, situation) => {
    const { status, out } = await pvg(`reply en ${options}`, { home: homeWith(...entries) });
    expect({ status, out }).toEqual({ status: 0, out: `${textOf('en', situation)}\n` });
  });

  const verify = { command: 'verify', verdict: { id: 'verified', says: '', next: '' } } as const;
  it.each<[string, Partial<JournalEntry>[], boolean]>([
    ['a later verify without the case', [verify], true],
    [
      'a later verify without an answer, of another ticket',
      [{ ...down, ...verify, case: 'T-2' }],
      true,
    ],
    ['a verify that was refused', [{ ...verify, exit: 5 }], false],
    ['a verify of another purchase', [{ ...verify, receipt: '0123456789ab' }], false],
    ['a verify at another place', [{ ...verify, origin: 'https://a' }], false],
  ])('has no text from a look-up that may not be true any more: %s', async (_, later, isSilent) => {
    const { status, err } = await pvg('reply en --case T-1', {
      home: homeWith({ ...pending, case: 'T-1' }, ...later),
    });
    expect(status === 0).toBe(!isSilent);
    if (isSilent)
      expect(err).toMatch(/the newest call is a verify[^]*Next: pvg lookup .* --case T-1/);
  });
});

describe('pvg reply keeps in the journal what was given', () => {
  it('with the call, its case and its purchase', async () => {
    const place = { profile: 'shop', environment: 'prod', origin: 'https://a' } as const;
    const home = homeWith({ ...pending, ...place, case: 'T-1' });
    await pvg('reply ko en --last', { home });
    expect(repliesIn(home)).toMatchObject([
      {
        ...{ case: 'T-1', call: firstId, situation: 'pending', languages: ['ko', 'en'], ...place },
        ...{ receipt: 'ce57bf5c0a9b', player: null, order_id: 'GPA.1234-5678-9012-34567' },
        ...{ at: '2026-09-21T14:13:20.000Z', user: 'agent', host: 'desk-7', version: '0.0.0-test' },
      },
    ]);
  });

  it('without a call: with the case; never for --list', async () => {
    const home = temporaryFolder();
    await pvg('reply ko --for need-receipt --case T-1', { home });
    expect((await pvg('reply --list', { home })).status).toBe(0);
    expect(repliesIn(home)).toMatchObject([
      { case: 'T-1', situation: 'need-receipt', call: null, receipt: null },
    ]);
  });

  it('unless the journal is off; the text comes all the same', async () => {
    const env = { PVG_NO_JOURNAL: '1' };
    const { status, out, err } = await pvg('reply ko --for ios --case T-1', { env });
    expect({ status, out }).toEqual({ status: 0, out: `${textOf('ko', 'ios')}\n` });
    expect(err).toContain('The journal is off (PVG_NO_JOURNAL), so --case is not kept.');
    expect((await pvg('reply ko --last', { env })).err).toContain('is off (PVG_NO_JOURNAL).');
  });
});

describe('pvg reply has nothing to say', () => {
  const verify = { command: 'verify' } as const;
  const other = { facts: [{ id: 'product', label: 'Product', value: 'gems_500' }] } as const;
  const check = {
    facts: [{ id: 'check-first', label: 'Check first', value: 'It is another order.' }],
  } as const;
  const lookup =
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt "$RECEIPT"';
  it.each<[string, string, Partial<JournalEntry>[], string, string]>([
    ['without a language', '--last', [{}], 'usage', 'pvg reply --list'],
    ['without a call or a situation', 'ko', [{}], 'usage', 'pvg reply ko --last'],
    ['about two calls', 'ko --last --case T', [{}], 'usage', 'pvg reply ko --last'],
    [
      'about a call and a situation',
      'ko --last --for ios',
      [{}],
      'usage',
      'pvg reply ko --for ios',
    ],
    ['about a case that is not there', 'ko --case T', [{}], 'not-in-journal', 'pvg reply --list'],
    [
      'about a profile without calls',
      'ko --last --profile x',
      [{}],
      'not-in-journal',
      'pvg reply --list',
    ],
    [
      'about calls that say nothing',
      'ko --last',
      [refused],
      'no-reply',
      `pvg journal show ${firstId}`,
    ],
    ['after a verify', 'ko --last', [pending, verify], 'no-reply', lookup],
    ['about another product', 'ko --last', [other], 'no-reply', `pvg journal show ${firstId}`],
    [
      'about a difference to check first',
      'ko --last',
      [check],
      'no-reply',
      `pvg journal show ${firstId}`,
    ],
  ])('%s', async (_, line, entries, code, next) => {
    const home = homeWith(...entries);
    const { status, out, err } = await pvg(`reply ${line}`, { home });
    expect({ status, out, next: err.trimEnd().split('\n').at(-1) }).toEqual({
      ...{ status: 2, out: '', next: `Next: ${next}` },
    });
    expect(json(await pvg(`reply ${line} --json`, { home }))).toMatchObject({ error: { code } });
    expect(repliesIn(home)).toEqual([]);
  });

  it('but the one for iOS after an iOS verify, which nobody can look up', async () => {
    const home = temporaryFolder();
    await pvg(
      'verify -p local --os ios --product-id gems_100 --receipt demo-ios-sandbox --case I',
      { home },
    );
    expect(await pvg('reply en --case I', { home })).toMatchObject({
      status: 0,
      out: `${textOf('en', 'ios')}\n`,
    });
  });
});

describe('pvg lookup --reply', () => {
  it('prints the sentences as a block of their own', async () => {
    const line = `lookup ${demo('demo-canceled')} --reply en --no-color`;
    const { out } = await pvg(line, { terminal: true, columns: 400 });
    expect(out).toContain(`\n\nReply to the player (en):\n${textOf('en', 'cancelled')}\n\nNext: `);
    expect(out).toContain('That call was to the emulator on this computer');
    expect((await pvg(`${line} --quiet`)).out).toBe('');
    expect((await pvg(`lookup ${demo('demo-canceled')} --reply japan`)).status).toBe(2);
  });

  it.each(['--reply ko,en', '--reply ko --reply english'])(
    'gives and keeps several languages: %s',
    async (options) => {
      const home = temporaryFolder();
      const line = `lookup ${demo('demo-pending')} --case T-1 ${options}`;
      const [ko, en] = ['ko', 'en'].map((language) => ({
        language,
        text: textOf(language, 'pending'),
      }));
      expect((await pvg(line, { home })).out).toContain(
        `\nReply to the player (ko, en):\n${ko?.text}\n\n${en?.text}\n\nNext: `,
      );
      expect(repliesIn(home)).toMatchObject([
        {
          ...{ case: 'T-1', situation: 'pending', languages: ['ko', 'en'] },
          call: expect.stringMatching(/^20260921T/) as string,
          order_id: expect.stringMatching(/^GPA\./) as string,
        },
      ]);
      expect(json(await pvg(`${line} --json`))).toMatchObject({ reply: ko, replies: [ko, en] });
    },
  );

  it('says that the service is down when the look-up failed', async () => {
    const home = temporaryFolder();
    const { status, out, err } = await pvg(`lookup ${demo('demo-store-down')} --reply en`, {
      home,
    });
    expect({ status, out }).toEqual({ status: 8, out: '' });
    expect(err).toContain(
      `\n\nReply to the player (en):\n${textOf('en', 'service-down')}\n\nNext: pvg explain-error`,
    );
    expect(repliesIn(home)).toMatchObject([{ situation: 'service-down', languages: ['en'] }]);
    const { err: later } = await pvg('reply en --last', { home });
    expect(later).toMatch(/Next: pvg lookup --profile local --product-id gems_100 /);
  });

  const transactions = goodAnswers.lookup.transactions.map((each) => ({
    ...each,
    product_id: 'gems_500',
  }));
  it.each([
    [
      'our own credentials',
      401,
      { success: false, error: 'UNAUTHORIZED', message: '' },
      /nothing about the purchase\./,
    ],
    [
      'another product',
      200,
      { ...goodAnswers.lookup, transactions },
      /first check what was looked up\./,
    ],
  ])('is none about %s, and keeps none', async (_, status, answer, says) => {
    const home = temporaryFolder();
    const run = { home, env: env(), send: answering(status, answer) };
    const ended = await pvg(`lookup ${purchase} --receipt r --force --reply en --json`, run);
    expect(json(ended)).toMatchObject({ reply: null, replies: [] });
    expect(ended.err).toMatch(says);
    expect(repliesIn(home)).toEqual([]);
  });
});

describe('pvg reply for a ticket whose newest look-up failed', () => {
  const failed = { ...refused, receipt: 'aaaaaaaaaaaa', case: 'T-1' };
  const isNamed = /This reply is from an earlier answer: the newest look-up/;

  it.each([['--case T-1'], ['--last']])('says so with %s', async (option) => {
    const home = homeWith({ ...pending, case: 'T-1' }, failed);
    const { status, err } = await pvg(`reply en ${option}`, { home });
    expect(status).toBe(0);
    expect(err).toMatch(isNamed);
  });

  it('says nothing of a failure before the answer, and is not stopped by an answer about another purchase', async () => {
    const before = homeWith(failed, { ...pending, case: 'T-1' });
    expect((await pvg('reply en --case T-1', { home: before })).err).not.toMatch(isNamed);
    const settled = { ...failed, receipt: entryOf({}).receipt };
    const other = { ...pending, receipt: 'bbbbbbbbbbbb', case: 'T-1' };
    const both = homeWith({ ...pending, case: 'T-1' }, settled, other);
    expect((await pvg('reply en --case T-1', { home: both })).err).toMatch(isNamed);
  });
});

it.each([
  ['a refused order id', 'GPA.1234-5678-9012-34567'],
  ['a refused text', 'a,b,c,d and e'],
])('pvg reply keeps the profile in the next command after %s', async (_what, text) => {
  const home = temporaryFolder();
  await pvg(['lookup', '-p', 'local', '-', '--case', 'T-1'], { home, stdin: text });
  const { err } = await pvg('reply en --case T-1 --profile local', { home });
  expect(err).toMatch(/\nNext: pvg .*--profile local --case T-1\n$/);
});
