import { basename, dirname, join } from 'node:path';

/** The file beside a file or folder that names the process that writes there. */
export function lockPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.in-use`);
}
