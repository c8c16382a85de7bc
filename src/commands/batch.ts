import { runBatch } from '../batch/batch.js';
import { checkRows } from '../batch/check.js';
import { EarlyEnd } from '../batch/early-end.js';
import { openRows, type OpenRows } from '../batch/open-rows.js';
import { type BatchOptions, type BatchPlan, readPlan } from '../batch/options.js';
import { checkOutputs, removeSummary, requireDistinctFiles } from '../batch/outputs.js';
import { BatchSummary } from '../batch/summary.js';
import {
  callOrigin,
  type Connection,
  loadProfile,
  openConnection,
  openSend,
} from '../calls/connection.js';
import type { Context } from '../context.js';
import { type ExitStatus, onPvgError } from '../failure.js';
import { onFileError } from '../file-access.js';
import { InputReader } from '../input/bytes.js';
import { addExamples, globalOptions, type GlobalOptions } from '../input/options.js';
import type { CommandResult } from '../output/command-result.js';
import {
  buildJsonObject,
  formatObject,
  type PresentOptions,
  printResult,
  printNote,
  printView,
  requireOutput,
} from '../output/print-result.js';
import { isAccessible } from '../output/terminal.js';
import { requireTarget, type ResolvedProfile } from '../profiles/resolve.js';
import { buildRequest } from '../service/send-call.js';
import { newEntryId } from '../support/journal/writer.js';
import { openInput } from '../tables/files.js';
import { addSentence, wrongUsage } from '../tables/refusals.js';
import {
  batchCommandWith,
  type BatchFlags,
  type BatchInvocation,
  batchWords,
  inputName,
  openFailedFile,
  printBatchEnd,
  wordsFor,
} from './batch-invocation.js';
import { isMerge, mergeResults } from './batch-merge.js';
import { addBatchOptions } from './batch-options.js';
import type { ProgramRegistration } from './registration.js';

export function register({ command, context, finish, onFailure }: ProgramRegistration): void {
  addExamples(
    command,
    [
      'pvg batch purchases.csv --profile local --out results.ndjson',
      'pvg batch purchases.csv --profile local --out results.ndjson --resume',
      'pvg batch purchases.csv --profile local --format csv',
    ],
    'The examples need a table in purchases.csv, with the columns receipt, product_id and package.',
  );
  addBatchOptions(command);
  // A copy: the global options are added to the command later.
  const ownOptions = [...command.options];
  const summary = new BatchSummary(batchWords.contractMeaning);
  const early = new EarlyEnd(summary);
  command.action(async (file: string, options: BatchFlags) => {
    const call = {
      context,
      globals: globalOptions(command),
      ownOptions,
      file,
      options,
      summary,
      early,
    };
    await finish(await lookUpAll(call));
  });
  onFailure({
    complete: (failed) => early.complete(context, failed),
    show: (options, failed) =>
      presentFailure(context, { early, options, out: command.opts<BatchFlags>().out }, failed),
  });
}

interface ShownFailure {
  readonly early: EarlyEnd;
  readonly options: PresentOptions;
  readonly out: string | undefined;
}

/**
 * Prints a failure. With --json it goes where the closing object would go: to stdout, or to stderr if stdout has the rows (no
 * --out). It also goes to stderr if stdout is the input file itself (`pvg batch rows.csv >> rows.csv`): there it would become a
 * row.
 */
async function presentFailure(
  context: Context,
  { early, options, out }: ShownFailure,
  failed: CommandResult,
): Promise<void> {
  if (!options.json) return printResult(context, options, failed);
  await printView(context, options, failed.view);
  const sink = out === undefined || early.isStdoutInput ? context.stderr : context.stdout;
  const writing = sink.write(
    formatObject(buildJsonObject(context, failed), options, { isError: true }),
  );
  // If writing to this stream is what failed, it fails here again. That is not told twice.
  if (failed.error?.code !== 'output-unwritable') return writing;
  await writing.catch(onPvgError(() => undefined));
}

/** Returns a bare status when the rows and the closing table are already printed. */
async function lookUpAll(call: BatchInvocation): Promise<CommandResult | ExitStatus> {
  const { context, globals, file, options, early } = call;
  const { out, report, failed, overwrite = false, dryRun = false } = options;
  const begunMs = context.clock.elapsed();
  early.onBegun({
    input: inputName(file),
    begunMs,
    // A run that fails before it opens the file of --out leaves the results of an earlier run in it. With --overwrite, the next
    // command then has --overwrite again instead of --resume.
    keepsEarlierResults: overwrite,
    out,
    report,
    failed,
  });
  if (globals.raw) {
    throw wrongUsage(
      '--raw cannot be used with batch.',
      'Every row is one line of JSON with the answer in it.',
    );
  }
  const typedPlan = readPlan(options);
  await requireDistinctFiles(context, { file, plan: typedPlan, early });
  await checkOutputs(context, typedPlan, (added) => batchCommandWith(added, call));
  if (!dryRun) {
    // Removed first: if this run is killed, nobody may take the summary of an earlier run for its end.
    const nothing = isMerge(typedPlan) ? 'Nothing was written.' : 'Nothing was sent.';
    await removeSummary(context, typedPlan).catch(addSentence(nothing));
    early.onSummaryRemoved(typedPlan.summary);
  }
  const printsRows = out === undefined && !dryRun;
  if (printsRows || globals.json || globals.query !== undefined) requireOutput(context);
  const plan = { ...typedPlan, excel: await isForExcel(context, typedPlan) };
  if (isMerge(plan)) return mergeResults(call, plan);
  const input = await openInput(context, file).catch(addSentence('Nothing was sent.'));
  try {
    const connection = dryRun ? undefined : await openGateway(call);
    const profile = connection?.profile ?? (await loadProfileOfDryRun(call));
    const rows = await openRows(input, plan, {
      packageOfProfile: profile?.package,
      onNote: (sentence) => printNote(context, globals, sentence),
    }).catch(addSentence('Nothing was sent.'));
    if (connection === undefined) return await checkRows(rows, plan.shard, context.interrupt);
    return await lookUp(call, connection, { plan, rows });
  } finally {
    await input.close();
  }
}

