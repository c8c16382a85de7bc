import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { notWritten, outputFailure, wrongUsage } from '../tables/refusals.js';

/** Codes that mean an impossible path. */
const ofUsage = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EINVAL', 'EACCES', 'EPERM']);

/** What a failure to open the file of `--out` means: an impossible path is wrong usage; a disk that refuses the file is 14. */
export const notOpened = (error: unknown, path: string): unknown =>
  error instanceof FileError && ofUsage.has(error.code)
    ? wrongUsage(notWritten(error, path), 'Choose another file with `--out`.', error)
    : outputFailure(error, path);

/** What ends a run before its first look-up says so. */
export function unsent(error: unknown): never {
  if (!(error instanceof PvgError)) throw error;
  throw new PvgError(error.code, `${error.message} Nothing was sent.`, error.details);
}
