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

/** The result of a batch that fails early: the same JSON object as at any other end, with the counts so far. */
export class EarlyEnd {
  #begun: BegunBatch | undefined;
  /** The file of `--summary`, while it is this run's and not yet written. */
  summaryFile: string | undefined;
  /** The rows of `--failed`, once they can be written. */
  failedRows: FailedRows | undefined;
  #failedFile: string | undefined;
  /** What the run counts, once there is one. */
  run: RunCounts | undefined;
  /** Standard output is the input, too: nothing may be written there. */
  isStdoutTaken = false;

  /** @param counts of the rows so far */
  constructor(private readonly counts: BatchSummary) {}

  begin(begun: BegunBatch): void {
    this.#begun = begun;
  }

  /** The end of a command that failed, as a batch tells it. Writes `--failed` and `--summary`; never fails. */
  async complete(context: Context, failed: CommandResult): Promise<CommandResult> {
    const isWritten = await this.failedRows?.write().catch(onPvgError(() => false));
    if (isWritten === true) this.#failedFile = this.#begun?.failed;
    const result = this.#withAnswer(context, failed);
    if (this.summaryFile === undefined) return result;
    const text = (): string => `${printJson(buildJsonObject(context, result), { indent: 2 })}\n`;
    const unwritten = await writeSummary(context, this.summaryFile, text).then(
      () => undefined,
      onPvgError((error) => error.message),
    );
    if (unwritten === undefined || failed.error === null) return result;
    const says = `${failed.error.says} ${unwritten}`;
    const view = { ...failed.view, headline: says };
    return this.#withAnswer(context, { ...failed, error: { ...failed.error, says }, view });
  }

  #withAnswer({ clock }: Pick<Context, 'clock'>, failed: CommandResult): CommandResult {
    const nowMs = clock.elapsed();
    const {
      out,
      report,
      input = null,
      begunMs = nowMs,
      keepsEarlierResults = false,
    }: Partial<BegunBatch> = this.#begun ?? {};
    const seconds = Math.round(nowMs - begunMs) / 1000;
    const { exit, error } = failed;
    const run = this.run ?? { earlierRows: this.counts.earlierRows, repeatedRows: 0, goneLines: 0 };
    const failedFile = this.#failedFile;
    const facts = { out, report, failedFile, input, keepsEarlierResults, seconds };
    const answer = summaryAnswer(
      { exit, says: error?.says ?? '' },
      { run, summary: this.counts, facts },
    );
    return { ...failed, advice: adviceOfRun(exit), answer };
  }
}
