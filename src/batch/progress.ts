import type { Clock, OutputStream } from '../context.js';
import { counted } from '../text/sentences.js';
import { spanWords } from './span.js';
import type { BatchSummary } from './summary.js';

/** Progress on stderr: a line that is drawn again and again on a terminal, otherwise a line every ten seconds. */

interface ProgressFacts {
  readonly summary: BatchSummary;
  /** Rows read so far, and those of other shards. */
  readonly run: { readonly readRows: number; readonly otherRows: number };
  readonly table: { readonly bytesRead: () => number; readonly size: number | undefined };
  /** What slows the run down, for people; empty if nothing does. */
  readonly slowness: () => string;
}

/** How often a line is written without a terminal: seldom, because each line stays. */
const lineEveryMs = 10_000;
/** How often the line is drawn on a terminal, each time in the same place. */
const drawEveryMs = 200;
/** The rate is measured over so many milliseconds, so that a pause is visible. */
const rateOverMs = 5_000;
/** Goes to the beginning of the line, and erases it. */
const clearLine = '\r\u001b[2K';

interface ProgressOutput {
  readonly stderr: OutputStream;
  readonly clock: Pick<Clock, 'elapsed' | 'every'>;
  /** Whether one line is drawn again and again, on a terminal. */
  readonly draws: boolean;
}

/** Shows how far a run is until `stop` is called. */
export function showProgress({ stderr, clock, draws }: ProgressOutput, facts: ProgressFacts) {
  const rate = new Rate({ atMs: clock.elapsed(), rows: facts.summary.rows });
  // A failure to draw is ignored: the result reports what matters.
  const write = (text: string): Promise<void> => stderr.write(text).catch(() => undefined);
  const stop = clock.every(draws ? drawEveryMs : lineEveryMs, () => {
    const perSecond = rate.perSecondAt({ atMs: clock.elapsed(), rows: facts.summary.rows });
    const parts = progressParts(facts, perSecond);
    // The last column stays free: some terminals start a new line there.
    const mostColumns = stderr.columns - 1;
    while (draws && parts.length > 1 && parts.join(separator).length > mostColumns) parts.pop();
    const line = parts.join(separator);
    void write(draws ? clearLine + line.slice(0, mostColumns) : `${line}\n`);
  });
  return {
    /** A sentence above the drawn line, or among the lines. */
    say: (text: string): Promise<void> => write(`${draws ? clearLine : ''}${text}\n`),
    stop: async (): Promise<void> => {
      stop();
      if (draws) await write(clearLine);
    },
  };
}

/** How many rows were done at a moment. */
interface Tick {
  readonly atMs: number;
  readonly rows: number;
}

class Rate {
  #ticks: readonly Tick[];

  constructor(begin: Tick) {
    this.#ticks = [begin];
  }

  /** How many rows are done in a second. It keeps this moment for the next time. */
  perSecondAt(now: Tick): number {
    const newest = this.#ticks.at(-1);
    const recent = this.#ticks.filter(
      (tick) => tick === newest || tick.atMs > now.atMs - rateOverMs,
    );
    this.#ticks = [...recent, now];
    const [first = now] = this.#ticks;
    if (now.atMs <= first.atMs) return 0;
    return ((now.rows - first.rows) * 1000) / (now.atMs - first.atMs);
  }
}

const separator = ' · ';

const mostVerdicts = 3;

/** The parts of the line, the most important first. */
function progressParts(facts: ProgressFacts, perSecond: number): string[] {
  const { summary, run, slowness } = facts;
  const done = summary.rows + run.otherRows;
  const total = totalRows(facts, done);
  const frequentLines = summary.lines().sort((one, other) => other.rows - one.rows);
  const rate = perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond);
  return [
    total === undefined ? counted(done, 'row') : doneWords(done, total),
    slowness(),
    `${rate}/s`,
    total === undefined || perSecond === 0
      ? ''
      : `${spanWords((total.rows - done) / perSecond)} left`,
    summary.withoutAnswer > 0 ? `failed ${summary.withoutAnswer}` : '',
    ...frequentLines.slice(0, mostVerdicts).map(({ name, rows }) => `${name} ${rows}`),
  ].filter((part) => part !== '');
}

interface TotalRows {
  readonly rows: number;
  readonly isExact: boolean;
}

/** How many rows the input has; undefined while nothing of it is read, and for a pipe. */
function totalRows({ run, table }: ProgressFacts, done: number): TotalRows | undefined {
  const readShare = table.size ? table.bytesRead() / table.size : 0;
  if (readShare === 0) return undefined;
  if (readShare === 1) return { rows: run.readRows, isExact: true };
  // An estimate: of the rows that are not read yet only the bytes are known.
  const estimate = Number((run.readRows / readShare).toPrecision(2));
  return { rows: Math.max(done, estimate), isExact: false };
}

function doneWords(done: number, { rows, isExact }: TotalRows): string {
  const percent = Math.floor((100 * done) / Math.max(1, rows));
  return `${percent} % · ${done} of ${isExact ? '' : 'about '}${rows} rows`;
}
