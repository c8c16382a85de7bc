import type { Context } from '../context.js';
import { PvgError, type ExitStatus } from '../failure.js';
import type { Send, WireRequest } from '../wire.js';
import { csvHeader, csvLine } from './csv-results.js';
import { mendInPlace } from './purchase.js';
import { inputColumns } from './input-columns.js';
import { LookUps, type Halt } from './look-ups.js';
import type { BatchPlan } from './options.js';
import { longestOutageMs } from './outage.js';
import { holdOutput, openOutput, outputFailure, type OpenOutput } from './output.js';
import { Pace } from './pace.js';
import { showProgress, span, type ExpectedRows } from './progress.js';
import { reportPage } from './report-page.js';
import { ndjsonLine, ResultPrinter, type Result } from './result.js';
import { fileTarget, ResultWriter, sinkTarget } from './results-file.js';
import type { DoneRows } from './resume.js';
import type { Row, RowSource } from './row.js';
import { isInShard, type Shard } from './shard.js';
import type { RunSettings } from './run-settings.js';
import { Summary } from './summary.js';
import { counted } from '../text/counted.js';

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
  readonly profile: string;
  readonly environment: string;
  /** What a resumed run has to be asked with too. */
  readonly settings: RunSettings;
  /** The rows of the input once more, where it can be read twice. */
  readonly again: (() => Promise<Reread>) | undefined;
}

export interface Reread {
  readonly rows: RowSource;
  readonly close: () => Promise<void>;
}

export interface Ended {
  readonly exit: ExitStatus;
  readonly summary: Summary;
  /** One sentence. */
  readonly says: string;
  readonly notes: readonly string[];
  /** The code of most rows that the service refused, where it refused some. */
  readonly refused: string | undefined;
  /** Whether rows are left to do. */
  readonly unfinished: boolean;
}

/** How long look-ups under way may still take after an interruption. */
const graceMs = 4_500;

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
  const { plan } = order;
  const { columns, rows } =
    plan.format === 'csv'
      ? await inputColumns(order.rows)
      : { columns: { names: [], other: false }, rows: order.rows };
  const output = await openOutput(context, plan, columns, {
    settings: order.settings,
    check: (done) => checkInput(context, order, done),
  });
  const summary = new Summary();
  if (output.done) summary.addBefore(output.done.counts, output.done.count, output.done.refused);
  const startedAtMs = context.clock.now();
  const started = context.clock.elapsed();
  const run = await lookUp(context, { ...order, rows }, output, summary);
  const ended = endOf(run, summary, output.done, order);
  if (plan.report === undefined) return ended;
  const page = reportPage(summary, {
    profile: order.profile,
    environment: order.environment,
    input: order.label,
    startedAtMs,
    elapsedMs: context.clock.elapsed() - started,
    ended: ended.says,
    version: context.version,
  });
  return withReport(context, ended, plan.report, context.secrets.redact(page));
}

/** Before anything is sent or changed. @throws {PvgError} `usage`, or the reason of the interruption */
async function checkInput(
  { secrets, interrupt }: Context,
  { again }: BatchOrder,
  done: DoneRows,
): Promise<void> {
  if (again === undefined) return;
  const { rows: source, close } = await again();
  const printer = new ResultPrinter(secrets);
  const clean = (input: string): string => printer.clean(input);
  let read = 0;
  try {
    for (let next = await source.rows.next(); next.done !== true; next = await source.rows.next()) {
      for (const row of next.value) done.holds(row, clean);
      read += next.value.length;
      // What follows can only be new.
      if (read >= done.highest) return;
    }
  } finally {
    await close();
  }
  interrupt.throwIfAborted();
  if (read < done.highest) throw shorterInput(done, read, ' Nothing was sent or changed.');
}

interface Run {
  readonly halt: Halt | undefined;
  /** What ended it from outside or in the output. */
  readonly failure: PvgError | undefined;
  readonly rowsRead: number;
  readonly pace: Pace;
}

