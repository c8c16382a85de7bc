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

interface Row {
  readonly when: string;
  readonly line?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Makes files in the home folder. */
  readonly prepare?: (home: string) => void;
  readonly stored?: Readonly<Record<string, Stored>>;
  readonly status: number;
  readonly environment: 'dev' | 'prod';
  readonly valuesOf?: string;
}

async function run({ line = '-p game-dev', env = {}, prepare, stored }: Row) {
  const home = await machine(stored);
  prepare?.(home);
  const { send, sent, recorded } = service();
  const at = (text: string): string => text.replaceAll('HOME', home);
  const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, at(value)]));
  const ended = await pvg([...words(verify), ...words(at(line)), '--json'], {
    home,
    send,
    env: filled,
    folder: home,
  });
  return { ended, home, sent, recorded, env: filled };
}

const prod = { status: 13, environment: 'prod', valuesOf: 'game-prod' } as const;

const guarded: readonly Row[] = [
  { when: 'the address is a variable', env: { PVG_GATEWAY_URL: 'https://game-prod.example' }, ...prod },
  { when: 'the host is in capitals', env: { PVG_GATEWAY_URL: 'HTTPS://GAME-PROD.Example' }, ...prod },
  { when: 'the host ends in a dot', env: { PVG_GATEWAY_URL: 'https://game-prod.example.' }, ...prod },
  {
    when: 'the address has the usual port',
    env: { PVG_GATEWAY_URL: 'https://game-prod.example:443/' },
    ...prod,
  },
  {
    when: 'the address has another port',
    env: { PVG_GATEWAY_URL: 'https://game-prod.example:8443' },
    ...prod,
  },
  { when: 'the address has a path', env: { PVG_GATEWAY_URL: 'https://game-prod.example/eu/1' }, ...prod },
  { when: 'the address is an option', line: '-p game-dev --base-url https://game-prod.example', ...prod },
  { when: 'the client id is a variable', env: { PVG_CLIENT_ID: 'game-prod-client' }, ...prod },
  { when: 'the secret is a variable', env: { PVG_CLIENT_SECRET: 'game-prod-client-secret' }, ...prod },
  {
    when: 'a variable names the secret’s file',
    env: { PVG_CLIENT_SECRET_FILE: 'HOME/game-prod.secret' },
    ...prod,
  },
  {
    when: 'an option names the secret’s file',
    line: '-p game-dev --client-secret-file HOME/game-prod.secret',
    ...prod,
  },
  { when: 'all are variables', env: variables('game-prod'), ...prod },
  { when: 'PVG_ENVIRONMENT says dev', env: { ...variables('game-prod'), PVG_ENVIRONMENT: 'dev' }, ...prod },
  {
    when: 'PVG_ENVIRONMENT says sandbox',
    env: { PVG_GATEWAY_URL: 'https://game-prod.example', PVG_ENVIRONMENT: 'sandbox' },
    ...prod,
  },
  {
    when: 'PVG_PROFILE chooses dev',
    line: '',
    env: { ...variables('game-prod'), PVG_PROFILE: 'game-dev' },
    ...prod,
  },
  {
    when: 'a project file chooses dev',
    line: '',
    env: variables('game-prod'),
    prepare: (home) => {
      writeFileSync(join(home, '.pvg.json'), '{"profile":"game-dev"}');
    },
    ...prod,
  },
  {
    when: 'no profile is chosen, and PVG_ENVIRONMENT says dev',
    line: '',
    env: { ...variables('game-prod'), PVG_ENVIRONMENT: 'dev' },
    ...prod,
  },
  {
    when: 'the body is given as bytes',
    line: '-p game-dev',
    env: variables('game-prod'),
    ...prod,
  },
  {
    when: 'iOS cannot be looked up',
    line: '-p game-dev --os ios',
    env: variables('game-prod'),
    ...prod,
  },
  {
    when: '--confirm names the chosen profile',
    line: '-p game-dev --confirm game-dev',
    env: variables('game-prod'),
    ...prod,
  },
  { when: '--confirm says prod', line: '-p game-dev --confirm prod', env: variables('game-prod'), ...prod },
  {
    when: '--confirm names another prod profile',
    line: '-p game-dev --confirm other-prod',
    env: variables('game-prod'),
    ...prod,
  },
  {
    when: 'a dev profile was copied from prod by hand',
    prepare: (home) => {
      const of = (name: string): string => join(home, 'config', 'profiles', `${name}.json`);
      writeFileSync(of('game-dev'), readFileSync(of('game-prod'), 'utf8').replaceAll('"prod"', '"dev"'));
    },
    ...prod,
  },
  {
    when: 'a dev profile was copied from prod by hand, and the variables repeat it',
    env: variables('game-prod'),
    prepare: (home) => {
      const of = (name: string): string => join(home, 'config', 'profiles', `${name}.json`);
      writeFileSync(of('game-dev'), readFileSync(of('game-prod'), 'utf8').replaceAll('"prod"', '"dev"'));
    },
    ...prod,
  },
  {
    when: 'another profile is damaged',
    env: { PVG_GATEWAY_URL: 'https://game-prod.example' },
    prepare: (home) => {
      writeFileSync(join(home, 'config', 'profiles', 'a-torn.json'), '{"gateway":{"clientSe');
    },
    ...prod,
  },
  { when: 'nobody knows the values, and all are given', env: unknown, status: 13, environment: 'prod' },
  {
    when: 'nobody knows the values: an address as an option, the rest as variables',
    line: '-p game-dev --base-url https://nobody.example --client-secret-file HOME/game-dev.secret',
    env: { PVG_CLIENT_ID: 'nobody-client' },
    status: 13,
    environment: 'prod',
  },
  { when: 'no profile is chosen', line: '', env: unknown, status: 13, environment: 'prod' },
  {
    when: 'no profile is chosen, and PVG_ENVIRONMENT says production',
    line: '--confirm production',
    env: { ...unknown, PVG_ENVIRONMENT: 'production' },
    status: 13,
    environment: 'prod',
  },
  {
    when: 'the values are those of a read-only profile',
    line: '-p game-dev --confirm desk-prod',
    env: variables('desk-prod'),
    status: 13,
    environment: 'prod',
    valuesOf: 'desk-prod',
  },
  {
    when: 'only the address is that of a read-only profile',
    line: '-p game-dev --confirm game-prod',
    env: { ...variables('game-prod'), PVG_GATEWAY_URL: 'https://desk-prod.example' },
    status: 13,
    environment: 'prod',
    valuesOf: 'desk-prod',
  },
  {
    when: 'the client is that of a read-only profile, and a prod profile is chosen',
    line: '-p game-prod --confirm game-prod',
    env: { PVG_CLIENT_ID: 'desk-prod-client' },
    status: 13,
    environment: 'prod',
    valuesOf: 'desk-prod',
  },
  {
    when: 'the client is that of another prod profile',
    line: '-p game-prod --confirm game-prod',
    env: { PVG_CLIENT_ID: 'other-prod-client' },
    status: 13,
    environment: 'prod',
    valuesOf: 'other-prod',
  },
  {
    when: 'the values are those of a read-only dev profile',
    env: { PVG_GATEWAY_URL: 'https://desk-dev.example' },
    status: 13,
    environment: 'dev',
    valuesOf: 'desk-dev',
  },
];

