import { Buffer } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';
import type { Appended, AppendOptions } from '../context.js';
import { coded, isCoded } from './system.js';
import { makeFolder } from './whole.js';

const appendFlags =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  // Windows has neither.
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** Appends a line to a file that other processes may append to at the same time. */
export async function appendLine(
  path: string,
  line: string,
  { mode }: AppendOptions = {},
): Promise<Appended> {
  const open = (): Promise<FileHandle> => fs.open(path, appendFlags, mode ?? 0o600);
  const handle = await open().catch(async (error: unknown) => {
    if (!isCoded(error, 'ENOENT')) throw error;
    await makeFolder(dirname(path));
    return open();
  });
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw coded('EINVAL');
    if (mode === undefined) await makePrivate(handle, status.mode);
    else await share(handle, dirname(path), status, mode);
    const bytes = await appendWhole(handle, Buffer.from(`${line}\n`), status.size);
    return { bytes, beginning: await textAt(handle, 0, 64) };
  } finally {
    await handle.close();
  }
}

const makePrivate = async (handle: FileHandle, mode: number): Promise<void> => {
  if (platform !== 'win32' && (mode & 0o077) !== 0) await handle.chmod(0o600);
};

/** A drive of another system may have no groups or modes, and then the file stays as it is. */
async function share(handle: FileHandle, folder: string, { gid, size }: Stats, mode: number): Promise<void> {
  const wanted = await fs.stat(folder).then(
    (found) => found.gid,
    () => gid,
  );
  if (wanted !== gid) await handle.chown(-1, wanted).catch(() => undefined);
  // Without what the umask took.
  if (size === 0) await handle.chmod(mode).catch(() => undefined);
}

/**
 * Uses one write, because only a single write cannot mix with those of other processes. If another writer was killed in
 * the middle of a line meanwhile, the line is written again after the torn one. Returns the size of the file.
 */
async function appendWhole(handle: FileHandle, line: Buffer, before: number): Promise<number> {
  const torn = before > 0 && (await textAt(handle, before - 1, 1)) !== '\n';
  const data = torn ? Buffer.concat([lineFeed, line]) : line;
  const { bytesWritten } = await handle.write(data);
  if (bytesWritten !== data.length) throw coded('ENOSPC');
  const { size } = await handle.stat();
  if (size === before + data.length) return size;
  const meanwhile = Buffer.alloc(Math.max(0, size - before));
  await handle.read(meanwhile, 0, meanwhile.length, before);
  // The file ended with a line feed or was empty before: a complete line begins there or after another line feed.
  const stands = meanwhile.indexOf(line) === 0 || meanwhile.includes(Buffer.concat([lineFeed, line]));
  return stands ? size : appendWhole(handle, line, size);
}

const lineFeed = Buffer.from('\n');

async function textAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead).toString('utf8');
}
