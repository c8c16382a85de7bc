import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
  type Stats,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/**
 * The calls of `node:fs/promises`, made at once: a start that reads five small files waits for no thread, and
 * `node:fs/promises` is not loaded (some 5 ms together). What may block for long, a pipe or a device, is opened by
 * `node:fs/promises` itself, so that signals are heard meanwhile.
 */

/** The part of node's `FileHandle` that is used here. */
export interface Handle extends Pick<FileHandle, 'chmod' | 'close' | 'fd' | 'sync' | 'truncate'> {
  stat(): Promise<Stats>;
  read<Bytes extends Uint8Array>(
    buffer: Bytes,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesRead: number; buffer: Bytes }>;
  write(data: Uint8Array, offset?: number, length?: number): Promise<{ bytesWritten: number }>;
  readFile(): Promise<Buffer>;
}

export async function open(path: string, flags: number | string, mode?: number): Promise<Handle> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isDirectory())
    return (await import('node:fs/promises')).open(path, flags, mode);
  // node's own error takes ten times as long to make, and every command looks for files that are not there.
  if (!found && !isMaking(flags)) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  return handleOf(openSync(path, flags, mode));
}

const isMaking = (flags: number | string): boolean =>
  typeof flags === 'string' ? !flags.startsWith('r') : (flags & constants.O_CREAT) !== 0;

/** What it throws, its promise is rejected with: as node's own. */
const promised =
  <Arguments extends unknown[], Result>(call: (...args: Arguments) => Result) =>
  async (...args: Arguments): Promise<Result> =>
    call(...args);

function handleOf(fd: number): Handle {
  return {
    fd,
    chmod: promised((mode) => fchmodSync(fd, mode)),
    close: promised(() => closeSync(fd)),
    stat: promised(() => fstatSync(fd)),
    sync: promised(() => fsyncSync(fd)),
    truncate: promised((length) => ftruncateSync(fd, length)),
    read: async (buffer, offset, length, position) => ({
      bytesRead: readSync(fd, buffer, offset, length, position),
      buffer,
    }),
    write: promised((data, offset, length) => ({ bytesWritten: writeSync(fd, data, offset, length) })),
    readFile: promised(() => readFileSync(fd)),
  };
}

export const chmod = promised(chmodSync);
export const copyFile = promised(copyFileSync);
export const link = promised(linkSync);
export const lstat = promised((path: string) => lstatSync(path));
export const mkdir = promised((path: string, options: { readonly mode: number }) => mkdirSync(path, options));
export const readFile = promised((path: string) => readFileSync(path));
export const readdir = promised((path: string) => readdirSync(path));
export const rename = promised(renameSync);
export const rm = promised(rmSync);
export const stat = promised((path: string) => statSync(path));
export const unlink = promised(unlinkSync);
export const utimes = promised(utimesSync);
