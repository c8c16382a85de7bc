import { describe, expect, it } from 'vitest';
import { mostGrowth, timesLonger } from '../../support/growth.js';
import { createSecrets, withholdingWords } from '../../../src/output/redaction/secrets.js';

const receipt = 'kjh23f.AO-J1OzWq8dK3vNlZp0YtR5sXbC7mQeU4gHaE9iLwDfT6nVy2PxMuSoBrGk';
const withhold = createSecrets([receipt, 'player-42']).redact;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const escaped = (text: string): string =>
  text.replace(/./g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const excerpt = (text: string): string => text.replaceAll('\\', '\\u{5c}');
const exactly = (text: string): RegExp => new RegExp(`^${text.replace(/[.[\]]/g, '\\$&')}$`);

describe('what is withheld from the journal', () => {
  it.each([
    ['a whole receipt', `got ${receipt}!`, 'got [withheld]!'],
    ['in base64', `got ${Buffer.from(receipt).toString('base64')}!`, 'got [withheld]!'],
    ['in hex', `got ${Buffer.from(receipt).toString('hex')}!`, 'got [withheld]!'],
    ['cut at its end', `begins: ${receipt.slice(0, 30)}`, 'begins: [withheld]'],
    ['cut at its beginning', `…${receipt.slice(20)} there`, '…[withheld] there'],
    ['twice', `${receipt.slice(0, 20)} and ${receipt.slice(30)}`, '[withheld] and [withheld]'],
    ['a name', 'no player-42 here', 'no [withheld] here'],
    ['nothing of it', 'The store knows the purchase.', 'The store knows the purchase.'],
    ['a few letters of it', `a ${receipt.slice(0, 11)} b`, `a ${receipt.slice(0, 11)} b`],
    ['in capitals', `got ${receipt.toUpperCase()}!`, 'got [withheld]!'],
    ['in small letters, cut', `got ${receipt.slice(0, 40).toLowerCase()}…`, 'got [withheld]…'],
    ['in the base64 of a longer text', base64(`a${receipt}b`), /^..\[withheld\].{0,3}$/],
    ['in that of a body', base64(`{"receipt":"${receipt}"}`), /^.{14,18}\[withheld\].{0,6}$/],
    ['in JSON escapes', `"${escaped(receipt)}"`, '"[withheld]"'],
    ['in JSON escapes that are shown as text', excerpt(escaped(receipt.slice(0, 30))), '[withheld]'],
  ])('%s', (_what, text, expected) => {
    expect(withhold(text)).toMatch(typeof expected === 'string' ? exactly(expected) : expected);
  });

  it('leaves ordinary words that a short receipt shares', () => {
    expect(createSecrets(['demo-purchased']).redact('The purchase was purchased.')).toBe(
      'The purchase was purchased.',
    );
  });

  it('takes time in proportion to the receipt', async () => {
    expect(
      await timesLonger(5_000, (size) => createSecrets(['x9'.repeat(size)]).redact('short')),
    ).toBeLessThan(mostGrowth);
  });
});

describe('a name too short to be looked for inside words', () => {
  it('may have any sign in it', () => {
    const signs = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
    for (const sign of signs) expect(withholdingWords([`p${sign}1`])(`no p${sign}1 `)).toBe('no [withheld] ');
  });

  const withhold = withholdingWords(['bob', '42', 'a', 'player-42', 'x.y']);
  it.each([
    ['as a word', 'player bob is unknown', 'player [withheld] is unknown'],
    ['in capitals', 'BOB: unknown', '[withheld]: unknown'],
    ['in quotes', 'no "42" here', 'no "[withheld]" here'],
    ['with a sign of patterns in it', 'x.y and xzy', '[withheld] and xzy'],
    ['not inside a word', 'bobsleigh 1423', 'bobsleigh 1423'],
    ['not of one character', 'a player', 'a player'],
  ])('is taken out %s', (_where, text, expected) => {
    expect(withhold(text)).toBe(expected);
  });
});
