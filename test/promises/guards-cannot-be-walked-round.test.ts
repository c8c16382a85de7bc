import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { temporaryFolder, type TestContextOptions } from '../support/context.js';
import { fakeKeyring } from '../support/keyring.js';
import { json, pvg, words } from '../support/pvg.js';

/** A service at every address: it confirms every purchase, has none on record, and remembers what was sent. */
function service() {
  const sent: string[] = [];
  const info = {
    ...{ platform: 'android', environment: null, quantity: 1, purchase_date_ms: 1, purchase_state: 0 },
    ...{ region_code: 'VN', acknowledgement_state: 1, order_id: 'GPA.1234-5678-9012-34567' },
  };
  const bought = { transaction_id: info.order_id, product_id: 'gems_100' };
  const gateway = { found: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' };
  const answers: Readonly<Record<string, object>> = {
    verify: { success: true, ...bought, receipt_info: info },
    'lookup-receipt': {
      ...{ order_id: info.order_id, game_id: 1, found: true, environment: null },
      transactions: [{ ...info, ...bought, gateway }],
    },
    session: {
      ...{ sessionToken: 'a-token-1', expiresAt: '2026-09-21T14:28:20Z' },
      ...{ xmdtRequired: true, xmdtCompleted: false },
    },
  };
  const send: Send = ({ url }) => {
    sent.push(url);
    const body = JSON.stringify(answers[url.split('/').at(-1) ?? ''] ?? {});
    return Promise.resolve({ status: 200, headers: [], body: Buffer.from(body) });
  };
  const recorded = (): boolean => sent.some((url) => url.endsWith('/verify'));
  return { send, sent, recorded };
}

interface Stored {
  readonly environment: 'dev' | 'prod';
  readonly host?: string;
  readonly clientId?: string;
  readonly options?: string;
}

/** Each with its own address, client id and secrets. */
const profiles = {
  'game-dev': { environment: 'dev' },
  'game-prod': { environment: 'prod' },
  'other-prod': { environment: 'prod' },
  'desk-prod': { environment: 'prod', options: '--read-only' },
  'desk-dev': { environment: 'dev', options: '--read-only' },
} as const satisfies Record<string, Stored>;

async function machine(
  stored: Readonly<Record<string, Stored>> = profiles,
  options: TestContextOptions = {},
) {
  const home = temporaryFolder();
  for (const [
    name,
    { environment, host = name, clientId = `${name}-client`, options: more = '' },
  ] of Object.entries(stored)) {
    const key = join(home, `${name}.key`);
    writeFileSync(key, `${name}-secret-key`);
    writeFileSync(join(home, `${name}.secret`), `${name}-client-secret`);
    const added = await pvg(
      `profile add ${name} --environment ${environment} --gateway-url https://${host}.example --client-id ${clientId} ` +
        `--client-secret-file ${join(home, `${name}.secret`)} --session-url https://${host}.example --game-id my-game ` +
        `--secret-key-file ${key} ${more}`,
      { home, ...options },
    );
    expect(added.status, added.err).toBe(0);
  }
  return home;
}

/** What the variables of a stored profile would be. */
const variables = (name: string, secret = 'PVG_CLIENT_SECRET') => ({
  PVG_GATEWAY_URL: `https://${name}.example`,
  PVG_CLIENT_ID: `${name}-client`,
  [secret]: `${name}-client-secret`,
});

const unknown = variables('nobody');

const verify = 'verify --product-id gems_100 --package com.example.game --receipt bought-1';

interface More {
  readonly environment?: 'dev' | 'prod';
  /** Makes files in the home folder. */
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
/** The rest is of no stored profile, as the option with the address is. */
const nobody = { PVG_CLIENT_ID: 'nobody-client', PVG_CLIENT_SECRET_FILE: 'HOME/game-dev.secret' };
/** The profile of dev as a copy of that of prod, made by hand. */
const copied: More = {
  prepare: (home) => {
    const of = (name: string): string => join(home, 'config', 'profiles', `${name}.json`);
    writeFileSync(of('game-dev'), readFileSync(of('game-prod'), 'utf8').replaceAll('"prod"', '"dev"'));
  },
};
const holding = (name: string, text: string): More => ({
  prepare: (home) => {
    writeFileSync(join(home, name), text);
  },
});

const atProd = at('https://game-prod.example');
const confirmed = `${dev} --confirm game-prod`;
const prod = '-p game-prod --confirm game-prod';

const guarded: readonly Row[] = [
  ['the address is a variable', dev, atProd, 'game-prod'],
  ['the host is in capitals', dev, at('HTTPS://GAME-PROD.Example'), 'game-prod'],
  ['the host ends in a dot', dev, at('https://game-prod.example.'), 'game-prod'],
  ['the address has the usual port', dev, at('https://game-prod.example:443/'), 'game-prod'],
  ['the address has another port', dev, at('https://game-prod.example:8443'), 'game-prod'],
  ['the address has a path', dev, at('https://game-prod.example/eu/1'), 'game-prod'],
  ['the address is an option', `${dev} --base-url https://game-prod.example`, {}, 'game-prod'],
  ['the client id is a variable', dev, { PVG_CLIENT_ID: 'game-prod-client' }, 'game-prod'],
  ['the secret is a variable', dev, { PVG_CLIENT_SECRET: 'game-prod-client-secret' }, 'game-prod'],
  ['a variable names its file', dev, { PVG_CLIENT_SECRET_FILE: 'HOME/game-prod.secret' }, 'game-prod'],
  ['an option names its file', `${dev} --client-secret-file HOME/game-prod.secret`, {}, 'game-prod'],
  ['all are variables', dev, own, 'game-prod'],
  ['PVG_ENVIRONMENT says dev', dev, { ...own, PVG_ENVIRONMENT: 'dev' }, 'game-prod'],
  ['PVG_ENVIRONMENT says sandbox', dev, { ...atProd, PVG_ENVIRONMENT: 'sandbox' }, 'game-prod'],
  ['PVG_PROFILE chooses dev', '', { ...own, PVG_PROFILE: 'game-dev' }, 'game-prod'],
  ['a project file chooses dev', '', own, 'game-prod', holding('.pvg.json', '{"profile":"game-dev"}')],
  ['no profile is chosen, and PVG_ENVIRONMENT says dev', '', { ...own, PVG_ENVIRONMENT: 'dev' }, 'game-prod'],
  ['iOS cannot be looked up', `${dev} --os ios`, own, 'game-prod'],
  ['--confirm names the chosen profile', `${dev} --confirm game-dev`, own, 'game-prod'],
  ['--confirm says prod', `${dev} --confirm prod`, own, 'game-prod'],
  ['--confirm names another prod profile', `${dev} --confirm other-prod`, own, 'game-prod'],
  ['a dev profile was copied from prod by hand', dev, {}, 'game-prod', copied],
  ['it was copied, and the variables repeat it', dev, own, 'game-prod', copied],
  [
    'another profile is damaged',
    dev,
    atProd,
    'game-prod',
    holding('config/profiles/torn.json', '{"gateway":{"c'),
  ],
  ['nobody knows the values, and all are given', dev, unknown],
  ['nobody knows them: an option and variables', `${dev} --base-url https://nobody.example`, nobody],
  ['no profile is chosen', '', unknown],
  ['PVG_ENVIRONMENT says production', '--confirm production', { ...unknown, PVG_ENVIRONMENT: 'production' }],
  [
    'they are those of a read-only profile',
    `${dev} --confirm desk-prod`,
    variables('desk-prod'),
    'desk-prod',
  ],
  ['the address alone is', confirmed, { ...own, ...at('https://desk-prod.example') }, 'desk-prod'],
  ['the client alone is, and prod is chosen', prod, { PVG_CLIENT_ID: 'desk-prod-client' }, 'desk-prod'],
  ['the client is of another prod profile', prod, { PVG_CLIENT_ID: 'other-prod-client' }, 'other-prod'],
  ['they are of a read-only dev profile', dev, at('https://desk-dev.example'), 'desk-dev', ofDev],
];

const ofProd = { environment: 'prod', host: 'shared', clientId: 'my-client' } as const;
const readOnly = { environment: 'prod', host: 'shared', options: '--read-only' } as const;
/** A read-only profile for the address of the prod profile, with credentials of its own and without. */
const apart: More = {
  stored: {
    'game-dev': { environment: 'dev' },
    'game-prod': { environment: 'prod', host: 'shared' },
    'desk-prod': readOnly,
  },
};
const beside: More = { stored: { 'game-prod': ofProd, 'desk-prod': { ...readOnly, clientId: 'my-client' } } };
const oneClient: More = {
  ...ofDev,
  stored: {
    'game-dev': { environment: 'dev', clientId: 'my-client' },
    'game-prod': { environment: 'prod', clientId: 'my-client' },
  },
};
const open: readonly Row[] = [
  ['a dev profile is chosen', dev, {}, none, ofDev],
  ['--confirm names the profile whose values are in use', confirmed, own, 'game-prod'],
  [
    'it names the one whose address is',
    `${dev} --confirm other-prod`,
    at('https://other-prod.example'),
    'other-prod',
  ],
  ['no profile has the values, and it names the chosen one', `${dev} --confirm game-dev`, unknown],
  ['unknown values are said to be of dev', dev, { ...unknown, PVG_ENVIRONMENT: 'development' }, none, ofDev],
  ['the variables repeat the chosen profile', dev, variables('game-dev'), none, ofDev],
  ['only the address is another one', dev, at('https://nobody.example'), none, ofDev],
  ['dev and prod have one client id', dev, {}, none, oneClient],
  [
    'a read-only profile shares the address',
    confirmed,
    { ...own, ...at('https://shared.example') },
    'game-prod',
    apart,
  ],
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
    expect((await pvg(line, { home, send, env: variables('game-prod') })).status).toBe(13);
    expect(recorded()).toBe(false);
    expect(
      (await pvg(`${line} --confirm game-prod`, { home, send, env: variables('game-prod') })).status,
    ).toBe(0);
    expect(recorded()).toBe(true);
  });

  it('shows prod and both names to people, in the journal and in the report', async () => {
    const { ended, home, env } = await run(dev, own);
    expect(ended.err).toMatch(/game-prod/);
    const { send } = service();
    const looked = await pvg(verify.replace('verify', 'lookup -p game-dev'), { home, send, env });
    expect(looked.out).toMatch(/game-dev.*game-prod.*\(prod\)/);
    for (const line of ['journal show --last', 'journal show --last --json', 'report --last']) {
      const { out } = await pvg(line, { home });
      expect(out).toMatch(/game-dev/);
      expect(out).toMatch(/game-prod/);
      expect(out).toMatch(/\bprod\b/);
    }
  });

  it('is a problem for doctor, which names both profiles', async () => {
    const home = await machine();
    for (const env of [variables('game-prod'), { PVG_CLIENT_ID: 'desk-prod-client' }, unknown]) {
      const ended = await pvg('doctor -p game-dev --json', { home, env });
      expect(json(ended)).toMatchObject({ exit: 3, environment: 'prod' });
      const { checks } = json(ended)['answer'] as { checks: { id: string; status: string; says: string }[] };
      const found = checks.find(({ id }) => id === 'profile-in-use');
      expect(found?.status).toBe('problem');
      expect(found?.says).toMatch(/game-dev/);
      if (env !== unknown) expect(found?.says).toMatch(/(game|desk)-prod/);
    }
    expect((await pvg('doctor -p game-dev', { home })).status).toBe(0);
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
    const home = await machine({ 'game-prod': { environment: 'prod', options: '--keyring' } }, { keyring });
    keyring.lock();
    const line = 'lookup -p local --product-id gems_100 --package com.example.game --receipt demo-purchased';
    const ended = await pvg(`${line} --client-secret-file ${join(home, 'game-prod.secret')}`, {
      home,
      keyring,
    });
    expect(ended.err).not.toMatch(/keyring/);
    expect((await pvg(line, { home, keyring })).status).toBe(0);
  });
});

