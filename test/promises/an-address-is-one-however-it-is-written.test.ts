import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import type { Profile } from '../../src/contract/profile.js';
import { bought, minted, never, success } from '../helpers/answers.js';
import { openServer } from '../../src/system/serve.js';
import { PvgError } from '../../src/failure.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';
import { spelledElsewhere, spelledHere } from '../helpers/spellings.js';

/** A service at every address; it remembers what was sent. */
function service(lookup: object = bought(never)) {
  const sent: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    verify: success,
    'lookup-receipt': lookup,
    session: minted,
  };
  const send: Send = ({ url }) => {
    sent.push(url);
    return Promise.resolve(answer(200, answers[url.split('/').at(-1) ?? ''] ?? {}));
  };
  return { send, sent };
}

const profile = (name: string, url: string, more: Partial<Profile> = {}): Profile => ({
  ...{
    name,
    environment: 'prod',
    readOnly: false,
    gatewayUrl: url,
    sessionUrl: url,
    gameId: 'my-game',
  },
  ...{
    clientId: `${name}-client`,
    clientSecret: `${name}-client-secret`,
    secretKey: `${name}-secret-key`,
  },
  ...more,
});

/** A home with a dev profile and these. */
async function homeWith(...stored: readonly Profile[]): Promise<string> {
  const home = temporaryFolder();
  const { profiles } = testContext({ home });
  await profiles.write(profile('game-dev', 'https://game-dev.example', { environment: 'dev' }));
  for (const each of stored) await profiles.write(each);
  return home;
}

const purchase = '--product-id gems_100 --package com.example.game --receipt bought-1';
const isVerify = (url: string): boolean => url.endsWith('/verify');

type Pair = [stored: string, written: string];

const same: readonly Pair[] = [
  ['http://127.0.0.1:9101', 'http://localhost:9101'],
  ['http://127.0.0.1:9101', 'http://[::1]:9101'],
  ['http://127.0.0.1:9101', 'http://LOCALHOST.:9101/path'],
  ['http://127.0.0.1:9101', 'http://127.9.9.9:9101'],
  ['http://127.0.0.1:9101', 'http://[::ffff:127.0.0.1]:9101'],
  ['http://127.0.0.1:9101', 'http://2130706433:9101'],
  ['http://127.0.0.1:9101', 'http://0x7f.1:9101'],
  ['http://127.0.0.1:9101', 'https://localhost:9101'],
  ['http://127.0.0.1:9101', 'https://0.0.0.0:9101'],
  ['http://127.0.0.1:9101', 'https://[::]:9101'],
  ['http://127.0.0.1:9101', 'https://pay.localhost:9101'],
  ['http://localhost', 'http://127.0.0.1:80'],
  ['https://localhost', 'http://127.0.0.1:443'],
  ['https://192.0.2.1', 'https://[::ffff:192.0.2.1]'],
  ['https://192.0.2.1', 'https://[::ffff:c000:201]:8443'],
  ['https://[::ffff:192.0.2.1]', 'https://3221225985'],
  ['https://192.0.2.1', 'https://0300.0.02.1'],
  ['https://[2001:db8::1]', 'https://[2001:0DB8:0:0:0:0:0:1]'],
  ['https://game-prod.example', 'https://game-prod.example.'],
  ['https://game-prod.example', 'https://game%2Dprod%2Eexample'],
  ['https://game-prod.example', 'HTTPS://Game-Prod.EXAMPLE:443/eu'],
  ['https://xn--bcher-kva.example', 'https://b%C3%BCcher.example'],
  ['https://xn--bcher-kva.example', 'https://XN--BCHER-KVA.example'],
];

