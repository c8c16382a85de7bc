import { join } from 'node:path';
import { FileError, type Clock, type Files } from '../context.js';
import { JsonObject } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { printJson } from '../json/print.js';
import { sha256Hex } from '../signing/digest.js';

/** Whose completion it is: of one player, in one game, at one address. */
export interface Player {
  readonly environment: string;
  readonly baseUrl: string;
  readonly gameId: string;
  readonly username: string;
}

/** Who a request body asks about; undefined when its bytes do not say. */
export function playerIn(body: Uint8Array): Pick<Player, 'gameId' | 'username'> | undefined {
  try {
    const asked = parseJson(Buffer.from(body).toString('utf8'));
    if (!(asked instanceof JsonObject)) return undefined;
    const [gameId, username] = [asked.get('gameId'), asked.get('username')];
    return typeof gameId === 'string' && typeof username === 'string' ? { gameId, username } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The kept answers "completed". A true xmdtCompleted does not become false again, so a caller may cache it (§3.2);
 * a false one is never kept. One small file a player, named by a hash: no player's name is stored.
 */
export class KeptCompletions {
  constructor(
    private readonly files: Files,
    private readonly stateFolder: string,
  ) {}

  /** When a true answer was seen, in ISO 8601; undefined when none was kept, or the file is damaged. */
  async since(player: Player): Promise<string | undefined> {
    try {
      const bytes = await this.files.readIfThere(this.path(player));
      if (bytes === undefined) return undefined;
      const kept = parseJson(Buffer.from(bytes).toString('utf8'));
      const since = kept instanceof JsonObject ? kept.get('completed_since') : undefined;
      return typeof since === 'string' && Number.isFinite(Date.parse(since)) ? since : undefined;
    } catch {
      // What cannot be read is as good as not kept: the service is asked.
      return undefined;
    }
  }

  /** Whether it could be kept; not being able to is no failure of the command. */
  async keep(player: Player, clock: Clock): Promise<boolean> {
    const content = printJson({ completed_since: new Date(clock.now()).toISOString() });
    try {
      await this.files.replace(this.path(player), `${content}\n`);
      return true;
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  private path({ environment, baseUrl, gameId, username }: Player): string {
    const name = sha256Hex(JSON.stringify([environment, baseUrl, gameId, username]));
    return join(this.stateFolder, 'completed', name.slice(0, 2), name.slice(2));
  }
}
