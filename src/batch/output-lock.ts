import { basename } from 'node:path';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import { PvgError } from '../failure.js';
import { lockPath } from '../text/lock-path.js';

interface LockedOutput {
  readonly path: string;
  readonly option: '--out' | '--failed';
}

/**
 * Two runs that write to one file would mix their rows.
 * @returns lets the next run write
 * @throws {PvgError} `output-in-use`
 * @throws {FileError} if no lock can be made there
 */
export async function lockOutput(
  { files }: Pick<Context, 'files'>,
  { path, option }: LockedOutput,
): Promise<() => Promise<void>> {
  const release = await files.lock(path);
  if (release !== undefined) return release;
  const holder = await describeHolder(files, lockPath(path));
  throw new PvgError(
    'output-in-use',
    `Another run of pvg${holder} is writing to the file given with ${option}.`,
    {
      hint: `Wait for it to end, or choose another ${option}. If it was killed on another computer, delete the file \`${basename(lockPath(path))}\` beside the output.`,
    },
  );
}

/** ` (process 4711 on build-7)`, as the lock names it; empty if it has ended meanwhile. */
async function describeHolder(files: Context['files'], path: string): Promise<string> {
  const bytes = await files.read(path).catch(onFileError(() => new Uint8Array()));
  const [, number, host] = /^([0-9]+)@(.+)$/.exec(Buffer.from(bytes).toString()) ?? [];
  return number === undefined || host === undefined ? '' : ` (process ${number} on ${host})`;
}
