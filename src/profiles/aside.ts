import { join } from 'node:path';
import { FileError, type Files } from '../context.js';
import { checkProfileName } from './names.js';
import { unreadable, unwritable } from './store-failures.js';

/** What `set` and `remove` keep of a profile: copies of its file, with the time in their names. */

/** Oldest first. */
export async function keptAside(files: Files, folder: string, name: string): Promise<string[]> {
  checkProfileName(name);
  const found = await files.names(folder).catch(unreadable(folder));
  return found.filter((file) => asidePattern(name).test(file)).map((file) => join(folder, file));
}

/** A second name for the file; the bytes stay where they are. */
export async function linkAside(
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

// Capital letters and a `Z`: no profile can be named so that its files pass for another one's.
const asidePattern = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll('.', '\\.')}\\.\\d{8}T\\d{9}Z(?:-\\d+)?\\.json$`);
