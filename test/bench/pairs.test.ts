import { describe, expect, it } from 'vitest';
import { inPairs, median, ratios, summary } from '../../bench/pairs.mjs';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

describe('the median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('the interval of the median', () => {
  // The ranks that tables of the sign test give for 95 %.
  it.each([
    { of: 1, low: 1, high: 1 },
    { of: 5, low: 1, high: 5 },
    { of: 6, low: 1, high: 6 },
    { of: 9, low: 2, high: 8 },
    { of: 12, low: 3, high: 10 },
    { of: 20, low: 6, high: 15 },
    { of: 25, low: 8, high: 18 },
  ])('of $of values goes from number $low to number $high', ({ of, low, high }) => {
    expect(summary(upTo(of))).toEqual({ median: (of + 1) / 2, low, high, of });
  });

  it('does not depend on the order of the values, nor on how far out the outermost lie', () => {
    const quiet = summary(upTo(20));
    expect(summary([...upTo(19).reverse(), 1_000])).toEqual(quiet);
  });
});

describe('pairs', () => {
  it('run each subject right beside the base, and change who goes first', async () => {
    const said: string[] = [];
    const task = (name: string, value: number) => (): Promise<number> => {
      said.push(name);
      return Promise.resolve(value);
    };
    const pairs = await inPairs(2, task('base', 2), { one: task('one', 6), other: task('other', 8) });
    expect(said.join(' ')).toBe('base one base other one base other base');
    const [one, other] = [
      { base: 2, own: 6 },
      { base: 2, own: 8 },
    ];
    expect(pairs).toEqual({ one: [one, one], other: [other, other] });
  });

  it('cancel what slows both halves down', () => {
    const pairs = [1, 3, 10].map((noise) => ({ base: 30 * noise, own: 45 * noise }));
    expect(ratios(pairs, (own, base) => own / base)).toEqual({ median: 1.5, low: 1.5, high: 1.5, of: 3 });
  });
});
