import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { wrongUsage } from './refusal.js';

/** What it means that the file of `--out` could not be opened or written. */

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  EINVAL: 'it is a pipe or a device',
};

/** Codes of a path that cannot be. */
export const ofUsage = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EINVAL', 'EACCES', 'EPERM']);

/** A path that cannot be is wrong usage, a disk that does not take it is 14. */
export function notOpened(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  if (error.code === 'EEXIST') {
    return new PvgError('output-exists', 'The file of --out exists already. Nothing was sent.', {
      hint: 'Go on from it with `--resume`, or replace it with `--overwrite`.',
      cause: error,
    });
  }
  if (!ofUsage.has(error.code)) return outputFailure(error, path);
  return wrongUsage(notWritten(error, path), 'Name another file for --out.', error);
}

const notWritten = ({ code }: FileError, path: string): string =>
  `${path} could not be written: ${reasons[code] ?? code}.`;

/** What others did with the file while it was written. */
const meddled: Readonly<Record<string, { readonly says: string; readonly hint: string }>> = {
  DELETED: {
    says: 'was deleted by somebody else while the run wrote it, and its rows with it.',
    hint: 'With `--resume` it starts again from the first row.',
  },
  MOVED: {
    says: 'is not the file that the run wrote: somebody renamed that, or put another in its place. The rows are not here.',
    hint: 'Where the file was renamed, its rows are in it: give it its name back before you go on with `--resume`.',
  },
  RESIZED: {
    says: 'does not hold what was written: somebody else cut it or wrote to it while the run did. Rows are missing in it or torn.',
    hint: 'Where --resume finds something else than rows in it, start again with `--overwrite`.',
  },
};

/** What a failed file operation means once the run has begun: 14. */
export function outputFailure(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  const { says, hint } = meddled[error.code] ?? {};
  return new PvgError('output-unwritable', says === undefined ? notWritten(error, path) : `${path} ${says}`, {
    ...(hint !== undefined && { hint }),
    cause: error,
  });
}
