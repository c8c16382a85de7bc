import { expect, it } from 'vitest';
import { distanceMistakes } from '../../src/diagnosis/explain/time-distance.js';

/** Not a whole minute, so that no distance from it is a rounding. */
const sent = 1_790_000_017;

it.each([
  [-900, 'ts-regenerated', 'no zone is a quarter of an hour away'],
  [900, 'ts-expiry-signed', 'a usual expiry'],
  [-1_800, 'ts-timezone-shift', 'the least that two zones differ'],
  [-2_700, 'ts-timezone-shift', 'zones differ by quarters of an hour'],
  [-1_801, 'ts-regenerated', 'zones differ by whole quarters of an hour'],
  [3_600, 'ts-expiry-signed', 'an hour is also an expiry'],
  [-19_800, 'ts-timezone-shift', 'India'],
  [-1, 'ts-regenerated', 'a second'],
])('a signed time %i s after the sent one is %s: %s', (distance, id) => {
  expect(distanceMistakes(sent, sent + distance).find(({ holds }) => holds)?.id).toBe(id);
});
