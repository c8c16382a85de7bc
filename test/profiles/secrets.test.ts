import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReadAllOptions } from '../../src/context.js';
import { openFiles } from '../../src/system/files.js';
import { type ProfileFlags, resolveProfile } from '../../src/profiles/resolve.js';
import { readSecret } from '../../src/profiles/secret-input.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';
import { saveAsUtf8 } from '../../src/text/utf8.js';

/** Secrets from files, pipes, prompts and variables. */

const folder = temporaryFolder();
const fileOf = (name: string, content: string | Uint8Array, mode = 0o600): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
};
const option = '--client-secret-file';
const failureOf = (made: Promise<unknown>): Promise<unknown> =>
  made.then(
    () => Promise.reject(new TypeError('it did not fail')),
    (error: unknown) => error,
  );

const resolving = (env: Record<string, string>, flags: ProfileFlags = {}) =>
  resolveProfile({ ...testContext({ env }), files: openFiles('/') }, flags);

describe('a secret from a file or standard input', () => {
  it.each<[what: string, content: string, value: string, notes: number]>([
    ['as it is', 'my secret', 'my secret', 0],
    ['without its one final line end', 'secret\n', 'secret', 1],
    ['without its one final CRLF', 'secret\r\n', 'secret', 1],
    ['with all but the last line end', 'secret\n\n', 'secret\n', 2],
    ['with its spaces', ' secret', ' secret', 1],
    ['with its quotes', '"secret"', '"secret"', 1],
  ])('is taken %s, and every difference is said', async (_what, content, value, notes) => {
    const context = testContext({ stdin: content });
    for (const file of [fileOf('a', content), '-']) {
      const secret = await readSecret({ ...context, files: openFiles('/') }, file, option);
      expect([secret.value, secret.notes.length]).toEqual([value, notes]);
    }
    expect(context.secrets.redact(`<${value}>`)).not.toContain('secret');
  });

  it('is asked of the terminal as a secret, which does not show it', async () => {
    const asked: (ReadAllOptions | undefined)[] = [];
    const readAll = (options?: ReadAllOptions): Promise<Uint8Array> => {
      asked.push(options);
      return Promise.resolve(Buffer.from('my secret'));
    };
    await readSecret({ ...testContext(), stdin: { readAll } }, '-', option);
    expect(asked).toEqual([{ isSecret: true }]);
  });

  it('may have 64 KB and no byte more', async () => {
    const longest = 'x'.repeat(64 * 1024);
    const read = (stdin: string) => readSecret(testContext({ stdin }), '-', option);
    expect((await read(longest)).value).toBe(longest);
    expect(await failureOf(read(`${longest}x`))).toMatchObject({ code: 'input-unreadable' });
  });

  it.each<[what: string, content: string | Uint8Array]>([
    ['empty', ''],
    ['only a line end', '\n'],
    ['with a NUL', 'CANARY\0'],
    ['with two lines', 'CANARY\nCANARY\n'],
    ['not UTF-8', Uint8Array.of(0x43, 0xff)],
    ['marked with a byte order', '\uFEFFCANARY'],
    ['too large', 'CANARY'.repeat(11_000)],
  ])(
    'is refused when %s: the option is named, the content and the path never',
    async (what, content) => {
      const path = fileOf(`CANARY-${what.slice(0, 4)}`, content);
      const typed = await failureOf(readSecret(testContext({ stdin: content }), '-', option));
      expect(typed).toMatchObject({ exit: 2, message: expect.stringContaining(option) as string });
      const named = await failureOf(resolving({ PVG_CLIENT_SECRET_FILE: path }));
      expect(named).toMatchObject({ exit: 3, details: { about: 'PVG_CLIENT_SECRET_FILE' } });
      expect(JSON.stringify([String(typed), typed, String(named), named])).not.toContain('CANARY');
    },
  );

  it.each<[what: string, content: Uint8Array]>([
    ['UTF-16, as PowerShell 5 writes it', Buffer.from('\uFEFFsecret', 'utf16le')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFsecret')],
  ])('is refused with the way to save it when it is %s', async (_what, content) => {
    const refused = failureOf(resolving({ PVG_CLIENT_SECRET_FILE: fileOf('marked', content) }));
    expect(await refused).toMatchObject({ exit: 3, details: { hint: saveAsUtf8 } });
  });

  it.each(['CANARY', folder])('does not repeat a path that cannot be read', async (file) => {
    const error = await failureOf(readSecret(testContext(), file, option));
    expect(error).toMatchObject({ exit: 2 });
    expect(JSON.stringify([String(error), error])).not.toContain(file);
  });
});

describe('a secret from a file that a variable names', () => {
  const secretFile = fileOf('secret', 'from-the-file\n');

  it.each([
    ['PVG_CLIENT_SECRET', 'clientSecret'],
    ['PVG_SECRET_KEY', 'secretKey'],
  ] as const)('is read with its source; beside %s it is one too many', async (variable, name) => {
    expect(await resolving({ [`${variable}_FILE`]: secretFile })).toMatchObject({
      [name]: 'from-the-file',
      sources: { [name]: `environment variable ${variable}_FILE` },
      notes: [{ says: expect.stringContaining(`${variable}_FILE`) as string }],
    });
    const both = await failureOf(resolving({ [variable]: 'x', [`${variable}_FILE`]: secretFile }));
    const message = expect.stringMatching(`${variable} and ${variable}_FILE`) as string;
    expect(both).toMatchObject({ exit: 3, message });
  });

  it('stands behind an option and before a stored profile', async () => {
    const context = {
      ...testContext({ env: { PVG_SECRET_KEY_FILE: secretFile } }),
      files: openFiles('/'),
    };
    await context.profiles.write({
      name: 'shop',
      environment: 'dev',
      readOnly: false,
      secretKey: 'stored',
    });
    const at = (flags: ProfileFlags) => resolveProfile(context, { profile: 'shop', ...flags });
    expect((await at({})).secretKey).toBe('from-the-file');
    expect((await at({ secretKey: 'of-the-option' })).secretKey).toBe('of-the-option');
  });

  it('is not read for the interface that is not called, nor for `local`, nor from standard input', async () => {
    const env = { PVG_CLIENT_SECRET_FILE: secretFile, PVG_SECRET_KEY_FILE: join(folder, 'none') };
    expect((await resolving(env, { interface: 'gateway' })).clientSecret).toBe('from-the-file');
    expect((await resolving(env, { profile: 'local' })).local).toBe(true);
    expect(await failureOf(resolving({ PVG_SECRET_KEY_FILE: '-' }))).toMatchObject({ exit: 3 });
  });

  it.runIf(process.platform !== 'win32').each([
    ['its own user', 0o600, true, 0],
    ['its own user', 0o644, true, 1],
    ['another owner, as Kubernetes mounts it', 0o440, false, 0],
    ['another owner', 0o444, false, 1],
  ])('of %s with mode %o', async (_who, mode, isOwn, notes) => {
    const path = fileOf(`mode-${mode}`, 'x', mode);
    const files = openFiles('/');
    const status = async (at: string) => {
      const found = await files.status(at);
      return found && { ...found, isOwn };
    };
    const context = {
      ...testContext({ env: { PVG_CLIENT_SECRET_FILE: path } }),
      files: { ...files, status },
    };
    const resolved = await resolveProfile(context, {});
    expect(resolved.notes.map(({ fix }) => fix)).toEqual(notes === 0 ? [] : [`chmod 0600 ${path}`]);
  });

  it.runIf(process.platform !== 'win32')(
    'that others may read is told with the command that fixes it',
    async () => {
      const path = fileOf('key-for-all', 'x', 0o644);
      const line = ['sign', 'session', '--body', '{}', '--secret-key-file', path];
      expect((await pvg(line)).err).toContain(`chmod 0600 ${path}`);
      const env = { PVG_GAME_ID: 'g', PVG_SECRET_KEY_FILE: path };
      expect((await pvg('sign session --body {}', { env })).err).toContain(`chmod 0600 ${path}`);
    },
  );
});