/** Whether the CSV is for Excel: with --resume also if the earlier one begins with a byte order mark. */
async function isForExcel({ files }: Context, plan: BatchPlan): Promise<boolean> {
  const { out, format, existing, excel } = plan;
  if (excel || out === undefined || format !== 'csv' || existing !== 'resume') return excel;
  const existingFile = await files.open(out).catch(onFileError(() => undefined));
  // Only the first chunk is read: the loop body returns.
  for await (const chunk of existingFile?.chunks ?? []) {
    await existingFile?.close();
    return Buffer.from(chunk).toString('latin1', 0, 3) === '\xef\xbb\xbf';
  }
  return false;
}

const gatewayFlags = { command: 'batch', interface: 'gateway' } as const;

function openGateway({ context, globals, options }: BatchInvocation): Promise<Connection> {
  const input = new InputReader(context);
  return openConnection(context, { ...gatewayFlags, input, globals, options });
}

/** The profile of a dry run. It may be missing, because only the package is taken from it. */
function loadProfileOfDryRun({
  context,
  globals,
}: BatchInvocation): Promise<ResolvedProfile | undefined> {
  return loadProfile(context, {
    input: new InputReader(context),
    globals,
    options: {},
    flags: { ...gatewayFlags, needsAddress: false },
  }).catch(onPvgError(() => undefined));
}

/**
 * Looks up the rows. The journal gets one line for the whole batch (`journalId`). Its first fact is the input, which the table
 * of the journal names. Its `values_of` is the other profile whose rules held, if there was one, such as a prod profile with
 * the same address.
 */
async function lookUp(
  call: BatchInvocation,
  connection: Connection,
  opened: { readonly plan: BatchPlan; readonly rows: OpenRows },
): Promise<ExitStatus> {
  const { context, globals, file, options, summary, early } = call;
  const { plan } = opened;
  const target = requireTarget(connection.profile, 'gateway');
  const { timeoutMs, retries, clockOffsetS } = connection.options;
  const { name, environment, governingProfile } = connection.profile;
  const input = inputName(file);
  const startedAtMs = context.clock.now();
  const journalId = connection.journal.isOn ? newEntryId(startedAtMs, context.random) : null;
  const failedRows = await openFailedFile(call, opened).catch(addSentence('Nothing was sent.'));
  const result = await runBatch(context, {
    ...opened,
    summary,
    failedRows,
    send: await openSend(context, connection, { keepConnections: true }),
    build: (body, unixSeconds) =>
      buildRequest({ operation: 'lookup', body }, { target, clockOffsetS }, unixSeconds),
    timeoutMs,
    retries,
    profile: name,
    environment,
    origin: callOrigin(connection).origin,
    callId: journalId,
    input,
    isMerged: false,
    // The command names the profile, also if a variable or the folder chose it: the next run may have others.
    commandWith: (added, newValues) =>
      batchCommandWith(added, { ...call, globals: { profile: name ?? undefined } }, newValues),
    paceSentences: paceWords(plan, options),
    quiet: globals.quiet,
    verbose: globals.verbose,
    onRun: (run) => {
      early.onRunBegun(run);
    },
    draws: drawsBars(context, globals, plan),
    words: wordsFor(environment, name),
  });
  if (journalId !== null) {
    connection.journal.keepBatch({
      id: journalId,
      profile: name,
      ...callOrigin(connection),
      values_of: governingProfile,
      case: connection.caseId ?? null,
      startedAtMs,
      exit: result.exit,
      error: result.error,
      facts: [
        { label: 'Input', value: input },
        { label: 'Output', value: plan.out ?? 'standard output' },
        { label: 'Rows', value: result.view.headline ?? '' },
      ],
    });
  }
  return printBatchEnd(call, result, plan);
}

/** Whether a progress bar is drawn. */
function drawsBars(
  { stderr, stdout, env }: Context,
  { quiet }: GlobalOptions,
  { out }: BatchPlan,
): boolean {
  const canDraw = stderr.isTerminal && !isAccessible(env) && env['TERM'] !== 'dumb';
  // Scrolling rows and a progress bar would garble each other.
  const areRowsOnScreen = out === undefined && stdout.isTerminal;
  return canDraw && !quiet && !areRowsOnScreen;
}

/** Sentences about a concurrency that the user did not choose, and about the pace of a shard. */
function paceWords(
  { shard, perSecond, concurrency }: BatchPlan,
  { concurrency: typedConcurrency }: BatchOptions,
): readonly string[] {
  const sentences: string[] = [];
  if (typedConcurrency === undefined) {
    sentences.push(`Looking up ${concurrency} purchases at a time (change with --concurrency).`);
  }
  const share =
    perSecond === undefined
      ? ''
      : ` Its share of --rate is ${Number(perSecond.toPrecision(4))} per second.`;
  if (shard !== undefined) {
    sentences.push(
      `Part ${shard.index} of ${shard.count}.${share} --concurrency applies to each part.`,
    );
  }
  return sentences;
}
