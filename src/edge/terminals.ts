import { fstatSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Whether a terminal is behind a descriptor. Pipes, files and the null device are told by a system call: asking
 * node:tty loads the network sockets, a fifth of a bare start.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev) return false;
  } catch {
    // Closed, or a system without that file.
  }
  return isatty(descriptor);
}
