import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/batch/pace.js';

/** `--rate`: when look-ups start, by a clock that a test moves. */

function startsOf(perSecond: number, { fromMs = 0, forMs = 60_000, lateEveryMs = Infinity }): number[] {
  const pace = new Pace({ ceiling: 64, perSecond });
  const starts: number[] = [];
  for (let nowMs = fromMs; nowMs < fromMs + forMs; nowMs += 1) {
    if (nowMs % lateEveryMs === lateEveryMs - 200) nowMs += 90;
    while (pace.waitMs(nowMs) === 0) {
      pace.started(nowMs);
      starts.push(nowMs);
    }
  }
  return starts;
}

describe('--rate', () => {
  it.each([7.5, 20, 100, 1_000])('does not begin with a burst: %d a second', (perSecond) => {
    // The process has been there for a while when the first look-up starts.
    const starts = startsOf(perSecond, { fromMs: 400, forMs: 90 });
    expect(starts.length).toBeLessThanOrEqual(Math.ceil(0.09 * perSecond));
  });

  it.each([0.5, 2.5, 7.5, 99.5])('that is no whole number is kept over as many starts: %d', (perSecond) => {
    const starts = startsOf(perSecond, { fromMs: 400, forMs: 120_000, lateEveryMs: 700 });
    const most = Math.ceil(perSecond);
    const shortest = Math.min(...starts.slice(most).map((atMs, at) => atMs - (starts[at] ?? 0)));
    expect(shortest).toBeGreaterThanOrEqual(Math.floor((most * 1000) / perSecond));
  });
});
