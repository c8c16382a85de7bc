import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { bought, minted, never, success } from '../helpers/answers.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { fakeKeyring, type FakeKeyring } from '../helpers/keyring.js';
import { json, pvg } from '../helpers/pvg.js';

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

type World = Readonly<Record<string, Stored>>;
type Variables = Readonly<Record<string, string>>;
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
} as const satisfies World;

/** A home with these, and their secrets in files too. */
async function machine(stored: World = profiles, keyring = fakeKeyring()): Promise<string> {
  const home = temporaryFolder();
  const { profiles: store } = testContext({ home, keyring });
  for (const [name, { host = name, clientId = `${name}-client`, ...more }] of Object.entries(
    stored,
  )) {
    const [clientSecret, secretKey] = [`${name}-client-secret`, `${name}-secret-key`];
    writeFileSync(join(home, `${name}.secret`), clientSecret);
    writeFileSync(join(home, `${name}.key`), secretKey);
    const url = `https://${host}.example`;
    const values = {
      gatewayUrl: url,
      clientId,
      clientSecret,
      sessionUrl: url,
      gameId: 'my-game',
      secretKey,
    };
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
const [unknown, own] = [variables('nobody'), variables('game-prod')];
const secretOfProd = { PVG_CLIENT_SECRET: 'game-prod-client-secret' };
const at = (url: string): Variables => ({ PVG_GATEWAY_URL: url });
const atProd = at('https://game-prod.example');

const verify = 'verify --product-id gems_100 --package com.example.game --receipt bought-1';
const dev = '-p game-dev';
const confirmed = `${dev} --confirm game-prod`;
const prod = '-p game-prod --confirm game-prod';

interface More {
  readonly environment?: 'dev' | 'prod';
  readonly stored?: World;
  readonly keyring?: FakeKeyring;
  /** Changes files of the home, or the keyring. */
  readonly prepare?: (home: string) => void;
}
type Row = [when: string, line: string, env: Variables, valuesOf?: string | undefined, more?: More];

async function run(line: string, given: Variables, { prepare, stored, keyring }: More = {}) {
  const home = await machine(stored, keyring);
  prepare?.(home);
  const { send, sent, recorded } = service();
  const inHome = (text: string): string => text.replaceAll('HOME', home);
  const env = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, inHome(value)]),
  );
  const ended = await pvg(inHome(`${line} --json`), {
    home,
    send,
    env,
    folder: home,
    ...(keyring && { keyring }),
  });
  return { ended, said: json(ended), home, sent, recorded, env };
}

const none = undefined;
const profileFile = (home: string, name: string): string =>
  join(home, 'config', 'profiles', `${name}.json`);
const ofDev: More = { environment: 'dev' };
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

/** The secret of prod is in the keyring. */
const kept = (prepare?: (keyring: FakeKeyring) => void): More => {
  const keyring = fakeKeyring();
  const stored = {
    'game-dev': profiles['game-dev'],
    'game-prod': { environment: 'prod', keyring: 'x' },
  } as const;
  return { stored, keyring, prepare: () => prepare?.(keyring) };
};
const locked = (): More =>
  kept((keyring) => {
    keyring.lock();
  });

