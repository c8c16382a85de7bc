import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { causes } from '../../src/diagnosis/catalogue/catalogue.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import {
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hashed,
  hmac,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../support/observed.js';

/** Every cause: how a request with it is made, the ids that are found, and what must hold of the sentence. */
type Row = readonly [ids: string, request: ObservedRequest, says: RegExp];

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const id = 'demo-game';
const hash = sha256(wireBody);
const right = hmac(secret, gatewayMessage());
const bytes = Buffer.from(right, 'hex');
const pairs = right.match(/../g) ?? [];
const now = Number(timestamp);

/** Sent with this body, signed over that one. */
const body = (sent: string | Uint8Array, signed: string | Uint8Array): ObservedRequest =>
  sessionRequest({ body: sent, signature: hmac(key, signed) });
const prefixed = (before: string): ObservedRequest => body(wireBody, before + wireBody);
const message = (signed: string | Uint8Array): ObservedRequest =>
  gatewayRequest({ signature: hmac(secret, signed) });
const keyed = (used: string | Uint8Array): ObservedRequest =>
  gatewayRequest({ signature: hmac(used, gatewayMessage()) });
const written = (signature: string): ObservedRequest => gatewayRequest({ signature });
const timed = (signed: string): ObservedRequest => message(gatewayMessage(wireBody, signed));
const bothTimed = (time: string): ObservedRequest =>
  gatewayRequest({ signature: hmac(secret, gatewayMessage(wireBody, time)), timestamp: time });
