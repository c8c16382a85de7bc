import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onFileError, type Context } from '../../context.js';
import { fingerprint, hmacSha256Hex } from '../../signing/digest.js';
import { teamFolder, useTeam } from './places.js';

/**
 * A player's name may be as short as `42`, so that its hash is found by trying. What is kept of it is keyed with a random
 * key, made once. A team has one in its folder, so that a case shows one player; each computer keeps a copy of the last
 * one it read. The file has a key in each line: of several writers the first made it, and what is torn is ignored.
 */

type Doors = Pick<Context, 'files' | 'folders' | 'env'>;

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
  await doors.files.append(keyFile(doors.folders.state), `\n${randomBytes(32).toString('hex')}`);
  return storedKeys(doors);
}

/** The id of a player, for a new line; null if no key can be read or made. */
export async function keptPlayer(doors: Doors, username: string): Promise<string | null> {
  const [latest] = (await ownKeys(doors).catch(onFileError(() => []))).slice(-1);
  const shared = await teamKey(doors, latest).catch(onFileError(() => undefined));
  if (shared !== undefined && shared !== latest)
    await doors.files.append(keyFile(doors.folders.state), `\n${shared}`).catch(onFileError(() => undefined));
  const key = shared ?? latest;
  return key === undefined ? null : playerId(key, username);
}

/** @param ours the team's from now on, if it has none @throws {FileError} */
async function teamKey(doors: Doors, ours: string | undefined): Promise<string | undefined> {
  const folder = teamFolder(doors);
  if (folder === undefined) return undefined;
  const [first] = await keysIn(doors, folder);
  if (first !== undefined || ours === undefined) return first;
  await useTeam(doors, folder, (mode) => doors.files.append(keyFile(folder), `\n${ours}`, mode));
  return (await keysIn(doors, folder))[0];
}

/** The ids that a player may have in the journal. */
export async function playerIds(doors: Doors, username: string): Promise<string[]> {
  const none = onFileError((): string[] => []);
  const folder = teamFolder(doors);
  const shared = folder === undefined ? [] : await keysIn(doors, folder).catch(none);
  const keys = [...(await storedKeys(doors).catch(none)), ...shared.slice(0, 1)];
  return [...new Set(keys)].map((key) => playerId(key, username));
}

/** Of the fingerprint, as in lines of older versions. */
const playerId = (key: string, username: string): string =>
  `hmac:${hmacSha256Hex(key, fingerprint(username)).slice(0, 12)}`;
