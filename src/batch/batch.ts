import type { Context, OpenFile } from '../context.js';
import type { Send, WireRequest } from '../contract/wire.js';
import { PvgError } from '../failure.js';
import type { DoneRows } from './done-rows.js';
import { endOf, shorterInput, type Ended, type Run } from './ending.js';
import { LookUps, type Done } from './look-ups.js';
import type { BatchPlan } from './options.js';
import { outputFailure } from './output-failure.js';
import { holdOutput, openOutput, type OpenOutput } from './output.js';
import { OwnRows } from './own-rows.js';
import { Pace } from './pace.js';
import { showProgress } from './progress.js';
import { openRows } from './read-rows.js';
import { reportPage } from './report-page.js';
import { ResultPrinter, type Result } from './result.js';
import { ResultWriter } from './results-file.js';
import type { RowSource } from './row.js';
import type { RunSettings } from './run-settings.js';
import { span } from './span.js';
import { Stops } from './stops.js';
import { Summary } from './summary.js';

/** A whole batch: rows in, look-ups, rows out, and how it ended. */

interface BatchOrder {
  readonly rows: RowSource;
  readonly plan: BatchPlan;
  readonly send: Send;
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly quiet: boolean;
  /** A row as it is to be printed; as its format has it where this is left out. */
  readonly line?: (result: Result) => string;
  /** Whether progress may be drawn as a bar. */
  readonly draws: boolean;
  /** The input, for people. */
  readonly label: string;
  /** What a resumed run has to be asked with too. */
  readonly settings: RunSettings;
  /** The input once more, where it can be read twice. */
  readonly again: (() => Promise<OpenFile>) | undefined;
}

/** @throws {PvgError} what is found before the first request: an output that cannot be had, or is another's */
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
  const { clock, files, secrets, version } = context;
  const output = await openOutput(context, plan, plan.format.output(order.rows), {
    settings,
    input: order.rows.format,
    check: (done) => checkInput(context, order, done),
  });
  const summary = output.done?.summary ?? new Summary();
  const [startedAtMs, started] = [clock.now(), clock.elapsed()];
  const run = await lookUpRows(context, order, output, summary);
  const ended = endOf(run, summary, output.done, plan);
  const { report } = plan;
  if (report === undefined) return ended;
  const elapsedMs = clock.elapsed() - started;
  const page = reportPage(summary, {
    ...settings,
    input: order.label,
    startedAtMs,
    elapsedMs,
    ended: ended.says,
    version,
  });
  return files.replace(report, secrets.redact(page)).then(
    () => ended,
    (error: unknown) => {
      const told = outputFailure(error, report);
      if (!(told instanceof PvgError)) throw told;
      const notes = [...ended.notes, told.message];
      return { ...ended, exit: ended.exit === 0 ? told.exit : ended.exit, notes };
    },
  );
}

/** Before anything is sent or changed. @throws {PvgError} `usage`, or the reason of the interruption */
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
      for (const row of some) done.holds(row);
      read += some.length;
      // What follows can only be new.
      if (read >= done.highest) return;
    }
  } finally {
    await opened.close();
  }
  interrupt.throwIfAborted();
  throw shorterInput(done, read, ' Nothing was sent or changed.');
}

/** From the first look-up to the last line of the output. @throws what is no failure of the output, nor an interruption */
async function lookUpRows(
  context: Context,
  order: BatchOrder,
  { file, form, done: before, isNew }: OpenOutput,
  summary: Summary,
): Promise<Run> {
  const { plan, line = (result) => form.line(result) } = order;
  const { clock, stderr, stdout, random, interrupt } = context;
  const stops = new Stops(context);
  const fail = (error: unknown): void => {
    stops.fail(plan.out === undefined ? error : outputFailure(error, plan.out));
  };
  const mine = new OwnRows(order.rows, plan.shard, before);
  const pace = new Pace({ ceiling: plan.concurrency, perSecond: plan.perSecond });
  const onRoom = (): void => {
    lookUps.changed();
  };
  const writer = new ResultWriter({ file, stdout, line, ordered: plan.ordered, onFailure: fail, onRoom });
  if (isNew) writer.put(form.header);
  const printer = new ResultPrinter(context.secrets);
  const taker = {
    hasRoom: () => writer.hasRoom(),
    take: (done: Done) => {
      const result = printer.print(done);
      summary.add(result);
      writer.add(result);
    },
  };
  const lookUps = new LookUps({ ...order, clock, random }, mine.rows(), taker, pace, {
    ...order,
    stop: stops.stop,
    giveUp: stops.giveUp,
  });
  const facts = {
    summary,
    expectedRows: () => mine.expected(),
    passedOver: () => mine.passedOver,
    slowness: () =>
      interrupt.aborted ? 'ends with what is under way' : slownessOf(pace, plan, lookUps, clock.elapsed()),
  };
  const progress = order.quiet ? undefined : showProgress({ stderr, clock, draws: order.draws }, facts);
  const halt = await lookUps.run().catch(fail);
  mine.end();
  stops.over();
  await progress?.stop();
  await writer.close().catch(fail);
  return { halt: halt ?? undefined, failure: stops.failure, rowsRead: mine.read, pace };
}

const longSilenceMs = 5_000;

/** Why it is slow at this moment, for people. */
function slownessOf(pace: Pace, { concurrency }: BatchPlan, lookUps: LookUps, nowMs: number): string {
  const pausedS = Math.ceil(pace.pausedMs(nowMs) / 1000);
  if (lookUps.inOutage) return `no answers: asks again ${pausedS > 0 ? `in ${String(pausedS)} s` : 'now'}`;
  if (pausedS > 1) return `waits ${String(pausedS)} s for the service`;
  const silentMs = lookUps.silentMs(nowMs);
  if (silentMs >= longSilenceMs) return `no answers for ${span(silentMs / 1000)}`;
  return pace.limit < concurrency ? `slowed down to ${String(pace.limit)} at once` : '';
}
