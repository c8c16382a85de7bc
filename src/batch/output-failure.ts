import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { notWritten, outputFailure as unwritable, wrongUsage } from '../tables/refusals.js';

/** What a failure to open or write the file of `--out` means. */

/** Codes that mean an impossible path. */
const ofUsage = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EINVAL', 'EACCES', 'EPERM']);

/** An impossible path is wrong usage; a disk that refuses the file is 14. */
export function notOpened(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  if (!ofUsage.has(error.code)) return outputFailure(error, path);
  return wrongUsage(notWritten(error, path), 'Choose another file with `--out`.', error);
}

/** What other programs did to the file while pvg was writing it. */
const meddled: Readonly<Record<string, string>> = {
  DELETED: 'was deleted',
  MOVED: 'was renamed or replaced',
  RESIZED: 'was changed by another program',
};

/** A file operation that fails after the run has begun: 14. */
export function outputFailure(error: unknown, path: string): unknown {
  const was = error instanceof FileError ? meddled[error.code] : undefined;
  if (was === undefined) return unwritable(error, path);
  return new PvgError(
    'output-unwritable',
    `${path} ${was} while pvg was writing to it: rows may be missing.`,
    {
      hint: 'If it has another name now, give it its old one. Continue with `--resume`, or start again with `--overwrite`.',
      cause: error,
    },
  );
}

/** What ends a run before its first look-up says so. */
export function unsent(error: unknown): never {
  if (!(error instanceof PvgError)) throw error;
  throw new PvgError(error.code, `${error.message} Nothing was sent.`, error.details);
}
