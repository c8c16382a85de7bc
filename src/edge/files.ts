import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { constants, ftruncateSync, statSync, writeSync, type Stats } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { platform } from 'node:process';
import { setImmediate as untilEvents, setTimeout as wait } from 'node:timers/promises';
import {
  FileError,
  type AppendFile,
  type Appended,
  type FileKind,
  type Files,
  type OpenFile,
} from '../context.js';
import { makeFolders } from '../contract/make-folders.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { hold } from './hold.js';

export interface FilesOptions {
  /** Of this process; stands in the names of temporary files. */
  readonly pid?: number;
  /** Asked for when something may be waited for. */
  readonly interrupt?: () => AbortSignal;
  /** Whether a process lives; temporary files of dead ones are removed. */
  readonly isRunning?: (pid: number) => boolean;
  /** The system's calls, so that a test can make each of them fail. */
  readonly system?: FileSystem;
  readonly synchronous?: SynchronousCalls;
}

export type FileSystem = Pick<
  typeof fileSystem,
  'open' | 'rename' | 'unlink' | 'mkdir' | 'readdir' | 'stat' | 'lstat' | 'utimes'
>;

export interface SynchronousCalls {
  readonly write: (
    descriptor: number,
    data: Uint8Array,
    offset: number,
    length: number,
    /** null: at the end of the file. */
    at: number | null,
  ) => number;
  readonly truncate: (descriptor: number, length: number) => void;
}

/** Larger inputs are streams that nobody meant to give whole, `/dev/zero` among them. */
const maxFileBytes = 512 * 1024 * 1024;

