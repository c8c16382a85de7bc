import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { asFileError, codedError, isCoded } from './system.js';

/** In bytes: large enough that a long file needs few reads, and small enough to keep in memory. */
const pieceBytes = 256 * 1024;

/** Far longer than any line of pvg: it is not kept while its beginning is looked for. */
const longestLineBytes = 4 * 1024 * 1024;

const tooLongLine = Buffer.from('(a line that is too long)');

/**
 * A regular file in pieces of whole lines, the last piece first; nothing if there is no file. Never through a
 * symlink. `path`: its name in errors. @throws {FileError} `EFBIG` if the file is larger than `mostBytes`
 */
export async function* piecesFromEnd(
  target: string,
  path: string,
  mostBytes = Infinity,
): AsyncGenerator<Buffer> {
  const handle = await asFileError(path, () => openRegular(target));
  if (handle === undefined) return;
  try {
    const { size } = await asFileError(path, () => sizeOf(handle, mostBytes));
    /** What is read of the line whose beginning is not read yet, in the order of the file. */
    let unfinished: Buffer[] = [];
    // All reads share one buffer, because making a new one for each would take as long as the reads.
    const readInto = Buffer.allocUnsafe(Math.min(size, pieceBytes));
    for (let end = size; end > 0;) {
      const start = Math.max(0, end - pieceBytes);
      const wanted = readInto.subarray(0, end - start);
      const bytes = await asFileError(path, () => readAll(handle, start, wanted));
      end = start;
      // The piece at the start of the file has no cut line before its first break.
      const firstBreak = start === 0 ? -1 : bytes.indexOf(0x0a);
      if (start > 0 && firstBreak === -1) {
        unfinished = boundLength([Buffer.from(bytes), ...unfinished]);
        continue;
      }
      yield Buffer.concat([bytes.subarray(firstBreak + 1), ...unfinished]);
      unfinished = [Buffer.from(bytes.subarray(0, firstBreak + 1))];
    }
  } finally {
    await handle.close();
  }
}

async function openRegular(target: string): Promise<fs.FileHandle | undefined> {
  // Windows has neither O_NONBLOCK nor O_NOFOLLOW.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  try {
    return await fs.open(target, flags);
  } catch (error) {
    if (isCoded(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function sizeOf(
  handle: fs.FileHandle,
  mostBytes: number,
): Promise<{ readonly size: number }> {
  const found = await handle.stat();
  if (!found.isFile()) throw codedError(found.isDirectory() ? 'EISDIR' : 'EINVAL');
  if (found.size > mostBytes) throw codedError('EFBIG');
  return { size: found.size };
}

/** Fewer bytes if another program cut the file meanwhile. */
async function readAll(handle: fs.FileHandle, start: number, bytes: Buffer): Promise<Buffer> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** The parts of a line; a mark in their place if the line is too long to be kept. */
function boundLength(parts: Buffer[]): Buffer[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length > longestLineBytes ? [tooLongLine] : parts;
}
