import { basename, dirname } from 'node:path';
import type { Files } from '../context.js';
import type { JsonObject } from '../text/json/json.js';
import { parseObject } from './profile-json.js';
import { cut, damaged, isALink, unreadable, unwritable } from './store-failures.js';

type Stored = Readonly<Record<string, unknown>>;

/** Writes one object to a file that does not exist yet. */
export type WriteObject = (path: string, object: Stored) => Promise<void>;

/** Never through a symbolic link, never from a pipe or device; `hint`: what to do about one that is damaged. */
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
 * conf writes a file beside the old one, which is read back and only then takes its place: conf reports success for a
 * file that a full disk has cut.
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