const open: readonly Row[] = [
  { when: 'a dev profile is chosen', status: 0, environment: 'dev' },
  {
    when: '--confirm names the profile whose values are in use',
    line: '-p game-dev --confirm game-prod',
    env: variables('game-prod'),
    status: 0,
    environment: 'prod',
    valuesOf: 'game-prod',
  },
  {
    when: '--confirm names the one of several prod profiles whose address is in use',
    line: '-p game-dev --confirm other-prod',
    env: { PVG_GATEWAY_URL: 'https://other-prod.example' },
    status: 0,
    environment: 'prod',
    valuesOf: 'other-prod',
  },
  {
    when: 'the values are of no stored profile, and --confirm names the chosen one',
    line: '-p game-dev --confirm game-dev',
    env: unknown,
    status: 0,
    environment: 'prod',
  },
  {
    when: 'PVG_ENVIRONMENT says that unknown values are of dev',
    env: { ...unknown, PVG_ENVIRONMENT: 'development' },
    status: 0,
    environment: 'dev',
  },
  {
    when: 'the variables repeat the chosen profile',
    env: variables('game-dev'),
    status: 0,
    environment: 'dev',
  },
  {
    when: 'only the address is another one',
    env: { PVG_GATEWAY_URL: 'https://nobody.example' },
    status: 0,
    environment: 'dev',
  },
  {
    when: 'dev and prod have one client id',
    stored: {
      'game-dev': { environment: 'dev', clientId: 'my-client' },
      'game-prod': { environment: 'prod', clientId: 'my-client' },
    },
    status: 0,
    environment: 'dev',
  },
  {
    when: 'a read-only profile shares the address of the prod profile whose credentials are in use',
    line: '-p game-dev --confirm game-prod',
    stored: {
      'game-dev': { environment: 'dev' },
      'game-prod': { environment: 'prod', host: 'shared' },
      'desk-prod': { environment: 'prod', host: 'shared', options: '--read-only' },
    },
    env: { ...variables('game-prod'), PVG_GATEWAY_URL: 'https://shared.example' },
    status: 0,
    environment: 'prod',
    valuesOf: 'game-prod',
  },
  {
    when: 'a read-only profile is stored beside the chosen one for the same service',
    line: '-p game-prod --confirm game-prod',
    stored: {
      'game-prod': { environment: 'prod', host: 'shared', clientId: 'my-client' },
      'desk-prod': { environment: 'prod', host: 'shared', clientId: 'my-client', options: '--read-only' },
    },
    env: { PVG_GATEWAY_URL: 'https://shared.example/' },
    status: 0,
    environment: 'prod',
  },
];

describe('a verify with values of a prod or read-only profile', () => {
  it.each(guarded)('is not sent when $when', async (row) => {
    const { ended, recorded } = await run(row);
    expect(recorded()).toBe(false);
    const { status, environment, valuesOf } = row;
    const said = json(ended);
    expect(said).toMatchObject({ exit: status, environment });
    expect(said['values_of']).toBe(valuesOf);
    // Both names are there to read.
    expect(ended.err).toContain(valuesOf ?? '');
    expect(ended.out + ended.err).toContain(/game-\w+/.exec(row.line ?? 'game-dev')?.[0] ?? '');
  });

  it.each(open)('is sent when $when', async (row) => {
    const { ended, recorded } = await run(row);
    const { status, environment, valuesOf } = row;
    const said = json(ended);
    expect(said).toMatchObject({ exit: status, environment });
    expect(said['values_of']).toBe(valuesOf);
    expect(recorded()).toBe(true);
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
    const { ended, home, env } = await run({ ...prod, when: '', env: variables('game-prod') });
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
    const { ended, sent } = await run({
      when: '',
      line: '-p local',
      env: variables('game-prod'),
      status: 6,
      environment: 'dev',
    });
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
  ])('counts as %s does', async (_, env: Readonly<Record<string, string>>, environment, valuesOf) => {
    const home = await machine();
    const { send } = service();
    const filled = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace('HOME', home)]),
    );
    const said = json(
      await pvg('session -p game-dev --username player-1 --json', { home, send, env: filled }),
    );
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
