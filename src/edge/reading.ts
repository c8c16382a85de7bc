import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as untilEvents } from 'node:timers/promises';
import type { Files, OpenFile } from '../context.js';
import { asFileError, closing, coded, notFound, type FileSystem } from './system.js';

/** A larger input is probably an endless stream such as `/dev/zero`. */
const maxFileBytes = 512 * 1024 * 1024;

type LineOptions = NonNullable<Parameters<Files['lines']>[1]>;

/** Small, so that its text stays in the young generation: larger strings survive many garbage collections. */
const pieceBytes = 64 * 1024;

/** Reads a file of any kind to its end. */
export async function readAny(system: FileSystem, target: string): Promise<Uint8Array> {
  const handle = await system.open(target, 'r');
  return closing(handle, () => readWhole(handle));
}

/** Reads a regular file only: a pipe in its place could block forever. */
export const readRegular = (system: FileSystem, target: string, flags = 0): Promise<Uint8Array> =>
  withRegular(system, target, flags, (handle) => readWhole(handle));

/** In few calls: each takes a while on a network drive. */
const readAtOnce = (system: FileSystem, target: string, mostBytes = maxFileBytes): Promise<Buffer> =>
  withRegular(system, target, constants.O_NOFOLLOW ?? 0, async (handle, size) => {
    if (size > mostBytes) throw coded('EFBIG');
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    for (let isEnd = false; !isEnd;) {
      const { bytesRead } = await handle.read(bytes, length, size - length, null);
      length += bytesRead;
      isEnd = bytesRead === 0;
    }
    return bytes.subarray(0, length);
  });

async function withRegular<Result>(
  system: FileSystem,
  target: string,
  flags: number,
  read: (handle: FileHandle, size: number) => Promise<Result>,
): Promise<Result> {
  // Windows has no O_NONBLOCK.
  const handle = await system.open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  return closing(handle, async () => {
    const found = await handle.stat();
    if (!found.isFile()) throw coded(found.isDirectory() ? 'EISDIR' : 'EINVAL');
    return read(handle, found.size);
  });
}

/**
 * Searches the whole text before it makes a string of any line: most lines do not match. As Latin-1, in which a place
 * in the text is a place in the bytes; `like` is made of UTF-8 read as Latin-1, too.
 */
export async function readLines(
  system: FileSystem,
  target: string,
  { like, mostBytes }: LineOptions = {},
): Promise<string[]> {
  const bytes = (await readAtOnce(system, target, mostBytes).catch(notFound)) ?? Buffer.alloc(0);
  if (like === undefined)
    return bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
  const text = bytes.toString('latin1');
  const search = new RegExp(like.source, 'gi');
  const found: string[] = [];
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const next = bytes.indexOf(0x0a, match.index);
    const end = next === -1 ? bytes.length : next;
    found.push(bytes.toString('utf8', bytes.lastIndexOf(0x0a, match.index) + 1, end));
    search.lastIndex = end;
  }
  return found;
}

/** Reads in pieces, because a pipe has no known size. */
async function readWhole(handle: FileHandle): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(handle)) {
    length += piece.length;
    if (length > maxFileBytes) throw coded('EFBIG');
    chunks.push(piece);
  }
  return Buffer.concat(chunks, length);
}

async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(pieceBytes);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, pieceBytes, null);
    if (bytesRead === 0) return;
    yield Buffer.from(buffer.subarray(0, bytesRead));
    // Lets signals arrive between two pieces of a long file.
    await untilEvents();
  }
}

/** A file to read piece by piece; `path`: its name in messages. */
export async function openWhole(system: FileSystem, target: string, path: string): Promise<OpenFile> {
  const handle = await system.open(target, 'r');
  // Nothing was written, so a failed close loses nothing.
  const close = (): Promise<void> => handle.close().catch(() => undefined);
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw coded('EISDIR');
    return { size: found.isFile() ? found.size : undefined, chunks: chunksOf(handle, path, close), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* chunksOf(
  handle: FileHandle,
  path: string,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(handle);
  try {
    for (;;) {
      const next = await asFileError(path, () => pieces.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await close();
  }
}
