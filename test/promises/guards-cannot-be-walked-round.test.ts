import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { bought, minted, never, success } from '../support/answers.js';
import { temporaryFolder, testContext, type TestContextOptions } from '../support/context.js';
import { answer } from '../support/exchange.js';
import { fakeKeyring } from '../support/keyring.js';
import { json, pvg, words } from '../support/pvg.js';

/** A service at every address: it confirms every purchase, has none on record, and remembers what was sent. */
function service() {
  const sent: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    verify: success,
    'lookup-receipt': bought(never),
    session: minted,
  };
  const send: Send = ({ url }) => {
    sent.push(url);
    return Promise.resolve(answer(200, answers[url.split('/').at(-1) ?? ''] ?? {}));
  };
  return { send, sent, recorded: () => sent.some((url) => url.endsWith('/verify')) };
}

interface Stored {
  readonly environment: 'dev' | 'prod';
  readonly host?: string;
  readonly clientId?: string;
  readonly readOnly?: boolean;
  readonly keyring?: string;
}

/** Each with its own address, client id and secrets. */
const profiles = {
  'game-dev': { environment: 'dev' },
  'game-prod': { environment: 'prod' },
  'other-prod': { environment: 'prod' },
  'desk-prod': { environment: 'prod', readOnly: true },
  'desk-dev': { environment: 'dev', readOnly: true },
} as const satisfies Record<string, Stored>;

/** A home with these, and their secrets in files too. */
async function machine(
  stored: Readonly<Record<string, Stored>> = profiles,
  options: TestContextOptions = {},
): Promise<string> {
  const home = temporaryFolder();
  const { profiles: store } = testContext({ home, ...options });
  for (const [name, { host = name, clientId = `${name}-client`, ...more }] of Object.entries(stored)) {
    const [clientSecret, secretKey] = [`${name}-client-secret`, `${name}-secret-key`];
    writeFileSync(join(home, `${name}.secret`), clientSecret);
    writeFileSync(join(home, `${name}.key`), secretKey);
    const url = `https://${host}.example`;
    const values = { gatewayUrl: url, clientId, clientSecret, sessionUrl: url, gameId: 'my-game', secretKey };
    await store.write({ name, readOnly: false, ...values, ...more });
  }
  return home;
}

/** What the variables of a stored profile would be. */
const variables = (name: string) => ({
  PVG_GATEWAY_URL: `https://${name}.example`,
  PVG_CLIENT_ID: `${name}-client`,
  PVG_CLIENT_SECRET: `${name}-client-secret`,
});
const unknown = variables('nobody');

const verify = 'verify --product-id gems_100 --package com.example.game --receipt bought-1';

interface More {
  readonly environment?: 'dev' | 'prod';
  /** Changes files in the home folder. */
  readonly prepare?: (home: string) => void;
  readonly stored?: Readonly<Record<string, Stored>>;
}
type Variables = Readonly<Record<string, string>>;
type Row = [when: string, line: string, env: Variables, valuesOf?: string | undefined, more?: More];

const filled = (env: Variables, home: string): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replaceAll('HOME', home)]));

async function run(line: string, given: Variables, { prepare, stored }: More = {}) {
  const home = await machine(stored);
  prepare?.(home);
  const { send, sent, recorded } = service();
  const env = filled(given, home);
  const typed = [...words(verify), ...words(line.replaceAll('HOME', home)), '--json'];
  return { ended: await pvg(typed, { home, send, env, folder: home }), home, sent, recorded, env };
}

const dev = '-p game-dev';
const own = variables('game-prod');
const at = (url: string): Variables => ({ PVG_GATEWAY_URL: url });
const none = undefined;
const ofDev: More = { environment: 'dev' };
const profileFile = (home: string, name: string): string => join(home, 'config', 'profiles', `${name}.json`);
/** The profile of dev as a copy of that of prod, made by hand. */
const copied: More = {
  prepare: (home) => {
    const text = readFileSync(profileFile(home, 'game-prod'), 'utf8');
    writeFileSync(profileFile(home, 'game-dev'), text.replaceAll('"prod"', '"dev"'));
  },
};
const torn: More = {
  prepare: (home) => {
    writeFileSync(profileFile(home, 'torn'), '{"gateway":{"c');
  },
};

const atProd = at('https://game-prod.example');
const confirmed = `${dev} --confirm game-prod`;
const prod = '-p game-prod --confirm game-prod';

