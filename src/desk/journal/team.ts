import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FileError, onFileError, type Context, type LineOptions, type SharedFiles } from '../../context.js';
import { onPvgError } from '../../failure.js';
import { loud, note } from '../../output/present.js';
import { appendTo, isOneOf, readFiles, removeFiles, type RotatingFile } from './rotating.js';

/**
 * A folder that a team shares, also on a network drive. Each computer adds to a file of its own, so that no lock crosses
 * computers. Everything is in the local journal first: the folder gets a copy, and may be gone for as long as it likes.
 */

/** pvg's own policy. */
const limits = {
  /** How long a call waits for the folder. */
  callMs: 2_000,
  /** How long a command about the journal waits: a year of a large team is many megabytes. */
  commandMs: 30_000,
  /** Of one file: far more than a computer writes into one. */
  mostBytes: 64 * 1024 * 1024,
} as const;

/** undefined if there is none. The project file cannot name one: whoever shares a project must not get its calls. */
export async function teamFolder({
  env,
  profiles,
}: Pick<Context, 'env' | 'profiles'>): Promise<string | undefined> {
  const variable = env['PVG_JOURNAL_DIR'];
  if (variable) return variable;
  const setting = await profiles.journal().catch(onPvgError(() => undefined));
  return typeof setting === 'string' && setting !== '' ? setting : undefined;
}

type Use<Result> = (files: SharedFiles, folder: string) => Promise<Result>;

/** @throws {FileError} `ETIMEDOUT` if it takes too long */
export async function useTeamFolder<Result>(
  { sharedFiles: files, clock }: Pick<Context, 'sharedFiles' | 'clock'>,
  folder: string,
  use: Use<Result>,
  limitMs: number = limits.callMs,
): Promise<Result> {
  let stop = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = clock.every(limitMs, () => {
      reject(new FileError('ETIMEDOUT', folder));
    });
  });
  const using = async (): Promise<Result> => {
    // An append would make the folder: on an empty mount point, where nobody would look for it.
    const found = await files.look(folder);
    if (found?.kind !== 'folder') throw new FileError(found ? 'ENOTDIR' : 'ENOENT', folder);
    return use(files, folder);
  };
  try {
    return await Promise.race([using(), late]);
  } catch (error) {
    files.abandon();
    throw error;
  } finally {
    stop();
  }
}

/** undefined without a folder, or if it failed: said once in a run, after which it is left alone. */
export async function inTeamFolder<Result>(
  context: Context,
  use: Use<Result>,
  limitMs?: number,
): Promise<Result | undefined> {
  const folder = context.teamFolderFailed ? undefined : await teamFolder(context);
  if (folder === undefined) return undefined;
  return useTeamFolder(context, folder, use, limitMs).catch(
    onFileError(async (error) => {
      context.teamFolderFailed = true;
      await note(context, loud, failed(error, folder));
      return undefined;
    }),
  );
}

const failed = ({ code }: FileError, folder: string): string =>
  `The team’s journal folder ${code === 'ETIMEDOUT' ? 'did not answer in time' : `cannot be used (${code})`}: ${folder}. Calls from other computers are missing here. New calls are kept on this computer and follow later.`;

export const journalFolder = (folders: Context['folders']): string => join(folders.state, 'journal');

/** Lines for the folder that are not in it yet: a whole file for each call, because one to add to could be lost. */
const pendingName = /^pending-\d{13}-[0-9a-f]{12}\.ndjson$/;

export const isPending = (name: string): boolean => pendingName.test(name);

/** Keeps the lines until the folder has them. @throws {FileError} if they cannot be kept */
export async function publish(context: Context, lines: string): Promise<void> {
  if ((await teamFolder(context)) === undefined) return;
  const latest = Number((await namesPending(context)).at(-1)?.slice(8, 21) ?? 0);
  const stamp = String(Math.max(context.clock.now(), latest + 1)).padStart(13, '0');
  const name = `pending-${stamp}-${randomBytes(6).toString('hex')}.ndjson`;
  await context.files.replace(join(journalFolder(context.folders), name), `${lines}\n`);
  await inTeamFolder(context, (files, folder) => deliver(context, files, folder));
}

