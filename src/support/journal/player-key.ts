import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Context } from '../../context.js';
import { FileError, onFileError, whyFailed } from '../../file-access.js';
import { fingerprint, hmacSha256Hex } from '../../signing/digest.js';
import { teamFolder, useTeam } from './places.js';

/**
 * The key with which players’ names are hashed. A name may be as short as `42`, so a hash without a key could be found by
 * trying. The key is random and made once. A team has one key in its folder, so that a player has the same id on each
 * computer; each computer keeps a copy of the last key that it read there. The file has one key in each line. In the team's
 * file the first key counts, also if several programs write at once. `FoundKeys` says which one counts in a computer's own file.
 *
 * A file without any valid key is renamed, and is still read under its new name: once somebody has repaired it, players
 * with earlier ids are found again.
 */

export type PlayerKeyContext = Pick<Context, 'files' | 'folders' | 'env' | 'clock'>;

type Say = (text: string) => Promise<void>;

const fileName = 'player-key';

export function keyFile(folder: string): string {
  return join(folder, fileName);
}

/** What was read from a key file. */
interface FoundKeys {
  /** In the order of the file. In a computer's own file the first key names its files; the last is used for new lines. */
  readonly keys: readonly string[];
  /** Why players with earlier ids may not be found; undefined if nothing is wrong, or there is no file. */
  readonly damage?: Damage;
}

export interface Damage {
  /** `unreadable`: the system refuses to read the file, or it is a link or a folder. */
  readonly kind: 'empty' | 'no-key' | 'damaged-line' | 'unreadable';
  /** The system's code if it is unreadable. */
  readonly code?: string;
}

/** Reads a key file. Never fails. */
export async function readKeys(
  { files }: Pick<Context, 'files'>,
  path: string,
): Promise<FoundKeys> {
  const unreadable = onFileError(({ code }): FoundKeys => ({
    keys: [],
    damage: { kind: 'unreadable', code },
  }));
  return readLines({ files }, path).catch(unreadable);
}

async function readLines({ files }: Pick<Context, 'files'>, path: string): Promise<FoundKeys> {
  const kind = await files.fileType(path);
  if (kind === 'link') throw new FileError('ELOOP', path);
  const bytes = kind === undefined ? undefined : await files.readIfThere(path);
  if (bytes === undefined) return { keys: [] };
  if (bytes.length === 0) return { keys: [], damage: { kind: 'empty' } };
  const lines = Buffer.from(bytes).toString('latin1').split(/\r?\n/).filter(Boolean);
  const keys = lines.filter((line) => /^[0-9a-f]{64}$/.test(line));
  if (keys.length === 0) return { keys, damage: { kind: 'no-key' } };
  return keys.length === lines.length ? { keys } : { keys, damage: { kind: 'damaged-line' } };
}

/** How long to wait for another process that may just be writing the file: until then it is empty or short. */
const writingMs = 1_000;

async function readWhenWritten(context: PlayerKeyContext, path: string): Promise<FoundKeys> {
  const found = await readKeys(context, path);
  if (found.damage === undefined || found.damage.kind === 'unreadable') return found;
  await context.clock.sleep(writingMs);
  return readKeys(context, path);
}

/** The keys of this computer; empty if there is none yet, or none can be read. */
const storedKeys = async (
  context: Pick<Context, 'files' | 'folders'>,
): Promise<readonly string[]> => (await readKeys(context, keyFile(context.folders.state))).keys;

/** The keys of this computer. Makes one if there is none. A damaged file is set aside, and `say` gets a sentence about it. Never fails. */
export async function readOrMakeKeys(
  context: PlayerKeyContext,
  say: Say,
): Promise<readonly string[]> {
  const path = keyFile(context.folders.state);
  const { keys, damage } = await readWhenWritten(context, path);
  if (damage !== undefined) await sayDamage(context, { path, damage, say });
  if (keys.length > 0) return keys;
  return makeKeys(context).catch(onFileError(() => []));
}

/** @throws {FileError} */
async function makeKeys(context: PlayerKeyContext): Promise<readonly string[]> {
  // Another process may have made a key since the file was read.
  const found = await storedKeys(context);
  if (found.length > 0) return found;
  const newKey = randomBytes(32).toString('hex');
  await addKey(context, newKey);
  const keysNow = await storedKeys(context);
  // Another process may have set the file aside together with the new key, which is used anyway.
  return keysNow.length > 0 ? keysNow : [newKey];
}

/** The keys for files beside the journal. Makes one only if there is no file: a damaged file is left for the journal to deal with. */
export async function readKeysOrFirst(context: PlayerKeyContext): Promise<readonly string[]> {
  const { keys, damage } = await readKeys(context, keyFile(context.folders.state));
  return damage === undefined && keys.length === 0 ? makeKeys(context) : keys;
}

const addKey = ({ files, folders }: Pick<Context, 'files' | 'folders'>, key: string) =>
  files.append(keyFile(folders.state), `\n${key}`);

interface Damaged {
  readonly path: string;
  readonly damage: Damage;
  readonly say: Say;
}

/** Errors that do not go away by themselves: something in the place of the key file is no key. */
const lastingCodes: readonly string[] = [
  'EACCES',
  'EPERM',
  'EISDIR',
  'ELOOP',
  'EINVAL',
  'EFBIG',
  'ENOTDIR',
];

