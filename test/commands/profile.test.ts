import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, type TestContextOptions } from '../helpers/context.js';
import { json as parsed, pvg as run } from '../helpers/pvg.js';

/** One machine: what one command stores the next one finds. */
function machine() {
  const home = temporaryFolder();
  const folder = join(home, 'config', 'profiles');
  const pvg = (line: string, options: TestContextOptions = {}) =>
    run(line, { home, folder: home, ...options });
  const json = async (line: string): Promise<Record<string, unknown>> =>
    parsed(await pvg(`${line} --json`));
  const path = (name: string): string => join(folder, `${name}.json`);
  const names = (): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
  const files = () => names().map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return { home, pvg, json, path, names, files };
}

const gatewayOf = (name: string): string =>
  `--gateway-url https://${name}.example --client-id my-client`;
const addDev = `profile add game-dev --environment dev ${gatewayOf('gateway-dev')} --client-secret-file -`;
const addProd =
  'profile add game-prod --environment production --session-url https://session.example --game-id my-game --secret-key-file - --read-only';

async function withProfiles() {
  const all = machine();
  expect(await all.pvg(addDev, { stdin: 'dev-secret-1\n' })).toMatchObject({ status: 0 });
  expect(await all.pvg(addProd, { stdin: 'prod-key-1' })).toMatchObject({ status: 0 });
  return all;
}

const oneOf = expect.stringMatching(/^sha256:[0-9a-f]{12}$/) as string;

describe('pvg profile add', () => {
  it('stores the profile, says where, and shows no secret', async () => {
    const { pvg, path } = machine();
    const { status, out, err } = await pvg(addDev, { stdin: 'dev-secret-1\n' });
    expect([status, (out + err).includes('dev-secret-1')]).toEqual([0, false]);
    expect(err).toMatch(/^Written: .*\n[^]*plain file that only you can read \(0600\)/m);
    expect(out).toMatch(/sha256:[0-9a-f]{12}/);
    expect(JSON.parse(readFileSync(path('game-dev'), 'utf8'))).toEqual({
      ...{ environment: 'dev', readOnly: false, gatewayUrl: 'https://gateway-dev.example' },
      ...{ clientId: 'my-client', clientSecret: 'dev-secret-1' },
    });
  });

  it('leads to the check whether the service accepts it', async () => {
    const { pvg } = machine();
    const gateway = await pvg(addDev, { stdin: 'dev-secret-1\n' });
    expect(gateway.out).toMatch(/^Next: pvg doctor --probe --profile game-dev$/m);
    const session = await pvg(addProd, { stdin: 'prod-key-1' });
    expect(session.out).toMatch(/^Next: pvg doctor --online --profile game-prod$/m);
  });

  it('names both profiles of one client that say different environments', async () => {
    const { pvg } = machine();
    const line = (name: string, environment: string): string =>
      `profile add ${name} --environment ${environment} --gateway-url http://127.0.0.1:8787 --client-id my-client --client-secret-file -`;
    const first = await pvg(line('game-dev', 'dev'), { stdin: 'dev-secret-1' });
    expect([first.status, first.err.includes('client id')]).toEqual([0, false]);
    const second = await pvg(line('game-prod', 'prod'), { stdin: 'prod-secret-1' });
    expect(second.status).toBe(0);
    const said = second.err.replaceAll(/\s+/g, ' ');
    expect(said).toContain('game-prod (prod) and game-dev (dev) have the same gateway address');
  });

  it.each<[typed: string[], status: number]>([
    [['dev', 'https://gateway.example', 'my-client', 'typed-secret', ''], 0],
    // A wrong answer is refused before the next question.
    [['dev', 'https://gateway.example/iap/gateway/verify'], 2],
    [['dev', 'https://gateway.example/iap/gateway'], 2],
    [['dev', 'https://gateway.example/iap/gateway/'], 2],
  ])('asks a person for what is missing: %j', async (typed, status) => {
    const { pvg, json } = machine();
    const ended = await pvg('profile add asked', { terminal: true, typed });
    expect([ended.status, (ended.out + ended.err).includes('typed-secret')]).toEqual([
      status,
      false,
    ]);
    const answer = { clientId: { value: 'my-client' }, clientSecret: { fingerprint: oneOf } };
    if (status === 0)
      expect(await json('profile show asked')).toMatchObject({ environment: 'dev', answer });
  });

  it('takes the secret of a variable, and no other value', async () => {
    const env = { PVG_SECRET_KEY: 'key', PVG_PACKAGE: 'com.example.game', PVG_GAME_ID: 'other' };
    const line = 'profile add x --environment dev --session-url https://s.example --game-id g';
    const { context } = await machine().pvg(line, { env });
    const profile = await context.profiles.read('x');
    expect(profile).toMatchObject({ secretKey: 'key', gameId: 'g' });
    expect(profile).not.toHaveProperty('package');
  });
});

