import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { BatchOrder } from './batch.js';
import type { Run } from './ending.js';
import { LookUps } from './look-ups.js';
import type { BatchPlan } from './options.js';
import { outputFailure } from './output-failure.js';
import type { OpenOutput } from './output.js';
import { OwnRows } from './own-rows.js';
import { Pace } from './pace.js';
import { showProgress } from './progress.js';
import { ResultPrinter } from './result.js';
import { fileTarget, ResultWriter, sinkTarget } from './results-file.js';
import { span } from './span.js';
import type { Summary } from './summary.js';

/** From the first look-up to the last line of the output. */

/** How long look-ups under way may still take after an interruption. */
const graceMs = 4_500;

/** @throws what is no failure of the output, nor an interruption */
export async function lookUpRows(
  context: Context,
  order: BatchOrder,
  output: OpenOutput,
  summary: Summary,
): Promise<Run> {
  const { plan } = order;
  const end = new Ending(context);
  const fail = (error: unknown): void => {
    end.fail(plan.out === undefined ? error : outputFailure(error, plan.out));
  };
  const mine = new OwnRows(order.rows, plan.shard, output.done);
  const pace = new Pace({ ceiling: plan.concurrency, perSecond: plan.perSecond });
  const writer = writerOf(context, order, output, fail);
  const printer = new ResultPrinter(context.secrets);
  const { timeoutMs, retries, send, build } = order;
  const lookUps = new LookUps(
    { send, build, clock: context.clock, random: context.random },
    mine,
    {
      room: () => writer.room(),
      take: (done) => {
        const result = printer.print(done);
        summary.add(result);
        writer.add(result);
      },
    },
    pace,
    { timeoutMs, retries, stop: end.stop.signal, giveUp: end.giveUp.signal },
  );
  const progress = order.quiet
    ? undefined
    : showProgress(
        { stderr: context.stderr, clock: context.clock, draws: order.draws },
        {
          summary,
          expectedRows: () => mine.expected(),
          passedOver: () => mine.passedOver,
          slowness: () =>
            context.interrupt.aborted
              ? 'ends with what is under way'
              : slownessOf(pace, plan, lookUps, context.clock.elapsed()),
        },
      );
  const halt = await lookUps.run().catch(fail);
  mine.end();
  end.over();
  await progress?.stop();
  await writer.close().catch(fail);
  return { halt: halt ?? undefined, failure: end.failure, rowsRead: mine.read, pace };
}

function writerOf(
  { stdout }: Context,
  { plan, line }: BatchOrder,
  { file, form, isNew }: OpenOutput,
  onFailure: (error: unknown) => void,
): ResultWriter {
  const writer = new ResultWriter(file ? fileTarget(file) : sinkTarget(stdout), {
    line: line ?? ((result) => form.line(result)),
    ordered: plan.ordered,
    onFailure,
  });
  if (isNew) writer.put(form.header);
  return writer;
}

/** What ends a run before its rows do. */
class Ending {
  /** No further row is begun. */
  readonly stop = new AbortController();
  /** What is under way is given up too. */
  readonly giveUp = new AbortController();
  readonly #over = new AbortController();
  #broken: { readonly error: unknown } | undefined;
  #interruption: PvgError | undefined;
  readonly #onInterrupt = (): void => {
    this.#interruption = this.context.interrupt.reason as PvgError;
    this.stop.abort();
    this.context.clock.sleep(graceMs, this.#over.signal).then(
      () => {
        this.giveUp.abort();
      },
      () => undefined,
    );
  };

  constructor(private readonly context: Context) {
    const { interrupt } = context;
    interrupt.addEventListener('abort', this.#onInterrupt, { once: true });
    if (interrupt.aborted) this.#onInterrupt();
  }

  fail(error: unknown): void {
    this.#broken ??= { error };
    this.giveUp.abort();
    this.stop.abort();
  }

  over(): void {
    this.context.interrupt.removeEventListener('abort', this.#onInterrupt);
    this.#over.abort();
    this.giveUp.abort();
  }

  /** What ended it. @throws what is a fault of pvg */
  get failure(): PvgError | undefined {
    if (this.#broken === undefined) return this.#interruption;
    if (this.#broken.error instanceof PvgError) return this.#broken.error;
    throw this.#broken.error;
  }
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