const ascii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
const upper = (text: string): string =>
  text.replace(
    /[\u0080-\uffff<>&'+]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

const plain = '{"b":1,"a":"Zoë </x>","n":null}';
const unreal = '{\r\n\t"b": 1,\r\n\t"a": 4.9900000000000002\r\n}';

const bodyRows: readonly Row[] = [
  ['body-json-js', body('{"a":1.0,"b":2.50}', '{"a":1,"b":2.5}'), /`1` for `1\.0`/],
  [
    'body-json-compact',
    body('{"a": [1.0, 2]}', '{"a":[1.0,2]}'),
    /^Compact JSON .* spaces after commas or colons\.$/,
  ],
  [
    'body-json-spaced',
    body(plain, '{"b": 1, "a": "Zoë </x>", "n": null}'),
    /spaces after commas or colons was signed/,
  ],
  ['body-json-python', body(plain, '{"b": 1, "a": "Zo\\u00eb </x>", "n": null}'), /json\.dumps/],
  [
    'body-json-ascii',
    body(plain, ascii(plain)),
    /non-ASCII character was signed as `\\u00eb`, but sent as `ë`/,
  ],
  ['body-json-php', body(plain, ascii(plain).replaceAll('/', '\\/')), /PHP’s json_encode, for example/],
  [
    'body-slashes-escaped',
    body(plain, plain.replaceAll('/', '\\/')),
    /slash was signed as `\\\/`, but sent as `\/`/,
  ],
  [
    'body-html-escaped',
    body(plain, plain.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')),
    /`\\u003c`, but sent as `<`/,
  ],
  [
    'body-json-go-map',
    body('{"b":1.0,"a":"<x>"}', '{"a":"\\u003cx\\u003e","b":1}'),
    /sorted order.*Go’s json\.Marshal of a map/,
  ],
  ['body-json-stj', body('{"a":"Zoë \'x\' +1"}', upper('{"a":"Zoë \'x\' +1"}')), /System\.Text\.Json/],
  ['body-json-gson', body('{"a":"x=\'1\'","n":null}', '{"a":"x\\u003d\\u00271\\u0027"}'), /Gson/],
  [
    'body-keys-sorted',
    body('{"b":2,"a":{"d":1,"c":2}}', '{"a":{"c":2,"d":1},"b":2}'),
    /^The keys were signed in sorted order/,
  ],
  [
    'body-keys-sorted-top',
    body('{"b":2,"a":{"d":1,"c":2}}', '{"a":{"d":1,"c":2},"b":2}'),
    /of the outermost object/,
  ],
  ['body-nulls-dropped', body(plain, '{"b":1,"a":"Zoë </x>"}'), /^`n` \(null\) was sent, but left out/],
  ['body-empties-dropped', body('{"a":1,"b":"","c":[]}', '{"a":1}'), /^`b`, `c` \(empty\) were sent/],
  [
    'body-empty-object-array',
    body('{"a":{},"b":1}', '{"a":[],"b":1}'),
    /`\[\]` was signed where `\{\}` was sent/,
  ],
  ['body-ints-to-floats', body('{"a":5}', '{"a":5.0}'), /`5\.0` for `5`/],
  ['body-floats-17g', body('{"a":4.99}', '{"a":4.9900000000000002}'), /`4\.9900000000000002` for `4\.99`/],
  ['body-floats-float32', body('{"a":4.99}', '{"a":4.989999771118164}'), /`4\.989999771118164` for `4\.99`/],
  ['body-numbers-as-strings', body('{"a":5}', '{"a":"5"}'), /`"5"`, but sent as `5`/],
  ['body-pretty', body('{"b":1}', '{\n  "b": 1\n}'), /line breaks and 2 spaces was signed/],
  ['body-json-unreal', body('{"b":1,"a":4.99}', unreal), /Unreal/],
  ['body-keys-recased', body('{"gameId":1}', '{"GameId":1}'), /`gameId` was signed as `GameId`/],
  ['body-trailing-newline', body(plain, `${plain}\n`), /line break \(LF\) after it|signed at the end/],
  ['body-trailing-newline-missing', body(`${plain}\n`, plain), /at its end/],
  ['body-crlf', body('{\n}', '{\r\n}'), /CRLF line breaks in place of LF/],
  ['body-lf', body('{\r\n}', '{\n}'), /LF line breaks in place of CRLF/],
  ['body-newlines-removed', body('{"a":1,\n "b":[ 2]}', '{"a":1, "b":[ 2]}'), /without its line breaks/],
  ['body-whitespace-removed', body('{"a": "x y"}', '{"a":"xy"}'), /also inside texts/],
  ['body-bom-added', body(plain, `\ufeff${plain}`), /byte order mark/],
  ['body-bom-stripped', body(`\ufeff${plain}`, plain), /byte order mark/],
  ['body-charset-ascii', body(plain, plain.replace('ë', '?')), /question mark/],
  ['body-charset-latin1', body(plain, Buffer.from(plain, 'latin1')), /Latin-1/],
  ['body-charset-utf16', body(plain, Buffer.from(plain, 'utf16le')), /UTF-16LE/],
  ['body-mojibake', body(plain, Buffer.from(plain).toString('latin1')), /read as Latin-1/],
  ['body-unicode-normalized', body(plain, plain.normalize('NFD')), /NFD/],
  ['body-truncated-chars', body(plain, Buffer.from(plain).subarray(0, plain.length)), /cut/],
  ['body-double-encoded', body(plain, JSON.stringify(plain)), /JSON string/],
  [
    'body-double-encoded',
    body(JSON.stringify(plain).replace('ë', '\\u00eb'), plain),
    /sent as a JSON string.*signed without them\.$/,
  ],
  ['body-base64', body(plain, Buffer.from(plain).toString('base64')), /base64/],
  ['body-urlencoded-whole', body(plain, encodeURIComponent(plain)), /URL-encoded/],
  ['body-gzip-mismatch', body(gzipSync(plain), plain), /before it was compressed/],
  ['body-signed-twice', body(plain, plain + plain), /twice/],
  ['body-python-repr', body('{"a":true,"b":null}', "{'a': True, 'b': None}"), /Python/],
  ['body-map-tostring', body('{"a":1,"b":[2,3]}', '{a=1, b=[2, 3]}'), /Map\.toString/],
  ['body-object-tostring', body(plain, '[object Object]'), /\[object Object\]/],
  ['body-empty', body(plain, ''), /empty body/],
  ['body-empty-placeholder', body('', '{}'), /^The request was sent without a body, but `\{\}` was signed/],
  ['body-form-encoded', body('{"a":"x y","b":2}', 'a=x+y&b=2'), /a=1&b=2/],
  ['body-query-sorted', body('{"b":2,"a":"x"}', 'a=x&b=2'), /sorted by name/],
  ['body-values-joined', body('{"b":2,"a":"x"}', '2|x'), /values/],
  ['body-member-only', body('{"sign":"x","data":{"a":1,"b":2}}', '{"a":1,"b":2}'), /Only the member/],
  ['body-wrapped', body('{"a":1}', '{"body":{"a":1}}'), /inside another object, as its member `body`/],
  ['body-member-missing', body('{"a":1,"sentAt":2}', '{"a":1}'), /`sentAt` was sent, but left out/],
  ['body-member-changed', body('{"a":"x+y","b":1}', '{"a":"x y","b":1}'), /\+|`x y`/],
];

/** The same, with what makes a form of it. */
const purchase = '{"receipt":"r-1","product_id":"gems","os_id":1,"package":"com.x","n":null}';
const formRows: readonly Row[] = [
  ['body-member-only', body('{"data":{"a":1}}', '{"a":1}'), /Only the member `data`/],
  ['body-member-only', body('{"data":"{\\"a\\":1}"}', '{"a":1}'), /Only the member `data`/],
  ['body-wrapped', body('{"a":1}', '{"data":{"a":1}}'), /as its member `data`/],
  ['body-charset-latin1', body(Buffer.from(plain, 'latin1'), plain), /sent in Latin-1/],
  ['body-object-tostring', body(plain, '{}'), /the text \{\}/],
  ['body-object-tostring', body(plain, `[${[...Buffer.from(plain)].join(', ')}]`), /\[1, 2, …\]/],
  ['body-object-tostring', body(plain, `[${[...Buffer.from(plain)].join(' ')}]`), /\[1 2 …\]/],
  ['body-object-tostring', body(plain, JSON.stringify(Buffer.from(plain))), /Buffer/],
  ['body-object-tostring', body(plain, `[${Int8Array.from(Buffer.from(plain)).join(', ')}]`), /-128/],
  ['body-numbers-as-strings', body(purchase, purchase.replace('1,', '"1",')), /`"1"`, but sent as `1`/],
  ['body-numbers-as-strings', body(purchase.replace('1,', '"1",'), purchase), /`1`, but sent as `"1"`/],
  ['body-member-changed', body(purchase, purchase.replace('null', '""')), /as `""` and sent as `null`/],
  ['body-member-changed', body(purchase.replace('null', '""'), purchase), /as `null` and sent as `""`/],
  [
    'body-member-changed',
    body(purchase, purchase.replace('null', '"None"')),
    /as `"None"` and sent as `null`/,
  ],
  [
    'body-map-tostring',
    body(purchase, '{package=com.x, product_id=gems, os_id=1, receipt=r-1, n=null}'),
    /HashMap/,
  ],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', '{ os_id = 1, x = y }'), /C# object/],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', '{1 y}'), /struct/],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', '{OsId:1 X:y}'), /%\+v/],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', "{ os_id: 1, x: 'y' }"), /util\.inspect/],
  [
    'body-member-missing',
    body('{"a":1,"b":2,"a":3}', '{"b":2,"a":3}'),
    /^`a \(member 1\)` was sent, but left out/,
  ],
  [
    'body-json-php',
    body('{"n":1.0,"a":"ë"}', '{"n":1,"a":"\\u00eb"}'),
    /^Numbers.*sent as `ë`\. PHP’s json_encode/,
  ],
  ['body-bom-stripped body-trailing-newline-missing', body(`\ufeff${plain}\n`, plain), /mark.* at its end/],
  ['body-bom-stripped body-json-compact', body('\ufeff{"a": 1}', '{"a":1}'), /mark.*Compact JSON/],
  ['body-json-ascii body-slashes-escaped', body('{"a": "\\u00eb\\/"}', '{"a": "ë/"}'), /^A non-ASCII/],
];

