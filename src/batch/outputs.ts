import { basename } from 'node:path';
import type { Context } from '../context.js';
import { onPvgError } from '../failure.js';
import { requireFree } from '../output/out-file.js';
import { refuseSame } from '../tables/files.js';
import { throwOutputFailure, wrongUsage } from '../tables/refusals.js';
import type { EarlyEnd } from './early-end.js';
import type { EndingFacts } from './finished-run.js';
import type { BatchPlan } from './options.js';
import { requireNoResults, waitingPath } from './failed-rows.js';
import { lockPath } from '../text/lock-path.js';
import { resultLines, resultsPath } from './results-file.js';
import { requireOwnSummary } from './summary-file.js';

/** The files of a run, checked before anything is sent. */

interface FilesOfRun {
  /** The input: a path, or `-`. */
  readonly file: string;
  readonly plan: BatchPlan;
  readonly early: EarlyEnd;
}

/** @throws {PvgError} `usage` if two files of the run are one */
export async function requireDistinctFiles(
  context: Pick<Context, 'files'>,
  { file, plan, early }: FilesOfRun,
): Promise<void> {
  // Rows appended to an input file would be read again, without end. A terminal may be both input and output.
  const isStdoutFile = (await context.files.status('/dev/stdout'))?.kind === 'file';
  const paths: readonly (readonly [string, string | undefined])[] = [
    // With `-`, the shell may have redirected a file to standard input.
    ['the input', file === '-' ? '/dev/stdin' : file],
    ['standard output', isStdoutFile ? '/dev/stdout' : undefined],
    ...plan.parts.map((path) => [`--merge ${path}`, path] as const),
    ['--out', plan.out],
    ...filesBeside(plan),
    ['--report', plan.report],
    ['--summary', plan.summary],
    ...failedFiles(plan),
  ];
  const sends = plan.parts.length === 0;
  await refuseSame(context, paths, sends).catch(
    onPvgError((error) => {
      // The error then goes to standard error: on standard output it would be written into the file.
      if (isStdoutFile) early.onStdoutIsInput();
      throw error;
    }),
  );
}

/** Files that pvg makes beside --out: the rows of a CSV, and the lock of the run that writes them. */
function filesBeside({ out, format }: BatchPlan): readonly (readonly [string, string])[] {
  if (out === undefined) return [];
  const rows = resultsPath(out, format);
  const lock: readonly [string, string] = ['the lock beside --out', lockPath(rows)];
  return rows === out ? [lock] : [['the rows beside --out', rows], lock];
}

/** The file of --failed, and those that pvg makes beside it. */
function failedFiles({ failed }: BatchPlan): readonly (readonly [string, string])[] {
  if (failed === undefined) return [];
  return [
    ['--failed', failed],
    ['the rows beside --failed', waitingPath(failed)],
    ['the lock beside --failed', lockPath(failed)],
  ];
}

/** Refuses unusable output files before anything is sent. @throws {PvgError} */
export async function checkOutputs(
  context: Pick<Context, 'files'>,
  { out, format, report, summary, failed, existing, parts }: BatchPlan,
  commandWith: EndingFacts['commandWith'],
): Promise<void> {
  const isMerge = parts.length > 0;
  const sends = !isMerge;
  if (out !== undefined) {
    const rows = resultsPath(out, format);
    // A CSV is made again from the rows beside it: without them it may be anybody's.
    const lacksRows = rows !== out && (await context.files.status(rows)) === undefined;
    const hintForExisting = lacksRows ? hintWithoutRows(rows) : hintToContinue(commandWith);
    const outFile = {
      option: '--out',
      overwrite: existing === 'replace',
      resumes: existing === 'resume' && !lacksRows,
      ...(isMerge ? hintToReplace(commandWith, sends) : hintForExisting),
      sends,
    };
    await requireFree(context, { ...outFile, path: out });
    if (existing === 'refuse') await requireFree(context, { ...outFile, path: rows });
    if (existing === 'resume' && rows !== out) await refuseCsvOfOtherProgram(context, out);
  }
  if (summary !== undefined) {
    await requireFree(context, { option: '--summary', path: summary, overwrite: true, sends });
    // Checked before the loop below offers --overwrite, which would not replace a file of another program.
    if ((await context.files.fileType(summary)) === 'file') {
      await requireOwnSummary(context, summary);
    }
  }
  const filesAboutRun = { '--report': report, '--summary': summary, '--failed': failed };
  for (const [option, path] of Object.entries(filesAboutRun)) {
    if (path === undefined) continue;
    await requireFree(context, {
      option,
      path,
      // A run that resumes makes these again.
      overwrite: existing !== 'refuse',
      ...hintToReplace(commandWith, sends),
      sends,
    });
  }
  // A symbolic link is refused only here: the loop has first asked for --overwrite.
  if (summary !== undefined) await requireOwnSummary(context, summary);
  if (failed !== undefined) await requireNoResults(context, failed);
}

const hintToReplace = (commandWith: EndingFacts['commandWith'], sends: boolean) => ({
  hint: `Replace it with \`--overwrite\`. Nothing was ${sends ? 'sent' : 'written'}.`,
  next: commandWith('--overwrite'),
});

const hintToContinue = (commandWith: EndingFacts['commandWith']) => ({
  hint: 'Continue it with `--resume`, or replace it with `--overwrite`. Nothing was sent.',
  next: commandWith('--resume'),
});

const hintWithoutRows = (rows: string) => ({
  hint: `The rows that --resume continues from (${basename(rows)}) are not beside it. Choose another --out, or replace it with \`--overwrite\`. Nothing was sent.`,
  next: undefined,
});

/** Removes an earlier summary, so that a run that ends early does not leave it. @throws {PvgError} `output-unwritable` */
export async function removeSummary(
  { files }: Pick<Context, 'files'>,
  { summary }: Pick<BatchPlan, 'summary'>,
): Promise<void> {
  if (summary !== undefined) await files.remove(summary).catch(throwOutputFailure(summary));
}

/** How the header of a CSV begins the columns of the input: pvg quotes each name. */
const quotedInputColumn = '"input.';

/** A CSV that a spreadsheet has saved has other quotes: what a person added there would be lost. @throws {PvgError} `usage` */
async function refuseCsvOfOtherProgram(
  { files }: Pick<Context, 'files'>,
  out: string,
): Promise<void> {
  if ((await files.status(out)) === undefined) return;
  const { chunks, close } = await files.open(out);
  const header = await resultLines(chunks).next().finally(close);
  if (header.done === true || header.value.text.includes(quotedInputColumn)) return;
  throw wrongUsage(
    `${out} was saved by another program since pvg wrote it, and --resume would replace it. Nothing was sent.`,
    'Rename it first. The run goes on from the rows beside it.',
  );
}