const guarded: readonly Row[] = [
  ['the secret is in the keyring', dev, secretOfProd, 'game-prod', kept()],
  ['the keyring is locked, and address or client id can tell', dev, own, 'game-prod', locked()],
  ['it is spelt otherwise', dev, at('HTTPS://GAME-PROD.Example.:8443/eu/1'), 'game-prod'],
  ['the address is an option', `${dev} --base-url https://game-prod.example`, {}, 'game-prod'],
  ['the client id is a variable', dev, { PVG_CLIENT_ID: 'game-prod-client' }, 'game-prod'],
  ['the secret is a variable', dev, secretOfProd, 'game-prod'],
  [
    'an option names its file',
    `${dev} --client-secret-file HOME/game-prod.secret`,
    {},
    'game-prod',
  ],
  ['PVG_ENVIRONMENT says dev', dev, { ...own, PVG_ENVIRONMENT: 'dev' }, 'game-prod'],
  [
    'no profile is chosen, and PVG_ENVIRONMENT says dev',
    '',
    { ...own, PVG_ENVIRONMENT: 'dev' },
    'game-prod',
  ],
  ['iOS cannot be looked up', `${dev} --os ios`, own, 'game-prod'],
  ['--confirm names the chosen profile', `${dev} --confirm game-dev`, own, 'game-prod'],
  ['--confirm names another prod profile', `${dev} --confirm other-prod`, own, 'game-prod'],
  ['a dev profile was copied from prod by hand', dev, {}, 'game-prod', copied],
  ['another profile is damaged', dev, atProd, 'game-prod', torn],
  ['nobody knows the values, and all are given', dev, unknown],
  ['no profile is chosen', '', unknown],
  [
    'they are of a read-only profile',
    `${dev} --confirm desk-prod`,
    variables('desk-prod'),
    'desk-prod',
  ],
  ['the address alone is', confirmed, { ...own, ...at('https://desk-prod.example') }, 'desk-prod'],
  [
    'the client alone is, and prod is chosen',
    prod,
    { PVG_CLIENT_ID: 'desk-prod-client' },
    'desk-prod',
  ],
  [
    'the client is of another prod profile',
    prod,
    { PVG_CLIENT_ID: 'other-prod-client' },
    'other-prod',
  ],
  ['they are of a read-only dev profile', dev, at('https://desk-dev.example'), 'desk-dev', ofDev],
];

const ofProd = { environment: 'prod', host: 'shared' } as const;
const clientId = 'my-client';
/** A read-only profile for the address of the prod profile, with credentials of its own and without. */
const apart: More = {
  stored: {
    ...{ 'game-dev': { environment: 'dev' }, 'game-prod': ofProd },
    'desk-prod': { ...ofProd, readOnly: true },
  },
};
const beside: More = {
  stored: {
    'game-prod': { ...ofProd, clientId },
    'desk-prod': { ...ofProd, clientId, readOnly: true },
  },
};
const oneClient: More = {
  ...ofDev,
  stored: {
    'game-dev': { environment: 'dev', clientId },
    'game-prod': { environment: 'prod', clientId },
  },
};
const open: readonly Row[] = [
  ['--confirm names the profile whose values are in use', confirmed, own, 'game-prod'],
  [
    'that whose address is',
    `${dev} --confirm other-prod`,
    at('https://other-prod.example'),
    'other-prod',
  ],
  ['no profile has the values, and it names the chosen one', `${dev} --confirm game-dev`, unknown],
  [
    'unknown values are said to be of dev',
    dev,
    { ...unknown, PVG_ENVIRONMENT: 'development' },
    none,
    ofDev,
  ],
  ['the variables repeat the chosen profile', dev, variables('game-dev'), none, ofDev],
  ['only the address is another one', dev, at('https://nobody.example'), none, ofDev],
  ['dev and prod have one client id', dev, {}, none, oneClient],
  [
    'a read-only one shares it',
    confirmed,
    { ...own, ...at('https://shared.example') },
    'game-prod',
    apart,
  ],
  [
    'one is stored beside the chosen one for the same',
    prod,
    at('https://shared.example/'),
    none,
    beside,
  ],
];

