import { orInterrupted } from '../contract/or-interrupted.js';
import { type Context, type OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { wrongUsage } from './refusal.js';
import { inputFailure } from './wrong-input.js';

/** The file or pipe that the rows come from, and checks against the files that they go to. */

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
    // Interrupted before it was open: it must be closed here.
    void opening.then(({ close }) => close()).catch(() => undefined);
    throw inputFailure(error, true);
  });
}

/** One file cannot have two roles: the later write would destroy the earlier one. @throws {PvgError} `usage` */
export async function refuseSame(
  { files }: Pick<Context, 'files'>,
  paths: readonly (readonly [what: string, path: string | undefined])[],
): Promise<void> {
  const seen = new Map<string, string>();
  for (const [what, path] of paths) {
    if (path === undefined) continue;
    const identities = await files.identities(path);
    for (const before of identities.flatMap((each) => seen.get(each) ?? []))
      throw sameFile(`${what} and ${before}`);
    for (const each of identities) seen.set(each, what);
  }
}

/** Rows appended to the input file would be read again, without end. */
export async function outputIntoInput(
  { files }: Pick<Context, 'files'>,
  input: string,
): Promise<PvgError | undefined> {
  const output = '/dev/stdout';
  // A terminal may be both.
  if ((await files.look(output))?.kind !== 'file') return undefined;
  const identities = await files.identities(input);
  if (!(await files.identities(output)).some((each) => identities.includes(each))) return undefined;
  return sameFile('Standard output and the input');
}

const sameFile = (both: string): PvgError =>
  wrongUsage(`${both} are the same file. Nothing was sent.`, 'Use a different file for each.');

/** Without --out and with a closed standard output, the rows would be lost. */
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
          hint: 'Choose a file with `--out`. To discard the rows, add `> /dev/null`.',
        },
      );
