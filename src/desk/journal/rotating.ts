import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  onFileError,
  type AppendOptions,
  type Context,
  type FileError,
  type LineOptions,
} from '../../context.js';
import { madeAtMs, stampMs } from './entry.js';

/** A file to which lines are only added. When it is full or old it gets another name, and much later it is deleted. */
export interface RotatingFile {
  readonly folder: string;
  /** Without its ending. */
  readonly name: string;
}

/** pvg's own policy. */
export const rotation = {
  /** About 3,000 calls. */
  mostBytes: 4 * 1024 * 1024,
  /** A file that began earlier gets no more lines. */
  longestDays: 30,
  /** A file that got its last line earlier is deleted. */
  keptDays: 180,
} as const;

const dayMs = 24 * 60 * 60 * 1000;

type Doors = Pick<Context, 'clock'> & {
  readonly files: Pick<Context['files'], 'append' | 'names' | 'rename' | 'remove'>;
};

/** `20261121T032531Z` */
export const utcStamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

export const activeName = (name: string): string => `${name}.ndjson`;

const rotatedName = (name: string, lastMs: number): string =>
  `${name}-${utcStamp(lastMs)}-${randomBytes(6).toString('hex')}.ndjson`;

const rotatedEnd = /^-(\d{8}T\d{6}Z)-[0-9a-f]{12}\.ndjson$/;

/** When the file got its last line; undefined if it is not a rotated file of this name. */
export const rotatedAtMs = (name: string, file: string): number | undefined =>
  file.startsWith(name) ? stampMs(rotatedEnd.exec(file.slice(name.length))?.[1] ?? '') : undefined;

/** Whether it is one of the files that begin with this name. */
export const isOneOf = (name: string, file: string): boolean =>
  file === activeName(name) || rotatedAtMs(name, file) !== undefined;

/** One or more lines in one write. @throws {FileError} if they are not kept */
export async function appendTo(
  { files, clock }: Doors,
  to: RotatingFile,
  text: string,
  options?: AppendOptions,
): Promise<void> {
  const { bytes, beginning } = await files.append(join(to.folder, activeName(to.name)), text, options);
  const began = madeAtMs(beginning) ?? clock.now();
  if (bytes < rotation.mostBytes && clock.now() - began < rotation.longestDays * dayMs) return;
  // The line is kept: if the file cannot be renamed now, the next line tries again.
  await rotate({ files, clock }, to).catch(onFileError(() => undefined));
}

/**
 * Several writers may find the file full, and each renames it: the later ones rename a file that has just begun, which
 * does no harm. A writer that still has the renamed file open adds its line there.
 */
async function rotate({ files, clock }: Doors, { folder, name }: RotatingFile): Promise<void> {
  const now = clock.now();
  await files.rename(join(folder, activeName(name)), join(folder, rotatedName(name, now)));
  for (const file of await files.names(folder)) {
    const endedMs = rotatedAtMs(name, file);
    if (endedMs !== undefined && now - endedMs > rotation.keptDays * dayMs)
      await files.remove(join(folder, file));
  }
}

export interface ReadFiles {
  readonly folder: string;
  readonly texts: readonly string[];
  readonly unreadable: readonly FileError[];
}

/** The lines of some files of a folder, and which of them cannot be read. */
export async function readFiles(
  files: Pick<Context['files'], 'lines'>,
  folder: string,
  names: readonly string[],
  how: LineOptions | undefined,
): Promise<ReadFiles> {
  const unreadable: FileError[] = [];
  const texts = names.map((name) =>
    files.lines(join(folder, name), how).catch(onFileError((error) => (unreadable.push(error), []))),
  );
  return { folder, texts: (await Promise.all(texts)).flat(), unreadable };
}

/** Deletes files of a folder, and returns how many. @throws {FileError} */
export async function removeFiles(
  files: Pick<Context['files'], 'names' | 'remove'>,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<number> {
  let count = 0;
  for (const name of (await files.names(folder)).filter(isWanted))
    if (await files.remove(join(folder, name))) count += 1;
  return count;
}