describe('a verify with values of a prod or read-only profile', () => {
  it.each<Row>(guarded)('is not sent when %s', async (_when, line, env, valuesOf, more) => {
    const { ended, said, recorded } = await run(`${verify} ${line}`, env, more);
    expect([recorded(), said]).toMatchObject([
      false,
      { exit: 13, environment: more?.environment ?? 'prod' },
    ]);
    expect(said['values_of']).toBe(valuesOf);
    // Both names are there to read.
    expect(ended.err).toContain(valuesOf ?? '');
    expect(ended.out + ended.err).toContain(/game-\w+/.exec(line)?.[0] ?? '');
  });

  it.each<Row>(open)('is sent when %s', async (_when, line, env, valuesOf, more) => {
    const { said, recorded } = await run(`${verify} ${line}`, env, more);
    expect([recorded(), said]).toMatchObject([
      true,
      { exit: 0, environment: more?.environment ?? 'prod' },
    ]);
    expect(said['values_of']).toBe(valuesOf);
  });

  it('is not sent as a body of bytes either', async () => {
    const body: More = {
      prepare: (home) => {
        writeFileSync(join(home, 'body'), '{"os_id":2,"product_id":"gems_100","receipt":"r"}');
      },
    };
    const line = 'verify -p game-dev --body @HOME/body';
    const stopped = await run(line, own, body);
    expect([stopped.ended.status, stopped.recorded()]).toEqual([13, false]);
    expect((await run(`${line} --confirm game-prod`, own, body)).ended.status).toBe(0);
  });

  it('shows prod and both names to people, in the journal and in the report', async () => {
    const { home, env } = await run(`${verify} ${dev}`, own);
    const looked = await pvg(verify.replace('verify', 'lookup -p game-dev'), {
      home,
      env,
      ...service(),
    });
    expect(looked.out).toMatch(/game-dev.*game-prod.*\(prod\)/);
    for (const line of ['journal show --last', 'journal show --last --json', 'report --last']) {
      const { out } = await pvg(line, { home });
      for (const name of [/game-dev/, /game-prod/, /\bprod\b/]) expect(out).toMatch(name);
    }
  });

  it.each([
    [own, 'game-prod'],
    [{ PVG_CLIENT_ID: 'desk-prod-client' }, 'desk-prod'],
    [unknown, ''],
  ])('is a problem for doctor, which names both profiles: %j', async (env, other) => {
    const { said } = await run(`doctor ${dev}`, env);
    expect(said).toMatchObject({ exit: 3, environment: 'prod' });
    const { checks } = said['answer'] as { checks: { id: string; status: string; says: string }[] };
    const found = checks.find(({ id, status }) => id === 'profile-in-use' && status === 'problem');
    expect(found?.says).toContain('game-dev');
    expect(found?.says).toContain(other);
  });
});

describe('the profile local', () => {
  it('stays dev and sends nothing, whatever the variables say', async () => {
    const { said, sent } = await run(`${verify} -p local`, own);
    expect(said).toMatchObject({ profile: 'local', environment: 'dev', exit: 6 });
    expect(sent).toEqual([]);
  });

  it('does not open the keyring of other profiles', async () => {
    const line =
      'lookup -p local --product-id gems_100 --package com.example.game --receipt demo-purchased';
    const { ended } = await run(`${line} --client-secret-file HOME/game-prod.secret`, {}, locked());
    expect(ended.err).not.toMatch(/keyring/);
  });
});

it('a keyring that cannot be read fails no call, and is said', async () => {
  const { ended } = await run(
    verify.replace('verify', 'lookup -p game-dev'),
    secretOfProd,
    locked(),
  );
  expect([ended.status, ended.err]).toEqual([0, expect.stringContaining('keyring')]);
});

describe('the session interface', () => {
  it.each<[what: string, env: Variables, environment: string, valuesOf?: string]>([
    ['the address of the gateway', atProd, 'dev'],
    ['its address', { PVG_SESSION_URL: 'https://game-prod.example/xm' }, 'prod', 'game-prod'],
    ['the secret key', { PVG_SECRET_KEY: 'game-prod-secret-key' }, 'prod', 'game-prod'],
    [
      'the file of the secret key',
      { PVG_SECRET_KEY_FILE: 'HOME/game-prod.key' },
      'prod',
      'game-prod',
    ],
    [
      'all, of nobody',
      { PVG_SESSION_URL: 'https://no.example', PVG_SECRET_KEY: 'no-one-1' },
      'prod',
    ],
    ['the game id, which is the same on dev and prod', { PVG_GAME_ID: 'my-game' }, 'dev'],
  ])('counts as %s does', async (_what, env, environment, valuesOf) => {
    const { said } = await run(`session ${dev} --username player-1`, env);
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
    ['on dev with the secret of prod', dev, secretOfProd, false],
    ['on dev with values of prod, confirmed', confirmed, own, true],
    ['of variables alone with --confirm', '--confirm prod', unknown, true],
  ])(
    '%s is signed only where the call itself would go through',
    async (_, options, env, signed) => {
      const home = await machine();
      for (const form of forms) {
        const { status, out, err } = await pvg(`${verify} ${options} --dry-run ${form}`, {
          home,
          env,
        });
        expect(status).toBe(0);
        expect(/X-Signature"?: "?[0-9a-f]{64}/.test(out), out).toBe(signed);
        expect(/[0-9a-f]{64}/.test(out + err)).toBe(signed);
        if (!signed)
          expect([out, err]).toEqual([
            expect.stringMatching(/X-Signature"?: "?</),
            expect.stringContaining('signature'),
          ]);
      }
    },
  );
});