describe.each<Pair>(same)('the prod address %s, written as %s', (stored, written) => {
  it.each<[how: string, line: string, env: Record<string, string>]>([
    ['an option', `-p game-dev --base-url ${written}`, {}],
    ['a variable', '-p game-dev', { PVG_GATEWAY_URL: written }],
    [
      'a variable, without a profile',
      '',
      { PVG_GATEWAY_URL: written, PVG_CLIENT_ID: 'x', PVG_CLIENT_SECRET: 'y' },
    ],
    [
      'an option, with another name confirmed',
      `-p game-dev --confirm game-dev --base-url ${written}`,
      {},
    ],
  ])('gets no verify as %s', async (_how, line, env) => {
    const home = await homeWith(profile('game-prod', stored));
    const { send, sent } = service();
    const said = json(
      await pvg(`verify ${purchase} ${line} --json`, {
        home,
        send,
        env: { ...env, ...(line === '' && { PVG_ENVIRONMENT: 'dev' }) },
      }),
    );
    expect([sent.filter(isVerify), said]).toMatchObject([
      [],
      { exit: 13, environment: 'prod', values_of: 'game-prod' },
    ]);
  });

  it('is shown as prod by every command that sends there', async () => {
    const home = await homeWith(profile('game-prod', stored));
    const { send } = service();
    const prod = { environment: 'prod', values_of: 'game-prod' };
    const lookup = await pvg(`lookup ${purchase} -p game-dev --base-url ${written} --json`, {
      home,
      send,
    });
    expect(json(lookup)).toMatchObject(prod);
    const session = `session --username player-1 -p game-dev --json`;
    expect(json(await pvg(`${session} --base-url ${written}`, { home, send }))).toMatchObject(prod);
    const env = { PVG_SESSION_URL: written };
    expect(json(await pvg(session, { home, send, env }))).toMatchObject(prod);
    const rows = 'receipt,product_id,package\nbought-1,gems_100,com.example.game\n';
    const batch = await pvg(`batch - -p game-dev --base-url ${written} --json`, {
      home,
      send,
      stdin: rows,
    });
    const summary = batch.err.split('\n').findLast((each) => each.startsWith('{')) ?? '';
    expect(JSON.parse(summary)).toMatchObject({ exit: 0, ...prod });
  });

  it('is shown as prod by commands that send nothing', async () => {
    const home = await homeWith(profile('game-prod', stored));
    const env = { PVG_GATEWAY_URL: written };
    const shown = json(await pvg('profile show game-dev --json', { home, env }));
    expect(shown).toMatchObject({ environment: 'prod' });
    const dry = `lookup ${purchase} -p game-dev --dry-run --json`;
    expect(json(await pvg(dry, { home, env }))).toMatchObject({ environment: 'prod' });
    const line = 'listen -p game-dev --port 0 --expect 1';
    const interrupt = AbortSignal.abort(new PvgError('interrupted', 'Interrupted.'));
    const listening = await pvg(line, { home, env, interrupt, serve: openServer });
    expect(listening.err).toContain('game-prod');
  });

  it('is a problem for doctor', async () => {
    const home = await homeWith(profile('game-prod', stored));
    const env = { PVG_GATEWAY_URL: written };
    const said = json(await pvg('doctor -p game-dev --json', { home, env }));
    expect(said).toMatchObject({ exit: 3, environment: 'prod' });
    const { checks } = said['answer'] as { checks: { id: string; status: string }[] };
    expect(checks).toContainEqual(
      expect.objectContaining({ id: 'profile-in-use', status: 'problem' }),
    );
  });

  it('is read-only, if the stored profile is', async () => {
    const home = await homeWith(profile('desk-prod', stored, { readOnly: true }));
    const { send, sent } = service();
    const line = `verify ${purchase} -p game-dev --confirm desk-prod --base-url ${written} --json`;
    const said = json(await pvg(line, { home, send }));
    expect([sent, said]).toMatchObject([[], { exit: 13, error: { code: 'profile-read-only' } }]);
  });

  it('gets nothing from its own profile: on this computer another program may listen there', async () => {
    const home = await homeWith(profile('game-prod', stored));
    const { send, sent } = service();
    const line = `verify ${purchase} -p game-prod --base-url ${written} --confirm game-prod --json`;
    const said = json(await pvg(line, { home, send }));
    if (new URL(written).origin === new URL(stored).origin)
      expect(sent.filter(isVerify)).toHaveLength(1);
    else expect([sent, said]).toMatchObject([[], { exit: 13, error: { code: 'other-origin' } }]);
  });
});

