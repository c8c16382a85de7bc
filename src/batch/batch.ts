import type { Context } from '../context.js';
import type { Environment } from '../contract/environments.js';
import type { Send, WireRequest } from '../contract/wire.js';
import { onPvgError, type PvgError } from '../failure.js';
import type { CommandResult } from '../output/command-result.js';
import { buildJsonObject } from '../output/print-result.js';
import { showWaiting } from '../output/waiting.js';
import { piecesOf } from '../tables/csv-out.js';
import { addSentence, throwOutputFailure, sourceFailure } from '../tables/refusals.js';
import { printJson } from '../text/json/json.js';
import { csvHeader, csvLine, type CsvLayout } from './csv-results.js';
import type { FailedRows } from './failed-rows.js';
import type { EndingFacts, FinishedRun, RunCounts } from './finished-run.js';
import { batchResult } from './run-end.js';
import type { OpenRows } from './open-rows.js';
import type { BatchPlan } from './options.js';
import { PaceNotes, slownessWords } from './pace-notes.js';
import { showProgress } from './progress.js';
import { reportPage } from './report.js';
import { serviceMembers } from './result.js';
import { resultLines, openResults, resultsPath, type Results } from './results-file.js';
import { toStdout } from './results-on-stdout.js';
import type { RowPurchase } from './row.js';
import { BatchRun } from './run.js';
import { writeSummary } from './summary-file.js';
import type { BatchSummary } from './summary.js';

/** A complete batch: rows in, look-ups, rows out, and how it ended. */

/** What writing the end of a run needs. A merge of parts looks nothing up, so it has only this. */
interface RunEndInput extends Pick<
  EndingFacts,
  'environment' | 'input' | 'callId' | 'commandWith' | 'isMerged' | 'words'
> {
  readonly plan: BatchPlan;
  readonly rows: OpenRows;
  /** Counts the rows. */
  readonly summary: BatchSummary;
  /** The rows of `--failed`. */
  readonly failedRows: FailedRows | undefined;
  /** null: no stored profile, only environment variables. */
  readonly profile: string | null;
}

/** What a run with look-ups needs, its end included. */
interface BatchRunInput extends RunEndInput {
  readonly environment: Environment;
  /** Scheme, host and port that are asked. */
  readonly origin: string | null;
  readonly send: Send;
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Said before the first look-up. */
  readonly paceSentences: readonly string[];
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Gets the run before it begins: what it counts changes until it ends. */
  readonly onRun: (run: RunCounts) => void;
  /** Progress may be drawn. */
  readonly draws: boolean;
}

/** @throws {PvgError} before the first look-up, if an output cannot be opened or is in use */
export async function runBatch(context: Context, input: BatchRunInput): Promise<CommandResult> {
  const { plan, rows, summary, environment, callId, quiet } = input;
  const { clock, stderr, interrupt } = context;
  const writeFailure = new AbortController();
  const open = (): Promise<OpenedResults> =>
    openOutputs(context, input, writeFailure).catch(addSentence('Nothing was sent.'));
  const waiting = { globals: input, text: 'Opening the results:' };
  const { results, knownPurchase } = await showWaiting(context, waiting, open);
  const notes = new PaceNotes();
  const startedAtMs = clock.now();
  const begunMs = clock.elapsed();
  // The bar is made after the run, because it reads the run’s counts; the run speaks through it.
  let progress: ReturnType<typeof showProgress> | undefined;
  const run = new BatchRun(context, {
    table: rows.table,
    rowSettings: rows.rowSettings,
    plan,
    results,
    summary: countingSummary(input),
    writeFailure: writeFailure.signal,
    retries: input.retries,
    serviceMembers: serviceMembers({
      profile: input.profile,
      environment,
      origin: input.origin,
      callId,
    }),
    transport: { send: input.send, clock, build: input.build, timeoutMs: input.timeoutMs },
    onFirst: () => void input.paceSentences.forEach((sentence) => void progress?.say(sentence)),
    knownPurchase,
    onNews: (news) => {
      const note = notes.noteOf(news, clock.elapsed());
      if (note !== undefined) void progress?.say(note);
    },
  });
  input.onRun(run);
  const slowness = (): string =>
    interrupt.aborted
      ? 'finishing the look-ups under way'
      : slownessWords(run.pace, plan.concurrency);
  const progressFacts = { summary, run, table: rows.table, slowness };
  if (!quiet) progress = showProgress({ stderr, clock, draws: input.draws }, progressFacts);
  const halt = await run.runToEnd().finally(() => progress?.stop());
  return writeEnd(context, input, {
    halt,
    run,
    startedAtMs,
    seconds: Math.round(clock.elapsed() - begunMs) / 1000,
    keepsEarlierResults: results.keepsEarlierResults,
    lostLines: results.lostLines,
  });
}

