import { fstatSync, openSync, statSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { getBuiltinModule, platform } from 'node:process';

/**
 * Whether a descriptor is a terminal. A system call rules out pipes, files and the null device, because node:tty also
 * loads the network sockets.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev) return false;
  } catch {
    // The descriptor is closed, or the system has no /dev/null.
  }
  return getBuiltinModule('node:tty').isatty(descriptor);
}

/** Columns of the terminal behind stdout or stderr; the variable COLUMNS comes first. */
export function terminalColumns(
  env: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const said = Number(env['COLUMNS']);
  if (Number.isInteger(said) && said > 0) return said;
  const shown = [1, 2].find(isTerminal);
  return shown === undefined
    ? undefined
    : new (getBuiltinModule('node:tty').WriteStream)(shown).columns;
}

/** The terminal itself, for a question after standard input has ended. */
export function terminalInput(): ReadStream {
  return new (getBuiltinModule('node:tty').ReadStream)(
    openSync(platform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty', 'r'),
  );
}
