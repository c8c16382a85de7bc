import { Writable } from 'node:stream';
import type { Sink } from '../context.js';
import type { Summary } from './summary.js';
import { counted } from '../text/counted.js';

/** How far a batch is, on stderr: a bar on a terminal, a line every ten seconds elsewhere. */

export interface ProgressDoors {
  readonly stderr: Sink;
  readonly clock: { elapsed(): number; every(ms: number, call: () => void): () => void };
  /** A terminal that may be drawn on; elsewhere it gets lines. */
  readonly draws: boolean;
}

export interface ProgressFacts {
  readonly summary: Summary;
  /** Rows of the input, as far as that can be told. */
  readonly expectedRows: () => ExpectedRows | undefined;
  /** Rows that were read and are not this run's to do. */
  readonly passedOver: () => number;
  /** What slows it down, for people; empty where nothing does. */
  readonly slowness: () => string;
}

export interface ExpectedRows {
  readonly rows: number;
  /** false: by the size of what was not read yet. */
  readonly exact: boolean;
}

export interface Progress {
  stop(): Promise<void>;
}

const lineEveryMs = 10_000;
const drawEveryMs = 200;
/** At least since the tick before. */
const rateOverMs = 5_000;

export async function showProgress(doors: ProgressDoors, facts: ProgressFacts): Promise<Progress> {
  return doors.draws ? drawBar(doors, facts) : printLines(doors, facts);
}

async function drawBar({ stderr, clock }: ProgressDoors, facts: ProgressFacts): Promise<Progress> {
  // Loaded here: only a person at a terminal sees it.
  const { default: cliProgress } = await import('cli-progress');
  const measure = measuring(clock, facts);
  const bar = new cliProgress.SingleBar({
    stream: asStream(stderr),
    format: (_options, params, payload: { parts?: readonly string[] }) => {
      const { columns } = stderr;
      const size = columns < 100 ? 12 : 24;
      const filled = Math.round(params.progress * size);
      const known = facts.expectedRows() !== undefined;
      const drawn = known ? `${'█'.repeat(filled)}${'░'.repeat(size - filled)} ` : '';
      // The last column stays free: some terminals begin a new line there.
      return fitting(drawn, payload.parts ?? [], columns - 1);
    },
    clearOnComplete: true,
    hideCursor: true,
    linewrap: null,
    // It draws when it is told to: the clock is the context's.
    autopadding: false,
    noTTYOutput: false,
    fps: 1000 / drawEveryMs,
    emptyOnZero: true,
    gracefulExit: false,
  });
  bar.start(1, 0, { parts: [] });
  const stop = clock.every(drawEveryMs, () => {
    const { parts, done, expected } = measure();
    bar.setTotal(Math.max(1, expected ?? 1));
    bar.update(expected === undefined ? 0 : Math.min(done, expected), { parts });
  });
  return {
    stop: () => {
      stop();
      bar.stop();
      return Promise.resolve();
    },
  };
}

function printLines({ stderr, clock }: ProgressDoors, facts: ProgressFacts): Promise<Progress> {
  const measure = measuring(clock, facts);
  let last: Promise<void> = Promise.resolve();
  const stop = clock.every(lineEveryMs, () => {
    const { parts, done, expected } = measure();
    const share =
      expected === undefined || expected === 0 ? '' : `${String(Math.floor((done / expected) * 100))} % · `;
    last = stderr.write(`${share}${parts.join(between)}\n`).catch(() => undefined);
  });
  return Promise.resolve({
    stop: () => {
      stop();
      return last;
    },
  });
}

interface Measured {
  /** What matters most comes first. */
  readonly parts: readonly string[];
  readonly done: number;
  readonly expected: number | undefined;
}

/** The rate is over the last seconds, so that a pause shows. */
function measuring(clock: { elapsed(): number }, facts: ProgressFacts): () => Measured {
  const ticks: { readonly atMs: number; readonly rows: number }[] = [
    { atMs: clock.elapsed(), rows: facts.summary.rows },
  ];
  return () => {
    const { summary } = facts;
    const nowMs = clock.elapsed();
    ticks.push({ atMs: nowMs, rows: summary.rows });
    while (ticks.length > 2 && (ticks[1]?.atMs ?? nowMs) <= nowMs - rateOverMs) ticks.shift();
    const [first, last] = [ticks[0], ticks.at(-1)];
    const perSecond =
      first === undefined || last === undefined || last.atMs <= first.atMs
        ? 0
        : ((last.rows - first.rows) * 1000) / (last.atMs - first.atMs);
    const estimate = facts.expectedRows();
    const done = summary.rows + facts.passedOver();
    // A guess may be too low.
    const expected = estimate && Math.max(estimate.rows, done);
    const left = expected === undefined ? undefined : Math.max(0, expected - done);
    const top = summary
      .lines()
      .sort((one, other) => other.rows - one.rows)
      .slice(0, 3)
      .map(({ name, rows }) => `${name} ${String(rows)}`);
    const parts = [
      estimate === undefined
        ? counted(done, 'row')
        : `${String(done)} of ${about({ ...estimate, rows: expected ?? done })} rows`,
      `${perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))}/s`,
      ...(left === undefined || perSecond === 0 ? [] : [`${span(left / perSecond)} left`]),
      ...(facts.slowness() === '' ? [] : [facts.slowness()]),
      ...(summary.failed > 0 ? [`failed ${String(summary.failed)}`] : []),
      ...top,
    ];
    return { parts, done, expected };
  };
}

/** Rounded where it is a guess, so that it does not twitch. */
const about = ({ rows, exact }: ExpectedRows): string =>
  exact ? String(rows) : `about ${String(Number(rows.toPrecision(2)))}`;

const between = ' · ';

/** As many whole parts as there is room for. */
function fitting(start: string, parts: readonly string[], room: number): string {
  let text = '';
  for (const part of parts) {
    const longer = text === '' ? part : `${text}${between}${part}`;
    if (start.length + longer.length > room) break;
    text = longer;
  }
  return text === '' ? '' : start + text;
}

/** `40 s`, `2 min 5 s`, `3 h 10 min`, `12 days`. */
export function span(seconds: number): string {
  if (seconds === Infinity) return 'for ever';
  const whole = Math.ceil(seconds);
  const [units, one, small, oneSmall] =
    whole < 60
      ? [whole, 's', 0, '']
      : whole < 3600
        ? [Math.floor(whole / 60), 'min', whole % 60, 's']
        : whole < 2 * 86_400
          ? [Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'min']
          : [Math.floor(whole / 86_400), 'days', 0, ''];
  return small === 0 ? `${String(units)} ${one}` : `${String(units)} ${one} ${String(small)} ${oneSmall}`;
}

/** The library writes to a stream; here that is the context's sink. */
function asStream(sink: Sink): NodeJS.WritableStream {
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      sink.write(chunk).then(
        () => {
          done();
        },
        () => {
          done();
        },
      );
    },
  });
  return Object.assign(stream, { isTTY: true, columns: sink.columns });
}
