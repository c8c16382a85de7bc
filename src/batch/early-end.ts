import type { Context } from '../context.js';
import { onPvgError } from '../failure.js';
import type { CommandResult } from '../output/command-result.js';
import { buildJsonObject } from '../output/print-result.js';
import { printJson } from '../text/json/json.js';
import type { FailedRows } from './failed-rows.js';
import type { EndingFacts, RunCounts } from './finished-run.js';
import { adviceOfRun, summaryAnswer } from './run-end.js';
import { writeSummary } from './summary-file.js';
import type { BatchSummary } from './summary.js';

/** What the command line says, as soon as it is read. */
interface BegunBatch extends Partial<Pick<EndingFacts, 'out' | 'report'>> {
  readonly failed: string | undefined;
  readonly input: string | null;
  readonly begunMs: number;
  /** `--overwrite`: the file of --out still has its earlier results. */
  readonly keepsEarlierResults: boolean;
}

const notBegun = {
  out: undefined,
  report: undefined,
  failed: undefined,
  input: null,
  keepsEarlierResults: false,
};

/**
 * The result of a batch that fails early: the same JSON object as at any other end, with the counts so far. The command
 * reports each of its steps here, in this order; whichever it has reached when it fails, `complete` makes its result.
 */
export class EarlyEnd {
  #begun: BegunBatch | undefined;
  #isStdoutInput = false;
  #summaryPath: string | undefined;
  #failedRows: FailedRows | undefined;
  #run: RunCounts | undefined;

  /** @param counts of the rows so far */
  constructor(private readonly counts: BatchSummary) {}

  onBegun(begun: BegunBatch): void {
    this.#begun = begun;
  }

  onStdoutIsInput(): void {
    this.#isStdoutInput = true;
  }

  /** Nothing may be written to standard output: it would be read as a row. */
  get isStdoutInput(): boolean {
    return this.#isStdoutInput;
  }

  /** The file of `--summary` is this run's now. */
  onSummaryRemoved(path: string | undefined): void {
    this.#summaryPath = path;
  }

  onFailedRowsOpened(failedRows: FailedRows): void {
    this.#failedRows = failedRows;
  }

  onRunBegun(run: RunCounts): void {
    this.#run = run;
  }

  /** The file of `--summary` is written, and has nothing to add. */
  onEndPrinted(): void {
    this.#summaryPath = undefined;
  }

  /** The end of a command that failed, as a batch tells it. Writes `--failed` and `--summary`; never fails. */
  async complete(context: Context, failure: CommandResult): Promise<CommandResult> {
    const isFailedWritten = await this.#failedRows?.write().catch(onPvgError(() => false));
    const failedFile = isFailedWritten === true ? this.#begun?.failed : undefined;
    const result = this.#withAnswer(context, failure, failedFile);
    const problem = await this.#writeSummary(context, result);
    if (problem === undefined || failure.error === null) return result;
    const says = `${failure.error.says} ${problem}`;
    const view = { ...failure.view, headline: says };
    // The answer has the words of the error in it, so it is made again.
    const withProblem = { ...failure, error: { ...failure.error, says }, view };
    return this.#withAnswer(context, withProblem, failedFile);
  }

  /** @returns why it could not be written */
  async #writeSummary(context: Context, result: CommandResult): Promise<string | undefined> {
    if (this.#summaryPath === undefined) return undefined;
    const text = `${printJson(buildJsonObject(context, result), { indent: 2 })}\n`;
    return writeSummary(context, this.#summaryPath, text).then(
      () => undefined,
      onPvgError((error) => error.message),
    );
  }

  #withAnswer(
    { clock }: Pick<Context, 'clock'>,
    failure: CommandResult,
    failedFile: string | undefined,
  ): CommandResult {
    const nowMs = clock.elapsed();
    const begun = this.#begun ?? { ...notBegun, begunMs: nowMs };
    const { out, report, input, begunMs, keepsEarlierResults } = begun;
    const seconds = Math.round(nowMs - begunMs) / 1000;
    const { exit, error } = failure;
    const run = this.#run ?? {
      earlierRows: this.counts.earlierRows,
      repeatedRows: 0,
      goneLines: 0,
    };
    const facts = { out, report, failedFile, input, keepsEarlierResults, seconds };
    const answer = summaryAnswer(
      { exit, says: error?.says ?? '' },
      { run, summary: this.counts, facts },
    );
    return { ...failure, advice: adviceOfRun(exit), answer };
  }
}
