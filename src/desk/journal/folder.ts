import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FileError, onFileError, type Context } from '../../context.js';
import { fingerprint, hmacSha256Hex } from '../../signing/digest.js';

/**
 * The folder of the journal: in the state folder, or one that a team shares. In it is a file for each user, computer and
 * month, `maria@desk-3-1f2e3d4c-2026-11.ndjson`: nobody writes into the file of another, so nobody has to wait.
 */

type Doors = Pick<Context, 'files' | 'folders' | 'env' | 'clock' | 'account'>;
type KeyDoors = Pick<Context, 'files' | 'folders' | 'env'>;

export const ownFolder = ({ folders }: Pick<Context, 'folders'>): string => join(folders.state, 'journal');

export const teamFolder = ({ env }: Pick<Context, 'env'>): string | undefined =>
  env['PVG_JOURNAL_DIR'] || undefined;

/** Nothing is kept. */
export const isOff = ({ env }: Pick<Context, 'env'>): boolean =>
  !['', '0'].includes(env['PVG_NO_JOURNAL'] ?? '');

/** The end of a sentence about what the journal does not have; empty while it is on. */
export const offWords = (context: Pick<Context, 'env'>): string =>
  isOff(context) ? ' and is off (PVG_NO_JOURNAL)' : '';

export const foldersOf = (context: Pick<Context, 'env' | 'folders'>): string[] => [
  ...new Set([teamFolder(context) ?? [], ownFolder(context)].flat()),
];

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
  const found = await files.look(folder);
  if (found?.kind !== 'folder') throw new FileError(found ? 'ENOTDIR' : 'ENOENT', folder);
  return use(0o600 | (found.mode & 0o044));
}

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

/** The other two are those of older versions. */
const isOfJournal = (name: string): boolean =>
  /^[a-z0-9.-]+@[a-z0-9.-]+-[0-9a-f]{8}-\d{4}-\d\d\.ndjson$/.test(name) ||
  /^(?:journal|pvg-[a-z0-9.-]+-[0-9a-f]{12})(?:-\d{8}T\d{6}Z-[0-9a-f]{12})?\.ndjson$/.test(name) ||
  /^pending-\d{13}-[0-9a-f]{12}\.ndjson$/.test(name);

/**
 * One line in one write, which begins with a line break: a line that a killed writer left torn ends there. In the team's
 * folder, or in the own one if that fails, which is said. @throws {FileError} if the line is not kept
 */
export async function appendLine(
  doors: Doors,
  line: string,
  say: (text: string) => Promise<void>,
): Promise<void> {
  const name = `${ownPrefix(doors, await ownKeys(doors).catch(none))}${monthOf(doors.clock.now())}.ndjson`;
  const appendIn = (folder: string, mode?: number) =>
    doors.files.append(join(folder, name), `\n${line}`, mode);
  const team = teamFolder(doors);
  const instead = onFileError(async ({ code }) => {
    const isNewHere = await appendIn(ownFolder(doors));
    await say(
      `The journal’s folder ${String(team)} cannot be written (${code}). This computer keeps the calls of this run.`,
    );
    return isNewHere;
  });
  const isNew =
    team === undefined
      ? await appendIn(ownFolder(doors))
      : await useTeam(doors, team, (mode) => appendIn(team, mode)).catch(instead);
  // The line is kept: old months can wait.
  if (isNew) await removeOld(doors).catch(none);
}

const none = onFileError((): string[] => []);

/** The files of everybody in both folders, each with whether this user wrote it on this computer. */
async function filesOf(doors: Doors, orNone: typeof none) {
  const own = ownFolder(doors);
  const prefix = ownPrefix(doors, await storedKeys(doors).catch(none));
  const found: { readonly path: string; readonly isOwn: boolean }[] = [];
  for (const folder of foldersOf(doors)) {
    const list = () => doors.files.names(folder);
    const names = await (folder === own ? list() : useTeam(doors, folder, list)).catch(orNone);
    for (const name of names.filter(isOfJournal))
      found.push({ path: join(folder, name), isOwn: folder === own || name.startsWith(prefix) });
  }
  return found;
}

