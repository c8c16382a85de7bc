import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExecute } from '../../src/system/execute.js';
import { askKeyring, type LoadKeyring } from '../../src/system/keyring-entry.js';
import { openKeyring } from '../../src/system/keyring.js';
import { PvgError } from '../../src/failure.js';
import { temporaryFolder } from '../helpers/context.js';

type Entry = InstanceType<Awaited<ReturnType<LoadKeyring>>['AsyncEntry']>;

/** A package whose entries do this; it remembers the names they were opened with. */
function packageOf(entry: Partial<Entry>) {
  const opened: unknown[][] = [];
  const AsyncEntry = function (...words: unknown[]) {
    opened.push(words);
    return entry;
  };
  return { opened, load: (() => Promise.resolve({ AsyncEntry })) as unknown as LoadKeyring };
}

describe('the package', () => {
  it('keeps, gives and forgets, in the one store that survives a restart', async () => {
    const kept = new Map<string, string>();
    const { load, opened } = packageOf({
      setPassword: (text) => Promise.resolve(void kept.set('a', text)),
      getPassword: () => Promise.resolve(kept.get('a') ?? null),
      deletePassword: () => Promise.resolve(kept.delete('a')),
    });
    const read = () => askKeyring(load, { action: 'read', entry: 'a' });
    const text = 'bí mật \u0000"\n';
    expect(await read()).toEqual({ text: null });
    expect(await askKeyring(load, { action: 'write', entry: 'a', text })).toEqual({ text: null });
    expect(await read()).toEqual({ text });
    for (let times = 0; times < 2; times += 1)
      await askKeyring(load, { action: 'remove', entry: 'a' });
    expect(await read()).toEqual({ text: null });
    for (const words of opened)
      expect(words).toEqual(['pvg', 'a', { linux: { store: 'secret-service' } }]);
  });

  it.each([
    ['the secret is CANARY', 'it refused'],
    [
      'Couldn’t access platform storage: Secret Service: unlock prompt was dismissed',
      'it is locked',
    ],
    [
      'Platform failure: DBus error: Failed to connect to socket /CANARY',
      'no keyring answers in this session',
    ],
    ['Cannot find module /CANARY', 'the optional package @napi-rs/keyring is not installed here'],
    [
      'No such built-in module: CANARY',
      'the optional package @napi-rs/keyring is not installed here',
    ],
  ])('that fails is told without its words: %s', async (says, because) => {
    const { load } = packageOf({ setPassword: () => Promise.reject(new Error(says)) });
    const question = { action: 'write', entry: 'a', text: 'CANARY' } as const;
    expect(await askKeyring(load, question)).toEqual({ because });
  });
});

/** A keyring whose process runs this program. */
function keyringOf(
  program: string,
  { timeoutMs = 600_000, interrupt = new AbortController().signal } = {},
) {
  const file = join(temporaryFolder(), 'keyring.cjs');
  writeFileSync(file, program);
  return openKeyring({
    execute: openExecute(process.env),
    interrupt: () => interrupt,
    program: file,
    timeoutMs,
  });
}

/** Answers with its question. */
const echo = `process.stdin.on('data', (text) => process.stdout.write(JSON.stringify({ text: String(text) })))`;
const silent = 'setInterval(() => {}, 1000)';

describe('the process that asks the keyring', () => {
  it('gets the question on standard input, never as a word of its command line', async () => {
    expect(await keyringOf(echo).read('a')).toBe('{"action":"read","entry":"a"}');
    const refused = keyringOf(`process.stdout.write('{"because":"it is locked"}')`);
    await expect(refused.write('a', 'CANARY')).rejects.toMatchObject({
      name: 'KeyringError',
      message: 'it is locked',
    });
  });

  it('that never answers is ended after its time, once for all questions', async () => {
    const keyring = keyringOf(silent, { timeoutMs: 1 });
    for (let times = 0; times < 3; times += 1)
      await expect(keyring.read('a')).rejects.toMatchObject({ name: 'KeyringError' });
  });

  it('is ended by an interruption, whose reason comes back', async () => {
    const end = new AbortController();
    const reading = keyringOf(silent, { interrupt: end.signal }).read('a');
    const reason = new PvgError('terminated', 'Terminated.');
    end.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });

  it.each(['process.exit(3)', 'process.abort()', `process.stdout.write('not JSON')`])(
    'that crashes or says something else is a failure of the keyring: %s',
    async (program) => {
      await expect(keyringOf(program).read('a')).rejects.toMatchObject({ name: 'KeyringError' });
    },
  );

  it('that is missing is a failure of the keyring', async () => {
    const keyring = openKeyring({
      execute: openExecute(process.env),
      interrupt: () => new AbortController().signal,
      program: join(temporaryFolder(), 'none.cjs'),
    });
    await expect(keyring.read('a')).rejects.toMatchObject({ name: 'KeyringError' });
  });
});
