import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { isCoded } from './system.js';

/**
 * One writer per file: a small file next to it names the process that holds it, because Node has no system lock. On this
 * computer the lock of a process that has ended is ignored. docs/decisions/hold.md says why.
 */
export async function hold(target: string): Promise<(() => Promise<void>) | undefined> {
  const path = join(dirname(target), `.${basename(target)}.in-use`);
  const isTaken = take(path) || ((await removeLeftBehind(path)) && take(path));
  return isTaken ? () => fs.unlink(path).catch(() => undefined) : undefined;
}

/** Synchronous, so that a lock without its name is hardly ever seen. */
function take(path: string): boolean {
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
  // Killed before it wrote its name, or just about to write it.
  if (holder === '') await setTimeout(1_000);
  holder ||= await read();
  const [, number, host] = /^(\d+)@(.+)$/.exec(holder) ?? [];
  if (holder !== '' && (host !== hostname() || isRunning(Number(number)))) return false;
  await fs.rm(path, { force: true });
  return true;
}

/** True for processes of other users, too. Our own number was that of an earlier process, as in a container. */
function isRunning(number: number): boolean {
  try {
    return number !== pid && kill(number, 0) && !isZombie(number);
  } catch (error) {
    return isCoded(error, 'EPERM');
  }
}

/** It has ended, and its parent, such as GNU parallel, has not asked how. Only Linux tells. */
function isZombie(number: number): boolean {
  try {
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${number}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
