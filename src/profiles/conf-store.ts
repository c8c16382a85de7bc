import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolders } from '../contract/make-folders.js';
import { PvgError } from '../failure.js';
import type { JsonObject } from '../json/json.js';
import { checkProfileName, isProfileName, localName } from './names.js';
import { fromProfileJson, parseObject, toStoredJson } from './profile-json.js';
import type { ProfileStore } from './store.js';

/**
 * The real profile store, in conf's file format. A write goes to a file beside the old one, is read back, and only
 * then takes its place: conf reports success for a file that a full disk has cut.
 */

/** Writes one object to a file that does not exist yet. */
export type WriteObject = (path: string, object: Readonly<Record<string, unknown>>) => Promise<void>;

export interface StoreOptions {
  /** conf, unless a test wants a disk that fails. */
  readonly writeObject?: WriteObject;
  readonly now?: () => number;
  /** Of this process; stands in the names of staged files. */
  readonly pid?: number;
  /** Whether a process lives: staged files of dead ones are removed. */
  readonly isRunning?: (pid: number) => boolean;
}

const largestFile = 1_000_000;
const diskFull: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

export function openProfileStore(configFolder: string, options: StoreOptions = {}): ProfileStore {
  const { writeObject = writeWithConf, now = Date.now, pid = 0, isRunning = () => true } = options;
  const folder = join(configFolder, 'profiles');
  const asideFolder = join(configFolder, 'aside');
  const settings = join(configFolder, 'settings.json');
  const path = (name: string): string => {
    checkProfileName(name);
    return join(folder, `${name}.json`);
  };

  const asideFiles = async (name: string): Promise<string[]> => {
    const own = asidePattern(name);
    return (await guardRead(asideFolder, () => list(asideFolder))).filter((file) => own.test(file)).sort();
  };

  /** A second name for the file in the folder of what is kept aside; the bytes stay where they are. */
  const linkAside = async (from: string, name: string): Promise<string> => {
    await makeFolder(asideFolder);
    const stamp = new Date(now()).toISOString().replace(/[-:.]/g, '');
    for (let copy = 1; ; copy += 1) {
      const to = join(asideFolder, `${name}.${stamp}${copy === 1 ? '' : `-${String(copy)}`}.json`);
      try {
        await linkOrCopy(from, to);
        await tighten(to);
        await syncFolder(asideFolder);
        return to;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
    }
  };

  const readSettings = async (): Promise<JsonObject | undefined> => {
    const bytes = await readOwn(settings);
    if (bytes === undefined) return undefined;
    const json = parseObject(bytes);
    if (json === undefined)
      throw unreadable(settings, 'Move it away; `pvg profile use` then writes a new one.');
    return json;
  };

  return {
    path,
    names: async () => {
      await sweep(folder, isRunning);
      const files = await guardRead(folder, () => list(folder));
      return files
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .filter(isProfileName)
        .sort();
    },
    read: async (name) => {
      const file = path(name);
      await sweep(folder, isRunning);
      const bytes = await readOwn(file);
      if (bytes === undefined) return undefined;
      const json = parseObject(bytes);
      const profile = json && fromProfileJson(name, json);
      if (profile === undefined) throw unreadable(file, damagedHint(name));
      return profile;
    },
    withSecrets: (profile) => Promise.resolve(profile),
    entries: async (name) => {
      const kept = (await asideFiles(name)).map((file) => join(asideFolder, file));
      const found = await Promise.all([path(name), ...kept].map((file) => entryIn(file, name)));
      return [...new Set(found.flat())];
    },
    write: (profile, { isNew = false } = {}) => {
      const file = path(profile.name);
      return guardWrite(file, async () => {
        await writeWhole(file, toStoredJson(profile), { writeObject, isNew, pid, isRunning });
        return file;
      });
    },
    rename: (from, to) =>
      guardWrite(path(to), async () => {
        await moveNew(path(from), path(to));
        for (const kept of await asideFiles(from)) {
          await tighten(join(asideFolder, kept));
          await moveNew(join(asideFolder, kept), join(asideFolder, to + kept.slice(from.length)));
        }
        return path(to);
      }),
    setAside: (name) =>
      guardWrite(path(name), async () => {
        const kept = await linkAside(path(name), name);
        await unlink(path(name));
        await syncFolder(folder);
        return kept;
      }),
    copyAside: (name) => guardWrite(path(name), () => linkAside(path(name), name)),
    keptAside: async (name) => {
      checkProfileName(name);
      return (await asideFiles(name)).map((file) => join(asideFolder, file));
    },
    purge: (name) =>
      guardWrite(path(name), async () => {
        const kept = (await asideFiles(name)).map((file) => join(asideFolder, file));
        let count = 0;
        for (const file of [path(name), ...kept]) if (await removed(file)) count += 1;
        await syncFolder(folder);
        await syncFolder(asideFolder);
        return count;
      }),
    chosen: async () => {
      const name = (await readSettings())?.get('profile');
      if (name === undefined || name === null) return undefined;
      if (typeof name !== 'string') throw unreadable(settings, 'Choose again with `pvg profile use <name>`.');
      return name;
    },
    journal: async () => {
      const says = (await readSettings())?.get('journal') ?? undefined;
      if (says === undefined || typeof says === 'boolean') return says;
      throw unreadable(settings, 'Its `journal` is true or false.');
    },
    choose: async (name) => {
      const old = await readSettings();
      if (name === undefined && old === undefined) return settings;
      if (name !== undefined && name !== localName) checkProfileName(name);
      const others = old === undefined ? {} : plainMembers(old.without('profile'));
      const object = { ...others, ...(name !== undefined && { profile: name }) };
      return guardWrite(settings, async () => {
        await writeWhole(settings, object, { writeObject, isNew: false, pid, isRunning });
        return settings;
      });
    },
    looseModes: async (name) => {
      if (platform() === 'win32') return [];
      const sentences: string[] = [];
      for (const [place, wanted] of [
        [path(name), '0600'],
        [folder, '0700'],
      ] as const) {
        const mode = (await lstat(place).catch(() => undefined))?.mode ?? 0;
        if ((mode & 0o077) !== 0) {
          sentences.push(
            `${place} has mode 0${(mode & 0o777).toString(8)}, looser than ${wanted}: others may read it. \`chmod ${wanted} …\` helps.`,
          );
        }
      }
      return sentences;
    },
  };
}

/** conf takes 270 ms to load (ajv): only a write pays it. */
const writeWithConf: WriteObject = async (path, object) => {
  const { default: Conf } = await import('conf');
  const file = new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: path.slice(dirname(path).length + 1, -'.json'.length),
    fileExtension: 'json',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
  });
  file.store = { ...object };
};

