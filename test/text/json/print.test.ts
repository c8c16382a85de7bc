import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/text/json/parse.js';
import { printJson } from '../../../src/text/json/json.js';

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

  it('redacts strings, numbers and names before it escapes them', () => {
    const redact = (text: string): string =>
      text.replaceAll('s3"cret', '[withheld]').replaceAll('4242', '[withheld]');
    const value = parseJson('{"s3\\"cret":["a s3\\u0022cret",4242,17,"4242"]}');
    expect(printJson(value, { redact })).toBe(
      '{"[withheld]":["a [withheld]","[withheld]",17,"[withheld]"]}',
    );
  });
});