const ofX = 'add x --environment dev';
const unnamed = '"environment": "prod", "clientId": "CANARY"';
it.each<[line: string, why: string, status: number, names: string, stdin?: string]>([
  ['add x --gateway-url https://x.example', 'the environment is missing', 2, '--environment'],
  ['add x --environment CANARY', 'the environment is neither', 2, 'dev'],
  [ofX, 'there is neither part', 2, '--gateway-url'],
  [`${ofX} --package com.example.game`, 'it has a package alone', 2, '--gateway-url'],
  [`${ofX} --gateway-url https://x.example`, 'the client id is missing', 2, '--client-id'],
  [`${ofX} ${gatewayOf('x')}`, 'the secret is missing', 3, '--client-secret-file'],
  [
    `${ofX} ${gatewayOf('x')} --client-secret CANARY`,
    'the secret is an argument',
    2,
    '--client-secret-file',
  ],
  ['add ../CANARY --environment dev', 'the name leaves the folder', 2, 'name'],
  ['add x --no-input', 'nobody may be asked', 2, '--environment'],
  [addDev.slice(8), 'the name exists', 13, 'profile set game-dev', 'another-secret'],
  [
    addDev.slice(8).replace('game-dev --environment dev', 'x --environment prod'),
    'environments are mixed',
    13,
    'show game-dev',
    'fresh',
  ],
  ['set game-dev --environment prod', 'the environment cannot change', 2, ''],
  ['set game-dev', 'nothing is given', 2, '--help'],
  ['set game-dev --game-id g', 'a part would be incomplete', 2, '--session-url'],
  ['set local --read-only', 'local is built in', 2, 'built in'],
  ['set gmae-dev --read-only', 'the name is unknown', 3, '`game-dev`'],
  [
    'set game-dev --gateway-url https://session.example',
    'environments are mixed',
    13,
    'show game-prod',
  ],
  ['rename game-dev game-prod', 'the name exists', 13, 'game-prod'],
  ['rename game-dev local', 'the name is reserved', 2, 'name'],
  ['remove local --yes', 'local is built in', 2, 'built in'],
  ['import -', 'it is not JSON', 2, 'export', '{"CANARY'],
  ['import -', 'it is not JSON in its line', 2, 'not JSON (line 2)', '{"name": "x",\nCANARY}'],
  ['import -', 'it is not a profile', 2, 'export', '{"name": "x", "environment": "CANARY"}'],
  ['import -', 'it is several profiles', 2, 'export', `{"profiles": [{"name": "x", ${unnamed}}]}`],
  ['import -', 'it has no part', 2, '--gateway-url', '{"name": "x", "environment": "dev"}'],
  ['import -', 'it has no name', 2, 'export', `{${unnamed}}`],
  ['import -', 'a part is incomplete', 2, '--gateway-url', `{"name": "x", ${unnamed}}`],
  ['import -', 'the name leaves the folder', 2, 'name', `{"name": "../CANARY", ${unnamed}}`],
  [
    'import -',
    'environments are mixed',
    13,
    'show game-dev',
    `{"name": "x", ${unnamed}, "gatewayUrl": "https://gateway-dev.example"}`,
  ],
  ...['show CANARY', 'use CANARY', 'remove CANARY --yes', 'export CANARY', 'rename CANARY x'].map(
    (line): [string, string, number, string] => [
      line,
      'the name may be a secret',
      3,
      'There is no profile',
    ],
  ),
])(
  'pvg profile %s is refused when %s, and changes nothing',
  async (line, _why, status, names, stdin = '') => {
    const { pvg, files } = await withProfiles();
    const before = files();
    const ended = await pvg(`profile ${line}`, { stdin, terminal: line.includes('--no-input') });
    expect([ended.status, ended.out, files()]).toEqual([status, '', before]);
    expect(ended.err).toContain(names);
    expect(ended.err).not.toContain('CANARY');
  },
);

