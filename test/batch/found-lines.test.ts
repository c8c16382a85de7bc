import { expect, it } from 'vitest';
import { readResultLine } from '../../src/batch/result.js';

/** A line as pvg writes it, with these members instead. */
const lineWith = (members: object): string =>
  JSON.stringify({
    ...{ row: 1, ok: true, exit: 0, verdict: { id: 'paid-and-recorded' }, advice: 'none' },
    ...{ profile: 'game-dev', environment: 'dev', purchase: null, error: null, input: {} },
    ...members,
  });

it.each<[members: object, isFound: boolean]>([
  [{}, true],
  [{ row: 0 }, false],
  [{ row: 1_000_000 }, true],
  [{ row: 1.5 }, false],
  [{ row: '1' }, false],
  [{ exit: -1 }, false],
  // The highest status that a row can have.
  [{ exit: 21 }, true],
  [{ exit: 22 }, false],
  [{ exit: 130 }, false],
  [{ exit: null }, false],
  [{ purchase: undefined }, false],
  [{ environment: undefined }, false],
])(
  'a line counts as one of pvg only with its numbers and its place: %j: %s',
  (members, isFound) => {
    expect(readResultLine(lineWith(members)) !== undefined).toBe(isFound);
  },
);
