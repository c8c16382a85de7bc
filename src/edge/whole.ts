import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileKind } from '../context.js';
import { readRegular } from './reading.js';
import { closing, coded, isCoded, nothingThere, type FileSystem, type Writer } from './system.js';

/** Writes files so that neither a crash nor a full disk leaves a partial one. */

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes a new file, 0600, completely and synced to the disk, or none. */
export async function writeNew(system: FileSystem, path: string, pieces: Pieces): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await system.open(path, flags, 0o600);
  try {
    await closing(handle, () => writePieces(handle, pieces));
  } catch (error) {
    await system.unlink(path).catch(() => undefined);
    throw error;
  }
}

async function writePieces(handle: FileHandle, pieces: Pieces): Promise<void> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    // On a nearly full disk a write is short and successful; only the next one says ENOSPC.
    for (let rest = piece; rest.length > 0;)
      rest = rest.subarray((await handle.write(rest, 0, rest.length)).bytesWritten);
  }
  await handle.sync();
  if ((await handle.stat()).size !== length) throw coded('EIO');
}

/** `write` creates a temporary file, which then replaces the target; if anything fails, nothing changes. */
export async function replaceBy(
  { system, pid, isRunning }: Writer,
  target: string,
  write: (temporary: string) => Promise<void>,
  isNew = false,
): Promise<void> {
  const folder = dirname(target);
  if ((await kindOf(system, target)) === 'other') throw coded('EINVAL');
  await makeFolders(system, folder);
  await sweep({ system, isRunning }, folder, basename(target));
  // In the same folder: a rename is atomic only within one file system.
  // node:crypto is slow to load, and most commands write no file.
  const { randomBytes } = await import('node:crypto');
  const random = randomBytes(6).toString('hex');
  const temporary = join(folder, `.${basename(target)}.${String(pid)}-${random}.tmp`);
  try {
    await write(temporary);
    if (isNew) await moveNew(system, temporary, target);
    else await renamePatiently(system, temporary, target);
  } catch (error) {
    await system.unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(system, folder);
}

/** For a file that a library wrote. */
export async function tightenAndSync(system: FileSystem, path: string): Promise<void> {
  const handle = await system.open(path, 'r+');
  await closing(handle, async () => {
    await handle.chmod(0o600);
    await handle.sync();
  });
}

const temporaryName = /^\.(.+)\.(\d+)-[0-9a-f]{12}\.tmp/;

/** Removes temporary files of killed writers, for one file or all: they may contain secrets. Never fails. */
export async function sweep(
  { system, isRunning }: Omit<Writer, 'pid'>,
  folder: string,
  file?: string,
): Promise<void> {
  for (const name of await system.readdir(folder).catch(() => [])) {
    const [, target, writer] = temporaryName.exec(name) ?? [];
    if (writer === undefined || (file !== undefined && target !== file) || isRunning(Number(writer)))
      continue;
    await system.unlink(join(folder, name)).catch(() => undefined);
  }
}

const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/** Gives a file a second, unused name; copies it if the file system has no hard links. */
export async function linkNew(system: FileSystem, from: string, to: string): Promise<void> {
  await makeFolders(system, dirname(to));
  await system.link(from, to).catch(async (error: unknown) => {
    if (!isCoded(error, ...noLinks)) throw error;
    await writeNew(system, to, [await readRegular(system, from)]);
  });
  await syncFolder(system, dirname(to));
}

async function moveNew(system: FileSystem, from: string, to: string): Promise<void> {
  await linkNew(system, from, to);
  await system.unlink(from);
}

const renameWaitsMs = [50, 100, 200, 400];

/** On Windows a virus scanner may hold a new file for a moment: the rename then fails with EPERM. */
export async function renamePatiently(system: FileSystem, from: string, to: string): Promise<void> {
  for (const waitMs of renameWaitsMs) {
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (!isCoded(error, 'EPERM')) throw error;
      await wait(waitMs);
    }
  }
  await system.rename(from, to);
}

/** Some systems and file systems cannot sync a folder, a pipe or a device. */
export const isUnsyncable = (error: unknown): boolean =>
  isCoded(error, 'EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EBADF');

/** Without it a power loss may bring the old file back. */
export async function syncFolder(system: FileSystem, folder: string): Promise<void> {
  try {
    const handle = await system.open(folder, 'r');
    await closing(handle, () => handle.sync());
  } catch (error) {
    if (!isUnsyncable(error)) throw error;
  }
}

export async function kindOf(system: FileSystem, target: string): Promise<FileKind | undefined> {
  const found = await system.lstat(target).catch(nothingThere);
  if (found === undefined) return undefined;
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other';
}

/**
 * Creates a folder and its missing parents, 0700, level by level: node's own `recursive` never ends under /proc, where
 * no folder can be created.
 */
export async function makeFolders(system: FileSystem, folder: string): Promise<void> {
  const found = await system.stat(folder).catch(nothingThere);
  if (found !== undefined) {
    if (!found.isDirectory()) throw coded('ENOTDIR');
    return;
  }
  if (dirname(folder) !== folder) await makeFolders(system, dirname(folder));
  await system.mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another process may have created it meanwhile.
    if (!isCoded(error, 'EEXIST')) throw error;
  });
}
