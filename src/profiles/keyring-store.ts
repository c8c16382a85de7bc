import type { FieldValues, Profile } from '../contract/profile.js';
import { KeyringError, type Keyring, type ProfileStore } from '../context.js';
import { PvgError } from '../failure.js';
import { fields, fieldValues, filledFields, secretFields, toCredentials } from './fields.js';
import { parseObject } from './profile-json.js';
import type { FileStore } from './conf-store.js';

/**
 * A store that keeps the secrets of some profiles in the system's keyring; their files name the entry. Each write makes
 * a new entry and reads it back before the file names it. An entry is kept while any file names it.
 */
export function withKeyring(store: FileStore, keyring: Keyring): ProfileStore {
  const withSecrets = async (profile: Profile): Promise<Profile> => {
    const { name, keyring: entry } = profile;
    if (entry === undefined) return profile;
    const so = `The secrets of the profile ${name} cannot be read.`;
    const text = await keyring.read(entry).catch(unavailable(so, readHint(name), name));
    // Without its entry the profile has no secret; commands that need one report that.
    if (text === undefined) return profile;
    return { ...profile, ...toCredentials({ ...fieldValues(profile), ...readSecrets(text, name) }) };
  };

  /** A leftover entry does not make the command fail. */
  const remove = (entry: string): Promise<void> => keyring.remove(entry).catch(() => undefined);

  const writeEntry = async (entry: string, profile: Profile): Promise<void> => {
    const text = JSON.stringify(only(fieldValues(profile), true));
    try {
      await keyring.write(entry, text);
      // A kernel keyring accepts a secret and forgets it when the process ends.
      if ((await keyring.read(entry)) !== text) throw new KeyringError('it does not keep secrets');
    } catch (error) {
      await remove(entry);
      unavailable('Nothing was stored.', writeHint)(error);
    }
  };

  const writeWithEntry: FileStore['write'] = async (profile, options) => {
    const entry = `${profile.name}.${await randomHex()}`;
    await writeEntry(entry, profile);
    try {
      const plain = toCredentials(only(fieldValues(profile), false));
      return await store.write({ ...profile, ...plain, keyring: entry }, options);
    } catch (error) {
      await remove(entry);
      throw error;
    }
  };

  return {
    ...store,
    withSecrets,
    read: async (name, { secrets = true } = {}) => {
      const profile = await store.read(name);
      return profile === undefined || !secrets ? profile : withSecrets(profile);
    },
    write: async (profile, options) => {
      const before = await store.entries(profile.name);
      const path = await (profile.keyring === undefined ? store.write : writeWithEntry)(profile, options);
      const named = before.length === 0 ? [] : await store.entries(profile.name).catch(() => before);
      for (const entry of before) if (!named.includes(entry)) await remove(entry);
      return path;
    },
    purge: async (name) => {
      const so = `Nothing of the profile ${name} was deleted.`;
      for (const entry of await store.entries(name))
        await keyring.remove(entry).catch(unavailable(so, unlockHint));
      return store.purge(name);
    },
  };
}

/** node:crypto is slow to load, and hardly any command writes a profile. */
const randomHex = async (): Promise<string> => (await import('node:crypto')).randomBytes(6).toString('hex');

const only = (values: FieldValues, secret: boolean): FieldValues => {
  const among = fields.filter((field) => field.secret === secret);
  return Object.fromEntries(filledFields(values, among).map(([{ path }, value]) => [path, value]));
};

/** @throws {PvgError} `configuration-unreadable`, quoting nothing of it */
function readSecrets(text: string, name: string): FieldValues {
  const json = parseObject(new TextEncoder().encode(text));
  if (json !== undefined)
    return Object.fromEntries(
      secretFields.flatMap(({ path }) => {
        const value = json.get(path);
        return typeof value === 'string' ? [[path, value]] : [];
      }),
    );
  throw new PvgError(
    'configuration-unreadable',
    `The entry of the profile ${name} in the system’s keyring is damaged.`,
    { hint: readHint(name) },
  );
}

const unlockHint = 'Unlock the keyring and run the command again.';

const readHint = (name: string): string =>
  `${unlockHint} If you cannot, run \`pvg profile remove ${name}\` and add the profile again from the file with the secret.`;

const writeHint =
  'To keep the secrets in a plain file that only you can read (0600), remove `--keyring`. pvg never makes this choice for you.';

const unavailable =
  (so: string, hint: string, about?: string) =>
  (error: unknown): never => {
    if (!(error instanceof KeyringError)) throw error;
    const says = `The system’s keyring cannot be used: ${error.because}. ${so}`;
    throw new PvgError('keyring-unavailable', says, { hint, cause: error, ...(about && { about }) });
  };
