import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textTransforms, textVariants } from '../../../src/diagnosis/variations.js';
import { encodeText } from '../../../src/diagnosis/causes/code-pages.js';
import { groups } from '../../../src/diagnosis/catalogue.js';

const json = '{"a":1,"b":"x y"}';
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** The ids under which a body's signed form is found, the cheapest first. */
const causesOf = (sent: string | Uint8Array, signed: string | Uint8Array): string[] => {
  const wanted = Buffer.from(signed);
  return textVariants(Buffer.from(sent))
    .filter(({ bytes }) => wanted.equals(bytes))
    .sort((one, other) => one.cost - other.cost)
    .flatMap(({ causes }) => causes);
};

describe('what a sender signed instead of the text it sent', () => {
  it.each([
    ['body-trailing-newline', json, `${json}\n`],
    ['body-trailing-newline', json, `${json}\r\n`],
    ['body-trailing-newline', json, `${json}\n\n`],
    ['body-trailing-newline', '{"a":"x\\ny\\tz\\\\"}', '{"a":"x\ny\tz\\"}\n'],
    ['body-trailing-newline', '{"a":"x\\ny"}', '{"a":"x\ny"}'],
    ['body-trailing-newline-missing', `${json}\n`, json],
    ['body-trailing-newline-missing', `${json}\r\n`, json],
    ['body-trailing-newline-missing', ` ${json}\n\n`, json],
    ['body-crlf', '{\n"a": 1\n}', '{\r\n"a": 1\r\n}'],
    ['body-lf', '{\r\n"a": 1\r\n}', '{\n"a": 1\n}'],
    ['body-newlines-removed', '{\n "a": 1\n}', '{ "a": 1}'],
    ['body-newlines-removed', '{\r\n "a": 1\r\n}', '{  "a": 1 }'],
    ['body-whitespace-removed', '{"a": "x y"}', '{"a":"xy"}'],
    ['body-whitespace-removed', '{"a": "x \\u00e9",  "b": [ 1.0 ]}', '{"a":"x \\u00e9","b":[1.0]}'],
    ['body-bom-added', json, `\ufeff${json}`],
    ['body-bom-stripped', `\ufeff${json}`, json],
    ['body-charset-ascii', '{"a":"Zoë🎮"}', '{"a":"Zo???"}'],
    ['body-charset-ascii', '{"a":"Zoë🎮"}', '{"a":"Zo??"}'],
    ['body-charset-latin1', '{"a":"Rương ế"}', '{"a":"Ruong ?"}'],
    ['body-charset-latin1', '{"a":"Zoë–"}', Buffer.from('{"a":"Zo\xeb\x96"}', 'latin1')],
    ['body-charset-latin1', '{"a":"Rương"}', Buffer.from('{"a":"R\xb0\xa1ng"}', 'latin1')],
    ['body-charset-utf16', json, Buffer.from(json, 'utf16le')],
    ['body-charset-utf16', json, Buffer.from(`\ufeff${json}`, 'utf16le').swap16()],
    ['body-mojibake', '{"a":"é"}', '{"a":"Ã©"}'],
    ['body-mojibake', '{"a":"é"}', '{"a":"Ã\u0083Â©"}'],
    ['body-mojibake', '{"a":"’"}', '{"a":"â€™"}'],
    ['body-mojibake', '{"a":"Pháº¡m"}', '{"a":"Phạm"}'],
    ['body-mojibake', '{"a":"RenÃ©"}', '{"a":"René"}'],
    ['body-mojibake', '{"a":"â€œxâ€\u009d"}', '{"a":"“x”"}'],
    ['body-unicode-normalized', '{"a":"é"}', '{"a":"e\u0301"}'],
    ['body-unicode-normalized', '{"a":"e\u0301"}', '{"a":"é"}'],
    ['body-truncated-chars', '{"a":"Zoë🎮"}', '{"a":"Zoë🎮'.slice(0, -2) + '\ufffd'],
    ['body-double-encoded', json, JSON.stringify(json)],
    ['body-double-encoded', JSON.stringify(json), json],
    ['body-double-encoded', '{"u":"a/b"}', '"{\\"u\\":\\"a\\/b\\"}"'],
    ['body-double-encoded', json, `"${Buffer.from(json).toString('base64')}"`],
    ['body-base64', json, Buffer.from(json).toString('base64')],
    ['body-base64', Buffer.from(json).toString('base64'), json],
    ['body-urlencoded-whole', json, encodeURIComponent(json)],
    ['body-urlencoded-whole', encodeURIComponent(json), json],
    ['body-urlencoded-whole', json, encodeURIComponent(json).toLowerCase()],
    ['body-gzip-mismatch', gzipSync(json), json],
    ['body-gzip-mismatch', deflateSync(json), json],
    ['body-gzip-mismatch', deflateRawSync(json), json],
    ['body-gzip-mismatch', brotliCompressSync(json), json],
    ['body-copied', '{“a”:“it’s”}', '{"a":"it\'s"}'],
    ['body-copied', '{“a”:“Rương‘s”}', '{"a":"Rương‘s"}'],
    ['body-charset-latin1', '{"a":"“x”"}', '{"a":""x""}'],
    ['body-python-repr', json, `b'${json}'`],
    ['body-object-tostring', 'AB', '65,66'],
  ])('names %s', (id, sent, signed) => {
    const expected =
      id === 'body-truncated-chars' ? Buffer.from(sent).subarray(0, sent.toString().length) : signed;
    expect(causesOf(sent, expected)[0]).toBe(id);
  });
});

describe('the transforms', () => {
  it('give nothing for a body that they do not change', () => {
    const body = Buffer.from(json);
    for (const { bytes } of textVariants(body)) expect(text(bytes)).not.toBe(json);
  });

  it('cover every cause of their section', () => {
    const found = new Set(textTransforms.flatMap(({ causes }) => causes));
    expect(Object.keys(groups[1].causes).filter((id) => !found.has(id))).toEqual([]);
  });

  it('apply to any bytes without an error', () => {
    const every = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
    const bodies = [
      every,
      Buffer.alloc(0),
      Buffer.from([0x1f, 0x8b]),
      Buffer.from([0x78, 0x9c, 1]),
      Buffer.from('"\\'),
    ];
    for (const body of bodies)
      for (const { value: apply } of textTransforms) expect(() => apply(body)).not.toThrow();
  });

  it('leave the bytes that they are given as they are', () => {
    const body = Buffer.from('{"a":"Zoë 🎮"}\r\n');
    const copy = Buffer.from(body);
    textVariants(body);
    expect(body).toEqual(copy);
  });

  it('inflate no more than 16 MB', () => {
    expect(
      textVariants(gzipSync(Buffer.alloc(17 * 2 ** 20))).some(({ bytes }) => bytes.length > 2 ** 20),
    ).toBe(false);
  });
});

it('drops diacritics as .NET does, for every character', () => {
  const file = new URL('../../vectors/body-forms/best-fit.txt', import.meta.url);
  const line = readFileSync(file, 'utf8').split('\n')[1] ?? '';
  const known = new Map(
    line
      .trim()
      .split(' ')
      .map((each) => [Number.parseInt(each.slice(0, 4), 16), each.slice(5).toLowerCase()]),
  );
  const wrong: number[] = [];
  for (let code = 0x80; code < 0x10000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const bytes = encodeText(String.fromCharCode(code), 'latin1 with best fit', 'each-unit').toString('hex');
    if (bytes !== (known.get(code) ?? '3f')) wrong.push(code);
  }
  expect(wrong).toEqual([]);
});