interface WriteOptions {
  readonly writeObject: WriteObject;
  /** Fails with EEXIST instead of replacing. */
  readonly isNew: boolean;
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
}

async function writeWhole(
  path: string,
  object: Readonly<Record<string, unknown>>,
  { writeObject, isNew, pid, isRunning }: WriteOptions,
): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  await sweep(folder, isRunning);
  const staged = join(folder, `${stagedPrefix}${String(pid)}-${randomBytes(6).toString('hex')}.json`);
  try {
    await writeObject(staged, object);
    await chmod(staged, 0o600);
    if (!(await holds(staged, object))) throw cut(path);
    await (isNew ? moveNew(staged, path) : rename(staged, path));
    await syncFolder(folder);
  } finally {
    await removeStaged(folder, staged);
  }
}

/** Whether the file is, byte for byte, a whole JSON text of this object. */
async function holds(path: string, object: Readonly<Record<string, unknown>>): Promise<boolean> {
  const handle = await open(path, 'r+');
  try {
    const text = (await handle.readFile()).toString('utf8');
    await handle.sync();
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(object);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  } finally {
    await closed(handle);
  }
}

/** Moves a file to a name that nobody has; EEXIST where somebody does. */
async function moveNew(from: string, to: string): Promise<void> {
  await linkOrCopy(from, to);
  await unlink(from);
  await syncFolder(dirname(to));
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!noLinks.has(codeOf(error))) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    if (!(await readFile(from)).equals(await readFile(to))) {
      await unlink(to);
      throw cut(to);
    }
  }
}

// A writer that died leaves its file behind, with a secret in it. The name tells whose it was.
const stagedPrefix = '.new-';
const stagedPattern = /^\.new-(\d{1,10})-[0-9a-f]{12}\.json/;

