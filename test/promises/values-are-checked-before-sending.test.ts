import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from '../support/context.js';
import { response } from '../support/exchange.js';
import { json, pvg } from '../support/pvg.js';

const env = serviceEnv('https://service.example', { PVG_GAME_ID: 'demo' });

/** A service that keeps what it was sent; the store knows nothing, and no player has completed anything. */
function service(): { readonly send: Send; readonly bodies: Record<string, unknown>[] } {
  const bodies: Record<string, unknown>[] = [];
  const send: Send = ({ url, body }) => {
    bodies.push(JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>);
    const answer = url.includes('/xmdt/')
      ? { sessionToken: 'tok', expiresAt: '2026-09-21T14:28:20Z', xmdtRequired: true, xmdtCompleted: false }
      : { order_id: null, game_id: 7, found: false, status: 404, error: 'no such purchase' };
    return Promise.resolve(response({ body: answer }));
  };
  return { send, bodies };
}

const asked = async (
  line: readonly string[],
  more: { readonly terminal?: boolean; typed?: string[] } = {},
) => {
  const { send, bodies } = service();
  return { ...(await pvg(line, { env, send, ...more })), bodies };
};

const token = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const names = ['--product-id', 'gems_100', '--package', 'com.example.game'];
const lookup = (receipt: string): string[] => ['lookup', ...names, '--receipt', receipt];

describe('outer white space and invisible characters in a typed value are named, and not sent without --force', () => {
  const lines: readonly (readonly [option: string, line: readonly string[], value: string])[] = [
    ['--username', ['session', '--username'], 'demo-completed'],
    ['--game-id', ['session', '--username', 'a', '--game-id'], 'demo'],
    ['--server-id', ['session', '--username', 'a', '--server-id'], 's1'],
    ['--role-id', ['session', '--username', 'a', '--role-id'], 'r1'],
    ['--case', ['session', '--username', 'a', '--case'], 'T-1'],
    ['--receipt', ['lookup', ...names, '--receipt'], token],
    ['--product-id', ['lookup', '--receipt', token, '--package', 'com.a.b', '--product-id'], 'gems_100'],
    ['--package', ['lookup', '--receipt', token, '--product-id', 'gems_100', '--package'], 'com.a.b'],
    ['--order-id', [...lookup(token), '--order-id'], 'GPA.1234-5678-9012-34567'],
    ['--case', [...lookup(token), '--case'], 'T-1'],
    ['--receipt', ['verify', '--os', 'ios', '--product-id', 'gems_100', '--receipt'], 'MIITbase64'],
    ['--player-id', ['verify', ...lookup(token).slice(1), '--player-id'], 'p1'],
    ['--character-id', ['verify', ...lookup(token).slice(1), '--character-id'], 'c1'],
    ['--server-id', ['verify', ...lookup(token).slice(1), '--server-id'], 's1'],
    ['--game-version', ['verify', ...lookup(token).slice(1), '--game-version'], '1.0'],
    ['--field', ['verify', ...lookup(token).slice(1), '--field'], 'channel=web'],
  ];

  it.each(lines)('%s of %j', async (option, line, value) => {
    const inside = `${value.slice(0, 1)}\u200B${value.slice(1)}`;
    for (const odd of [`${value} `, ` ${value}`, `\u00A0${value}`, `${value}\u3164`, inside]) {
      const refused = await asked([...line, odd]);
      expect({ status: refused.status, bodies: refused.bodies }).toEqual({ status: 2, bodies: [] });
      expect(refused.err).toMatch(option === '--receipt' ? /receipt/i : new RegExp(option));
      expect(refused.err).toMatch(option === '--case' ? /--force|printable/ : /--force/);
    }
    // Some of them are never sent, only compared or kept; the call is made.
    expect((await asked([...line, `${value} `, '--force'])).bodies).toHaveLength(1);
    expect((await asked([...line, value])).bodies).toHaveLength(1);
  });

  it('what is sent with --force is what was typed', async () => {
    const { bodies } = await asked(['session', '--username', 'demo-completed ', '--force']);
    expect(bodies).toMatchObject([{ username: 'demo-completed ' }]);
  });

  it('in a row of a batch', async () => {
    const home = temporaryFolder();
    const { send, bodies } = service();
    const input = join(home, 'in.csv');
    writeFileSync(input, `receipt,product_id,package\n${token},"gems_100 ",com.example.game\n`);
    expect((await pvg(['batch', input], { env, home, send })).status).toBe(21);
    expect(bodies).toEqual([]);
    await pvg(['batch', input, '--force'], { env, home, send });
    expect(bodies).toMatchObject([{ product_id: 'gems_100 ' }]);
  });

  it('a game id from a variable is refused as well', async () => {
    const { send, bodies } = service();
    const ended = await pvg('session --username a', { env: { ...env, PVG_GAME_ID: 'demo\u200B' }, send });
    expect({ status: ended.status, bodies }).toEqual({ status: 3, bodies: [] });
  });
});