const namesPending = async ({ files, folders }: Pick<Context, 'files' | 'folders'>): Promise<string[]> =>
  (await files.names(journalFolder(folders))).filter(isPending);

/** Whoever may read the folder may read its files. */
export const sharedMode = async (files: SharedFiles, folder: string): Promise<number> =>
  0o600 | (((await files.look(folder))?.mode ?? 0) & 0o044);

/** In their order. If another call delivers or pvg is ended meanwhile, lines may come twice; readers drop the second. */
async function deliver(context: Context, files: SharedFiles, folder: string): Promise<void> {
  const to: RotatingFile = { folder, name: await ownName(context) };
  const mode = await sharedMode(files, folder);
  for (const name of await namesPending(context)) {
    const path = join(journalFolder(context.folders), name);
    const lines = await context.files.lines(path);
    if (lines.length > 0) await appendTo({ files, clock: context.clock }, to, lines.join('\n'), { mode });
    await context.files.remove(path);
  }
}

export async function countPending(context: Pick<Context, 'files' | 'folders'>): Promise<number> {
  let count = 0;
  for (const name of await namesPending(context))
    count += (await context.files.lines(join(journalFolder(context.folders), name))).length;
  return count;
}

/** `pvg-maria-desk-3-1f2e3d4c5b6a`: who and where, and a random id, because two homes may have the same names. */
async function ownName({
  files,
  folders,
  account,
}: Pick<Context, 'files' | 'folders' | 'account'>): Promise<string> {
  const path = join(folders.state, 'machine-id');
  const kept = async (): Promise<string | undefined> =>
    /^[0-9a-f]{12}$/.exec((await files.lines(path))[0] ?? '')?.[0];
  const fresh = randomBytes(6).toString('hex');
  const make = async (): Promise<void> => {
    const isDamaged = (await files.kind(path)) !== undefined;
    await files
      .stage(path, (temporary) => files.create(temporary, fresh), !isDamaged)
      .catch(onFileError(({ code }) => code));
  };
  if ((await kept()) === undefined) await make();
  const names = [account.user, account.host].map((name) =>
    (name ?? 'unknown')
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .slice(0, 32),
  );
  return ['pvg', ...names, (await kept()) ?? fresh].join('-');
}

/** The name of the computer's files, and whether it is the one in use. */
const fileName = /^(pvg-[a-z0-9.-]{1,80}-[0-9a-f]{12})(?:-\d{8}T\d{6}Z-[0-9a-f]{12})?\.ndjson$/;

const computerOf = (name: string): string | undefined => {
  const computer = fileName.exec(name)?.[1];
  return computer !== undefined && isOneOf(computer, name) ? computer : undefined;
};

const namesIn = async (files: SharedFiles, folder: string): Promise<string[]> =>
  (await files.names(folder)).filter((name) => computerOf(name) !== undefined);

/** undefined without a folder, or if it cannot be read, which is said. */
export const readTeam = (
  context: Context,
  how: LineOptions | undefined,
  { patient }: { readonly patient: boolean },
) =>
  inTeamFolder(
    context,
    async (files, folder) =>
      readFiles(files, folder, await namesIn(files, folder), { mostBytes: limits.mostBytes, ...how }),
    patient ? limits.commandMs : limits.callMs,
  );

/** Deletes only this computer's own files; undefined without a folder, or if it cannot be used, which is said. */
export const clearTeam = (context: Context): Promise<number | undefined> =>
  inTeamFolder(context, async (files, folder) => {
    const own = await ownName(context);
    return removeFiles(files, folder, (name) => isOneOf(own, name));
  });

/** How many computers have a file in the folder, and which files cannot be read. @throws {FileError} */
export async function surveyTeam(files: SharedFiles, folder: string) {
  const names = await namesIn(files, folder);
  // Only opened: a file that can be read is larger than nothing.
  const { unreadable } = await readFiles(files, folder, names, { mostBytes: 0 });
  return {
    computers: new Set(names.map(computerOf)).size,
    unreadable: unreadable.filter(({ code }) => code !== 'EFBIG'),
  };
}