const elsewhere = same.filter(([stored]) => !/127|local/.test(stored));

describe.each<Pair>(elsewhere)(
  'a dev profile beside the prod address %s, written as %s',
  (stored, written) => {
    const mixed = { exit: 13, error: { code: 'environments-mixed' } };

    it.each<[how: string, line: string]>([
      [
        'added',
        `profile add new-dev --environment dev --gateway-url ${written} --client-id c --client-secret-file HOME/secret`,
      ],
      [
        'added for the other interface',
        `profile add new-dev --environment dev --session-url ${written} --game-id g --secret-key-file HOME/secret`,
      ],
      ['changed', `profile set game-dev --gateway-url ${written} --yes`],
      ['imported', 'profile import HOME/exported'],
    ])('is not %s', async (_how, line) => {
      const home = await homeWith(profile('game-prod', stored));
      writeFileSync(join(home, 'secret'), 'a-new-secret');
      const exported = { name: 'new-dev', environment: 'dev', gatewayUrl: written, clientId: 'c' };
      writeFileSync(join(home, 'exported'), JSON.stringify(exported));
      const { profiles } = testContext({ home });
      const before = [await profiles.names(), await profiles.read('game-dev')];
      expect(json(await pvg(`${line.replaceAll('HOME', home)} --json`, { home }))).toMatchObject(
        mixed,
      );
      expect([await profiles.names(), await profiles.read('game-dev')]).toEqual(before);
    });

    it('stays guarded after it was written by hand and renamed', async () => {
      const byHand = profile('by-hand', written, { environment: 'dev' });
      const home = await homeWith(profile('game-prod', stored), byHand);
      const { send, sent } = service();
      expect((await pvg('profile rename by-hand renamed', { home })).status).toBe(0);
      const said = json(await pvg(`verify ${purchase} -p renamed --json`, { home, send }));
      expect([sent.filter(isVerify), said]).toMatchObject([
        [],
        { exit: 13, values_of: 'game-prod' },
      ]);
    });
  },
);

describe('another address', () => {
  it.each<Pair>([
    ['http://127.0.0.1:9101', 'http://127.0.0.1:9102'],
    ['http://localhost', 'https://localhost'],
    ['http://127.0.0.1:9101', 'https://gateway.example:9101'],
    ['http://127.0.0.1:9101', 'https://localhost.example:9101'],
    ['http://127.0.0.1:9101', 'https://128.0.0.1:9101'],
    ['https://game-prod.example', 'https://game-prod.example.net'],
    ['https://192.0.2.1', 'https://192.0.2.10'],
    ['https://192.0.2.1', 'https://[::ffff:192.0.2.2]'],
    ['https://[2001:db8::1]', 'https://[2001:db8::10]'],
  ])('stays another one: %s and %s', async (stored, written) => {
    const home = await homeWith(profile('game-prod', stored));
    const { send, sent } = service();
    const said = json(
      await pvg(`verify ${purchase} -p game-dev --base-url ${written} --json`, { home, send }),
    );
    expect([said, sent.map(isVerify)]).toMatchObject([{ exit: 0, environment: 'dev' }, [true]]);
  });

  it.each([
    ...[
      'https://a..example',
      'https://example..',
      'https://.example',
      'https://a%2e%2eexample',
      'https://./',
    ],
    ...['http://127.0.0.1..:9101', 'http://localhost..:9101', 'https://game-prod.example..'],
    ...[
      'https://user@game-prod.example',
      'https://a%40b.example',
      'https://[fe80::1%25eth0]',
      'https://b\u00fccher.example',
    ],
    ...[
      'http://0.0.0.0:9101',
      'http://[::]:9101',
      'http://pay.localhost:9101',
      'https://0400.0.0.1',
      'https://256.0.0.1',
    ],
  ])('%s is refused: 2 as an option, 3 as a variable, 2 in a profile', async (written) => {
    const home = await homeWith();
    const { send, sent } = service();
    const line = ['lookup', ...purchase.split(' '), '-p', 'game-dev'];
    expect((await pvg([...line, '--base-url', written], { home, send })).status).toBe(2);
    expect((await pvg(line, { home, send, env: { PVG_GATEWAY_URL: written } })).status).toBe(3);
    const set = await pvg(['profile', 'set', 'game-dev', '--gateway-url', written, '--yes'], {
      home,
    });
    expect([set.status, sent]).toEqual([2, []]);
  });
});

