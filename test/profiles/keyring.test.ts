import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeyringError } from '../../src/context.js';
import { temporaryFolder } from '../support/context.js';
import { fakeKeyring, type FakeKeyring } from '../support/keyring.js';
import { json, pvg } from '../support/pvg.js';

const canary = 'CANARY-of-the-keyring';
const addLine =
  'profile add game-dev --environment dev --gateway-url https://gw.example --client-id c --client-secret-file -';
const sign = 'sign gateway --profile game-dev --body x --timestamp 1790000000';

let home: string;
let keyring: FakeKeyring;
beforeEach(() => {
  home = temporaryFolder();
  keyring = fakeKeyring();
});

const run = (line: string, stdin = '') => pvg(line, { home, keyring, stdin });
const profileFile = (): string => readFileSync(join(home, 'config', 'profiles', 'game-dev.json'), 'utf8');
const everyFile = (): string =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
const signature = async (): Promise<string> => (await run(sign)).out;

describe('a profile whose secrets are in the keyring', () => {
  it('has none in its file, says so, and works like any other', async () => {
    const { status, out, err } = await run(`${addLine} --keyring`, canary);
    expect({ status, out: out.includes(canary) }).toEqual({ status: 0, out: false });
    expect(err).toMatch(/^Written: .*\nThe secrets are in the system’s keyring\.$/m);
    expect(everyFile()).not.toContain(canary);
    expect([...keyring.entries.values()].join()).toContain(canary);

    const plain = temporaryFolder();
    await pvg(addLine, { home: plain, stdin: canary });
    expect(await signature()).toBe((await pvg(sign, { home: plain })).out);
  });

  it('is shown with where its secret comes from', async () => {
    await run(`${addLine} --keyring`, canary);
    expect((await run('profile show game-dev')).out).toContain('keyring, for profile game-dev');
  });

  it('is looked at by `doctor`, which keeps it where the keyring is locked', async () => {
    await run(`${addLine} --keyring`, canary);
    keyring.lock();
    const { answer } = json(await run('doctor --profile game-dev --json')) as {
      answer: { checks: { id: string; fix: string | null }[] };
    };
    const troubles = answer.checks.filter(({ fix }) => fix !== null);
    expect(troubles.map(({ id, fix }) => [id, fix])).toEqual([
      ['profile-in-use', 'pvg profile show game-dev'],
      ['keyring', 'pvg profile show game-dev'],
    ]);
  });

  it('remembers the choice when something changes, and the keyring keeps no entry that nothing names', async () => {
    await run(`${addLine} --keyring`, canary);
    await run('profile set game-dev --client-secret-file - --yes', `${canary}-2`);
    expect([...keyring.entries.values()]).toEqual([expect.stringContaining(`${canary}-2`)]);
    expect(profileFile()).toContain([...keyring.entries.keys()][0]);
    expect(everyFile()).not.toContain(canary);
    expect((await run('profile remove game-dev --yes')).status).toBe(0);
    expect(keyring.entries.size).toBe(0);
  });

  it.each([
    'profile remove game-dev --yes',
    'profile set game-dev --client-secret-file - --yes --no-keyring',
  ])('says which entry stays because it cannot be removed: %s', async (line) => {
    await run(`${addLine} --keyring`, canary);
    const [entry = ''] = keyring.entries.keys();
    keyring.remove = () => Promise.reject(new KeyringError('it refused'));
    const { status, err } = await run(line, 'another');
    expect({ status, isSaid: err.includes(entry) }).toEqual({ status: 0, isSaid: true });
  });

  it('can be moved there and back', async () => {
    await run(addLine, canary);
    const before = await signature();
    await run('profile set game-dev --keyring');
    expect([profileFile().includes(canary), await signature()]).toEqual([false, before]);
    await run('profile set game-dev --no-keyring');
    expect([profileFile().includes(canary), await signature()]).toEqual([true, before]);
    expect(keyring.entries.size).toBe(0);
  });

  it('keeps its secrets under another name; an export has none', async () => {
    await run(`${addLine} --keyring`, canary);
    const before = await signature();
    await run('profile rename game-dev other');
    await run('profile rename other game-dev');
    expect(await signature()).toBe(before);
    expect(everyFile()).not.toContain(canary);
    const { out } = await run('profile export game-dev');
    expect(out).not.toMatch(/CANARY|keyring/);
  });

  it('of version 0.2 is read', async () => {
    await run(`${addLine} --keyring`, canary);
    const before = await signature();
    for (const entry of keyring.entries.keys())
      keyring.entries.set(entry, JSON.stringify({ 'gateway.clientSecret': canary }));
    expect(await signature()).toBe(before);
  });
});

describe('a keyring that cannot be used', () => {
  it('is an error and never a plain file instead', async () => {
    keyring.lock();
    const { status, out, err } = await run(`${addLine} --keyring`, canary);
    expect({ status, out }).toEqual({ status: 3, out: '' });
    expect(err).toContain('it is locked. Nothing was stored.');
    expect(err).toContain('remove `--keyring`');
    expect((await run('profile list --json')).out).not.toContain('game-dev');
    expect(everyFile()).not.toContain(canary);
  });

  it('that forgets what it is given is one too', async () => {
    const forgetful = { ...keyring, read: () => Promise.resolve(undefined) };
    const { status, err } = await pvg(`${addLine} --keyring`, { home, keyring: forgetful, stdin: canary });
    expect(status).toBe(3);
    expect(err).toContain('it does not keep secrets');
  });

  it('is told when its secret is wanted, with the way on; other profiles and the list still work', async () => {
    await run(`${addLine} --keyring`, canary);
    keyring.lock();
    const { status, err } = await run(sign);
    expect(status).toBe(3);
    expect(err).toContain('pvg profile remove game-dev');
    expect((await run('profile use game-dev')).status).toBe(0);
    const { out } = await run('profile list --json');
    expect(JSON.parse(out)).toMatchObject({
      answer: [{ name: 'local' }, { name: 'game-dev', damaged: false }],
    });
    expect((await run('profile remove game-dev --yes')).status).toBe(0);
  });

  it('whose entry is gone leaves a profile without a secret, which can be set again', async () => {
    await run(`${addLine} --keyring`, canary);
    keyring.entries.clear();
    expect((await run(sign)).err).toContain('profile set game-dev --client-secret-file');
    expect((await run('profile set game-dev --client-secret-file -', canary)).status).toBe(0);
    expect((await run(sign)).status).toBe(0);
  });

  it.each(['no JSON', '[]', '"x"'])(
    'whose entry is damaged (%s) is told without quoting it',
    async (text) => {
      await run(`${addLine} --keyring`, canary);
      for (const entry of keyring.entries.keys()) keyring.entries.set(entry, `${text}${canary}`);
      const { status, err } = await run(sign);
      expect(status).toBe(3);
      expect(err).not.toContain(canary);
    },
  );
});
