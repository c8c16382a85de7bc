import { describe, expect, it } from 'vitest';
import { printString } from '../../src/text/json/json.js';
import { effort } from '../helpers/effort.js';
import {
  clipText,
  cutText,
  escapeControls,
  escapeControlsInLines,
} from '../../src/text/visible.js';

const codePoints = 0x110000;
const isAnyUnsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Code points, some hundreds a text; a letter between two, so that halves of pairs stay apart. With little effort: where
 * there are characters, and some of the rest.
 */
function* everyCodePoint(): Generator<string[]> {
  for (
    let from = 0;
    from < codePoints;
    from += 512 * effort(from < 0x20000 || from >> 12 === 0xe0 ? 1 : 16, 1)
  )
    yield Array.from({ length: 512 }, (_, at) => String.fromCodePoint(from + at));
}
const byNumber = (character: string): string =>
  isAnyUnsafe.test(character) ? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}` : character;

describe('each code point', () => {
  it('is shown as it is or, where it could act or hide, by its number', () => {
    for (const characters of everyCodePoint()) {
      const text = characters.join('a');
      const shown = characters.map(byNumber).join('a');
      if (escapeControls(text) !== shown) expect(escapeControls(text)).toBe(shown);
      const lines = shown.replace('\\u{a}', '\n');
      if (escapeControlsInLines(text) !== lines) expect(escapeControlsInLines(text)).toBe(lines);
    }
  });

  it('is printed in JSON without acting, and read back as it was', () => {
    for (const characters of everyCodePoint()) {
      const text = characters.join('a');
      const printed = printString(text);
      if (JSON.parse(printed) !== text) expect(JSON.parse(printed)).toBe(text);
      expect(isAnyUnsafe.test(printed)).toBe(false);
    }
  });

  it.each([
    ...['\u001b', '\u009b', '\r', '\u202e', '\u2066', '\u{e0041}', '\u200d', '\ufeff', '\ue000'],
    ...['\u{50000}', '\u2028', '\ud83d'],
  ])(
    '%#: controls, bidi, tags, zero width, private, unassigned, separators and halves hide',
    (one) => {
      expect(escapeControls(`a${one}b`)).toMatch(/^a\\u\{[0-9a-f]+\}b$/);
    },
  );
});

it('no character is cut in two', () => {
  expect([0, 1, 2, 3, 4].map((longest) => cutText('a🎁b', longest))).toEqual([
    ...['', 'a', 'a'],
    ...['a🎁', 'a🎁b'],
  ]);
  expect(clipText('🎁🎁', 3)).toBe('🎁… (4 characters)');
});