const guarded: readonly Row[] = [
  ['the address is a variable', dev, atProd, 'game-prod'],
  ['it is spelt otherwise', dev, at('HTTPS://GAME-PROD.Example.:443/eu/1'), 'game-prod'],
  ['the address has another port', dev, at('https://game-prod.example:8443'), 'game-prod'],
  ['the address is an option', `${dev} --base-url https://game-prod.example`, {}, 'game-prod'],
  ['the client id is a variable', dev, { PVG_CLIENT_ID: 'game-prod-client' }, 'game-prod'],
  ['the secret is a variable', dev, { PVG_CLIENT_SECRET: 'game-prod-client-secret' }, 'game-prod'],
  ['a variable names its file', dev, { PVG_CLIENT_SECRET_FILE: 'HOME/game-prod.secret' }, 'game-prod'],
  ['an option names its file', `${dev} --client-secret-file HOME/game-prod.secret`, {}, 'game-prod'],
  ['all are variables', dev, own, 'game-prod'],
  ['PVG_ENVIRONMENT says dev', dev, { ...own, PVG_ENVIRONMENT: 'dev' }, 'game-prod'],
  ['PVG_PROFILE chooses dev', '', { ...own, PVG_PROFILE: 'game-dev' }, 'game-prod'],
  ['no profile is chosen, and PVG_ENVIRONMENT says dev', '', { ...own, PVG_ENVIRONMENT: 'dev' }, 'game-prod'],
  ['iOS cannot be looked up', `${dev} --os ios`, own, 'game-prod'],
  ['--confirm names the chosen profile', `${dev} --confirm game-dev`, own, 'game-prod'],
  ['--confirm says prod', `${dev} --confirm prod`, own, 'game-prod'],
  ['--confirm names another prod profile', `${dev} --confirm other-prod`, own, 'game-prod'],
  ['a dev profile was copied from prod by hand', dev, {}, 'game-prod', copied],
  ['another profile is damaged', dev, atProd, 'game-prod', torn],
  ['nobody knows the values, and all are given', dev, unknown],
  ['no profile is chosen', '', unknown],
  ['they are of a read-only profile', `${dev} --confirm desk-prod`, variables('desk-prod'), 'desk-prod'],
  ['the address alone is', confirmed, { ...own, ...at('https://desk-prod.example') }, 'desk-prod'],
  ['the client alone is, and prod is chosen', prod, { PVG_CLIENT_ID: 'desk-prod-client' }, 'desk-prod'],
  ['the client is of another prod profile', prod, { PVG_CLIENT_ID: 'other-prod-client' }, 'other-prod'],
  ['they are of a read-only dev profile', dev, at('https://desk-dev.example'), 'desk-dev', ofDev],
];

const ofProd = { environment: 'prod', host: 'shared' } as const;
/** A read-only profile for the address of the prod profile, with credentials of its own and without. */
const apart: More = {
  stored: {
    'game-dev': { environment: 'dev' },
    'game-prod': ofProd,
    'desk-prod': { ...ofProd, readOnly: true },
  },
};
const clientId = 'my-client';
const beside: More = {
  stored: { 'game-prod': { ...ofProd, clientId }, 'desk-prod': { ...ofProd, clientId, readOnly: true } },
};
const oneClient: More = {
  ...ofDev,
  stored: { 'game-dev': { environment: 'dev', clientId }, 'game-prod': { environment: 'prod', clientId } },
};
const open: readonly Row[] = [
  ['a dev profile is chosen', dev, {}, none, ofDev],
  ['--confirm names the profile whose values are in use', confirmed, own, 'game-prod'],
  ['that whose address is', `${dev} --confirm other-prod`, at('https://other-prod.example'), 'other-prod'],
  ['no profile has the values, and it names the chosen one', `${dev} --confirm game-dev`, unknown],
  ['unknown values are said to be of dev', dev, { ...unknown, PVG_ENVIRONMENT: 'development' }, none, ofDev],
  ['the variables repeat the chosen profile', dev, variables('game-dev'), none, ofDev],
  ['only the address is another one', dev, at('https://nobody.example'), none, ofDev],
  ['dev and prod have one client id', dev, {}, none, oneClient],
  ['a read-only one shares it', confirmed, { ...own, ...at('https://shared.example') }, 'game-prod', apart],
  ['one is stored beside the chosen one for the same', prod, at('https://shared.example/'), none, beside],
];