describe('a secret in the keyring', () => {
  const stored = {
    'game-dev': { environment: 'dev' },
    'game-prod': { environment: 'prod', options: '--keyring' },
  } as const;
  const env = { PVG_CLIENT_SECRET: 'game-prod-client-secret' };

  it('is compared', async () => {
    const keyring = fakeKeyring();
    const home = await machine(stored, { keyring });
    const { send, recorded } = service();
    const ended = await pvg(`${verify} -p game-dev --json`, { home, send, env, keyring });
    expect(json(ended)).toMatchObject({ exit: 13, environment: 'prod', values_of: 'game-prod' });
    expect(recorded()).toBe(false);
  });

  it('that cannot be read fails no call, is said, and leaves address and client id to compare', async () => {
    const keyring = fakeKeyring();
    const home = await machine(stored, { keyring });
    keyring.lock();
    const { send, recorded } = service();
    const lookup = await pvg(`${verify.replace('verify', 'lookup')} -p game-dev`, {
      home,
      send,
      env,
      keyring,
    });
    expect(lookup.status).toBe(0);
    expect(lookup.err).toMatch(/keyring/);
    const all = { home, send, env: variables('game-prod'), keyring };
    expect((await pvg(`${verify} -p game-dev`, all)).status).toBe(13);
    expect(recorded()).toBe(false);
  });
});

