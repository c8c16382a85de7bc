import { join } from 'node:path';
import { onFileError, type Context } from '../../context.js';
import { membersIn, once, readBody } from '../../service/read.js';
import { hmacSha256Hex } from '../../signing/digest.js';
import { printJson } from '../../text/json/print.js';
import { ownKeys, storedKeys } from './player-key.js';

/**
 * The kept answers "completed". A true xmdtCompleted does not become false again, so a caller may cache it (§3.2);
 * a false one is never kept, and deletes a kept true one. One small file for each player, named by a keyed hash.
 */

/** Whose completion it is: of one player, in one game, at one address. */
export type Player = Readonly<Record<'environment' | 'baseUrl' | 'gameId' | 'username', string>>;

type Doors = Pick<Context, 'files' | 'folders'>;

/** By the first key: the last may become another. undefined without a key. */
async function pathOf(doors: Doors, player: Player, keysOf = storedKeys): Promise<string | undefined> {
  const [key] = await keysOf(doors);
  if (key === undefined) return undefined;
  const { environment, baseUrl, gameId, username } = player;
  const name = hmacSha256Hex(key, JSON.stringify([environment, baseUrl, gameId, username]));
  return join(doors.folders.state, 'completed', name.slice(0, 2), name.slice(2));
}

const unlessOurs = onFileError(() => undefined);

/** When a true answer was seen, in ISO 8601; undefined when none was kept, or the file cannot be read. */
export async function completedSince(doors: Doors, player: Player): Promise<string | undefined> {
  const read = async () => {
    const path = await pathOf(doors, player);
    return path === undefined ? undefined : doors.files.readIfThere(path);
  };
  const bytes = await read().catch(unlessOurs);
  const since = bytes && once(membersIn(readBody(bytes)), 'completed_since');
  return typeof since === 'string' && Number.isFinite(Date.parse(since)) ? since : undefined;
}

/** Whether it could be kept; if not, the command does not fail. */
export async function keepCompleted(doors: Doors & Pick<Context, 'clock'>, player: Player): Promise<boolean> {
  const content = printJson({ completed_since: new Date(doors.clock.now()).toISOString() });
  const keep = async () => {
    const path = await pathOf(doors, player, ownKeys);
    if (path !== undefined) await doors.files.replace(path, `${content}\n`);
    return path !== undefined;
  };
  return (await keep().catch(unlessOurs)) ?? false;
}

/** After an answer that contradicts it. Whether it could be deleted. */
export async function dropCompleted(doors: Doors, player: Player): Promise<boolean> {
  const drop = async () => {
    const path = await pathOf(doors, player);
    return path !== undefined && doors.files.remove(path);
  };
  return (await drop().catch(unlessOurs)) ?? false;
}
