import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { whyUnreadable } from '../input/bytes.js';

export const wrongUsage = (says: string, hint: string, cause?: unknown): PvgError =>
  new PvgError('usage', says, { hint, cause });

export const wrongInput = (says: string, hint: string, cause?: unknown): PvgError =>
  new PvgError('input-unreadable', says, { hint, cause });

/** `--granted grants.csv, line 3: the row has …`. @param says a clause about the row */
export const wrongRow = (
  name: string,
  line: number,
  says: string,
  hint = 'Fix that row in the file.',
): PvgError => wrongInput(`${name}, line ${line}: the row ${says}.`, hint);

/** A FileError of the input as a PvgError: a failure of the output is a FileError too. */
export const inputFailure = (error: unknown): unknown =>
  error instanceof FileError
    ? wrongInput(
        `pvg ${whyUnreadable(error)}.`,
        'Check the path and its permissions, or use `-` for standard input.',
        error,
      )
    : error;

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed',
  EACCES: 'you have no permission to write it',
  EPERM: 'you have no permission to write it',
  EROFS: 'the file system is read-only',
};

/** A file operation that fails after the run has begun: 14. */
export const outputFailure = (error: unknown, path: string): unknown =>
  error instanceof FileError
    ? new PvgError(
        'output-unwritable',
        `${path} could not be written: ${reasons[error.code] ?? error.code}.`,
        {
          cause: error,
        },
      )
    : error;
