import { describe, expect, it } from 'vitest';
import { printString } from '../../src/json/print.js';
import { visible, visibleLines } from '../../src/output/visible.js';

const codePoints = 0x110000;
const isUnsafe = (character: string): boolean =>
  /^[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]$/u.test(character);

/** What is wrong with the text that a function makes of each of the 1,114,112 code points. */
function wrongOf(
  show: (character: string) => string,
  right: (character: string, shown: string) => boolean,
): string[] {
  const wrong: string[] = [];
  for (let point = 0; point < codePoints; point += 1) {
    const character = String.fromCodePoint(point);
    if (!right(character, show(character))) wrong.push(point.toString(16));
  }
  return wrong.slice(0, 10);
}

describe('each of the 1,114,112 code points', () => {
  it('is shown as it is or, where it could act or hide, by its number', { timeout: 60_000 }, () => {
    const right = (character: string, shown: string): boolean =>
      isUnsafe(character)
        ? shown === `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
        : shown === character;
    expect(wrongOf(visible, right)).toEqual([]);
    expect(
      wrongOf(visibleLines, (character, shown) =>
        character === '\n' ? shown === '\n' : right(character, shown),
      ),
    ).toEqual([]);
  });

  it('is printed in JSON without acting, and read back as it was', { timeout: 60_000 }, () => {
    const right = (character: string, printed: string): boolean =>
      JSON.parse(printed) === character && ![...printed].some(isUnsafe);
    expect(wrongOf(printString, right)).toEqual([]);
  });

  it.each([
    ['escape', '\u001b'],
    ['C1 CSI', '\u009b'],
    ['carriage return', '\r'],
    ['right-to-left override', '\u202e'],
    ['isolate', '\u2066'],
    ['tag', '\u{e0041}'],
    ['zero width joiner', '\u200d'],
    ['byte order mark', '\ufeff'],
    ['private', '\ue000'],
    ['unassigned', '\u{50000}'],
    ['line separator', '\u2028'],
    ['half of a pair', '\ud83d'],
  ])('%s is one that could act or hide', (_name, character) => {
    expect(visible(`a${character}b`)).toMatch(/^a\\u\{[0-9a-f]+\}b$/);
    expect(printString(`a${character}b`)).toMatch(/^"a(\\u[0-9a-f]{4}|\\r)+b"$/);
  });
});