async function sayDamage(context: PlayerKeyContext, { path, damage, say }: Damaged): Promise<void> {
  const why = `${path} ${damageWords(damage)}`;
  if (damage.kind === 'damaged-line') {
    return say(`${why} Some players of before may not be found. \`pvg doctor\` checks the file.`);
  }
  // An empty file, and one without a valid key, have no code: they do not get a key by themselves either.
  const isLasting = damage.code === undefined || lastingCodes.includes(damage.code);
  const aside = isLasting ? await setAside(context, path) : undefined;
  // Another process may have been faster: `path` now has its new key, or the file that was just moved has it.
  if ((await readKeys(context, aside ?? path)).damage === undefined) return;
  if (aside === undefined) {
    return say(`${why} This run may keep no player’s id. \`pvg doctor\` checks the file.`);
  }
  await say(
    `${why} pvg kept it as ${aside} and made a new key. Players of before are found again once that file has its key: repair it there. \`pvg doctor\` checks it.`,
  );
}

/** The end of a sentence that begins with the path of the file. */
export function damageWords({ kind, code = '' }: Damage): string {
  if (kind === 'empty') return 'is empty: it has lost the key of the players.';
  if (kind === 'no-key') return 'is damaged: it has no key of the players.';
  if (kind === 'damaged-line') return 'has a damaged line.';
  return `cannot be read: ${code === 'ELOOP' ? 'it is a link' : whyFailed(code)}.`;
}

/** Renames a damaged file to `player-key.damaged-20261121T032531Z-3f9a1c`, a name that no other run makes; undefined if that fails. */
async function setAside(
  { files, clock }: PlayerKeyContext,
  path: string,
): Promise<string | undefined> {
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = `${fileName}.damaged-${stamp}-${randomBytes(3).toString('hex')}`;
  const moved = files.rename(path, name).then(() => join(dirname(path), name));
  return moved.catch(onFileError(() => undefined));
}

/** The paths of the files that were set aside. */
export async function asideFiles({
  files,
  folders,
}: Pick<Context, 'files' | 'folders'>): Promise<string[]> {
  const names = await files.listNames(folders.state).catch(onFileError(() => []));
  return names
    .filter((name) => name.startsWith(`${fileName}.damaged-`))
    .map((name) => join(folders.state, name));
}

/** The keys of this computer, with those of files that were set aside and repaired. */
export async function knownKeys(
  context: Pick<Context, 'files' | 'folders'>,
): Promise<readonly string[]> {
  const paths = [keyFile(context.folders.state), ...(await asideFiles(context))];
  const found = await Promise.all(paths.map((path) => readKeys(context, path)));
  return found.flatMap(({ keys }) => keys);
}

/** The id of a player, for a new line; null if no key can be read or made. */
export async function identifyPlayer(
  context: PlayerKeyContext,
  username: string,
  say: Say,
): Promise<string | null> {
  const latest = (await readOrMakeKeys(context, say)).at(-1);
  const shared = await sharedKey(context, { ours: latest, say });
  if (shared !== undefined && shared !== latest) {
    await addKey(context, shared).catch(onFileError(() => false));
  }
  const key = shared ?? latest;
  return key === undefined ? null : playerId(key, username);
}

interface SharedKeyInput {
  /** The key of this computer: if the team has none, it becomes the team's. */
  readonly ours: string | undefined;
  readonly say: Say;
}

/** The team's key, which is the first in its file; undefined without a team, or if the file cannot be used. */
async function sharedKey(
  context: PlayerKeyContext,
  { ours, say }: SharedKeyInput,
): Promise<string | undefined> {
  const folder = teamFolder(context);
  if (folder === undefined) return undefined;
  const path = keyFile(folder);
  const { keys, damage } = await readWhenWritten(context, path);
  // Only called if this computer has a key.
  const add = (mode: number) => context.files.append(path, `\n${String(ours)}`, mode);
  if (keys.length === 0 && ours !== undefined && damage?.kind !== 'unreadable') {
    await useTeam(context, folder, add).catch(onFileError(() => false));
  }
  const keyInUse = keys[0] ?? (await readKeys(context, path)).keys[0];
  if (damage !== undefined) await say(teamDamageWords(path, damage, keyInUse === ours));
  return keyInUse;
}

/** Says what is wrong with the team’s file. pvg does not set it aside, because a colleague may have made it. */
function teamDamageWords(path: string, damage: Damage, isOurs: boolean): string {
  const why = `${path} ${damageWords(damage)}`;
  if (damage.kind === 'damaged-line') return `${why} Some players of before may not be found.`;
  return isOurs
    ? `${why} pvg added the key that this computer used last. Nothing was removed from the file.`
    : `${why} This computer uses the key that it used last. Players may have other ids than in calls of colleagues.`;
}

/** The ids that a player may have in the journal. */
export async function playerIds(context: PlayerKeyContext, username: string): Promise<string[]> {
  const folder = teamFolder(context);
  const shared =
    folder === undefined ? [] : (await readKeys(context, keyFile(folder))).keys.slice(0, 1);
  const keys = new Set([...(await knownKeys(context)), ...shared]);
  return [...keys].map((key) => playerId(key, username));
}

/** The id of a player. It hashes the fingerprint of the name, not the name, because older versions did so too. */
const playerId = (key: string, username: string): string =>
  `hmac:${hmacSha256Hex(key, fingerprint(username)).slice(0, 12)}`;
