import { dirname } from 'node:path';
import { FileError, type Context, type FileKind } from '../context.js';
import { PvgError } from '../failure.js';

/** A file that the user asked for by name: written whole, 0600, never over another unless that was asked for too. */
export interface OutFile {
  /** The option that named it. */
  readonly option: string;
  readonly path: string;
  readonly overwrite: boolean;
  /** What to do where the file is taken. */
  readonly hint?: string;
  /** What to type where the file is taken, or where it cannot be written. */
  readonly next?: { readonly taken: string; readonly unwritable: string };
}

type Doors = Pick<Context, 'files'>;

/**
 * Before anything is done that would be in vain. A symbolic link is replaced, and what it leads to stays.
 * @throws {PvgError} `output-exists`, `usage`, `output-unwritable`
 */
export async function requireFree({ files }: Doors, file: OutFile): Promise<void> {
  const kind = await files.kind(file.path).catch((error: unknown) => unwritten(file, error));
  if (kind === undefined) return;
  if (!file.overwrite) throw exists(file);
  if (kind !== 'file' && kind !== 'link') throw notRegular(file.option, kind);
}

/** Whether there is a file to go on from. @throws {PvgError} `usage` for what is none, `output-unwritable` */
export async function requireRegular({ files }: Doors, file: OutFile): Promise<void> {
  const kind = await files.kind(file.path).catch((error: unknown) => unwritten(file, error));
  if (kind !== undefined && kind !== 'file') throw notRegular(file.option, kind);
}

/** Where what comes before the file would be asked for again in vain. @throws {PvgError} `usage` */
export async function requireFolder({ files }: Doors, { option, path }: OutFile): Promise<void> {
  const folder = dirname(path);
  const found = await files.look(folder);
  if (found?.kind === 'folder') return;
  throw new PvgError(
    'usage',
    `The folder of ${option} ${found ? 'is a file' : 'is not there'}. Nothing was sent.`,
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

const kinds: Readonly<Record<Exclude<FileKind, 'file'>, readonly [is: string, wayOn: string]>> = {
  folder: ['a folder', 'Name a file in it.'],
  link: ['a symbolic link, which is not followed', 'Name the file that it leads to.'],
  other: ['a pipe or a device', 'Leave the option away where output can be led there by the shell.'],
};

const notRegular = (option: string, kind: Exclude<FileKind, 'file'>): PvgError =>
  new PvgError('usage', `The ${option} that exists is no regular file but ${kinds[kind][0]}.`, {
    hint: `Nothing was changed or sent. ${kinds[kind][1]}`,
  });

const exists = ({ option, next, hint }: OutFile): PvgError =>
  new PvgError('output-exists', `The file of ${option} exists already; it was left as it is.`, {
    hint: hint ?? 'Name a new file, or add `--overwrite`.',
    ...(next && { nextCommand: next.taken }),
  });
