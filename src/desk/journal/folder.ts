import { join } from 'node:path';
import { onFileError, type Context, type FileError } from '../../context.js';
import { hmacSha256Hex } from '../../signing/digest.js';
import { foldersOf, ownFolder, teamFolder, useTeam } from './places.js';
import { ownKeys, storedKeys } from './player-key.js';

/**
 * The files of the journal, one for each user, computer and month: `maria@desk-3-1f2e3d4c-2026-11.ndjson`. Nobody writes
 * into the file of another, so nobody has to wait.
 */

type Doors = Pick<Context, 'files' | 'folders' | 'env' | 'clock' | 'account'>;

/** pvg's own policy: in addition to the current month. */
export const keptMonths = 6;

/** Of a file of somebody else: far more than one person writes in a month. */
const mostForeignBytes = 64 * 1024 * 1024;

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** The first month that is kept. */
export function oldestMonth({ clock }: Pick<Context, 'clock'>): string {
  const now = new Date(clock.now());
  return monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths));
}

/** `maria@desk-3-1f2e3d4c-`: the id tells apart two homes with the same names. */
function ownPrefix({ account }: Doors, [key]: readonly string[]): string {
  const [user, host] = [account.user, account.host].map((name) =>
    (name ?? 'unknown')
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .slice(0, 32),
  );
  const id = key === undefined ? '00000000' : hmacSha256Hex(key, 'journal').slice(0, 8);
  return `${String(user)}@${String(host)}-${id}-`;
}

/** The second are those of older versions, of which some have the month of their last line. */
const isOfJournal = (name: string): boolean =>
  /^[a-z0-9.-]+@[a-z0-9.-]+-[0-9a-f]{8}-\d{4}-\d\d\.ndjson$/.test(name) ||
  /^(?:journal|pvg-[a-z0-9.-]+-[0-9a-f]{12})(?:-\d{8}T\d{6}Z-[0-9a-f]{12})?\.ndjson$/.test(name);

/** Lines that an older version wanted to copy into a team's folder: they are in its other files, too. */
const olderCopy = /^pending-\d{13}-[0-9a-f]{12}\.ndjson$/;

/** Whether this user wrote a file on this computer: all in their state folder, and in a team's those with their name. */
async function ownership(doors: Doors): Promise<(folder: string, name: string) => boolean> {
  const { files, folders } = doors;
  const none = onFileError((): string[] => []);
  const prefix = ownPrefix(doors, await storedKeys(doors).catch(none));
  const [older = '@'] = await files.lines(join(folders.state, 'machine-id')).catch(none);
  return (folder, name) =>
    folder === ownFolder(doors) ||
    name.startsWith(prefix) ||
    (name.startsWith('pvg-') && name.includes(`-${older}`));
}

/**
 * One line in one write, which begins with a line break: a line that a killed writer left torn ends there. In the team's
 * folder, or in the own one if that fails, which is said. @throws {FileError} if the line is not kept
 */
export async function appendLine(
  doors: Doors,
  line: string,
  say: (text: string) => Promise<void>,
): Promise<void> {
  const { files, clock } = doors;
  const prefix = ownPrefix(doors, await ownKeys(doors).catch(onFileError(() => [])));
  const name = `${prefix}${monthOf(clock.now())}.ndjson`;
  const appendIn = (folder: string, mode?: number) => files.append(join(folder, name), `\n${line}`, mode);
  const inOwn = () => appendIn(ownFolder(doors));
  const team = teamFolder(doors);
  const unwritable = onFileError(async ({ code }) => {
    const isNewHere = await inOwn();
    await say(
      `The journal’s folder ${String(team)} cannot be written (${code}). This computer keeps the calls of this run.`,
    );
    return isNewHere;
  });
  const isNew =
    team === undefined
      ? await inOwn()
      : await useTeam(doors, team, (mode) => appendIn(team, mode)).catch(unwritable);
  // The line is kept: old months can wait.
  if (isNew) await removeOld(doors).catch(onFileError(() => undefined));
}

/** What this user wrote on this computer, in both folders. */
async function ownFiles(doors: Doors): Promise<string[]> {
  const isOwn = await ownership(doors);
  const found: string[] = [];
  for (const folder of foldersOf(doors))
    for (const name of await doors.files.names(folder))
      if (olderCopy.test(name) || (isOfJournal(name) && isOwn(folder, name))) found.push(join(folder, name));
  return found;
}

/** By the time of their last line. */
async function removeOld(doors: Doors): Promise<void> {
  const oldest = oldestMonth(doors);
  const time = /"at":"(\d{4}-\d\d)/;
  for (const path of await ownFiles(doors)) {
    const last = (await doors.files.lines(path, { like: time })).at(-1) ?? '';
    if ((time.exec(last)?.[1] ?? oldest) < oldest) await doors.files.remove(path);
  }
}

interface JournalFile {
  readonly path: string;
  readonly isOwn: boolean;
  readonly lines: readonly string[];
}

/** `isOwn`: one of this user's files, or a whole folder. */
export interface UnreadableFile {
  readonly error: FileError;
  readonly isOwn: boolean;
}

/** The files of everybody in both folders, and of their lines those that match. Never fails. */
export async function readFiles(
  doors: Doors,
  like?: RegExp,
): Promise<{ readonly files: readonly JournalFile[]; readonly unreadable: readonly UnreadableFile[] }> {
  const ownedBy = await ownership(doors);
  const unreadable: UnreadableFile[] = [];
  const orNone = (isOwn: boolean) =>
    onFileError((error): string[] => (unreadable.push({ error, isOwn }), []));
  const team = teamFolder(doors);
  const found: JournalFile[] = [];
  for (const folder of foldersOf(doors)) {
    const list = () => doors.files.names(folder);
    const names = await (folder === team ? useTeam(doors, folder, list) : list()).catch(orNone(true));
    for (const name of names.filter(isOfJournal)) {
      const path = join(folder, name);
      const isOwn = ownedBy(folder, name);
      const how = { ...(like && { like }), ...(!isOwn && { mostBytes: mostForeignBytes }) };
      found.push({ path, isOwn, lines: await doors.files.lines(path, how).catch(orNone(isOwn)) });
    }
  }
  return { files: found, unreadable };
}

/** Deletes them; returns the number of files. @throws {FileError} */
export async function clearOwn(doors: Doors): Promise<number> {
  let count = 0;
  for (const path of await ownFiles(doors)) count += (await doors.files.remove(path)) ? 1 : 0;
  return count;
}
