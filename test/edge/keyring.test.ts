import { expect, it, vi } from 'vitest';
import { openKeyring } from '../../src/edge/keyring.js';

type Package = Awaited<ReturnType<NonNullable<NonNullable<Parameters<typeof openKeyring>[0]>['load']>>>;
type Entry = InstanceType<Package['AsyncEntry']>;

/** A package whose entries do this; it remembers the names they were opened with. */
function packageOf(entry: Partial<Entry>) {
  const opened: unknown[][] = [];
  const AsyncEntry = function (...words: unknown[]) {
    opened.push(words);
    return entry;
  };
  return { opened, load: () => Promise.resolve({ AsyncEntry } as unknown as Package) };
}

const failed = (because: string) => ({
  name: 'KeyringError',
  message: expect.stringContaining(because) as string,
});

it('keeps, gives and forgets, in the one store that survives a restart', async () => {
  const kept = new Map<string, string>();
  const { load, opened } = packageOf({
    setPassword: (text) => Promise.resolve(void kept.set('a', text)),
    getPassword: () => Promise.resolve(kept.get('a') ?? null),
    deletePassword: () => Promise.resolve(kept.delete('a')),
  });
  const keyring = openKeyring({ load });
  expect(await keyring.read('a')).toBeUndefined();
  await keyring.write('a', 'bí mật \u0000"\n');
  expect(await keyring.read('a')).toBe('bí mật \u0000"\n');
  for (let times = 0; times < 2; times += 1) await keyring.remove('a');
  expect(await keyring.read('a')).toBeUndefined();
  for (const words of opened) expect(words).toEqual(['pvg', 'a', { linux: { store: 'secret-service' } }]);
});

it('that never answers is given up in time, and that its thread hangs is told', async () => {
  const { load } = packageOf({ getPassword: () => new Promise(() => undefined) });
  const onHang = vi.fn();
  const reading = openKeyring({ load, timeoutMs: 1, onHang }).read('a');
  await expect(reading).rejects.toMatchObject(failed('did not answer in time'));
  expect(onHang).toHaveBeenCalledOnce();
});

it.each([
  ['the secret is CANARY', 'it refused'],
  ['Couldn’t access platform storage: Secret Service: unlock prompt was dismissed', 'it is locked'],
  ['Platform failure: DBus error: Failed to connect to socket /CANARY', 'no keyring answers in this session'],
  ['Cannot find module /CANARY', '@napi-rs/keyring is not installed'],
  ['No such built-in module: CANARY', '@napi-rs/keyring is not installed'],
])('that fails is told without its words: %s', async (says, because) => {
  const { load } = packageOf({ setPassword: () => Promise.reject(new Error(says)) });
  const writing = openKeyring({ load }).write('a', 'CANARY');
  await expect(writing).rejects.toMatchObject(failed(because));
  await expect(writing).rejects.not.toThrow('CANARY');
});
