import { KeyringError, type Keyring } from '../context.js';
import type { FieldValues, Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { parseRecord } from '../text/json/json.js';
import { pickFieldValues, secretFields } from './fields.js';

/**
 * Keeps the secrets of a profile in an entry of the system's keyring, which the profile's file names. Each write makes a new
 * entry and reads it back before the file names it, so a write that fails loses nothing.
 */

/** The secrets of a profile. Without an entry there are none, which a command that needs a secret reports. */
export async function readKeyringEntry(
  keyring: Keyring,
  name: string,
  entry: string,
): Promise<FieldValues> {
  const hint = `Unlock the keyring and run the command again. If you cannot, run \`pvg profile remove ${name}\` and add the profile again from the file with the secret.`;
  const details = { hint, about: name };
  const says = `The secrets of the profile ${name} cannot be read.`;
  const text = await keyring.read(entry).catch(throwUnavailable(says, details));
  const storedSecrets = text === undefined ? {} : parseRecord(text);
  if (storedSecrets === undefined) {
    throw new PvgError(
      'configuration-unreadable',
      `${says} Its entry in the keyring is damaged.`,
      details,
    );
  }
  // Up to version 0.2 the names in an entry were `gateway.clientSecret`.
  const values = secretFields.map(({ name, interface: id }) => [
    name,
    storedSecrets[name] ?? storedSecrets[`${id}.${name}`],
  ]);
  return Object.fromEntries(values.filter(([, value]) => typeof value === 'string')) as FieldValues;
}

/** Writes a new entry, and reads it back. @returns its name @throws {PvgError} `keyring-unavailable` */
export async function writeEntry(keyring: Keyring, profile: Profile): Promise<string> {
  // node:crypto is slow to load, and hardly any command writes a profile.
  const { randomBytes } = await import('node:crypto');
  const entry = `${profile.name}.${randomBytes(6).toString('hex')}`;
  const text = JSON.stringify(pickFieldValues(profile, secretFields));
  try {
    await keyring.write(entry, text);
    // A kernel keyring accepts a secret and forgets it when the process ends.
    if ((await keyring.read(entry)) !== text) throw new KeyringError('it does not keep secrets');
  } catch (error) {
    await removeEntry(keyring, entry);
    const hint =
      'To keep the secrets in a plain file that only you can read (0600), remove `--keyring`. pvg never makes this choice for you.';
    throwUnavailable('Nothing was stored.', { hint })(error);
  }
  return entry;
}

/**
 * Removes an entry. If that fails, the command does not.
 * @returns a sentence if the entry stays
 * @throws the reason of an interruption
 */
export async function removeEntry(
  keyring: Keyring,
  entry: string | undefined,
): Promise<string | undefined> {
  if (entry === undefined) return undefined;
  try {
    await keyring.remove(entry);
    return undefined;
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error;
    return `The old secrets stay in the system’s keyring: its entry ${entry} of pvg could not be removed.`;
  }
}

/** Makes a handler that throws a KeyringError as `keyring-unavailable`, and any other error as it came. */
const throwUnavailable =
  (consequence: string, details: PvgError['details']) =>
  (cause: unknown): never => {
    if (!(cause instanceof KeyringError)) throw cause;
    const says = `The system’s keyring cannot be used: ${cause.message}. ${consequence}`;
    throw new PvgError('keyring-unavailable', says, { ...details, cause });
  };
