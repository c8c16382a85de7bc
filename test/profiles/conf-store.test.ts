import type { Profile } from '../../src/contract/profile.js';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFiles } from '../../src/edge/files.js';
import type { WriteObject } from '../../src/profiles/stored-file.js';
import { openProfileStore, type StoreOptions } from '../../src/profiles/conf-store.js';

const profile = (name: string, clientSecret = 'secret-of-dev'): Profile => ({
  name,
  environment: 'dev',
  readOnly: false,
  gateway: { baseUrl: 'https://gateway.example', clientId: 'client', clientSecret },
  session: {},
});

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

let home: string;
const openStore = (options?: StoreOptions, isRunning: (pid: number) => boolean = () => true) =>
  openProfileStore(openFiles('/', { isRunning }), home, options);
beforeEach(async () => {
  home = join(await mkdtemp(join(tmpdir(), 'pvg-store-')), 'config');
});

describe('a stored profile', () => {
  it('comes back as it was written', async () => {
    const store = openStore();
    const path = await store.write(profile('game-dev'));
    expect(path).toBe(join(home, 'profiles', 'game-dev.json'));
    expect(await store.read('game-dev')).toEqual(profile('game-dev'));
    expect(await store.names()).toEqual(['game-dev']);
  });

  it('is nothing where no file is', async () => {
    expect(await openStore().read('game-dev')).toBeUndefined();
    expect(await openStore().names()).toEqual([]);
  });

  it('may have dots in its name without nesting', async () => {
    const store = openStore();
    await store.write(profile('prod.eu'));
    expect(await store.read('prod.eu')).toEqual(profile('prod.eu'));
  });

  for (const umask of [0o000, 0o022, 0o077]) {
    it(`is 0600 in a 0700 folder under umask 0${umask.toString(8)}`, async () => {
      // A umask belongs to the process, and a worker thread cannot change it: a child made the loose files of before.
      execFileSync('sh', [
        '-c',
        `umask 0${umask.toString(8)} && mkdir -p "$0"/profiles && : > "$0"/profiles/game-dev.json`,
        home,
      ]);
      const store = openStore();
      await store.write(profile('game-dev'));
      expect(mode(store.path('game-dev'))).toBe('600');
      expect(mode(join(home, 'profiles'))).toBe('700');
    });
  }

  it('does not replace another one when it is new', async () => {
    const store = openStore();
    await store.write(profile('game-dev', 'first'), { isNew: true });
    await expect(store.write(profile('game-dev', 'second'), { isNew: true })).rejects.toMatchObject({
      code: 'profile-exists',
    });
    expect((await store.read('game-dev'))?.gateway.clientSecret).toBe('first');
  });

  it('tells modes looser than 0600 and 0700', async () => {
    const store = openStore();
    await store.write(profile('game-dev'));
    expect(await store.looseModes('game-dev')).toEqual([]);
    chmodSync(store.path('game-dev'), 0o644);
    chmodSync(join(home, 'profiles'), 0o755);
    expect(await store.looseModes('game-dev')).toEqual([
      expect.stringContaining('game-dev.json has mode 0644'),
      expect.stringContaining('profiles has mode 0755'),
    ]);
  });
});

it.runIf(process.platform === 'linux')(
  'a configuration folder that cannot be made ends with the code of the system',
  async () => {
    await expect(
      openProfileStore(openFiles('/'), '/proc/nope').write(profile('game-dev')),
    ).rejects.toMatchObject({
      code: 'configuration-unwritable',
      message: expect.stringMatching(/\(E[A-Z]+\)/) as string,
    });
  },
);

it.runIf(process.platform !== 'win32')('what is kept aside is 0600, whatever the mode was', async () => {
  const store = openStore();
  await store.write(profile('game-dev'));
  for (const keep of [() => store.copyAside('game-dev'), () => store.setAside('game-dev')]) {
    chmodSync(store.path('game-dev'), 0o644);
    expect(mode(await keep())).toBe('600');
  }
  await store.write(profile('game-dev'));
  for (const kept of await store.keptAside('game-dev')) chmodSync(kept, 0o644);
  await store.rename('game-dev', 'renamed');
  expect((await store.keptAside('renamed')).map(mode)).toEqual(['600', '600']);
});

