import { Buffer } from 'node:buffer';
import { basename, dirname, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type Conf from 'conf';
import type { Keyring, ProfileStore } from '../context.js';
import { FileError, type Files, onFileError } from '../file-access.js';
import { parseEnvironment } from '../contract/environments.js';
import type { Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { isRecord, type JsonRecord, parseRecord } from '../text/json/json.js';
import { lockPath } from '../text/lock-path.js';
import { looseModesOf, looseWords } from '../text/loose-mode.js';
import {
  checkProfileName,
  isAddress,
  isProfileName,
  nameTakenError,
  pickFieldValues,
  plainFields,
  type ProfileField,
  profileFields,
} from './fields.js';
import { readKeyringEntry, removeEntry, writeEntry } from './keyring.js';

/** Where profiles, their secrets and the choice of one are kept. */
interface ProfileStorage {
  readonly files: Files;
  readonly keyring: Keyring;
  /** The folder with one file for each profile. */
  readonly folder: string;
  readonly settings: string;
}

/**
 * The store of profiles: a file for each, and settings.json, written by the package conf. conf alone follows symbolic links,
 * and on a full disk it replaces the old file by half of the new one and reports success. This store prevents both.
 */
export function openProfileStore(
  files: Files,
  configFolder: string,
  keyring: Keyring,
): ProfileStore {
  const folder = join(configFolder, 'profiles');
  const settings = join(configFolder, 'settings.json');
  const storage: ProfileStorage = { files, keyring, folder, settings };
  const path = (name: string): string => pathOf(storage, name);
  return {
    path,
    read: (name, options) => readProfile(storage, name, options),
    names: () => profileNames(storage),
    write: (profile, isNew) => writeProfile(storage, profile, isNew),
    rename: (oldName, newName) => renameProfile(storage, oldName, newName),
    withLock: (work) => withLock(files, folder, work),
    remove: async (name) => {
      const entry = await keyringEntryOf(storage, name);
      await files.remove(path(name)).catch(onUnwritable(path(name)));
      return removeEntry(keyring, entry);
    },
    looseModes: async (name) => (await looseModesOf(files, [path(name), folder])).map(looseWords),
    chosen: () => readChoice(storage),
    choose: (name) => writeChoice(storage, name),
  };
}

/** @throws {PvgError} `usage` for a name that could leave the folder */
function pathOf({ folder }: ProfileStorage, name: string): string {
  checkProfileName(name);
  return join(folder, `${name}.json`);
}

async function profileNames({ files, folder }: ProfileStorage): Promise<string[]> {
  const names = await files.listNames(folder).catch(onUnreadable(folder));
  return names
    .filter((file) => extname(file) === '.json')
    .map((file) => basename(file, '.json'))
    .filter(isProfileName);
}

async function readProfile(
  storage: ProfileStorage,
  name: string,
  { secrets } = { secrets: true },
): Promise<Profile | undefined> {
  const path = pathOf(storage, name);
  const record = await readRecord(storage.files, path);
  if (record === undefined) return undefined;
  const profile = profileIn(name, record);
  if (profile === undefined) throw unreadableError(path);
  if (profile.keyring === undefined || !secrets) return profile;
  return { ...profile, ...(await readKeyringEntry(storage.keyring, name, profile.keyring)) };
}

/** The profile's entry in the keyring; a damaged or missing file names none. */
async function keyringEntryOf(storage: ProfileStorage, name: string): Promise<string | undefined> {
  const profile = await readProfile(storage, name, { secrets: false }).catch(() => undefined);
  return profile?.keyring;
}

/**
 * Writes the profile's new entry in the keyring, then its file, which names the entry, and then removes the old entry. If
 * the file cannot be written, it removes the new entry again.
 * @returns the note of `removeEntry`
 */
async function writeProfile(
  storage: ProfileStorage,
  profile: Profile,
  isNew?: boolean,
): Promise<string | undefined> {
  const { files, keyring } = storage;
  const { name, environment, readOnly } = profile;
  const oldEntry = await keyringEntryOf(storage, name);
  const isInKeyring = profile.keyring !== undefined;
  const newEntry = isInKeyring ? await writeEntry(keyring, profile) : undefined;
  const values = pickFieldValues(profile, isInKeyring ? plainFields : profileFields);
  const plainRecord = { environment, readOnly, ...values };
  const record = isInKeyring ? { ...plainRecord, keyring: newEntry } : plainRecord;
  try {
    await writeRecord(files, pathOf(storage, name), { record, isNew });
  } catch (error) {
    // The write may have failed after the new file took its name. Then it names the new entry, which has to stay.
    const namedEntry = await keyringEntryOf(storage, name);
    if (namedEntry !== newEntry) await removeEntry(keyring, newEntry);
    throw error;
  }
  return removeEntry(keyring, oldEntry);
}

async function renameProfile(
  storage: ProfileStorage,
  oldName: string,
  newName: string,
): Promise<void> {
  const { files } = storage;
  const oldPath = pathOf(storage, oldName);
  const newPath = pathOf(storage, newName);
  const existing = await files.fileType(newPath).catch(onUnreadable(newPath));
  if (existing !== undefined) throw nameTakenError(newName);
  const newFileName = basename(newPath);
  await files.rename(oldPath, newFileName).catch(onUnwritable(oldPath));
}

async function readChoice({ files, settings }: ProfileStorage): Promise<string | undefined> {
  const { profile, journal } = (await readRecord(files, settings)) ?? {};
  // `false` is refused: somebody wanted no journal, but the journal is on. With any other value they wanted it, and have it.
  if (journal === false) {
    throw unreadableError(settings, 'has `journal`: only PVG_NO_JOURNAL switches it off');
  }
  if (profile === undefined || typeof profile === 'string') return profile;
  throw unreadableError(settings);
}

/** Stores the choice of a profile. @param name undefined to choose none @returns the path of the settings */
async function writeChoice({ files, settings }: ProfileStorage, name: string | undefined) {
  const { profile: oldName, ...otherSettings } = (await readRecord(files, settings)) ?? {};
  if (name !== oldName) {
    const record = name === undefined ? otherSettings : { ...otherSettings, profile: name };
    await writeRecord(files, settings, { record });
  }
  return settings;
}

/** How long to wait for another pvg, which may itself be waiting for its keyring. */
const longestTurnMs = 60_000;

async function withLock<Result>(
  files: Files,
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await files.lockWhenFree(folder, longestTurnMs).catch(onUnwritable(folder));
  if (release === undefined) {
    throw new PvgError(
      'configuration-unwritable',
      'Another pvg is changing the profiles. Nothing was changed.',
      {
        hint: `Run the command again when it has ended. If it was killed on another computer, delete the file ${lockPath(folder)}.`,
      },
    );
  }
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Works with conf, which is slow to load and so is loaded only for a write. @throws {FileError} */
async function throughConf<Result>(
  path: string,
  use: (conf: Conf<Record<string, unknown>>) => Result,
): Promise<Result> {
  const { default: Store } = await import('conf');
  try {
    return use(
      new Store<Record<string, unknown>>({
        cwd: dirname(path),
        configName: basename(path, extname(path)),
        fileExtension: extname(path).slice(1),
        configFileMode: 0o600,
        // A dot in a member's name is a part of the name, and a damaged file is not emptied.
        accessPropertiesByDotNotation: false,
        clearInvalidConfig: false,
        // conf's own error quotes the file, which may hold a secret.
        deserialize: (text) => {
          const record = parseRecord(text);
          if (record === undefined) throw new FileError(damaged, path);
          return { ...record };
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new FileError(String(error.code), path, { cause: error });
  }
}

/** pvg's own error code, beside those of the system: a file has no JSON object, or not the one that was written. */
const damaged = 'DAMAGED';

/** The JSON object of a file; undefined if there is no file. @throws {PvgError} `configuration-unreadable` */
async function readRecord(files: Files, path: string): Promise<JsonRecord | undefined> {
  const kind = await files.fileType(path).catch(onUnreadable(path));
  if (kind === undefined) return undefined;
  if (kind === 'other') throw unreadableError(path, 'is not a regular file');
  if (kind !== 'file') throw unreadableError(path, `is a ${kind}, not a file`);
  const bytes = await files.readIfThere(path).catch(onUnreadable(path));
  if (bytes === undefined) return undefined;
  const record = parseRecord(Buffer.from(bytes).toString());
  if (record === undefined) throw unreadableError(path, undefined, new FileError(damaged, path));
  return record;
}

/** conf writes a temporary file, which is read back before it replaces the old one. */
async function writeRecord(
  files: Files,
  path: string,
  { record, isNew }: { readonly record: JsonRecord; readonly isNew?: boolean | undefined },
): Promise<void> {
  const write = (staged: string): Promise<void> =>
    throughConf(staged, (conf) => {
      conf.store = { ...record };
      // Each use of `conf.store` reads the file again.
      if (!isDeepStrictEqual({ ...conf.store }, record)) throw new FileError(damaged, path);
    });
  await files.writeAtomically(path, write, isNew).catch(onUnwritable(path));
}

/** The profile in a record; undefined if a value is missing or has the wrong type. Unknown members are ignored. */
export function profileIn(name: string, record: JsonRecord): Profile | undefined {
  const { environment, readOnly = false, keyring } = record;
  const parsed = typeof environment === 'string' ? parseEnvironment(environment) : undefined;
  const values = profileFields
    .map((field) => [field.name, valueOf(record, field)] as const)
    .filter(([, value]) => value !== undefined);
  const isKeyringEntry = typeof keyring === 'string' && entryName.test(keyring);
  if (keyring !== undefined && !isKeyringEntry) return undefined;
  const areTexts = values.every(([, value]) => typeof value === 'string');
  if (parsed === undefined || typeof readOnly !== 'boolean' || !areTexts) return undefined;
  return { name, environment: parsed, readOnly, keyring, ...Object.fromEntries(values) };
}

/** The names of pvg's entries: no other entry of the keyring is ever read. */
const entryName = /^[a-z0-9][a-z0-9._-]{0,63}\.[0-9a-f]{12}$/;

/**
 * The value of a field. Up to version 0.2 a profile had an object for each interface. If that is something else, the value is
 * null, so that the profile counts as damaged.
 */
function valueOf(record: JsonRecord, field: ProfileField): unknown {
  const part = record[field.interface] ?? {};
  if (!isRecord(part)) return null;
  return record[field.name] ?? part[isAddress(field) ? 'baseUrl' : field.name];
}

function unreadableError(path: string, how = 'is damaged', cause?: FileError): PvgError {
  return new PvgError('configuration-unreadable', `${path} ${how}. pvg did not change it.`, {
    hint: 'Fix the file or its mode, or move it away and run the command again.',
    about: path,
    cause,
  });
}

function onUnreadable(path: string) {
  return onFileError((cause): never => {
    const how = cause.code === damaged ? undefined : `cannot be read (${cause.code})`;
    throw unreadableError(path, how, cause);
  });
}

/** Codes of a full or broken disk, and of the damaged file that conf leaves there. */
const diskFailureCodes: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', damaged];

function onUnwritable(path: string) {
  return onFileError((cause): never => {
    const { code } = cause;
    if (code === 'EEXIST') throw nameTakenError(basename(path, '.json'));
    throw new PvgError(
      diskFailureCodes.includes(code) ? 'output-unwritable' : 'configuration-unwritable',
      `${path} could not be written (${code}). It is as it was.`,
      {
        hint: 'Check the free disk space and the folder’s owner and mode, or choose another folder with PVG_CONFIG_DIR.',
        cause,
      },
    );
  });
}
