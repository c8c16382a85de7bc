import type { Sink } from '../context.js';
import type { Summary } from './summary.js';
import { counted } from '../text/counted.js';
import { span } from './span.js';

/** How far a batch is, on stderr: a bar on a terminal, a line every ten seconds elsewhere. */

interface ProgressDoors {
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

interface Progress {
  /** A sentence above the bar, or among the lines. */
  say(text: string): void;
  stop(): Promise<void>;
}

const lineEveryMs = 10_000;
const drawEveryMs = 200;
/** At least since the tick before. */
const rateOverMs = 5_000;

export function showProgress({ stderr, clock, draws }: ProgressDoors, facts: ProgressFacts): Progress {
  const measure = measuring(clock, facts);
  // Whoever waits is not told by a failure that this could not be drawn: the result will be.
  let last: Promise<void> = Promise.resolve();
  const write = (text: string): Promise<void> => (last = stderr.write(text).catch(() => undefined));
  const stop = clock.every(draws ? drawEveryMs : lineEveryMs, () => {
    void write(draws ? clearLine + bar(measure(), stderr.columns) : line(measure()));
  });
  return {
    say: (text) => void write(`${draws ? clearLine : ''}${text}\n`),
    stop: async () => {
      stop();
      await (draws ? write(clearLine) : last);
    },
  };
}

const clearLine = '\r\u001b[2K';

function bar({ parts, done, expected }: Measured, columns: number): string {
  const size = columns < 100 ? 12 : 24;
  const filled = Math.round(size * Math.min(1, done / Math.max(1, expected ?? 1)));
  const drawn = expected === undefined ? '' : `${'█'.repeat(filled)}${'░'.repeat(size - filled)} `;
  // The last column stays free: some terminals begin a new line there.
  return fitting(drawn, parts, columns - 1);
}

function line({ parts, done, expected }: Measured): string {
  const share =
    expected === undefined || expected === 0 ? '' : `${String(Math.floor((done / expected) * 100))} % · `;
  return `${share}${parts.join(between)}\n`;
}

interface Measured {
  /** What matters most comes first. */
  readonly parts: readonly string[];
  readonly done: number;
  readonly expected: number | undefined;
}

/** The rate is over the last seconds, so that a pause shows. */
function measuring(clock: { elapsed(): number }, facts: ProgressFacts): () => Measured {
  const { summary } = facts;
  let ticks = [{ atMs: clock.elapsed(), rows: summary.rows }];
  const rowsPerSecond = (): number => {
    const now = { atMs: clock.elapsed(), rows: summary.rows };
    const firstAt = ticks.findLastIndex(({ atMs }) => atMs <= now.atMs - rateOverMs);
    ticks = [...ticks.slice(Math.max(0, firstAt)), now];
    const [first = now] = ticks;
    return now.atMs <= first.atMs ? 0 : ((now.rows - first.rows) * 1000) / (now.atMs - first.atMs);
  };
  return () => {
    const perSecond = rowsPerSecond();
    const estimate = facts.expectedRows();
    const done = summary.rows + facts.passedOver();
    // A guess may be too low.
    const expected = estimate && Math.max(estimate.rows, done);
    const slowness = facts.slowness();
    const most = summary.lines().sort((one, other) => other.rows - one.rows);
    const parts = [
      estimate === undefined || expected === undefined
        ? counted(done, 'row')
        : `${String(done)} of ${about({ ...estimate, rows: expected })} rows`,
      `${perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))}/s`,
      ...(expected === undefined || perSecond === 0 ? [] : [`${span((expected - done) / perSecond)} left`]),
      ...(slowness === '' ? [] : [slowness]),
      ...(summary.failed > 0 ? [`failed ${String(summary.failed)}`] : []),
      ...most.slice(0, 3).map(({ name, rows }) => `${name} ${String(rows)}`),
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
