import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { minted, rejection } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder, type TestContextOptions } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

const env = serviceEnv('https://service.example', { PVG_GAME_ID: 'demo' });

/** Asks a service whose store knows nothing, and where no player has completed anything; and what it was sent. */
async function asked(line: string | readonly string[], more: TestContextOptions = {}) {
  const bodies: Record<string, unknown>[] = [];
  const send: Send = ({ url, body }) => {
    bodies.push(JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>);
    return Promise.resolve(answer(200, url.includes('/xmdt/') ? minted : rejection));
  };
  const ended = await pvg(line, { env, send, ...more });
  return { ...ended, all: ended.out + ended.err, bodies };
}
const unsent = (status: number) => ({ status, bodies: [] });

const token = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const names = ['--product-id', 'gems_100', '--package', 'com.example.game'];
const lookup = (receipt: string): string[] => ['lookup', ...names, '--receipt', receipt];
const verify = (receipt: string): string[] => ['verify', ...lookup(receipt).slice(1)];
const rows = (row: string): string => `receipt,product_id,package\n${row}\n`;

describe('outer white space and invisible characters in a typed value are named, and not sent without --force', () => {
  const session = ['session', '--username', 'a'];
  const lines: readonly (readonly [option: string, line: readonly string[], value: string])[] = [
    ['--username', ['session'], 'demo-completed'],
    ['--game-id', session, 'demo'],
    ['--server-id', session, 's1'],
    ['--role-id', session, 'r1'],
    ['--case', session, 'T-1'],
    ['--receipt', ['lookup', ...names], token],
    ['--product-id', ['lookup', '--receipt', token, '--package', 'com.a.b'], 'gems_100'],
    ['--package', ['lookup', '--receipt', token, '--product-id', 'gems_100'], 'com.a.b'],
    ['--order-id', lookup(token), 'GPA.1234-5678-9012-34567'],
    ['--receipt', ['verify', '--os', 'ios', '--product-id', 'gems_100'], 'MIITbase64'],
    ['--player-id', verify(token), 'p1'],
    ['--character-id', verify(token), 'c1'],
    ['--server-id', verify(token), 's1'],
    ['--game-version', verify(token), '1.0'],
    ['--field', verify(token), 'channel=web'],
  ];

  it.each(lines)('%s of %j', async (option, line, value) => {
    const inside = `${value.slice(0, 1)}\u200B${value.slice(1)}`;
    for (const odd of [`${value} `, ` ${value}`, `\u00A0${value}`, `${value}\u3164`, inside]) {
      const refused = await asked([...line, option, odd]);
      expect(refused).toMatchObject(unsent(2));
      expect(refused.err).toMatch(option === '--receipt' ? /receipt/i : new RegExp(option));
      expect(refused.err).toMatch(option === '--case' ? /--force|printable/ : /--force/);
    }
    // Some of them are never sent, only compared or kept; the call is made.
    expect((await asked([...line, option, `${value} `, '--force'])).bodies).toHaveLength(1);
    expect((await asked([...line, option, value])).bodies).toHaveLength(1);
  });

  it('what is sent with --force is what was typed', async () => {
    const { bodies } = await asked(['session', '--username', 'demo-completed ', '--force']);
    expect(bodies).toMatchObject([{ username: 'demo-completed ' }]);
    const forced = await asked('batch - --force', {
      stdin: rows(`${token},"gems_100 ",com.example.game`),
    });
    expect(forced.bodies).toMatchObject([{ product_id: 'gems_100 ' }]);
  });

  it('a game id from a variable is refused as well', async () => {
    const refused = await asked('session --username a', {
      env: { ...env, PVG_GAME_ID: 'demo\u200B' },
    });
    expect(refused).toMatchObject(unsent(3));
  });
});

it.each([
  ['session --username demo-completed --check', 'demo-completed'],
  ["session --username 'player-42 ' --force", '"player-42 "'],
])(
  'the answer about a player shows the name that was asked, from a kept one too: %s',
  async (line, shown) => {
    const home = temporaryFolder();
    for (const more of ['-p local', '-p local --no-input'])
      expect((await pvg(`${line} ${more}`, { home })).out).toContain(shown);
    // And the journal does not keep it.
    expect((await pvg('journal show --last --json', { home })).out).not.toMatch(
      /player-42|demo-completed/,
    );
  },
);

