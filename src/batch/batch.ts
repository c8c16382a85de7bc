import type { RowSource } from './format.js';
import type { Context, OpenFile } from '../context.js';
import type { Send, WireRequest } from '../contract/wire.js';
import { PvgError } from '../failure.js';
import type { DoneRows } from './done-rows.js';
import { endOf, shorterInput, type Ended, type Run } from './ending.js';
import { LookUps, type News, type Taker } from './look-ups.js';
import type { BatchPlan } from './options.js';
import { outputFailure } from './output-failure.js';
import { holdOutput, openOutput, type OpenOutput } from './output.js';
import { OwnRows } from './own-rows.js';
import { Pace } from './pace.js';
import { longestOutageMs } from './outage.js';
import { showProgress } from './progress.js';
import { openRows } from './read-rows.js';
import { repeatedIn, Repeats } from './repeats.js';
import { reportPage } from './report-page.js';
import { ResultPrinter, type Result } from './result.js';
import { ResultWriter } from './results-file.js';
import type { Rows } from './row.js';
import type { RunSettings } from './run-settings.js';
import { span } from './span.js';
import { Stops } from './stops.js';
import { Summary } from './summary.js';

/** A complete batch: rows in, look-ups, rows out, and how it ended. */

interface BatchOrder {
  readonly rows: RowSource;
  readonly plan: BatchPlan;
  readonly send: Send;
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly quiet: boolean;
  /** Whether progress may be drawn as a bar. */
  readonly draws: boolean;
  /** What people call the input. */
  readonly label: string;
  /** The run's id in the journal; null without one. */
  readonly callId: string | null;
  /** The settings that a resumed run must share. */
  readonly settings: RunSettings;
  /** Opens the input again; undefined if it cannot be read twice. */
  readonly again: (() => Promise<OpenFile>) | undefined;
  /** Called when nothing stands against the first look-up. */
  readonly onOpen: () => Promise<void>;
  /** Called before the first look-up; never if all rows are done. */
  readonly onBegin: () => Promise<void>;
}

/** @throws {PvgError} what is found before the first request: an output that cannot be opened or is in use */
export async function lookUpAll(context: Context, order: BatchOrder): Promise<Ended> {
  const { out } = order.plan;
  const held = out === undefined ? undefined : await holdOutput(context, out);
  try {
    return await lookUpInto(context, order);
  } finally {
    await held?.release();
  }
}

async function lookUpInto(context: Context, order: BatchOrder): Promise<Ended> {
  const { plan, settings } = order;
  const { clock, secrets, version } = context;
  const output = await openOutput(context, plan, plan.format.output(order.rows, plan.excel), {
    settings,
    input: order.rows.format,
    check: (done) => checkInput(context, order, done),
  });
  await order.onOpen();
  const summary = output.done?.summary ?? new Summary();
  const [startedAtMs, started] = [clock.now(), clock.elapsed()];
  const run = await lookUpRows(context, order, output, summary);
  const elapsedMs = clock.elapsed() - started;
  const ended = endOf(run, summary, output.done, plan, elapsedMs);
  const { report } = plan;
  if (report === undefined) return ended;
  const page = reportPage(summary, {
    ...settings,
    input: order.label,
    output: plan.out,
    startedAtMs,
    elapsedMs,
    exit: ended.exit,
    ended: ended.says,
    version,
  });
  return writeBeside(context, report, secrets.redact(page), ended);
}

/** Writes a file about the run. A failure becomes a note, and the status of a run that was otherwise good. */
export async function writeBeside(
  { files }: Pick<Context, 'files'>,
  path: string,
  text: string,
  ended: Ended,
): Promise<Ended> {
  try {
    await files.replace(path, text);
    return ended;
  } catch (error) {
    const told = outputFailure(error, path);
    if (!(told instanceof PvgError)) throw told;
    const { code, exit, message, details } = told;
    const notes = [...ended.notes, message];
    if (ended.exit !== 0) return { ...ended, notes };
    return {
      ...ended,
      exit,
      error: { code, says: message, hint: details.hint ?? null, section: null },
      notes,
    };
  }
}

/** Runs before anything is sent or changed. @throws {PvgError} `usage`, or the reason of the interruption */
async function checkInput(
  { interrupt }: Context,
  { again, plan }: BatchOrder,
  done: DoneRows,
): Promise<void> {
  if (again === undefined) return;
  const opened = await again();
  let read = 0;
  try {
    for await (const some of (await openRows(opened, plan.rows, interrupt)).rows) {
      for (const row of some) done.holds(row, unsent);
      read += some.length;
      // All later rows are new.
      if (read >= done.highest) return;
    }
  } finally {
    await opened.close();
  }
  interrupt.throwIfAborted();
  throw shorterInput(done, read, unsent);
}

const unsent = ' Nothing was sent or changed.';