const messageRows: readonly Row[] = [
  ['bodyhash-raw-body', message(`${id}.${timestamp}.${wireBody}`), /body itself/],
  ['bodyhash-uppercase', message(`${id}.${timestamp}.${hash.toUpperCase()}`), /upper-case hex/],
  ['bodyhash-base64', message(`${id}.${timestamp}.${Buffer.from(hash, 'hex').toString('base64')}`), /base64/],
  [
    'bodyhash-base64url',
    message(`${id}.${timestamp}.${Buffer.from(hash, 'hex').toString('base64url')}`),
    /base64url/,
  ],
  [
    'bodyhash-bytes',
    message(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(hash, 'hex')])),
    /raw bytes/,
  ],
  ['bodyhash-double', message(`${id}.${timestamp}.${sha256(hash)}`), /hex of the SHA-256/],
  ['bodyhash-other-digest', message(`${id}.${timestamp}.${hashed('md5', wireBody)}`), /MD5/],
  ['bodyhash-hmac', message(`${id}.${timestamp}.${hmac(secret, wireBody)}`), /HMAC/],
  ['bodyhash-prefixed', message(`${id}.${timestamp}.sha256=${hash}`), /`sha256=` before it/],
  [
    'bodyhash-hex-digits',
    message(`${id}.${timestamp}.${hash.replace(/../g, (pair) => pair.replace(/^0/, ''))}`),
    /zero/,
  ],
  ['bodyhash-object', message(`${id}.${timestamp}.[object Promise]`), /\[object Promise\]/],
  [
    'bodyhash-empty-omitted',
    gatewayRequest({ body: '', signature: hmac(secret, `${id}.${timestamp}.`) }),
    /nothing where the SHA-256 of the empty body belongs/,
  ],
  ['layout-no-separator', message(id + timestamp + hash), /with nothing instead of `\.`/],
  ['layout-separator', message([id, timestamp, hash].join('|')), /with `\|` instead of `\.`/],
  ['layout-literal-newline', message([id, timestamp, hash].join('\\n')), /instead of `\.`/],
  [
    'layout-order',
    message([timestamp, id, hash].join('.')),
    /`timestamp\.client_id\.body_hash`.*another order/,
  ],
  ['layout-missing-client-id', message(`${timestamp}.${hash}`), /without the client id/],
  ['layout-missing-timestamp', message(`${id}.${hash}`), /without the timestamp/],
  ['layout-missing-body-hash', message(`${id}.${timestamp}`), /without the body hash/],
  ['layout-body-hash-only', message(hash), /body hash alone/],
  ['layout-trailing-newline', message(`${gatewayMessage()}\n`), /`\\n` after it/],
  [
    'layout-method-path',
    message(['POST', '/iap/gateway/verify', timestamp, hash].join('\n')),
    /method\\npath/,
  ],
  ['layout-key-value', message(`client_id=${id}&timestamp=${timestamp}&body_hash=${hash}`), /with names/],
  ['layout-secret-in-message', message(`${gatewayMessage()}.${secret}`), /secret/],
  ['scheme-confused', message(wireBody), /session interface/],
  [
    'layout-timestamp-prefixed',
    sessionRequest({
      signature: '',
      headers: [
        ['X-Signature', hmac(key, `v0:${timestamp}:${wireBody}`)],
        ['X-Timestamp', timestamp],
      ],
    }),
    /`v0:timestamp:body`/,
  ],
  ['layout-id-prefixed', prefixed('demo.'), /`gameId\.body`/],
  ['layout-id-prefixed', prefixed('demo'), /`gameIdbody`/],
  ['layout-method-path', prefixed('/xmdt/session'), /`pathbody`/],
  ['layout-method-path', prefixed('POST\n/xmdt/session\n'), /`method\\npath\\nbody`/],
  [
    'message-unfilled',
    message(`${id}.{{timestamp}}.${hash}`),
    /`\{\{timestamp\}\}` was signed as the timestamp/,
  ],
  ['message-unfilled', message(`\${clientId}.${timestamp}.${hash}`), /as the client id/],
  ['message-unfilled', message(`${id}.${timestamp}.{body_hash}`), /as the body hash/],
  ['message-unfilled', message('{client_id}.{timestamp}.{body_hash}'), /as the message/],
  ['message-unfilled', body(plain, '$BODY'), /as the message/],
  ['body-signed-twice', message(gatewayMessage().repeat(2)), /HMAC of the message twice/],
  ['msg-prehashed', message(sha256(gatewayMessage())), /hex SHA-256/],
  ['key-message-swapped', written(hmac(gatewayMessage(), secret)), /swapped/],
  ['alg-hmac-sha1', written(hmac(secret, gatewayMessage(), 'sha1')), /SHA1/],
  ['alg-hmac-sha512', written(hmac(secret, gatewayMessage(), 'sha512')), /SHA512/],
  ['alg-hmac-md5', written(hmac(secret, gatewayMessage(), 'md5')), /MD5/],
  ['alg-hmac-sha384', written(hmac(secret, gatewayMessage(), 'sha384')), /SHA384/],
  ['alg-plain-hash', written(sha256(gatewayMessage() + secret)), /without HMAC/],
  ['alg-hash-of-hmac', written(sha256(right)), /hash of the hex of the HMAC/],
  ['alg-double-hmac', written(hmac(secret, bytes)), /HMAC of the bytes of the HMAC/],
];

