import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { wrongUsage } from '../tables/refusals.js';

/** What a failure to open or write the file of `--out` means. */

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed',
  EACCES: 'you have no permission to write it',
  EPERM: 'you have no permission to write it',
  EROFS: 'the file system is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  EINVAL: 'it is a pipe or a device',
};

/** Codes that mean an impossible path. */
export const ofUsage = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EINVAL', 'EACCES', 'EPERM']);

/** An impossible path is wrong usage; a disk that refuses the file is 14. */
export function notOpened(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  if (error.code === 'EEXIST') {
    return new PvgError('output-exists', 'The file given with --out already exists. Nothing was sent.', {
      hint: 'Continue it with `--resume`, or replace it with `--overwrite`.',
      cause: error,
    });
  }
  if (!ofUsage.has(error.code)) return outputFailure(error, path);
  return wrongUsage(notWritten(error, path), 'Choose another file with `--out`.', error);
}

const notWritten = ({ code }: FileError, path: string): string =>
  `${path} could not be written: ${reasons[code] ?? code}.`;

/** What other programs did to the file while pvg was writing it. */
const meddled: Readonly<Record<string, { readonly says: string; readonly hint: string }>> = {
  DELETED: {
    says: 'was deleted while pvg was writing to it. Its rows are lost.',
    hint: '`--resume` starts again from the first row.',
  },
  MOVED: {
    says: 'is no longer the file that pvg was writing to: it was renamed or replaced. The rows are not in it.',
    hint: 'If the file was renamed, give it its old name. Then continue with `--resume`.',
  },
  RESIZED: {
    says: 'was changed by another program while pvg was writing to it. Rows may be missing or damaged.',
    hint: 'Try `--resume`. If it refuses the file, start again with `--overwrite`.',
  },
};

/** A file operation that fails after the run has begun: 14. */
export function outputFailure(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  const { says, hint } = meddled[error.code] ?? {};
  return new PvgError('output-unwritable', says === undefined ? notWritten(error, path) : `${path} ${says}`, {
    ...(hint !== undefined && { hint }),
    cause: error,
  });
}

/** What ends a run before its first look-up says so. */
export function unsent(error: unknown): never {
  if (!(error instanceof PvgError) || /nothing was sent/i.test(error.message)) throw error;
  throw new PvgError(error.code, `${error.message} Nothing was sent.`, error.details);
}
