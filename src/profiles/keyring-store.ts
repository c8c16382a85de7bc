import { randomBytes } from 'node:crypto';
import { KeyringError, type Keyring } from '../context.js';
import { PvgError } from '../failure.js';
import { JsonObject } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { fields, fieldValues, toCredentials, type FieldPath, type FieldValues } from './fields.js';
import type { Profile } from './profile.js';
import type { ProfileStore } from './store.js';

/**
 * A store that keeps the secrets of some profiles in the system's keyring: their files name the entry. Each write
 * makes a new entry and reads it back before the file names it, and an entry stays for as long as any file names it.
 */
export function withKeyring(store: ProfileStore, keyring: Keyring): ProfileStore {
  const withSecrets = async (profile: Profile): Promise<Profile> => {
    const { name, keyring: entry } = profile;
    if (entry === undefined) return profile;
    const text = await keyring.read(entry).catch((error: unknown) => {
      throw unavailable(error, `the secrets of the profile ${name} are not at hand`, readHint(name));
    });
    // Where the entry is gone, the profile has no secret, and whoever needs one says so.
    return text === undefined
      ? profile
      : { ...profile, ...toCredentials({ ...fieldValues(profile), ...readSecrets(text, name) }) };
  };

  /** What no file names any more. The profile is written by now: an entry that stays behind is no failure of that. */
  const removeUnnamed = async (name: string, before: readonly string[]): Promise<void> => {
    if (before.length === 0) return;
    const named = await store.entries(name).catch(() => before);
    for (const entry of before)
      if (!named.includes(entry)) await keyring.remove(entry).catch(() => undefined);
  };

  const writeEntry = async (entry: string, profile: Profile): Promise<void> => {
    const text = JSON.stringify(secretsOf(fieldValues(profile)));
    try {
      await keyring.write(entry, text);
      // A kernel keyring takes a secret and forgets it with the process.
      if ((await keyring.read(entry)) !== text) throw new KeyringError('it does not keep what it is given');
    } catch (error) {
      await keyring.remove(entry).catch(() => undefined);
      throw unavailable(error, 'nothing was stored', writeHint);
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
      const { name } = profile;
      const before = await store.entries(name);
      if (profile.keyring === undefined) {
        const path = await store.write(profile, options);
        await removeUnnamed(name, before);
        return path;
      }
      const entry = `${name}.${randomBytes(6).toString('hex')}`;
      await writeEntry(entry, profile);
      try {
        const path = await store.write({ ...withoutSecrets(profile), keyring: entry }, options);
        await removeUnnamed(name, before);
        return path;
      } catch (error) {
        await keyring.remove(entry).catch(() => undefined);
        throw error;
      }
    },
    purge: async (name) => {
      for (const entry of await store.entries(name)) {
        await keyring.remove(entry).catch((error: unknown) => {
          throw unavailable(
            error,
            `nothing of the profile ${name} was deleted`,
            'Unlock it and run it again.',
          );
        });
      }
      return store.purge(name);
    },
  };
}

const secretsOf = (values: FieldValues): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ secret, path }) =>
      secret && values[path] !== undefined ? [[path, values[path]]] : [],
    ),
  );

function withoutSecrets(profile: Profile): Profile {
  const values = fieldValues(profile);
  const kept = fields.flatMap(({ secret, path }) =>
    secret || values[path] === undefined ? [] : [[path, values[path]]],
  );
  return { ...profile, ...toCredentials(Object.fromEntries(kept) as FieldValues) };
}

/** @throws {PvgError} `configuration-unreadable`, quoting nothing of it */
function readSecrets(text: string, name: string): FieldValues {
  const values: Partial<Record<FieldPath, string>> = {};
  const json = parsed(text);
  for (const { secret, path } of fields) {
    const value = json?.get(path);
    if (secret && typeof value === 'string') values[path] = value;
  }
  if (json !== undefined) return values;
  throw new PvgError(
    'configuration-unreadable',
    `What the system’s keyring has for the profile ${name} is damaged.`,
    { hint: readHint(name) },
  );
}

function parsed(text: string): JsonObject | undefined {
  try {
    const json = parseJson(text);
    return json instanceof JsonObject ? json : undefined;
  } catch {
    return undefined;
  }
}

const readHint = (name: string): string =>
  `Unlock it and run it again. Without it: \`pvg profile remove ${name}\`, and add it again from the file that holds the secret.`;

const writeHint =
  'Leave --keyring out to keep the secrets in a plain file that only you can read (0600). pvg never changes from one to the other by itself.';

function unavailable(error: unknown, so: string, hint: string): unknown {
  if (!(error instanceof KeyringError)) return error;
  return new PvgError(
    'keyring-unavailable',
    `The system’s keyring cannot be used, ${so}: ${error.because}.`,
    {
      hint,
      cause: error,
    },
  );
}
