import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { platform } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { FileError, type Appended, type Files } from '../context.js';
import { makeFolders } from '../contract/make-folders.js';

export interface FilesOptions {
  /** Of this process; stands in the names of temporary files. */
  readonly pid?: number;
  /** Whether a process lives; temporary files of dead ones are removed. */
  readonly isRunning?: (pid: number) => boolean;
  /** The system's calls, so that a test can make each of them fail. */
  readonly system?: FileSystem;
}

export type FileSystem = Pick<
  typeof fileSystem,
  'open' | 'rename' | 'unlink' | 'mkdir' | 'readdir' | 'stat' | 'lstat'
>;

/** Larger inputs are streams that nobody meant to give whole, `/dev/zero` among them. */
const maxFileBytes = 512 * 1024 * 1024;

/** Whole files, written so that neither a crash nor a full disk leaves half of one. */
export function openFiles(
  workingFolder: string,
  { pid = 0, isRunning = () => true, system = fileSystem }: FilesOptions = {},
): Files {
  const read = (path: string): Promise<Uint8Array> =>
    asFileError(path, async () => {
      const handle = await system.open(resolve(workingFolder, path), 'r');
      return closing(handle, () => readWhole(handle, path));
    });

  const create = (path: string, data: Uint8Array | string): Promise<void> =>
    asFileError(path, () => writeNew(system, resolve(workingFolder, path), bytesOf(data)));

  const replace = (path: string, data: Uint8Array | string): Promise<void> =>
    asFileError(path, async () => {
      const target = resolve(workingFolder, path);
      const folder = dirname(target);
      await makeFolders(system, folder);
      await removeOrphans(system, target, isRunning);
      const temporary = join(folder, temporaryName(target, pid));
      await writeNew(system, temporary, bytesOf(data));
      try {
        await renamePatiently(system, temporary, target);
      } catch (error) {
        await system.unlink(temporary).catch(() => undefined);
        throw error;
      }
      await syncFolder(system, folder);
    });

  return {
    read,
    readIfThere: (path) =>
      read(path).catch((error: unknown) => {
        if (error instanceof FileError && error.code === 'ENOENT') return undefined;
        throw error;
      }),
    create,
    replace,
    append: (path, line) => asFileError(path, () => appendLine(system, resolve(workingFolder, path), line)),
    names: (folder) =>
      asFileError(folder, async () => (await system.readdir(resolve(workingFolder, folder))).sort()).catch(
        (error: unknown) => {
          if (isCoded(error, 'ENOENT', 'ENOTDIR')) return [];
          throw error;
        },
      ),
    rename: (from, to) =>
      asFileError(from, () =>
        renamePatiently(system, resolve(workingFolder, from), resolve(workingFolder, to)),
      ),
    remove: (path) =>
      asFileError(path, () => system.unlink(resolve(workingFolder, path))).then(
        () => true,
        (error: unknown) => {
          if (isCoded(error, 'ENOENT', 'ENOTDIR')) return false;
          throw error;
        },
      ),
    isTaken: (path) =>
      asFileError(path, () => system.lstat(resolve(workingFolder, path))).then(
        () => true,
        (error: unknown) => {
          if (isCoded(error, 'ENOENT', 'ENOTDIR')) return false;
          throw error;
        },
      ),
    mode: async (path) => {
      if (platform === 'win32') return undefined;
      const found = await system.stat(resolve(workingFolder, path)).catch(() => undefined);
      return found?.isFile() === true ? found.mode & 0o777 : undefined;
    },
    foldersUpward: () => foldersUpward(resolve(workingFolder)),
  };
}

const isCoded = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

const bytesOf = (data: Uint8Array | string): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data, 'utf8') : data;

async function asFileError<Result>(path: string, operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof FileError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new FileError(String(error.code), path, { cause: error });
  }
}

async function closing<Result>(handle: FileHandle, operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } finally {
    await handle.close();
  }
}

/** To the end, whatever it is: a pipe has no size beforehand. */
async function readWhole(handle: FileHandle, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null);
    if (bytesRead === 0) return Buffer.concat(chunks, length);
    length += bytesRead;
    if (length > maxFileBytes) throw new FileError('EFBIG', path);
    chunks.push(
      bytesRead < chunkBytes / 2 ? Buffer.from(buffer.subarray(0, bytesRead)) : buffer.subarray(0, bytesRead),
    );
  }
}

const chunkBytes = 256 * 1024;

