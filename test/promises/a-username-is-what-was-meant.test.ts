import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { parseReplies } from '../../src/support/replies/texts.js';
import { serviceEnv, temporaryFolder, type TestContextOptions } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { linesOf } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * `pvg session` takes the username as a word, asks about one that is an e-mail address, and prints a reply as `lookup` does.
 * The contract shows the same answer for an unknown name, so a wrong one must not be sent.
 */

const shipped = join(import.meta.dirname, '..', '..', 'src', 'shipped', 'replies');
const textOf = (language: string, name: string): string =>
  parseReplies(readFileSync(join(shipped, `${language}.txt`), 'utf8')).get(name) ?? 'none';

interface Service extends TestContextOptions {
  readonly isCompleted?: boolean;
}

/** What was sent, and how the command ended. */
async function session(
  words: readonly string[],
  { isCompleted = false, ...options }: Service = {},
) {
  const sent: string[] = [];
  const send: Send = ({ body }) => {
    sent.push((JSON.parse(Buffer.from(body).toString('utf8')) as { username: string }).username);
    const token = { sessionToken: 'token-of-the-test', expiresAt: '2026-09-21T14:28:20Z' };
    return Promise.resolve(
      answer(200, { ...token, xmdtRequired: true, xmdtCompleted: isCompleted }),
    );
  };
  const env = serviceEnv('https://service.example', { PVG_ENVIRONMENT: 'prod' });
  const ended = await pvg(['session', ...words], { env, send, columns: 400, ...options });
  return { ...ended, sent };
}

describe('the username as a word', () => {
  it.each(['player-42', 'İsmail', 'ユーザー', '42', '+49 171', 'a b'])(
    '"%s" is sent as with the option',
    async (username) => {
      const word = await session([username, '--check']);
      const option = await session(['--username', username, '--check']);
      expect([word.sent, word.status]).toEqual([[username], 0]);
      const withoutNext = ({ out }: { out: string }) => out.split('Next: ')[0];
      expect([option.sent, withoutNext(option)]).toEqual([word.sent, withoutNext(word)]);
    },
  );

  it.each<[string, readonly string[]]>([
    ['beside the option', ['player-42', '--username', 'player-42']],
    ['beside a body', ['player-42', '--body', '{}']],
    ['beside another word', ['player', '42']],
    ['empty', ['']],
    ['with white space at its end', ['player-42 ']],
    ['with an invisible character', ['player\u200b-42']],
    ['in typographic quotation marks', ['“player-42”']],
    ['the name of a file', ['package.json']],
    ['missing', []],
  ])('is refused: %s', async (_, words) => {
    const folder = join(import.meta.dirname, '..', '..');
    const { status, sent, out } = await session([...words, '--check'], { folder });
    expect({ status, sent, out }).toEqual({ status: 2, sent: [], out: '' });
  });

  it('the next command names the player by the option', async () => {
    await session(['-p', 'local', 'demo-completed', '--check']);
    const home = temporaryFolder();
    await pvg('session demo-completed -p local --check', { home });
    const { out } = await pvg('session demo-completed -p local --check --reply en', { home });
    expect(out).toMatch(/Next: pvg session --username demo-completed --check --fresh .*--reply en/);
  });
});

describe('an e-mail address as username', () => {
  const addresses = ['player@example.com', 'mailto:player@example.com', ' player@example.com '];
  const forms = addresses.flatMap((address) => [[address], ['--username', address]]);

  it.each(forms)('is not sent without somebody to ask: %s %s', async (...words) => {
    const given = words.filter((word) => typeof word === 'string');
    const home = temporaryFolder();
    const ended = await session([...given, '--check', '--case', 'T-1', '--json'], { home });
    expect([ended.status, ended.sent]).toEqual([2, []]);
    expect(json(ended)).toMatchObject({ answer: null, error: { code: 'receipt-doubtful' } });
  });

  it.each<[string, readonly string[], boolean]>([
    ['n', [], false],
    ['', [], false],
    ['y', [], true],
    ['YES', [], true],
    ['y', ['--no-input'], false],
    ['y', ['--token-only'], true],
  ])('somebody at a terminal says "%s" %j', async (typed, more, isSent) => {
    const words = ['player@example.com', ...more];
    const { sent, status } = await session(words, { terminal: true, typed: [typed] });
    expect({ sent, status }).toEqual({
      sent: isSent ? ['player@example.com'] : [],
      status: isSent ? 0 : 2,
    });
  });

  it('is sent with --force, and a dry run asks as the call does', async () => {
    expect((await session(['player@example.com', '--force'])).sent).toEqual(['player@example.com']);
    expect((await session(['player@example.com', '--dry-run'])).status).toBe(2);
    expect((await session(['player@example.com', '--dry-run', '--force'])).status).toBe(0);
  });

  it.each(['player@home', '@player', 'player@', 'a@b', 'p@l@y.er x'])(
    '"%s" is none',
    async (username) => {
      expect((await session([username])).sent).toEqual([username]);
    },
  );
});

