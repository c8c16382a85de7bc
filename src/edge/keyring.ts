import type { AsyncEntry } from '@napi-rs/keyring';
import { KeyringError, type Keyring } from '../context.js';

interface KeyringOptions {
  /** Loaded when it is used: few profiles need it, and it is an optional package. */
  readonly load?: () => Promise<{ readonly AsyncEntry: typeof AsyncEntry }>;
  /** The usual one is long enough to type a password into the system’s own window. */
  readonly timeoutMs?: number;
  /** It did not answer in time: its native call still blocks a thread, and with it the end of this process. */
  readonly onHang?: () => void;
}

/** The system's keyring, through the optional package @napi-rs/keyring. */
export function openKeyring({
  load = () => import('@napi-rs/keyring'),
  timeoutMs = 30_000,
  onHang,
}: KeyringOptions = {}): Keyring {
  const ask = async <Result>(entry: string, use: (open: AsyncEntry) => Promise<Result>): Promise<Result> => {
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        onHang?.();
        reject(new KeyringError('it did not answer in time; it may be locked'));
      }, timeoutMs);
    });
    try {
      const { AsyncEntry: Entry } = await load();
      // On Linux the package falls back to the kernel's keyring, which forgets at the next start or at once. So the
      // desktop's store is requested by name: if it is missing, that is an error and no secret is lost.
      const open = new Entry('pvg', entry, { linux: { store: 'secret-service' } });
      return await Promise.race([use(open), limit]);
    } catch (error) {
      throw error instanceof KeyringError ? error : new KeyringError(becauseOf(error), { cause: error });
    } finally {
      clearTimeout(late);
    }
  };
  return {
    read: (entry) => ask(entry, async (open) => (await open.getPassword()) ?? undefined),
    write: (entry, text) => ask(entry, (open) => open.setPassword(text)),
    remove: async (entry) => void (await ask(entry, (open) => open.deletePassword())),
  };
}

/** Never the package's own message: it may contain its input. */
function becauseOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/^(?:Cannot find|No such built-in module)/.test(message))
    return 'the optional package @napi-rs/keyring is not installed here';
  if (/unlock prompt|is locked/i.test(message)) return 'it is locked';
  if (/DBus error/.test(message)) return 'no keyring answers in this session';
  return 'it refused';
}
