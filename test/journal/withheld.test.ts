import { describe, expect, it } from 'vitest';
import { withholding, withholdingWords } from '../../src/journal/withheld.js';

const receipt = 'kjh23f.AO-J1OzWq8dK3vNlZp0YtR5sXbC7mQeU4gHaE9iLwDfT6nVy2PxMuSoBrGk';
const withhold = withholding([receipt, 'player-42']);

describe('what is withheld from the journal', () => {
  it.each([
    ['a whole receipt', `got ${receipt}!`, 'got [redacted]!'],
    ['in base64', `got ${Buffer.from(receipt).toString('base64')}!`, 'got [redacted]!'],
    ['in hex', `got ${Buffer.from(receipt).toString('hex')}!`, 'got [redacted]!'],
    ['cut at its end', `begins: ${receipt.slice(0, 30)}`, 'begins: [redacted]'],
    ['cut at its beginning', `…${receipt.slice(20)} there`, '…[redacted] there'],
    ['twice', `${receipt.slice(0, 20)} and ${receipt.slice(30)}`, '[redacted] and [redacted]'],
    ['a name', 'no player-42 here', 'no [redacted] here'],
    ['nothing of it', 'The store knows the purchase.', 'The store knows the purchase.'],
    ['a few letters of it', `a ${receipt.slice(0, 11)} b`, `a ${receipt.slice(0, 11)} b`],
  ])('%s', (_what, text, expected) => {
    expect(withhold(text)).toBe(expected);
  });

  it('leaves ordinary words that a short receipt shares', () => {
    expect(withholding(['demo-purchased'])('The purchase was purchased.')).toBe(
      'The purchase was purchased.',
    );
  });

  it('is quick for a receipt of a megabyte', () => {
    const began = performance.now();
    withholding(['x9'.repeat(500_000)])('short');
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});

describe('a name too short to be looked for inside words', () => {
  const withhold = withholdingWords(['bob', '42', 'a', 'player-42', 'x.y']);
  it.each([
    ['as a word', 'player bob is unknown', 'player [redacted] is unknown'],
    ['in capitals', 'BOB: unknown', '[redacted]: unknown'],
    ['in quotes', 'no "42" here', 'no "[redacted]" here'],
    ['with a sign of patterns in it', 'x.y and xzy', '[redacted] and xzy'],
    ['not inside a word', 'bobsleigh 1423', 'bobsleigh 1423'],
    ['not of one character', 'a player', 'a player'],
  ])('is taken out %s', (_where, text, expected) => {
    expect(withhold(text)).toBe(expected);
  });
});
