import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import * as tables from '../tables/refusals.js';

/** What a failure to open or write the file of `--out` means. */

/** Codes that mean an impossible path. */
const ofUsage = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EINVAL', 'EACCES', 'EPERM']);

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
  return tables.wrongUsage(tables.notWritten(error, path), 'Choose another file with `--out`.', error);
}

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
  const { says, hint } = (error instanceof FileError ? meddled[error.code] : undefined) ?? {};
  if (says === undefined || hint === undefined) return tables.outputFailure(error, path);
  return new PvgError('output-unwritable', `${path} ${says}`, { hint, cause: error });
}

/** What ends a run before its first look-up says so. */
export function unsent(error: unknown): never {
  if (!(error instanceof PvgError) || /nothing was sent/i.test(error.message)) throw error;
  throw new PvgError(error.code, `${error.message} Nothing was sent.`, error.details);
}
