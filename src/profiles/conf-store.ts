import { basename, join } from 'node:path';
import type { Files } from '../context.js';
import { keptAside, linkAside } from './aside.js';
import { readStoredFile, writeStoredFile, type WriteObject } from './conf-file.js';
import { checkProfileName, isProfileName } from './names.js';
import { fromProfileJson, toStoredJson } from './profile-json.js';
import { chosenIn, journalIn, withChoice } from './settings.js';
import { damaged, unreadable, unwritable } from './store-failures.js';
import type { FileStore } from './store.js';

export interface StoreOptions {
  /** conf, unless a test wants a disk that fails. */
  readonly writeObject?: WriteObject;
  readonly now?: () => number;
}

/** The real profile store: one file a profile, in conf's format. */
export function openProfileStore(
  files: Files,
  configFolder: string,
  { writeObject, now = Date.now }: StoreOptions = {},
): FileStore {
  const folder = join(configFolder, 'profiles');
  const asideFolder = join(configFolder, 'aside');
  const settings = join(configFolder, 'settings.json');
  const path = (name: string): string => {
    checkProfileName(name);
    return join(folder, `${name}.json`);
  };
  const asides = (name: string): Promise<string[]> => keptAside(files, asideFolder, name);
  const copyAside = (name: string): Promise<string> =>
    linkAside(files, asideFolder, { name, path: path(name), nowMs: now() });
  const move = async (from: string, to: string): Promise<void> => {
    await files.link(from, to).catch(unwritable(to));
    await files.remove(from).catch(unwritable(from));
  };

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
      const json = await readStoredFile(files, file, hint);
      const profile = json && fromProfileJson(name, json);
      if (json !== undefined && profile === undefined) throw damaged(file, hint);
      return profile;
    },
    entries: async (name) => {
      const entryIn = async (file: string): Promise<string | undefined> => {
        const json = await readStoredFile(files, file, '');
        return json && fromProfileJson(name, json)?.keyring;
      };
      // None where the file is damaged or gone.
      const read = [path(name), ...(await asides(name))].map((file) => entryIn(file).catch(() => undefined));
      return [...new Set((await Promise.all(read)).filter((entry) => entry !== undefined))];
    },
    write: async (profile, { isNew = false } = {}) => {
      const file = path(profile.name);
      await writeStoredFile(files, file, toStoredJson(profile), { isNew, writeObject });
      // The configuration folder itself may be the user's own choice; its sub-folders are ours.
      await files.tighten(folder).catch(unwritable(file));
      return file;
    },
    rename: async (from, to) => {
      await move(path(from), path(to));
      for (const kept of await asides(from)) {
        await files.tighten(kept).catch(unwritable(kept));
        await move(kept, join(asideFolder, to + basename(kept).slice(from.length)));
      }
      return path(to);
    },
    setAside: async (name) => {
      const kept = await copyAside(name);
      await files.remove(path(name)).catch(unwritable(path(name)));
      return kept;
    },
    copyAside: async (name) => copyAside(name),
    keptAside: asides,
    purge: async (name) => {
      let count = 0;
      for (const file of [path(name), ...(await asides(name))])
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
