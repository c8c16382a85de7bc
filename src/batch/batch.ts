import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { Send, WireRequest } from '../contract/wire.js';
import type { DoneRows } from './done-rows.js';
import { endOf, shorterInput, type Ended } from './ending.js';
import type { BatchPlan } from './options.js';
import { outputFailure } from './output-failure.js';
import { holdOutput, openOutput } from './output.js';
import { reportPage } from './report-page.js';
import type { Result } from './result.js';
import type { RowSource } from './row.js';
import type { RunSettings } from './run-settings.js';
import { lookUpRows } from './run.js';
import { Summary } from './summary.js';

/** A whole batch: rows in, look-ups, rows out, and how it ended. */

export interface BatchOrder {
  readonly rows: RowSource;
  readonly plan: BatchPlan;
  readonly send: Send;
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly quiet: boolean;
  /** A row of NDJSON as it is to be printed; as it is kept where this is left out. */
  readonly line?: (result: Result) => string;
  /** Whether progress may be drawn as a bar. */
  readonly draws: boolean;
  /** The input, for people. */
  readonly label: string;
  /** What a resumed run has to be asked with too. */
  readonly settings: RunSettings;
  /** The rows of the input once more, where it can be read twice. */
  readonly again: (() => Promise<Reread>) | undefined;
}

export interface Reread {
  readonly rows: RowSource;
  readonly close: () => Promise<void>;
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
  const { form, input } = await plan.format.output(order.rows);
  const output = await openOutput(context, plan, form, {
    settings,
    input: input.format,
    check: (done) => checkInput(context, order, done),
  });
  const summary = new Summary();
  if (output.done) summary.addBefore(output.done);
  const startedAtMs = context.clock.now();
  const started = context.clock.elapsed();
  const run = await lookUpRows(context, { ...order, rows: input }, output, summary);
  const ended = endOf(run, summary, output.done, plan);
  if (plan.report === undefined) return ended;
  const page = reportPage(summary, {
    profile: settings.profile,
    environment: settings.environment,
    input: order.label,
    startedAtMs,
    elapsedMs: context.clock.elapsed() - started,
    ended: ended.says,
    version: context.version,
  });
  return withReport(context, ended, plan.report, context.secrets.redact(page));
}

/** Before anything is sent or changed. @throws {PvgError} `usage`, or the reason of the interruption */
async function checkInput({ interrupt }: Context, { again }: BatchOrder, done: DoneRows): Promise<void> {
  if (again === undefined) return;
  const { rows: source, close } = await again();
  let read = 0;
  try {
    for await (const some of source.rows) {
      for (const row of some) done.holds(row);
      read += some.length;
      // What follows can only be new.
      if (read >= done.highest) return;
    }
  } finally {
    await close();
  }
  interrupt.throwIfAborted();
  if (read < done.highest) throw shorterInput(done, read, ' Nothing was sent or changed.');
}

async function withReport({ files }: Context, ended: Ended, path: string, page: string): Promise<Ended> {
  try {
    await files.replace(path, page);
    return ended;
  } catch (error) {
    const told = outputFailure(error, path);
    if (!(told instanceof PvgError)) throw told;
    return {
      ...ended,
      exit: ended.exit === 0 ? told.exit : ended.exit,
      notes: [...ended.notes, told.message],
    };
  }
}