/** A new file, whole and on the disk, or none. */
async function writeNew(system: FileSystem, path: string, data: Uint8Array): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await system.open(path, flags, 0o600);
  try {
    await closing(handle, () => writeWhole(handle, data));
  } catch (error) {
    await system.unlink(path).catch(() => undefined);
    throw error;
  }
}

/** On a nearly full disk a write is short and successful; only the next one says ENOSPC. */
async function writeWhole(handle: FileHandle, data: Uint8Array): Promise<void> {
  for (let rest = data; rest.length > 0;) {
    const { bytesWritten } = await handle.write(rest, 0, rest.length);
    rest = rest.subarray(bytesWritten);
  }
  await handle.sync();
  const { size } = await handle.stat();
  if (size !== data.length)
    throw Object.assign(new Error('the file has another size than was written'), { code: 'EIO' });
}

const appendFlags =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  // Windows has neither.
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

async function appendLine(system: FileSystem, path: string, line: string): Promise<Appended> {
  const open = (): Promise<FileHandle> => system.open(path, appendFlags, 0o600);
  const handle = await open().catch(async (error: unknown) => {
    if (!isCoded(error, 'ENOENT')) throw error;
    await makeFolders(system, dirname(path));
    return open();
  });
  return closing(handle, async () => {
    const status = await handle.stat();
    if (!status.isFile()) throw Object.assign(new Error('no regular file'), { code: 'EINVAL' });
    if (platform !== 'win32' && (status.mode & 0o077) !== 0) await handle.chmod(0o600);
    const bytes = await appendWhole(handle, Buffer.from(`${line}\n`, 'utf8'), status.size);
    return { bytes, beginning: await textAt(handle, 0, 64) };
  });
}

/**
 * One write, since only a whole one stays apart from those of other processes. Whoever wrote meanwhile may have been
 * killed in the middle: then the line is written again, behind the torn one. The size of the file after it.
 */
async function appendWhole(handle: FileHandle, line: Buffer, before: number): Promise<number> {
  const torn = before > 0 && (await textAt(handle, before - 1, 1)) !== '\n';
  const data = torn ? Buffer.concat([lineFeed, line]) : line;
  const { bytesWritten } = await handle.write(data);
  if (bytesWritten !== data.length)
    throw Object.assign(new Error('the line was cut by a full disk'), { code: 'ENOSPC' });
  const { size } = await handle.stat();
  if (size === before + data.length) return size;
  const meanwhile = Buffer.alloc(Math.max(0, size - before));
  await handle.read(meanwhile, 0, meanwhile.length, before);
  // What stood before ended in a line feed (or there was nothing): a line of its own begins there or behind another.
  const stands = meanwhile.indexOf(line) === 0 || meanwhile.includes(Buffer.concat([lineFeed, line]));
  return stands ? size : appendWhole(handle, line, size);
}

const lineFeed = Buffer.from('\n');

async function textAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead).toString('utf8');
}

/** In the folder of the file itself: a rename is atomic only within one file system. */
const temporaryName = (target: string, pid: number): string =>
  `.${basename(target)}.${String(pid)}-${randomBytes(6).toString('hex')}.tmp`;

/** What killed writers of this file left behind; it may hold a secret. */
async function removeOrphans(
  system: FileSystem,
  target: string,
  isRunning: (pid: number) => boolean,
): Promise<void> {
  const prefix = `.${basename(target)}.`;
  const names = await system.readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const writer = name.startsWith(prefix)
      ? /^(\d+)-[0-9a-f]{12}\.tmp$/.exec(name.slice(prefix.length))?.[1]
      : undefined;
    if (writer === undefined || isRunning(Number(writer))) continue;
    await system.unlink(join(dirname(target), name)).catch(() => undefined);
  }
}

const renameWaitsMs = [50, 100, 200, 400];

/** On Windows a scanner holds a new file for a moment, and the rename says EPERM. */
async function renamePatiently(system: FileSystem, from: string, to: string): Promise<void> {
  for (const waitMs of renameWaitsMs) {
    try {
      await system.rename(from, to);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
      await wait(waitMs);
    }
  }
  await system.rename(from, to);
}

/** Not every system and file system knows how to. */
const unsyncableFolder = new Set(['EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EBADF']);

/** Without it a power loss may bring the old file back. */
async function syncFolder(system: FileSystem, folder: string): Promise<void> {
  try {
    const handle = await system.open(folder, 'r');
    await closing(handle, () => handle.sync());
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unsyncableFolder.has(String(error.code)))) throw error;
  }
}

function foldersUpward(folder: string): string[] {
  const folders = [folder];
  for (let above = dirname(folder); above !== folders.at(-1); above = dirname(above)) folders.push(above);
  return folders;
}
