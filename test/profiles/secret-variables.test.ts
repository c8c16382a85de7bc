import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFiles } from '../../src/edge/files.js';
import { resolveProfile, type ProfileFlags } from '../../src/profiles/resolve.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

/** `PVG_CLIENT_SECRET_FILE` and `PVG_SECRET_KEY_FILE`: like the options of that name, for whoever cannot give options. */

const folder = temporaryFolder();
const fileOf = (name: string, content: string | Uint8Array, mode = 0o600): string => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode });
  chmodSync(path, mode);
  return path;
};

const secretFile = fileOf('secret', 'from-the-file\n');
const resolving = (env: Record<string, string>, flags: ProfileFlags = {}) =>
  resolveProfile(testContext({ env }), flags);
const failing = (env: Record<string, string>, flags: ProfileFlags = {}): Promise<unknown> =>
  resolving(env, flags).then(
    () => Promise.reject(new TypeError('it was resolved')),
    (error: unknown) => error,
  );

describe('a secret from a file that a variable names', () => {
  it.each([
    ['PVG_CLIENT_SECRET_FILE', 'gateway.clientSecret'],
    ['PVG_SECRET_KEY_FILE', 'session.secretKey'],
  ])('is read without its final line end, and its source is told: %s', async (variable, path) => {
    const context = testContext({ env: { [variable]: secretFile } });
    const { gateway, session, sources, notes } = await resolveProfile(context, {});
    expect(gateway.clientSecret ?? session.secretKey).toBe('from-the-file');
    expect(sources[path]).toBe(`environment variable ${variable}`);
    expect(notes).toEqual([{ says: `Removed the line break after the secret (${variable}).` }]);
    expect(context.secrets.redact('from-the-file')).not.toContain('from-the-file');
  });

  it('stands behind an option and before a stored profile', async () => {
    const home = temporaryFolder();
    const env = { PVG_CLIENT_SECRET_FILE: secretFile };
    const add =
      'profile add shop --environment dev --gateway-url https://g.example --client-id c --client-secret-file -';
    await pvg(add, { home, stdin: 'stored-secret' });
    const context = testContext({ home, env });
    expect((await resolveProfile(context, { profile: 'shop' })).gateway.clientSecret).toBe('from-the-file');
    const flags = { profile: 'shop', clientSecret: 'of-the-option' };
    expect((await resolveProfile(context, flags)).gateway.clientSecret).toBe('of-the-option');
  });

  it('is shown by its fingerprint and source in `profile show`', async () => {
    const ended = await pvg('profile show --json', { env: { PVG_CLIENT_SECRET_FILE: secretFile } });
    expect(json(ended)['answer']).toMatchObject({
      gateway: { clientSecret: { source: 'environment variable PVG_CLIENT_SECRET_FILE' } },
    });
    expect(ended.out + ended.err).not.toContain('from-the-file');
  });

  it('signs, alone and beside a client id', async () => {
    const env = { PVG_CLIENT_SECRET_FILE: secretFile, PVG_CLIENT_ID: 'c' };
    const line = 'sign gateway --body {} --timestamp 1790000000';
    const direct = await pvg(line, { env: { PVG_CLIENT_SECRET: 'from-the-file', PVG_CLIENT_ID: 'c' } });
    expect((await pvg(line, { env })).out).toBe(direct.out);
  });

  it('is stored by `profile add`, and that is said', async () => {
    const home = temporaryFolder();
    const env = { PVG_SECRET_KEY_FILE: secretFile };
    const add = 'profile add shop --environment dev --session-url https://s.example --game-id g';
    const ended = await pvg(add, { home, env });
    expect(ended.status).toBe(0);
    expect(ended.err).toContain('PVG_SECRET_KEY_FILE');
    expect((await testContext({ home }).profiles.read('shop'))?.session.secretKey).toBe('from-the-file');
  });

  it.each([
    ['PVG_CLIENT_SECRET', 'PVG_CLIENT_SECRET_FILE'],
    ['PVG_SECRET_KEY', 'PVG_SECRET_KEY_FILE'],
  ])('and the secret itself are two: status 3 names both: %s', async (variable, fileVariable) => {
    const error = await failing({ [variable]: 'x', [fileVariable]: secretFile });
    expect(error).toMatchObject({
      exit: 3,
      message: expect.stringMatching(`${variable} and ${fileVariable}`) as string,
    });
  });

  it.each([
    ['is not there', join(folder, 'CANARY')],
    ['is empty', fileOf('empty', '')],
    ['is not UTF-8', fileOf('binary', Uint8Array.of(0xff))],
    ['is a folder', folder],
    ['is standard input', '-'],
  ])(
    'is refused with status 3 where the file %s: the variable is named, the path never',
    async (_what, path) => {
      const error = await failing({ PVG_CLIENT_SECRET_FILE: path });
      expect(error).toMatchObject({
        exit: 3,
        message: expect.stringContaining('PVG_CLIENT_SECRET_FILE') as string,
        details: { about: 'PVG_CLIENT_SECRET_FILE' },
      });
      expect(JSON.stringify([String(error), error])).not.toContain('CANARY');
    },
  );

  it('is not read for the interface that is not called, nor for `local`', async () => {
    const env = { PVG_CLIENT_SECRET_FILE: secretFile, PVG_SECRET_KEY_FILE: join(folder, 'none') };
    expect((await resolving(env, { interface: 'gateway' })).gateway.clientSecret).toBe('from-the-file');
    expect((await resolving(env, { profile: 'local' })).local).toBe(true);
  });

  it.runIf(process.platform !== 'win32')('that others may read is said', async () => {
    const loose = fileOf('loose', 'x', 0o644);
    const { notes } = await resolving({ PVG_CLIENT_SECRET_FILE: loose });
    expect(notes).toEqual([
      { says: expect.stringContaining('has mode 0644') as string, fix: `chmod 0600 ${loose}` },
    ]);
  });

  it.runIf(process.platform !== 'win32').each([
    [0o440, 0],
    [0o400, 0],
    [0o444, 1],
  ])('mounted by another owner, as Kubernetes does, with mode %o: %i notes', async (mode, count) => {
    const mounted = fileOf(`mounted-${String(mode)}`, 'x', mode);
    const files = openFiles('/', { userId: (process.getuid?.() ?? 0) + 1 });
    const context = { ...testContext({ env: { PVG_CLIENT_SECRET_FILE: mounted } }), files };
    expect((await resolveProfile(context, {})).notes).toHaveLength(count);
  });
});