it('a call of the part that a profile does not have gets the one command that adds it', async () => {
  const { pvg } = await withProfiles();
  const { status, err } = await pvg('session --profile game-dev --check');
  const options =
    '--session-url "$SESSION_URL" --game-id "$GAME_ID" --secret-key-file "$SECRET_KEY_FILE"';
  const next = `Next: pvg profile set game-dev ${options}\n`;
  expect([status, err]).toEqual([3, expect.stringContaining(next)]);
});

it('pvg profile list has all: the built-in, the chosen and the damaged', async () => {
  const { pvg, json, path } = await withProfiles();
  await pvg('profile use game-dev');
  writeFileSync(path('broken'), '{"CANARY');
  const { status, out } = await pvg('profile list');
  expect([status, out.includes('CANARY')]).toEqual([0, false]);
  expect(out).toContain('broken.json is damaged');
  expect(await json('profile list')).toMatchObject({
    answer: [
      { name: 'local', environment: 'dev', builtIn: true, chosen: false },
      { name: 'broken', environment: null, damaged: true },
      { name: 'game-dev', interfaces: ['gateway'], chosen: true },
      { name: 'game-prod', environment: 'prod', interfaces: ['session'], readOnly: true },
    ],
  });
});

it('pvg profile show names the source of each value; `local` and variables alone are enough', async () => {
  const { pvg, json, path } = await withProfiles();
  const { out } = await pvg('profile show game-dev', { env: { PVG_CLIENT_ID: 'other' } });
  expect(out).toContain('other (environment variable PVG_CLIENT_ID)');
  const source = 'profile game-dev';
  expect(await json('profile show game-dev')).toMatchObject({
    ...{ profile: 'game-dev', environment: 'dev' },
    answer: { clientSecret: { fingerprint: oneOf, source }, path: path('game-dev') },
  });
  expect(await pvg('profile show local')).toMatchObject({ status: 0 });
  expect((await pvg('profile show', { env: { PVG_SECRET_KEY: 'k' } })).out).toContain(
    'PVG_SECRET_KEY',
  );
});

it.each([
  ['--read-only', { readOnly: true, clientId: { value: 'my-client' } }],
  ['--no-read-only --client-id other', { readOnly: false, clientId: { value: 'other' } }],
])('pvg profile set %s changes that and nothing else', async (options, answer) => {
  const { pvg, json } = await withProfiles();
  expect((await pvg(`profile set game-dev ${options}`)).status).toBe(0);
  const clientSecret = { fingerprint: oneOf };
  expect(await json('profile show game-dev')).toMatchObject({
    answer: { ...answer, clientSecret },
  });
});

