import { describe, expect, it } from 'vitest';
import { LearnedRate } from '../../src/batch/learned-rate.js';

/** Look-ups that begin, are accepted and are refused, each at a moment in milliseconds. */

function learned(accepted: number, refused: number, refusedAtMs: number): LearnedRate {
  const rate = new LearnedRate();
  rate.begin(0);
  for (let count = 0; count < accepted; count += 1) rate.accept();
  for (let count = 1; count < refused; count += 1) rate.refuse(1);
  rate.refuse(refusedAtMs);
  return rate;
}

describe('the rate that a service takes', () => {
  it.each([
    ['nothing within the first second', 100, 50, 999, Infinity],
    ['what got through, after a second', 100, 50, 1_000, 100],
    ['what got through in two seconds', 100, 50, 2_000, 50],
    ['nothing from a tenth of refusals', 100, 10, 1_000, Infinity],
    ['what got through, from one more', 100, 11, 1_000, 100],
    ['nothing where nothing got through', 0, 20, 1_000, Infinity],
  ])('is learned as %s', (_, accepted, refused, atMs, perSecond) => {
    expect(learned(accepted, refused, atMs).perSecond(atMs)).toBe(perSecond);
  });

  it('grows by a fifth a second, until it is measured again', () => {
    const rate = learned(100, 50, 1_000);
    expect(rate.perSecond(2_000)).toBeCloseTo(120);
    expect(rate.perSecond(3_000)).toBeCloseTo(144);
    for (let count = 0; count < 90; count += 1) rate.accept();
    for (let count = 0; count < 9; count += 1) rate.refuse(1_999);
    rate.refuse(2_000);
    // 10 refused is more than a tenth of 90.
    expect(rate.perSecond(2_000)).toBe(90);
  });

  it('is kept, as it has grown, where few are refused', () => {
    const rate = learned(100, 50, 1_000);
    for (let count = 0; count < 50; count += 1) rate.accept();
    expect(rate.refuse(2_000)).toBe(false);
    expect(rate.perSecond(2_000)).toBeCloseTo(120);
  });

  it('is told once', () => {
    const rate = new LearnedRate();
    rate.begin(0);
    for (let count = 0; count < 5; count += 1) rate.accept();
    expect(rate.refuse(1_000)).toBe(true);
    rate.accept();
    expect(rate.refuse(2_000)).toBe(false);
  });

  it('is not measured over an outage', () => {
    const rate = new LearnedRate();
    rate.begin(0);
    for (let count = 0; count < 100; count += 1) rate.accept();
    rate.leaveOut(9_000);
    for (let count = 0; count < 19; count += 1) rate.refuse(9_999);
    rate.refuse(10_000);
    expect(rate.perSecond(10_000)).toBe(100);
  });
});
