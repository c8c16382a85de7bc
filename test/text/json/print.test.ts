import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/text/json/parse.js';
import { printJson, printString } from '../../../src/text/json/print.js';

const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
);

describe('printJson', () => {
  it('prints parsed JSON so that it parses to the same', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        const once = parseJson(text);
        expect(parseJson(printJson(once, { indent }))).toEqual(once);
        expect(JSON.parse(printJson(once, { indent }))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('prints what our code builds as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const ours = value as Parameters<typeof printJson>[0];
        expect(JSON.parse(printJson(ours, { indent }))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    const sample = { a: [1, { b: [], c: {} }, 'x'], d: null, e: undefined };
    expect(printJson(sample, { indent: 2 })).toBe(JSON.stringify(sample, null, 2));
    expect(printJson(sample)).toBe(JSON.stringify(sample));
  });

  it('keeps numbers digit for digit, members in order and repeated ones twice', () => {
    const text = '{"b":9007199254740993,"a":1.0,"b":-0,"__proto__":[1E400]}';
    expect(printJson(parseJson(text))).toBe(text);
  });

  it('prints all levels that are read, indented or not', () => {
    const text = '[{"a":'.repeat(500) + '1' + '}]'.repeat(500);
    expect(printJson(parseJson(text)) === text).toBe(true);
    const indented = printJson(parseJson(text), { indent: 2 });
    expect(indented.length).toBeLessThan(text.length + 5_000);
    expect(indented.replace(/\s/g, '') === text).toBe(true);
  });

  it('prints strings that no terminal obeys and any parser reads back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const printed = printString(text);
        expect(hidden.test(printed)).toBe(false);
        expect(JSON.parse(printed)).toBe(text);
      }),
    );
  });

  it.each([
    ['an escape sequence', '\u001b[31m', '"\\u001b[31m"'],
    ['a C1 control', '\u009b1m', '"\\u009b1m"'],
    ['a bidi override', '\u202e', '"\\u202e"'],
    ['a tag character', '\u{e0041}', '"\\udb40\\udc41"'],
    ['half a pair', '\ud83c', '"\\ud83c"'],
    ['a line separator', '\u2028', '"\\u2028"'],
    ['a byte order mark', '\ufeff', '"\\ufeff"'],
    ['a private character', '\ue000', '"\\ue000"'],
    ['ordinary text', 'Zoë プレイヤー 🎮', '"Zoë プレイヤー 🎮"'],
  ])('prints %s', (_, text, printed) => {
    expect(printString(text)).toBe(printed);
  });

  it('redacts strings, numbers and names before it escapes them', () => {
    const redact = (text: string): string =>
      text.replaceAll('s3"cret', '[withheld]').replaceAll('4242', '[withheld]');
    const value = parseJson('{"s3\\"cret":["a s3\\u0022cret",4242,17,"4242"]}');
    expect(printJson(value, { redact })).toBe('{"[withheld]":["a [withheld]","[withheld]",17,"[withheld]"]}');
  });
});
