import { writeEnd } from '../batch/batch.js';
import { mergeParts, type InputReading } from '../batch/merge.js';
import { openRows, type OpenRows } from '../batch/open-rows.js';
import type { BatchPlan } from '../batch/options.js';
import type { Shard } from '../batch/shard.js';
import { readPartLines, type PartLines } from '../batch/part-lines.js';
import type { ExitStatus } from '../failure.js';
import { printNote } from '../output/print-result.js';
import { openInput } from '../tables/files.js';
import { addSentence, wrongUsage } from '../tables/refusals.js';
import {
  inputName,
  batchCommandWith,
  openFailedFile,
  printBatchEnd,
  wordsFor,
  type BatchInvocation,
} from './batch-invocation.js';

type MergePlan = BatchPlan & { readonly out: string };

/** Whether the run joins parts. It then has an `out`: `--merge` is refused without `--out`. */
export function isMerge(plan: BatchPlan): plan is MergePlan {
  return plan.parts.length > 0;
}

/** `pvg batch <input> --merge <part>…`: one file of the results of parts. Sends nothing, and needs no profile. */
export async function mergeResults(call: BatchInvocation, plan: MergePlan): Promise<ExitStatus> {
  const { context, file, summary, early } = call;
  const { out } = plan;
  await requireFile(call);
  const startedAtMs = context.clock.now();
  const begunMs = context.clock.elapsed();
  const commandWithOtherPart = (part: string, otherPart: string): string => {
    const merge = plan.parts.map((path) => (path === part ? otherPart : path));
    return batchCommandWith(undefined, { ...call, options: { ...call.options, merge } });
  };
  const lines = await readPartLines(context, plan.parts, commandWithOtherPart);
  const { profile = null, environment = null } = lines.service ?? {};
  const resumeCommand = resumeCommandFor(call, profile);
  const { run, rows, failedRows } = await mergeParts(context, {
    plan,
    out,
    lines,
    summary,
    openInput: inputReader(call, plan, lines),
    openFailed: (openedRows) => openFailedFile(call, { plan, rows: openedRows }),
    commandForShard: (part, shard) => resumeCommand({ out: part, isPart: true, shard }),
  });
  early.onRunBegun(run);
  const facts = {
    plan,
    rows,
    summary,
    failedRows,
    profile,
    environment,
    input: inputName(file),
    callId: null,
    isMerged: true,
    commandWith: () => resumeCommand({ out }),
    words: wordsFor(environment, profile),
  };
  const seconds = Math.round(context.clock.elapsed() - begunMs) / 1000;
  const end = { halt: undefined, run, startedAtMs, seconds, keepsEarlierResults: false };
  return printBatchEnd(call, await writeEnd(context, facts, end), plan);
}

/** Refuses an input that is not a regular file. @throws {PvgError} `usage` */
async function requireFile({ context, file }: BatchInvocation): Promise<void> {
  if (file !== '-') {
    const status = await context.files.status(file);
    // A missing file fails where it is opened.
    if (status === undefined || status.kind === 'file') return;
  }
  throw wrongUsage(
    '--merge reads the input twice, so it must be a regular file. Nothing was written.',
    'Save the input as a file first.',
  );
}

interface ResultsToComplete {
  readonly out: string;
  readonly shard?: Shard | undefined;
  /** Whether the file of --out is itself one of the parts. */
  readonly isPart?: boolean;
}

/** Options that are left out of the command line of the run, because their files belong to the merge. */
const notForRun: ReadonlySet<string> = new Set(['--merge', '--summary', '--report', '--failed']);
/** A part is NDJSON, whatever it is joined to. */
const notForPart: ReadonlySet<string> = new Set([...notForRun, '--format', '--excel']);

/** Returns a function that makes the command line for the look-ups that a file of results lacks. */
const resumeCommandFor =
  (call: BatchInvocation, profile: string | null) =>
  ({ out, shard, isPart = false }: ResultsToComplete): string => {
    const globals = { profile: profile ?? undefined };
    const dropped = isPart ? notForPart : notForRun;
    const ownOptions = call.ownOptions.filter(({ long }) => !dropped.has(long ?? ''));
    const shardOption = shard && { shard: `${shard.index}/${shard.count}` };
    return batchCommandWith('--resume', {
      ownOptions,
      file: call.file,
      globals,
      options: { ...call.options, out, ...shardOption },
    });
  };

/** Returns a function that opens the input from its beginning. Only its first call prints notes. */
function inputReader(
  { context, globals, file }: BatchInvocation,
  plan: BatchPlan,
  lines: PartLines,
): () => Promise<InputReading> {
  let isFirst = true;
  return async () => {
    const printsNotes = isFirst;
    isFirst = false;
    const input = await openInput(context, file).catch(addSentence('Nothing was written.'));
    const opening: Promise<OpenRows> = openRows(input, plan, {
      packageOfProfile: lines.package,
      packageSource: 'the parts',
      onNote: async (sentence) => {
        if (printsNotes) await printNote(context, globals, sentence);
      },
    });
    const rows = await opening.catch(async (error: unknown) => {
      await input.close();
      return addSentence('Nothing was written.')(error);
    });
    return { input, rows };
  };
}
