import type { Profile } from '../contract/profile.js';
import { basename, join } from 'node:path';
import { type Files, FileError, type ProfileStore } from '../context.js';
import {
  readStoredFile,
  writeStoredFile,
  type WriteObject,
  damaged,
  unreadable,
  unwritable,
} from './stored-file.js';
import { checkProfileName, isProfileName, localName } from './profile.js';
import { fromProfileJson, toStoredJson } from './profile-json.js';
import type { JsonObject } from '../text/json/json.js';
import { looseMode } from '../text/loose-mode.js';

export interface StoreOptions {
  /** By default conf writes; a test may simulate a failing disk. */
  readonly writeObject?: WriteObject;
  readonly now?: () => number;
}

interface Store {
  readonly files: Files;
  readonly folder: string;
  readonly asideFolder: string;
}

/** Only the files, without secrets from a keyring. */
export interface FileStore extends Omit<ProfileStore, 'withSecrets'> {
  /** The keyring entries named in its file and its old files. */
  entries(name: string): Promise<readonly string[]>;
}

/** The real profile store: one file per profile, in conf's format. */
export function openProfileStore(
  files: Files,
  configFolder: string,
  { writeObject, now = Date.now }: StoreOptions = {},
): FileStore {
  const folder = join(configFolder, 'profiles');
  const asideFolder = join(configFolder, 'aside');
  const settings = join(configFolder, 'settings.json');
  const store: Store = { files, folder, asideFolder };
  const path = (name: string): string => fileOf(store, name);
  const copyAside = async (name: string): Promise<string> =>
    linkAside(files, asideFolder, { name, path: path(name), nowMs: now() });

  return {
    path,
    names: () => namesIn(store),
    read: (name) => read(store, name),
    entries: (name) => entriesOf(store, name),
    write: async (profile, { isNew = false } = {}) => {
      const file = path(profile.name);
      await writeStoredFile(files, file, toStoredJson(profile), { isNew, writeObject });
      // The user may have chosen the configuration folder itself; its sub-folders are pvg's.
      await files.tighten(folder).catch(unwritable(file));
      return file;
    },
    rename: (from, to) => rename(store, from, to),
    setAside: async (name) => {
      const kept = await copyAside(name);
      await files.remove(path(name)).catch(unwritable(path(name)));
      return kept;
    },
    copyAside,
    keptAside: (name) => keptAside(files, asideFolder, name),
    purge: async (name) => {
      let count = 0;
      for (const file of await allOf(store, name))
        if (await files.remove(file).catch(unwritable(file))) count += 1;
      return count;
    },
    chosen: () => chosenIn(files, settings),
    journal: () => journalIn(files, settings),
    choose: async (name) => {
      const object = await withChoice(files, settings, name);
      if (object !== undefined) await writeStoredFile(files, settings, object, { writeObject });
      return settings;
    },
    looseModes: (name) => looseModes(store, name),
  };
}

/** @throws {PvgError} for an invalid profile name */
const fileOf = ({ folder }: Store, name: string): string => {
  checkProfileName(name);
  return join(folder, `${name}.json`);
};

const allOf = async (store: Store, name: string): Promise<string[]> => [
  fileOf(store, name),
  ...(await keptAside(store.files, store.asideFolder, name)),
];

async function namesIn({ files, folder }: Store): Promise<string[]> {
  await files.sweep(folder);
  return (await files.names(folder).catch(unreadable(folder)))
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .filter(isProfileName);
}

async function read(store: Store, name: string): Promise<Profile | undefined> {
  const file = fileOf(store, name);
  const hint = `Fix the file. Or run \`pvg profile remove ${name}\` and add the profile again; the old file is then kept in ${store.asideFolder}.`;
  await store.files.sweep(store.folder);
  const json = await readStoredFile(store.files, file, hint);
  const profile = json && fromProfileJson(name, json);
  if (json !== undefined && profile === undefined) throw damaged(file, hint);
  return profile;
}

