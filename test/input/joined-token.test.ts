import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLineThatMayGoOn, joinTokenLines } from '../../src/input/pasted/joined-token.js';
import { isTextBelow } from '../../src/input/pasted/text-below.js';

/** A receipt on several lines is put together whole, or not at all: nothing that stands below it is added to it. */

const letters = fc.constantFrom(...'abcdefghijklmnop');
const signs = fc.constantFrom(...'abcXYZ0189-_kqMRT57defghij');

function tokens(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.string({ unit: letters, minLength: 24, maxLength: 24 }),
      fc.string({ unit: signs, minLength, maxLength }),
    )
    .map(([start, end]) => `${start}.AO-J1O${end}`);
}
const ofStore = tokens(90, 140);
const short = tokens(35, 60);

function wrap(token: string, width: number): string {
  return (token.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\n');
}

const word = fc.string({
  unit: fc.constantFrom(...'abcdefgklmnorstxyz'),
  minLength: 1,
  maxLength: 14,
});
const capitalised = word.map((text) => text.charAt(0).toUpperCase() + text.slice(1));
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 18 });
const lowerIds = fc.string({ unit: fc.constantFrom(...'abcz019_'), minLength: 3, maxLength: 60 });

/** What people write below a receipt. */
const otherLines: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'a word': fc.oneof(
    word,
    capitalised,
    word.map((text) => text.toUpperCase()),
  ),
  'a greeting': fc.constantFrom(
    'Thanks',
    'Thank-you',
    'Hi',
    'Cheers',
    'BR',
    'Best regards,',
    'MfG',
    '--',
  ),
  'a name': fc.oneof(
    capitalised,
    fc.constantFrom('Nguyen Minh', 'O’Neil', 'McDonald', 'xXSlayerXx'),
  ),
  'a name of a player': fc.oneof(
    fc.tuple(capitalised, capitalised, digits).map((parts) => parts.join('').slice(0, 30)),
    fc.tuple(word, digits).map((parts) => parts.join('_')),
    fc.constantFrom('xX_Dr4g0n_Xx', 'Sl4y3r_0f_G0bl1ns', 'R2D2', 'l33tPl4yer'),
  ),
  'an order id': fc.constantFrom('GPA.3312-4410-7719-58204', '3312-4410-7719-58204', 'MQ1ABCD2EF'),
  'a product id': fc.oneof(lowerIds, fc.constantFrom('gems_100', 'com.game.gems_100', 'Gems100')),
  'the name of a package': fc.constantFrom('com.example.game', 'com.quay.sail', 'game'),
  'a number': digits,
  'a date': fc.constantFrom('2026-11-29', '29.11.2026', '10:31'),
  'a hash': fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 64,
    maxLength: 64,
  }),
  'a uuid': fc.uuid(),
  'a ticket': fc.constantFrom('T-108', '#4711', 'ZD-20931'),
  'another receipt': ofStore,
};

describe.each([
  ['the store', ofStore],
  ['a test', short],
] as const)('a receipt of %s', (_of, receipts) => {
  it('that was wrapped at any width comes out whole or is refused', () => {
    fc.assert(
      fc.property(receipts, fc.integer({ min: 2, max: 200 }), (token, width) => {
        expect([token, undefined]).toContain(joinTokenLines(wrap(token, width))?.token);
      }),
    );
  });

  it.each(Object.entries(otherLines))('never gets %s of the next line', (_what, lines) => {
    fc.assert(
      fc.property(receipts, lines, fc.integer({ min: 8, max: 200 }), (token, line, width) => {
        const widths = [width, token.length, token.length / 2, token.length / 3, token.length / 4];
        for (const each of widths) {
          const wrapped = wrap(token, Math.ceil(each));
          for (const text of [
            `${wrapped}\n${line}`,
            `${wrapped}\r\n${line}\n`,
            `${line}\n${wrapped}`,
          ]) {
            expect(joinTokenLines(text), text).toBeUndefined();
          }
        }
      }),
    );
  });

  it('on one line is left alone', () => {
    fc.assert(
      fc.property(receipts, (token) => {
        expect(joinTokenLines(`${token}\n`)).toBeUndefined();
      }),
    );
  });
});

const token =
  'hgoeapcmjbkjmkihjllgpkhn.AO-J1Oy9Zk2mQ7vX3b8LnT5wE4rY6uHfNc6uGaYd3jTi8Pq0sKz1Wx5Vb7Ty2Rm4Nd8Lc3Jg6Ae9SfKoUj2Xi5Mt7BqWe1HvDp4Zr9Yn3QTgC6sL0k';

it.each([72, 76, 78, 80, 90])('the lines of a mail, %i wide, are put together', (width) => {
  for (const mark of ['> ', '| ']) {
    const joined = joinTokenLines(`${mark}${wrap(token, width).replaceAll('\n', `\n${mark}`)}\n`);
    expect(joined?.token).toBe(token);
  }
});

it('a word above a receipt of narrow lines is never its beginning', () => {
  for (let length = 60; length < 80; length += 1) {
    for (let width = 3; width < 16; width += 1) {
      const wrapped = wrap(token.slice(0, length), width);
      const text = `${'thanksforhelping'.slice(0, width)}\n${wrapped}`;
      expect(joinTokenLines(text), text).toBeUndefined();
    }
  }
});

it.each([20, 24, 40, 60])(
  'narrow lines, %i wide, are put together where the last is long',
  (width) => {
    const isLong = token.length % width >= 20;
    expect(joinTokenLines(wrap(token, width))?.token).toBe(isLong ? token : undefined);
  },
);

it('numbers with points between are no date above the rest of a receipt', () => {
  expect(isTextBelow('aaaaaaaaaaaaaa0', '0.9.98.aaaaaaaaaaaaaaaaaaaa')).toBe(false);
  expect(isTextBelow('aaaaaaaaaaaaaa0', '1.9.98 then')).toBe(true);
});

describe('the line of a receipt that may go on in the next line', () => {
  const start = 'kpdlfgomhbaknjcedjlbgnaf.AO-J1OxQ3kq8Zt7yR2uVw9XeNcLmTb4sHfG';
  const rest = 'dKjPaSdFgHjKlQwErTyUiOpZxCvBnM1234567890abcdefghij';

  it.each([
    ['behind a label', `gems_100\ntoken: ${start}\n${rest}\nproduct: gems_100`, 2],
    ['in a quotation', `Hello\n> > token: ${start}\r\n> > ${rest}\n`, 2],
    ['with words below it', `${start}\nThanks`, undefined],
    ['with a blank line below it', `${start}\n\n${rest}`, undefined],
    ['with words behind it', `${start} is my receipt\n${rest}`, undefined],
    ['without a receipt', `Hello\n${rest}`, undefined],
  ])('%s', (_what, text, line) => {
    expect(findLineThatMayGoOn(text)).toBe(line);
  });
});
