import { Buffer } from 'node:buffer';
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { FileError, type Held } from '../context.js';
import type * as fileSystem from 'node:fs/promises';

/**
 * One writer for a file: a small file beside it names the process that holds it. Node has no lock of the system's own.
 * What a killed holder leaves is taken over: on the same machine when its process is gone, from another one when
 * nobody has touched it for a minute.
 */

export interface HoldDoors {
  readonly system: Pick<typeof fileSystem, 'open' | 'unlink' | 'rename' | 'stat' | 'utimes'>;
  /** Of this process. */
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
}

const touchEveryMs = 10_000;
const untouchedMs = 60_000;
const largestHold = 4_096;

export const holdPath = (target: string): string => join(dirname(target), `.${basename(target)}.in-use`);

/** undefined: somebody else holds it. */
export async function hold(target: string, doors: HoldDoors): Promise<Held | undefined> {
  const { system, pid } = doors;
  const path = holdPath(target);
  const mine = `${JSON.stringify({ pid, begun: beginningOf(pid), host: placeOfProcesses() })}\n`;
  if (!(await create(system, path, mine))) {
    if (!(await isLeftBehind(path, doors))) return undefined;
    // Only one of several that see it can take it away.
    const away = `${path}.${String(pid)}`;
    await system.rename(path, away).catch(unlessMissing);
    if (!(await isLeftBehind(away, doors))) {
      // Another one was faster, and this is its own already.
      await system.rename(away, path);
      return undefined;
    }
    await system.unlink(away).catch(() => undefined);
    if (!(await create(system, path, mine))) return undefined;
  }
  const timer = setInterval(() => {
    const now = new Date();
    system.utimes(path, now, now).catch(() => undefined);
  }, touchEveryMs);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      // Taken over meanwhile, it is another one's.
      const now = await holdAt(system, path).catch(() => undefined);
      if (now?.text === mine) await system.unlink(path).catch(() => undefined);
    },
  };
}

/** false: there is one. */
async function create(system: HoldDoors['system'], path: string, text: string): Promise<boolean> {
  // Windows has no O_NOFOLLOW.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await system.open(path, flags, 0o600).catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  });
  if (handle === undefined) return false;
  try {
    const bytes = Buffer.from(text);
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten !== bytes.length) throw new FileError('ENOSPC', path);
  } catch (error) {
    await system.unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
  return true;
}

async function isLeftBehind(path: string, { system, pid, isRunning }: HoldDoors): Promise<boolean> {
  const found = await holdAt(system, path);
  // It has been released meanwhile.
  if (found === undefined) return true;
  // A pipe or a folder in its place was put there by somebody else.
  if (found.text === undefined) return false;
  const holder = read(found.text);
  // A holder that was killed while it wrote its name, or one that is just writing it.
  if (holder === undefined || holder.host !== placeOfProcesses())
    return Date.now() - found.mtimeMs > untouchedMs;
  // 0 and below are no process, and a system says of them that they live.
  if (holder.pid === pid || holder.pid < 1 || !isRunning(holder.pid) || isZombie(holder.pid)) return true;
  // The number may be another process's by now.
  return holder.begun !== undefined && holder.begun !== beginningOf(holder.pid);
}

interface Hold {
  readonly mtimeMs: number;
  /** undefined: it is no file. */
  readonly text: string | undefined;
}

/** undefined: there is none. Never waits for a pipe. */
async function holdAt(system: HoldDoors['system'], path: string): Promise<Hold | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await system.open(path, flags).catch(unlessMissing);
  if (handle === undefined) return undefined;
  try {
    const status = await handle.stat();
    if (!status.isFile()) return { mtimeMs: status.mtimeMs, text: undefined };
    const { buffer, bytesRead } = await handle.read(new Uint8Array(largestHold), 0, largestHold, 0);
    return { mtimeMs: status.mtimeMs, text: new TextDecoder().decode(buffer.subarray(0, bytesRead)) };
  } finally {
    await handle.close().catch(() => undefined);
  }
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly begun: string | undefined;
}

function read(text: string): Holder | undefined {
  try {
    const { pid, host, begun } = JSON.parse(text) as Partial<Record<keyof Holder, unknown>>;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    return { pid, host, begun: typeof begun === 'string' ? begun : undefined };
  } catch {
    return undefined;
  }
}

/** Of a process, from proc(5), behind its name: the state is field 3, when it began field 22. Linux alone tells it. */
function factsOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    // The name may hold spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const beginningOf = (pid: number): string | undefined => factsOf(pid).at(19);

/** Killed, and kept by the system only until somebody asks how it ended. */
const isZombie = (pid: number): boolean => ['Z', 'X'].includes(factsOf(pid)[0] ?? '');

/**
 * Where a number means a process: the machine as it runs now, and its namespace of processes. Containers may share a
 * host's name and a folder, and not their processes.
 */
export function placeOfProcesses(): string {
  const told = (read: () => string): string => {
    try {
      return read();
    } catch {
      return '';
    }
  };
  const boot = told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  return [hostname(), boot, told(() => readlinkSync('/proc/self/ns/pid'))].join(' ');
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
  return undefined;
}
