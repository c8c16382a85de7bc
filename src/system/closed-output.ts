import { constants, fstatSync, readFileSync, statSync } from 'node:fs';

/**
 * Whether standard output was closed by whoever started pvg, as `>&-` does. Node then opens the null device in its place,
 * to read and to write, and every write to it succeeds. Only Linux shows how a descriptor was opened; elsewhere the answer
 * is no. A program that discards both outputs may open them in the same way (`stdio: 'ignore'`): it wants the status alone.
 */
export function isOutputClosed(): boolean {
  return isNullForBoth(1) && !isNullForBoth(2);
}

function isNullForBoth(descriptor: number): boolean {
  try {
    if (fstatSync(descriptor).rdev !== statSync('/dev/null').rdev) return false;
    const opened = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1');
    const flags = Number.parseInt(/^flags:\s*([0-7]+)$/m.exec(opened)?.[1] ?? '0', 8);
    return (flags & (constants.O_WRONLY | constants.O_RDWR)) === constants.O_RDWR;
  } catch {
    return false;
  }
}
