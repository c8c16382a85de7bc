import type { Clock, OutputStream } from '../context.js';
import { counted } from '../text/count.js';
import { span } from './span.js';
import type { BatchSummary } from './summary.js';

/** Progress on stderr: a line that is drawn again and again on a terminal, otherwise a line every ten seconds. */

interface ProgressFacts {
  readonly summary: BatchSummary;
  /** Rows read so far, and those of other shards. */
  readonly run: { readonly read: number; readonly others: number };
  readonly table: { readonly bytesRead: () => number; readonly size: number | undefined };
  /** What slows the run down, for people; empty if nothing does. */
  readonly slowness: () => string;
}

const [lineEveryMs, drawEveryMs, rateOverMs] = [10_000, 200, 5_000];
const clearLine = '\r\u001b[2K';

export function showProgress(
  {
    stderr,
    clock,
    draws,
  }: { stderr: OutputStream; clock: Pick<Clock, 'elapsed' | 'every'>; draws: boolean },
  facts: ProgressFacts,
) {
  let ticks = [{ atMs: clock.elapsed(), rows: facts.summary.rows }];
  /** Over the last seconds, so that a pause is visible. */
  const perSecond = (): number => {
    const now = { atMs: clock.elapsed(), rows: facts.summary.rows };
    ticks = [
      ...ticks.filter(
        ({ atMs }, index) => atMs > now.atMs - rateOverMs || index === ticks.length - 1,
      ),
      now,
    ];
    const [first = now] = ticks;
    return now.atMs <= first.atMs ? 0 : ((now.rows - first.rows) * 1000) / (now.atMs - first.atMs);
  };
  // A failure to draw is ignored: the result reports what matters.
  const write = (text: string): Promise<void> => stderr.write(text).catch(() => undefined);
  const stop = clock.every(draws ? drawEveryMs : lineEveryMs, () => {
    const parts = partsOf(facts, perSecond());
    // The last column stays free: some terminals start a new line there.
    while (draws && parts.length > 1 && parts.join(between).length > stderr.columns - 1) {
      parts.pop();
    }
    const line = parts.join(between);
    void write(draws ? clearLine + line.slice(0, stderr.columns - 1) : `${line}\n`);
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

const between = ' · ';

/** The most important part first. */
function partsOf({ summary, run, table, slowness }: ProgressFacts, perSecond: number): string[] {
  const done = summary.rows + run.others;
  const part = table.size ? table.bytesRead() / table.size : undefined;
  // Of the rows that are not read yet only their bytes are known.
  const about = part ? Number((run.read / part).toPrecision(2)) : undefined;
  const all = part === 1 ? run.read : about && Math.max(done, about);
  const most = summary.lines().sort((one, other) => other.rows - one.rows);
  return [
    all === undefined
      ? counted(done, 'row')
      : `${Math.floor((100 * done) / Math.max(1, all))} % · ${done} of ${part === 1 ? '' : 'about '}${all} rows`,
    slowness(),
    `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`,
    all === undefined || perSecond === 0 ? '' : `${span((all - done) / perSecond)} left`,
    summary.failed > 0 ? `failed ${summary.failed}` : '',
    ...most.slice(0, 3).map(({ name, rows }) => `${name} ${rows}`),
  ].filter((each) => each !== '');
}
