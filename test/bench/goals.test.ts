import { describe, expect, it } from 'vitest';
import { compared, goals, isMissed, judged } from '../../bench/goals.mjs';

describe('a measure beside its goal', () => {
  it.each([
    { atMost: 1.4, low: 1.1, median: 1.2, high: 1.3, verdict: 'met' },
    { atMost: 1.4, low: 1.4, median: 1.4, high: 1.4, verdict: 'met' },
    { atMost: 1.4, low: 1.3, median: 1.38, high: 1.5, verdict: 'met, within noise' },
    { atMost: 1.4, low: 1.3, median: 1.42, high: 1.5, verdict: 'missed, within noise' },
    { atMost: 1.4, low: 1.5, median: 1.6, high: 1.7, verdict: 'missed' },
    { atLeast: 0.75, low: 0.8, median: 0.9, high: 1, verdict: 'met' },
    { atLeast: 0.75, low: 0.7, median: 0.74, high: 0.8, verdict: 'missed, within noise' },
    { atLeast: 0.75, low: 0.5, median: 0.6, high: 0.7, verdict: 'missed' },
    { atMost: 150, low: NaN, median: NaN, high: NaN, verdict: 'not measured' },
  ])('$low–$median–$high: $verdict', ({ verdict, low, median, high, ...goal }) => {
    expect(judged(goal, { low, median, high })).toBe(verdict);
  });

  it('that was not taken is said, and is no miss', () => {
    const all = compared({}, ['batch']);
    expect(all.map(({ verdict }) => verdict)).toEqual(['not measured', 'not measured']);
    expect(all.some(isMissed)).toBe(false);
  });
});

describe('the goals', () => {
  it('are asked only of the parts that were run', () => {
    expect(compared({}, ['emulator']).map(({ measure }) => measure)).toEqual(['emulator/of-bare']);
  });

  it('have one bound each, and a measure each', () => {
    expect(new Set(goals.map(({ measure }) => measure)).size).toBe(goals.length);
    expect(goals.filter(({ atMost, atLeast }) => (atMost === undefined) === (atLeast === undefined))).toEqual(
      [],
    );
  });
});
