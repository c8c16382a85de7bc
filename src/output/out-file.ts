import { dirname } from 'node:path';
import { FileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';

/** A file that the user asked for by name: written whole, 0600, never over another unless that was asked for too. */
export interface OutFile {
  /** The option that named it. */
  readonly option: string;
  readonly path: string;
  readonly overwrite: boolean;
  /** What to type where the file is taken, or where it cannot be written. */
  readonly next?: { readonly taken: string; readonly unwritable: string };
}

type Doors = Pick<Context, 'files'>;

/** Before anything is done that would be in vain. @throws {PvgError} `output-exists`, `output-unwritable` */
export async function requireFree({ files }: Doors, file: OutFile): Promise<void> {
  if (file.overwrite) return;
  if (await files.isTaken(file.path).catch((error: unknown) => unwritten(file, error))) throw exists(file);
}

/** Where what comes before the file would be asked for again in vain. @throws {PvgError} `usage` */
export async function requireFolder({ files }: Doors, { option, path }: OutFile): Promise<void> {
  const folder = dirname(path);
  const isThere = await files.isTaken(folder).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    return false;
  });
  if (isThere && (await files.mode(folder)) === undefined) return;
  throw new PvgError(
    'usage',
    `The folder of ${option} ${isThere ? 'is a file' : 'is not there'}. Nothing was sent.`,
    { hint: 'Make the folder first, or name a file in one that is there.' },
  );
}

/** @throws {PvgError} `output-exists`, `output-unwritable` */
export async function writeOutFile({ files }: Doors, file: OutFile, data: string): Promise<void> {
  const { path, overwrite } = file;
  await files.create(path, data).catch(async (error: unknown) => {
    const isThere = error instanceof FileError && error.code === 'EEXIST';
    if (!isThere || !overwrite) return unwritten(file, error);
    // By a rename: what a symlink points to stays as it is.
    await files.replace(path, data).catch((failed: unknown) => unwritten(file, failed));
  });
}

function unwritten(file: OutFile, error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  if (error.code === 'EEXIST') throw exists(file);
  throw new PvgError(
    'output-unwritable',
    `The file of ${file.option} could not be written (${error.code}).`,
    {
      hint: 'Check the folder and the room on the disk.',
      ...(file.next && { nextCommand: file.next.unwritable }),
    },
  );
}

const exists = ({ option, next }: OutFile): PvgError =>
  new PvgError('output-exists', `The file of ${option} exists already; it was left as it is.`, {
    hint: 'Name a new file, or add `--overwrite`.',
    ...(next && { nextCommand: next.taken }),
  });
