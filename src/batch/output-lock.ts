import { basename } from 'node:path';
import type { Context } from '../context.js';
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
  throw new PvgError(
    'output-in-use',
    `Another run of pvg is writing to the file given with ${option}.`,
    {
      hint: `Wait for it to end, or choose another ${option}. If it was killed on another computer, delete the file \`${basename(lockPath(path))}\` beside the output.`,
    },
  );
}
