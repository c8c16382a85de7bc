/** Several causes can give the same bytes; the first that is told is the plainest one that names all they show. */
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose.js';
import { credential, diagnosed, hmac, sessionRequest, sha256, wireBody } from '../support/observed.js';

const key = credential.secretKey ?? '';

describe('the first finding', () => {
  it.each<[says: string, wire: string, signed: string, first: string[]]>([
    [
      'slashes alone are no flag of PHP',
      '{"u":"Cá","s":"a/1"}',
      '{"u":"Cá","s":"a\\/1"}',
      ['body-slashes-escaped'],
    ],
    ['nor are characters alone', '{"u":"Cá","s":"a/1"}', '{"u":"C\\u00e1","s":"a/1"}', ['body-json-ascii']],
    ['both together are PHP', '{"u":"Cá","s":"a/1"}', '{"u":"C\\u00e1","s":"a\\/1"}', ['body-json-php']],
    [
      'PHP that keeps the zeros of a number is not PHP',
      '{"s":"a/1","n":2.50}',
      '{"s":"a\\/1","n":2.50}',
      ['body-slashes-escaped'],
    ],
    [
      'HTML escapes come from Go or Rails before PHP is told to',
      '{"s":"<a&b>/","u":"Cá"}',
      '{"s":"\\u003ca\\u0026b\\u003e/","u":"Cá"}',
      ['body-html-escaped'],
    ],
    [
      'an apostrophe more is Gson',
      `{"s":"it's <b>"}`,
      '{"s":"it\\u0027s \\u003cb\\u003e"}',
      ['body-json-gson'],
    ],
    [
      '{} as [] is told before its encoder',
      '{"a":{},"b":1.0}',
      '{"a":[],"b":1.0}',
      ['body-empty-object-array'],
    ],
    ['[] as {} too', '{"a":[],"b":{}}', '{"a":{},"b":{}}', ['body-empty-object-array']],
    [
      'sorting is named beside a pretty print',
      '{"b":1,"a":{"d":2,"c":3}}',
      '{\n   "a" : {\n      "c" : 3,\n      "d" : 2\n   },\n   "b" : 1\n}\n',
      ['body-keys-sorted', 'body-pretty'],
    ],
    [
      'sorting and the line end that jq adds',
      '{"b":1,"a":2}',
      '{\n  "a": 2,\n  "b": 1\n}\n',
      ['body-keys-sorted', 'body-pretty', 'body-trailing-newline'],
    ],
    [
      'the escapes of a Go map',
      '{"b":"<","a":2}',
      '{\n  "a": 2,\n  "b": "\\u003c"\n}',
      ['body-json-go-map', 'body-pretty'],
    ],
    [
      'the escapes of a Go map and its line end',
      '{"b":"<","a":2}',
      '{"a":2,"b":"\\u003c"}\n',
      ['body-json-go-map', 'body-trailing-newline'],
    ],
    ['a pretty print of PHP is a pretty print', '{"a":"b/c"}', '{\n    "a": "b\\/c"\n}', ['body-pretty']],
    [
      'numbers in quotes are named beside a pretty print',
      '{"a":1}',
      '{\n    "a": "1"\n}\n',
      ['body-numbers-as-strings', 'body-pretty'],
    ],
    [
      'PHP arrays show PHP',
      '{"b":{},"a":{"d":3.0,"c":{}}}',
      '{"a":{"c":[],"d":3},"b":[]}',
      ['body-keys-sorted', 'body-json-php'],
    ],
    [
      'sorted and escaped is plain before it is PHP',
      '{"b":"é","a":1.0}',
      '{"a":1.0,"b":"\\u00e9"}',
      ['body-keys-sorted', 'body-json-ascii'],
    ],
    [
      'three options of one encoder are its plain causes',
      '{"b":"日本","a":null,"c":{"e":1.0,"d":2}}',
      '{"b":"\\u65e5\\u672c","c":{"d":2,"e":1.0}}',
      ['body-json-ascii', 'body-keys-sorted', 'body-nulls-dropped'],
    ],
    ['a member that is {} is that member', '{"a":1,"meta":{}}', '{}', ['body-member-only']],
    ['a query that is not encoded is sorted', '{"a":"x y","b":"z"}', 'a=x y&b=z', ['body-query-sorted']],
    ['a query without its blanks is sorted', '{"a":"x","b":"z","aa":""}', 'a=x&b=z', ['body-query-sorted']],
    ['an encoded one is a form', '{"a":"x y","b":"z"}', 'a=x+y&b=z', ['body-form-encoded']],
    ['one out of order is a form', '{"b":"x y","a":"z"}', 'b=x y&a=z', ['body-form-encoded']],
  ])('%s', (_says, wire, signed, first) => {
    const { findings } = diagnosed(sessionRequest({ signature: hmac(key, signed), body: wire }));
    expect([...(findings[0]?.causes ?? [])].sort()).toEqual([...first].sort());
  });

  it.each<[says: string, secret: string, signedWith: string, first: string]>([
    [
      'a secret that ends before its # was read as a comment',
      'pa$$word#2024',
      'pa$$word',
      'secret-env-mangled',
    ],
    ['also where 16 characters remain', '0123456789abcdef#tail', '0123456789abcdef', 'secret-env-mangled'],
    ['double quotes of a shell lose digits and names', 'p$4ssw$rd-2024', 'pssw-2024', 'secret-env-mangled'],
    ['a last character lost is no =', 'c2VjcmV0LXRleHQ=', 'c2VjcmV0LXRleHQ', 'secret-truncated'],
  ])('%s', (_says, secretKey, signedWith, first) => {
    const request = sessionRequest({ signature: hmac(signedWith, wireBody) });
    const { findings } = diagnose(
      request,
      { label: 'given', secretKey },
      { others: [], deep: false, isOver: () => false },
    );
    expect(findings[0]?.causes).toEqual([first]);
  });

  it('a line end between the body and the secret is the cause beside the plain hash', () => {
    const signature = sha256(`${wireBody}\n${key}`);
    const { findings } = diagnosed(sessionRequest({ signature }));
    expect([...(findings[0]?.causes ?? [])].sort()).toEqual(['alg-plain-hash', 'body-trailing-newline']);
  });
});