describe('names that are no profile’s', () => {
  for (const name of [
    '../x',
    'a/b',
    '',
    '.x',
    'A',
    'x'.repeat(65),
    'local',
    'constructor',
    'prototype',
    'valueof',
    'a\0',
  ]) {
    it(`refuses ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const store = openStore();
      await expect(store.read(name)).rejects.toMatchObject({ code: 'usage', exit: 2 });
      expect(() => store.path(name)).toThrow();
    });
  }

  it('does not repeat the name', () => {
    expect(() => openStore().path('S3CRET')).toThrow(
      expect.not.stringContaining('S3CRET') as unknown as Error,
    );
  });
});

describe('a damaged file', () => {
  const canary = 'CANARY-SECRET';
  const damaged: readonly (readonly [what: string, content: string | Uint8Array])[] = [
    ['empty', ''],
    ['cut', `{"environment": "dev", "gateway": {"clientSecret": "${canary}`],
    ['no JSON', canary],
    ['null', 'null'],
    ['a list', `["${canary}"]`],
    ['a text', `"${canary}"`],
    ['without an environment', `{"gateway": {"clientSecret": "${canary}"}}`],
    ['of an unknown environment', '{"environment": "staging"}'],
    ['with a part that is a list', '{"environment": "dev", "gateway": []}'],
    ['with a secret that is a number', '{"environment": "dev", "gateway": {"clientSecret": 12345678}}'],
    ['with readOnly as text', '{"environment": "dev", "readOnly": "yes"}'],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)],
    ['NUL bytes', new Uint8Array(40)],
  ];
  for (const [what, content] of damaged) {
    it(`that is ${what} is named, kept and never quoted`, async () => {
      const store = openStore();
      await store.write(profile('whole'));
      writeFileSync(store.path('game-dev'), content);
      const error: unknown = await store.read('game-dev').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'configuration-unreadable', exit: 3 });
      expect(String(error)).toContain(store.path('game-dev'));
      expect(JSON.stringify([String(error), error])).not.toContain('CANARY');
      expect(readFileSync(store.path('game-dev'))).toEqual(Buffer.from(content));
      expect(await store.read('whole')).toEqual(profile('whole'));
      expect(await store.names()).toEqual(['game-dev', 'whole']);
    });
  }

  it('may be a folder or a symbolic link: neither is followed', async () => {
    const store = openStore();
    await store.write(profile('whole'));
    mkdirSync(store.path('folder'));
    symlinkSync(store.path('whole'), store.path('link'));
    await expect(store.read('folder')).rejects.toMatchObject({ code: 'configuration-unreadable' });
    await expect(store.read('link')).rejects.toMatchObject({ code: 'configuration-unreadable' });
  });

  it('in the settings is named and never overwritten', async () => {
    const store = openStore();
    await store.choose('game-dev');
    const settings = join(home, 'settings.json');
    writeFileSync(settings, '{"profile": "game');
    await expect(store.chosen()).rejects.toMatchObject({ code: 'configuration-unreadable' });
    await expect(store.choose('other')).rejects.toMatchObject({ code: 'configuration-unreadable' });
    expect(readFileSync(settings, 'utf8')).toBe('{"profile": "game');
  });
});

describe('a write that fails', () => {
  const failing: readonly (readonly [what: string, write: WriteObject, code: string])[] = [
    [
      'because a full disk cut the file, and nobody said so',
      (path, object) => {
        writeFileSync(path, JSON.stringify(object, undefined, '\t').slice(0, 40));
        return Promise.resolve();
      },
      'output-unwritable',
    ],
    [
      'because nothing was written',
      (path) => {
        writeFileSync(path, '');
        return Promise.resolve();
      },
      'output-unwritable',
    ],
    [
      'because a value was changed on the way',
      (path, object) => {
        writeFileSync(path, JSON.stringify({ ...object, environment: 'prod' }));
        return Promise.resolve();
      },
      'output-unwritable',
    ],
    [
      'because the disk is full',
      () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      'output-unwritable',
    ],
    [
      'because it may not',
      () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
      'configuration-unwritable',
    ],
  ];
  for (const [what, writeObject, code] of failing) {
    it(`${what} leaves what was there, and no file beside it`, async () => {
      await openStore().write(profile('game-dev', 'first'));
      const store = openStore({ writeObject });
      await expect(store.write(profile('game-dev', 'second'))).rejects.toMatchObject({ code });
      await expect(store.write(profile('other'), { isNew: true })).rejects.toMatchObject({ code });
      expect((await store.read('game-dev'))?.gateway.clientSecret).toBe('first');
      expect(readdirSync(join(home, 'profiles'))).toEqual(['game-dev.json']);
    });
  }
});

