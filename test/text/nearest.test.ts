import { describe, expect, it } from 'vitest';
import { distance, nearest } from '../../src/text/nearest.js';

describe('nearest', () => {
  it.each([
    ['lookup', 'lookup', 0],
    ['lokup', 'lookup', 1],
    ['lookupp', 'lookup', 1],
    ['loopuk', 'lookup', 2],
    ['olokup', 'lookup', 1],
    ['', 'abc', 3],
  ])('counts the mistakes between %j and %j: %i', (one, other, mistakes) => {
    expect(distance(one, other)).toBe(mistakes);
    expect(distance(other, one)).toBe(mistakes);
  });

  it('finds near words in any case, best first, and none for a strange one', () => {
    const words = ['game-prod', 'game-dev', 'local'];
    expect(nearest('GAME-PRD', words)).toEqual(['game-prod']);
    expect(nearest('zzzzzz', words)).toEqual([]);
    expect(nearest('', words)).toEqual([]);
    expect(nearest('a'.repeat(1_000_000), words)).toEqual([]);
  });
});
