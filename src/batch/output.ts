import { Buffer } from 'node:buffer';
import type { Format, OutputForm } from './format.js';
import { FileError, type AppendFile, type Context, type Held, type OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { requireFolder, requireFree, requireRegular } from '../output/out-file.js';
import { note } from '../output/present.js';
import type { DoneRows } from './done-rows.js';
import type { BatchPlan } from './options.js';
import { notOpened, ofUsage } from './output-failure.js';
import { only, readDone, type Stretch } from './read-done.js';
import { cleaned } from './result.js';
import type { Earlier } from './results-file.js';
import { requireSameSettings, settingsPath, writeSettings, type RunSettings } from './run-settings.js';

/** The file of `--out`: new, or continued from an earlier run. */

export interface OpenOutput {
  /** undefined: standard output, or in the place of earlier results. */
  readonly file: AppendFile | undefined;
  readonly earlier?: Earlier | undefined;
  readonly done: DoneRows | undefined;
  readonly form: OutputForm;
  /** It is still empty. */
  readonly isNew: boolean;
}

interface Resuming {
  readonly settings: RunSettings;
  /** The format of the input. */
  readonly input: Format;
  /** Checks that the input still matches the rows that are done. @throws {PvgError} */
  readonly check: (done: DoneRows) => Promise<void>;
}

/** Refuses unusable output files before anything is sent; a dry run changes nothing. @throws {PvgError} */
export async function checkOutputs(
  context: Pick<Context, 'files'>,
  { out, report, summary, existing }: Pick<BatchPlan, 'out' | 'report' | 'summary' | 'existing'>,
  dryRun: boolean,
): Promise<void> {
  if (out !== undefined) {
    const hint = 'Continue it with `--resume`, or replace it with `--overwrite`. Nothing was sent.';
    const file = { option: '--out', path: out, overwrite: existing === 'replace', hint };
    if (existing !== 'replace') await requireRegular(context, file);
    if (existing !== 'resume') await requireFree(context, file);
  }
  for (const [option, path] of [
    ['--report', report],
    ['--summary', summary],
  ] as const) {
    if (path === undefined) continue;
    const hint = 'Replace it with `--overwrite`. Nothing was sent.';
    const file = { option, path, overwrite: existing !== 'refuse', hint };
    await requireFolder(context, file);
    if (existing === 'refuse') await requireRegular(context, file);
    await requireFree(context, file);
    if (!dryRun) await requireWritableFolder(context, option, path);
  }
}

/** Checked before anything is sent or said about look-ups. @throws {PvgError} `usage` */
export const requireOutFolder = (context: Pick<Context, 'files'>, out: string): Promise<void> =>
  requireFolder(context, { option: '--out', path: out, overwrite: false });

/** Tests it with a file beside the page, which is only written at the end of the run. @throws {PvgError} */
async function requireWritableFolder(
  { files }: Pick<Context, 'files'>,
  option: string,
  path: string,
): Promise<void> {
  const held = await files.hold(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new PvgError(
      ofUsage.has(error.code) ? 'usage' : 'output-unwritable',
      `pvg cannot create a file in the folder of ${option} (${error.code}). Nothing was sent.`,
      { hint: 'Choose a file in another folder.', cause: error },
    );
  });
  await held?.release();
}

/** Two runs that write to one file would mix their rows. @throws {PvgError} `output-in-use` */
export async function holdOutput({ files }: Pick<Context, 'files'>, out: string): Promise<Held> {
  const held = await files.hold(out).catch((error: unknown) => {
    throw notOpened(error, out);
  });
  if (held !== undefined) return held;
  throw new PvgError(
    'output-in-use',
    'Another run of pvg is writing to the file given with --out. Nothing was sent.',
    {
      hint: 'Wait for it to end, or choose another --out. If it was killed on another machine, try again after a minute.',
    },
  );
}

/** @throws {PvgError} if the run cannot write or continue; the reason of the interruption */
export async function openOutput(
  context: Context,
  plan: BatchPlan,
  form: OutputForm,
  resuming: Resuming,
): Promise<OpenOutput> {
  const { files, interrupt } = context;
  const { out, existing } = plan;
  if (out === undefined) return { file: undefined, done: undefined, form, isNew: true };
  try {
    const there = existing === 'resume' ? await openIfThere(files, out) : undefined;
    if (there !== undefined) return await goOn(context, { out, there, form }, resuming);
    if (existing === 'replace' && (await files.kind(out)) !== undefined)
      return {
        file: undefined,
        earlier: earlierIn(context, out, resuming.settings),
        done: undefined,
        form,
        isNew: true,
      };
    await writeSettings(context, out, resuming.settings);
    return { file: await files.openAppend(out, 'new'), done: undefined, form, isNew: true };
  } catch (error) {
    if (error === interrupt.reason && error instanceof PvgError) throw beforeTheFirst(error);
    throw notOpened(error, out);
  }
}

/** `--overwrite`: the settings change after the results, so that they never describe results of another run. */
const earlierIn = (context: Pick<Context, 'files'>, out: string, settings: RunSettings): Earlier => ({
  replace: (text) => context.files.replace(out, text),
  open: async (text) => {
    await writeSettings(context, out, settings);
    return context.files.openAppend(out, { keepBytes: Buffer.byteLength(text) });
  },
});

async function goOn(
  context: Context,
  { out, there, form }: { readonly out: string; readonly there: OpenFile; readonly form: OutputForm },
  { settings, input, check }: Resuming,
): Promise<OpenOutput> {
  const chunks = untilInterrupted(there.chunks, context.interrupt);
  const { done, kept } = await readDone(chunks, form, input, (text) =>
    cleaned(text, context.secrets),
  ).finally(there.close);
  if (done.summary.before > 0) {
    const isKnown = await requireSameSettings(context, out, settings);
    await check(done);
    if (!isKnown) await note(context, { quiet: false }, settingsMissing(out, settings));
  }
  await writeSettings(context, out, settings);
  const keepBytes = await keepOnly(context, out, kept);
  const file = await context.files.openAppend(out, { keepBytes });
  return { file, done, form, isNew: keepBytes === 0 };
}

const settingsMissing = (out: string, { profile, environment }: RunSettings): string =>
  `${settingsPath(out)} is missing or cannot be read, so pvg cannot check which profile the rows of --out came from. Continuing with ${profile} (${environment}).`;

const beforeTheFirst = ({ code, message }: PvgError): PvgError =>
  new PvgError(code, `${message} pvg was still reading --out. The file is unchanged, and nothing was sent.`, {
    hint: 'Run the same command again to continue.',
  });

/** A large output takes minutes to read. */
async function* untilInterrupted(chunks: OpenFile['chunks'], interrupt: AbortSignal): OpenFile['chunks'] {
  for await (const chunk of chunks) {
    interrupt.throwIfAborted();
    yield chunk;
  }
}

const openIfThere = (files: Context['files'], path: string): Promise<OpenFile | undefined> =>
  files.open(path).catch((error: unknown) => {
    if (error instanceof FileError && error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Removes the lines of failed rows, which are tried again. The file is replaced in one step: a kill leaves the old one. */
async function keepOnly(
  { files, interrupt }: Pick<Context, 'files' | 'interrupt'>,
  path: string,
  kept: readonly Stretch[],
): Promise<number> {
  if (kept.length > 1 || (kept[0]?.[0] ?? 0) > 0) {
    const { chunks, close } = await files.open(path);
    await files.replaceBy(path, only(untilInterrupted(chunks, interrupt), kept)).finally(close);
  }
  return kept.reduce((bytes, [start, end]) => bytes + end - start, 0);
}
