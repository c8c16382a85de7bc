import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getuid, pid, platform, versions } from 'node:process';

/** The computer as the doctor sees it: what no other command asks for. Changes nothing. */
export interface Machine {
  readonly nodeVersion: string;
  readonly isWindows: boolean;
  /** undefined where users have no number. */
  readonly userId: number | undefined;
  /** undefined where there is nothing; links are followed. */
  look(path: string): Promise<Looked | undefined>;
  /** The system's code for why no file can be made in the folder (or the folder itself); undefined where one can. */
  writingFails(folder: string): Promise<string | undefined>;
}

interface Looked {
  readonly isFolder: boolean;
  readonly owner: number;
  readonly mode: number;
}

export const openMachine = (): Machine => ({
  nodeVersion: versions.node,
  isWindows: platform === 'win32',
  userId: getuid?.(),
  look,
  writingFails: async (folder) => {
    try {
      if ((await look(folder)) === undefined) await access(await nearestThere(folder), constants.W_OK);
      else await makeAndRemove(folder);
      return undefined;
    } catch (error) {
      return codeOf(error);
    }
  },
});

async function look(path: string): Promise<Looked | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(codeOf(error))) return undefined;
    throw error;
  });
  return found && { isFolder: found.isDirectory(), owner: found.uid, mode: found.mode & 0o777 };
}

async function nearestThere(folder: string): Promise<string> {
  const above = dirname(folder);
  return above === folder || (await look(above)) !== undefined ? above : nearestThere(above);
}

/** Modes do not tell: the file system may be read-only, and root may do anything. */
async function makeAndRemove(folder: string): Promise<void> {
  const path = join(folder, `.doctor-${String(pid)}-${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.close();
  } finally {
    await unlink(path);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