describe('what is no receipt is not sent without --force, and no reply asks the player for papers', () => {
  it.each([
    ['the product id', 'gems_100'],
    ['the package', 'com.example.game'],
    ['a date', '2026-11-20'],
    ['a date as in Europe', '20.11.2026'],
    ['a time', '2026-11-20T14:00:00Z'],
    ['a phone number', '+84901234567'],
    ['an order id', 'GPA.1234-5678-9012-34567'],
    ['an e-mail address', 'player@example.com'],
  ])('%s, on a profile of the game and on local, and in a batch', async (_, text) => {
    const local = [...lookup(text), '--profile', 'local', '--reply', 'en'];
    for (const line of [lookup(text), verify(text), ['lookup', ...names, text], local]) {
      const refused = await asked(line);
      expect(refused).toMatchObject(unsent(2));
      // An order id has two ways on. Sent as a receipt, it would only bring a false "not confirmed".
      const isOrder = text.startsWith('GPA.');
      expect(/--force/.test(refused.err)).toBe(!isOrder);
      expect(/--for need-receipt/.test(refused.err)).toBe(isOrder);
      expect(refused.all).not.toMatch(/Reply to the player/);
    }
    const batch = await asked('batch -', { stdin: rows(`${text},gems_100,com.example.game`) });
    expect(batch).toMatchObject(unsent(21));
    const forced = await asked([...lookup(text), '--force', '--reply', 'en']);
    expect(forced).toMatchObject({ status: 6, bodies: [{ receipt: text }] });
    expect(forced.all).not.toMatch(/Reply to the player/);
  });

  it.each([
    ...[
      '***',
      '[truncated]',
      '__TRUNCATED__',
      '-masked-',
      '•••',
      '…',
      '...',
      '<hidden>',
      '[REDACTED]',
    ].flatMap((mark) => [
      `${token}${mark}`,
      `${token.slice(0, 20)}${mark}${token.slice(-9)}`,
      `${mark}${token}`,
    ]),
    `${token}_masked`,
    `${token.slice(0, 20)}..${token.slice(-9)}`,
  ])('a masked or cut receipt, typed, in a purchase JSON and in a batch: %s', async (cut) => {
    const purchase = { productId: 'gems_100', packageName: 'com.example.game', purchaseToken: cut };
    const text = [JSON.stringify(purchase), `Product: gems_100\nToken: ${cut}\n`];
    for (const line of [
      lookup(cut),
      verify(cut),
      ...text.map((each) => ['lookup', '--no-input', each]),
    ])
      expect(await asked([...line, '--package', 'com.example.game'])).toMatchObject(unsent(2));
    const batch = await asked('batch -', { stdin: rows(`"${cut}",gems_100,com.example.game`) });
    expect(batch).toMatchObject(unsent(21));
  });

  it.each([
    ['http://com.example.game', 'gems_100'],
    ['<http://com.example.gam>e', 'gems_100'],
    ['com.example…', 'gems_100'],
    ['com.example.game', '**gems_500**'],
    ['com.example.game', 'gems_5...'],
  ])(
    'a package or a product that a mail program changed: %s, %s',
    async (packageName, productId) => {
      const json = JSON.stringify({ productId, packageName, purchaseToken: token });
      const options = ['--product-id', productId, '--package', packageName];
      for (const more of [[json], [...options, '--receipt', token]]) {
        const refused = await asked(['lookup', ...more]);
        expect(refused).toMatchObject(unsent(2));
        expect(refused.err).toMatch(/is not the name of a product or a package/);
        expect((await asked(['lookup', ...more, '--force'])).bodies).toHaveLength(1);
      }
      const batch = await asked('batch -', { stdin: rows(`${token},${productId},${packageName}`) });
      expect(batch).toMatchObject(unsent(21));
    },
  );

  it('the package of a profile', async () => {
    const own = { env: { ...env, PVG_PACKAGE: 'com.profile.game' } };
    const line = 'lookup --product-id gems_100 --receipt com.profile.game';
    expect(await asked(line, own)).toMatchObject(unsent(2));
  });

  it('a plain name is asked about on a terminal', async () => {
    const answered = (typed: string[], ...more: string[]) =>
      asked([...lookup('maria'), ...more], { terminal: true, typed });
    expect(await answered(['n'])).toMatchObject(unsent(2));
    expect((await answered(['y'])).bodies).toHaveLength(1);
    expect((await answered([], '--force')).bodies).toHaveLength(1);
    const piped = await asked([...lookup('maria'), '--reply', 'en']);
    expect(piped.bodies).toHaveLength(1);
    expect(piped.all).not.toMatch(/Reply to the player/);
  });

  it('an iOS receipt may have any form, and one of the demo store is one, on a terminal too', async () => {
    const ios = 'verify --os ios --profile local --product-id gems_100 --receipt 20.11.2026';
    expect((await pvg(ios)).status).toBe(6);
    const demo = [...lookup('demo-purchased'), '--profile', 'local'];
    expect((await pvg(demo, { terminal: true })).status).toBe(0);
  });
});

it('a purchase token is sent as it is, whatever it is made of', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const characters = [...`${letters}${letters.toUpperCase()}0123456789_-.`];
  const text = (of: readonly string[], minLength: number, maxLength = 200) =>
    fc.string({ unit: fc.constantFrom(...of), minLength, maxLength });
  // Letters of both cases and digits; dots in a row stand for a part that is missing, one at the end is doubted.
  const isMixed = (each: string): boolean =>
    /[A-Z]/.test(each) && /[a-z]/.test(each) && /\d/.test(each);
  const opaque = text(characters, 20).filter((each) => isMixed(each) && !/\.\.|\.$/.test(each));
  const ofStore = fc
    .tuple(text([...letters], 24, 24), text(characters.slice(0, -1), 30))
    .map(([first, rest]) => `${first}.AO-J1${rest}`);
  await fc.assert(
    fc.asyncProperty(fc.oneof(opaque, ofStore), async (receipt) => {
      expect((await asked(lookup(receipt), { terminal: true })).bodies).toMatchObject([
        { receipt },
      ]);
    }),
    { numRuns: 100 },
  );
});

it('an order id alone names the two ways on and asks no journal', async () => {
  const home = temporaryFolder();
  await pvg(`lookup --profile local ${names.join(' ')} --receipt demo-recorded`, { home });
  const ended = await pvg('lookup GPA.1234-5678-9012-34567 -p nobody --json', { home });
  const error = { code: 'receipt-doubtful' };
  expect(json(ended)).toMatchObject({ exit: 2, answer: null, verdict: null, error });
  expect(ended.err).toMatch(/pvg journal find/);
  expect(ended.err).toMatch(/pvg reply .*--for need-receipt/);
});