describe('an address from a variable over that of a stored profile', () => {
  const at = async (env: Record<string, string>, environment = 'dev') => {
    const home = temporaryFolder();
    const add = `profile add shop --environment ${environment} --gateway-url https://g.example/a --client-id c --client-secret-file -`;
    await pvg(add, { home, stdin: 'stored-secret' });
    return pvg('lookup -p shop --product-id p --package a.b --receipt demo-x --dry-run', { home, env });
  };

  it.each(['https://other.example', 'https://g.example/b'])('is told with both: %s', async (address) => {
    const { status, err } = await at({ PVG_GATEWAY_URL: address });
    expect(status).toBe(0);
    expect(err).toContain(
      `The gateway address ${address} (environment variable PVG_GATEWAY_URL) replaces https://g.example/a, the address of the profile shop.`,
    );
  });

  it('is not worth a word where it is the same', async () => {
    expect((await at({ PVG_GATEWAY_URL: 'https://g.example/a' })).err).not.toContain('replaces');
  });

  it('of another origin is refused for prod, with both', async () => {
    const { status, err } = await at({ PVG_GATEWAY_URL: 'https://other.example' }, 'prod');
    expect(status).toBe(13);
    expect(err).toMatch(/https:\/\/other\.example .* replaces https:\/\/g\.example\/a, .*\. pvg refuses that on prod\./);
  });
});