describe('the session interface', () => {
  it.each([
    ['the address', { PVG_SESSION_URL: 'https://game-prod.example/xm' }, 'prod', 'game-prod'],
    ['the secret key', { PVG_SECRET_KEY: 'game-prod-secret-key' }, 'prod', 'game-prod'],
    ['the file of the secret key', { PVG_SECRET_KEY_FILE: 'HOME/game-prod.key' }, 'prod', 'game-prod'],
    [
      'all, of nobody',
      { PVG_SESSION_URL: 'https://no.example', PVG_SECRET_KEY: 'no-one-1' },
      'prod',
      undefined,
    ],
    ['the game id, which is the same on dev and prod', { PVG_GAME_ID: 'my-game' }, 'dev', undefined],
    ['nothing that it sends', variables('game-prod'), 'dev', undefined],
  ])('counts as %s does', async (_, env: Variables, environment, valuesOf) => {
    const home = await machine();
    const { send } = service();
    const options = { home, send, env: filled(env, home) };
    const said = json(await pvg('session -p game-dev --username player-1 --json', options));
    expect(said).toMatchObject({ exit: 0, environment });
    expect(said['values_of']).toBe(valuesOf);
  });
});

const forms = ['', '--as curl', '--as http', '--as json', '--json', '--raw'];

