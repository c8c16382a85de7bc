import { join } from 'node:path';
import type { Context } from '../../context.js';
import { onFileError } from '../../file-access.js';
import { membersIn, readBody, uniqueMember } from '../../service/fields.js';
import { hmacSha256Hex } from '../../signing/digest.js';
import { printJson } from '../../text/json/json.js';
import { readKeysOrFirst, knownKeys } from './player-key.js';

/**
 * Keeps which players have completed verification, in one small file for each player, named by a keyed hash. A true
 * xmdtCompleted never becomes false again, so a caller may keep it (§3.2). A false one is not kept, and deletes a kept true one.
 */

/** One player of one game, at one address. */
export type Player = Readonly<Record<'environment' | 'baseUrl' | 'gameId' | 'username', string>>;

type CompletedContext = Pick<Context, 'files' | 'folders'>;

/** @param key the first key of this computer, because a later one may be added */
function fileOf({ folders }: CompletedContext, player: Player, key: string): string {
  const { environment, baseUrl, gameId, username } = player;
  const name = hmacSha256Hex(key, JSON.stringify([environment, baseUrl, gameId, username]));
  // The first two digits of the hash are a folder, so the files are spread over 256 folders.
  return join(folders.state, 'completed', name.slice(0, 2), name.slice(2));
}

/** The paths that the file of a player may have, one for each known key: a key may have been set aside and repaired. */
const filesFor = async (context: CompletedContext, player: Player): Promise<string[]> =>
  (await knownKeys(context)).map((key) => fileOf(context, player, key));

/** When a true answer was seen, in ISO 8601; undefined when none was kept, or the file cannot be read. */
export async function completedSince(
  context: CompletedContext,
  player: Player,
): Promise<string | undefined> {
  for (const path of await filesFor(context, player)) {
    const bytes = await context.files.readIfThere(path).catch(onFileError(() => undefined));
    const since = bytes && uniqueMember(membersIn(readBody(bytes)), 'completed_since');
    if (typeof since === 'string' && Number.isFinite(Date.parse(since))) return since;
  }
  return undefined;
}

/** Keeps that a player has completed verification. Does not fail: if it cannot be kept, the next check asks the service again. */
export async function keepCompleted(
  context: CompletedContext & Pick<Context, 'clock' | 'env'>,
  player: Player,
): Promise<void> {
  const content = printJson({ completed_since: new Date(context.clock.now()).toISOString() });
  const keep = async (): Promise<void> => {
    const [key] = await readKeysOrFirst(context);
    if (key !== undefined) await context.files.write(fileOf(context, player, key), `${content}\n`);
  };
  await keep().catch(onFileError(() => undefined));
}

/** Deletes what is kept of a player, after an answer that contradicts it. Returns whether a file was deleted. */
export async function dropCompleted(context: CompletedContext, player: Player): Promise<boolean> {
  let isDropped = false;
  for (const path of await filesFor(context, player)) {
    if (await context.files.remove(path).catch(onFileError(() => false))) isDropped = true;
  }
  return isDropped;
}