/** From the first look-up to the last line of the output. Throws only faults: neither output failures nor interruptions. */
async function lookUpRows(
  context: Context,
  order: BatchOrder,
  { file, earlier, form, done: before, isNew }: OpenOutput,
  summary: Summary,
): Promise<Run> {
  const { plan } = order;
  const line = (result: Result): string => form.line(result);
  const { clock, stderr, stdout, random, interrupt } = context;
  const mayRepeat = plan.dedupe ? await repeatedRows(context, order) : undefined;
  const stops = new Stops(context);
  const fail = (error: unknown): void => {
    stops.fail(plan.out === undefined ? error : outputFailure(error, plan.out));
  };
  const mine = new OwnRows(order.rows, plan.shard, before);
  const pace = new Pace({ ceiling: plan.concurrency, perSecond: plan.perSecond });
  const onRoom = (): void => {
    lookUps.changed();
  };
  const writer = new ResultWriter({ file, earlier, stdout, line, onFailure: fail, onRoom });
  if (isNew && order.rows.columns.length > 0) writer.put(form.header);
  const taker = takerOf(context, summary, writer, mayRepeat, order.callId);
  const begin = async (): Promise<void> => {
    await progress?.clear();
    await order.onBegin();
  };
  const lookUps = new LookUps({ ...order, clock, random }, after(begin, mine.rows()), taker, pace, {
    ...order,
    stop: stops.stop,
    giveUp: stops.giveUp,
    onNews: (news) => progress?.say(newsTold(news)),
  });
  const facts = {
    summary,
    expectedRows: () => mine.expected(),
    passedOver: () => mine.passedOver,
    slowness: () =>
      interrupt.aborted
        ? 'finishing the look-ups under way'
        : slownessOf(pace, plan, lookUps, clock.elapsed()),
  };
  const progress = order.quiet ? undefined : showProgress({ stderr, clock, draws: order.draws }, facts);
  const halt = await lookUps.run().catch(fail);
  mine.end();
  stops.over();
  await progress?.stop();
  const isOver = !halt && !stops.stop.aborted;
  await writer.close(isOver && summary.failed === 0).catch(fail);
  const { isKept, written } = writer;
  const rows = { rowsRead: mine.read, rowsOwn: mine.own, rowsWritten: written };
  return { halt: halt ?? undefined, failure: stops.failure, isKept, ...rows, pace };
}

async function* after(begin: () => Promise<void>, rows: Rows): Rows {
  let hasBegun = false;
  for await (const some of rows) {
    if (!hasBegun) await begin();
    hasBegun = true;
    yield some;
  }
  return undefined;
}

/** Writes the line of a row that is done, and the lines of rows that wait for the same answer. */
function takerOf(
  { secrets }: Context,
  summary: Summary,
  writer: ResultWriter,
  mayRepeat: ((key: string) => boolean) | undefined,
  callId: string | null,
): Taker {
  const printer = new ResultPrinter(secrets, callId);
  const write = (result: Result): void => {
    summary.add(result);
    writer.add(result);
  };
  const writeRepeated = (result: Result): void => {
    summary.repeated += 1;
    write(result);
  };
  const repeats = mayRepeat && new Repeats(writeRepeated, secrets, mayRepeat);
  return {
    hasRoom: () => writer.hasRoom() && repeats?.isFull !== true,
    isFull: () => repeats?.isFull === true,
    joins: (row) => repeats?.joins(row) ?? false,
    take: (done) => {
      const result = printer.print(done);
      write(result);
      repeats?.answered(done.row, result);
    },
  };
}

function newsTold(news: News): string {
  switch (news.kind) {
    case 'asked':
      return `The service asks to wait ${span(news.waitMs / 1000)} (HTTP ${String(news.status)}). All look-ups wait.`;
    case 'slowed':
      return `The service answered HTTP ${String(news.status)}. pvg now makes fewer look-ups at a time.`;
    case 'silent':
      if (news.mayBeWrong)
        return 'The service has not answered yet. Trying one look-up at a time. The run ends soon if no row gets an answer.';
      return `The service does not answer. Trying one look-up at a time, for up to ${span(longestOutageMs / 1000)}. No row is lost.`;
    case 'back':
      return 'The service answers again.';
  }
}

/** Whether to keep an answer for a later row. If the input cannot be read twice, all answers are kept. */
async function repeatedRows(
  { interrupt }: Context,
  { again, plan }: BatchOrder,
): Promise<(key: string) => boolean> {
  const opened = await again?.();
  if (opened === undefined) return () => true;
  try {
    return await repeatedIn((await openRows(opened, plan.rows, interrupt)).rows);
  } finally {
    await opened.close();
  }
}

const longSilenceMs = 5_000;

/** Why the run is slow at this moment, for people. */
function slownessOf(pace: Pace, { concurrency }: BatchPlan, lookUps: LookUps, nowMs: number): string {
  const pausedS = Math.ceil(pace.pausedMs(nowMs) / 1000);
  if (lookUps.inOutage) return `no answers, next try ${pausedS > 0 ? `in ${String(pausedS)} s` : 'now'}`;
  if (pausedS > 1) return `waiting ${String(pausedS)} s for the service`;
  const silentMs = lookUps.silentMs(nowMs);
  if (silentMs >= longSilenceMs) return `no answers for ${span(silentMs / 1000)}`;
  return pace.limit < concurrency ? `slowed down to ${String(pace.limit)} at a time` : '';
}
