import { join } from 'node:path';
import { FileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';
import { JsonObject, type Json } from '../text/json/json.js';
import { parseObject } from './profile-json.js';

/** `.pvg.json`: may name a profile for a project; never contains a secret, because projects are shared. */
interface ProjectFile {
  readonly path: string;
  readonly profile?: string;
  readonly journal?: boolean;
}

const projectFileName = '.pvg.json';

const secretName = /secret|private|password|token/i;

/** Reads the nearest one in this folder or above. @throws {PvgError} `configuration-unreadable`, naming the file, quoting nothing of it */
export async function readProjectFile({ files }: Context): Promise<ProjectFile | undefined> {
  for (const folder of files.foldersUpward()) {
    const path = join(folder, projectFileName);
    const bytes = await files.readIfThere(path).catch((error: unknown) => {
      throw broken(path, `cannot be read (${error instanceof FileError ? error.code : 'unknown error'})`);
    });
    if (bytes !== undefined) return parseProjectFile(path, bytes);
  }
  return undefined;
}

function parseProjectFile(path: string, bytes: Uint8Array): ProjectFile {
  const json = parseObject(bytes);
  if (json === undefined) throw broken(path, 'is not a JSON object');
  if (holdsSecret(json)) {
    throw broken(
      path,
      'contains what looks like a secret',
      'Remove it from the file and store it with `pvg profile add`. If the file was shared, ask the operator for a new secret.',
    );
  }
  const profile = json.get('profile') ?? undefined;
  if (profile !== undefined && typeof profile !== 'string')
    throw broken(path, 'has a `profile` that is not text');
  const journal = json.get('journal') ?? undefined;
  if (journal !== undefined && typeof journal !== 'boolean')
    throw broken(path, 'has a `journal` that is neither true nor false');
  return { path, ...(profile !== undefined && { profile }), ...(journal !== undefined && { journal }) };
}

/** Iterative, so that hostile nesting cannot overflow the stack. */
function holdsSecret(root: Json): boolean {
  const rest: Json[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (Array.isArray(value)) for (const each of value) rest.push(each);
    else if (value instanceof JsonObject) {
      for (const [name, member] of value.members) {
        if (typeof member === 'string' && secretName.test(name)) return true;
        rest.push(member);
      }
    }
  }
  return false;
}

const broken = (
  path: string,
  what: string,
  hint = 'A project file looks like `{"profile": "game-dev"}`.',
): PvgError =>
  new PvgError('configuration-unreadable', `The project file ${path} ${what}.`, { hint, about: path });

interface JournalSetting {
  /** What switched it off, or why it stays off; undefined if it is on. */
  readonly off?: string;
  /** Set if nobody switched it off but its setting cannot be read. */
  readonly trouble?: PvgError;
}

/** Off if any of these says so: PVG_NO_JOURNAL, `"journal": false` in .pvg.json or in settings.json. */
export async function journalSetting(context: Context): Promise<JournalSetting> {
  const variable = context.env['PVG_NO_JOURNAL'] ?? '';
  if (variable !== '' && variable !== '0') return { off: 'PVG_NO_JOURNAL' };
  try {
    const project = await readProjectFile(context);
    if (project?.journal === false) return { off: project.path };
    return (await context.profiles.journal()) === false ? { off: 'settings.json' } : {};
  } catch (error) {
    // A damaged file must not switch on a journal that somebody switched off.
    if (!(error instanceof PvgError)) throw error;
    return { off: error.message, trouble: error };
  }
}
