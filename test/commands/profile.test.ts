import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, type TestContextOptions } from '../support/context.js';
import { json as parsed, pvg as run } from '../support/pvg.js';

/** One machine: what one command stores the next one finds. */
function machine() {
  const home = temporaryFolder();
  const pvg = (line: string, options: TestContextOptions = {}) =>
    run(line, { home, folder: home, ...options });
  const json = async (line: string): Promise<Record<string, unknown>> => parsed(await pvg(`${line} --json`));
  const path = (name: string): string => join(home, 'config', 'profiles', `${name}.json`);
  return { home, pvg, json, path };
}

const addDev =
  'profile add game-dev --environment dev --gateway-url https://gateway-dev.example --client-id my-client --client-secret-file -';
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

  const of = 'profile add x --environment dev';
  const gateway = '--gateway-url https://x.example --client-id c';
  it.each<[why: string, line: string, status: number, names: string]>([
    ['the environment is missing', 'profile add x --gateway-url https://x.example', 2, '--environment'],
    ['the environment is neither', 'profile add x --environment CANARY', 2, 'dev'],
    ['there is neither part', of, 2, '--gateway-url'],
    ['it has a package alone', `${of} --package com.example.game`, 2, '--gateway-url'],
    ['the client id is missing', `${of} --gateway-url https://x.example`, 2, '--client-id'],
    ['the secret is missing', `${of} ${gateway}`, 3, '--client-secret-file'],
    ['the secret is an argument', `${of} ${gateway} --client-secret CANARY`, 2, '--client-secret-file'],
    ['the name leaves the folder', 'profile add ../CANARY --environment dev', 2, 'name'],
    ['nobody may be asked', 'profile add x --no-input', 2, '--environment'],
  ])('is refused when %s, and writes nothing', async (_why, line, status, names) => {
    const { home, pvg } = machine();
    const ended = await pvg(line, { terminal: line.includes('--no-input') });
    expect([ended.status, ended.out]).toEqual([status, '']);
    expect(ended.err).toContain(names);
    expect(ended.err).not.toContain('CANARY');
    expect(existsSync(join(home, 'config'))).toBe(false);
  });

  it('changes nothing when the name exists, and never mixes environments', async () => {
    const { pvg, path } = await withProfiles();
    const before = readFileSync(path('game-dev'), 'utf8');
    expect(await pvg(addDev, { stdin: 'another-secret' })).toMatchObject({ status: 13 });
    expect(readFileSync(path('game-dev'), 'utf8')).toBe(before);
    const mixed = addDev.replace('game-dev --environment dev', 'other --environment prod');
    const { status, err } = await pvg(mixed, { stdin: 'fresh-secret' });
    expect([status, err]).toEqual([13, expect.stringContaining('Next: pvg profile show game-dev\n')]);
  });

  it.each<[typed: string[], status: number]>([
    [['dev', 'https://gateway.example', 'my-client', 'typed-secret', ''], 0],
    // A wrong answer is refused before the next question.
    [['dev', 'https://gateway.example/iap/gateway/verify'], 2],
  ])('asks a person for what is missing: %j', async (typed, status) => {
    const { pvg, json } = machine();
    const ended = await pvg('profile add asked', { terminal: true, typed });
    expect([ended.status, (ended.out + ended.err).includes('typed-secret')]).toEqual([status, false]);
    const answer = { clientId: { value: 'my-client' }, clientSecret: { fingerprint: oneOf } };
    if (status === 0) expect(await json('profile show asked')).toMatchObject({ environment: 'dev', answer });
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

it('a call of the part that a profile does not have gets the one command that adds it', async () => {
  const { pvg } = await withProfiles();
  const { status, err } = await pvg('session --profile game-dev --check');
  const options = '--session-url "$SESSION_URL" --game-id "$GAME_ID" --secret-key-file "$SECRET_KEY_FILE"';
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
  expect((await pvg('profile show', { env: { PVG_SECRET_KEY: 'k' } })).out).toContain('PVG_SECRET_KEY');
});

describe('pvg profile set', () => {
  it('changes what is given', async () => {
    const { pvg, json } = await withProfiles();
    for (const readOnly of [true, false]) {
      const option = readOnly ? '--read-only' : '--no-read-only';
      expect((await pvg(`profile set game-dev ${option}`)).status).toBe(0);
      const answer = { readOnly, clientId: { value: 'my-client' } };
      expect(await json('profile show game-dev')).toMatchObject({ answer });
    }
  });

  it.each<[why: string, line: string, status: number]>([
    ['the environment cannot change', 'profile set game-dev --environment prod', 2],
    ['nothing is given', 'profile set game-dev', 2],
    ['a part would be incomplete', 'profile set game-dev --game-id g', 2],
    ['local is built in', 'profile set local --read-only', 2],
    ['the name is unknown', 'profile set gmae-dev --read-only', 3],
    ['environments would be mixed', 'profile set game-dev --gateway-url https://session.example', 13],
  ])('is refused when %s', async (_why, line, status) => {
    expect(await (await withProfiles()).pvg(line)).toMatchObject({ status, out: '' });
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
      const { home, pvg, path } = await withProfiles();
      writeFileSync(join(home, 'new'), 'dev-secret-2');
      const before = readFileSync(path('game-dev'), 'utf8');
      expect(await pvg(`${line} ${more}`.trim(), options)).toMatchObject({ status });
      const now = existsSync(path('game-dev')) ? readFileSync(path('game-dev'), 'utf8') : '';
      expect([now === before, now.includes('dev-secret-1')]).toEqual([status !== 0, status !== 0]);
    }
  });

  it('and not where the same secret is set again', async () => {
    const { pvg } = await withProfiles();
    const same = 'profile set game-dev --client-secret-file -';
    expect(await pvg(same, { stdin: 'dev-secret-1' })).toMatchObject({ status: 0 });
  });

  it('remove takes a damaged profile and the choice of it, and no other', async () => {
    const { pvg, path } = await withProfiles();
    await pvg('profile use game-dev');
    writeFileSync(path('game-dev'), 'x');
    expect(await pvg(`${remove} --yes`)).toMatchObject({ status: 0 });
    expect(await pvg('profile show')).toMatchObject({ status: 3 });
    expect(await pvg('profile remove local --yes')).toMatchObject({ status: 2 });
    expect(await pvg('profile remove gmae-dev --yes')).toMatchObject({ status: 3 });
    expect(existsSync(path('game-prod'))).toBe(true);
  });
});

it('pvg profile rename keeps the choice and takes no name that is taken', async () => {
  const { pvg, json, path } = await withProfiles();
  await pvg('profile use game-dev');
  expect(await pvg('profile rename game-dev game-sandbox')).toMatchObject({ status: 0 });
  expect(await json('profile show')).toMatchObject({ profile: 'game-sandbox' });
  expect(await pvg('profile rename game-sandbox game-prod')).toMatchObject({ status: 13 });
  expect(await pvg('profile rename game-sandbox local')).toMatchObject({ status: 2 });
  expect(readdirSync(join(path('x'), '..')).sort()).toEqual(['game-prod.json', 'game-sandbox.json']);
});

describe('pvg profile export and import', () => {
  it('leave out the secrets, which are set afterwards', async () => {
    const { home, pvg, json } = await withProfiles();
    const { out } = await pvg('profile export game-dev');
    expect(JSON.parse(out)).toEqual({
      ...{ name: 'game-dev', environment: 'dev', readOnly: false },
      ...{ gatewayUrl: 'https://gateway-dev.example', clientId: 'my-client' },
    });
    writeFileSync(join(home, 'x.json'), `\uFEFF${out}`);
    const { status, err } = await pvg('profile import x.json --name copy');
    const next = 'pvg profile set copy --client-secret-file "$CLIENT_SECRET_FILE"';
    expect([status, err]).toEqual([0, expect.stringContaining(next)]);
    expect((await pvg('profile set copy --client-secret-file -', { stdin: 's' })).status).toBe(0);
    const answer = { clientSecret: { fingerprint: oneOf } };
    expect(await json('profile show copy')).toMatchObject({ answer });
    expect((await pvg('profile import x.json')).status).toBe(13);
  });

  it('asks for the secret, which may stay missing', async () => {
    const text = '{"name":"x","environment":"dev","gatewayUrl":"https://g.example","clientId":"c"}';
    const { home, pvg } = machine();
    writeFileSync(join(home, 'x.json'), text);
    const { context } = await pvg('profile import x.json', { terminal: true, typed: [''] });
    expect(await context.profiles.read('x')).not.toHaveProperty('clientSecret');
  });

  const prod = '"environment": "prod", "clientId": "CANARY"';
  it.each<[what: string, content: string, status: number]>([
    ['text that is not JSON', '{"CANARY', 2],
    ['what is not a profile', '{"name": "x", "environment": "CANARY"}', 2],
    ['several profiles', `{"profiles": [{"name": "x", ${prod}}]}`, 2],
    ['a profile without a part', '{"name": "x", "environment": "dev"}', 2],
    ['a profile without a name', `{${prod}}`, 2],
    ['an incomplete part', `{"name": "x", ${prod}}`, 2],
    ['a name that leaves the folder', `{"name": "../CANARY", ${prod}}`, 2],
    ['mixed environments', `{"name": "x", ${prod}, "gatewayUrl": "https://gateway-dev.example"}`, 13],
  ])('import refuses %s', async (_what, stdin, status) => {
    const ended = await (await withProfiles()).pvg('profile import -', { stdin });
    expect([ended.status, ended.out]).toEqual([status, '']);
    expect(ended.err).not.toContain('CANARY');
  });
});

it.each(['show', 'use', 'remove --yes', 'export', 'set --read-only', 'rename'])(
  'an unknown name is not repeated by %s: it may be a secret',
  async (line) => {
    const { pvg } = await withProfiles();
    const [command = '', ...rest] = line.split(' ');
    const words = ['profile', command, 'CANARY', ...(command === 'rename' ? ['x'] : []), ...rest];
    const { status, out, err } = await pvg(words.join(' '));
    expect([status, out, err.includes('CANARY')]).toEqual([3, '', false]);
  },
);

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

describe('pvg sign with a profile or without', () => {
  it.each<[line: string, status: number, says: string]>([
    ['session --body x --client-id c', 2, '--client-id'],
    ['session --body x --client-secret-file secret', 2, '--client-secret-file'],
    ['gateway --body x --secret-key-file secret', 2, '--secret-key-file'],
    ['gateway --snippet python --show steps', 2, '--show'],
    ['gateway --snippet python --body x', 2, '--body'],
    ['gateway --body x --client-secret-file secret', 3, 'PVG_CLIENT_ID'],
  ])('%s ends in %i', async (line, status, says) => {
    const { home, pvg } = machine();
    writeFileSync(join(home, 'secret'), 'my-secret');
    expect(await pvg(`sign ${line}`)).toMatchObject({
      ...{ status, out: '' },
      err: expect.stringContaining(says) as string,
    });
  });

  it('needs no address: another origin does not matter, unless it is written into a command', async () => {
    const { pvg } = await withProfiles();
    const env = { PVG_SESSION_URL: 'https://elsewhere.example' };
    const line = 'sign session --profile game-prod --body x';
    expect((await pvg(line, { env })).status).toBe(0);
    expect(await pvg(`${line} --show curl`, { env })).toMatchObject({ status: 13, out: '' });
  });
});
