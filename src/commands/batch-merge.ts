import { writeEnd } from '../batch/batch.js';
import { openFailedRows } from '../batch/failed-rows.js';
import { mergeParts, type InputReading } from '../batch/merge.js';
import { openRows, type OpenRows } from '../batch/open-rows.js';
import type { BatchPlan } from '../batch/options.js';
import { readPartLines, type PartLines } from '../batch/part-lines.js';
import type { ExitStatus } from '../failure.js';
import { printNote } from '../output/print-result.js';
import { openInput } from '../tables/files.js';
import { addSentence, wrongUsage } from '../tables/refusals.js';
import {
  inputName,
  batchCommandWith,
  printBatchEnd,
  wordsFor,
  type BatchInvocation,
} from './batch-invocation.js';

/** `pvg batch <input> --merge <part>…`: one file of the results of parts. Sends nothing, and needs no profile. */
export async function mergeResults(call: BatchInvocation, plan: BatchPlan): Promise<ExitStatus> {
  const { context, file, summary, early } = call;
  const { out = '' } = plan;
  await requireFile(call);
  const startedAtMs = context.clock.now();
  const begunMs = context.clock.elapsed();
  const lines = await readPartLines(context, plan.parts, (part, otherPart) =>
    batchCommandWith(undefined, {
      ...call,
      options: { ...call.options, merge: otherParts(plan, part, otherPart) },
    }),
  );
  const { profile = null, environment = null } = lines.service ?? {};
  const commandOfRun = runCommand(call, profile);
  const merged = await mergeParts(context, {
    plan,
    out,
    lines,
    summary,
    openInput: inputReader(call, plan, lines),
    openFailed: async (rows) => {
      if (plan.failed === undefined) return undefined;
      early.failedRows = await openFailedRows(context, {
        path: plan.failed,
        form: rows.table.form,
      });
      return early.failedRows;
    },
    commandForShard: (part, shard) =>
      commandOfRun({ out: part, isPart: true, shard: shard && `${shard.index}/${shard.count}` }),
  });
  early.run = merged.run;
  const order = {
    plan,
    rows: merged.rows,
    summary,
    failedRows: merged.failedRows,
    profile,
    environment,
    input: inputName(file),
    callId: null,
    isMerged: true,
    commandWith: () => commandOfRun({ out }),
    words: wordsFor(environment, profile),
  };
  const seconds = Math.round(context.clock.elapsed() - begunMs) / 1000;
  const { run } = merged;
  const ended = { halt: undefined, run, startedAtMs, seconds, keepsEarlierResults: false };
  const result = await writeEnd(context, order, ended);
  return printBatchEnd(call, result, plan);
}

/** @throws {PvgError} `usage` */
async function requireFile({ context, file }: BatchInvocation): Promise<void> {
  const found = file === '-' ? undefined : await context.files.status(file);
  if (found === undefined ? file !== '-' : found.kind === 'file') return;
  throw wrongUsage(
    '--merge reads the input twice, so it must be a regular file. Nothing was written.',
    'Save the input as a file first.',
  );
}

const otherParts = ({ parts }: BatchPlan, part: string, otherPart: string): readonly string[] =>
  parts.map((path) => (path === part ? otherPart : path));

interface ResultsToComplete {
  readonly out: string;
  readonly shard?: string | undefined;
  /** `out` is one of the parts. */
  readonly isPart?: boolean;
}

/** Options of the merge alone: its other files are not those of a run. */
const notForRun: ReadonlySet<string> = new Set(['--merge', '--summary', '--report', '--failed']);
/** A part is NDJSON, whatever it is joined to. */
const notForPart: ReadonlySet<string> = new Set([...notForRun, '--format', '--excel']);

/** The command line that looks up what a file of results lacks. */
const runCommand =
  (call: BatchInvocation, profile: string | null) =>
  ({ out, shard, isPart = false }: ResultsToComplete): string => {
    const globals = { profile: profile ?? undefined };
    const dropped = isPart ? notForPart : notForRun;
    const own = call.own.filter(({ long }) => !dropped.has(long ?? ''));
    return batchCommandWith('--resume', {
      own,
      file: call.file,
      globals,
      options: shard === undefined ? { ...call.options, out } : { ...call.options, out, shard },
    });
  };

/** Gives a function that opens the input from its beginning; only its first call prints notes. */
function inputReader(
  { context, globals, file }: BatchInvocation,
  plan: BatchPlan,
  lines: PartLines,
): () => Promise<InputReading> {
  let isFirst = true;
  return async () => {
    const isSaid = isFirst;
    isFirst = false;
    const input = await openInput(context, file).catch(addSentence('Nothing was written.'));
    const opening: Promise<OpenRows> = openRows(input, plan, {
      packageOfProfile: lines.package,
      packageSource: 'the parts',
      onNote: async (sentence) => {
        if (isSaid) await printNote(context, globals, sentence);
      },
    });
    const rows = await opening.catch(async (error: unknown) => {
      await input.close();
      return addSentence('Nothing was written.')(error);
    });
    return { input, rows };
  };
}
