import type Conf from 'conf';
import { basename, dirname, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FileError, onFileError, type Files, type Keyring, type ProfileStore } from '../context.js';
import { parseEnvironment } from '../contract/environments.js';
import type { Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { looseMode } from '../text/loose-mode.js';
import { fields, isAddress, plainFields, valuesIn, type Field } from './fields.js';
import { readEntry, removeEntry, writeEntry } from './keyring.js';
import { checkProfileName, isProfileName } from './names.js';

/**
 * The package conf keeps a file for each profile, and settings.json. This adds what conf leaves out: it follows
 * symbolic links, and on a full disk it replaces the old file by half of the new one and reports success.
 */
export const openProfileStore = (files: Files, configFolder: string, keyring: Keyring): ProfileStore => ({
  ...openProfiles(files, join(configFolder, 'profiles'), keyring),
  ...openSettings(files, join(configFolder, 'settings.json')),
});

type Settings = Pick<ProfileStore, 'chosen' | 'choose' | 'journal'>;

function openProfiles(files: Files, folder: string, keyring: Keyring): Omit<ProfileStore, keyof Settings> {
  const path = (name: string): string => {
    checkProfileName(name);
    return join(folder, `${name}.json`);
  };
  const read: ProfileStore['read'] = async (name, { secrets = true } = {}) => {
    const record = await readRecord(files, path(name));
    const profile = record && profileIn(name, record);
    if (record && profile === undefined) throw damaged(path(name));
    return profile?.keyring !== undefined && secrets
      ? { ...profile, ...(await readEntry(keyring, name, profile.keyring)) }
      : profile;
  };
  /** A damaged or missing file names no entry. Returns the old entry if it stays. */
  const removingEntry = async (name: string, change: () => Promise<unknown>): Promise<string | undefined> => {
    const old = (await read(name, { secrets: false }).catch(() => undefined))?.keyring;
    await change();
    return old === undefined || (await removeEntry(keyring, old)) ? undefined : old;
  };
  const remove = (name: string): Promise<unknown> => files.remove(path(name)).catch(unwritable(path(name)));
  return {
    path,
    read,
    names: async () =>
      (await files.names(folder).catch(unreadable(folder)))
        .filter((file) => extname(file) === '.json')
        .map((file) => basename(file, '.json'))
        .filter(isProfileName),
    write: async (profile, isNew) => {
      const { name } = profile;
      const leftEntry = await removingEntry(name, async () => {
        const entry = profile.keyring === undefined ? undefined : await writeEntry(keyring, profile);
        await writeRecord(files, path(name), recordOf(profile, entry), isNew).catch(
          async (error: unknown) => {
            if (entry !== undefined) await removeEntry(keyring, entry);
            throw error;
          },
        );
      });
      return { path: path(name), leftEntry };
    },
    rename: async (from, to) => {
      const record = await readRecord(files, path(from));
      if (record === undefined) throw damaged(path(from), 'is gone');
      await writeRecord(files, path(to), record, true);
      await remove(from).catch(async (error: unknown) => {
        await files.remove(path(to)).catch(() => false);
        throw error;
      });
      return path(to);
    },
    remove: (name) => removingEntry(name, () => remove(name)),
    looseModes: async (name) => {
      const places = [path(name), folder];
      const found = await Promise.all(places.map(async (each) => looseMode(each, await files.look(each))));
      return found.flatMap((loose) => (loose ? [`${loose.says} Run \`${loose.fix}\`.`] : []));
    },
  };
}

function openSettings(files: Files, path: string): Settings {
  const read = async <Value>(member: string, isRight: (value: unknown) => value is Value) => {
    const value = (await readRecord(files, path))?.[member];
    if (value === undefined || isRight(value)) return value;
    throw damaged(path);
  };
  return {
    chosen: () => read('profile', (value): value is string => typeof value === 'string'),
    // Up to version 0.2 a text: the folder that a team shared.
    journal: () =>
      read('journal', (value): value is boolean | string => ['boolean', 'string'].includes(typeof value)),
    choose: async (name) => {
      const { profile: old, ...others } = (await readRecord(files, path)) ?? {};
      if (name !== old)
        await writeRecord(files, path, { ...others, ...(name !== undefined && { profile: name }) });
      return path;
    },
  };
}

type Stored = Record<string, unknown>;

const recordOf = (profile: Profile, entry: string | undefined): Stored => ({
  environment: profile.environment,
  readOnly: profile.readOnly,
  ...(entry === undefined ? valuesIn(profile) : { ...valuesIn(profile, plainFields), keyring: entry }),
});

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object. @throws {SyntaxError} quoting nothing: a damaged file may hold a secret */
export function parseRecord(text: string): Stored {
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // The same as another text.
  }
  if (!isObject(found)) throw new SyntaxError('not a JSON object');
  return found;
}