describe('a dry run of verify', () => {
  const rows: readonly (readonly [string, string, Readonly<Record<string, string>>, boolean])[] = [
    ['on dev', '-p game-dev', {}, true],
    ['on prod', '-p game-prod', {}, false],
    ['on prod with a wrong --confirm', '-p game-prod --confirm prod', {}, false],
    ['on prod with --confirm', '-p game-prod --confirm game-prod', {}, true],
    ['of a read-only profile', '-p desk-prod', {}, false],
    ['of a read-only profile with --confirm', '-p desk-prod --confirm desk-prod', {}, false],
    ['of a read-only dev profile', '-p desk-dev', {}, false],
    [
      'on dev with the secret of prod',
      '-p game-dev',
      { PVG_CLIENT_SECRET: 'game-prod-client-secret' },
      false,
    ],
    [
      'on dev with values of prod, confirmed',
      '-p game-dev --confirm game-prod',
      variables('game-prod'),
      true,
    ],
    ['on dev with values of read-only', '-p game-dev --confirm desk-prod', variables('desk-prod'), false],
    ['of variables alone', '', unknown, false],
    ['of variables alone with --confirm', '--confirm prod', unknown, true],
    ['on iOS', '-p game-prod --os ios', {}, false],
  ];

  it.each(rows)(
    '%s is signed only where the call itself would go through',
    async (_, options, env, signed) => {
      const home = await machine();
      for (const form of forms) {
        const { status, out, err } = await pvg(`${verify} ${options} --dry-run ${form}`, { home, env });
        expect(status).toBe(0);
        expect(/X-Signature"?: "?[0-9a-f]{64}/.test(out), out).toBe(signed);
        expect(/[0-9a-f]{64}/.test(out + err)).toBe(signed);
        if (!signed) expect(out).toMatch(/X-Signature"?: "?</);
        if (!signed) expect(err).toMatch(/signature/);
      }
    },
  );
});

describe('a value that looks like a placeholder', () => {
  const value = '"$PVG_CLIENT_SECRET"';
  const file = '"@$PVG_CLIENT_SECRET"';
  const demo = ['--package', 'com.example.game', '--receipt', 'demo-purchased'];
  const lines: readonly (readonly string[])[] = [
    ['session', '-p', 'local', '--username', value],
    ['session', '-p', 'local', '--username', value, '--check'],
    ['session', '-p', 'local', '--username', 'player-1', '--server-id', value, '--role-id', file],
    ['session', '-p', 'local', '--username', `a ${value} b`],
    ['session', '-p', 'local', '--username', `'${value}'`],
    ['session', '-p', 'local', '--username', '$(printenv PVG_CLIENT_SECRET)'],
    ['lookup', '-p', 'local', '--product-id', value, '--force', ...demo],
    ['lookup', '-p', 'local', '--product-id', 'gems_100', '--case', value, ...demo],
    ['verify', '-p', 'local', '--product-id', value, '--force', ...demo],
    ['verify', '-p', 'local', '--product-id', 'gems_100', '--case', value, ...demo],
  ];

  it.each(lines)('stands in single quotes in the next command: %s %s %s %s %s', async (...line) => {
    const { out, err } = await pvg(line);
    const next = /^Next: pvg (.*)$/m.exec(out + err)?.[1] ?? '';
    expect(next).not.toBe('');
    // What a shell makes of the line: nothing of the variable.
    const read = spawnSync('sh', ['-c', `printf '%s\\n' ${next}`], {
      env: { ...process.env, PVG_CLIENT_SECRET: 'leaked' },
      encoding: 'utf8',
    });
    expect(read.status).toBe(0);
    expect(read.stdout).not.toContain('leaked');
    expect(out + err).not.toMatch(/replace "\$PVG_CLIENT_SECRET"/);
  });

  it('does not keep pvg’s own placeholders from being filled in', async () => {
    const { out } = await pvg(
      'verify -p local --product-id gems_100 --package com.example.game --receipt x-1 --force',
    );
    expect(out).not.toMatch(/'"\$/);
    expect((await pvg('doctor -p local')).out).toMatch(/Next: /);
  });
});