/** Every spelling of these is guarded. Short runs: each is a whole command. */
const origins: readonly (readonly [stored: string, spelled: fc.Arbitrary<string>])[] = [
  ['https://game-prod.example', spelledElsewhere('game-prod.example')],
  ['https://192.0.2.7', spelledElsewhere('192.0.2.7')],
  ['https://xn--bcher-kva.example/eu', spelledElsewhere('xn--bcher-kva.example')],
  ['http://127.0.0.1:9101', spelledHere(9101)],
  ['https://localhost:9443/base', spelledHere(9443)],
  ['http://[::1]:9101', spelledHere(9101)],
];

it.each(origins)('any spelling of %s is guarded', async (stored, spelled) => {
  const home = await homeWith(profile('game-prod', stored));
  await fc.assert(
    fc.asyncProperty(spelled, fc.boolean(), async (written, isOption) => {
      const { send, sent } = service();
      const line = ['verify', ...purchase.split(' '), '-p', 'game-dev', '--json'];
      const ended = await pvg(isOption ? [...line, '--base-url', written] : line, {
        home,
        send,
        env: isOption ? {} : { PVG_GATEWAY_URL: written },
      });
      expect([sent.filter(isVerify), json(ended)]).toMatchObject([
        [],
        { exit: 13, environment: 'prod', values_of: 'game-prod' },
      ]);
    }),
    { numRuns: 60 },
  );
});

it('a verify from here counts in a look-up by another spelling of the address', async () => {
  const home = await homeWith();
  const { send } = service();
  const at = (url: string): string => `${purchase} -p game-dev --base-url ${url} --json`;
  expect((await pvg(`verify ${at('http://127.0.0.1:9101')}`, { home, send })).status).toBe(0);
  const { send: later } = service(bought(''));
  const verdictAt = async (url: string) =>
    json(await pvg(`lookup ${at(url)}`, { home, send: later }))['verdict'];
  const own = await verdictAt('http://127.0.0.1:9101');
  expect(await verdictAt('http://localhost:9101')).toEqual(own);
  expect(await verdictAt('http://localhost:9102')).not.toEqual(own);
});

describe('values of two profiles in equal number', () => {
  const shared = 'https://shared.example';
  it.each([
    ['a-desk', 'game-prod'],
    ['game-prod', 'z-desk'],
  ])('follow the rules of the read-only one: %s and %s', async (first, second) => {
    const isDesk = (name: string): boolean => name.endsWith('desk');
    const home = await homeWith(
      ...[first, second].map((name) => profile(name, shared, { readOnly: isDesk(name) })),
    );
    const { send, sent } = service();
    const desk = [first, second].find(isDesk);
    const line = `verify ${purchase} -p game-dev --base-url ${shared} --confirm game-prod --json`;
    const said = json(await pvg(line, { home, send }));
    const stopped = { exit: 13, values_of: desk, error: { code: 'profile-read-only' } };
    expect([sent, said]).toMatchObject([[], stopped]);
  });
});