/** conf is slow to load: only a command that has something to read or write loads it. */
async function openConf(path: string): Promise<Conf<Stored>> {
  const { default: Store } = await import('conf');
  return new Store<Stored>({
    cwd: dirname(path),
    configName: basename(path, extname(path)),
    fileExtension: extname(path).slice(1),
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
    deserialize: parseRecord,
  });
}

/** undefined if there is no file. @throws {PvgError} `configuration-unreadable` */
async function readRecord(files: Files, path: string): Promise<Stored | undefined> {
  const kind = await files.kind(path).catch(unreadable(path));
  if (kind === undefined) return undefined;
  if (kind !== 'file') throw damaged(path, `is a ${kind}, not a file`);
  try {
    return { ...(await openConf(path)).store };
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(path);
    return unreadable(path)(fileErrorOf(path, error));
  }
}

/** conf writes another file, which is read back before it takes the name. */
async function writeRecord(files: Files, path: string, record: Stored, isNew?: boolean): Promise<void> {
  const write = async (staged: string): Promise<void> => {
    try {
      const conf = await openConf(staged);
      conf.store = { ...record };
      if (!isDeepStrictEqual({ ...conf.store }, record)) throw new SyntaxError('cut');
    } catch (error) {
      throw error instanceof SyntaxError ? new FileError('ENOSPC', path) : fileErrorOf(path, error);
    }
  };
  await files.stage(path, write, isNew).catch(unwritable(path));
}

/** An error of conf's own calls. */
const fileErrorOf = (path: string, error: unknown): unknown =>
  error instanceof Error && 'code' in error
    ? new FileError(String(error.code), path, { cause: error })
    : error;

/** undefined if a value is missing or has the wrong type. Unknown members are ignored. */
export function profileIn(name: string, record: Stored): Profile | undefined {
  const { environment, readOnly = false, keyring } = record;
  const parsed = typeof environment === 'string' ? parseEnvironment(environment) : undefined;
  const values = Object.fromEntries(
    fields.map((field) => [field.name, valueOf(record, field)]).filter(([, value]) => value !== undefined),
  ) as Stored;
  const isRight =
    parsed !== undefined &&
    typeof readOnly === 'boolean' &&
    (keyring === undefined || (typeof keyring === 'string' && entryName.test(keyring))) &&
    Object.values(values).every((value) => typeof value === 'string');
  return isRight
    ? { name, environment: parsed, readOnly, ...values, ...(keyring !== undefined && { keyring }) }
    : undefined;
}

/** No other entry of the keyring is ever read. */
const entryName = /^[a-z0-9][a-z0-9._-]{0,63}\.[0-9a-f]{12}$/;

/** Up to version 0.2 each interface had an object of its own. */
function valueOf(record: Stored, field: Field): unknown {
  const part = record[field.interface] ?? {};
  if (!isObject(part)) return null;
  return record[field.name] ?? part[isAddress(field) ? 'baseUrl' : field.name];
}

const damaged = (path: string, how = 'is damaged'): PvgError =>
  new PvgError('configuration-unreadable', `${path} ${how}. pvg did not change it.`, {
    hint: 'Fix the file, or move it away and run the command again.',
    about: path,
  });

const unreadable = (path: string) =>
  onFileError((cause): never => {
    throw new PvgError('configuration-unreadable', `${path} cannot be read (${cause.code}).`, {
      hint: 'Check its owner and mode.',
      about: path,
      cause,
    });
  });

const diskFull: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'];

const unwritable = (path: string) =>
  onFileError((cause): never => {
    const { code } = cause;
    if (code === 'EEXIST')
      throw new PvgError('profile-exists', `${path} already exists. Nothing was changed.`, {
        hint: 'Use `pvg profile set` to change it.',
      });
    const says = `${path} could not be written (${code}). Nothing was changed.`;
    throw diskFull.includes(code)
      ? new PvgError('output-unwritable', says, {
          hint: 'Free some disk space and run the command again.',
          cause,
        })
      : new PvgError('configuration-unwritable', says, {
          hint: 'Check the folder’s owner and mode, or choose another folder with PVG_CONFIG_DIR.',
          cause,
        });
  });