describe('a value that looks like a placeholder', () => {
  const value = '"$PVG_CLIENT_SECRET"';
  const demo = ['--package', 'com.example.game', '--receipt', 'demo-purchased'];
  it.each<string[]>([
    [
      'session',
      '--username',
      'player-1',
      '--server-id',
      value,
      '--role-id',
      '"@$PVG_CLIENT_SECRET"',
    ],
    ['session', '--username', `a ${value} b`],
    ['session', '--username', `'${value}'`],
    ['session', '--username', '$(printenv PVG_CLIENT_SECRET)'],
    ['lookup', '--product-id', value, '--force', ...demo],
    ['verify', '--product-id', 'gems_100', '--case', value, ...demo],
  ])('stands in single quotes in the next command: %s %s %s %s %s', async (...line) => {
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

describe('a read-only profile', () => {
  const body =
    '{"receipt":"bought-1","product_id":"gems_100","os_id":1,"package":"com.example.game"}';
  const file: More = {
    prepare: (home) => {
      writeFileSync(join(home, 'body.json'), body);
    },
  };
  const desk = '-p desk-prod';
  const signatureIn = (text: string): string | undefined =>
    /X-Signature"?: "?([0-9a-f]{64})/.exec(text)?.[1];

  it('sends no verify and signs none in a dry run; it does not guard the key', async () => {
    const sends = await run(`verify ${desk} --body @HOME/body.json --confirm desk-prod`, {}, file);
    expect([sends.ended.status, sends.sent]).toEqual([13, []]);
    const dry = await run(`verify ${desk} --body @HOME/body.json --dry-run --as curl`, {}, file);
    expect([dry.ended.status, signatureIn(dry.ended.out)]).toEqual([0, undefined]);

    const signed = await run(
      `sign gateway ${desk} --timestamp 1790000000 --body @HOME/body.json`,
      {},
      file,
    );
    const signature = signatureIn(signed.ended.out);
    expect([signed.ended.status, signature]).toEqual([0, expect.any(String)]);
    const asked = await run(`lookup ${desk} --body @HOME/body.json --dry-run --as curl`, {}, file);
    expect([asked.ended.status, signatureIn(asked.ended.out), asked.sent]).toEqual([
      0,
      signature,
      [],
    ]);
    const line = `diagnose ${desk} --interface gateway --body @HOME/body.json --timestamp 1790000000`;
    const wrong = await run(
      `${line} --client-id desk-prod-client --signature ${'0'.repeat(64)}`,
      {},
      file,
    );
    expect(wrong.ended.status).toBe(6);
    expect(JSON.stringify(wrong.said['expected'])).toContain(signature);
  });
});

it.each(['help verify', 'help sign', 'help signing', 'help environment', 'profile add --help'])(
  'what a read-only profile does not guard is said where somebody relies on it: %s',
  async (line) => {
    const { out } = await pvg(line);
    // An option in a list of options is a line; elsewhere, it is said in a paragraph.
    const paragraphs = out.split(/\n\n|\n(?= +--)/);
    const said = paragraphs.filter((text) => text.includes('read-only'));
    expect(said.join('\n')).toMatch(/\bsecret\b/);
  },
);
