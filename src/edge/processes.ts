import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill } from 'node:process';

/** Which process a number means, and whether that one still lives. */

/** Also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** From proc(5), behind the name: the state is field 3, when it began field 22. Linux alone tells it. */
function factsOf(pid: number): readonly string[] {
  const stat = told(() => readFileSync(`/proc/${String(pid)}/stat`, 'latin1'));
  // The name may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** A number is given to another process one day, which began at another time. */
export const beginningOf = (pid: number): string | undefined => factsOf(pid).at(19);

/** Killed, and kept by the system only until somebody asks how it ended. */
export const isZombie = (pid: number): boolean => ['Z', 'X'].includes(factsOf(pid)[0] ?? '');

/**
 * Where a number means a process: the machine as it runs now, and its namespace of processes. Containers may share a
 * host's name and a folder, and not their processes.
 */
export const placeOfProcesses = (): string =>
  [
    hostname(),
    told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    told(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ');

function told(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
