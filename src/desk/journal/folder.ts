import { join } from 'node:path';
import { FileError, onFileError, type Context } from '../../context.js';
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

const monthFile = /^[a-z0-9.-]+@[a-z0-9.-]+-[0-9a-f]{8}-(\d{4}-\d\d)\.ndjson$/;

/** Those of older versions; with the month of its last line if the file was full. */
const olderFile =
  /^(?:journal|pvg-[a-z0-9.-]+-[0-9a-f]{12})(?:-(\d{4})(\d\d)\d\dT\d{6}Z-[0-9a-f]{12})?\.ndjson$/;

/** Lines that an older version wanted to copy into a team's folder: they are in its other files, too. */
const olderCopy = /^pending-\d{13}-[0-9a-f]{12}\.ndjson$/;

const isOfJournal = (name: string): boolean => monthFile.test(name) || olderFile.test(name);

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
  const [own, team] = [ownFolder(doors), teamFolder(doors)];
  const appendIn = (folder: string, mode?: number) => files.append(join(folder, name), `\n${line}`, mode);
  const inOwn = () => appendIn(own);
  const isNew =
    team === undefined
      ? await inOwn()
      : await useTeam(doors, team, (mode) => appendIn(team, mode)).catch(
          onFileError(async ({ code }) => {
            const isNewHere = await inOwn();
            await say(
              `The journal’s folder ${team} cannot be written (${code}). This computer keeps the calls of this run.`,
            );
            return isNewHere;
          }),
        );
  // The line is kept: old months can wait.
  if (isNew) await removeOld(doors).catch(onFileError(() => undefined));
}

async function removeOld(doors: Doors): Promise<void> {
  const oldest = oldestMonth(doors);
  const isOwn = await ownership(doors);
  const lastMonth = async (folder: string, name: string): Promise<string> => {
    const [, year, month] = olderFile.exec(name) ?? [];
    const named = monthFile.exec(name)?.[1] ?? (year && `${year}-${String(month)}`);
    if (named !== undefined) return named;
    const last = (await doors.files.lines(join(folder, name))).at(-1) ?? '';
    return /"at":"(\d{4}-\d\d)/.exec(last)?.[1] ?? oldest;
  };
  const team = teamFolder(doors);
  // A drive that is not there would look like an empty folder.
  if (team !== undefined && (await doors.files.kind(team)) === undefined) throw new FileError('ENOENT', team);
  for (const folder of foldersOf(doors))
    for (const name of await doors.files.names(folder)) {
      const isOld =
        olderCopy.test(name) ||
        (isOfJournal(name) && isOwn(folder, name) && (await lastMonth(folder, name)) < oldest);
      if (isOld) await doors.files.remove(join(folder, name));
    }
}

export interface JournalFile {
  readonly path: string;
  readonly isOwn: boolean;
  readonly lines: readonly string[];
}

export interface ReadFiles {
  readonly files: readonly JournalFile[];
  /** `isOwn`: one of this user's files, or a whole folder. */
  readonly unreadable: readonly { readonly error: FileError; readonly isOwn: boolean }[];
}

/** The files of everybody in both folders, and of their lines those that match. Never fails. */
export async function readFiles(doors: Doors, like?: RegExp): Promise<ReadFiles> {
  const ownedBy = await ownership(doors);
  const unreadable: { error: FileError; isOwn: boolean }[] = [];
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

/** Deletes what this user wrote on this computer, in both folders; returns the number of files. @throws {FileError} */
export async function clearOwn(doors: Doors): Promise<number> {
  const isOwn = await ownership(doors);
  let count = 0;
  for (const folder of foldersOf(doors))
    for (const name of await doors.files.names(folder))
      if (olderCopy.test(name) || (isOfJournal(name) && isOwn(folder, name)))
        count += (await doors.files.remove(join(folder, name))) ? 1 : 0;
  return count;
}