/** Whole files, written so that neither a crash nor a full disk leaves half of one. */
export function openFiles(
  workingFolder: string,
  {
    pid = 0,
    isRunning = () => true,
    system = fileSystem,
    synchronous = { write: writeSync, truncate: ftruncateSync },
    interrupt,
  }: FilesOptions = {},
): Files {
  const read = async (path: string): Promise<Uint8Array> => {
    const target = resolve(workingFolder, path);
    const reading = asFileError(path, async () => {
      const handle = await system.open(target, 'r');
      return closing(handle, () => readWhole(handle, path));
    });
    // A pipe may have nothing to give for hours.
    return interrupt !== undefined && isPipe(target) ? orInterrupted(reading, interrupt()) : reading;
  };
  /** A file of our own, or of the project's: a pipe in its place would keep everybody waiting. */
  const readRegular = (path: string): Promise<Uint8Array> =>
    asFileError(path, async () => {
      const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
      const handle = await system.open(resolve(workingFolder, path), flags);
      return closing(handle, async () => {
        const found = await handle.stat();
        if (found.isDirectory()) throw new FileError('EISDIR', path);
        if (!found.isFile()) throw new FileError('EINVAL', path);
        return readWhole(handle, path);
      });
    });

  const create = (path: string, data: Uint8Array | string): Promise<void> =>
    asFileError(path, () =>
      writeNew(system, resolve(workingFolder, path), (handle) => writeWhole(handle, bytesOf(data))),
    );

  const replaceWith = async (target: string, write: Write): Promise<void> => {
    const folder = dirname(target);
    if ((await kindOf(system, target)) === 'other')
      throw Object.assign(new Error('a pipe or a device'), { code: 'EINVAL' });
    await makeFolders(system, folder);
    await removeOrphans(system, target, isRunning);
    const temporary = join(folder, temporaryName(target, pid));
    await writeNew(system, temporary, write);
    try {
      await renamePatiently(system, temporary, target);
    } catch (error) {
      await system.unlink(temporary).catch(() => undefined);
      throw error;
    }
    await syncFolder(system, folder);
  };
  const replace = (path: string, data: Uint8Array | string): Promise<void> =>
    asFileError(path, () =>
      replaceWith(resolve(workingFolder, path), (handle) => writeWhole(handle, bytesOf(data))),
    );

  const modeOf = async (path: string, isWanted: (found: Stats) => boolean): Promise<number | undefined> => {
    if (platform === 'win32') return undefined;
    const found = await system.stat(resolve(workingFolder, path)).catch(() => undefined);
    return found !== undefined && isWanted(found) ? found.mode & 0o777 : undefined;
  };

  return {
    read,
    readIfThere: (path) =>
      readRegular(path).catch((error: unknown) => {
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
      asFileError(path, async () => (await kindOf(system, resolve(workingFolder, path))) !== undefined),
    identities: (path) => identitiesOf(system, resolve(workingFolder, path)),
    kind: (path) => asFileError(path, () => kindOf(system, resolve(workingFolder, path))),
    hold: (path) => asFileError(path, () => hold(resolve(workingFolder, path), { system, pid, isRunning })),
    open: (path) => asFileError(path, () => openWhole(system, resolve(workingFolder, path), path)),
    openAppend: (path, place) =>
      asFileError(path, () => openAppend({ system, synchronous }, resolve(workingFolder, path), path, place)),
    replaceBy: (path, pieces) =>
      asFileError(path, () =>
        replaceWith(resolve(workingFolder, path), (handle) => writePieces(handle, pieces)),
      ),
    mode: (path) => modeOf(path, (found) => found.isFile()),
    folderMode: (path) => modeOf(path, (found) => found.isDirectory()),
    foldersUpward: () => foldersUpward(resolve(workingFolder)),
  };
}

const isPipe = (target: string): boolean => {
  try {
    const found = statSync(target);
    return !found.isFile() && !found.isDirectory();
  } catch {
    // Whoever opens it is told.
    return false;
  }
};

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

async function identitiesOf(system: FileSystem, target: string): Promise<readonly string[]> {
  const numbered = async (path: string): Promise<string | undefined> => {
    const found = await system.stat(path).catch(() => undefined);
    return found && `${String(found.dev)}:${String(found.ino)}`;
  };
  const file = await numbered(target);
  return [
    ...(file === undefined ? [] : [file]),
    `${(await numbered(dirname(target))) ?? dirname(target)}/${basename(target)}`,
  ];
}

async function kindOf(system: FileSystem, target: string): Promise<FileKind | undefined> {
  const found = await system.lstat(target).catch((error: unknown) => {
    if (isCoded(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other';
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

type Write = (handle: FileHandle) => Promise<void>;

/** A new file, whole and on the disk, or none. */
async function writeNew(system: FileSystem, path: string, write: Write): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await system.open(path, flags, 0o600);
  try {
    await closing(handle, () => write(handle));
  } catch (error) {
    await system.unlink(path).catch(() => undefined);
    throw error;
  }
}

/** On a nearly full disk a write is short and successful; only the next one says ENOSPC. */
async function writeAll(handle: FileHandle, data: Uint8Array): Promise<void> {
  for (let rest = data; rest.length > 0;) {
    const { bytesWritten } = await handle.write(rest, 0, rest.length);
    rest = rest.subarray(bytesWritten);
  }
}

async function writeWhole(handle: FileHandle, data: Uint8Array): Promise<void> {
  await writeAll(handle, data);
  await settled(handle, data.length);
}

async function writePieces(handle: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let length = 0;
  for await (const piece of pieces) {
    await writeAll(handle, piece);
    length += piece.length;
  }
  await settled(handle, length);
}

async function settled(handle: FileHandle, length: number): Promise<void> {
  await handle.sync();
  const { size } = await handle.stat();
  if (size !== length)
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

async function openWhole(system: FileSystem, target: string, path: string): Promise<OpenFile> {
  const handle = await system.open(target, 'r');
  // Nothing was written: that it cannot be closed loses nothing.
  const close = (): Promise<void> => handle.close().catch(() => undefined);
  const stats = await handle.stat().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (stats.isDirectory()) {
    await close();
    throw new FileError('EISDIR', path);
  }
  return {
    size: stats.isFile() ? stats.size : undefined,
    chunks: chunksOf(handle, path, close),
    close,
  };
}

/** Small enough that text made of it is young: larger strings outlive many collections. */
const pieceBytes = 64 * 1024;

async function* chunksOf(
  handle: FileHandle,
  path: string,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(pieceBytes);
      const { bytesRead } = await asFileError(path, () => handle.read(buffer, 0, pieceBytes, null));
      if (bytesRead === 0) return;
      // Between two pieces of a long file signals are heard.
      await untilEvents();
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await close();
  }
}

/** On Windows such a handle may not cut the file. */
const atItsEnd = platform !== 'win32';

async function openAppend(
  { system, synchronous }: { system: FileSystem; synchronous: SynchronousCalls },
  target: string,
  path: string,
  place: 'new' | { readonly keepBytes: number },
): Promise<AppendFile> {
  const fresh = place === 'new' ? constants.O_CREAT | constants.O_EXCL : 0;
  // In a file that somebody else cut, a write at its old end would leave zeros before it.
  const behind = atItsEnd ? constants.O_APPEND : 0;
  const handle = await system.open(
    target,
    constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | fresh | behind,
    0o600,
  );
  let end = place === 'new' ? 0 : place.keepBytes;
  try {
    if (place !== 'new') await handle.truncate(end);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    write: (data) => {
      try {
        end += writeAllSync(synchronous, handle.fd, bytesOf(data), end);
      } catch (error) {
        // Half a line is worse than none; a full disk does not keep a file from getting shorter.
        quietly(() => {
          synchronous.truncate(handle.fd, end);
        });
        throw new FileError(error instanceof Error && 'code' in error ? String(error.code) : 'EIO', path, {
          cause: error,
        });
      }
    },
    close: () =>
      asFileError(path, () =>
        closing(handle, async () => {
          // A device or a pipe cannot be synced, and need not.
          await handle.sync().catch((error: unknown) => {
            if (!(error instanceof Error && 'code' in error && unsyncableFolder.has(String(error.code))))
              throw error;
          });
          await requireUntouched(system, handle, target, end);
        }),
      ),
  };
}

/** The system lets others delete, rename or cut a file that is being written, and tells the writer nothing. */
async function requireUntouched(
  system: FileSystem,
  handle: FileHandle,
  target: string,
  bytes: number,
): Promise<void> {
  const own = await handle.stat();
  const named = await system.lstat(target).catch((error: unknown) => {
    if (isCoded(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  // Windows may number a volume in one way for a path and in another for an open file.
  const isSame = named?.ino === own.ino && (named.dev === own.dev || platform === 'win32');
  const code = !isSame ? (own.nlink === 0 ? 'DELETED' : 'MOVED') : own.size === bytes ? undefined : 'RESIZED';
  if (code !== undefined)
    throw Object.assign(new Error('the file is not what was written any more'), { code });
}

/** On a nearly full disk a write is short and successful; only the next one says ENOSPC. */
function writeAllSync(
  { write }: SynchronousCalls,
  descriptor: number,
  data: Uint8Array,
  position: number,
): number {
  for (let written = 0; written < data.length;)
    written += write(descriptor, data, written, data.length - written, atItsEnd ? null : position + written);
  return data.length;
}

function quietly(operation: () => void): void {
  try {
    operation();
  } catch {
    // What failed before is what is told.
  }
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
