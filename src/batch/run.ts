import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { Table } from '../tables/table.js';
import { FirstRefusals, type LookedUpRow } from './first-refusals.js';
import type { BatchPlan } from './options.js';
import { Pace, type Ended, type PaceOptions } from './pace.js';
import { Pending } from './pending.js';
import {
  resultLine,
  extractMiddle,
  buildMiddle,
  readResultLine,
  summarizeRow,
  type FoundLine,
  type ResultSummary,
} from './result.js';
import type { Results } from './results-file.js';
import {
  readRow,
  type RowField,
  type RowPurchase,
  type BatchRow,
  type RowSettings,
} from './row.js';
import { mayRefuseAll, unreadableRow, type JudgedRow } from './judged-row.js';
import { lookUpRow, type RowTransport, type SettledRow } from './look-up-row.js';
import { isInShard } from './shard.js';
import type { BatchSummary } from './summary.js';
import { Workers } from './workers.js';

/** Looks up all rows, with several workers that share one source of rows, and writes a line for each. */

interface RunOptions {
  readonly table: Pick<Table<RowField>, 'rows'>;
  readonly rowSettings: RowSettings;
  readonly plan: Pick<BatchPlan, 'shard' | 'concurrency' | 'perSecond' | 'patienceMs'>;
  readonly results: Results;
  readonly serviceMembers: string;
  readonly retries: number;
  readonly transport: RowTransport;
  /** Gets each row that is written, and knows those of an earlier run. */
  readonly summary: Pick<BatchSummary, 'add' | 'earlierRows'>;
  /** Called before the first look-up. */
  readonly onFirst: () => void;
  readonly onNews: PaceOptions['onNews'];
  /** A purchase that an earlier run has an answer for. */
  readonly knownPurchase?: RowPurchase | undefined;
  /** Aborted by the caller when a write fails; its reason is the failure. */
  readonly writeFailure: AbortSignal;
}

/** How the look-ups ended before all rows were done. */
export type Halt =
  | (Ended & { readonly lastFailure: JudgedRow | undefined })
  | {
      readonly kind: 'refused';
      readonly purchases: number;
      readonly lastFailure: JudgedRow | undefined;
    }
  | { readonly kind: 'stopped'; readonly error: PvgError };

const mostGoneNamed = 5;
/** How long look-ups under way may still take after an interruption. */
const graceAfterInterruptMs = 4_500;

export class BatchRun {
  readonly pace: Pace;
  /** Rows of the input. */
  readRows = 0;
  /** Rows of this shard. */
  ownRows = 0;
  /** Rows of other shards. */
  otherRows = 0;
  /** Rows whose line this run wrote. */
  writtenRows = 0;
  /** Rows whose line an earlier run wrote. */
  earlierRows = 0;
  /** Rows of the output that got the answer of an equal row. */
  repeatedRows: number;
  /** Without shards: lines of an earlier run that no row of the input has. */
  goneLines = 0;
  /** With shards: lines of an earlier run that no row of this shard has. Another shard may have the row. */
  foreignLines = 0;
  /** The first of the lines that are gone. */
  readonly firstGoneLines: FoundLine[] = [];
  readonly #pending: Pending;
  /** The rows that wait for the answer of an equal row, by the key of the purchase. The equal row is being asked about, or was refused at the start. */
  readonly #waitingRows = new Map<string, BatchRow[]>();
  /** Rows whose purchase an earlier run has a line for, but with other cells. They are judged after all other rows. */
  readonly #unsureRows: { readonly row: BatchRow; readonly key: string }[] = [];
  readonly #firstRefusals = new FirstRefusals();
  /** Aborted when the run has ended: nobody waits for the grace period then. */
  readonly #runEnd = new AbortController();
  /** Aborted to end the look-ups under way without their answers. */
  readonly #abandonment = new AbortController();
  #hasBegunLookUps = false;
  #halt: Halt | undefined;
  #lastFailure: JudgedRow | undefined;
  readonly #workers: Workers;
  /** The last purchase that was answered. */
  #knownPurchase: RowPurchase | undefined;