/** With another secret than the usual one, where the mistake needs its form. */
const owned = (clientSecret: string, used: string | Uint8Array): Owned => [
  keyed(used),
  { ...credential, clientSecret },
];
type Owned = readonly [request: ObservedRequest, credential: typeof credential];
const hexed = 'ab01cd23ef45ab67';
const based = 'q83vEjRWeJCrze8SNFZ4kA==';

const secretRows: readonly (readonly [causes: string, owned: Owned | ObservedRequest, says: RegExp])[] = [
  ['secret-trailing-newline', keyed(`${secret}\n`), /line break \(LF\)/],
  ['secret-surrounding-space', keyed(` ${secret}`), /space before/],
  ['secret-quoted', keyed(`"${secret}"`), /double quotes/],
  ['secret-hex-decoded', owned(hexed, Buffer.from(hexed, 'hex')), /read as hex/],
  ['secret-base64-decoded', owned(based, Buffer.from(based, 'base64')), /read as base64/],
  ['secret-base64-encoded', keyed(Buffer.from(secret).toString('base64')), /base64 of the secret/],
  ['secret-hex-encoded', keyed(Buffer.from(secret).toString('hex')), /hex of the secret/],
  ['secret-prefix-stripped', owned(`whsec_${hexed}`, hexed), /without its prefix/],
  ['secret-wrong-environment', keyed('prod-secret-0001'), /the client secret of prod/],
  ['secret-is-client-id', keyed(id), /client id/],
  ['secret-empty', keyed(''), /empty/],
  ['secret-undefined', keyed('undefined'), /word undefined/],
  ['secret-hashed', keyed(sha256(secret)), /hex SHA-256/],
  ['secret-case', keyed(secret.toUpperCase()), /upper case/],
  ['secret-truncated', keyed(secret.slice(0, 16)), /first 16 characters/],
  ['secret-env-mangled', keyed(secret.replace('$1', '')), /\$name/],
  ['secret-url-decoded', owned('a+b%2Fc+d', 'a b/c d'), /URL-decoded/],
  ['secret-env-line', keyed(`CLIENT_SECRET=${secret}`), /CLIENT_SECRET=/],
  ['secret-utf16', keyed(Buffer.from(secret, 'utf16le')), /UTF-16LE/],
  ['secret-quoted', keyed(`${secret};`), /semicolon/],
  ['secret-quoted', keyed(`${secret},`), /comma/],
  ['secret-env-line', keyed(`Bearer ${secret}`), /Bearer/],
  ['secret-env-line', keyed(`GAME_SECRET=${secret}`), /GAME_SECRET=/],
  ['secret-env-line', keyed(secret + secret), /twice in a row/],
  ['secret-is-client-id', sessionRequest({ signature: hmac('demo', wireBody) }), /gameId/],
  ['secret-placeholder', keyed('changeme'), /placeholder/],
];

