import { describe, expect, it } from 'vitest';
import { hasUnsafe, isPlainText } from '../../../src/text/visible.js';

describe('a plain text', () => {
  it.each(['', 'GPA.1234 "x" ~', 'Zoë ¡Ÿ', '“a” – b', '✔ ✘'])(
    'has characters of one column that never act: %j',
    (text) => {
      expect(isPlainText(text)).toBe(true);
      expect(hasUnsafe(text)).toBe(false);
    },
  );

  it.each([
    ['a control', 'a\u001f', true],
    ['DEL', 'a\u007f', true],
    ['the last control of Latin-1', 'a\u009f', true],
    ['a soft hyphen', 'a\u00ad', true],
    ['a mark of direction', 'a\u200f', true],
    ['a line separator', 'a\u2028', true],
    ['half a pair', 'a\ud83d', true],
    ['a letter beyond Latin', 'aж', false],
    ['two columns', '漢', false],
    ['an emoji', '💎', false],
    ['a space that does not break', 'a\u00a0', false],
  ])('has none of these, of which some are not safe: %s', (_what, text, isUnsafe) => {
    expect(isPlainText(text)).toBe(false);
    expect(hasUnsafe(text)).toBe(isUnsafe);
  });
});
