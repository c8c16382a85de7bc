import type { Sink } from '../context.js';
import type { Summary } from './summary.js';
import { counted } from '../text/counted.js';
import { span } from './span.js';

/** Progress of a batch on stderr: a bar on a terminal, otherwise a line every ten seconds. */

interface ProgressDoors {
  readonly stderr: Sink;
  readonly clock: { elapsed(): number; every(ms: number, call: () => void): () => void };
  /** Whether stderr is a terminal that may be drawn on; if not, it gets lines. */
  readonly draws: boolean;
}

export interface ProgressFacts {
  readonly summary: Summary;
  /** Rows of the input, as far as known. */
  readonly expectedRows: () => ExpectedRows | undefined;
  /** Rows that were read but belong to other runs. */
  readonly passedOver: () => number;
  /** What slows the run down, for people; empty if nothing does. */
  readonly slowness: () => string;
}

export interface ExpectedRows {
  readonly rows: number;
  /** false: estimated from the bytes that are not read yet. */
  readonly exact: boolean;
}

interface Progress {
  /** A sentence above the bar, or among the lines. */
  say(text: string): void;
  /** Makes room for a line of others. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const lineEveryMs = 10_000;
const drawEveryMs = 200;
/** At least since the previous tick. */
const rateOverMs = 5_000;

export function showProgress({ stderr, clock, draws }: ProgressDoors, facts: ProgressFacts): Progress {
  const measure = measuring(clock, facts);
  // A failure to draw is ignored: the result reports what matters.
  let last: Promise<void> = Promise.resolve();
  const write = (text: string): Promise<void> => (last = stderr.write(text).catch(() => undefined));
  const stop = clock.every(draws ? drawEveryMs : lineEveryMs, () => {
    void write(draws ? clearLine + bar(measure(), stderr.columns) : line(measure()));
  });
  return {
    say: (text) => void write(`${draws ? clearLine : ''}${text}\n`),
    clear: () => (draws ? write(clearLine) : last),
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
  // The last column stays free: some terminals start a new line there.
  return fitting(drawn, parts, columns - 1);
}

function line({ parts, done, expected }: Measured): string {
  const share =
    expected === undefined || expected === 0 ? '' : `${String(Math.floor((done / expected) * 100))} % · `;
  return `${share}${parts.join(between)}\n`;
}

interface Measured {
  /** The most important part comes first. */
  readonly parts: readonly string[];
  readonly done: number;
  readonly expected: number | undefined;
}

/** Measures the rate over the last seconds, so that a pause is visible. */
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
    // The estimate may be too low.
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

/** Rounds an estimate so that it does not flicker. */
const about = ({ rows, exact }: ExpectedRows): string =>
  exact ? String(rows) : `about ${String(Number(rows.toPrecision(2)))}`;

const between = ' · ';

/** As many complete parts as fit. */
function fitting(start: string, parts: readonly string[], room: number): string {
  let text = '';
  for (const part of parts) {
    const longer = text === '' ? part : `${text}${between}${part}`;
    if (start.length + longer.length > room) break;
    text = longer;
  }
  return text === '' ? '' : start + text;
}