/** A request whose digest has what a form of its text needs. */
const fitting = (
  needed: RegExp,
  encoding: 'hex' | 'base64',
  write: (text: string) => string,
): ObservedRequest => {
  for (let n = 0; ; n += 1) {
    const sent = `{"n":${String(n)}}`;
    const text = Buffer.from(hmac(secret, gatewayMessage(sent)), 'hex').toString(encoding);
    if (needed.test(text)) return gatewayRequest({ body: sent, signature: write(text) });
  }
};
const short = (pair: string): string => pair.replace(/^0/, '');

const outRows: readonly Row[] = [
  ['out-uppercase-hex', written(right.toUpperCase()), /upper-case hex/],
  ['out-base64', written(bytes.toString('base64')), /as base64/],
  ['out-base64url', written(bytes.toString('base64url')), /base64url/],
  ['out-base64-of-hex', written(Buffer.from(right).toString('base64')), /hex text/],
  ['out-dashed-hex', written(pairs.join('-').toUpperCase()), /between its bytes/],
  ['out-prefixed', written(`sha256=${right}`), /sha256=/],
  ['out-prefixed', written(`t=${timestamp},v1=${right}`), /before it/],
  ['out-quoted', written(`"${right}"`), /quotes/],
  ['out-bytes-literal', written(`b'${right}'`), /Python/],
  ['out-truncated', written(right.slice(0, 40)), /beginning/],
  ['out-percent-encoded', written(encodeURIComponent(bytes.toString('base64'))), /percent/],
  [
    'out-hex-sign-extended',
    written(pairs.map((pair) => (pair >= '80' ? `ffffff${pair}` : pair)).join('')),
    /ffffff/,
  ],
  ['out-base64-nopad', fitting(/[+/].*=/, 'base64', (text) => text.replace('=', '')), /without padding/],
  [
    'out-hex-unpadded',
    fitting(/^(?:..)*0[^0]/, 'hex', (text) => text.replace(/(..)/g, short)),
    /leading zero/,
  ],
  ['ts-ms-signed', timed(`${timestamp}417`), /milliseconds were signed/],
  [
    'ts-ms-header',
    gatewayRequest({ signature: right, timestamp: `${timestamp}417` }),
    /seconds were signed, milliseconds were sent/,
  ],
  ['ts-float-signed', timed(`${timestamp}.0`), /decimal number/],
  ['ts-iso-signed', timed(new Date(now * 1000).toISOString()), /date text/],
  ['ts-regenerated', timed(String(now + 2)), /2 s later/],
  ['ts-timezone-shift', timed(String(now + 25_200)), /25200 s later, as if one of the two/],
  ['ts-text-signed', timed(`${timestamp}\n`), /`1790000000\\n` was signed/],
  ['ts-text-signed', timed(String(Math.floor(now / 60))), /minutes were signed/],
  ['ts-text-signed', timed('undefined'), /`undefined` was signed as the timestamp/],
  ['client-id-case', message(gatewayMessage(wireBody, timestamp, 'DEMO-GAME')), /`DEMO-GAME` was signed/],
  [
    'client-id-whitespace',
    message(gatewayMessage(wireBody, timestamp, `${id}\n`)),
    /`demo-game\\n` was signed/,
  ],
  [
    'client-id-quoted',
    message(gatewayMessage(wireBody, timestamp, `"${id}"`)),
    /was signed as the client id/,
  ],
  ['client-id-signed-other', message(gatewayMessage(wireBody, timestamp, 'prod-game')), /client id of prod/],
];

