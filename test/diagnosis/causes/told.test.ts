import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.js';
import type { ObservedRequest } from '../../../src/diagnosis/observed-request.js';
import { verdictOf } from '../../../src/diagnosis/verdict.js';
import {
  credential,
  diagnosed,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../../support/observed.js';

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const json = '{"gameId":"demo","username":"Ngọc"}';

const nested = '{"z":{"b":1,"y":2},"b":3,"a":"x"}';

/** `json` was signed for a session; this was sent. */
const sentAs = (body: string | Uint8Array): ObservedRequest =>
  sessionRequest({ body, signature: hmac(key, json) });
/** The right digest, written in some way. */
const writtenAs = (write: (digest: Buffer) => string): ObservedRequest =>
  sessionRequest({ body: json, signature: write(Buffer.from(hmac(key, json), 'hex')) });

/** This stood for the body's hash in the gateway's message, as a binary string. */
const hashedAs = (body: string, write: (hash: string) => string): ObservedRequest =>
  gatewayRequest({
    body,
    signature: hmac(secret, Buffer.from(`demo-game.${timestamp}.${write(sha256(body))}`, 'latin1')),
  });
const signed = (text: string): ObservedRequest => sessionRequest({ body: json, signature: hmac(key, text) });
const keyed = (used: string | Uint8Array): ObservedRequest =>
  sessionRequest({ body: json, signature: hmac(used, json) });
/** The first body of its kind whose hash has this. */
const bodyWith = (has: RegExp): string => {
  for (let at = 0; ; at += 1) if (has.test(sha256(`{"n":${String(at)}}`))) return `{"n":${String(at)}}`;
};
const bytesOf = (hash: string): string => Buffer.from(hash, 'hex').toString('latin1');

/** A finding is proven; so must be what its fix assumes. */
it.each<[what: string, request: ObservedRequest, cause: string, says: RegExp, fix: RegExp]>([
  [
    'a list of byte numbers: nothing to decode',
    writtenAs((digest) => `[${digest.join(', ')}]`),
    'out-bytes-literal',
    /list of byte numbers/,
    /^Write the digest as 64 lower-case hex digits(?!.*decode)/,
  ],
  [
    'compressed later: compressed bytes would be refused',
    sentAs(gzipSync(json)),
    'body-gzip-mismatch',
    /compressed after it was signed/,
    /Turn request compression off(?!.*sign the compressed)/,
  ],
  [
    'a promise in place of the body’s hash: the body was not serialised wrongly',
    hashedAs(json, () => '[object Promise]'),
    'bodyhash-object',
    /^The text `\[object Promise\]` was put into the message instead of the hash of the body: [^.]*\.$/,
    /^Wait for the hash/,
  ],
  [
    'a list of names for JSON.stringify: it also leaves out inner fields',
    sessionRequest({
      body: nested,
      signature: hmac(key, JSON.stringify(JSON.parse(nested), ['a', 'b', 'z'])),
    }),
    'body-keys-sorted',
    /^The JSON was signed as `JSON\.stringify\(x, Object\.keys\(x\)\.sort\(\)\)` writes it: without the fields/,
    /^Do not pass a list of names/,
  ],
  [
    'sorted keys: no field is left out',
    sessionRequest({ body: '{"z":{"b":1},"a":2}', signature: hmac(key, '{"a":2,"z":{"b":1}}') }),
    'body-keys-sorted',
    /^The keys of all JSON objects were sorted/,
    /^Do not sort/,
  ],
  [
    'a copy of all fields in one more field: the signed bytes were right',
    sentAs(`${json.slice(0, -1)},"session":${json}}`),
    'body-member-only',
    /^The body was sent with one field more than was signed: `session`, a copy of all other fields\.$/,
    /^Sign and send the body without that field\. Rails/,
  ],
  [
    'an envelope around other fields: one field was signed',
    sentAs(`{"time":1,"session":${json}}`),
    'body-member-only',
    /^Only one field of the body was signed/,
    /outer object/,
  ],
  [
    'HTML escapes and a line break of Go',
    sessionRequest({ body: '{"a":"<&>"}\n', signature: hmac(key, '{"a":"\\u003c\\u0026\\u003e"}') }),
    'body-html-escaped',
    /A line break at the end of the body was sent, but not signed\.$/,
    /json\.Encoder/,
  ],
  [
    'one of two empty containers',
    sessionRequest({ body: '{"a":[],"b":[],"c":"[]"}', signature: hmac(key, '{"a":{},"b":[],"c":"[]"}') }),
    'body-empty-object-array',
    /^Empty objects and arrays were written differently/,
    /^Do not decode/,
  ],
  [
    'base64 in quotes, as Go writes bytes',
    sentAs(JSON.stringify(Buffer.from(json).toString('base64'))),
    'body-base64',
    /^The JSON was signed, but it was sent as base64 in quotes/,
    /both without base64/,
  ],
  [
    'a document of a secret store in place of the secret',
    gatewayRequest({
      body: json,
      signature: hmac(
        `{"client_id": "demo-game", "client_secret": ${JSON.stringify(secret)}}`,
        `demo-game.${timestamp}.${sha256(json)}`,
      ),
    }),
    'secret-env-line',
    /^The HMAC key was a JSON object with the client id and the secret in it/,
    /^Use only the secret/,
  ],
  [
    'a list of one signature, as Ruby prints it',
    writtenAs((digest) => `["${digest.toString('hex')}"]`),
    'out-quoted',
    /^The signature was sent as a printed list with one text in it/,
    /^Send it without quotes or brackets/,
  ],
  [
    'base64 later: the signer did sign the JSON',
    sentAs(Buffer.from(json).toString('base64')),
    'body-base64',
    /encoded as base64 after it was signed/,
    /send the same bytes, both without base64/,
  ],
  [
    'escaped by a log: the request was right',
    sentAs(JSON.stringify(json).slice(1, -1)),
    'body-copied',
    /^The body given here has backslashes before its quotes/,
    /^Copy the body again as plain text/,
  ],
  [
    'escaped by a log, with quotes inside',
    sessionRequest({ body: String.raw`{\"a\":\"x\\\"y\"}`, signature: hmac(key, String.raw`{"a":"x\"y"}`) }),
    'body-copied',
    /^The body given here has backslashes before its quotes/,
    /^Copy the body again as plain text/,
  ],
  ...['\u200b', '\u2060'].map((mark): [string, ObservedRequest, string, RegExp, RegExp] => [
    'an invisible character in the signature',
    writtenAs((digest) => digest.toString('hex') + mark),
    'out-prefixed',
    /invisible character \(U\+20(?:0B|60)\)/,
    /only the 64 hex characters/,
  ]),
  [
    'numbers sent as text',
    sessionRequest({ body: '{"os_id": "1"}', signature: hmac(key, '{"os_id":1}') }),
    'body-numbers-as-strings',
    /Numbers were signed without quotes/,
    /HTTPie sends a number with `os_id:=1`/,
  ],
  [
    'written again by PHP',
    sessionRequest({
      body: String.raw`{"a":"packs\/\u00e9","b":1}`,
      signature: hmac(key, '{"a":"packs/é","b":1}'),
    }),
    'body-json-compact',
    /^Compact JSON \(without spaces\) was signed, but the body was sent as PHP json_encode .*writes it\.$/,
    /must pass the raw body on\.$/,
  ],
  ...['\r\n', '\n'].flatMap((end): [string, ObservedRequest, string, RegExp, RegExp][] => [
    [
      'a secret file of PowerShell',
      keyed(Buffer.from(`\ufeff${key}${end}`, 'utf16le')),
      'secret-utf16',
      /UTF-16 with a byte order mark and a line break/,
      /without byte order mark or line break/,
    ],
    [
      'a secret file of a Windows editor',
      keyed(`\ufeff${key}${end}`),
      'secret-surrounding-space',
      /a byte order mark before it and a line break after it/,
      /^Trim the secret/,
    ],
  ]),
  ['the zero byte of a literal', signed(`${json}\0`), 'body-truncated-chars', /A zero byte/, /not `sizeof`/],
  [
    'the length of the text of a body that has more bytes',
    signed(Buffer.from(json).subarray(0, json.length).toString()),
    'body-truncated-chars',
    /the number of characters was used as the number of bytes/,
    /^Pass the number of UTF-8 bytes/,
  ],
  [
    // Bytes lose the zero too: only the fix for both is right.
    'a hash as one large number',
    hashedAs(bodyWith(/^0[1-9a-f](?!(?:..)*0.)/), (hash) => hash.slice(1)),
    'bodyhash-hex-digits',
    /`%x` writes each byte or `toString\(16\)` one large number/,
    /zeros to 64 digits/,
  ],
  [
    'signed bytes by %x',
    hashedAs(json, (hash) =>
      hash.replace(/../g, (byte) => (byte >= '80' ? `ffffff${byte}` : byte.replace(/^0/, ''))),
    ),
    'bodyhash-hex-digits',
    /with `ffffff` before every byte from `80` on and without leading zeros/,
    /`%02x`/,
  ],
  [
    'a raw hash up to its zero byte',
    hashedAs(bodyWith(/^(?:..){9}00/), (hash) => bytesOf(hash).slice(0, 9)),
    'bodyhash-bytes',
    /up to the first zero byte, were put into the message/,
    /Write the hash as hex/,
  ],
  ...[4, 8, 16, 32].map((size): [string, ObservedRequest, string, RegExp, RegExp] => [
    `the first ${String(size)} bytes of the body`,
    hashedAs(wireBody, () => sha256(Buffer.from(wireBody).subarray(0, size))),
    'body-buffer-size',
    new RegExp(`^Only the first ${String(size)} bytes of the body were signed`),
    /not the size of a buffer or of a pointer/,
  ]),
])('%s', (_what, request, cause, says, fix) => {
  const [finding] = diagnosed(request).findings;
  expect(finding?.causes).toEqual([cause]);
  expect(finding?.says).toMatch(says);
  expect(finding?.fix).toMatch(fix);
});

/** Nothing explains the signature, and the words lead on. */
it.each<[what: string, sent: string, says: RegExp, next: RegExp]>([
  ['any', json, /found no mistake/, /a proxy may have changed the body.*X-Signature is of another request/],
  [
    'masked',
    '{"gameId":"demo","username":"***REDACTED***"}',
    /cannot judge .*`username` looks masked/,
    /^Give the body as it was sent/,
  ],
  [
    'with a number that lost digits',
    '{"gameId":"demo","username":"a","id":7.6561198012346e+16}',
    /`id` is a number with an exponent, .* its last digits may be lost/,
    /as text/,
  ],
  [
    'with question marks in place of letters',
    '{"gameId":"demo","username":"V? Th? M?"}',
    /found no mistake that produces it\.$/,
    /^`username` has question marks inside its words: if they were letters/,
  ],
  [
    'with a value of 255 characters',
    JSON.stringify({ gameId: 'demo', username: 'a'.repeat(255) }),
    /found no mistake that produces it\.$/,
    /^`username` has exactly 255 characters, as if a database column had cut it/,
  ],
  [
    'cut, with letters of several bytes',
    '{"gameId":"demo","username":"Ngọ',
    /ends too early/,
    /If Content-Length was counted in characters/,
  ],
  ['cut', '{"gameId":"demo","usern', /ends too early/, /give all of it as it was sent/],
])('an unknown signature of a body: %s', (what, sent, says, next) => {
  const found = diagnosed(sessionRequest({ body: sent, signature: hmac('no key', sent) }), 1000);
  expect(verdictOf(found)).toMatchObject({
    says: expect.stringMatching(says) as string,
    next: expect.stringMatching(next) as string,
  });
  // The expected values of a masked body are no help.
  expect(found.ladder === null).toBe(what === 'masked');
});

it('names an encoder that sorts and escapes by name, and not once more for the order', () => {
  const body = String.raw`{"a":"\u0026 \u003c","b":1,"c":"x"}`;
  const [finding] = diagnosed(
    sessionRequest({ body, signature: hmac(key, '{"c":"x","a":"& <","b":1}') }),
  ).findings;
  expect(finding).toMatchObject({
    causes: ['body-json-compact', 'body-keys-sorted'],
    says: 'Compact JSON (without spaces) was signed, but the body was sent as Go map[string]any writes it.',
  });
});

it('finds a decoded secret that was used as a C string', () => {
  const own = { ...credential, secretKey: '11223300445566778899aabbccddeeff' };
  const request = keyed(Buffer.from('112233', 'hex'));
  const [finding] = diagnose(request, own, { others: [], deep: false, isOver: () => false }).findings;
  expect(finding).toMatchObject({
    causes: ['secret-hex-decoded'],
    says: 'The secret was decoded as hex, and only the bytes before the first zero byte were the HMAC key.',
  });
});

/** As Windows PowerShell 5.1 prints it: inner lines start under their bracket. */
const byPowerShell = [
  '{',
  '    "gameId":  "demo",',
  '    "tags":  [',
  '                 "a",',
  '                 {',
  '                     "b":  1',
  '                 }',
  '             ],',
  '    "none":  {',
  '',
  '             },',
  '    "in":  {',
  '               "deep":  {',
  '                            "x":  "\\u003c"',
  '                        }',
  '           }',
  '}',
];

it.each(['\r\n', '\n'])('knows the layout of Windows PowerShell, with line ends %j', (end) => {
  const body = '{"gameId":"demo","tags":["a",{"b":1}],"none":{},"in":{"deep":{"x":"\\u003c"}}}';
  const found = diagnosed(sessionRequest({ body, signature: hmac(key, byPowerShell.join(end)) }));
  expect(found.findings[0]?.causes).toContain('body-pretty');
});

it('names Windows PowerShell', () => {
  const text = '{\r\n    "gameId":  "demo",\r\n    "os_id":  1\r\n}';
  const [finding] = diagnosed(
    sessionRequest({ body: '{"gameId":"demo","os_id":1}', signature: hmac(key, text) }),
  ).findings;
  expect(finding).toMatchObject({
    causes: ['body-pretty'],
    as: ['as Windows PowerShell ConvertTo-Json writes it'],
  });
});

it('calls no body masked that was signed as it is', () => {
  const body = '{"gameId":"demo","username":"***"}';
  expect(diagnosed(sessionRequest({ body, signature: hmac(key, body) }))).toMatchObject({
    match: true,
    lint: [],
  });
});

it('says that the signature is right if only the name of a header is wrong', () => {
  const headers = [
    ['X-ClientId', 'demo-game'],
    ['X-Timestamp', timestamp],
    ['X-Signature', hmac(secret, `demo-game.${timestamp}.${sha256(json)}`)],
  ] as const;
  const diagnosis = diagnosed(gatewayRequest({ signature: '', body: json, headers }));
  expect(verdictOf(diagnosis).says).toMatch(/sent as X-ClientId\. The signature itself is right\.$/);
});

it.each([
  ['{"a": 1, "b": "x"}', []],
  ['{"a": 1.50, "b": "x"}', ['number text is kept as it was written']],
])('names how numbers were written only where that shows: %s', (body, as) => {
  const [finding] = diagnosed(
    sessionRequest({ body, signature: hmac(key, body.replaceAll(' ', '')) }),
  ).findings;
  expect(finding?.as).toEqual(as);
});