async function entriesOf(store: Store, name: string): Promise<string[]> {
  const entryIn = async (file: string): Promise<string | undefined> => {
    const json = await readStoredFile(store.files, file, '');
    return json && fromProfileJson(name, json)?.keyring;
  };
  // A damaged or missing file names no entry.
  const read = (await allOf(store, name)).map((file) => entryIn(file).catch(() => undefined));
  return [...new Set((await Promise.all(read)).filter((entry) => entry !== undefined))];
}

async function rename(store: Store, from: string, to: string): Promise<string> {
  const { files, asideFolder } = store;
  const move = async (source: string, target: string): Promise<void> => {
    await files.link(source, target).catch(unwritable(target));
    await files.remove(source).catch(unwritable(source));
  };
  await move(fileOf(store, from), fileOf(store, to));
  for (const kept of await keptAside(files, asideFolder, from)) {
    await files.tighten(kept).catch(unwritable(kept));
    await move(kept, join(asideFolder, to + basename(kept).slice(from.length)));
  }
  return fileOf(store, to);
}

async function looseModes(store: Store, name: string): Promise<string[]> {
  const { files, folder } = store;
  const places = [fileOf(store, name), folder];
  const found = await Promise.all(places.map(async (place) => looseMode(place, await files.look(place))));
  return found.flatMap((loose) => (loose ? [`${loose.says} Run \`${loose.fix}\`.`] : []));
}

/** The old files that `set` and `remove` keep, with the time in their names. */

async function keptAside(files: Files, folder: string, name: string): Promise<string[]> {
  checkProfileName(name);
  const found = await files.names(folder).catch(unreadable(folder));
  return found.filter((file) => asidePattern(name).test(file)).map((file) => join(folder, file));
}

/** Gives the file a second name; its bytes are not copied. */
async function linkAside(
  files: Files,
  folder: string,
  { name, path, nowMs }: { readonly name: string; readonly path: string; readonly nowMs: number },
): Promise<string> {
  const stamp = new Date(nowMs).toISOString().replace(/[-:.]/g, '');
  for (let copy = 1; ; copy += 1) {
    const to = join(folder, `${name}.${stamp}${copy === 1 ? '' : `-${String(copy)}`}.json`);
    try {
      await files.link(path, to);
      for (const each of [to, folder]) await files.tighten(each);
      return to;
    } catch (error) {
      if (!(error instanceof FileError && error.code === 'EEXIST')) unwritable(path)(error);
    }
  }
}

// A profile name has no capital letters, so `T` and `Z` keep the files of different profiles apart.
const asidePattern = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll('.', '\\.')}\\.\\d{8}T\\d{9}Z(?:-\\d+)?\\.json$`);

/** settings.json: which profile is chosen, and whether calls are kept in the journal. */

const readSettings = (files: Files, path: string): Promise<JsonObject | undefined> =>
  readStoredFile(files, path, 'Move the file away. `pvg profile use` then writes a new one.');

async function chosenIn(files: Files, path: string): Promise<string | undefined> {
  const name = (await readSettings(files, path))?.get('profile') ?? undefined;
  if (name === undefined || typeof name === 'string') return name;
  throw damaged(path, 'Choose again with `pvg profile use <name>`.');
}

async function journalIn(files: Files, path: string): Promise<boolean | string | undefined> {
  const says = (await readSettings(files, path))?.get('journal') ?? undefined;
  if (says === undefined || typeof says === 'boolean' || typeof says === 'string') return says;
  throw damaged(path, 'Set its `journal` to true, false or the path of a folder.');
}

/** The settings with a new choice; undefined if there is nothing to write. */
async function withChoice(
  files: Files,
  path: string,
  name: string | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (name !== undefined && name !== localName) checkProfileName(name);
  const old = await readSettings(files, path);
  if (name === undefined && old === undefined) return undefined;
  const others = old?.without('profile').members ?? [];
  const plain = others.filter(([, value]) => ['string', 'boolean'].includes(typeof value));
  return { ...Object.fromEntries(plain), ...(name !== undefined && { profile: name }) };
}