  constructor(
    private readonly context: Pick<Context, 'clock' | 'random' | 'interrupt' | 'secrets'>,
    private readonly options: RunOptions,
  ) {
    const { clock, random } = context;
    const { plan, retries, onNews } = options;
    this.#pending = new Pending(this.#generateRows());
    this.#knownPurchase = options.knownPurchase;
    this.repeatedRows = options.results.repeatedLines;
    this.#workers = new Workers({ slots: plan.concurrency, work: () => this.#workOrStop() });
    this.pace = new Pace({
      clock,
      random,
      retries,
      onNews,
      ceiling: plan.concurrency,
      perSecond: plan.perSecond,
      patienceMs: plan.patienceMs,
    });
  }

  /** @returns why it ended early; undefined if all rows are done */
  async runToEnd(): Promise<Halt | undefined> {
    const { interrupt } = this.context;
    const { writeFailure, results } = this.options;
    const onFailure = (): void => {
      this.#abandonment.abort(writeFailure.reason);
      this.#stop(haltBecause(writeFailure.reason));
    };
    if (interrupt.aborted) this.#onInterrupt();
    else interrupt.addEventListener('abort', this.#onInterrupt, { once: true });
    writeFailure.addEventListener('abort', onFailure, { once: true });
    const workFailure = await this.#workers.runToEnd();
    interrupt.removeEventListener('abort', this.#onInterrupt);
    writeFailure.removeEventListener('abort', onFailure);
    this.#runEnd.abort();
    if (this.#halt === undefined && !writeFailure.aborted) {
      this.#settleFirstRefusals(workFailure !== undefined);
    }
    const isWhole = this.#halt === undefined && workFailure === undefined && !writeFailure.aborted;
    this.#countUnaskedLines();
    if (isWhole) this.#findGoneLines();
    await results.close(isWhole);
    const missing = this.ownRows - this.earlierRows - this.writtenRows;
    if (isWhole && missing !== 0) throw new TypeError(`${missing} rows have no line`);
    if (writeFailure.aborted) return haltBecause(writeFailure.reason);
    return this.#halt ?? (workFailure && haltBecause(workFailure.reason));
  }

  /** All rows are read, and every result so far is a refusal of credentials: too few to have ended the run. */
  #settleFirstRefusals(isInputBroken: boolean): void {
    if (this.#firstRefusals.purchases === 0) return;
    // An earlier run was let in, so a few refusals may be about these purchases.
    const wasLetIn = this.options.summary.earlierRows > 0;
    if (wasLetIn || isInputBroken) this.#finishFirstRefusals();
    else this.#stopAsRefused();
  }

  /** Writes a line for each row that was refused so far: the refusals were about these purchases alone. */
  #finishFirstRefusals(): void {
    for (const refusal of this.#firstRefusals.end()) this.#finish(refusal);
  }

  #stopAsRefused(): void {
    const { purchases, lastRefusal } = this.#firstRefusals;
    this.#stop({ kind: 'refused', purchases, lastFailure: lastRefusal });
  }

  /** Lines of `--again` whose purchases this run did not reach, or its input no longer has: they stay in the file. */
  #countUnaskedLines(): void {
    const { results, summary } = this.options;
    this.repeatedRows += results.askedAgain.repeatedLeft;
    for (const start of results.askedAgain.left()) {
      const found = readResultLine(results.lineAt(start));
      if (found !== undefined) summary.add(found);
    }
  }

