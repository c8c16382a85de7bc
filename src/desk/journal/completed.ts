import { join } from 'node:path';
import { onFileError, type Context } from '../../context.js';
import { membersIn, once, readBody } from '../../service/read.js';
import { hmacSha256Hex } from '../../signing/digest.js';
import { printJson } from '../../text/json/print.js';
import { ownKeys, storedKeys } from './folder.js';

/**
 * The kept answers "completed". A true xmdtCompleted does not become false again, so a caller may cache it (§3.2);
 * a false one is never kept, and deletes a kept true one. One small file for each player, named by a keyed hash.
 */

/** Whose completion it is: of one player, in one game, at one address. */
export type Player = Readonly<Record<'environment' | 'baseUrl' | 'gameId' | 'username', string>>;

type Doors = Pick<Context, 'files' | 'folders'>;

/** By the first key: the last may become another. undefined without a key, and if the state folder cannot be used. */
async function withFile<Result>(
  doors: Doors,
  player: Player,
  use: (path: string) => Promise<Result>,
  keysOf = storedKeys,
): Promise<Result | undefined> {
  const { environment, baseUrl, gameId, username } = player;
  const used = async () => {
    const [key] = await keysOf(doors);
    if (key === undefined) return undefined;
    const name = hmacSha256Hex(key, JSON.stringify([environment, baseUrl, gameId, username]));
    return use(join(doors.folders.state, 'completed', name.slice(0, 2), name.slice(2)));
  };
  return used().catch(onFileError(() => undefined));
}

/** When a true answer was seen, in ISO 8601; undefined when none was kept, or the file cannot be read. */
export async function completedSince(doors: Doors, player: Player): Promise<string | undefined> {
  const bytes = await withFile(doors, player, (path) => doors.files.readIfThere(path));
  const since = bytes && once(membersIn(readBody(bytes)), 'completed_since');
  return typeof since === 'string' && Number.isFinite(Date.parse(since)) ? since : undefined;
}

/** If it cannot be kept, the next check asks the service again. */
export async function keepCompleted(doors: Doors & Pick<Context, 'clock'>, player: Player): Promise<void> {
  const content = printJson({ completed_since: new Date(doors.clock.now()).toISOString() });
  await withFile(doors, player, (path) => doors.files.write(path, `${content}\n`), ownKeys);
}

/** After an answer that contradicts it. Whether it could be deleted. */
export const dropCompleted = async (doors: Doors, player: Player): Promise<boolean> =>
  (await withFile(doors, player, (path) => doors.files.remove(path))) ?? false;
