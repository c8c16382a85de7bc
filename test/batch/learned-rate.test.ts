import { expect, it } from 'vitest';
import { LearnedRate } from '../../src/batch/learned-rate.js';

/** The rate that is learned from refusals, at moments that a test chooses. */

interface Counts {
  readonly accepted: number;
  readonly refused: number;
}

function rateAfter({ accepted, refused }: Counts, nowMs: number): LearnedRate {
  const rate = new LearnedRate();
  rate.countBegun(0);
  for (let time = 0; time < accepted; time += 1) rate.countNotRefused();
  // The last refusal decides: only then is it measured.
  for (let time = 1; time < refused; time += 1) rate.countRefused(1);
  rate.countRefused(nowMs);
  return rate;
}

it.each([
  ['more than a tenth, in less than a second', { accepted: 100, refused: 11 }, 999, Infinity],
  ['a tenth in a second', { accepted: 100, refused: 10 }, 1_000, Infinity],
  ['all of them in a second', { accepted: 0, refused: 50 }, 1_000, Infinity],
  ['more than a tenth in a second', { accepted: 9, refused: 1 }, 1_000, 9],
])('Refused: %s', (_, counts, nowMs, perSecond) => {
  expect(rateAfter(counts, nowMs).perSecond(nowMs)).toBe(perSecond);
});

it('The rate falls to what got through, and grows by a fifth each second', () => {
  const rate = rateAfter({ accepted: 100, refused: 10 }, 500);
  expect(rate.countRefused(2_000)).toBe(true);
  expect(rate.perSecond(2_000)).toBe(50);
  expect(rate.perSecond(3_000)).toBeCloseTo(60);
  expect(rate.perSecond(4_000)).toBeCloseTo(72);
});

it('The rate falls again with what a slower service lets through; that is no news', () => {
  const rate = rateAfter({ accepted: 100, refused: 10 }, 500);
  rate.countRefused(2_000);
  for (let time = 0; time < 90; time += 1) rate.countNotRefused();
  for (let time = 0; time < 20; time += 1) rate.countRefused(2_500);
  expect(rate.countRefused(4_000)).toBe(false);
  expect(rate.perSecond(4_000)).toBe(45);
});

it('More that got through than the rate allowed does not raise it at once', () => {
  const rate = rateAfter({ accepted: 100, refused: 10 }, 500);
  rate.countRefused(2_000);
  for (let time = 0; time < 500; time += 1) rate.countNotRefused();
  for (let time = 0; time < 100; time += 1) rate.countRefused(2_500);
  rate.countRefused(3_000);
  expect(rate.perSecond(3_000)).toBeCloseTo(60);
});

it('A service that refuses few for half a minute has no limit any more', () => {
  const rate = rateAfter({ accepted: 100, refused: 10 }, 500);
  rate.countRefused(2_000);
  expect(rate.perSecond(32_000)).toBeLessThan(Infinity);
  expect(rate.perSecond(32_001)).toBe(Infinity);
});

it('An outage says nothing about the rate', () => {
  const rate = rateAfter({ accepted: 100, refused: 11 }, 500);
  rate.leaveOut(1_500, 9_500);
  rate.countRefused(10_000);
  expect(rate.perSecond(10_000)).toBe(50);
  rate.leaveOut(10_000, 70_000);
  expect(rate.perSecond(70_000)).toBe(50);
  // A refusal in the outage has begun a measurement: only what is behind it is left out.
  rate.countRefused(80_000);
  rate.leaveOut(75_000, 90_000);
  expect(rate.perSecond(90_000)).toBeGreaterThanOrEqual(50);
  expect(rate.perSecond(121_000)).toBe(Infinity);
});
