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
      says: 'signed bytes end with an extra line feed (0a)',
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
    ['signed bytes end with an extra line feed (0a)', '{}', '{}\n'],
    ['signed bytes end with an extra CRLF (0d 0a)', '{}', '{}\r\n'],
    ['signed bytes end with 2 extra bytes (0a 0a)', '{}', '{}\n\n'],
    ['signed bytes end with an extra NUL byte (00)', '{}', '{}\0'],
    ['sent bytes end with an extra line feed (0a) that was not signed', '{}\n', '{}'],
    ['signed bytes end 3 bytes before the sent ones', '{"a":1}', '{"a"'],
    ['no bytes were signed, as for an empty body', '{}', ''],
    ['the body sent is empty, 2 bytes were signed', '', '{}'],
    ['signed bytes begin with a byte order mark (ef bb bf)', '{}', '\ufeff{}'],
    ['sent bytes begin with a byte order mark (ef bb bf) that was not signed', '\ufeff{}', '{}'],
    ['line ends differ: CRLF was sent, LF was signed', '{\r\n}', '{\n}'],
    ['line ends differ: LF was sent, CRLF was signed', '{\n"a":1\n}', '{\r\n"a":1\r\n}'],
    ['line ends differ: a mix of LF and CRLF was sent, LF was signed', '{\n"a":1\r\n}', '{\n"a":1\n}'],
    ['line ends were removed before signing', '{\r\n"a":1\n}', '{"a":1}'],
    ['line ends became spaces before signing', '{\n"a":1\n}', '{ "a":1 }'],
    ['same JSON, other spacing', '{"a":1,"b":[1, 2]}', '{"a": 1, "b": [1, 2]}'],
    ['same JSON, other spacing', '{"a":"x  \\" y"}', '{\n  "a": "x  \\" y"\n}'],
    ['same JSON, letters written differently: é as \\u00e9', '{"a":"é"}', '{"a":"\\u00e9"}'],
    ['same JSON, letters written differently: \\u00e9 as \\u00E9', '{"a":"\\u00e9"}', '{"a":"\\u00E9"}'],
    ['same JSON, letters written differently: 😀 as \\ud83d\\ude00', '{"a":"😀"}', '{"a":"\\ud83d\\ude00"}'],
    ['same JSON, letters written differently: \\/ as /', '{"a":"\\/"}', '{"a":"/"}'],
    ['same JSON, letters written differently: \\" as \\u0022', '{"a":"\\""}', '{"a":"\\u0022"}'],
    ['same JSON, letters written differently: / as \\/, and other spacing', '{"a":"b/c"}', '{"a": "b\\/c"}'],
    [
      'same JSON, numbers written differently: 4.99 as 4.9900000000000002',
      '{"n":4.99}',
      '{"n":4.9900000000000002}',
    ],
    ['same JSON, numbers written differently: 1.0 as 1', '{"n":[2,1.0]}', '{"n":[2,1]}'],
    ['same JSON, members in another order', '{"b":1,"a":2}', '{"a":2,"b":1}'],
    ['same JSON, members in another order, and other spacing', '{"b":1,"a":2}', '{"a": 2, "b": 1}'],
    [
      'same JSON, members in another order and numbers written differently',
      '{"b":1.0,"a":2}',
      '{"a":2,"b":1}',
    ],
    ['members that were not signed: b', '{"a":1,"b":null}', '{"a":1}'],
    ['members that were signed but not sent: b', '{"a":1}', '{"a":1,"b":null}'],
    ['other members: gameId was sent, GameId was signed', '{"gameId":1}', '{"GameId":1}'],
    ['other JSON was signed', '{"a":1}', '[]'],
    ['other JSON was signed', '{"a":{"b":1}}', '{"a":{"b":2}}'],
    ['the sent text was encoded as a JSON string once more before signing', '{"a":1}', '"{\\"a\\":1}"'],
    ['same text, signed as UTF-16LE', '{"a":1}', Buffer.from('{"a":1}', 'utf16le')],
    ['same text, signed as UTF-16BE', '{"a":1}', Buffer.from('\ufeff{"a":1}', 'utf16le').swap16()],
    ['UTF-8 bytes were read as Latin-1 and encoded as UTF-8 again', '{"a":"é"}', '{"a":"Ã©"}'],
    ['letters lost: é was signed as ?', '{"a":"é"}', '{"a":"?"}'],
    ['signed bytes are no UTF-8: é was signed as e9', '{"a":"é"}', Buffer.from('{"a":"é"}', 'latin1')],
    [
      'same text, in another Unicode normalization (letter and mark apart, or as one)',
      '{"a":"é"}',
      '{"a":"e\u0301"}',
    ],
    [
      'same text, in another Unicode normalization (letter and mark apart, or as one)',
      '{"a":"e\u0301"}',
      '{"a":"é"}',
    ],
    ['base64 of the sent bytes was signed', '{"a":1}', 'eyJhIjoxfQ=='],
    ['only white space differs', 'a b', 'ab'],
    ['other bytes of the same length were signed', 'ab', 'cd'],
    ['other bytes were signed: 1 byte instead of 2', 'ab', 'c'],
    ['other bytes were signed: 3 bytes instead of 2', Uint8Array.of(0xff, 1), Uint8Array.of(0xfe, 1, 2)],
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
    expect(between(deep, ` ${deep}`).says).toBe('same JSON, other spacing');
    expect(between(deep, `${deep.slice(0, 100_000)}1${deep.slice(100_000)}`).says).toContain(
      'other bytes were signed',
    );
  });
});
