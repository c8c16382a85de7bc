import { dirname } from 'node:path';
import type { Context } from '../context.js';
import { FileError, whyFailed } from '../file-access.js';
import { PvgError } from '../failure.js';

/** A file that the user named. It is written completely or not at all, with mode 0600; `overwrite` may replace a file. */
export interface OutFile {
  /** The option that names the file: `--out`. */
  readonly option: string;
  readonly path: string;
  readonly overwrite: boolean;
  /** Whether the file may exist already: then it is continued. */
  readonly resumes?: boolean;
  /** Whether the command would have sent something: a refusal says that nothing was. */
  readonly sends?: boolean;
  /** What to do when the file exists. */
  readonly hint?: string;
  /** The next command when the file exists. */
  readonly next?: string | undefined;
}

/**
 * Refuses a path where the file cannot be, before anything is asked for. A symbolic link is replaced: its target stays.
 * @throws {PvgError} `output-exists`, `usage`, `output-unwritable`
 */
export async function requireFree({ files }: Pick<Context, 'files'>, file: OutFile): Promise<void> {
  const { option, path, overwrite, resumes = false, sends = false } = file;
  const pathError = (says: string, hint: string): PvgError =>
    new PvgError('usage', `${says} Nothing was ${sends ? 'sent' : 'written'}.`, { hint });
  if (path === '-') {
    const toStdout = option === '--out' ? ` Without \`${option}\`, standard output is used.` : '';
    throw pathError(
      `${option} needs the name of a file: \`-\` is none.`,
      `\`./-\` means a file with this name.${toStdout}`,
    );
  }
  if ((await files.status(dirname(path)))?.kind !== 'folder') {
    throw pathError(`The folder of the ${option} file does not exist.`, 'Make the folder first.');
  }
  const kind = await files.fileType(path).catch((error: unknown) => throwWriteError(file, error));
  if (kind === undefined) return;
  // A link itself can be replaced, but to continue its file would write to its target.
  const mayReplace = kind === 'file' || (kind === 'link' && !resumes);
  if (!mayReplace) {
    throw pathError(`The path of ${option} is ${kindWords[kind]}.`, 'Choose a regular file.');
  }
  if (!overwrite && !resumes) throw existsError(file);
}

const kindWords = {
  file: 'a file',
  folder: 'a folder',
  link: 'a symbolic link',
  other: 'a pipe or a device',
} as const;

/** @throws {PvgError} `output-exists`, `output-unwritable` */
export async function writeOutFile(
  { files }: Pick<Context, 'files'>,
  file: OutFile,
  data: string,
): Promise<void> {
  const { path, overwrite } = file;
  const isNew = !overwrite;
  // Written by a rename: the target of a symbolic link stays.
  await files.write(path, data, isNew).catch((error: unknown) => throwWriteError(file, error));
}

function throwWriteError(file: OutFile, error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  if (error.code === 'EEXIST') throw existsError(file);
  const says = `The ${file.option} file could not be written: ${whyFailed(error.code)}.`;
  const hint = `Choose another file with \`${file.option}\`.`;
  throw new PvgError('output-unwritable', says, { hint });
}

const existsError = ({ option, next, hint }: OutFile): PvgError =>
  new PvgError('output-exists', `The ${option} file exists already. It was not changed.`, {
    hint: hint ?? 'Choose another file, or add `--overwrite`.',
    nextCommand: next,
  });
