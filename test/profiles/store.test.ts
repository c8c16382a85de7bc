import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProfileStore } from '../../src/context.js';
import { FileError, type Files } from '../../src/file-access.js';
import type { Profile } from '../../src/contract/profile.js';
import { openFiles } from '../../src/system/files.js';
import { openProfileStore } from '../../src/profiles/store.js';
import { temporaryFolder } from '../helpers/context.js';
import { fakeKeyring } from '../helpers/keyring.js';

const canary = 'CANARY-SECRET';

let home: string;
let store: ProfileStore;
const open = (files: Files = openFiles('/')): ProfileStore =>
  openProfileStore(files, home, fakeKeyring());
beforeEach(() => {
  home = temporaryFolder();
  store = open();
});

const profile = (name: string, clientSecret = canary): Profile => ({
  ...{ name, environment: 'dev', readOnly: true, package: 'com.example.game' },
  ...{ gatewayUrl: 'https://gateway.example', clientId: 'client', clientSecret },
  ...{ sessionUrl: 'https://session.example', gameId: 'game', secretKey: 'key' },
});

const inFolder = (): string[] => readdirSync(join(home, 'profiles')).sort();
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const windows = process.platform === 'win32';

describe('a profile', () => {
  it('is read as it was written, and removed without another one whose name begins alike', async () => {
    for (const name of ['prod', 'prod.eu']) {
      expect(await store.write(profile(name))).toBeUndefined();
      expect(store.path(name)).toBe(join(home, 'profiles', `${name}.json`));
      expect(await open().read(name)).toEqual(profile(name));
    }
    await store.remove('prod');
    expect([inFolder(), await store.read('prod')]).toEqual([['prod.eu.json'], undefined]);
  });

  it.runIf(!windows)('is 0600 in a 0700 folder; a looser mode is named', async () => {
    await store.write(profile('game-dev'));
    const places = [store.path('game-dev'), join(home, 'profiles')];
    expect([places.map(mode), await store.looseModes('game-dev')]).toEqual([['600', '700'], []]);
    for (const place of places) chmodSync(place, 0o755);
    expect(await store.looseModes('game-dev')).toHaveLength(2);
  });

  it('of version 0.2 is read, and written flat with the next change', async () => {
    const { name, environment, readOnly, ...values } = profile('old');
    const {
      gatewayUrl,
      clientId,
      clientSecret,
      package: game,
      sessionUrl,
      gameId,
      secretKey,
    } = values;
    const gateway = { baseUrl: gatewayUrl, clientId, clientSecret, package: game };
    const session = { baseUrl: sessionUrl, gameId, secretKey };
    await store.write(profile('other'));
    writeFileSync(store.path(name), JSON.stringify({ environment, readOnly, gateway, session }));
    expect(await store.read(name)).toEqual(profile(name));
    await store.write({ ...profile(name), readOnly: false });
    const written: unknown = JSON.parse(readFileSync(store.path(name), 'utf8'));
    expect(written).toEqual({ environment, readOnly: false, ...values });
  });

  const taken = ['local', 'constructor', 'prototype'];
  it.each(['../x', 'a/b', '', '.x', 'A', 'x'.repeat(65), 'a\0', ...taken])(
    'cannot be called %j',
    async (name) => {
      await expect(store.read(name)).rejects.toMatchObject({ code: 'usage', exit: 2 });
      await expect(store.read(`${name}/S3CRET`)).rejects.toThrow(/^[^3]+$/);
    },
  );
});

