import { basename, dirname } from 'node:path';
import { onFileError, type Files } from '../context.js';
import type { JsonObject } from '../text/json/json.js';
import { parseObject } from './profile-json.js';
import { PvgError } from '../failure.js';

type Stored = Readonly<Record<string, unknown>>;

/** Writes one object to a file that does not exist yet. */
export type WriteObject = (path: string, object: Stored) => Promise<void>;

/** Never reads a symbolic link, pipe or device; `hint`: what to do if the file is damaged. */
export async function readStoredFile(
  files: Files,
  path: string,
  hint: string,
): Promise<JsonObject | undefined> {
  const kind = await files.kind(path).catch(unreadable(path));
  if (kind === undefined) return undefined;
  if (kind === 'link') throw isALink(path);
  if (kind !== 'file') throw damaged(path);
  const bytes = await files.readIfThere(path).catch(unreadable(path));
  const json = bytes && parseObject(bytes);
  if (bytes !== undefined && json === undefined) throw damaged(path, hint);
  return json;
}

/**
 * conf writes a new file, which is read back before it replaces the old one: conf reports success even if a full disk
 * has cut the file.
 */
export async function writeStoredFile(
  files: Files,
  path: string,
  object: Stored,
  { isNew = false, writeObject = writeWithConf }: { isNew?: boolean; writeObject?: WriteObject | undefined },
): Promise<string> {
  const writeWhole = async (staged: string): Promise<void> => {
    await writeObject(staged, object);
    if (!holds(await files.read(staged), object)) throw cut(path);
  };
  await files.stage(path, writeWhole, { isNew }).catch(unwritable(path));
  return path;
}

/** conf is slow to load, so only a write loads it. */
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

/** Whether a file is the complete JSON text of this object. */
const holds = (bytes: Uint8Array, object: Stored): boolean => {
  try {
    return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))) === JSON.stringify(object);
  } catch {
    return false;
  }
};

/** Errors of the store's files; they quote nothing from the files. */

export const damaged = (path: string, hint = 'Move the file away.'): PvgError =>
  new PvgError('configuration-unreadable', `${path} is damaged. pvg did not change it.`, {
    hint,
    about: path,
  });

const isALink = (path: string): PvgError =>
  new PvgError('configuration-unreadable', `${path} cannot be read (ELOOP).`, {
    hint: 'Replace the symbolic link with the file itself.',
    about: path,
  });

export const unreadable = (path: string) =>
  onFileError((cause): never => {
    throw new PvgError('configuration-unreadable', `${path} cannot be read (${cause.code}).`, {
      hint: 'Check its owner and mode.',
      about: path,
      cause,
    });
  });

const diskFull: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'];

export const unwritable = (path: string) =>
  onFileError((cause): never => {
    const { code } = cause;
    if (code === 'EEXIST') {
      throw new PvgError('profile-exists', `${path} already exists. Nothing was changed.`, {
        hint: 'Use `pvg profile set` to change it.',
      });
    }
    const says = `${path} could not be written (${code}). Nothing was changed.`;
    if (diskFull.includes(code))
      throw new PvgError('output-unwritable', says, {
        hint: 'Free some disk space and run the command again.',
        cause,
      });
    const hint = 'Check the folder’s owner and mode, or choose another folder with PVG_CONFIG_DIR.';
    throw new PvgError('configuration-unwritable', says, { hint, cause });
  });

const cut = (path: string): PvgError =>
  new PvgError('output-unwritable', `${path} could not be written completely. Nothing was changed.`, {
    hint: 'The disk may be full. Free some space and run the command again.',
  });
