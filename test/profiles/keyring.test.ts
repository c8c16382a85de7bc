import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeyringError } from '../../src/context.js';
import { FileError } from '../../src/file-access.js';
import { parseEnvironment } from '../../src/contract/environments.js';
import { openProfileStore } from '../../src/profiles/store.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { fakeKeyring, type FakeKeyring } from '../helpers/keyring.js';
import { json, pvg } from '../helpers/pvg.js';

const canary = 'CANARY-of-the-keyring';
const addPlain =
  'profile add game-dev --environment dev --gateway-url https://gw.example --client-id c --client-secret-file -';
const add = `${addPlain} --keyring`;
const set = 'profile set game-dev --client-secret-file - --yes';
const remove = 'profile remove game-dev --yes';
const sign = 'sign gateway --profile game-dev --body {} --timestamp 1790000000';

let home: string;
let keyring: FakeKeyring;
beforeEach(() => {
  home = temporaryFolder();
  keyring = fakeKeyring();
});

const run = (line: string, stdin = '') => pvg(line, { home, keyring, stdin });
const everyFile = (): string =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
const signature = async (): Promise<string> => (await run(sign)).out;
const kept = (): string[] => [...keyring.entries.values()];

describe('a profile whose secrets are in the keyring', () => {
  it('has none in its file, says so, and works like any other', async () => {
    const { status, out, err } = await run(add, canary);
    expect([status, (out + err).includes(canary)]).toEqual([0, false]);
    expect(err).toMatch(/^Written: .*\nThe secrets are in the system’s keyring\.$/m);
    expect([everyFile().includes(canary), kept()]).toEqual([
      false,
      [expect.stringContaining(canary)],
    ]);
    expect((await run('profile show game-dev')).out).toContain('keyring, for profile game-dev');

    const plain = temporaryFolder();
    await pvg(addPlain, { home: plain, stdin: canary });
    expect(await signature()).toBe((await pvg(sign, { home: plain })).out);
  });

  it('remembers the choice when something changes, and the keyring keeps no entry that nothing names', async () => {
    await run(add, canary);
    await run(set, `${canary}-2`);
    expect(kept()).toEqual([expect.stringContaining(`${canary}-2`)]);
    expect(everyFile()).toContain([...keyring.entries.keys()][0]);
    expect(everyFile()).not.toContain(canary);
    expect((await run(remove)).status).toBe(0);
    expect(kept()).toEqual([]);
  });

  it.each([remove, `${set} --no-keyring`])(
    'says which entry stays because it cannot be removed: %s',
    async (line) => {
      await run(add, canary);
      const [entry = ''] = keyring.entries.keys();
      keyring.remove = () => Promise.reject(new KeyringError('it refused'));
      const { status, err } = await run(line, 'another');
      expect([status, err.includes(entry)]).toEqual([0, true]);
    },
  );

  it('can be moved there, renamed, exported without a secret, and moved back', async () => {
    await run(addPlain, canary);
    const before = await signature();
    for (const line of ['set game-dev --keyring', 'rename game-dev other', 'rename other game-dev'])
      await run(`profile ${line}`);
    expect([everyFile().includes(canary), await signature()]).toEqual([false, before]);
    expect((await run('profile export game-dev')).out).not.toMatch(/CANARY|keyring/);
    await run('profile set game-dev --no-keyring');
    expect([everyFile().includes(canary), await signature()]).toEqual([true, before]);
    expect(kept()).toEqual([]);
  });

  it.each(['ENOSPC', 'EACCES'])(
    'leaves no secret in the keyring if its file cannot be written: %s',
    async (code) => {
      const { files } = testContext({ home });
      const store = openProfileStore(
        { ...files, writeAtomically: (path) => Promise.reject(new FileError(code, path)) },
        home,
        keyring,
      );
      const environment = parseEnvironment('dev');
      if (environment === undefined) throw new TypeError('dev is an environment');
      const profile = { name: 'game-dev', environment, readOnly: false, clientSecret: canary };
      await expect(store.write({ ...profile, keyring: '' })).rejects.toThrow(code);
      expect(kept()).toEqual([]);
    },
  );

  it('of version 0.2 is read', async () => {
    await run(add, canary);
    const before = await signature();
    for (const entry of keyring.entries.keys())
      keyring.entries.set(entry, JSON.stringify({ 'gateway.clientSecret': canary }));
    expect(await signature()).toBe(before);
  });
});

describe('a keyring that cannot be used', () => {
  it.each([
    ['is locked', 'it is locked. Nothing was stored.'],
    ['forgets what it is given', 'it does not keep secrets'],
  ])('because it %s is an error and never a plain file instead', async (what, says) => {
    if (what === 'is locked') keyring.lock();
    else keyring.read = () => Promise.resolve(undefined);
    const { status, out, err } = await run(add, canary);
    expect([status, out]).toEqual([3, '']);
    expect(err).toContain(says);
    expect(err).toContain('remove `--keyring`');
    expect((await run('profile list --json')).out).not.toContain('game-dev');
    expect(everyFile()).not.toContain(canary);
  });

  it('is told when its secret is wanted, with the way on; all else still works', async () => {
    await run(add, canary);
    keyring.lock();
    const { status, err } = await run(sign);
    expect([status, err]).toEqual([3, expect.stringContaining('pvg profile remove game-dev')]);
    const { checks } = json(await run('doctor -p game-dev --json'))['answer'] as {
      checks: { id: string; fix: string | null }[];
    };
    expect(
      checks.filter(({ fix }) => fix === 'pvg profile show game-dev').map(({ id }) => id),
    ).toEqual([...['profile-in-use', 'keyring']]);
    expect(json(await run('profile list --json'))).toMatchObject({
      answer: [{ name: 'local' }, { name: 'game-dev', damaged: false }],
    });
    for (const line of ['profile use game-dev', remove]) expect((await run(line)).status).toBe(0);
  });

  it('whose entry is gone leaves a profile without a secret, which can be set again', async () => {
    await run(add, canary);
    keyring.entries.clear();
    expect((await run(sign)).err).toContain('profile set game-dev --client-secret-file');
    expect((await run(set.replace(' --yes', ''), canary)).status).toBe(0);
    expect((await run(sign)).status).toBe(0);
  });

  it.each(['no JSON', '[]', '"x"'])(
    'whose entry is damaged (%s) is told without quoting it',
    async (text) => {
      await run(add, canary);
      for (const entry of keyring.entries.keys()) keyring.entries.set(entry, `${text}${canary}`);
      const { status, err } = await run(sign);
      expect([status, err.includes(canary)]).toEqual([3, false]);
    },
  );
});
