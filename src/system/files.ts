import { Buffer } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  type Stats,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { getuid, platform } from 'node:process';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FilePosition, Files, FileStatus, OpenFile, ReadFrom } from '../file-access.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { openAppendFile, openLineFile } from './append-file.js';
import { lockFile, lockFileWhenFree } from './file-lock.js';
import { piecesFromEnd } from './from-end.js';
import { asFileError, codedError, codeOf, ifThere, isCoded, undefinedIfMissing } from './system.js';
import { append, fileTypeOf, fileTypeAtPath, rename, writeAtomically } from './write-whole-file.js';

/** The files of the system; relative paths begin at `workingFolder`, `interrupt` ends a read of a pipe. */
export function openFiles(
  workingFolder: string,
  interrupt = () => new AbortController().signal,
): Files {
  const atResolvedPath = <Result>(
    path: string,
    operation: (target: string) => Promise<Result>,
  ): Promise<Result> => asFileError(path, () => operation(resolve(workingFolder, path)));
  return {
    read: (path, mostBytes) => {
      const reading = atResolvedPath(path, async (target) =>
        wholeOf((await openPieces(target, path)).chunks, mostBytes),
      );
      // A pipe may be idle for hours.
      return orInterrupted(reading, interrupt());
    },
    readIfThere: (path, mostBytes) =>
      atResolvedPath(path, (target) => readRegular(target, mostBytes).catch(undefinedIfMissing)),
    write: (path, data, isNew) =>
      atResolvedPath(path, (target) =>
        writeAtomically(
          target,
          (file) => fs.writeFile(file, data, { flag: 'wx', mode: 0o600 }),
          isNew,
        ),
      ),
    writeAtomically: (path, make, isNew) =>
      atResolvedPath(path, (target) => writeAtomically(target, make, isNew)),
    append: (path, text, mode) => atResolvedPath(path, (target) => append(target, text, mode)),
    piecesFromEnd: (path, mostBytes) =>
      piecesFromEnd(resolve(workingFolder, path), path, mostBytes),
    readFrom: (path, position) => atResolvedPath(path, (target) => readFrom(target, position)),
    listNames: (folder) => atResolvedPath(folder, namesIn),
    remove: (path) => atResolvedPath(path, removeIfThere),
    rename: (path, name) =>
      atResolvedPath(path, (target) => rename(target, join(dirname(target), name))),
    identityKeys: (path) => identitiesOf(resolve(workingFolder, path)),
    fileType: (path) => atResolvedPath(path, fileTypeAtPath),
    lock: (path) => atResolvedPath(path, lockFile),
    lockWhenFree: (path, waitMs) =>
      atResolvedPath(path, (target) =>
        lockFileWhenFree(target, { waitMs, interrupt: interrupt() }),
      ),
    open: (path) => atResolvedPath(path, (target) => openPieces(target, path)),
    openAppend: (path, start) =>
      atResolvedPath(path, (target) => openAppendFile(target, path, start)),
    openLines: (path) => atResolvedPath(path, openLineFile),
    status: (path) => statusOf(resolve(workingFolder, path)),
    writeErrorCode: (folder) => writeErrorCode(resolve(workingFolder, folder)),
    foldersUpward: () => foldersUpward(resolve(workingFolder)),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return ifThere(() => readdirSync(folder))?.sort() ?? [];
}

/** @returns whether there was a file */
async function removeIfThere(target: string): Promise<boolean> {
  const removed = fs.unlink(target).then(() => true);
  return (await removed.catch(undefinedIfMissing)) ?? false;
}

function statNow(target: string): Stats | undefined {
  try {
    return statSync(target, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

async function statusOf(target: string): Promise<FileStatus | undefined> {
  const status = statNow(target);
  if (status === undefined) return undefined;
  const kind = fileTypeOf(status);
  const isEmpty = status.size === 0;
  if (platform === 'win32') {
    const mode = kind === 'folder' ? 0o700 : 0o600;
    return { kind, mode, isOwn: true, isEmpty };
  }
  return { kind, mode: status.mode & 0o777, isOwn: status.uid === getuid?.(), isEmpty };
}

/**
 * Why nothing can be written in a folder. Asks the system, which also knows read-only file systems; a missing folder counts
 * as its nearest existing parent.
 */
async function writeErrorCode(folder: string): Promise<string | undefined> {
  try {
    await fs.access(`${folder}/.`, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const parent = dirname(folder);
    // On Windows a whole drive may be missing.
    const hasParent = parent !== folder;
    return hasParent && isCoded(error, 'ENOENT') ? writeErrorCode(parent) : codeOf(error);
  }
}

/**
 * The keys of a file. The first is its device and inode, which all its names have in common. The second is the device and inode of
 * its folder with its name: by it a file that does not exist yet can be compared.
 */
async function identitiesOf(target: string): Promise<string[]> {
  const byFolder = `${await inodeOf(dirname(target))}/${basename(target)}`;
  return [...new Set([await inodeOf(target), byFolder])];
}

/** The device and the inode of a file; its path if it does not exist. */
async function inodeOf(path: string): Promise<string> {
  const status = await fs.stat(path).catch(() => undefined);
  return status ? `${status.dev}:${status.ino}` : path;
}

function foldersUpward(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpward(parent)];
}

/** A larger input is probably an endless stream such as `/dev/zero`. */
export const usualMostBytes = 512 * 1024 * 1024;

/** Small, so that its text stays in the young generation: larger strings survive many garbage collections. */
const pieceBytes = 16 * 1024;

/** Reads a regular file only: a pipe in its place could block forever. */
async function readRegular(target: string, mostBytes = usualMostBytes): Promise<Buffer> {
  // Windows has no O_NONBLOCK.
  const descriptor = openSync(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw codedError(found.isDirectory() ? 'EISDIR' : 'EINVAL');
    if (found.size > mostBytes) throw codedError('EFBIG');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a regular file after a position; all of them if it is another file now, or a shorter one. */
async function readFrom(target: string, position?: FilePosition): Promise<ReadFrom> {
  const handle = await fs.open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat({ bigint: true });
    if (!found.isFile()) throw codedError(found.isDirectory() ? 'EISDIR' : 'EINVAL');
    const size = Number(found.size);
    // The inode of a file that was deleted is given to a new file.
    const file = `${found.dev}:${found.ino}:${found.birthtimeNs}`;
    const isContinued = position?.file === file && position.bytes <= size;
    const start = isContinued ? position.bytes : 0;
    if (size - start > usualMostBytes) throw codedError('EFBIG');
    const buffer = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return {
      bytes: buffer.subarray(0, bytesRead),
      isContinued,
      position: { file, bytes: start + bytesRead },
    };
  } finally {
    await handle.close();
  }
}

/** All pieces of a file of any kind, or of standard input. */
export async function wholeOf(
  pieces: AsyncIterable<Uint8Array>,
  mostBytes = usualMostBytes,
): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > mostBytes) throw codedError('EFBIG');
    all.push(piece);
  }
  return Buffer.concat(all, length);
}

/** @throws for a folder */
async function statusOfReadable(handle: fs.FileHandle): Promise<Stats> {
  const status = await handle.stat();
  if (status.isDirectory()) throw codedError('EISDIR');
  return status;
}

/** A file to read piece by piece, because a pipe has no known size. */
async function openPieces(target: string, path: string): Promise<OpenFile> {
  const handle = await fs.open(target, 'r');
  // Nothing was written, so a failed close loses nothing.
  const close = (): Promise<void> => handle.close().catch(() => undefined);
  const found = await statusOfReadable(handle).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    try {
      for (;;) {
        const { bytesRead } = await asFileError(path, () =>
          handle.read(buffer, 0, pieceBytes, null),
        );
        if (bytesRead === 0) return;
        yield Buffer.from(buffer.subarray(0, bytesRead));
        // Lets signals arrive between two pieces of a long file.
        await yieldToEventLoop();
      }
    } finally {
      await close();
    }
  }
  return { size: found.isFile() ? found.size : undefined, chunks: chunks(), close };
}
