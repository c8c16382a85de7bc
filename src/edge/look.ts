import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Looked } from '../context.js';
import { codeOf, type FileSystem } from './system.js';

/** `userId` undefined: users have no numbers and files have no modes (Windows). */
export async function look(
  system: FileSystem,
  target: string,
  userId: number | undefined,
): Promise<Looked | undefined> {
  const found = await system.stat(target).catch(() => undefined);
  if (found === undefined) return undefined;
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  return userId === undefined
    ? { kind, mode: kind === 'folder' ? 0o700 : 0o600, isOwn: true }
    : { kind, mode: found.mode & 0o777, isOwn: found.uid === userId };
}

/** Asks the system, which also knows read-only file systems; a missing folder counts as its nearest existing parent. */
export const writingFails = (system: FileSystem, folder: string): Promise<string | undefined> =>
  system.stat(folder).then(
    async (found) =>
      found.isDirectory()
        ? system.access(folder, constants.W_OK | constants.X_OK).then(() => undefined, codeOf)
        : 'ENOTDIR',
    (error: unknown) =>
      codeOf(error) === 'ENOENT' && dirname(folder) !== folder
        ? writingFails(system, dirname(folder))
        : codeOf(error),
  );