async function lookUp(
  context: Context,
  order: BatchOrder,
  output: OpenOutput,
  summary: Summary,
): Promise<Run> {
  const { plan, rows, timeoutMs, retries } = order;
  const stop = new AbortController();
  const giveUp = new AbortController();
  const printer = new ResultPrinter(context.secrets);
  const mine = new OwnRows(rows, plan.shard, output.done, (input) => printer.clean(input));
  const pace = new Pace({ ceiling: plan.concurrency, perSecond: plan.perSecond });

  let failure: PvgError | undefined;
  let broken: { readonly error: unknown } | undefined;
  const onFailure = (error: unknown): void => {
    broken ??= { error: plan.out === undefined ? error : outputFailure(error, plan.out) };
    giveUp.abort();
    stop.abort();
  };
  const target = output.file
    ? fileTarget(output.file)
    : sinkTarget(context.stdout, {
        onRoom: () => {
          lookUps.onRoom();
        },
        onFailure,
      });
  const { columns } = output;
  const writer = new ResultWriter(
    target,
    plan.format === 'csv' ? (result) => csvLine(result, columns) : (order.line ?? ndjsonLine),
    { ordered: plan.ordered, onFailure },
  );
  const lookUps: LookUps = new LookUps(
    { send: order.send, clock: context.clock, random: context.random, build: order.build },
    mine,
    {
      hasRoom: () => writer.hasRoom(),
      take: (done) => {
        const result = printer.print(done);
        summary.add(result);
        writer.add(result);
      },
    },
    pace,
    { timeoutMs, retries, stop: stop.signal, giveUp: giveUp.signal },
  );
  const onInterrupt = (): void => {
    failure ??= context.interrupt.reason as PvgError;
    stop.abort();
    context.clock.sleep(graceMs, ended.signal).then(
      () => {
        giveUp.abort();
      },
      () => undefined,
    );
  };
  const ended = new AbortController();
  context.interrupt.addEventListener('abort', onInterrupt, { once: true });
  if (context.interrupt.aborted) onInterrupt();
  const progress = order.quiet
    ? undefined
    : await showProgress(
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
  let halt: Halt | undefined;
  try {
    if (plan.format === 'csv' && !output.file) target.write(csvHeader(columns));
    halt = await lookUps.run();
  } catch (error) {
    broken ??= { error: error instanceof PvgError ? error : outputFailure(error, plan.out ?? '') };
  }
  mine.end();
  context.interrupt.removeEventListener('abort', onInterrupt);
  ended.abort();
  giveUp.abort();
  await progress?.stop();
  await writer.close().catch((error: unknown) => {
    broken ??= { error: plan.out === undefined ? error : outputFailure(error, plan.out) };
  });
  if (broken) {
    if (!(broken.error instanceof PvgError)) throw broken.error;
    failure = broken.error;
  }
  return { halt, failure, rowsRead: mine.read, pace };
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

/** The rows that are this run's to do: of its shard, and not done before. */
class OwnRows implements AsyncIterator<readonly Row[], undefined, undefined> {
  /** Rows of the input so far. */
  read = 0;
  /** Of other shards. */
  passedOver = 0;
  #all = false;
  #ended = false;
  #bytesOfRows = 0;

  constructor(
    private readonly source: RowSource,
    private readonly shard: Shard | undefined,
    private readonly done: DoneRows | undefined,
    private readonly clean: (input: string) => string,
  ) {}

  async next(): Promise<IteratorResult<readonly Row[], undefined>> {
    for (;;) {
      if (this.#ended) return { done: true, value: undefined };
      const next = await this.source.rows.next();
      this.#bytesOfRows = this.source.bytesRead();
      if (next.done === true) {
        this.#all = true;
        return next;
      }
      const rows = this.#own(next.value);
      if (rows.length > 0) return { done: false, value: rows };
    }
  }

  #own(rows: readonly Row[]): readonly Row[] {
    this.read += rows.length;
    const { shard, done } = this;
    if (shard === undefined && done === undefined) return rows;
    return rows.flatMap((row) => {
      if (shard !== undefined && !isInShard(row, shard)) {
        this.passedOver += 1;
        return [];
      }
      if (done?.holds(row, this.clean) === true) return [];
      return done?.hasFailed(row.number) === true ? [{ ...row, failedBefore: true as const }] : [row];
    });
  }

  /** Nothing more is read, where there is more. */
  end(): void {
    this.#ended = true;
  }

  /** How many rows the input will turn out to have, by its size and what has been read of it. */
  expected(): ExpectedRows | undefined {
    const { bytes } = this.source;
    if (this.#all || this.#bytesOfRows === bytes) return { rows: this.read, exact: true };
    if (bytes === undefined || this.#bytesOfRows === 0) return undefined;
    return { rows: (this.read * bytes) / this.#bytesOfRows, exact: false };
  }
}

/** What a disk did not take is answered but not kept: the file itself says which rows those are. */
const doneBefore = ({ exit }: PvgError, rows: string, one: boolean, hasFile: boolean): string =>
  exit === 14 && hasFile
    ? `${rows} ${one ? 'was' : 'were'} answered; --resume asks again for those that the file does not hold.`
    : `${rows} ${one ? 'is' : 'are'} done${hasFile ? ' and written' : ''}.`;

function endOf(
  { halt, failure: broken, rowsRead, pace }: Run,
  summary: Summary,
  done: DoneRows | undefined,
  { plan }: BatchOrder,
): Ended {
  const notes = [
    ...failuresTold(summary),
    ...paceTold(pace),
    ...(plan.ordered && done !== undefined && done.failed > 0
      ? ['Rows that were tried again stand at the end of the output, not at their place.']
      : []),
  ];
  const shorter =
    done === undefined || halt || done.highest <= rowsRead ? undefined : shorterInput(done, rowsRead, '');
  const failure = broken ?? shorter;
  const refused = mostOf(summary.refused);
  const rows = `${counted(summary.rows, 'row')}${summary.before > 0 ? ` (${String(summary.before)} by an earlier run)` : ''}`;
  if (failure) {
    const { hint } = failure.details;
    return {
      exit: failure.exit,
      summary,
      says: `${failure.message.replace(/\.?$/, '.')} ${doneBefore(failure, rows, summary.rows === 1, plan.out !== undefined)}`,
      notes: [...(hint === undefined ? [] : [hint]), ...notes],
      refused,
      unfinished: true,
    };
  }
  if (halt) {
    const { error, exit } = halt.judgement;
    return {
      exit,
      summary,
      says: `${whyHalted(halt)} The run was ended; ${rows} ${summary.rows === 1 ? 'is' : 'are'} done.`,
      notes: [...(error ? [error.hint] : []), ...notes],
      refused,
      unfinished: true,
    };
  }
  const failed = summary.failed;
  return {
    exit: failed > 0 ? 20 : 0,
    summary,
    says:
      failed > 0
        ? `${rows}, of which ${String(failed)} failed${refusedTold(summary, ' and ')}.`
        : summary.rows === 0
          ? `None of the input’s rows (${String(rowsRead)}) is in this part: there was nothing to look up.`
          : refused === undefined
            ? `${rows}, all answered.`
            : `${rows} answered${refusedTold(summary, ', of which ')}.`,
    notes,
    refused,
    unfinished: failed > 0,
  };
}

const mostOf = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];

function refusedTold({ refused }: Summary, before: string): string {
  if (refused.size === 0) return '';
  const rows = [...refused.values()].reduce((sum, each) => sum + each, 0);
  return `${before}${String(rows)} ${rows === 1 ? 'was' : 'were'} refused by the service (${[...refused.keys()].join(', ')})`;
}

function whyHalted(halt: Halt): string {
  const said = halt.judgement.error?.says ?? 'the service refused.';
  switch (halt.kind) {
    case 'refused':
      return `Row ${String(halt.row.number)}: ${said}`;
    case 'asked to wait':
      return `The service asks to wait ${span(halt.askedMs / 1000)}, and a run waits an hour at most.`;
    case 'outage':
      return halt.because === 'never answered'
        ? `No row of this run got an answer: ${said}`
        : `For ${span(longestOutageMs / 1000)} nothing was answered: ${said}`;
  }
}

const failuresTold = ({ failures, failed }: Summary): string[] => [
  ...failures.map(({ row, error }) => `Row ${String(row)}: ${saysOf(error)}`),
  ...(failed > failures.length ? [`… and ${String(failed - failures.length)} more that failed.`] : []),
];

/** Of an error as it stands in the output. */
const saysOf = (error: string): string => (JSON.parse(error) as { says?: string } | null)?.says ?? '';

const paceTold = ({ slowed, longestAskedMs }: Pace): string[] =>
  slowed === 0
    ? []
    : [
        `The service was overloaded (429 or 5xx): slowed down ${slowed === 1 ? 'once' : `${String(slowed)} times`}${
          longestAskedMs > 0 ? `; it asked to wait up to ${String(Math.ceil(longestAskedMs / 1000))} s` : ''
        }.`,
      ];

const shorterInput = ({ highest }: DoneRows, rowsRead: number, sent: string): PvgError =>
  new PvgError(
    'usage',
    `The input has changed: it has ${counted(rowsRead, 'row')}, and --out holds results up to row ${String(highest)}.${sent}`,
    {
      hint: `Rows were removed. ${mendInPlace} Give the input that the output was made from, or name another --out.`,
    },
  );

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