describe('pvg profile set --unset', () => {
  const session =
    'profile set game-dev --package com.example.game --session-url https://session-dev.example --game-id my-game --secret-key-file -';
  const withBoth = async () => {
    const all = await withProfiles();
    expect(await all.pvg(session, { stdin: 'dev-key-1' })).toMatchObject({ status: 0 });
    const stored = (): unknown => JSON.parse(readFileSync(all.path('game-dev'), 'utf8'));
    return { ...all, stored };
  };
  const gateway = {
    ...{ environment: 'dev', readOnly: false, gatewayUrl: 'https://gateway-dev.example' },
    ...{ clientId: 'my-client', clientSecret: 'dev-secret-1' },
  };

  it('takes out the package without a question, and a secret only with --yes', async () => {
    const { pvg, stored } = await withBoth();
    expect(await pvg('profile set game-dev --unset package')).toMatchObject({ status: 0 });
    expect(stored()).not.toHaveProperty('package');
    const part = 'profile set game-dev --unset session-url,game-id --unset secret-key';
    expect(await pvg(part)).toMatchObject({ status: 13 });
    expect(stored()).toHaveProperty('secretKey');
    expect(await pvg(`${part} --yes`)).toMatchObject({ status: 0 });
    expect(stored()).toEqual(gateway);
  });

  it.each([
    [
      'what the rest of a part needs',
      '--unset session-url',
      '--unset session-url,game-id,secret-key',
    ],
    [
      'the only part',
      '--unset gateway-url,client-id,client-secret --unset session-url,game-id,secret-key',
      'gateway part',
    ],
    ['what is given too', '--unset package --package com.example.other', 'contradict'],
    ['what is no value of it', '--unset environment', '--unset'],
  ])('refuses %s, also at a terminal', async (_what, options, says) => {
    const { pvg, files } = await withBoth();
    const before = files();
    const ended = await pvg(`profile set game-dev ${options} --yes`, { terminal: true });
    expect([ended.status, ended.err]).toEqual([2, expect.stringContaining(says)]);
    expect(files()).toEqual(before);
  });
});

describe('a secret that the service issues once is lost only', () => {
  const remove = 'profile remove game-dev';
  const replace = 'profile set game-dev --client-secret-file new';
  const asked = { terminal: true };
  it.each<[how: string, more: string, options: TestContextOptions, status: number]>([
    ['with a word: no', '', {}, 13],
    ['with --yes', '--yes', {}, 0],
    ['with the name typed', '', { ...asked, typed: ['game-dev'] }, 0],
    ['with the name typed: no', '', { ...asked, typed: ['yes'] }, 13],
    ['where a person may be asked: no', '--no-input', asked, 13],
  ])('%s', async (_how, more, options, status) => {
    for (const line of [remove, replace]) {
      const { home, pvg, files } = await withProfiles();
      writeFileSync(join(home, 'new'), 'dev-secret-2');
      const before = files();
      expect(await pvg(`${line} ${more}`.trim(), options)).toMatchObject({ status });
      if (status !== 0) expect(files()).toEqual(before);
      else expect(JSON.stringify(files())).not.toContain('dev-secret-1');
    }
  });

  it.each<[what: string, change: string, status: number]>([
    ['moves to another origin, on prod', 'game-prod --session-url https://other.example', 13],
    ['moves to another port, on prod', 'game-prod --session-url https://session.example:444', 13],
    ['moves to another origin, on dev', 'game-dev --gateway-url https://other.example', 0],
    ['stays at its origin, on prod', 'game-prod --session-url https://session.example/path', 0],
    ['stays where verify is allowed again, on dev', 'game-dev --no-read-only', 0],
    ['stays where verify is allowed again, on prod', 'game-prod --no-read-only', 13],
  ])('or another change is confirmed: a secret that %s', async (_what, change, status) => {
    const { pvg, files } = await withProfiles();
    for (const name of ['game-dev', 'game-prod'])
      expect(await pvg(`profile set ${name} --read-only`)).toMatchObject({ status: 0 });
    const before = files();
    const ended = await pvg(`profile set ${change} --no-input`);
    expect([ended.status, JSON.stringify(files()) === JSON.stringify(before)]).toEqual([
      status,
      status !== 0,
    ]);
    expect((await pvg(`profile set ${change} --yes`)).status).toBe(0);
    expect(files()).not.toEqual(before);
  });

  it('and not where the same secret is set again', async () => {
    const { pvg } = await withProfiles();
    const same = 'profile set game-dev --client-secret-file -';
    expect(await pvg(same, { stdin: 'dev-secret-1' })).toMatchObject({ status: 0 });
  });

  it('remove takes a damaged profile and the choice of it, and no other', async () => {
    const { pvg, path, names } = await withProfiles();
    await pvg('profile use game-dev');
    writeFileSync(path('game-dev'), 'x');
    expect(await pvg(`${remove} --yes`)).toMatchObject({ status: 0 });
    expect(await pvg('profile show')).toMatchObject({ status: 3 });
    expect(names()).toEqual(['game-prod.json']);
  });
});