/** Removes what dead writers left; never fails, a read-only folder is no obstacle to reading. */
async function sweep(folder: string, isRunning: (pid: number) => boolean): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) {
    const writer = stagedPattern.exec(file)?.[1];
    if (writer !== undefined && !isRunning(Number(writer)))
      await unlink(join(folder, file)).catch(() => undefined);
  }
}

/** The staged file and conf's own temporary file beside it. */
async function removeStaged(folder: string, staged: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) {
    if (join(folder, file).startsWith(staged))
      await rm(join(folder, file), { force: true }).catch(() => undefined);
  }
}

/** What was only read, or is on the disk by now, loses nothing when it cannot be closed. */
const closed = (handle: FileHandle): Promise<void> => handle.close().catch(() => undefined);

/** The bytes of a file of ours: never through a symbolic link, never from a pipe or device. */
async function readOwn(path: string): Promise<Uint8Array | undefined> {
  return guardRead(path, async () => {
    const handle = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    ).catch(nothingThere);
    if (handle === undefined) return undefined;
    try {
      const status = await handle.stat();
      if (!status.isFile() || status.size > largestFile) throw unreadable(path);
      return await handle.readFile();
    } finally {
      await closed(handle);
    }
  });
}

/** The keyring entry that a file names; none where it is damaged or gone. */
async function entryIn(path: string, name: string): Promise<string[]> {
  const bytes = await readOwn(path).catch(() => undefined);
  const json = bytes && parseObject(bytes);
  const entry = json && fromProfileJson(name, json)?.keyring;
  return entry === undefined ? [] : [entry];
}

const list = async (folder: string): Promise<string[]> => (await readdir(folder).catch(nothingThere)) ?? [];

function nothingThere(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
  throw error;
}

const removed = (path: string): Promise<boolean> =>
  unlink(path).then(
    () => true,
    (error: unknown) => nothingThere(error) ?? false,
  );

async function makeFolder(folder: string): Promise<void> {
  await makeFolders({ mkdir, stat }, folder);
  // The configuration folder itself may be the user's own choice (PVG_CONFIG_DIR); its sub-folders are ours.
  if (['profiles', 'aside'].some((own) => folder.endsWith(own))) await chmod(folder, 0o700);
}

/** 0600, but never on what a symbolic link points to. */
async function tighten(path: string): Promise<void> {
  if ((await lstat(path)).isFile()) await chmod(path, 0o600);
}

/** A rename survives a power loss only when its folder was synced; not every system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  if (handle !== undefined) await closed(handle);
}

// Capital letters and a `Z`: no profile can be named so that its files pass for another one's.
const asidePattern = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll('.', '\\.')}\\.\\d{8}T\\d{9}Z(?:-\\d+)?\\.json$`);

const plainMembers = (object: JsonObject): Record<string, unknown> =>
  Object.fromEntries(object.members.filter(([, value]) => ['string', 'boolean'].includes(typeof value)));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';

async function guardRead<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PvgError) throw error;
    throw new PvgError('configuration-unreadable', `${path} cannot be read (${codeOf(error)}).`, {
      hint:
        codeOf(error) === 'ELOOP'
          ? 'It is a symbolic link; pvg reads plain files only.'
          : 'Check its owner and mode.',
    });
  }
}

async function guardWrite<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof PvgError ? error : unwritable(path, codeOf(error));
  }
}

function unwritable(path: string, code: string): PvgError {
  if (code === 'EEXIST') {
    return new PvgError('profile-exists', `${path} exists already; nothing was changed.`, {
      hint: 'Use `pvg profile set` to change it.',
    });
  }
  return new PvgError(
    diskFull.has(code) ? 'output-unwritable' : 'configuration-unwritable',
    `${path} could not be written (${code}); what was there is unchanged.`,
    {
      hint: diskFull.has(code)
        ? 'Make room on the disk and run it again.'
        : 'Check the folder’s owner and mode, or set PVG_CONFIG_DIR.',
    },
  );
}

const cut = (path: string): PvgError =>
  new PvgError('output-unwritable', `${path} could not be written whole; what was there is unchanged.`, {
    hint: 'The disk may be full: make room and run it again.',
  });

const unreadable = (path: string, hint = 'Move it away.'): PvgError =>
  new PvgError('configuration-unreadable', `${path} is damaged; it was kept as it is.`, { hint });

const damagedHint = (name: string): string =>
  `Repair it, or run \`pvg profile remove ${name}\`, which keeps it aside, and add the profile again.`;
