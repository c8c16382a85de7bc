import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { pvg } from '../helpers/pvg.js';

/**
 * A reply is kept with its ticket, so a command that is typed as printed must not give one in a language that nobody chose:
 * it has the languages that were typed, else those of the ticket's newest reply, else a place for them.
 */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (line: string, stdin = '') => pvg(line, { home, folder: home, stdin, columns: 400 });

/** The last line of the last of these commands. */
async function nextAfter(lines: readonly string[]): Promise<string> {
  let printed = '';
  for (const line of lines) {
    const { out, err } = await run(line);
    printed = out + err;
  }
  return /^Next: (.*)$/m.exec(printed)?.[1] ?? '';
}

const look = (receipt: string): string => `lookup ${demo(receipt)} --case T-1`;
const inPortuguese = `${look('demo-recorded')} --reply pt`;
const twoPurchases = look('demo-pending');
const anotherOrder = `${look('demo-recorded')} --order-id GPA.9999-8888-7777-66666`;
const ofApple = 'lookup -p local MQ1ABCD2EF --case T-1';
const check = 'session player-42 -p local --check --case T-1';

describe.each<[string, string[], string, string]>([
  ['two purchases of a ticket', [look('demo-recorded'), twoPurchases], '', '--case T-1'],
  ['a page that is written', [`${look('demo-recorded')} --report a.html`], '', '--case T-1'],
  ['a purchase of Apple', [ofApple], '', '--for ios --order-id MQ1ABCD2EF --case T-1'],
  ['--os ios', ['lookup -p local --os ios --case T-1'], '', '--for ios --case T-1'],
  ['a check without a record', [check], '', '--for verification-not-recorded --case T-1'],
])('after %s the reply that comes next', (_what, lines, _none, words) => {
  const last = lines.at(-1) ?? '';

  it('has a place for its language if nobody knows it', async () => {
    expect(await nextAfter(lines)).toBe(`pvg reply "$REPLY_LANGUAGE" ${words}`);
  });

  it('is in the language of the ticket', async () => {
    expect(await nextAfter([inPortuguese, ...lines])).toBe(`pvg reply pt ${words}`);
  });

  it('is in that of the newest reply', async () => {
    const japanese = 'reply ja --for refund --case T-1';
    expect(await nextAfter([inPortuguese, japanese, ...lines])).toBe(`pvg reply ja ${words}`);
  });

  it.skipIf(last.includes('--report'))('is in the languages that were typed', async () => {
    const typed = [...lines.slice(0, -1), `${last} --reply ko,fr`];
    expect(await nextAfter([inPortuguese, ...typed])).toBe(`pvg reply ko fr ${words}`);
  });
});

it.each([
  [anotherOrder, 'reply ja --case T-1', 'pvg reply ja --for other-order --case T-1'],
  [ofApple, 'reply ja --case T-1', 'pvg reply ja --for ios --order-id MQ1ABCD2EF --case T-1'],
  ['', 'reply ja --order-id MQ1ABCD2EF', 'pvg reply ja --for ios --order-id MQ1ABCD2EF'],
  ['', 'reply ja --for ios --order-id nothing', 'pvg reply ja --for ios'],
])('after "%s" and "%s": a reply in the language that was typed', async (before, line, next) => {
  expect(await nextAfter(before === '' ? [line] : [before, line])).toBe(next);
});

it.each([
  ['session mia@example.com -p local --check --case T-1', 'need-username'],
  [check, 'verification-not-recorded'],
])('the sentence after "%s" has the language of the ticket, too', async (line, situation) => {
  await run(inPortuguese);
  const { out, err } = await run(line);
  expect(out + err).toContain(`\`pvg reply pt --for ${situation} --case T-1\``);
});

it('a place for the language gives no reply if it is typed as printed', async () => {
  const { status, out } = await pvg(['reply', '', '--for', 'refund'], { home });
  expect({ status, out }).toEqual({ status: 2, out: '' });
});

it('a check goes on to the reply that asks for the name once', async () => {
  await run(check);
  await run('reply id --for verification-not-recorded --case T-1');
  expect(await nextAfter([check])).toMatch(/^pvg report --case T-1/);
});

it.each([check.replace(' --case T-1', ''), `${check} --json`])(
  'a check that is of no ticket, or of a script, leads to no reply: %s',
  async (line) => {
    expect(await nextAfter([line])).not.toContain('pvg reply');
  },
);

describe('a text in traditional Chinese', () => {
  const purchase =
    '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-recorded"}';
  const traditional = '我買了寶石，可是還沒收到。';
  const said = 'in traditional Chinese';

  it.each([
    ['with a purchase', `${traditional}\n${purchase}`],
    ['with an order id alone', `${traditional}\nGPA.9999-8888-7777-66666`],
  ])('%s says beside a reply in zh that it is simplified', async (_what, stdin) => {
    const { out, err } = await run('lookup - -p local --case T-1 --reply zh', stdin);
    expect(out + err).toContain(said);
  });

  it.each([
    ['the reply is in another language', traditional, 'en'],
    ['there is no reply', traditional, ''],
    ['the text is simplified', '我买了宝石，可是还没收到。', 'zh'],
    ['the text is Japanese', '購入した宝石が届きません。注文を確認して頂けますか。', 'zh'],
    ['one name alone has such a letter', 'player 龍 paid', 'zh'],
    ['the text has no Chinese', 'I paid and got nothing', 'zh'],
  ])('says nothing if %s', async (_what, text, language) => {
    const reply = language === '' ? '' : `--reply ${language}`;
    const { out, err } = await run(`lookup - -p local ${reply}`, `${text}\n${purchase}`);
    expect(out + err).not.toContain(said);
  });
});