/** The own ones, by the month in their name. */
async function removeOld(doors: Doors): Promise<void> {
  const oldest = oldestMonth(doors);
  for (const { path, isOwn } of await filesOf(doors, none)) {
    const month = /-(\d{4}-\d\d)\.ndjson$/.exec(path)?.[1] ?? oldest;
    if (isOwn && month < oldest) await doors.files.remove(path);
  }
}

/** Of the lines in all files those that match. Never fails. */
export async function readFiles(doors: Doors, like?: RegExp) {
  /** `isOwn`: one of this user's files, or a whole folder. */
  const unreadable: { readonly error: FileError; readonly isOwn: boolean }[] = [];
  const orNone = (isOwn: boolean) =>
    onFileError((error): string[] => (unreadable.push({ error, isOwn }), []));
  const files: { readonly path: string; readonly isOwn: boolean; readonly lines: readonly string[] }[] = [];
  for (const file of await filesOf(doors, orNone(true))) {
    const how = { ...(like && { like }), ...(!file.isOwn && { mostBytes: mostForeignBytes }) };
    files.push({ ...file, lines: await doors.files.lines(file.path, how).catch(orNone(file.isOwn)) });
  }
  return { files, unreadable };
}

/** Deletes what this user wrote on this computer; returns the number of files. @throws {FileError} */
export async function clearOwn(doors: Doors): Promise<number> {
  // A drive that is not there would look like an empty folder.
  const failed = onFileError((error): string[] => {
    throw error;
  });
  let count = 0;
  for (const { path, isOwn } of await filesOf(doors, failed))
    if (isOwn && (await doors.files.remove(path))) count += 1;
  return count;
}

/**
 * A player's name may be as short as `42`, so that its hash is found by trying. What is kept of it is keyed with a random
 * key, made once. A team has one in its folder, so that a case shows one player; each computer keeps a copy of the last
 * one it read. The file has a key in each line: of several writers the first made it, and what is torn is ignored.
 */

const keyFile = (folder: string): string => join(folder, 'player-key');

/** @throws {FileError} */
const keysIn = async ({ files }: Pick<Context, 'files'>, folder: string): Promise<string[]> =>
  (await files.lines(keyFile(folder))).filter((line) => /^[0-9a-f]{64}$/.test(line));

/** The keys of this computer, the one in use last. @throws {FileError} */
export const storedKeys = (doors: Pick<Context, 'files' | 'folders'>): Promise<string[]> =>
  keysIn(doors, doors.folders.state);

/** Makes one where there is none. @throws {FileError} */
export async function ownKeys(doors: Pick<Context, 'files' | 'folders'>): Promise<string[]> {
  const found = await storedKeys(doors);
  if (found.length > 0) return found;
  await addKey(doors, randomBytes(32).toString('hex'));
  return storedKeys(doors);
}

const addKey = ({ files, folders }: Pick<Context, 'files' | 'folders'>, key: string) =>
  files.append(keyFile(folders.state), `\n${key}`);

/** The id of a player, for a new line; null if no key can be read or made. */
export async function keptPlayer(doors: KeyDoors, username: string): Promise<string | null> {
  const latest = (await ownKeys(doors).catch(none)).at(-1);
  const [shared] = await teamKeys(doors, latest).catch(none);
  if (shared !== undefined && shared !== latest) await addKey(doors, shared).catch(none);
  const key = shared ?? latest;
  return key === undefined ? null : playerId(key, username);
}

/** The first counts. @param ours the team's from now on, if it has none @throws {FileError} */
async function teamKeys(doors: KeyDoors, ours?: string): Promise<string[]> {
  const folder = teamFolder(doors);
  if (folder === undefined) return [];
  const found = await keysIn(doors, folder);
  if (found.length > 0 || ours === undefined) return found;
  await useTeam(doors, folder, (mode) => doors.files.append(keyFile(folder), `\n${ours}`, mode));
  return keysIn(doors, folder);
}

/** The ids that a player may have in the journal. */
export async function playerIds(doors: KeyDoors, username: string): Promise<string[]> {
  const [shared] = await teamKeys(doors).catch(none);
  const keys = new Set([...(await storedKeys(doors).catch(none)), ...(shared === undefined ? [] : [shared])]);
  return [...keys].map((key) => playerId(key, username));
}

/** Of the fingerprint, as in lines of older versions. */
const playerId = (key: string, username: string): string =>
  `hmac:${hmacSha256Hex(key, fingerprint(username)).slice(0, 12)}`;
