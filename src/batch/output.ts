import { FileError, type AppendFile, type Context, type Held, type OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { requireFolder, requireFree, requireRegular } from '../output/out-file.js';
import { note } from '../output/present.js';
import { csvHeader } from './csv-results.js';
import type { InputColumns } from './input-columns.js';
import type { BatchPlan } from './options.js';
import { readDone, without, type DoneRows } from './resume.js';
import { requireSameSettings, settingsPath, writeSettings, type RunSettings } from './run-settings.js';

/** The file of `--out`: made, or taken up where an earlier run left it. */

export interface OpenOutput {
  /** undefined: standard output. */
  readonly file: AppendFile | undefined;
  readonly done: DoneRows | undefined;
  /** Of the input, in a CSV. */
  readonly columns: InputColumns;
}

export interface Resuming {
  readonly settings: RunSettings;
  /** Whether the input still fits to what is done. @throws {PvgError} */
  readonly check: (done: DoneRows) => Promise<void>;
}

/** Whatever would be in vain is refused before anything is sent; a dry run changes nothing. @throws {PvgError} */
export async function checkOutputs(
  context: Pick<Context, 'files'>,
  { out, report, existing }: Pick<BatchPlan, 'out' | 'report' | 'existing'>,
  dryRun: boolean,
): Promise<void> {
  if (out !== undefined) {
    const hint = 'Go on from it with `--resume`, or replace it with `--overwrite`. Nothing was sent.';
    const file = { option: '--out', path: out, overwrite: existing === 'replace', hint };
    if (existing !== 'replace') await requireRegular(context, file);
    if (existing !== 'resume') await requireFree(context, file);
  }
  if (report !== undefined) {
    const hint = 'Replace it with `--overwrite`. Nothing was sent.';
    const file = { option: '--report', path: report, overwrite: existing !== 'refuse', hint };
    await requireFolder(context, file);
    if (existing === 'refuse') await requireRegular(context, file);
    await requireFree(context, file);
    if (!dryRun) await requireReportFolder(context, report);
  }
}

/** What a run finds out when it makes the file. @throws {PvgError} `usage` */
export async function requireOutFolder(
  context: Pick<Context, 'files'>,
  { out }: Pick<BatchPlan, 'out'>,
): Promise<void> {
  if (out !== undefined) await requireFolder(context, { option: '--out', path: out, overwrite: false });
}

/** By making a file beside it: the page itself is made when the run has ended. @throws {PvgError} */
async function requireReportFolder({ files }: Pick<Context, 'files'>, report: string): Promise<void> {
  const held = await files.hold(report).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new PvgError(
      ofUsage.has(error.code) ? 'usage' : 'output-unwritable',
      `No file can be made in the folder of --report (${error.code}). Nothing was sent.`,
      { hint: 'Name a file in another folder.', cause: error },
    );
  });
  await held?.release();
}

/** Two runs that write one file would tear each other's rows apart. @throws {PvgError} `output-in-use` */
export async function holdOutput({ files }: Pick<Context, 'files'>, out: string): Promise<Held> {
  const held = await files.hold(out).catch((error: unknown) => {
    throw notOpened(error, out);
  });
  if (held !== undefined) return held;
  throw new PvgError('output-in-use', 'Another pvg is writing the file of --out. Nothing was sent.', {
    hint: 'Wait for it to end, or name another --out. A run on another machine that was killed is forgotten after a minute.',
  });
}

export async function openOutput(
  context: Context,
  { out, format, existing }: BatchPlan,
  columns: InputColumns,
  { settings, check }: Resuming,
): Promise<OpenOutput> {
  const { files, interrupt } = context;
  if (out === undefined) return { file: undefined, done: undefined, columns };
  try {
    const there = existing === 'resume' ? await openIfThere(files, out) : undefined;
    if (there === undefined) {
      if (existing === 'replace') await files.replace(out, '');
      await writeSettings({ files }, out, settings);
      const file = await files.openAppend(out, existing === 'replace' ? { keepBytes: 0 } : 'new');
      return { file: await begun(file, format, columns), done: undefined, columns };
    }
    const done = await readDone(untilInterrupted(there, interrupt), format, columns).finally(there.close);
    if (done.count > 0) {
      const isKnown = await requireSameSettings(context, out, settings);
      await check(done);
      if (!isKnown) await note(context, { quiet: false }, settingsMissing(out, settings));
    }
    await writeSettings({ files }, out, settings);
    const keepBytes = await withoutFailed({ files, interrupt }, out, done);
    const file = await files.openAppend(out, { keepBytes });
    return {
      file: keepBytes === 0 ? await begun(file, format, columns) : file,
      done,
      columns: done.columns ?? columns,
    };
  } catch (error) {
    if (error === interrupt.reason && error instanceof PvgError) throw beforeTheFirst(error);
    throw notOpened(error, out);
  }
}

