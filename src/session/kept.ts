import { join } from 'node:path';
import { onFileError, type Context } from '../context.js';
import { once, readBody } from '../contract/answer.js';
import { printJson } from '../text/json/print.js';
import { sha256Hex } from '../signing/digest.js';

/**
 * The kept answers "completed". A true xmdtCompleted does not become false again, so a caller may cache it (§3.2);
 * a false one is never kept, and deletes a kept true one. One small file for each player, named by a hash: no player's
 * name is stored.
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
  const bytes = await files.readIfThere(pathOf(folders, player)).catch(unlessOurs);
  const since = bytes && once(readBody(bytes).object, 'completed_since');
  return typeof since === 'string' && Number.isFinite(Date.parse(since)) ? since : undefined;
}

/** Whether it could be kept; if not, the command does not fail. */
export async function keepCompleted(
  { files, folders, clock }: Doors & Pick<Context, 'clock'>,
  player: Player,
): Promise<boolean> {
  const content = printJson({ completed_since: new Date(clock.now()).toISOString() });
  const keeping = files.replace(pathOf(folders, player), `${content}\n`).then(() => true);
  return (await keeping.catch(unlessOurs)) ?? false;
}

/** After an answer that contradicts it. Whether it could be deleted. */
export async function dropCompleted({ files, folders }: Doors, player: Player): Promise<boolean> {
  return (await files.remove(pathOf(folders, player)).catch(unlessOurs)) ?? false;
}

const unlessOurs = onFileError(() => undefined);

function pathOf(folders: Context['folders'], { environment, baseUrl, gameId, username }: Player): string {
  const name = sha256Hex(JSON.stringify([environment, baseUrl, gameId, username]));
  return join(folders.state, 'completed', name.slice(0, 2), name.slice(2));
}