describe('a damaged file', () => {
  const entryFile = (keyring: string): string => JSON.stringify({ environment: 'dev', keyring });

  it.each<[what: string, content: string | Uint8Array]>([
    ['empty', ''],
    ['cut', `{"environment": "dev", "clientSecret": "${canary}`],
    ['a list', `["${canary}"]`],
    ['without an environment', `{"clientSecret": "${canary}"}`],
    ['of an unknown environment', '{"environment": "staging"}'],
    ['with a part that is a list', '{"environment": "dev", "gateway": []}'],
    ['with a secret that is a number', '{"environment": "dev", "clientSecret": 12345678}'],
    ['with readOnly as text', '{"environment": "dev", "readOnly": "yes"}'],
    ['with an entry that pvg would not name so', '{"environment": "dev", "keyring": "../other"}'],
    ['with an entry that is a digit short', entryFile('game-dev.0123456789a')],
    ['with an entry that is a digit too long', entryFile('game-dev.0123456789abc')],
    ['with an entry whose name is too long', entryFile(`${'x'.repeat(65)}.0123456789ab`)],
    ['not UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)],
  ])('that is %s is named, kept and never quoted', async (_what, content) => {
    await store.write(profile('whole'));
    writeFileSync(store.path('game-dev'), content);
    const error: unknown = await store.read('game-dev').catch((thrown: unknown) => thrown);
    const message = expect.stringContaining(store.path('game-dev')) as string;
    expect(error).toMatchObject({ code: 'configuration-unreadable', exit: 3, message });
    expect(JSON.stringify([String(error), error])).not.toContain('CANARY');
    expect(readFileSync(store.path('game-dev'))).toEqual(Buffer.from(content));
    expect([await store.names(), await store.read('whole')]).toEqual([
      ['game-dev', 'whole'],
      profile('whole'),
    ]);
  });

  it.runIf(!windows)(
    'may be a folder or a link: neither is followed, and a link’s target stays',
    async () => {
      await store.write(profile('whole'));
      const victim = join(home, 'victim');
      writeFileSync(victim, 'victim', { mode: 0o644 });
      mkdirSync(store.path('folder'));
      for (const name of ['link', 'other']) symlinkSync(victim, store.path(name));
      for (const name of ['folder', 'link'])
        await expect(store.read(name)).rejects.toMatchObject({ code: 'configuration-unreadable' });
      await store.write(profile('link'));
      await store.remove('other');
      expect([readFileSync(victim, 'utf8'), mode(victim)]).toEqual(['victim', '644']);
    },
  );

  it.each(['{"profile": "game', '["x"]', '{"profile": 7}'])(
    'in the settings is named and never overwritten: %s',
    async (content) => {
      const settings = await store.choose('game-dev');
      writeFileSync(settings, content);
      const damaged = { code: 'configuration-unreadable' };
      await expect(store.chosen()).rejects.toMatchObject(damaged);
      if (!content.includes('7'))
        await expect(store.choose('other')).rejects.toMatchObject(damaged);
      expect(readFileSync(settings, 'utf8')).toBe(content);
    },
  );
});

describe('a write that fails', () => {
  it.each([
    ['the disk is full', 'ENOSPC', 'output-unwritable'],
    ['it may not', 'EACCES', 'configuration-unwritable'],
  ])('because %s leaves what was there, and no file beside it', async (_what, systemCode, code) => {
    await store.write(profile('game-dev', 'first'));
    const files = openFiles('/');
    const fails = (staged: string) => Promise.reject(new FileError(systemCode, staged));
    const broken = open({
      ...files,
      writeAtomically: (path, _write, isNew) => files.writeAtomically(path, fails, isNew),
    });
    for (const name of ['game-dev', 'other'])
      await expect(broken.write(profile(name, 'second'))).rejects.toMatchObject({ code });
    expect((await store.read('game-dev'))?.clientSecret).toBe('first');
    expect(inFolder()).toEqual(['game-dev.json']);
  });
});

it('many writers lose nothing; of the same new name one wins, and the others are told', async () => {
  const names = [...Array(20).keys()].map((number) => `game-${String(number).padStart(2, '0')}`);
  await Promise.all(names.map((name) => open().write(profile(name), true)));
  const read = await Promise.all((await store.names()).map((name) => store.read(name)));
  expect(read).toEqual(names.map((name) => profile(name)));
  const results = await Promise.allSettled(
    names.map((secret) => open().write(profile('game', secret), true)),
  );
  const told = results
    .filter((each) => each.status === 'rejected')
    .map(({ reason }) => reason as unknown);
  expect(told).toEqual(Array(19).fill(expect.objectContaining({ code: 'profile-exists' })));
  expect(inFolder()).toHaveLength(21);
});

it('the chosen profile is kept until another is chosen or none, beside other settings', async () => {
  expect(await store.chosen()).toBeUndefined();
  writeFileSync(join(home, 'settings.json'), '{"other":1}');
  for (const name of ['game-dev', undefined]) {
    await store.choose(name);
    expect(await open().chosen()).toBe(name);
    expect(readFileSync(join(home, 'settings.json'), 'utf8')).toContain('"other"');
  }
});
