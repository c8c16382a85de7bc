import { describe, expect, it } from 'vitest';
import { inPairs, median, ratios, summary } from '../../bench/pairs.mjs';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

it.each([
  [[9, 1, 5], 5],
  [[10, 9, 100, 1], 9.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

// The ranks that tables of the sign test give for 95 %.
it.each([
  { of: 1, low: 1, high: 1 },
  { of: 6, low: 1, high: 6 },
  { of: 9, low: 2, high: 8 },
  { of: 20, low: 6, high: 15 },
])(
  'the interval of the median of $of values, in any order, goes from $low to $high',
  ({ of, low, high }) => {
    expect(summary(upTo(of).reverse())).toEqual({ median: (of + 1) / 2, low, high, of });
  },
);

describe('pairs', () => {
  it('run each subject right beside the base, and change who goes first', async () => {
    const said: string[] = [];
    const task = (name: string, value: number) => (): Promise<number> => {
      said.push(name);
      return Promise.resolve(value);
    };
    const pairs = await inPairs(2, task('base', 2), {
      one: task('one', 6),
      other: task('other', 8),
    });
    expect(said.join(' ')).toBe('base one base other one base other base');
    expect(pairs).toEqual({
      one: Array(2).fill({ base: 2, own: 6 }),
      other: Array(2).fill({ base: 2, own: 8 }),
    });
  });

  it('cancel what slows both halves down', () => {
    const pairs = [1, 3, 10].map((noise) => ({ base: 30 * noise, own: 45 * noise }));
    expect(ratios(pairs, (own, base) => own / base)).toEqual({
      median: 1.5,
      low: 1.5,
      high: 1.5,
      of: 3,
    });
  });
});
