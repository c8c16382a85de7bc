import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/text/nearest.js';

describe('nearest', () => {
  it.each(['lokup', 'lookupp', 'loopuk', 'olokup', 'look', 'LOOKUP'])(
    'finds `lookup` for %j',
    (word) => {
      expect(nearest(word, ['lookup', 'verify', 'sign'])).toEqual(['lookup']);
    },
  );

  it('finds near words in any case, best first, and none for a strange one', () => {
    const words = ['game-prod', 'game-dev', 'local'];
    expect(nearest('GAME-PRD', words)).toEqual(['game-prod']);
    expect(nearest('zzzzzz', words)).toEqual([]);
    expect(nearest('', words)).toEqual([]);
    expect(nearest('a'.repeat(1_000_000), words)).toEqual([]);
  });
});
