import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Json,
  JsonNumber,
  JsonObject,
  JsonSyntaxError,
  printJson,
} from '../../../src/text/json/json.js';
import { parseJson, tryJson } from '../../../src/text/json/parse.js';

/** As JSON.parse would have it; for texts of moderate depth. */
const plain = (value: Json): unknown => {
  if (value instanceof JsonNumber) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof JsonObject)) return value;
  return Object.fromEntries(value.members.map(([name, member]) => [name, plain(member)]));
};

function failureOf(text: string): JsonSyntaxError {
  const json = tryJson(text);
  if (json instanceof JsonSyntaxError) return json;
  throw new TypeError('the text was expected not to parse');
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('parseJson', () => {
  it('reads what JSON.parse reads, spaced or not', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, indent) => {
        expect(plain(parseJson(text))).toEqual(JSON.parse(text));
        expect(plain(parseJson(JSON.stringify(JSON.parse(text), null, indent)))).toEqual(
          JSON.parse(text),
        );
      }),
    );
  });

  it('takes and refuses exactly the texts that JSON.parse takes and refuses', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '\\',
        '\\u00',
        '0',
        '1',
        '-',
        '.',
        '5',
        'e',
        '+',
        'E9',
      ],
      ...[
        'true',
        'fals',
        'null',
        ' ',
        '\t',
        '\n',
        '\u00a0',
        '\u0000',
        '\u007f',
        '\u2028',
        '\ud800',
      ],
    );
    const spoiled = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), piece)
      .map(([text, place, length, put]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + length);
      });
    const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(spoiled, soup), (text) => {
        if (isJson(text)) expect(plain(parseJson(text))).toEqual(JSON.parse(text));
        else expect(() => parseJson(text)).toThrow(JsonSyntaxError);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '9007199254740993',
    '-0',
    '1.0',
    '1E400',
    '1e-7',
    '0.10',
    '123456789012345678901234567890',
  ])('keeps the number %s digit for digit', (digits) => {
    expect(parseJson(`[${digits}]`)).toEqual([new JsonNumber(digits)]);
  });

  it('keeps repeated members in order; the last one is the value', () => {
    const object = parseJson('{"a":1,"b":2,"a":3}') as JsonObject;
    expect(object.members.map(([name]) => name)).toEqual(['a', 'b', 'a']);
    expect([object.isRepeated('a'), object.getUnique('a')]).toEqual([true, undefined]);
    expect([object.getUnique('b'), object.get('a')]).toEqual([
      new JsonNumber('2'),
      new JsonNumber('3'),
    ]);
  });

  it('has __proto__ as a member like any other', () => {
    const object = parseJson('{"__proto__":{"found":true},"constructor":1}') as JsonObject;
    expect(object.members.map(([name]) => name)).toEqual(['__proto__', 'constructor']);
    expect([object.get('found'), object.get('toString')]).toEqual([undefined, undefined]);
  });

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('reads a thousand levels of %s and refuses more', (_, open, close) => {
    const levels = (count: number): string => `${open.repeat(count)}1${close.repeat(count)}`;
    expect(printJson(parseJson(levels(1_000)))).toBe(levels(1_000));
    for (const more of [1_001, 1_000_000])
      expect(tryJson(levels(more))).toMatchObject({ says: 'more than 1000 levels', isCut: false });
  });

  it('reads a string of ten million characters', () => {
    expect((parseJson(`"${'a'.repeat(10_000_000)}"`) as string).length).toBe(10_000_000);
  });

  it.each([
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['nul ', 0],
    ['[01]', 2],
    ['["\\u12"]', 2],
    ['["a\nb"]', 3],
    ['{} {}', 3],
  ])('names the place of the mistake in %j, which is not cut', (text, offset) => {
    const { offset: found, isCut } = failureOf(text);
    expect({ offset: found, isCut }).toEqual({ offset, isCut: false });
  });

  it('never repeats the text, which may hold a secret', () => {
    expect(failureOf('{"receipt": hush-hush}').message).toBe(
      'a value was expected at character 13',
    );
  });

  it('calls every beginning of a JSON container cut', () => {
    const container = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.oneof(fc.jsonValue(), fc.double({ noNaN: true }))),
    );
    fc.assert(
      fc.property(container, fc.nat(), (value, place) => {
        const text = JSON.stringify(value);
        const length = place % text.length;
        expect(failureOf(text.slice(0, length))).toMatchObject({ isCut: true, offset: length });
      }),
    );
  });
});
