import { Buffer } from 'node:buffer';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  statSync,
  type Stats,
  writeSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStatus } from '../file-access.js';
import { codedError, ifThere, isCoded } from './system.js';

/** Writes whole files so that neither a crash nor a full disk leaves a partial one. Also appends: there a full disk may leave a part of the text, and the append fails. */

/** Appends with a single write, because several could mix with those of other processes. @returns whether the file was empty */
export async function append(target: string, text: string, mode?: number): Promise<boolean> {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  // Windows has neither O_NOFOLLOW nor O_NONBLOCK.
  const flags =
    O_WRONLY | O_APPEND | O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  await makeFolder(dirname(target));
  const descriptor = openSync(target, flags, 0o600);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw codedError('EINVAL');
    const wasEmpty = found.size === 0;
    if (wasEmpty && mode !== undefined) {
      // The mode lets the group of a team's folder read the file, so the file needs that group, not the writer's own. A drive of
      // another system may have no groups or modes, and then the file stays as it is.
      const { gid } = statSync(dirname(target));
      attempt(() => fchownSync(descriptor, -1, gid));
      attempt(() => fchmodSync(descriptor, mode));
    }
    const data = Buffer.from(text);
    // On a nearly full disk a write is short and successful.
    if (writeSync(descriptor, data) !== data.length) throw codedError('ENOSPC');
    return wasEmpty;
  } finally {
    closeSync(descriptor);
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The file is usable without it.
  }
}

/** `write` makes a temporary file, which then takes the name of the target; if anything fails, nothing changes. @param isNew refuses a target that exists */
export async function writeAtomically(
  target: string,
  write: (temporary: string) => Promise<void>,
  isNew = false,
): Promise<void> {
  const folder = dirname(target);
  if ((await fileTypeAtPath(target)) === 'other') throw codedError('EINVAL');
  await makeFolder(folder);
  await sweep(folder);
  // node:crypto is slow to load, and most commands write no file.
  const { randomBytes } = await import('node:crypto');
  // In the same folder: a rename is atomic only within one file system.
  const temporary = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await write(temporary);
    await fs.chmod(temporary, 0o600);
    await sync(temporary, 'r+');
    await (isNew ? linkAsNew : renameWithRetries)(temporary, target);
  } catch (error) {
    await fs.unlink(temporary).catch(() => undefined);
    throw error;
  }
  // Without this sync a power loss may bring the old file back. Some systems cannot sync a folder.
  await sync(folder, 'r').catch(() => undefined);
}

/** Renames a file within its folder. The system's own rename would replace a file that has the new name. */
export async function rename(oldPath: string, newPath: string): Promise<void> {
  if ((await fileTypeAtPath(newPath)) !== undefined) throw codedError('EEXIST');
  await renameWithRetries(oldPath, newPath);
  await sync(dirname(newPath), 'r').catch(() => undefined);
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await fs.open(path, flags);
  await handle.sync().finally(() => handle.close());
}

/** `.f.0123456789ab.tmp`, or `.f.4711-0123456789ab.tmp` of older versions. It has no `$`, because conf adds an end: `.tmp.tmp-1234`. */
const temporaryName = /^\..+[.-][0-9a-f]{12}\.tmp/;
const sweptAfterMs = 3_600_000;

/** Removes temporary files that killed writers left: they may contain a secret. */
async function sweep(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!temporaryName.test(name)) continue;
    const path = join(folder, name);
    const found = await fs.lstat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > sweptAfterMs) {
      await fs.unlink(path).catch(() => undefined);
    }
  }
}

/** Names a file that must not be there yet. Without hard links it is copied. Both fail if the name is taken or the disk is full. */
async function linkAsNew(temporary: string, target: string): Promise<void> {
  const copy = (): Promise<void> => fs.copyFile(temporary, target, constants.COPYFILE_EXCL);
  await fs.link(temporary, target).catch(copy);
  await fs.unlink(temporary);
}

/** On Windows a virus scanner may hold a new file for a moment: the rename then fails with EPERM. */
async function renameWithRetries(oldPath: string, newPath: string, waitMs = 50): Promise<void> {
  await fs.rename(oldPath, newPath).catch(async (error: unknown) => {
    if (!isCoded(error, 'EPERM') || waitMs > 400) throw error;
    await wait(waitMs);
    await renameWithRetries(oldPath, newPath, 2 * waitMs);
  });
}

/** The kind of what has this name, links not followed. `throwIfNoEntry` is for a missing file, `ifThere` for a path that leads through a file. */
export async function fileTypeAtPath(
  target: string,
): Promise<FileStatus['kind'] | 'link' | undefined> {
  const status = ifThere(() => lstatSync(target, { throwIfNoEntry: false }));
  if (status === undefined) return undefined;
  return status.isSymbolicLink() ? 'link' : fileTypeOf(status);
}

export function fileTypeOf(status: Pick<Stats, 'isFile' | 'isDirectory'>): FileStatus['kind'] {
  if (status.isFile()) return 'file';
  return status.isDirectory() ? 'folder' : 'other';
}

/** Makes folders with mode 0700, level by level: node's own `recursive` never ends under /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const found = ifThere(() => statSync(folder, { throwIfNoEntry: false }));
  if (found?.isDirectory()) return;
  if (found) throw codedError('ENOTDIR');
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await fs.mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another process may have made it meanwhile.
    if (!isCoded(error, 'EEXIST')) throw error;
  });
}
