import { Buffer } from 'node:buffer';
import { constants, ftruncateSync, readSync, writeSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { platform } from 'node:process';
import { FileError, type AppendFile, type LineFile } from '../file-access.js';
import { asFileError, codedError, codeOf } from './system.js';

/** On Windows a handle in append mode may not truncate the file. */
const usesAppendMode = platform !== 'win32';

/** A file that one process appends to for a long time; `path`: its name in messages. */
export async function openAppendFile(
  target: string,
  path: string,
  start: 'new' | { readonly keepBytes: number },
): Promise<AppendFile> {
  const flags =
    constants.O_RDWR |
    (constants.O_NOFOLLOW ?? 0) |
    (start === 'new' ? constants.O_CREAT | constants.O_EXCL : 0) |
    // In append mode each write goes to the present end. If another program cut the file, a write at the old end would leave
    // zeros in between.
    (usesAppendMode ? constants.O_APPEND : 0);
  const handle = await fs.open(target, flags, 0o600);
  let end = start === 'new' ? 0 : start.keepBytes;
  if (start !== 'new') await handle.truncate(end);
  return {
    write: (data) => {
      const bytes = Buffer.from(data);
      try {
        // On a nearly full disk a write is short and successful; only the next one says ENOSPC.
        for (let done = 0; done < bytes.length;) {
          done += writeSync(
            handle.fd,
            bytes,
            done,
            bytes.length - done,
            usesAppendMode ? null : end + done,
          );
        }
        end += bytes.length;
      } catch (error) {
        try {
          // Half a line is worse than none. Truncating works on a full disk.
          ftruncateSync(handle.fd, end);
        } catch {
          // The first failure is the one to report.
        }
        throw new FileError(codeOf(error), path, { cause: error });
      }
    },
    lineAt: (lineStart) => lineAt(handle.fd, lineStart),
    close: () => asFileError(path, () => close(handle, target, end)),
  };
}

/** The line that begins at `start`, without its line feed: reads more and more until its end is found. @throws the system's own error, not a FileError */
function lineAt(descriptor: number, start: number): string {
  for (let size = 8 * 1024; ; size *= 4) {
    const bytes = Buffer.alloc(size);
    const length = readSync(descriptor, bytes, 0, size, start);
    const lineEnd = bytes.subarray(0, length).indexOf(0x0a);
    if (lineEnd !== -1 || length < size) {
      return bytes.toString('utf8', 0, lineEnd === -1 ? length : lineEnd);
    }
  }
}

/** Opens a regular file to read its lines in any order. */
export async function openLineFile(target: string): Promise<LineFile> {
  // A pipe in its place could block forever. Windows has no O_NONBLOCK.
  const handle = await fs.open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw codedError('EINVAL');
  }
  return { lineAt: (start) => lineAt(handle.fd, start), close: () => handle.close() };
}

/** Closes the file. @throws `CHANGED` if another program has deleted, renamed or cut it meanwhile, which a write does not notice */
async function close(handle: fs.FileHandle, target: string, bytes: number): Promise<void> {
  try {
    await handle.sync();
    const opened = await handle.stat();
    const foundAtPath = await fs.lstat(target).catch(() => undefined);
    if (foundAtPath?.ino !== opened.ino || opened.size !== bytes) throw codedError('CHANGED');
  } finally {
    await handle.close();
  }
}
