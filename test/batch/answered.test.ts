import { expect, it } from 'vitest';
import { Answered } from '../../src/batch/answered.js';
import { keyOf } from '../../src/batch/row.js';

/** Which rows an earlier run has written; whatever became of the input since: resume.test.ts. */

it('What is answered is all there when the table has grown', () => {
  const keyFor = (purchase: number): string =>
    keyOf({ receipt: `t${String(purchase)}`, productId: 'g', package: 'p' });
  const answered = new Answered();
  const of = (purchase: number) => answered.of(keyFor(purchase));
  for (let purchase = 0; purchase < 5_000; purchase += 1)
    of(purchase).add(keyFor(purchase), purchase * 7, `{"player": ${String(purchase)}}`);
  expect([...answered.unclaimed()].length).toBe(5_000);
  for (let purchase = 4_999; purchase >= 0; purchase -= 1) {
    // Another spelling of the same JSON is the same input.
    const claim = (): unknown => of(purchase).claim(keyFor(purchase), () => `{"player":${String(purchase)}}`);
    expect([claim(), claim()]).toEqual(['claimed', purchase * 7]);
  }
  expect(of(5_000).claim(keyFor(5_000), () => '{}')).toBeUndefined();
});
