import { FileError } from '../context.js';
import { PvgError } from '../failure.js';

/** Why a file of the store is not to be had; nothing of it is quoted. */

export const damaged = (path: string, hint = 'Move it away.'): PvgError =>
  new PvgError('configuration-unreadable', `${path} is damaged; it was kept as it is.`, { hint });

export const isALink = (path: string): PvgError =>
  new PvgError('configuration-unreadable', `${path} cannot be read (ELOOP).`, {
    hint: 'It is a symbolic link; pvg reads plain files only.',
  });

export const unreadable =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof FileError)) throw error;
    throw new PvgError('configuration-unreadable', `${path} cannot be read (${error.code}).`, {
      hint: 'Check its owner and mode.',
      cause: error,
    });
  };

const diskFull: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'];

export const unwritable =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof FileError)) throw error;
    if (error.code === 'EEXIST') {
      throw new PvgError('profile-exists', `${path} exists already; nothing was changed.`, {
        hint: 'Use `pvg profile set` to change it.',
      });
    }
    const isFull = diskFull.includes(error.code);
    throw new PvgError(
      isFull ? 'output-unwritable' : 'configuration-unwritable',
      `${path} could not be written (${error.code}); what was there is unchanged.`,
      {
        hint: isFull
          ? 'Make room on the disk and run it again.'
          : 'Check the folder’s owner and mode, or set PVG_CONFIG_DIR.',
        cause: error,
      },
    );
  };

export const cut = (path: string): PvgError =>
  new PvgError('output-unwritable', `${path} could not be written whole; what was there is unchanged.`, {
    hint: 'The disk may be full: make room and run it again.',
  });
