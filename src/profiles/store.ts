import type Conf from 'conf';
import { basename, dirname, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FileError, onFileError, type Files, type Keyring, type ProfileStore } from '../context.js';
import { parseEnvironment } from '../contract/environments.js';
import type { Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { isRecord, parseRecord, type JsonRecord } from '../text/json/record.js';
import { looseModesOf, looseWords } from '../text/loose-mode.js';
import {
  profileFields,
  isAddress,
  plainFields,
  pickFieldValues,
  type ProfileField,
} from './fields.js';
import { readKeyringEntry, removeEntry, writeEntry } from './keyring.js';
import { checkProfileName, isProfileName, nameTaken } from './names.js';

/**
 * The package conf keeps a file for each profile, and settings.json. This adds what conf leaves out: it follows
 * symbolic links, and on a full disk it replaces the old file by half of the new one and reports success.
 */
export function openProfileStore(
  files: Files,
  configFolder: string,
  keyring: Keyring,
): ProfileStore {
  const folder = join(configFolder, 'profiles');
  const settings = join(configFolder, 'settings.json');
  const path = (name: string): string => {
    checkProfileName(name);
    return join(folder, `${name}.json`);
  };
  const read: ProfileStore['read'] = async (name, { secrets } = { secrets: true }) => {
    const record = await readRecord(files, path(name));
    const profile = record && profileIn(name, record);
    if (record && profile === undefined) throw unreadable(path(name));
    return profile?.keyring !== undefined && secrets
      ? { ...profile, ...(await readKeyringEntry(keyring, name, profile.keyring)) }
      : profile;
  };
  /** Of the keyring; a damaged or missing file names none. */
  const entryOf = async (name: string): Promise<string | undefined> =>
    (await read(name, { secrets: false }).catch(() => undefined))?.keyring;
  return {
    path,
    read,
    names: async () =>
      (await files.names(folder).catch(onUnreadable(folder)))
        .filter((file) => extname(file) === '.json')
        .map((file) => basename(file, '.json'))
        .filter(isProfileName),
    write: async (profile, isNew) => {
      const { name, environment, readOnly } = profile;
      const old = await entryOf(name);
      const kept =
        profile.keyring === undefined ? {} : { keyring: await writeEntry(keyring, profile) };
      const values = pickFieldValues(
        profile,
        profile.keyring === undefined ? profileFields : plainFields,
      );
      await writeRecord(files, path(name), { environment, readOnly, ...values, ...kept }, isNew);
      return removeEntry(keyring, old);
    },
    rename: async (from, to) => {
      if ((await files.kind(path(to)).catch(onUnreadable(path(to)))) !== undefined) {
        throw nameTaken(to);
      }
      await files.rename(path(from), basename(path(to))).catch(onUnwritable(path(from)));
    },
    alone: (work) => alone(files, folder, work),
    remove: async (name) => {
      const old = await entryOf(name);
      await files.remove(path(name)).catch(onUnwritable(path(name)));
      return removeEntry(keyring, old);
    },
    looseModes: async (name) => (await looseModesOf(files, [path(name), folder])).map(looseWords),
    chosen: async () => {
      const { profile, journal } = (await readRecord(files, settings)) ?? {};
      if (journal === false) {
        throw unreadable(settings, 'has `journal`: only PVG_NO_JOURNAL switches it off');
      }
      if (profile === undefined || typeof profile === 'string') return profile;
      throw unreadable(settings);
    },
    choose: async (profile) => {
      const { profile: old, ...others } = (await readRecord(files, settings)) ?? {};
      if (profile !== old) {
        await writeRecord(files, settings, {
          ...others,
          ...(profile !== undefined && { profile }),
        });
      }
      return settings;
    },
  };
}

/** Another process may wait for its keyring, which has a limit of its own. */
const longestTurnMs = 60_000;

async function alone<Result>(
  files: Files,
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await files.holdWhenFree(folder, longestTurnMs).catch(onUnwritable(folder));
  if (release === undefined) {
    const lock = join(dirname(folder), `.${basename(folder)}.in-use`);
    throw new PvgError(
      'configuration-unwritable',
      'Another pvg is changing the profiles. Nothing was changed.',
      {
        hint: `Run the command again when it has ended. If it was killed on another computer, delete the file ${lock}.`,
      },
    );
  }
  try {
    return await work();
  } finally {
    await release();
  }
}

/** conf is slow to load: only a command that has something to read or write loads it. @throws {FileError} */
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

/** Not a code of the system: the file has no JSON object, or not what was written. */
const damaged = 'DAMAGED';

/** undefined if there is no file. @throws {PvgError} `configuration-unreadable` */
async function readRecord(files: Files, path: string): Promise<JsonRecord | undefined> {
  const kind = await files.kind(path).catch(onUnreadable(path));
  if (kind === undefined) return undefined;
  if (kind !== 'file') throw unreadable(path, `is a ${kind}, not a file`);
  return throughConf(path, ({ store }) => ({ ...store })).catch(onUnreadable(path));
}

/** conf writes another file, which is read back before it takes the name. */
async function writeRecord(
  files: Files,
  path: string,
  record: JsonRecord,
  isNew?: boolean,
): Promise<void> {
  const write = (staged: string): Promise<void> =>
    throughConf(staged, (conf) => {
      conf.store = { ...record };
      if (!isDeepStrictEqual({ ...conf.store }, record)) throw new FileError(damaged, path);
    });
  await files.stage(path, write, isNew).catch(onUnwritable(path));
}

/** undefined if a value is missing or has the wrong type. Unknown members are ignored. */
export function profileIn(name: string, record: JsonRecord): Profile | undefined {
  const { environment, readOnly = false, keyring } = record;
  const parsed = typeof environment === 'string' ? parseEnvironment(environment) : undefined;
  const found = profileFields.map((field) => [field.name, valueOf(record, field)] as const);
  const values = found.filter(([, value]) => value !== undefined);
  const isWhole =
    typeof readOnly === 'boolean' &&
    values.every(([, value]) => typeof value === 'string') &&
    (keyring === undefined || (typeof keyring === 'string' && entryName.test(keyring)));
  if (parsed === undefined || !isWhole) return undefined;
  return { name, environment: parsed, readOnly, keyring, ...Object.fromEntries(values) };
}

/** No other entry of the keyring is ever read. */
const entryName = /^[a-z0-9][a-z0-9._-]{0,63}\.[0-9a-f]{12}$/;

/** Up to version 0.2 each interface had an object of its own. */
function valueOf(record: JsonRecord, field: ProfileField): unknown {
  const part = record[field.interface] ?? {};
  if (!isRecord(part)) return null;
  return record[field.name] ?? part[isAddress(field) ? 'baseUrl' : field.name];
}

const unreadable = (path: string, how = 'is damaged', cause?: FileError): PvgError =>
  new PvgError('configuration-unreadable', `${path} ${how}. pvg did not change it.`, {
    hint: 'Fix the file or its mode, or move it away and run the command again.',
    about: path,
    cause,
  });

const onUnreadable = (path: string) =>
  onFileError((cause): never => {
    throw unreadable(
      path,
      cause.code === damaged ? undefined : `cannot be read (${cause.code})`,
      cause,
    );
  });

const diskFull: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', damaged];

const onUnwritable = (path: string) =>
  onFileError((cause): never => {
    const { code } = cause;
    if (code === 'EEXIST') throw nameTaken(basename(path, '.json'));
    throw new PvgError(
      diskFull.includes(code) ? 'output-unwritable' : 'configuration-unwritable',
      `${path} could not be written (${code}). It is as it was.`,
      {
        hint: 'Check the free disk space and the folder’s owner and mode, or choose another folder with PVG_CONFIG_DIR.',
        cause,
      },
    );
  });