describe('a verify with values of a prod or read-only profile', () => {
  it.each<Row>(guarded)('is not sent when %s', async (_when, line, env, valuesOf, more) => {
    const { ended, recorded } = await run(line, env, more);
    const said = json(ended);
    expect([recorded(), said]).toMatchObject([false, { exit: 13, environment: more?.environment ?? 'prod' }]);
    expect(said['values_of']).toBe(valuesOf);
    // Both names are there to read.
    expect(ended.err).toContain(valuesOf ?? '');
    expect(ended.out + ended.err).toContain(/game-\w+/.exec(line)?.[0] ?? '');
  });

  it.each<Row>(open)('is sent when %s', async (_when, line, env, valuesOf, more) => {
    const { ended, recorded } = await run(line, env, more);
    const said = json(ended);
    expect([recorded(), said]).toMatchObject([true, { exit: 0, environment: more?.environment ?? 'prod' }]);
    expect(said['values_of']).toBe(valuesOf);
  });

  it('is not sent as a body of bytes either', async () => {
    const home = await machine();
    const { send, recorded } = service();
    writeFileSync(join(home, 'body'), '{"os_id":2,"product_id":"gems_100","receipt":"r"}');
    const line = `verify -p game-dev --body @${join(home, 'body')}`;
    expect((await pvg(line, { home, send, env: own })).status).toBe(13);
    expect(recorded()).toBe(false);
    expect((await pvg(`${line} --confirm game-prod`, { home, send, env: own })).status).toBe(0);
  });

  it('shows prod and both names to people, in the journal and in the report', async () => {
    const { home, env } = await run(dev, own);
    const { send } = service();
    const looked = await pvg(verify.replace('verify', 'lookup -p game-dev'), { home, send, env });
    expect(looked.out).toMatch(/game-dev.*game-prod.*\(prod\)/);
    for (const line of ['journal show --last', 'journal show --last --json', 'report --last']) {
      const { out } = await pvg(line, { home });
      for (const name of [/game-dev/, /game-prod/, /\bprod\b/]) expect(out).toMatch(name);
    }
  });

  it.each([
    [variables('game-prod'), 'game-prod'],
    [{ PVG_CLIENT_ID: 'desk-prod-client' }, 'desk-prod'],
    [unknown, ''],
  ])('is a problem for doctor, which names both profiles: %j', async (env, other) => {
    const ended = await pvg('doctor -p game-dev --json', { home: await machine(), env });
    expect(json(ended)).toMatchObject({ exit: 3, environment: 'prod' });
    const { checks } = json(ended)['answer'] as { checks: { id: string; status: string; says: string }[] };
    const found = checks.find(({ id, status }) => id === 'profile-in-use' && status === 'problem');
    expect(found?.says).toContain('game-dev');
    expect(found?.says).toContain(other);
  });
});

describe('the profile local', () => {
  it('stays dev and sends nothing, whatever the variables say', async () => {
    const { ended, sent } = await run('-p local', own);
    expect(json(ended)).toMatchObject({ profile: 'local', environment: 'dev', exit: 6 });
    expect(sent).toEqual([]);
  });

  it('does not open the keyring of other profiles', async () => {
    const keyring = fakeKeyring();
    const home = await machine({ 'game-prod': { environment: 'prod', keyring: 'x' } }, { keyring });
    keyring.lock();
    const line = 'lookup -p local --product-id gems_100 --package com.example.game --receipt demo-purchased';
    const secret = `--client-secret-file ${join(home, 'game-prod.secret')}`;
    expect((await pvg(`${line} ${secret}`, { home, keyring })).err).not.toMatch(/keyring/);
    expect((await pvg(line, { home, keyring })).status).toBe(0);
  });
});

describe('a secret in the keyring', () => {
  const stored = {
    'game-dev': { environment: 'dev' },
    'game-prod': { environment: 'prod', keyring: 'x' },
  } as const;

  it('is compared', async () => {
    const keyring = fakeKeyring();
    const home = await machine(stored, { keyring });
    const { send, recorded } = service();
    const env = { PVG_CLIENT_SECRET: 'game-prod-client-secret' };
    const ended = await pvg(`${verify} -p game-dev --json`, { home, send, env, keyring });
    expect(json(ended)).toMatchObject({ exit: 13, environment: 'prod', values_of: 'game-prod' });
    expect(recorded()).toBe(false);
  });

  it('that cannot be read fails no call, is said, and leaves address and client id to compare', async () => {
    const keyring = fakeKeyring();
    const home = await machine(stored, { keyring });
    keyring.lock();
    const { send, recorded } = service();
    const env = { PVG_CLIENT_SECRET: 'game-prod-client-secret' };
    const lookup = verify.replace('verify', 'lookup -p game-dev');
    const ended = await pvg(lookup, { home, send, env, keyring });
    expect([ended.status, ended.err]).toEqual([0, expect.stringContaining('keyring')]);
    expect((await pvg(`${verify} -p game-dev`, { home, send, env: own, keyring })).status).toBe(13);
    expect(recorded()).toBe(false);
  });
});

