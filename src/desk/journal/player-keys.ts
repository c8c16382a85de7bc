import { onFileError, type Context } from '../../context.js';
import { addKey, keysIn, ownKeys, playerId, playerIdOf } from './player-key.js';
import type { Kept } from './kept.js';
import { inTeamFolder, sharedMode } from './team.js';

/** The keys by which the journal keeps players: a team has one, in its folder, and each computer a copy of it. */

/** The id of a player, for a new line; null if no key can be read or made. */
export async function keptPlayer(context: Context, username: string): Promise<string | null> {
  const own = await ownKeys(context).catch(onFileError(() => []));
  const [latest] = own.slice(-1);
  if (latest === undefined) return null;
  const shared = await inTeamFolder(context, async (files, folder) => {
    const [first] = await keysIn(files, folder);
    if (first !== undefined) return first;
    await addKey(files, folder, latest, { mode: await sharedMode(files, folder) });
    return (await keysIn(files, folder))[0];
  });
  // If the folder is gone later, this computer still uses the team's.
  if (shared !== undefined && shared !== latest)
    await addKey(context.files, context.folders.state, shared).catch(onFileError(() => undefined));
  return playerIdOf(shared ?? latest, username);
}

/** All that a line of the journal may be keyed by, the one in use last. Makes none. */
export async function knownKeys(context: Context): Promise<readonly string[]> {
  const own = await keysIn(context.files, context.folders.state).catch(onFileError(() => []));
  const shared = await inTeamFolder(context, keysIn);
  return [...own, ...(shared ?? []).slice(0, 1)];
}

/** A line of an older version has the plain fingerprint. */
export function withPlayerId<Line extends Kept>(line: Line, keys: readonly string[]): Line {
  const [latest] = keys.slice(-1);
  return latest === undefined || line.player === null || line.player.includes(':')
    ? line
    : { ...line, player: playerId(latest, line.player) };
}
