import { expect, it } from 'vitest';
import { describeHidden } from '../../src/input/hidden.js';

it.each(['', 'gems_100', 'two words', 'Zoë 漢字 💎', '…–—', "it's"])('%j hides nothing', (text) => {
  expect(describeHidden(text)).toBeUndefined();
});

it.each([
  ['a blank before it', ' a', 'U+0020'],
  ['a space after it that does not break', 'a\u00a0', 'U+00A0'],
  ['a line break inside', 'a\nb', 'U+000A'],
  ['a control of Latin-1', 'a\u0085b', 'U+0085'],
  ['zero width', 'a\u200bb', 'U+200B'],
  ['a mark of direction', 'a\u202eb', 'U+202E'],
  ['a line separator', 'a\u2028b', 'U+2028'],
  ['a paragraph separator', 'a\u2029b', 'U+2029'],
  ['private use', 'a\ue000b', 'U+E000'],
  ['half a pair', 'a\ud800b', 'U+D800'],
  ['a tag', 'a\u{e0041}b', 'U+E0041'],
  ['a filler of Hangul', 'a\u3164b', 'U+3164'],
  ['a joiner of graphemes', 'a\u034fb', 'U+034F'],
  // A blank pattern is a symbol, and no font shows it.
  ['an empty pattern of Braille', 'a\u2800b', 'U+2800'],
])('%s is told by its number', (_what, text, number) => {
  expect(describeHidden(text)).toBe(
    `has white space at its ends, or an invisible character (${number})`,
  );
});
