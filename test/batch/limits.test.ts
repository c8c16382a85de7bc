import { expect, it } from 'vitest';
import { readShard } from '../../src/batch/shard.js';
import { spanWords } from '../../src/batch/span.js';

it.each<[string, object | undefined]>([
  ['1/1', { index: 1, count: 1 }],
  ['8/8', { index: 8, count: 8 }],
  ['0/8', { index: 8, count: 8 }],
  ['100000/100000', { index: 100_000, count: 100_000 }],
  ['9/8', undefined],
  ['0/0', undefined],
  ['1/100001', undefined],
  ['-1/8', undefined],
  ['1/8/2', undefined],
])('--shard takes a part that there is: %s', (text, shard) => {
  if (shard === undefined) expect(() => readShard(text)).toThrow(/--shard/);
  else expect(readShard(text)).toEqual(shard);
});

it.each([
  [0, '0 s'],
  [119, '119 s'],
  [120, '2 min'],
  [121, '3 min'],
  [7_199, '120 min'],
  [7_200, '2 h'],
  [172_799, '48 h'],
  [172_800, '2 days'],
])('a time is said in the largest unit of which there are two: %s s is %s', (seconds, says) => {
  expect(spanWords(seconds)).toBe(says);
});
