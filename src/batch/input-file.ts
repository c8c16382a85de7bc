import { orInterrupted } from '../contract/or-interrupted.js';
import { FileError, type Context, type OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { whyUnreadable } from '../input/bytes.js';
import type { Reread } from './batch.js';
import type { BatchPlan } from './options.js';
import { openRows } from './read-rows.js';
import type { RowSource } from './row.js';

/** The file or pipe that the rows come from, beside the files that they go to. */

/** @throws {PvgError} `input-unreadable`, or the reason of the interruption */
export async function openInput(context: Context, file: string): Promise<OpenFile> {
  if (file === '-')
    return {
      chunks: context.stdin.chunks(),
      size: undefined,
      close: () => {
        context.stdin.close();
        return Promise.resolve();
      },
    };
  const opening = context.files.open(file);
  return orInterrupted(opening, context.interrupt).catch((error: unknown) => {
    // Interrupted before it was open: nobody else would close it.
    void opening.then(({ close }) => close()).catch(() => undefined);
    throw inputFailure(error, ' Nothing was sent.');
  });
}

/** The rows of a file once more: those of a pipe can be had once. */
export async function reread(context: Context, file: string, plan: BatchPlan): Promise<Reread> {
  const opened = await openInput(context, file);
  const close = (): Promise<void> => opened.close();
  try {
    return { rows: await readInput(opened, plan, context.interrupt), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws {PvgError} */
export async function readInput(
  { chunks, size }: OpenFile,
  plan: BatchPlan,
  interrupt: AbortSignal,
): Promise<RowSource> {
  let sent = ' Nothing was sent.';
  async function* told(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } catch (error) {
      throw inputFailure(error, sent);
    }
  }
  const rows = await openRows({ chunks: told(), bytes: size }, plan.rows, interrupt);
  sent = '';
  return rows;
}

/** Told apart from a failure of the output, which would be a FileError too. */
const inputFailure = (error: unknown, sent: string): unknown =>
  error instanceof FileError
    ? new PvgError('input-unreadable', `The input: ${whyUnreadable(error)}.${sent}`, {
        hint: 'Check the path and its permissions; `-` reads standard input.',
        cause: error,
      })
    : error;

/** One file cannot be two of them: the later would destroy the earlier. @throws {PvgError} `usage` */
export async function refuseSame(
  { files }: Pick<Context, 'files'>,
  paths: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const seen = new Map<string, string>();
  for (const [what, path] of Object.entries(paths)) {
    if (path === undefined) continue;
    const identities = await files.identities(path);
    for (const before of identities.flatMap((each) => seen.get(each) ?? [])) {
      throw new PvgError('usage', `${what} and ${before} are the same file. Nothing was sent.`, {
        hint: 'Give each a file of its own.',
      });
    }
    for (const each of identities) seen.set(each, what);
  }
}

/** Rows that are added to the file they are read from would be read again, without end. */
export async function outputIntoInput(
  { files }: Pick<Context, 'files'>,
  input: string,
): Promise<PvgError | undefined> {
  const output = '/dev/stdout';
  // A terminal may well be both.
  if ((await files.mode(output)) === undefined) return undefined;
  const identities = await files.identities(input);
  if (!(await files.identities(output)).some((each) => identities.includes(each))) return undefined;
  return new PvgError('usage', 'Standard output and the input are the same file. Nothing was sent.', {
    hint: 'Give each a file of its own.',
  });
}

/** Rows that nobody gets, of a run without --out. */
export const closedOutput = (
  { stdout }: Pick<Context, 'stdout'>,
  { out, dryRun }: { readonly out?: string; readonly dryRun?: unknown },
): PvgError | undefined =>
  out !== undefined || dryRun === true || stdout.isClosed !== true
    ? undefined
    : new PvgError(
        'output-unwritable',
        'Standard output is closed: the rows would be lost. Nothing was sent.',
        {
          hint: 'Name a file with `--out`; to drop the rows, lead them to the null device: `> /dev/null`.',
        },
      );