describe('the reply beside the answer', () => {
  const repliesIn = (home: string) => linesOf(home).filter(({ command }) => command === 'reply');

  it.each([
    [false, 'verification-not-completed'],
    [true, 'verification-completed'],
  ])('says what the answer says: completed %s', async (isCompleted, situation) => {
    const home = temporaryFolder();
    const words = ['player-42', '--check', '--case', 'T-1', '--reply', 'th,en'];
    const { status, out } = await session(words, { home, isCompleted });
    const texts = ['th', 'en'].map((language) => textOf(language, situation));
    expect(status).toBe(0);
    expect(out).toContain(`\n${texts.join('\n\n')}\n`);
    const [kept, ...others] = repliesIn(home);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      ...{ case: 'T-1', situation, languages: ['th', 'en'], environment: 'prod' },
      player: expect.stringMatching(/^hmac:/) as string,
    });
    // The same as `pvg reply` prints of it later.
    expect((await pvg('reply th en --case T-1', { home })).out).toBe(`${texts.join('\n\n')}\n`);
  });

  it('a kept "completed" has it, too, and nothing is sent', async () => {
    const home = temporaryFolder();
    await session(['player-42', '--check'], { home, isCompleted: true });
    const words = ['player-42', '--check', '--case', 'T-1', '--reply', 'en'];
    const ended = await session([...words, '--json'], { home });
    expect(ended.sent).toEqual([]);
    const text = textOf('en', 'verification-completed');
    expect(json(ended)).toMatchObject({ reply: { language: 'en', text }, replies: [{ text }] });
    expect(repliesIn(home)).toMatchObject([
      { case: 'T-1', situation: 'verification-completed', call: null },
    ]);
    const found = await pvg(['journal', 'find', 'player-42', '--json'], { home });
    const { answer: lines } = json(found) as { answer: { replies: object[] } };
    expect(lines.replies).toHaveLength(1);
  });

  it.each<[string, readonly string[], number]>([
    ['an unknown language', ['--reply', 'klingon'], 2],
    ['beside the token alone', ['--reply', 'en', '--token-only'], 2],
    ['a dry run makes none', ['--reply', 'en', '--dry-run'], 0],
  ])('%s: nothing is sent', async (_, more, status) => {
    const ended = await session(['player-42', ...more]);
    expect([ended.status, ended.sent]).toEqual([status, []]);
    expect(ended.out).not.toContain(textOf('en', 'verification-not-completed'));
  });

  it('a "no" after a "yes" says that it is not clear', async () => {
    const home = temporaryFolder();
    await session(['player-42', '--check'], { home, isCompleted: true });
    const words = ['player-42', '--check', '--fresh', '--reply', 'en', '--json'];
    const text = textOf('en', 'unknown');
    expect(json(await session(words, { home }))).toMatchObject({ reply: { text } });
  });
});

describe('a number of a ticket that begins with #', () => {
  it.each([
    'lookup demo-purchased --profile local --case',
    'verify --receipt x --case',
    'session player-42 --case',
    'reply en --case',
    'reply en --for refund --case',
    'report --case',
    'journal list --case',
  ])('which the shell took for a comment: pvg %s', async (line) => {
    const { status, out, err } = await pvg(line);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain("`--case '#4711'`");
  });

  it.each(['lookup demo-purchased --case -p local', 'lookup demo-purchased --receipt'])(
    'is not what is missing: pvg %s',
    async (line) => {
      const { status, err } = await pvg(line);
      expect(status).toBe(2);
      expect(err).not.toContain('#');
    },
  );

  it('in quotes it is a number like any other', async () => {
    const home = temporaryFolder();
    await session(['player-42', '--check', '--case', '#4711'], { home });
    const { out } = await pvg(['reply', 'en', '--case', '#4711'], { home });
    expect(out).toBe(`${textOf('en', 'verification-not-completed')}\n`);
  });
});
