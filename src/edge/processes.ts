import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill } from 'node:process';

/** Identifies processes by number, and whether they still run. */

/** True for processes of other users, too. */
export function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** proc(5), Linux only: the fields after the name. The state is field 3, the start time field 22. */
function factsOf(pid: number): readonly string[] {
  const stat = told(() => readFileSync(`/proc/${String(pid)}/stat`, 'latin1'));
  // The name may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The start time tells apart two processes that had the same number. */
export const beginningOf = (pid: number): string | undefined => factsOf(pid).at(19);

/** Ended, but still listed until its parent reads its status. */
export const isZombie = (pid: number): boolean => ['Z', 'X'].includes(factsOf(pid)[0] ?? '');

/**
 * Where a process number is valid: this machine since its last start, and this process namespace. Containers may share
 * a host name and a folder, but not their processes.
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