const settingsMissing = (out: string, { profile, environment }: RunSettings): string =>
  `${settingsPath(out)} is not there or cannot be read: nothing tells what the rows of --out were asked with. It goes on with ${profile} (${environment}).`;

async function begun(
  file: AppendFile,
  format: BatchPlan['format'],
  columns: InputColumns,
): Promise<AppendFile> {
  try {
    if (format === 'csv') file.write(csvHeader(columns));
    return file;
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

const beforeTheFirst = ({ code, message }: PvgError): PvgError =>
  new PvgError(code, `${message} --out was being read and holds what it held; nothing was sent.`, {
    hint: 'Run the same command again to go on.',
  });

/** A large output takes minutes to read. */
const untilInterrupted = (file: OpenFile, interrupt: AbortSignal): OpenFile => ({
  ...file,
  chunks: (async function* () {
    for await (const chunk of file.chunks) {
      interrupt.throwIfAborted();
      yield chunk;
    }
  })(),
});

const openIfThere = (
  files: Context['files'],
  path: string,
): ReturnType<typeof files.open> | Promise<undefined> =>
  files.open(path).catch((error: unknown) => {
    if (error instanceof FileError && error.code === 'ENOENT') return undefined;
    throw error;
  }) as ReturnType<typeof files.open>;

/** Rows that failed are tried again, so their lines go. The file is replaced as a whole: a kill leaves the old one. */
async function withoutFailed(
  { files, interrupt }: Pick<Context, 'files' | 'interrupt'>,
  path: string,
  done: DoneRows,
): Promise<number> {
  if (done.dropped.length === 0) return done.wholeBytes;
  await files.replaceBy(
    path,
    without(untilInterrupted(await files.open(path), interrupt), done.dropped, done.wholeBytes),
  );
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
  EINVAL: 'it is a pipe or a device',
};

const ofUsage = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EINVAL', 'EACCES', 'EPERM']);

/** A path that cannot be is wrong usage, a disk that does not take it is 14. */
function notOpened(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  if (error.code === 'EEXIST') {
    return new PvgError('output-exists', 'The file of --out exists already. Nothing was sent.', {
      hint: 'Go on from it with `--resume`, or replace it with `--overwrite`.',
      cause: error,
    });
  }
  if (!ofUsage.has(error.code)) return outputFailure(error, path);
  return new PvgError('usage', notWritten(error, path), {
    hint: 'Name another file for --out.',
    cause: error,
  });
}

const notWritten = ({ code }: FileError, path: string): string =>
  `${path} could not be written: ${reasons[code] ?? code}.`;

/** What others did with the file while it was written. */
const meddled: Readonly<Record<string, { readonly says: string; readonly hint: string }>> = {
  DELETED: {
    says: 'was deleted by somebody else while the run wrote it, and its rows with it.',
    hint: 'With `--resume` it starts again from the first row.',
  },
  MOVED: {
    says: 'is not the file that the run wrote: somebody renamed that, or put another in its place. The rows are not here.',
    hint: 'Where the file was renamed, its rows are in it: give it its name back before you go on with `--resume`.',
  },
  RESIZED: {
    says: 'does not hold what was written: somebody else cut it or wrote to it while the run did. Rows are missing in it or torn.',
    hint: 'Where --resume finds something else than rows in it, start again with `--overwrite`.',
  },
};

/** What a failed file operation means once the run has begun: 14. */
export function outputFailure(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  const other = meddled[error.code];
  return other === undefined
    ? new PvgError('output-unwritable', notWritten(error, path), { cause: error })
    : new PvgError('output-unwritable', `${path} ${other.says}`, { hint: other.hint, cause: error });
}