/** Causes that the headers alone show: in `lint`. */
const without = (name: string): ObservedRequest => {
  const request = written(right);
  return { ...request, headers: request.headers.filter(([each]) => each !== name) };
};
const renamed = (from: string, to: string): ObservedRequest => {
  const request = written(right);
  return { ...request, headers: request.headers.map(([name, value]) => [name === from ? to : name, value]) };
};
const lintRows: readonly (readonly [id: string, request: ObservedRequest, kind: string])[] = [
  ['ts-ms-both', bothTimed(`${timestamp}123`), 'refused-anyway'],
  ['ts-micro-nano-both', bothTimed(`${timestamp}000000`), 'refused-anyway'],
  ['ts-float-both', bothTimed(`${timestamp}.25`), 'refused-anyway'],
  ['ts-iso-both', bothTimed('2026-09-21T14:13:20Z'), 'refused-anyway'],
  ['ts-clock-skew', gatewayRequest({ signature: right, receivedAt: now + 421 }), 'refused-anyway'],
  [
    'ts-timezone-shift',
    gatewayRequest({ signature: right, receivedAt: now + 7 * 3600 + 3 }),
    'refused-anyway',
  ],
  ['hdr-signature-missing', without('X-Signature'), 'bad-header'],
  ['hdr-timestamp-missing', without('X-Timestamp'), 'bad-header'],
  ['hdr-client-id-missing', without('X-Client-ID'), 'bad-header'],
  ['hdr-name-wrong', renamed('X-Signature', 'X-Hub-Signature-256'), 'bad-header'],
  [
    'hdr-repeated',
    { ...written(right), headers: [...written(right).headers, ['X-Signature', hmac('old', 'x')]] },
    'bad-header',
  ],
  [
    'client-id-header-mismatch',
    gatewayRequest({
      signature: hmac(secret, gatewayMessage(wireBody, timestamp, 'another')),
      clientId: 'another',
    }),
    'refused-anyway',
  ],
];

const found = [...bodyRows, ...formRows, ...messageRows, ...secretRows, ...outRows];

describe('a mistake that is alone is the only one told', () => {
  it.each(found)('%s', (ids, given, says) => {
    const [request, own] = 'interface' in given ? [given, credential] : given;
    const { outcome } = diagnosed(request, { credential: own });
    expect(outcome).toMatchObject({ kind: 'explained', finding: { causes: ids.split(' ') } });
    expect(outcome.kind === 'explained' && outcome.finding.says).toMatch(says);
  });

  it.each(lintRows)('%s, from the headers', (cause, request, kind) => {
    const { outcome, lint } = diagnosed(request);
    expect({ kind: outcome.kind, lint: lint.map((each) => each.id) }).toEqual({ kind, lint: [cause] });
  });

  it('covers the catalogue', () => {
    const told = new Set([...found, ...lintRows].map(([each]) => each));
    const vague = ['body-differs', 'secret-differs'];
    expect(causes.map(({ id: each }) => each).filter((each) => !told.has(each))).toEqual(vague);
  });
});
