import { beforeEach, describe, expect, it } from 'vitest';
import { AnsweredRows } from '../../src/batch/answered-rows.js';
import { keyOf } from '../../src/batch/row.js';

/** Which lines of a results file answer which rows. */

const keyFor = (receipt: string): string =>
  keyOf({ receipt, productId: 'g', package: 'p', orderId: undefined });
const key = keyFor('a purchase');
const input = (note: string) => () => JSON.stringify({ receipt: 't', note });

let answered: AnsweredRows;
beforeEach(() => {
  answered = new AnsweredRows();
});
const part = () => answered.partOf(key);

describe('a row', () => {
  it('whose purchase has no line was never asked', () => {
    expect(part().claim(key, input('a'))).toBeUndefined();
  });

  it.each([0, 1, 4_000_000_000])(
    'whose purchase this run has asked finds the answer at its place: %s',
    (start) => {
      part().addWritten(key, start);
      expect(part().claim(key, input('a'))).toBe(start);
    },
  );

  it('claims its own line once, however its JSON is written, and then finds the answer', () => {
    part().addEarlier(key, 0, '{"note": "a", "receipt": "t"}');
    const asWritten = () => '{"note":"\\u0061","receipt":"t"}';
    expect(part().claim(key, asWritten)).toBe('claimed');
    expect(part().claim(key, asWritten)).toBe(0);
  });

  it('is unsure of the line of an equal purchase, and claims it when all others have theirs', () => {
    part().addEarlier(key, 7, input('a')());
    expect(part().claim(key, input('b'))).toBe('unsure');
    expect(part().claimAny(key)).toBe('claimed');
    expect(part().claimAny(key)).toBe(7);
  });

  it('claims its own of several lines of a purchase, in any order', () => {
    for (const [index, note] of ['a', 'b', 'c'].entries())
      part().addEarlier(key, index, input(note)());
    for (const note of ['c', 'a', 'b']) expect(part().claim(key, input(note))).toBe('claimed');
    for (const note of ['a', 'b']) expect(part().claim(key, input(note))).toBe(0);
  });

  it('is not disturbed by a line that this run writes for the same purchase', () => {
    part().addEarlier(key, 3, input('a')());
    part().addWritten(key, 9);
    expect(part().claim(key, input('a'))).toBe('claimed');
    expect(part().claim(key, input('a'))).toBe(3);
  });
});

it('the lines that no row has claimed are told by their places', () => {
  part().addEarlier(key, 0, input('a')());
  const other = keyFor('another purchase');
  answered.partOf(other).addEarlier(other, 12, input('b')());
  expect([...answered.unclaimed()].sort()).toEqual([0, 12]);
  part().claim(key, input('a'));
  expect([...answered.unclaimed()]).toEqual([12]);
});

it('thousands of purchases keep their places and their claims while the tables grow', () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => keyFor(`purchase ${String(index)}`));
  for (const [index, each] of keys.entries()) {
    if (index % 2 === 0) answered.partOf(each).addEarlier(each, index, input(each)());
    else answered.partOf(each).addWritten(each, index);
  }
  for (const [index, each] of keys.entries()) {
    const claimed = answered.partOf(each).claim(each, input(each));
    expect(claimed).toBe(index % 2 === 0 ? 'claimed' : index);
    expect(answered.partOf(each).claim(each, input(each))).toBe(index);
  }
  expect([...answered.unclaimed()]).toEqual([]);
});