describe('the answer about a player shows the name that was asked', () => {
  it.each(['--check', '--fresh'])('session %s', async (option) => {
    expect((await asked(['session', '--username', 'player-42', option])).out).toMatch(/player-42/);
  });

  it('with its ends, when they cannot be seen', async () => {
    expect((await asked(['session', '--username', 'player-42 ', '--force'])).out).toContain('"player-42 "');
  });

  it('from a kept answer too', async () => {
    const home = temporaryFolder();
    const line = 'session --profile local --username demo-completed --check';
    await pvg(line, { home });
    expect((await pvg(line, { home })).out).toMatch(/demo-completed/);
  });

  it('and the journal does not keep it', async () => {
    const home = temporaryFolder();
    const { send } = service();
    await pvg('session --username player-42 --check', { env, home, send });
    expect((await pvg('journal show --last --json', { home })).out).not.toMatch(/player-42/);
  });
});

describe('what is no receipt is not sent without --force, and no reply asks the player for papers', () => {
  const things = [
    ['the product id', 'gems_100'],
    ['the package', 'com.example.game'],
    ['a date', '2026-11-20'],
    ['a date as in Europe', '20.11.2026'],
    ['a date with a month', '20-Nov-2026'],
    ['a time', '2026-11-20T14:00:00Z'],
    ['a phone number', '+84901234567'],
    ['a phone number in groups', '090-123-4567'],
    ['an order id', 'GPA.1234-5678-9012-34567'],
    ['an e-mail address', 'player@example.com'],
  ] as const;

  it.each(things)('%s, on a profile of the game and on local', async (_, text) => {
    for (const line of [lookup(text), ['verify', ...lookup(text).slice(1)], ['lookup', ...names, text]]) {
      const ended = await asked(line);
      expect({ status: ended.status, bodies: ended.bodies }).toEqual({ status: 2, bodies: [] });
      expect(ended.err).toMatch(/--force/);
    }
    const local = await pvg([...lookup(text), '--profile', 'local', '--reply', 'en']);
    expect(local.status).toBe(2);
    expect(local.out + local.err).not.toMatch(/Reply to the player/);
  });

  it.each(things)('%s, with --force', async (_, text) => {
    const ended = await asked([...lookup(text), '--force', '--reply', 'en']);
    expect(ended.bodies).toMatchObject([{ receipt: text }]);
    expect(ended.status).toBe(6);
    expect(ended.out + ended.err).not.toMatch(/Reply to the player/);
  });

  it('the product or package of a profile, and a row of a batch', async () => {
    const { send, bodies } = service();
    const own = { ...env, PVG_PACKAGE: 'com.profile.game' };
    const line = 'lookup --product-id gems_100 --receipt com.profile.game';
    expect((await pvg(line, { env: own, send })).status).toBe(2);
    const home = temporaryFolder();
    const input = join(home, 'in.csv');
    writeFileSync(input, 'receipt,product_id,package\ngems_100,gems_100,com.example.game\n');
    expect((await pvg(['batch', input], { env, home, send })).status).toBe(21);
    expect(bodies).toEqual([]);
  });

  it.each(['Nguyen', 'maria'])('a plain name, %s, is asked about on a terminal', async (name) => {
    const no = await asked(lookup(name), { terminal: true, typed: ['n'] });
    expect({ status: no.status, bodies: no.bodies }).toEqual({ status: 2, bodies: [] });
    expect((await asked(lookup(name), { terminal: true, typed: ['y'] })).bodies).toHaveLength(1);
    expect((await asked([...lookup(name), '--force'], { terminal: true })).bodies).toHaveLength(1);
    const piped = await asked([...lookup(name), '--reply', 'en']);
    expect(piped.bodies).toMatchObject([{ receipt: name }]);
    expect(piped.out + piped.err).not.toMatch(/Reply to the player/);
  });

  it('an iOS receipt may have any form', async () => {
    const ended = await pvg('verify --os ios --profile local --product-id gems_100 --receipt 20.11.2026');
    expect(ended.status).toBe(6);
    expect(ended.out).not.toMatch(/Is the receipt right/);
  });

  it('a receipt of the demo store is one, on a terminal too', async () => {
    const line = [...lookup('demo-purchased'), '--profile', 'local'];
    expect((await pvg(line, { terminal: true })).status).toBe(0);
  });
});

describe('a purchase token', () => {
  const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-'];
  const opaque = fc
    .string({ unit: fc.constantFrom(...characters), minLength: 20, maxLength: 200 })
    // Letters of both cases and digits; dots in a row are an ellipsis.
    .filter((text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text) && !text.includes('...'));
  const ofStore = fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...characters.slice(26, 52)), minLength: 24, maxLength: 24 }),
      fc.string({ unit: fc.constantFrom(...characters.filter((each) => each !== '.')), minLength: 30 }),
    )
    .map(([first, rest]) => `${first}.AO-J1${rest}`);

  it('is sent as it is, whatever it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(opaque, ofStore), async (receipt) => {
        const { bodies } = await asked(lookup(receipt), { terminal: true });
        expect(bodies).toMatchObject([{ receipt }]);
      }),
      { numRuns: 150 },
    );
  });
});

it('an order id alone names the two ways on and asks no journal', async () => {
  const home = temporaryFolder();
  await pvg(`lookup --profile local ${names.join(' ')} --receipt demo-recorded`, { home });
  const ended = await pvg('lookup GPA.1234-5678-9012-34567 -p nobody --json', { home });
  expect(ended.status).toBe(2);
  expect(json(ended)).toMatchObject({ answer: null, verdict: null, error: { code: 'receipt-doubtful' } });
  expect(ended.err).toMatch(/pvg journal find/);
  expect(ended.err).toMatch(/pvg reply .*--for need-receipt/);
});
