import { join } from 'node:path';
import type { Context } from '../../context.js';
import { onFileError, type FileError } from '../../file-access.js';
import { hmacSha256Hex } from '../../signing/digest.js';
import { foldersOf, ownFolder, useTeam } from './places.js';
import { knownKeys } from './player-key.js';

/**
 * The files of the journal: one for each user, computer and month, such as `maria@desk-3-1f2e3d4c-2026-11.ndjson`. Nobody
 * writes into a file of somebody else, so no lock is needed.
 */

export type JournalContext = Pick<Context, 'files' | 'folders' | 'env' | 'account'>;

/** The most bytes that are read of somebody else’s file: far more than one person writes in a month. */
export const mostForeignBytes = 64 * 1024 * 1024;

export interface JournalFile {
  readonly path: string;
  /** It is in the state folder, or it is this user's file in a team's folder. */
  readonly isOwn: boolean;
  /** This user wrote it, so pvg may delete it. Other users may share the state folder: their files are `isOwn`, but not `isMine`. */
  readonly isMine: boolean;
  /** `2026-11`; undefined for the files of older versions. */
  readonly month: string | undefined;
}

/** The name of a user or a computer as a part of a file name: `Maria Müller` becomes `maria-m-ller`. */
const asName = (name: string | null): string =>
  (name ?? 'unknown')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 32);

/** `maria@desk-3-1f2e3d4c-`. The hex digits come from the key of this home, so that two homes with the same names differ. */
export function fileNamePrefix(
  { account }: Pick<Context, 'account'>,
  key: string | undefined,
): string {
  const id = key === undefined ? '00000000' : hmacSha256Hex(key, 'journal').slice(0, 8);
  return `${asName(account.user)}@${asName(account.host)}-${id}-`;
}

const monthName = /^[a-z0-9.-]+@[a-z0-9.-]+-[0-9a-f]{8}-(\d{4}-\d\d)\.ndjson$/;

/**
 * Whether a file has a name that older versions gave: `journal.ndjson`, `pvg-desk-3-0123456789ab.ndjson`, each also with a time
 * (`journal-20260101T000000Z-0123456789ab.ndjson`), or `pending-1767225600000-0123456789ab.ndjson`.
 */
const isOfOlderVersion = (name: string): boolean =>
  /^(?:journal|pvg-[a-z0-9.-]+-[0-9a-f]{12})(?:-\d{8}T\d{6}Z-[0-9a-f]{12})?\.ndjson$/.test(name) ||
  /^pending-\d{13}-[0-9a-f]{12}\.ndjson$/.test(name);

/** The files of all users in both folders. @param failed is called for a folder that cannot be read */
export async function filesOf(
  context: JournalContext,
  failed: (error: FileError) => void,
): Promise<readonly JournalFile[]> {
  const keys = await knownKeys(context);
  // Without a key, the names of this user's files have zeros in its place.
  const prefixes = (keys.length === 0 ? [undefined] : keys).map((key) =>
    fileNamePrefix(context, key),
  );
  const found: JournalFile[] = [];
  for (const folder of foldersOf(context)) {
    const names = await fileNamesIn(context, folder).catch(
      onFileError((error): readonly string[] => {
        failed(error);
        return [];
      }),
    );
    for (const name of names) {
      const month = monthName.exec(name)?.[1];
      if (month === undefined && !isOfOlderVersion(name)) continue;
      const isInOwnFolder = folder === ownFolder(context);
      const hasOwnPrefix = prefixes.some((prefix) => name.startsWith(prefix));
      // Users who share a state folder share its key, and the key may have changed: in that folder only the user’s name counts.
      // The names of older versions have no user, so such a file counts as this user's.
      const hasUserName =
        month === undefined || name.startsWith(`${asName(context.account.user)}@`);
      const isOwn = isInOwnFolder || hasOwnPrefix;
      const isMine = isInOwnFolder ? hasUserName : hasOwnPrefix;
      found.push({ path: join(folder, name), isOwn, isMine, month });
    }
  }
  return found;
}

/** The files that look like parts of the journal, but that no command reads: copies, and files that somebody renamed. */
export async function unreadFiles(context: JournalContext): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of foldersOf(context)) {
    const names = await fileNamesIn(context, folder).catch(
      onFileError((): readonly string[] => []),
    );
    const unread = names.filter((name) => /ndjson/i.test(name) && !isJournalName(name));
    found.push(...unread.map((name) => join(folder, name)));
  }
  return found;
}

function isJournalName(name: string): boolean {
  return monthName.test(name) || isOfOlderVersion(name);
}

function fileNamesIn(context: JournalContext, folder: string): Promise<readonly string[]> {
  const list = () => context.files.listNames(folder);
  return folder === ownFolder(context) ? list() : useTeam(context, folder, list);
}

/** Deletes what this user wrote on this computer; returns the number of files. @throws {FileError} */
export async function clearOwn(context: JournalContext): Promise<number> {
  // A folder that cannot be read fails here: it must not look like an empty one.
  const files = await filesOf(context, (error) => {
    throw error;
  });
  let count = 0;
  for (const { path, isMine } of files) {
    if (isMine && (await context.files.remove(path))) count += 1;
  }
  return count;
}
