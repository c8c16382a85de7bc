import { KeyringError, type Keyring } from '../../src/context.js';

export interface FakeKeyring extends Keyring {
  readonly entries: Map<string, string>;
  /** From now on it refuses. */
  lock(): void;
  unlock(): void;
}

/** A keyring in memory. */
export function fakeKeyring(): FakeKeyring {
  const entries = new Map<string, string>();
  let locked = false;
  const opened = <Result>(act: () => Result): Promise<Result> =>
    locked ? Promise.reject(new KeyringError('it is locked')) : Promise.resolve(act());
  return {
    entries,
    lock: () => {
      locked = true;
    },
    unlock: () => {
      locked = false;
    },
    read: (entry) => opened(() => entries.get(entry)),
    write: (entry, text) => opened(() => void entries.set(entry, text)),
    remove: (entry) => opened(() => void entries.delete(entry)),
  };
}
