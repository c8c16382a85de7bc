import { FileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';

/** A file that the user asked for by name: written whole, 0600, never over another unless that was asked for too. */
export interface OutFile {
  /** The option that named it. */
  readonly option: string;
  readonly path: string;
  readonly overwrite: boolean;
}

type Doors = Pick<Context, 'files'>;

/** Before anything is done that would be in vain. @throws {PvgError} `output-exists`, `output-unwritable` */
export async function requireFree({ files }: Doors, file: OutFile): Promise<void> {
  if (file.overwrite) return;
  if (await files.isTaken(file.path).catch((error: unknown) => unwritten(file, error))) throw exists(file);
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
    },
  );
}

const exists = ({ option }: OutFile): PvgError =>
  new PvgError('output-exists', `The file of ${option} exists already; it was left as it is.`, {
    hint: 'Name a new file, or add `--overwrite`.',
  });
