import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as untilEvents } from 'node:timers/promises';
import type { OpenFile } from '../context.js';
import { asFileError, closing, coded, type FileSystem } from './system.js';

/** Larger inputs are streams that nobody meant to give whole, `/dev/zero` among them. */
const maxFileBytes = 512 * 1024 * 1024;

/** Small enough that text made of it is young: larger strings outlive many collections. */
const pieceBytes = 64 * 1024;

/** Whatever it is, to its end. */
export async function readAny(system: FileSystem, target: string): Promise<Uint8Array> {
  const handle = await system.open(target, 'r');
  return closing(handle, () => readWhole(handle));
}

/** A file of our own, or of the project's: a pipe in its place would keep everybody waiting. */
export async function readRegular(system: FileSystem, target: string, flags = 0): Promise<Uint8Array> {
  // Windows has no O_NONBLOCK.
  const handle = await system.open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  return closing(handle, async () => {
    const found = await handle.stat();
    if (!found.isFile()) throw coded(found.isDirectory() ? 'EISDIR' : 'EINVAL');
    return readWhole(handle);
  });
}

/** A pipe has no size beforehand. */
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
    // Between two pieces of a long file signals are heard.
    await untilEvents();
  }
}

/** A file to be read piece by piece; `path` as messages name it. */
export async function openWhole(system: FileSystem, target: string, path: string): Promise<OpenFile> {
  const handle = await system.open(target, 'r');
  // Nothing was written: that it cannot be closed loses nothing.
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
