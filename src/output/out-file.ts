import { dirname } from 'node:path';
import { FileError, whyNotWritten, type Context, type FileKind } from '../context.js';
import { PvgError } from '../failure.js';

/** A file that the user named: written completely or not at all, 0600, replacing nothing without `overwrite`. */
export interface OutFile {
  /** The option with its path. */
  readonly option: string;
  readonly path: string;
  readonly overwrite: boolean;
  /** What to do when the file exists. */
  readonly hint?: string;
  /** The next command when the file exists, or cannot be written. */
  readonly next?: { readonly taken: string; readonly unwritable?: string };
}

type Doors = Pick<Context, 'files'>;

/**
 * Checked before anything is sent. A symbolic link is replaced; its target stays.
 * @throws {PvgError} `output-exists`, `usage`, `output-unwritable`
 */
export async function requireFree(doors: Doors, file: OutFile): Promise<void> {
  const kind = await kindOf(doors, file);
  if (kind !== undefined && !file.overwrite) throw exists(file);
  if (kind !== 'link') refuseOther(file, kind);
}

/** For a file to resume from. @throws {PvgError} `usage` if it is not a regular file, `output-unwritable` */
export const requireRegular = async (doors: Doors, file: OutFile): Promise<void> => {
  refuseOther(file, await kindOf(doors, file));
};

/** Checked before anything is asked for. @throws {PvgError} `usage` */
export async function requireFolder({ files }: Doors, { option, path }: OutFile): Promise<void> {
  const found = await files.look(dirname(path));
  if (found?.kind === 'folder') return;
  const says = found
    ? `The path given with ${option} leads through a file, not a folder.`
    : `The folder of the ${option} file does not exist.`;
  throw new PvgError('usage', `${says} Nothing was sent.`, {
    hint: 'Make the folder first, or choose a folder that exists.',
  });
}

/** @throws {PvgError} `output-exists`, `output-unwritable` */
export async function writeOutFile({ files }: Doors, file: OutFile, data: string): Promise<void> {
  const { path, overwrite } = file;
  await files.create(path, data).catch(async (error: unknown) => {
    const isThere = error instanceof FileError && error.code === 'EEXIST';
    if (!isThere || !overwrite) return unwritten(file, error);
    // By a rename: the target of a symbolic link stays.
    await files.replace(path, data).catch((failed: unknown) => unwritten(file, failed));
  });
}

const kindOf = ({ files }: Doors, file: OutFile): Promise<FileKind | undefined> =>
  files.kind(file.path).catch((error: unknown) => unwritten(file, error));

function unwritten(file: OutFile, error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  if (error.code === 'EEXIST') throw exists(file);
  const says = `The ${file.option} file could not be written: ${whyNotWritten(error.code)}.`;
  const hint = `Choose another file with \`${file.option}\`.`;
  throw new PvgError('output-unwritable', says, { hint, nextCommand: file.next?.unwritable });
}

const kinds = { folder: 'a folder', link: 'a symbolic link', other: 'a pipe or a device' } as const;

function refuseOther({ option }: OutFile, kind: FileKind | undefined): void {
  if (kind === undefined || kind === 'file') return;
  throw new PvgError('usage', `The path of ${option} is ${kinds[kind]}.`, {
    hint: 'Nothing was changed or sent. Choose a regular file.',
  });
}

const exists = ({ option, next, hint }: OutFile): PvgError =>
  new PvgError('output-exists', `The ${option} file exists already. It was not changed.`, {
    hint: hint ?? 'Choose another file, or add `--overwrite`.',
    nextCommand: next?.taken,
  });
