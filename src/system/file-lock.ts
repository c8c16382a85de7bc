import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { lockPath } from '../text/lock-path.js';
import { isCoded } from './system.js';
import { makeFolder } from './write-whole-file.js';

/** How often a process looks whether a lock is free. */
const lookAgainMs = 20;
/** Removing a lock takes a moment: a mark that is older was left by a killed process. */
const longestRemovalMs = 10_000;

/** The locks that this process holds. The process number in a lock's file does not show that: an earlier process may have had it. */
const heldHere = new Set<string>();

/**
 * One writer per file: a small file next to it names the process that holds it, because Node has no system lock. On this
 * computer the lock of a process that has ended is ignored. docs/decisions/hold.md says why.
 */
export async function lockFile(target: string): Promise<(() => Promise<void>) | undefined> {
  const path = lockPath(target);
  if (heldHere.has(path)) return undefined;
  const isTaken =
    tryToTake(path) || ((await removeLeftBehind(path)) && !heldHere.has(path) && tryToTake(path));
  if (!isTaken) return undefined;
  heldHere.add(path);
  return async () => {
    await fs.unlink(path).catch(() => undefined);
    heldHere.delete(path);
  };
}

/**
 * Waits until the file is free, and makes missing folders for its lock.
 * @returns undefined if another process holds it for so long
 * @throws the reason of the interruption
 */
export async function lockFileWhenFree(
  target: string,
  { waitMs, interrupt }: { readonly waitMs: number; readonly interrupt: AbortSignal },
): Promise<(() => Promise<void>) | undefined> {
  await makeFolder(dirname(target));
  const endsMs = performance.now() + waitMs;
  for (;;) {
    interrupt.throwIfAborted();
    const release = await lockFile(target);
    if (release !== undefined || performance.now() > endsMs) return release;
    // A random wait gives each of many waiting processes the same chance.
    await setTimeout(lookAgainMs * (0.5 + Math.random()));
  }
}

/** Makes the lock's file, synchronously: so another process hardly ever sees it before its holder's name is in it. */
function tryToTake(path: string): boolean {
  try {
    writeFileSync(path, `${pid}@${hostname()}`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isCoded(error, 'EEXIST')) return false;
    // The file is there, but not the name: a disk that is full or broken.
    if (isCoded(error, 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO')) rmSync(path, { force: true });
    throw error;
  }
}

async function removeLeftBehind(path: string): Promise<boolean> {
  const read = (): Promise<string> => fs.readFile(path, 'utf8').catch(() => 'unreadable');
  let holder = await read();
  // The holder was killed before it wrote its name, or is just about to write it.
  if (holder === '') await setTimeout(1_000);
  holder ||= await read();
  const [, number, host] = /^(\d+)@(.+)$/.exec(holder) ?? [];
  // A holder on another computer, or one that cannot be read, counts as running.
  if (holder !== '' && (host !== hostname() || isRunning(Number(number)))) return false;
  return removeLockOf(path, holder);
}

/**
 * Removes the lock if `holder` still stands in it: another process may have removed it and taken a new one. A second file,
 * the mark, keeps the others out meanwhile. Synchronous, so that only a kill leaves the mark.
 * @returns whether the caller may try to take the lock
 */
function removeLockOf(path: string, holder: string): boolean {
  const mark = `${path}.removing`;
  if (!tryToTake(mark)) {
    const found = statSync(mark, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > longestRemovalMs) {
      rmSync(mark, { force: true });
    }
    return false;
  }
  try {
    if (readFileSync(path, 'utf8') === holder) rmSync(path, { force: true });
    return true;
  } catch (error) {
    // Another process has removed it meanwhile.
    return isCoded(error, 'ENOENT');
  } finally {
    rmSync(mark, { force: true });
  }
}

/** True for processes of other users, too. If the number is our own, an earlier process had it, as in a container. */
function isRunning(number: number): boolean {
  try {
    return number !== pid && kill(number, 0) && !isZombie(number);
  } catch (error) {
    return isCoded(error, 'EPERM');
  }
}

/** Whether a process has ended while its parent, such as GNU parallel, has not asked how. Only Linux tells: `4711 (node) Z 1 …`. */
function isZombie(number: number): boolean {
  try {
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${number}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