describe('many writers', () => {
  it('lose nothing: twenty profiles at once are twenty profiles', async () => {
    const names = [...Array(20).keys()].map((number) => `game-${String(number).padStart(2, '0')}`);
    await Promise.all(names.map((name) => openStore().write(profile(name), { isNew: true })));
    const store = openStore();
    expect(await store.names()).toEqual(names);
    expect(await Promise.all(names.map((name) => store.read(name)))).toEqual(
      names.map((name) => profile(name)),
    );
  });

  it('of the same new name: one wins, the others are told', async () => {
    const results = await Promise.allSettled(
      [...Array(8).keys()].map((number) =>
        openStore().write(profile('game', `secret-${String(number)}`), { isNew: true }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(join(home, 'profiles'))).toEqual(['game.json']);
  });

  it('that died are cleaned up after, those that live are not', async () => {
    const store = openStore({}, (pid) => pid === process.pid);
    await store.write(profile('game-dev'));
    const folder = join(home, 'profiles');
    writeFileSync(join(folder, '.game-dev.json.999999999-0123456789ab.tmp'), 'secret');
    writeFileSync(join(folder, '.new.json.999999999-0123456789ab.tmp.tmp-0123456789abcdef'), 'secret');
    writeFileSync(join(folder, `.new.json.${String(process.pid)}-0123456789ab.tmp`), 'mine');
    await store.names();
    expect(readdirSync(folder).sort()).toEqual([
      `.new.json.${String(process.pid)}-0123456789ab.tmp`,
      'game-dev.json',
    ]);
  });
});

describe('what is kept aside', () => {
  const now = (): number => 1_790_000_000_000;

  it('is the whole file, 0600, oldest first, also twice in one millisecond', async () => {
    const store = openStore({ now });
    await store.write(profile('game-dev', 'first'));
    chmodSync(store.path('game-dev'), 0o644);
    const copied = await store.copyAside('game-dev');
    await store.write(profile('game-dev', 'second'));
    const moved = await store.setAside('game-dev');
    expect(await store.keptAside('game-dev')).toEqual([copied, moved].sort());
    expect(readFileSync(copied, 'utf8')).toContain('first');
    expect(readFileSync(moved, 'utf8')).toContain('second');
    expect([mode(copied), mode(moved), mode(join(home, 'aside'))]).toEqual(['600', '600', '700']);
    expect(await store.read('game-dev')).toBeUndefined();
  });

  it('is deleted by purge, and that of a namesake with a longer name is not', async () => {
    const store = openStore({ now });
    for (const name of ['a', 'a.b']) {
      await store.write(profile(name));
      await store.copyAside(name);
    }
    expect(await store.purge('a')).toBe(2);
    expect(await store.names()).toEqual(['a.b']);
    expect(await store.keptAside('a.b')).toHaveLength(1);
  });

  it('follows a profile that is renamed', async () => {
    const store = openStore({ now });
    await store.write(profile('old'));
    await store.copyAside('old');
    await store.rename('old', 'new');
    expect(await store.names()).toEqual(['new']);
    expect([await store.keptAside('old'), await store.keptAside('new')]).toEqual([
      [],
      [expect.stringContaining('new.2026')],
    ]);
  });

  it('never touches what a symbolic link points to', async () => {
    const store = openStore({ now });
    await store.write(profile('whole'));
    const victim = join(home, 'victim');
    writeFileSync(victim, 'victim', { mode: 0o644 });
    chmodSync(victim, 0o644);
    symlinkSync(victim, store.path('link'));
    await store.setAside('link');
    symlinkSync(victim, store.path('link'));
    await store.write(profile('link'));
    expect([readFileSync(victim, 'utf8'), mode(victim)]).toEqual(['victim', '644']);
  });
});

describe('the chosen profile', () => {
  it('is kept until another is chosen or none', async () => {
    const store = openStore();
    expect(await store.chosen()).toBeUndefined();
    await store.choose('game-dev');
    expect(await openStore().chosen()).toBe('game-dev');
    expect(mode(join(home, 'settings.json'))).toBe('600');
    await store.choose(undefined);
    expect(await store.chosen()).toBeUndefined();
  });
});
