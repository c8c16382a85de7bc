import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTerminal, terminalColumns, terminalInput } from '../../src/system/process.js';
import { temporaryFolder } from '../helpers/context.js';

const windows = process.platform === 'win32';

it.runIf(!windows)('files, pipes, the null device and closed descriptors are no terminals', () => {
  const folder = temporaryFolder();
  const [file, pipe] = ['file', 'pipe'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(file, '');
  spawnSync('mkfifo', [pipe]);
  const reading = constants.O_RDONLY | constants.O_NONBLOCK;
  const descriptors = [file, pipe, '/dev/null', '/dev/zero'].map((path) => openSync(path, reading));
  expect(descriptors.map(isTerminal)).toEqual([false, false, false, false]);
  descriptors.forEach((descriptor) => closeSync(descriptor));
  expect(isTerminal(descriptors[0] ?? 0)).toBe(false);
});

it.each([
  ['132', 132],
  ['1', 1],
])('COLUMNS says how wide the terminal is: %s', (said, columns) => {
  expect(terminalColumns({ COLUMNS: said })).toBe(columns);
});

it.each(['0', '-80', '80.5', 'wide', ''])('COLUMNS that is no number of columns: %j', (said) => {
  expect(terminalColumns({ COLUMNS: said })).toBe(terminalColumns({}));
});

/** Where the terminal is opened, or fails to be, because there is none. */
function openedPath(): unknown {
  try {
    terminalInput().destroy();
    return '/dev/tty';
  } catch (error) {
    return (error as NodeJS.ErrnoException).path;
  }
}

it.runIf(!windows)('the terminal is found under its name in this system', () => {
  expect(openedPath()).toBe('/dev/tty');
});
