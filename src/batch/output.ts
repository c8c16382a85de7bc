import { FileError, type AppendFile, type Context } from '../context.js';
import { PvgError } from '../failure.js';
import { csvHeader } from './csv-results.js';
import type { BatchPlan } from './options.js';
import { readDone, without, type DoneRows } from './resume.js';

/** The file of `--out`: made, or taken up where an earlier run left it. */

export interface OpenOutput {
  /** undefined: standard output. */
  readonly file: AppendFile | undefined;
  readonly done: DoneRows | undefined;
}

/** @throws {PvgError} `output-exists` before anything is sent */
export async function refuseExisting(
  { files }: Pick<Context, 'files'>,
  option: '--out' | '--report',
  path: string | undefined,
  ways: string,
): Promise<void> {
  if (path === undefined || (await files.mode(path)) === undefined) return;
  throw new PvgError('output-exists', `The file of ${option} exists already. Nothing was sent.`, {
    hint: ways,
  });
}

export async function openOutput(
  { files }: Pick<Context, 'files'>,
  { out, format, existing }: BatchPlan,
  columns: readonly string[],
): Promise<OpenOutput> {
  if (out === undefined) return { file: undefined, done: undefined };
  try {
    const there = existing === 'resume' ? await openIfThere(files, out) : undefined;
    const begin = format === 'csv' ? csvHeader(columns) : '';
    if (there === undefined) {
      if (existing === 'replace') await files.replace(out, '');
      const file = await files.openAppend(out, existing === 'replace' ? { keepBytes: 0 } : 'new');
      if (begin !== '') file.write(begin);
      return { file, done: undefined };
    }
    const done = await readDone(there, format, columns);
    const keepBytes = await withoutFailed(files, out, done);
    const file = await files.openAppend(out, { keepBytes });
    if (keepBytes === 0 && begin !== '') file.write(begin);
    return { file, done };
  } catch (error) {
    throw outputFailure(error, out);
  }
}

const openIfThere = (
  files: Context['files'],
  path: string,
): ReturnType<typeof files.open> | Promise<undefined> =>
  files.open(path).catch((error: unknown) => {
    if (error instanceof FileError && error.code === 'ENOENT') return undefined;
    throw error;
  }) as ReturnType<typeof files.open>;

/** Rows that failed are tried again, so their lines go. The file is replaced as a whole: a kill leaves the old one. */
async function withoutFailed(files: Context['files'], path: string, done: DoneRows): Promise<number> {
  if (done.dropped.length === 0) return done.wholeBytes;
  await files.replaceBy(path, without(await files.open(path), done.dropped, done.wholeBytes));
  let bytes = done.wholeBytes;
  for (let at = 0; at + 1 < done.dropped.length; at += 2)
    bytes -= (done.dropped[at + 1] ?? 0) - (done.dropped[at] ?? 0);
  return bytes;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
};

const ofUsage = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EACCES', 'EPERM']);

/** What a failed file operation means: a path that cannot be is wrong usage, a disk that does not take it is 14. */
export function outputFailure(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  if (error.code === 'EEXIST') {
    return new PvgError('output-exists', 'The file of --out exists already. Nothing was sent.', {
      hint: 'Go on from it with `--resume`, or replace it with `--overwrite`.',
      cause: error,
    });
  }
  const says = `${path} could not be written: ${reasons[error.code] ?? error.code}.`;
  return ofUsage.has(error.code)
    ? new PvgError('usage', says, { hint: 'Name another file for --out.', cause: error })
    : new PvgError('output-unwritable', says, { cause: error });
}
