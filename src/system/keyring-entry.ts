import type { AsyncEntry } from '@napi-rs/keyring';

/** One question to the system's keyring, asked in a process of its own: `keyring.process.ts`. */
export interface KeyringQuestion {
  readonly action: 'read' | 'write' | 'remove';
  readonly entry: string;
  /** The text to write. */
  readonly text?: string;
}

/** `text`: null if there is no such entry. `because`: a clause that says why there is no answer. */
export type KeyringAnswer = { readonly text: string | null } | { readonly because: string };

export type LoadKeyring = () => Promise<{ readonly AsyncEntry: typeof AsyncEntry }>;

/** Asks the keyring through the optional package @napi-rs/keyring. Never rejects. */
export async function askKeyring(
  load: LoadKeyring,
  question: KeyringQuestion,
): Promise<KeyringAnswer> {
  try {
    const { AsyncEntry: Entry } = await load();
    // On Linux the package falls back to the kernel's keyring, which forgets at the next start or at once. So the
    // desktop's store is requested by name: if it is missing, that is an error and no secret is lost.
    const keyringEntry = new Entry('pvg', question.entry, { linux: { store: 'secret-service' } });
    if (question.action === 'read') return { text: (await keyringEntry.getPassword()) ?? null };
    if (question.action === 'write') await keyringEntry.setPassword(question.text ?? '');
    else await keyringEntry.deletePassword();
    return { text: null };
  } catch (error) {
    return { because: becauseOf(error) };
  }
}

export const notInstalled = 'the optional package @napi-rs/keyring is not installed here';

/** A reason in pvg's own words: the message of the package may contain its input. */
function becauseOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/^(?:Cannot find|No such built-in module)/.test(message)) return notInstalled;
  if (/unlock prompt|is locked/i.test(message)) return 'it is locked';
  if (/DBus error/.test(message)) return 'no keyring answers in this session';
  return 'it refused';
}
