import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberColumn } from '../../src/reconcile/number-column.js';
import { TextPool } from '../../src/reconcile/text-pool.js';

const texts = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }).map((number) => `token-${number}`) },
  // Longer than a page, or than what is left of one.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat({ max: 3 }), fc.constantFrom(400_000, 1_048_576, 2_100_000))
      .map(([start, length]) => `${start}${'é'.repeat(length / 2)}`),
  },
);

it('a pool gives equal texts one number and different texts different ones, and the texts back', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 60 }), fc.array(texts), (added, asked) => {
      const pool = new TextPool();
      const numbers = new Map<string, number>();
      for (const text of added) {
        expect(pool.find(text)).toBe(numbers.get(text) ?? 0);
        const number = pool.add(text);
        expect(number).toBe(numbers.get(text) ?? numbers.size + 1);
        numbers.set(text, number);
      }
      for (const text of asked) expect(pool.find(text)).toBe(numbers.get(text) ?? 0);
      for (const [text, number] of numbers) expect(pool.getText(number)).toBe(text);
      expect([pool.add(null), pool.find(null), pool.getText(0)]).toEqual([0, 0, null]);
    }),
    { numRuns: 50 },
  );
});

it('a pool finds what came behind a text longer than a page that was added twice', () => {
  const pool = new TextPool();
  const long = 'x'.repeat(3 * 2 ** 20);
  expect(pool.add(long)).toBe(1);
  expect(pool.add(long)).toBe(1);
  const textOf = (number: number): string => `${number}`.padEnd(60, 'y');
  for (let number = 2; number <= 40_000; number += 1) {
    expect(pool.add(textOf(number))).toBe(number);
  }
  for (let number = 2; number <= 40_000; number += 1) {
    expect(pool.getText(number)).toBe(textOf(number));
  }
});

it('a pool of very many texts still finds each of them', () => {
  const pool = new TextPool();
  const textOf = (number: number): string => `GPA.${'0123456789'.repeat(number % 9)}${number}`;
  for (let number = 1; number <= 50_000; number += 1) pool.add(textOf(number));
  for (let number = 1; number <= 50_000; number += 1) {
    expect(pool.find(textOf(number))).toBe(number);
    expect(pool.getText(number)).toBe(textOf(number));
  }
});

it('a column has 0 where nothing was set, also far behind its end', () => {
  const column = new NumberColumn();
  column.set(5_000, 2 ** 32 - 1);
  column.push(7);
  expect([column.get(0), column.get(5_000), column.get(5_001), column.get(9_999)]).toEqual([
    0,
    2 ** 32 - 1,
    7,
    0,
  ]);
  expect(column.length).toBe(5_002);
  expect([...column.slice(5_000, Infinity)]).toEqual([2 ** 32 - 1, 7]);
});