  #findGoneLines(): void {
    const { results, summary } = this.options;
    const unclaimedLines = summary.earlierRows - this.earlierRows;
    if (this.otherRows > 0) this.foreignLines = unclaimedLines;
    else this.goneLines = unclaimedLines;
    if (this.goneLines === 0) return;
    for (const start of this.#goneStarts()) {
      const found = readResultLine(results.lineAt(start));
      if (found !== undefined) this.firstGoneLines.push(found);
      if (this.firstGoneLines.length === mostGoneNamed) return;
    }
  }

  *#goneStarts(): Generator<number> {
    const { answered, askedAgain } = this.options.results;
    yield* answered.unclaimed();
    yield* askedAgain.left();
  }

  readonly #onInterrupt = (): void => {
    const { clock, interrupt } = this.context;
    this.#stop(haltBecause(interrupt.reason));
    const giveUp = (): void => void this.#abandonment.abort(interrupt.reason);
    clock.sleep(graceAfterInterruptMs, this.#runEnd.signal).then(giveUp, () => undefined);
  };

  #stop(why: Halt | undefined): void {
    this.#halt ??= why;
    this.#pending.stop();
    this.pace.stop();
  }

  async *#generateRows(): AsyncGenerator<readonly BatchRow[], undefined> {
    const { table, rowSettings, plan, results } = this.options;
    for await (const group of table.rows) {
      const rows: BatchRow[] = [];
      for (const tableRow of group) {
        this.readRows += 1;
        const row = readRow(tableRow, this.readRows, rowSettings);
        if (this.#countForShard(row, plan.shard) && !this.#settleWithoutLookUp(row)) rows.push(row);
      }
      if (rows.length > 0) yield rows;
    }
    const unsettledRows = this.#unsureRows.filter(({ row, key }) => {
      const claim = results.answered.partOf(key).claimAny(key);
      return !this.#settleByClaim(row, claim);
    });
    if (unsettledRows.length > 0) yield unsettledRows.map(({ row }) => row);
    return undefined;
  }

  /** Counts the row. @returns whether it is in this shard */
  #countForShard(row: BatchRow, shard: BatchPlan['shard']): boolean {
    if (isInShard(row, shard)) {
      this.ownRows += 1;
      return true;
    }
    this.otherRows += 1;
    return false;
  }

  /** Claims the row's earlier line, or writes the answer of an equal row. @returns whether the row needs no look-up now */
  #settleWithoutLookUp(row: BatchRow): boolean {
    if (row.key === undefined) return false;
    const claim = this.options.results.answered
      .partOf(row.key)
      .claim(row.key, () => row.source.inputJson());
    if (claim !== 'unsure') return this.#settleByClaim(row, claim);
    this.#unsureRows.push({ row, key: row.key });
    return true;
  }

  /** @param claim `claimed`: the row has its line; a number: where the line of an equal row begins. @returns whether the row needs no look-up */
  #settleByClaim(row: BatchRow, claim: 'claimed' | number | undefined): boolean {
    if (claim === undefined) return false;
    if (claim === 'claimed') {
      this.earlierRows += 1;
      return true;
    }
    const line = this.options.results.lineAt(claim);
    const lineOfEqualRow = line === '' ? undefined : readResultLine(line);
    if (lineOfEqualRow === undefined) return false;
    this.#writeRepeated(row, extractMiddle(line), lineOfEqualRow);
    return true;
  }

  #writeRepeated(row: BatchRow, middle: string, resultOfEqualRow: ResultSummary): void {
    this.repeatedRows += 1;
    this.#write(row, middle, { ...resultOfEqualRow, row: row.number });
  }

  #write(row: BatchRow, middle: string, result: ResultSummary): void {
    this.writtenRows += 1;
    if (row.key !== undefined) this.options.results.askedAgain.replace(row.key);
    const line = resultLine({ row, middle, ids: result }, this.context.secrets);
    this.options.results.put(line, result.rowStatus !== 'unreadable');
    this.options.summary.add(result, row.source);
  }

  #writeJudged(row: BatchRow, judged: JudgedRow) {
    const middle = buildMiddle(row, judged, this.options.serviceMembers);
    const result = summarizeRow(row, judged);
    this.#write(row, middle, result);
    return { middle, result };
  }

  /** If the input breaks off in the middle, no further row begins, and the other workers finish theirs. */
  #workOrStop(): Promise<void> {
    return this.#workThroughRows().catch((error: unknown) => {
      this.#pending.stop();
      throw error;
    });
  }

  async #workThroughRows(): Promise<void> {
    for (;;) {
      // First take(), which makes no promise: next() alone would make one for each row.
      const row = this.#pending.take() ?? (await this.#pending.next());
      if (row === undefined) return;
      const room = this.options.results.room();
      if (room !== undefined) await room;
      const { purchase, key, problem } = row;
      if (purchase !== undefined && key !== undefined) {
        if (!(await this.#askOrWait(row, purchase, key))) return;
      } else if (problem !== undefined) this.#writeJudged(row, unreadableRow(problem));
    }
  }

  /** @returns whether the run goes on */
  async #askOrWait(row: BatchRow, purchase: RowPurchase, key: string): Promise<boolean> {
    const equalRows = this.#waitingRows.get(key);
    if (equalRows !== undefined) {
      equalRows.push(row);
      return true;
    }
    // The purchase may have been answered since the row was read.
    if (this.#settleWithoutLookUp(row)) return true;
    this.#waitingRows.set(key, []);
    const { pace, options } = this;
    if (!this.#hasBegunLookUps) options.onFirst();
    this.#hasBegunLookUps = true;
    const settled = await this.#lookUp(row, purchase);
    if (pace.ended !== undefined) this.#stop({ ...pace.ended, lastFailure: this.#lastFailure });
    // A row that failed while the run ended gets no line: the next run asks about it.
    const hasEnded = pace.ended !== undefined && settled?.judged.rowStatus === 'failed';
    if (settled === undefined || hasEnded) {
      this.#waitingRows.delete(key);
      // Whoever ended the run has given the reason.
      this.#stop(undefined);
      return false;
    }
    const { judged, isPostponed } = settled;
    if (isPostponed) {
      for (const each of [row, ...this.#takeWaiting(key)]) this.#pending.putBack(each);
      return true;
    }
    // Meanwhile another worker has ended the run as refused: this row gets no line either.
    if (this.#halt?.kind === 'refused' && judged.rowStatus !== 'answered') return false;
    const lookedUp = { row, key, judged };
    if (this.#firstRefusals.isStart && mayRefuseAll(judged, this.options.summary)) {
      // Equal rows go on waiting for this one.
      this.#firstRefusals.add(lookedUp);
      if (this.#firstRefusals.areEnough) this.#stopAsRefused();
      return !this.#firstRefusals.areEnough;
    }
    if (this.#firstRefusals.isStart) this.#finishFirstRefusals();
    this.#finish(lookedUp);
    return true;
  }

  /** undefined: the run has ended meanwhile. */
  async #lookUp(row: BatchRow, purchase: RowPurchase): Promise<SettledRow | undefined> {
    const { pace, options } = this;
    try {
      return await lookUpRow(row, purchase, {
        pace,
        transport: options.transport,
        signal: this.#abandonment.signal,
        mayCredentialsBeWrong: () => this.#firstRefusals.isStart,
        knownPurchase: () => this.#knownPurchase,
        onFailure: (judged) => {
          this.#lastFailure = judged;
        },
        duringWait: (wait) => this.#workers.lendSlotDuring(wait),
      });
    } catch (error) {
      if (this.#abandonment.signal.aborted || pace.isStopped) return undefined;
      // This look-up never leaves its place in `Turns`: others would wait for it forever.
      pace.stop();
      throw error;
    }
  }

  /** Removes and returns the rows that wait for the answer of an equal row. */
  #takeWaiting(key: string): BatchRow[] {
    const equalRows = this.#waitingRows.get(key) ?? [];
    this.#waitingRows.delete(key);
    return equalRows;
  }

  /** Writes the line of the row, and the lines of the rows that wait for its answer. */
  #finish({ row, key, judged }: LookedUpRow): void {
    const { results } = this.options;
    const equalRows = this.#takeWaiting(key);
    if (judged.rowStatus !== 'failed') {
      this.#knownPurchase = row.purchase;
      results.answered.partOf(key).addWritten(key, results.nextStart());
    }
    const { middle, result } = this.#writeJudged(row, judged);
    for (const each of equalRows) this.#writeRepeated(each, middle, result);
  }
}

/** Any other reason is a fault of pvg itself, which the caller must see. */
const haltBecause = (reason: unknown): Halt => {
  if (reason instanceof PvgError) return { kind: 'stopped', error: reason };
  throw reason;
};
