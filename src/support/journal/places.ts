import { join } from 'node:path';
import type { Context } from '../../context.js';
import { FileError } from '../../file-access.js';

/** The folders of the journal: one in the state folder of this user, and one that a team shares. */

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

/** The end of a sentence such as `The journal has no such call`; empty while the journal is on. */
export function offWords(context: Pick<Context, 'env'>): string {
  return isJournalOff(context) ? ' and is off (PVG_NO_JOURNAL)' : '';
}

export function foldersOf(context: Pick<Context, 'env' | 'folders'>): string[] {
  return [...new Set([teamFolder(context) ?? [], ownFolder(context)].flat())];
}

/**
 * Uses a team’s folder. `use` gets the mode for new files: whoever may read the folder may read them.
 * @throws {FileError} also if there is no such folder. pvg does not make it: while a drive is not mounted, it would be made in
 *   the empty mount point
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
