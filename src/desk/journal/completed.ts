import { join } from 'node:path';
import { onFileError, type Context } from '../../context.js';
import { membersIn, once, readBody } from '../../service/read.js';
import { printJson } from '../../text/json/print.js';
import { hmacSha256Hex } from '../../signing/digest.js';
import { ownKeys, storedKeys } from './player-key.js';

/**
 * The kept answers "completed". A true xmdtCompleted does not become false again, so a caller may cache it (§3.2);
 * a false one is never kept, and deletes a kept true one. One small file for each player, named by a keyed hash: no
 * player's name is stored.
 */

/** Whose completion it is: of one player, in one game, at one address. */
export interface Player {
  readonly environment: string;
  readonly baseUrl: string;
  readonly gameId: string;
  readonly username: string;
}

type Doors = Pick<Context, 'files' | 'folders'>;

/** When a true answer was seen, in ISO 8601; undefined when none was kept, or the file cannot be read. */
export async function completedSince({ files, folders }: Doors, player: Player): Promise<string | undefined> {
  const read = async (): Promise<Uint8Array | undefined> => {
    const [key] = await storedKeys({ files, folders });
    return key === undefined ? undefined : files.readIfThere(pathOf(folders, key, player));
  };
  const bytes = await read().catch(unlessOurs);
  const since = bytes && once(membersIn(readBody(bytes)), 'completed_since');
  return typeof since === 'string' && Number.isFinite(Date.parse(since)) ? since : undefined;
}

/** Whether it could be kept; if not, the command does not fail. */
export async function keepCompleted(
  { files, folders, clock }: Doors & Pick<Context, 'clock'>,
  player: Player,
): Promise<boolean> {
  const content = printJson({ completed_since: new Date(clock.now()).toISOString() });
  const keep = async (): Promise<boolean> => {
    const [key] = await ownKeys({ files, folders });
    if (key !== undefined) await files.replace(pathOf(folders, key, player), `${content}\n`);
    return key !== undefined;
  };
  return (await keep().catch(unlessOurs)) ?? false;
}

/** After an answer that contradicts it. Whether it could be deleted. */
export async function dropCompleted({ files, folders }: Doors, player: Player): Promise<boolean> {
  const drop = async (): Promise<boolean> => {
    const [key] = await storedKeys({ files, folders });
    return key !== undefined && files.remove(pathOf(folders, key, player));
  };
  return (await drop().catch(unlessOurs)) ?? false;
}

const unlessOurs = onFileError(() => undefined);

/** By the first key: the last may become another. */
function pathOf(folders: Context['folders'], key: string, player: Player): string {
  const { environment, baseUrl, gameId, username } = player;
  const name = hmacSha256Hex(key, JSON.stringify([environment, baseUrl, gameId, username]));
  return join(folders.state, 'completed', name.slice(0, 2), name.slice(2));
}