interface EndedRun extends Pick<FinishedRun, 'halt' | 'run'> {
  readonly startedAtMs: number;
  readonly seconds: number;
  /** The run ended before its first row, so the file of --out still has the results of an earlier run. */
  readonly keepsEarlierResults: boolean;
  readonly lostLines?: number | undefined;
}

/** Writes the files about the run. One that cannot be written does not keep the others from being written. */
export async function writeEnd(
  context: Context,
  input: RunEndInput,
  { halt, run, startedAtMs, seconds, keepsEarlierResults, lostLines }: EndedRun,
): Promise<CommandResult> {
  const { plan, summary } = input;
  let fileProblem: PvgError | undefined;
  const keepFirst = onPvgError((error) => {
    fileProblem ??= error;
  });
  const hasFailedFile = (await input.failedRows?.write().catch(keepFirst)) === true;
  const facts = {
    ...input,
    out: plan.out,
    report: plan.report,
    failedFile: hasFailedFile ? plan.failed : undefined,
    seconds,
    keepsEarlierResults,
    lostLines,
    inputNotes: input.rows.notes(),
  };
  // Built again for each file, because `fileProblem` changes when a file cannot be written.
  const resultSoFar = (): CommandResult =>
    batchResult({ halt, run, summary, facts: { ...facts, fileProblem } });
  const hasLostRows = halt?.kind === 'stopped' && halt.error.code === 'output-unwritable';
  if (!hasLostRows && !keepsEarlierResults) await writeCsv(context, input).catch(keepFirst);
  const { exit, view } = resultSoFar();
  if (plan.report !== undefined) {
    const pageHead = { headline: view.headline ?? '', exit, startedAtMs, version: context.version };
    const page = context.secrets.redact(reportPage(summary, pageHead, facts));
    await context.files
      .write(plan.report, page)
      .catch(throwOutputFailure(plan.report))
      .catch(keepFirst);
  }
  if (plan.summary !== undefined) {
    const text = `${printJson(buildJsonObject(context, resultSoFar()), { indent: 2 })}\n`;
    await writeSummary(context, plan.summary, text).catch(keepFirst);
  }
  return resultSoFar();
}

interface OpenedResults {
  readonly results: Results;
  /** The last purchase that an earlier run has an answer for: asked about again to tell an outage from rows that fail. */
  readonly knownPurchase?: RowPurchase | undefined;
}

/** Gives each row to the summary, and each row of this run to the file of `--failed`, too. */
const countingSummary = ({
  summary,
  failedRows,
}: BatchRunInput): Pick<BatchSummary, 'add' | 'earlierRows'> => ({
  get earlierRows() {
    return summary.earlierRows;
  },
  add: (result, source) => {
    summary.add(result, source);
    if (source !== undefined) failedRows?.add(result, source);
  },
});

async function openOutputs(
  context: Context,
  input: BatchRunInput,
  writeFailure: AbortController,
): Promise<OpenedResults> {
  const { profile, environment, origin, summary } = input;
  const { out, format, existing, again } = input.plan;
  const onFailure = (error: unknown): void => {
    writeFailure.abort(error);
  };
  if (out !== undefined) {
    let knownPurchase: RowPurchase | undefined;
    const results = await openResults(context, {
      path: resultsPath(out, format),
      existing,
      service: { profile, environment, origin },
      again,
      onFailure,
      onAnsweredRow: (earlierResult) => {
        summary.add(earlierResult);
        knownPurchase = earlierResult.purchase ?? knownPurchase;
      },
    });
    return { results, knownPurchase };
  }
  if (format === 'ndjson') return { results: toStdout(context, (line) => line, onFailure) };
  const layout = layoutOf(input);
  await context.stdout.write(csvHeader(layout));
  return { results: toStdout(context, (line) => csvLine(line, layout), onFailure) };
}

/**
 * A column for each column that was read so far. JSON shows all of them only after its last row; on standard output, later
 * ones go into the column `input_other`.
 */
const layoutOf = ({ plan: { excel }, rows: { table } }: RunEndInput): CsvLayout => ({
  columns: [...table.columns.texts.keys()],
  delimiter: excel ? table.delimiter : ',',
  excel,
});

/** Makes the CSV of `--out x.csv` from the rows beside it. */
async function writeCsv({ files }: Context, input: RunEndInput): Promise<void> {
  const { out, format } = input.plan;
  if (out === undefined || format !== 'csv') return;
  const rowsPath = resultsPath(out, format);
  const throwSourceFailure = (error: unknown): never => {
    throw sourceFailure(error, out);
  };
  const layout = layoutOf(input);
  const rowsFile = await files.open(rowsPath).catch(throwSourceFailure);
  async function* csvLines(): AsyncGenerator<string> {
    yield csvHeader(layout);
    try {
      for await (const { text } of resultLines(rowsFile.chunks)) yield csvLine(text, layout);
    } catch (error) {
      throwSourceFailure(error);
    }
  }
  await files
    .write(out, piecesOf(csvLines()))
    .catch(throwOutputFailure(out))
    .finally(rowsFile.close);
}
