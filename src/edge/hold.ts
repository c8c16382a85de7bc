import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { kill, pid } from 'node:process';
import type { Held } from '../context.js';
import { isCoded } from './system.js';

/**
 * One writer per file: a small file next to it names the process that holds it, because Node has no system lock. On this
 * computer the lock of a process that has ended is ignored. docs/decisions/hold.md says why.
 */
export async function hold(target: string): Promise<Held | undefined> {
  const path = join(dirname(target), `.${basename(target)}.in-use`);
  const isTaken = take(path) || ((await removeLeftBehind(path)) && take(path));
  return isTaken ? { release: () => fs.unlink(path).catch(() => undefined) } : undefined;
}

/** Synchronous, so that a kill hardly ever leaves a lock without a name. */
function take(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (isCoded(error, 'EEXIST')) return false;
    throw error;
  }
  try {
    writeSync(file, `${pid}@${hostname()}`);
    return true;
  } catch (error) {
    // A full disk has room for the file and none for the name.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

async function removeLeftBehind(path: string): Promise<boolean> {
  const holder = await fs.readFile(path, 'utf8').catch(() => '');
  const [, number, host] = /^(\d+)@(.+)$/.exec(holder) ?? [];
  if (host !== hostname() || isRunning(Number(number))) return false;
  return fs.unlink(path).then(
    () => true,
    () => false,
  );
}

/** True for processes of other users, too. Our own number was that of an earlier process, as in a container. */
function isRunning(number: number): boolean {
  if (number === pid) return false;
  try {
    return kill(number, 0) && !isZombie(number);
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