describe('the session interface', () => {
  it.each([
    ['the address of the gateway', at('https://game-prod.example/xm'), 'dev', undefined],
    ['its address', { PVG_SESSION_URL: 'https://game-prod.example/xm' }, 'prod', 'game-prod'],
    ['the secret key', { PVG_SECRET_KEY: 'game-prod-secret-key' }, 'prod', 'game-prod'],
    ['the file of the secret key', { PVG_SECRET_KEY_FILE: 'HOME/game-prod.key' }, 'prod', 'game-prod'],
    ['all, of nobody', { PVG_SESSION_URL: 'https://no.example', PVG_SECRET_KEY: 'no-one-1' }, 'prod', none],
    ['the game id, which is the same on dev and prod', { PVG_GAME_ID: 'my-game' }, 'dev', none],
  ])('counts as %s does', async (_, env: Variables, environment, valuesOf) => {
    const home = await machine();
    const options = { home, send: service().send, env: filled(env, home) };
    const said = json(await pvg('session -p game-dev --username player-1 --json', options));
    expect(said).toMatchObject({ exit: 0, environment });
    expect(said['values_of']).toBe(valuesOf);
  });
});

describe('a dry run of verify', () => {
  const forms = ['', '--as curl', '--as http', '--as json', '--json', '--raw'];
  it.each<[string, string, Variables, boolean]>([
    ['on dev', dev, {}, true],
    ['on prod', '-p game-prod', {}, false],
    ['on prod with --confirm', prod, {}, true],
    ['of a read-only profile with --confirm', '-p desk-prod --confirm desk-prod', {}, false],
    ['of a read-only dev profile', '-p desk-dev', {}, false],
    ['on dev with the secret of prod', dev, { PVG_CLIENT_SECRET: 'game-prod-client-secret' }, false],
    ['on dev with values of prod, confirmed', confirmed, own, true],
    ['of variables alone', '', unknown, false],
    ['of variables alone with --confirm', '--confirm prod', unknown, true],
  ])('%s is signed only where the call itself would go through', async (_, options, env, signed) => {
    const home = await machine();
    for (const form of forms) {
      const { status, out, err } = await pvg(`${verify} ${options} --dry-run ${form}`, { home, env });
      expect(status).toBe(0);
      expect(/X-Signature"?: "?[0-9a-f]{64}/.test(out), out).toBe(signed);
      expect(/[0-9a-f]{64}/.test(out + err)).toBe(signed);
      if (!signed)
        expect([out, err]).toEqual([
          expect.stringMatching(/X-Signature"?: "?</),
          expect.stringContaining('signature'),
        ]);
    }
  });
});

describe('a value that looks like a placeholder', () => {
  const value = '"$PVG_CLIENT_SECRET"';
  const demo = ['--package', 'com.example.game', '--receipt', 'demo-purchased'];
  const lines: readonly (readonly string[])[] = [
    ['session', '--username', value],
    ['session', '--username', 'player-1', '--server-id', value, '--role-id', '"@$PVG_CLIENT_SECRET"'],
    ['session', '--username', `a ${value} b`],
    ['session', '--username', `'${value}'`],
    ['session', '--username', '$(printenv PVG_CLIENT_SECRET)'],
    ['lookup', '--product-id', value, '--force', ...demo],
    ['verify', '--product-id', 'gems_100', '--case', value, ...demo],
  ];

  it.each(lines)('stands in single quotes in the next command: %s %s %s %s %s', async (...line) => {
    const { out, err } = await pvg([...line, '-p', 'local']);
    const next = /^Next: pvg (.*)$/m.exec(out + err)?.[1] ?? '';
    expect(next).not.toBe('');
    // What a shell makes of the line: nothing of the variable.
    const env = { ...process.env, PVG_CLIENT_SECRET: 'leaked' };
    const read = spawnSync('sh', ['-c', `printf '%s\\n' ${next}`], { env, encoding: 'utf8' });
    expect([read.status, read.stdout]).toEqual([0, expect.not.stringContaining('leaked')]);
    expect(out + err).not.toMatch(/replace "\$PVG_CLIENT_SECRET"/);
  });

  it('does not keep pvg’s own placeholders from being filled in', async () => {
    const { out } = await pvg(`${verify.replace('bought-1', 'x-1')} -p local --force`);
    expect(out).not.toMatch(/'"\$/);
  });
});
