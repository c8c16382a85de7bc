import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { setImmediate as untilEvents } from 'node:timers/promises';
import type { FilePlace, OpenFile, ReadOn } from '../context.js';
import { asFileError, coded } from './system.js';

/** A larger input is probably an endless stream such as `/dev/zero`. */
export const usualMostBytes = 512 * 1024 * 1024;

/** Small, so that its text stays in the young generation: larger strings survive many garbage collections. */
const pieceBytes = 16 * 1024;

/** Reads a regular file only: a pipe in its place could block forever. */
export async function readRegular(target: string, mostBytes = usualMostBytes): Promise<Buffer> {
  // Windows has no O_NONBLOCK.
  const handle = await fs.open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw coded(found.isDirectory() ? 'EISDIR' : 'EINVAL');
    if (found.size > mostBytes) throw coded('EFBIG');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The bytes of a regular file after a position; all of them if it is another file now, or a shorter one. */
export async function readOn(target: string, place?: FilePlace): Promise<ReadOn> {
  const handle = await fs.open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat({ bigint: true });
    if (!found.isFile()) throw coded(found.isDirectory() ? 'EISDIR' : 'EINVAL');
    const size = Number(found.size);
    // A number of a file that is gone is given to a new one.
    const file = `${found.dev}:${found.ino}:${found.birthtimeNs}`;
    const isContinued = place?.file === file && place.bytes <= size;
    const start = isContinued ? place.bytes : 0;
    if (size - start > usualMostBytes) throw coded('EFBIG');
    const buffer = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return {
      bytes: buffer.subarray(0, bytesRead),
      isContinued,
      place: { file, bytes: start + bytesRead },
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
    if (length > mostBytes) throw coded('EFBIG');
    all.push(piece);
  }
  return Buffer.concat(all, length);
}

/** A file to read piece by piece, because a pipe has no known size. */
export async function openPieces(target: string, path: string): Promise<OpenFile> {
  const handle = await fs.open(target, 'r');
  // Nothing was written, so a failed close loses nothing.
  const close = (): Promise<void> => handle.close().catch(() => undefined);
  const found = await handle.stat();
  if (found.isDirectory()) {
    await close();
    throw coded('EISDIR');
  }
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
        await untilEvents();
      }
    } finally {
      await close();
    }
  }
  return { size: found.isFile() ? found.size : undefined, chunks: chunks(), close };
}
