import { basename, dirname, join } from 'node:path';

/** The path of the lock file beside a file or folder. The lock file names the process that writes there. */
export function lockPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.in-use`);
}
