import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import type { Held } from '../context.js';
import { beginningOf, isZombie, placeOfProcesses } from './processes.js';
import { readRegular } from './reading.js';
import { isCoded, nothingThere, type FileSystem, type Writer } from './system.js';
import { writeNew } from './whole.js';

/**
 * Allows one writer per file: a small file next to it names the process that holds it, because Node has no system lock.
 * The lock of a killed process is ignored: on the same machine when the process is gone, from another machine when it
 * was not touched for a minute. docs/decisions/hold.md says why.
 */

const touchEveryMs = 10_000;
const untouchedMs = 60_000;

/** undefined: another process holds the file. */
export async function hold(target: string, writer: Writer): Promise<Held | undefined> {
  const { system, pid } = writer;
  const path = join(dirname(target), `.${basename(target)}.in-use`);
  const mine = JSON.stringify({ pid, begun: beginningOf(pid), host: placeOfProcesses() });
  if (!(await create(system, path, mine))) {
    if (!(await isLeftBehind(path, writer))) return undefined;
    // Several processes may see it, but only one can rename it.
    const away = `${path}.${String(pid)}`;
    await system.rename(path, away).catch(nothingThere);
    if (!(await isLeftBehind(away, writer))) {
      // Another process was faster: the renamed file is its new lock.
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
      // If it was taken over meanwhile, it belongs to another process.
      const now = await textOf(system, path).catch(() => undefined);
      if (now === mine) await system.unlink(path).catch(() => undefined);
    },
  };
}

/** false: the file is already there. */
const create = (system: FileSystem, path: string, text: string): Promise<boolean> =>
  writeNew(system, path, [Buffer.from(text)]).then(
    () => true,
    (error: unknown) => {
      if (isCoded(error, 'EEXIST')) return false;
      throw error;
    },
  );

async function isLeftBehind(path: string, { system, pid, isRunning }: Writer): Promise<boolean> {
  const text = await textOf(system, path);
  // It was released meanwhile.
  if (text === undefined) return true;
  const holder = readHolder(text);
  // A holder on another machine, one killed while it wrote its name, or one that is writing it now.
  if (holder?.host !== placeOfProcesses())
    return Date.now() - ((await system.stat(path).catch(nothingThere))?.mtimeMs ?? 0) > untouchedMs;
  // Numbers below 1 are not processes, but the system reports them as running.
  if (holder.pid === pid || holder.pid < 1 || !isRunning(holder.pid) || isZombie(holder.pid)) return true;
  // The number may belong to a new process by now.
  return holder.begun !== undefined && holder.begun !== beginningOf(holder.pid);
}

/** undefined if there is no such file. */
async function textOf(system: FileSystem, path: string): Promise<string | undefined> {
  const bytes = await readRegular(system, path, constants.O_NOFOLLOW ?? 0).catch(nothingThere);
  return bytes && Buffer.from(bytes).toString();
}

function readHolder(text: string): { pid: number; host: string; begun: unknown } | undefined {
  try {
    const { pid, host, begun } = JSON.parse(text) as Record<string, unknown>;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host, begun } : undefined;
  } catch {
    return undefined;
  }
}
