import { join } from 'node:path';
import type { Context } from '../../context.js';
import { FileError } from '../../file-access.js';

/** Where the journal is: in the state folder, or in a folder that a team shares. */

export function ownFolder({ folders }: Pick<Context, 'folders'>): string {
  return join(folders.state, 'journal');
}

export function teamFolder({ env }: Pick<Context, 'env'>): string | undefined {
  return env['PVG_JOURNAL_DIR'] || undefined;
}

/** Whether nothing is kept in the journal. */
export function isJournalOff({ env }: Pick<Context, 'env'>): boolean {
  return !['', '0'].includes(env['PVG_NO_JOURNAL'] ?? '');
}

/** The end of a sentence about what the journal does not have; empty while it is on. */
export function offWords(context: Pick<Context, 'env'>): string {
  return isJournalOff(context) ? ' and is off (PVG_NO_JOURNAL)' : '';
}

export function foldersOf(context: Pick<Context, 'env' | 'folders'>): string[] {
  return [...new Set([teamFolder(context) ?? [], ownFolder(context)].flat())];
}

/**
 * Whoever may read the folder may read the files that pvg makes in it.
 * @throws {FileError} also if there is no such folder: on an empty mount point, where nobody would look for it, pvg
 *   must not make one
 */
export async function useTeam<Result>(
  { files }: Pick<Context, 'files'>,
  folder: string,
  use: (mode: number) => Promise<Result>,
): Promise<Result> {
  const found = await files.status(folder);
  if (found?.kind !== 'folder') throw new FileError(found ? 'ENOTDIR' : 'ENOENT', folder);
  return use(0o600 | (found.mode & 0o044));
}
