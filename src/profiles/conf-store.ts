import { basename, dirname, join } from 'node:path';
import { FileError, type Files } from '../context.js';
import type { JsonObject } from '../json/json.js';
import { checkProfileName, isProfileName, localName } from './names.js';
import { fromProfileJson, parseObject, toStoredJson } from './profile-json.js';
import { cut, damaged, isALink, unreadable, unwritable } from './store-failures.js';
import type { FileStore } from './store.js';

/**
 * The real profile store, in conf's file format. conf writes a file beside the old one, which is read back and only
 * then takes its place: conf reports success for a file that a full disk has cut.
 */

type Stored = Readonly<Record<string, unknown>>;

/** Writes one object to a file that does not exist yet. */
export type WriteObject = (path: string, object: Stored) => Promise<void>;

export interface StoreOptions {
  /** conf, unless a test wants a disk that fails. */
  readonly writeObject?: WriteObject;
  readonly now?: () => number;
}

export function openProfileStore(
  files: Files,
  configFolder: string,
  { writeObject = writeWithConf, now = Date.now }: StoreOptions = {},
): FileStore {
  const folder = join(configFolder, 'profiles');
  const asideFolder = join(configFolder, 'aside');
  const settings = join(configFolder, 'settings.json');
  const path = (name: string): string => {
    checkProfileName(name);
    return join(folder, `${name}.json`);
  };

  /** Never through a symbolic link, never from a pipe or device. */
  const read = async (file: string, hint: string): Promise<JsonObject | undefined> => {
    const kind = await files.kind(file).catch(unreadable(file));
    if (kind === undefined) return undefined;
    if (kind === 'link') throw isALink(file);
    if (kind !== 'file') throw damaged(file);
    const bytes = await files.readIfThere(file).catch(unreadable(file));
    const json = bytes && parseObject(bytes);
    if (bytes !== undefined && json === undefined) throw damaged(file, hint);
    return json;
  };

  const write = async (file: string, object: Stored, isNew = false): Promise<string> => {
    const writeWhole = async (staged: string): Promise<void> => {
      await writeObject(staged, object);
      if (!holds(await files.read(staged), object)) throw cut(file);
    };
    await files.stage(file, writeWhole, { isNew }).catch(unwritable(file));
    // The configuration folder itself may be the user's own choice; its sub-folders are ours.
    if (dirname(file) === folder) await files.tighten(folder).catch(unwritable(file));
    return file;
  };

  const keptAside = async (name: string): Promise<string[]> => {
    checkProfileName(name);
    const found = await files.names(asideFolder).catch(unreadable(asideFolder));
    return found.filter((file) => asidePattern(name).test(file)).map((file) => join(asideFolder, file));
  };

  /** A second name for the file in the folder of what is kept aside; the bytes stay where they are. */
  const copyAside = async (name: string): Promise<string> => {
    const stamp = new Date(now()).toISOString().replace(/[-:.]/g, '');
    for (let copy = 1; ; copy += 1) {
      const to = join(asideFolder, `${name}.${stamp}${copy === 1 ? '' : `-${String(copy)}`}.json`);
      try {
        await files.link(path(name), to);
        for (const each of [to, asideFolder]) await files.tighten(each);
        return to;
      } catch (error) {
        if (!(error instanceof FileError && error.code === 'EEXIST')) unwritable(path(name))(error);
      }
    }
  };

  const move = async (from: string, to: string): Promise<void> => {
    await files.link(from, to);
    await files.remove(from);
  };

  const readSettings = (): Promise<JsonObject | undefined> =>
    read(settings, 'Move it away; `pvg profile use` then writes a new one.');

  return {
    path,
    names: async () => {
      await files.sweep(folder);
      return (await files.names(folder).catch(unreadable(folder)))
        .filter((file) => file.endsWith('.json'))
        .map((file) => basename(file, '.json'))
        .filter(isProfileName);
    },
    read: async (name) => {
      const file = path(name);
      const hint = `Repair it, or run \`pvg profile remove ${name}\`, which keeps it aside, and add the profile again.`;
      await files.sweep(folder);
      const json = await read(file, hint);
      const profile = json && fromProfileJson(name, json);
      if (json !== undefined && profile === undefined) throw damaged(file, hint);
      return profile;
    },
    entries: async (name) => {
      const places = [path(name), ...(await keptAside(name))];
      // None where the file is damaged or gone.
      const found = await Promise.all(places.map((file) => read(file, '').catch(() => undefined)));
      const entries = found.flatMap((json) => (json && fromProfileJson(name, json)?.keyring) ?? []);
      return [...new Set(entries)];
    },
    write: async (profile, { isNew = false } = {}) => write(path(profile.name), toStoredJson(profile), isNew),
    rename: async (from, to) => {
      await move(path(from), path(to)).catch(unwritable(path(to)));
      for (const kept of await keptAside(from)) {
        const place = join(asideFolder, to + basename(kept).slice(from.length));
        await files.tighten(kept).catch(unwritable(kept));
        await move(kept, place).catch(unwritable(place));
      }
      return path(to);
    },
    setAside: async (name) => {
      const kept = await copyAside(name);
      await files.remove(path(name)).catch(unwritable(path(name)));
      return kept;
    },
    copyAside,
    keptAside,
    purge: async (name) => {
      let count = 0;
      for (const file of [path(name), ...(await keptAside(name))])
        if (await files.remove(file).catch(unwritable(file))) count += 1;
      return count;
    },
    chosen: async () => {
      const name = (await readSettings())?.get('profile') ?? undefined;
      if (name === undefined || typeof name === 'string') return name;
      throw damaged(settings, 'Choose again with `pvg profile use <name>`.');
    },
    journal: async () => {
      const says = (await readSettings())?.get('journal') ?? undefined;
      if (says === undefined || typeof says === 'boolean') return says;
      throw damaged(settings, 'Its `journal` is true or false.');
    },
    choose: async (name) => {
      if (name !== undefined && name !== localName) checkProfileName(name);
      const old = await readSettings();
      if (name === undefined && old === undefined) return settings;
      const others = old?.without('profile').members ?? [];
      const plain = others.filter(([, value]) => ['string', 'boolean'].includes(typeof value));
      return write(settings, { ...Object.fromEntries(plain), ...(name !== undefined && { profile: name }) });
    },
    looseModes: async (name) =>
      [
        { place: path(name), mode: await files.mode(path(name)), wanted: '0600' },
        { place: folder, mode: await files.folderMode(folder), wanted: '0700' },
      ].flatMap(({ place, mode = 0, wanted }) =>
        (mode & 0o077) === 0
          ? []
          : [
              `${place} has mode 0${mode.toString(8)}, looser than ${wanted}: others may read it. \`chmod ${wanted} …\` helps.`,
            ],
      ),
  };
}

/** conf takes long to load: only a write pays it. */
const writeWithConf: WriteObject = async (path, object) => {
  const { default: Conf } = await import('conf');
  const fileExtension = path.slice(path.lastIndexOf('.') + 1);
  const file = new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path, `.${fileExtension}`),
    fileExtension,
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
  });
  file.store = { ...object };
};

/** Whether a file is a whole JSON text of this object. */
const holds = (bytes: Uint8Array, object: Stored): boolean => {
  try {
    return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))) === JSON.stringify(object);
  } catch {
    return false;
  }
};

// Capital letters and a `Z`: no profile can be named so that its files pass for another one's.
const asidePattern = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll('.', '\\.')}\\.\\d{8}T\\d{9}Z(?:-\\d+)?\\.json$`);
