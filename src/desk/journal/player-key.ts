import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AppendOptions, Context } from '../../context.js';
import { fingerprint, hmacSha256Hex } from '../../signing/digest.js';

/**
 * A player's name may be as short as `42`, so that its hash is found by trying. What is kept of it is keyed: with a
 * random key, made once and kept beside it.
 */

type KeyFiles = Pick<Context['files'], 'append' | 'lines'>;

/** In a folder. Of several writers the first made it; readers ignore what is torn. */
export async function keysIn(files: Pick<KeyFiles, 'lines'>, folder: string): Promise<string[]> {
  const lines = await files.lines(join(folder, 'player-key'));
  return lines.filter((line) => /^[0-9a-f]{64}$/.test(line));
}

/** @throws {FileError} */
export const addKey = (files: KeyFiles, folder: string, key: string, options?: AppendOptions) =>
  files.append(join(folder, 'player-key'), key, options);

/** The keys of this computer, the one in use last. Makes one where there is none. @throws {FileError} */
export async function ownKeys({ files, folders }: Pick<Context, 'files' | 'folders'>): Promise<string[]> {
  const found = await keysIn(files, folders.state);
  if (found.length > 0) return found;
  await addKey(files, folders.state, randomBytes(32).toString('hex'));
  return keysIn(files, folders.state);
}

/** Of a name's fingerprint, which older versions kept: so an old line gets the same id. */
export const playerId = (key: string, print: string): string =>
  `hmac:${hmacSha256Hex(key, print).slice(0, print.length)}`;

export const playerIdOf = (key: string, username: string): string => playerId(key, fingerprint(username));