it('pvg profile rename keeps the choice', async () => {
  const { pvg, json, names } = await withProfiles();
  await pvg('profile use game-dev');
  expect(await pvg('profile rename game-dev game-sandbox')).toMatchObject({ status: 0 });
  expect(await json('profile show')).toMatchObject({ profile: 'game-sandbox' });
  expect(names()).toEqual(['game-prod.json', 'game-sandbox.json']);
});

it('pvg profile export and import leave out the secrets, which are set afterwards', async () => {
  const { home, pvg, json } = await withProfiles();
  const { out } = await pvg('profile export game-dev');
  expect(JSON.parse(out)).toEqual({
    ...{ name: 'game-dev', environment: 'dev', readOnly: false },
    ...{ gatewayUrl: 'https://gateway-dev.example', clientId: 'my-client' },
  });
  writeFileSync(join(home, 'x.json'), `\uFEFF${out}`);
  expect((await pvg('profile import x.json')).status).toBe(13);
  writeFileSync(join(home, 'y.json'), out.replace('"game-dev"', '"copy"'));
  // A person is asked for the secret, and may type nothing.
  const person = { terminal: true, typed: [''] };
  const { status, err } = await pvg('profile import y.json', person);
  const next = 'pvg profile set copy --client-secret-file "$CLIENT_SECRET_FILE"';
  expect([status, err]).toEqual([0, expect.stringContaining(next)]);
  writeFileSync(join(home, 'z.json'), out.replace('"game-dev"', '"other"'));
  expect((await pvg('profile import z.json')).out).toContain(
    'Next: pvg profile set other --client-secret-file "$CLIENT_SECRET_FILE"\n',
  );
  expect((await pvg('profile set copy --client-secret-file -', { stdin: 's' })).status).toBe(0);
  const answer = { clientSecret: { fingerprint: oneOf } };
  expect(await json('profile show copy')).toMatchObject({ answer });
});

it.runIf(process.platform !== 'win32')('a loose mode is said on each use', async () => {
  const { pvg, path } = await withProfiles();
  chmodSync(path('game-dev'), 0o644);
  for (const line of ['list', 'list --json', 'show game-dev', 'use game-dev', 'export game-dev'])
    expect((await pvg(`profile ${line}`)).err, line).toContain('game-dev.json has mode 0644');
});

it('the example of import runs as its help prints it', async () => {
  const { pvg } = machine();
  const { out } = await pvg('profile import --help');
  const stdin = /echo '(.*)' \| pvg profile import -$/m.exec(out)?.[1] ?? '';
  expect(await pvg('profile import -', { stdin: `${stdin}\n` })).toMatchObject({ status: 0 });
});

it.each<[line: string, status: number, says: string]>([
  ['session --body x --client-id c', 2, '--client-id'],
  ['session --body x --client-secret-file new', 2, '--client-secret-file'],
  ['gateway --body x --secret-key-file new', 2, '--secret-key-file'],
  ['gateway --snippet python --show steps', 2, '--show'],
  ['gateway --snippet python --body x', 2, '--body'],
  ['gateway --body {} --client-secret-file new', 3, 'PVG_CLIENT_ID'],
  // The address matters only where it is written into a command.
  ['session --profile game-prod --body {} --show curl', 13, 'elsewhere.example'],
  ['session --profile game-prod --body {}', 0, ''],
])('pvg sign %s ends in %i', async (line, status, says) => {
  const { home, pvg } = await withProfiles();
  writeFileSync(join(home, 'new'), 'my-secret');
  const ended = await pvg(`sign ${line}`, {
    env: { PVG_SESSION_URL: 'https://elsewhere.example' },
  });
  expect([ended.status, ended.out === '', ended.err]).toEqual([
    status,
    status !== 0,
    expect.stringContaining(says),
  ]);
});
