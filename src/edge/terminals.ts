import { fstatSync, statSync } from 'node:fs';
import { getBuiltinModule } from 'node:process';

/**
 * Whether a terminal is behind a descriptor. Pipes, files and the null device are told by a system call: node:tty, and
 * with it the network sockets, is loaded for a terminal alone.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev) return false;
  } catch {
    // Closed, or a system without that file.
  }
  return getBuiltinModule('node:tty').isatty(descriptor);
}

/** Of the terminal that shows stdout or stderr; COLUMNS where the user says so. */
export function terminalColumns(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const said = Number(env['COLUMNS']);
  if (Number.isInteger(said) && said > 0) return said;
  const shown = [1, 2].find(isTerminal);
  return shown === undefined ? undefined : new (getBuiltinModule('node:tty').WriteStream)(shown).columns;
}
