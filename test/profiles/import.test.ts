import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

/** Two stored profiles, and the home of a new laptop. */
let old: string;
let home: string;
const stored = (): string[] => {
  try {
    return readdirSync(join(home, 'config', 'profiles')).sort();
  } catch {
    return [];
  }
};

beforeEach(() => {
  old = temporaryFolder();
  home = temporaryFolder();
  const folder = join(old, 'config', 'profiles');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, environment] of [
    ['game-dev', 'dev'],
    ['game-prod', 'prod'],
  ] as const) {
    const gateway = {
      baseUrl: `https://${name}.example`,
      clientId: 'my-client',
      clientSecret: `canary-of-${name}`,
    };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ environment, readOnly: true, gateway }), {
      mode: 0o600,
    });
  }
});

const exported = async (): Promise<string> => (await pvg('profile export --all', { home: old })).out;

describe('profile export --all', () => {
  it('has all profiles, with fingerprints instead of secrets', async () => {
    const out = await exported();
    expect(JSON.parse(out)).toMatchObject({ profiles: [{ name: 'game-dev' }, { name: 'game-prod' }] });
    expect(out).not.toContain('canary');
  });

  it.each([
    ['profile export', 2],
    ['profile export game-dev --all', 2],
    ['profile export --all --with-secrets', 2],
  ])('%s: %i', async (line, status) => {
    expect((await pvg(line, { home: old })).status).toBe(status);
  });

  it('3: there is none to export', async () => {
    expect((await pvg('profile export --all', { home })).status).toBe(3);
  });
});

describe('profile import of all profiles', () => {
  it('with their secrets is a complete move; a second time nothing changes', async () => {
    await pvg('profile export --all --with-secrets --out all.json', { home: old });
    const file = join(old, 'all.json');
    const ended = await pvg(['profile', 'import', file], { home });
    expect([ended.status, ended.out]).toEqual([0, expect.stringMatching(/Stored 2 profiles of 2\./)]);
    expect((await pvg('profile export --all', { home })).out).toBe(await exported());
    const again = await pvg(['profile', 'import', file], { home });
    expect([again.status, again.out]).toEqual([0, expect.stringMatching(/the same: game-dev, game-prod\./)]);
  });

  it('a second time, before the secrets are set: nothing changes, and each missing secret is named', async () => {
    const stdin = await exported();
    await pvg('profile import -', { home, stdin });
    const again = await pvg('profile import -', { home, stdin });
    expect([again.status, again.out]).toEqual([0, expect.stringMatching(/the same: game-dev, game-prod\./)]);
    expect(again.err).toContain('`pvg profile set game-prod --client-secret-file <path>`');
  });

  it('asks for each secret by the name of its profile', async () => {
    const typed = ['canary-of-game-dev', 'canary-of-game-prod'];
    const ended = await pvg('profile import -', { home, stdin: await exported(), terminal: true, typed });
    expect(ended.status, ended.err).toBe(0);
    expect(stored()).toEqual(['game-dev.json', 'game-prod.json']);
  });

  it('2: stores nothing of a profile whose secret is another one, and the others', async () => {
    const typed = ['canary-typed-wrong', 'canary-of-game-prod'];
    const ended = await pvg('profile import -', { home, stdin: await exported(), terminal: true, typed });
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(
      /Stored 1 profile of 2\.[^]*Not stored: game-dev\. The client secret is not the one/,
    );
    expect(ended.out + ended.err).not.toContain('canary');
    expect(stored()).toEqual(['game-prod.json']);
  });

  it('13: changes nothing of a profile that exists and differs', async () => {
    const other = {
      name: 'game-dev',
      environment: 'dev',
      gateway: { baseUrl: 'https://other.example', clientId: 'c' },
    };
    await pvg('profile import -', { home, stdin: JSON.stringify(other) });
    const ended = await pvg('profile import - --json', { home, stdin: await exported() });
    expect(ended.status).toBe(13);
    expect(json(ended)['answer']).toMatchObject({
      stored: [{ name: 'game-prod' }],
      failed: [{ name: 'game-dev', code: 'profile-exists' }],
    });
  });

  it.each([
    ['a name that is none', '{"profiles":[{"name":"../x","environment":"dev"}]}', /number 1 of the file/],
    ['no profile', '{"profiles":[7]}', /number 1 of the file[^]*not a profile/],
  ])('2: %s', async (_what, stdin, says) => {
    const ended = await pvg('profile import -', { home, stdin });
    expect([ended.status, ended.err]).toEqual([2, expect.stringMatching(says)]);
    expect(stored()).toEqual([]);
  });

  it('2: --name is for one profile', async () => {
    expect((await pvg('profile import - --name x', { home, stdin: await exported() })).status).toBe(2);
  });
});

it('profile import of one profile: a secret that is another one is not stored', async () => {
  const { out } = await pvg('profile export game-dev', { home: old });
  const ended = await pvg('profile import -', { home, stdin: out, terminal: true, typed: ['canary-wrong'] });
  expect([ended.status, ended.err]).toEqual([
    2,
    expect.stringMatching(/The profile game-dev is not stored\./),
  ]);
  expect(stored()).toEqual([]);
});

it('profile import of a file with secrets: a secret that was changed by hand is not stored', async () => {
  await pvg('profile export game-dev --with-secrets --out one.json', { home: old });
  const text = readFileSync(join(old, 'one.json'), 'utf8');
  const changed = text.replace('canary-of-game-dev', 'canary-of-nobody');
  expect(changed).not.toBe(text);
  const ended = await pvg('profile import -', { home, stdin: changed });
  expect([ended.status, ended.err]).toEqual([
    2,
    expect.stringMatching(/The profile game-dev is not stored\./),
  ]);
  expect(ended.err).not.toContain('canary');
  expect(stored()).toEqual([]);
});

describe('a profile that was imported without its secret', () => {
  const set = (secret: string, more = '') => {
    writeFileSync(join(home, 'secret'), secret, { mode: 0o600 });
    return pvg(`profile set game-dev --client-secret-file secret${more}`, { home });
  };
  beforeEach(async () => {
    const { out } = await pvg('profile export game-dev', { home: old });
    expect((await pvg('profile import -', { home, stdin: out })).status).toBe(0);
  });

  it('takes the exported secret, and then any other', async () => {
    expect((await set('canary-of-game-dev')).status).toBe(0);
    expect((await set('canary-of-next-year')).status).toBe(0);
  });

  it('refuses another secret, with the way on, also after another change and another name', async () => {
    await pvg('profile set game-dev --client-id other', { home });
    await pvg('profile rename game-dev g', { home });
    await pvg('profile rename g game-dev', { home });
    const ended = await set('canary-of-nobody');
    expect([ended.status, ended.err]).toEqual([
      2,
      expect.stringMatching(/profile game-dev is not changed\.[^]*pvg profile remove game-dev/),
    ]);
    expect(ended.out + ended.err).not.toContain('canary');
    expect((await set('canary-of-game-dev')).status).toBe(0);
  });
});
