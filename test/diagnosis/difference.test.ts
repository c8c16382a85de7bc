import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, type Difference } from '../../src/diagnosis/difference.js';

const between = (sent: string | Uint8Array, signed: string | Uint8Array): Difference => {
  const found = difference(Buffer.from(sent), Buffer.from(signed));
  if (found === null) throw new TypeError('a difference was expected');
  return found;
};

describe('the first difference', () => {
  it('is null between equal bytes', () => {
    expect(difference(Buffer.from('a'), Buffer.from('a'))).toBeNull();
    expect(difference(new Uint8Array(), new Uint8Array())).toBeNull();
  });

  it('has its place, both windows, both lengths and both tails', () => {
    expect(between('{"a":\n"é/x"}', '{"a":\n"é/x"}\n')).toEqual({
      offset: 13,
      line: 2,
      column: 7,
      sentLength: 13,
      signedLength: 14,
      says: 'the signed text ends with an extra line break (LF, 0a)',
      sent: { text: '{"a":\\n"é/x"}', hex: '', tail: '0a 22 c3 a9 2f 78 22 7d' },
      signed: { text: '{"a":\\n"é/x"}\\n', hex: '0a', tail: '22 c3 a9 2f 78 22 7d 0a' },
    });
  });

  it('has no tails when it lies before the end', () => {
    expect(between('{"a":1,"b":"long enough"}', '{"a": 1,"b":"long enough"}').sent).toEqual({
      text: '{"a":1,"b":"long enough"}',
      hex: '31 2c 22 62 22 3a 22 6c',
    });
  });

  it('shows no more than sixty bytes of a side, and whole characters', () => {
    const { sent, signed } = between(
      `${'é'.repeat(100)}a${'ü'.repeat(100)}`,
      `${'é'.repeat(100)}b${'ü'.repeat(100)}`,
    );
    expect(sent.text).toBe(`…${'é'.repeat(10)}a${'ü'.repeat(17)}…`);
    expect(signed.text).toBe(`…${'é'.repeat(10)}b${'ü'.repeat(17)}…`);
  });

  it('shows what could act or hide, and bytes that are no text', () => {
    expect(between('\u001b[31m\u202e\r\n\t\u0000x', 'y').sent.text).toBe(
      '\\u{1b}[31m\\u{202e}\\r\\n\\t\\u{0}x',
    );
    expect(between(Uint8Array.of(0x61, 0xe9, 0xff, 0xc3), 'y').sent.text).toBe('a\\xe9\\xff\\xc3');
  });

  it.each<[string, string | Uint8Array, string | Uint8Array]>([
    ['the signed text ends with an extra line break (LF, 0a)', '{}', '{}\n'],
    ['the signed text ends with an extra line break (CRLF, 0d 0a)', '{}', '{}\r\n'],
    ['the signed text ends with 2 extra bytes (0a 0a)', '{}', '{}\n\n'],
    ['the signed text ends with an extra NUL byte (00)', '{}', '{}\0'],
    ['the sent body ends with an extra line break (LF, 0a), the signed text does not', '{}\n', '{}'],
    ['the sent body ends with 2 extra bytes (0a 0a), the signed text does not', '{}\n\n', '{}'],
    ['the signed text stops 3 bytes before the end of the sent body', '{"a":1}', '{"a"'],
    ['the sent body has 2 bytes, but an empty body was signed', '{}', ''],
    ['the sent body is empty, but 2 bytes were signed', '', '{}'],
    ['the signed text begins with a byte order mark (ef bb bf), the sent body does not', '{}', '\ufeff{}'],
    ['the sent body begins with a byte order mark (ef bb bf), the signed text does not', '\ufeff{}', '{}'],
    ['the sent body has CRLF line breaks, the signed text has LF', '{\r\n}', '{\n}'],
    ['the sent body has LF line breaks, the signed text has CRLF', '{\n"a":1\n}', '{\r\n"a":1\r\n}'],
    [
      'the sent body has a mix of LF and CRLF line breaks, the signed text has LF',
      '{\n"a":1\r\n}',
      '{\n"a":1\n}',
    ],
    [
      'the sent body has CRLF line breaks, the signed text has LF, and only the sent body ends with one',
      '{\r\n}\r\n',
      '{\n}',
    ],
    ['the line breaks were removed before signing', '{\r\n"a":1\n}', '{"a":1}'],
    ['the line breaks were turned into spaces before signing', '{\n"a":1\n}', '{ "a":1 }'],
    [
      'the signed text has spaces after commas and colons, the sent body has spaces after commas',
      '{"a":1,"b":[1, 2]}',
      '{"a": 1, "b": [1, 2]}',
    ],
    ['the signed text has no spaces, the sent body has spaces after colons', '{"a": 1}', '{"a":1}'],
    ['the signed text has spaces, the sent body has no spaces', '{"a":1}', '{ "a":1 }'],
    ['the JSON has different spaces or line breaks', '{"a": 1,"b":2}', '{"a": 1,"b": 2}'],
    [
      'the signed text has line breaks, the sent body has no spaces',
      '{"a":"x  \\" y"}',
      '{\n  "a": "x  \\" y"\n}',
    ],
    ['é in the sent body is \\u00e9 in the signed text', '{"a":"é"}', '{"a":"\\u00e9"}'],
    ['\\u00e9 in the sent body is \\u00E9 in the signed text', '{"a":"\\u00e9"}', '{"a":"\\u00E9"}'],
    ['😀 in the sent body is \\ud83d\\ude00 in the signed text', '{"a":"😀"}', '{"a":"\\ud83d\\ude00"}'],
    ['\\/ in the sent body is / in the signed text', '{"a":"\\/"}', '{"a":"/"}'],
    ['\\/ in the sent body is / in the signed text', '{"a":"\\u00eb\\/"}', '{"a":"\\u00eb/"}'],
    ['\\" in the sent body is \\u0022 in the signed text', '{"a":"\\""}', '{"a":"\\u0022"}'],
    [
      '/ in the sent body is \\/ in the signed text; the signed text has spaces after colons, the sent body has no spaces',
      '{"a":"b/c"}',
      '{"a": "b\\/c"}',
    ],
    [
      'the number 4.99 in the sent body is 4.9900000000000002 in the signed text',
      '{"n":4.99}',
      '{"n":4.9900000000000002}',
    ],
    ['the number 1.0 in the sent body is 1 in the signed text', '{"n":[2,1.0]}', '{"n":[2,1]}'],
    [
      'the members are sorted by name in the signed text, but not in the sent body',
      '{"b":"1","a":2}',
      '{"a":2,"b":"1"}',
    ],
    ['the members have a different order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    [
      'the members are sorted by name in the signed text, but not in the sent body; the signed text has spaces after commas and colons, the sent body has no spaces',
      '{"b":1,"a":2}',
      '{"a": 2, "b": 1}',
    ],
    [
      'the members are sorted by name in the signed text, but not in the sent body, and numbers are written differently',
      '{"b":1.0,"a":2}',
      '{"a":2,"b":1}',
    ],
    ['only the sent body has the member b', '{"a":1,"b":null}', '{"a":1}'],
    ['only the signed text has the member b', '{"a":1}', '{"a":1,"b":null}'],
    ['only the sent body has the members b, c', '{"a":1,"b":2,"c":3}', '{"a":1}'],
    [
      'only the sent body has the member gameId; only the signed text has the member GameId',
      '{"gameId":1}',
      '{"GameId":1}',
    ],
    ['the signed text is JSON with different content', '{"a":1}', '[]'],
    ['the signed text is JSON with different content', '{"a":{"b":1}}', '{"a":{"b":2}}'],
    ['the body was encoded again, as a JSON string, before signing', '{"a":1}', '"{\\"a\\":1}"'],
    ['the text was sent as UTF-8, but signed as UTF-16LE', '{"a":1}', Buffer.from('{"a":1}', 'utf16le')],
    [
      'the text was sent as UTF-8, but signed as UTF-16BE',
      '{"a":1}',
      Buffer.from('\ufeff{"a":1}', 'utf16le').swap16(),
    ],
    [
      'the UTF-8 bytes were read as Latin-1 and encoded as UTF-8 again before signing',
      '{"a":"é"}',
      '{"a":"Ã©"}',
    ],
    ['the letter é was signed as ?', '{"a":"é"}', '{"a":"?"}'],
    ['the signed bytes are not UTF-8: é was signed as e9', '{"a":"é"}', Buffer.from('{"a":"é"}', 'latin1')],
    [
      'the texts differ in Unicode normalization: é as one character, or as e and a mark',
      '{"a":"é"}',
      '{"a":"e\u0301"}',
    ],
    [
      'the texts differ in Unicode normalization: é as one character, or as e and a mark',
      '{"a":"e\u0301"}',
      '{"a":"é"}',
    ],
    ['the base64 of the body was signed', '{"a":1}', 'eyJhIjoxfQ=='],
    ['only spaces or line breaks differ', 'a b', 'ab'],
    ['the signed bytes are different bytes of the same length', 'ab', 'cd'],
    ['the signed bytes are different: 1 byte instead of 2', 'ab', 'c'],
    [
      'the signed bytes are different: 3 bytes instead of 2',
      Uint8Array.of(0xff, 1),
      Uint8Array.of(0xfe, 1, 2),
    ],
  ])('is told as “%s”', (says, sent, signed) => {
    expect(between(sent, signed).says).toBe(says);
  });

  it('shows a mark apart from its letter when that is the difference', () => {
    expect(between('{"a":"é"}', '{"a":"e\u0301"}').signed.text).toBe('{"a":"e\\u{301}"}');
  });

  it('holds for any bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, bytes, fc.uint8Array({ maxLength: 3 }), (start, one, other) => {
        const sent = Buffer.concat([start, one]);
        const signed = Buffer.concat([start, other]);
        const found = difference(sent, signed);
        expect(found === null).toBe(sent.equals(signed));
        if (found === null) return;
        expect(sent.subarray(0, found.offset)).toEqual(signed.subarray(0, found.offset));
        expect(sent[found.offset]).not.toBe(signed[found.offset]);
        expect(found.says).not.toMatch(/\p{Cc}/u);
        expect(found.sent.text).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('is not afraid of depth', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(between(deep, ` ${deep}`).says).toBe('the signed text has spaces, the sent body has no spaces');
    expect(between(deep, `${deep.slice(0, 100_000)}1${deep.slice(100_000)}`).says).toContain(
      'the signed bytes are different',
    );
  });
});
