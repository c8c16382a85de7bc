import { Buffer } from 'node:buffer';

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { interfaceRecords } from '../../src/contract/interfaces.js';
import { causes, concernsInterface } from '../../src/diagnosis/catalogue/catalogue.js';
import { hashForms, rareHashForms, renderHash } from '../../src/diagnosis/forms/hashes.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hashed, hmac, sessionRequest, sha256, timestamp, wireBody } from '../helpers/observed.js';

/** Every cause: the ids that are found, and how a request with it is made. */
type Row = readonly [ids: string, request: ObservedRequest];

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const id = 'demo-game';
const hash = sha256(wireBody);
const right = hmac(secret, gatewayMessage());
const bytes = Buffer.from(right, 'hex');
const pairs = right.match(/../g) ?? [];
const now = Number(timestamp);

/** Sent with this body, signed over that one. */
const body = (sent: string | Uint8Array, other: string | Uint8Array): ObservedRequest =>
  sessionRequest({ body: sent, signature: hmac(key, other) });
const prefixed = (before: string): ObservedRequest => body(wireBody, before + wireBody);
const message = (text: string | Uint8Array): ObservedRequest =>
  gatewayRequest({ signature: hmac(secret, text) });
/** Sent with this body, this message signed. */
const signed = (sent: string, text: string): ObservedRequest =>
  gatewayRequest({ body: sent, signature: hmac(secret, text) });
const dashed = (hex: string): string => hex.replace(/(..)(?=.)/g, '$1-');
const extended = (pair: string): string => (pair >= '80' ? `ffffff${pair}` : pair);
const short = (pair: string): string => pair.replace(/^0/, '');
const signedHex = (hex: string): string => BigInt.asIntN(256, BigInt(`0x${hex}`)).toString(16);
const keyed = (used: string | Uint8Array): ObservedRequest =>
  gatewayRequest({ signature: hmac(used, gatewayMessage()) });
const written = (signature: string): ObservedRequest => gatewayRequest({ signature });
const timed = (time: string): ObservedRequest => message(gatewayMessage(wireBody, time));
const bothTimed = (time: string): ObservedRequest =>
  gatewayRequest({ signature: hmac(secret, gatewayMessage(wireBody, time)), timestamp: time });
const unicode = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
const ascii = (text: string): string => text.replace(/[\u0080-\uffff]/g, unicode);
const upper = (text: string): string =>
  text.replace(/[\u0080-\uffff<>&'+]/g, (one) => `\\u${unicode(one).slice(2).toUpperCase()}`);

const plain = '{"b":1,"a":"Zoë </x>","n":null}';
const unreal = '{\r\n\t"b": 1,\r\n\t"a": 4.9900000000000002\r\n}';

const bodyRows: readonly Row[] = [
  ['body-json-js', body('{"a":1.0,"b":2.50}', '{"a":1,"b":2.5}')],
  ['body-json-compact', body('{"a": [1.0, 2]}', '{"a":[1.0,2]}')],
  ['body-json-spaced', body(plain, '{"b": 1, "a": "Zoë </x>", "n": null}')],
  ['body-json-python', body(plain, '{"b": 1, "a": "Zo\\u00eb </x>", "n": null}')],
  ['body-json-ascii', body(plain, ascii(plain))],
  ['body-json-php', body(plain, ascii(plain).replaceAll('/', '\\/'))],
  ['body-slashes-escaped', body(plain, plain.replaceAll('/', '\\/'))],
  ['body-html-escaped', body(plain, plain.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'))],
  ['body-json-go-map', body('{"b":1.0,"a":"<x>"}', '{"a":"\\u003cx\\u003e","b":1}')],
  ['body-json-stj', body('{"a":"Zoë \'x\' +1"}', upper('{"a":"Zoë \'x\' +1"}'))],
  ['body-json-gson', body('{"a":"x=\'1\'","n":null}', '{"a":"x\\u003d\\u00271\\u0027"}')],
  ['body-keys-sorted', body('{"b":2,"a":{"d":1,"c":2}}', '{"a":{"c":2,"d":1},"b":2}')],
  ['body-keys-sorted-top', body('{"b":2,"a":{"d":1,"c":2}}', '{"a":{"d":1,"c":2},"b":2}')],
  ['body-nulls-dropped', body(plain, '{"b":1,"a":"Zoë </x>"}')],
  ['body-empties-dropped', body('{"a":1,"b":"","c":[]}', '{"a":1}')],
  ['body-empty-object-array', body('{"a":{},"b":1}', '{"a":[],"b":1}')],
  ['body-ints-to-floats', body('{"a":5}', '{"a":5.0}')],
  ['body-floats-17g', body('{"a":4.99}', '{"a":4.9900000000000002}')],
  ['body-floats-float32', body('{"a":4.99}', '{"a":4.989999771118164}')],
  ['body-numbers-as-strings', body('{"a":5}', '{"a":"5"}')],
  ['body-pretty', body('{"b":1}', '{\n  "b": 1\n}')],
  ['body-json-unreal', body('{"b":1,"a":4.99}', unreal)],
  ['body-keys-recased', body('{"gameId":1}', '{"GameId":1}')],
  ['body-trailing-newline', body(plain, `${plain}\n`)],
  ['body-trailing-newline-missing', body(`${plain}\n`, plain)],
  ['body-crlf', body('{\n}', '{\r\n}')],
  ['body-lf', body('{\r\n}', '{\n}')],
  ['body-newlines-removed', body('{"a":1,\n "b":[ 2]}', '{"a":1, "b":[ 2]}')],
  ['body-whitespace-removed', body('{"a": "x y"}', '{"a":"xy"}')],
  ['body-bom-added', body(plain, `\ufeff${plain}`)],
  ['body-bom-stripped', body(`\ufeff${plain}`, plain)],
  ['body-charset-ascii', body(plain, plain.replace('ë', '?'))],
  ['body-diacritics-removed', body('{"a":"Trần Đức"}', '{"a":"Tran Duc"}')],
  ['body-pasted', body('{“a”: “x”}', '{"a": "x"}')],
  ['body-pasted', body('{"a":\u00a0"x"}', '{"a": "x"}')],
  ['body-quotes-lost', body("{'a': 'x', 'b': 'y'}", '{"a": "x", "b": "y"}')],
  ['body-quotes-lost', body('{a:x,b:7}', '{"a":"x","b":"7"}')],
  ['body-quotes-lost', body('{a:x,b:7}', '{"a":"x","b":7}')],
  ['body-sent-twice', body('{"a":1}{"a":1}', '{"a":1}')],
  ['body-sent-cut', body('{"a":"x"', '{"a":"x"}')],
  ['body-sent-cut', body('{"a":"Zo', '{"a":"Zoe"}')],
  ['body-charset-latin1', body(plain, Buffer.from(plain, 'latin1'))],
  ['body-charset-windows-1252', body('{"a":"€"}', Buffer.from('{"a":"\x80"}', 'latin1'))],
  // 你好 in GBK, こ in Shift_JIS, 안 in EUC-KR, 我 in Big5, я in Windows-1251, ก in Windows-874, ğ in Windows-1254.
  [
    'body-charset-national',
    body('{"a":"你好"}', Buffer.from('{"a":"\xc4\xe3\xba\xc3"}', 'latin1')),
  ],
  ['body-charset-national', body('{"a":"こ"}', Buffer.from('{"a":"\x82\xb1"}', 'latin1'))],
  ['body-charset-national', body('{"a":"안"}', Buffer.from('{"a":"\xbe\xc8"}', 'latin1'))],
  ['body-charset-national', body('{"a":"我"}', Buffer.from('{"a":"\xa7\xda"}', 'latin1'))],
  ['body-charset-national', body('{"a":"я😀"}', Buffer.from('{"a":"\xff?"}', 'latin1'))],
  ['body-charset-national', body('{"a":"ก"}', Buffer.from('{"a":"\xa1"}', 'latin1'))],
  ['body-charset-national', body('{"a":"ğ"}', Buffer.from('{"a":"\xf0"}', 'latin1'))],
  ['body-charset-utf16', body(plain, Buffer.from(plain, 'utf16le'))],
  ['body-mojibake', body(plain, Buffer.from(plain).toString('latin1'))],
  ['body-mojibake-sent', body(Buffer.from(plain).toString('latin1'), plain)],
  ['body-mojibake-sent', body('{"a":"â‚¬"}', '{"a":"€"}')],
  ['body-unicode-normalized', body(plain, plain.normalize('NFD'))],
  ['body-truncated-chars', body(plain, Buffer.from(plain).subarray(0, plain.length))],
  ['body-double-encoded', body(plain, JSON.stringify(plain))],
  ['body-double-encoded', body(JSON.stringify(plain).replace('ë', '\\u00eb'), plain)],
  ['body-base64', body(plain, Buffer.from(plain).toString('base64'))],
  ['body-urlencoded-whole', body(plain, encodeURIComponent(plain))],
  ['body-gzip-mismatch', body(gzipSync(plain), plain)],
  ['body-signed-twice', body(plain, plain + plain)],
  ['body-python-repr', body('{"a":true,"b":null}', "{'a': True, 'b': None}")],
  ['body-map-tostring', body('{"a":1,"b":[2,3]}', '{a=1, b=[2, 3]}')],
  ['body-object-tostring', body(plain, '[object Object]')],
  ['body-empty', body(plain, '')],
  ['body-empty-placeholder', body('', '{}')],
  ['body-form-encoded', body('{"a":"x y","b":2}', 'a=x+y&b=2')],
  ['body-query-sorted', body('{"b":2,"a":"x"}', 'a=x&b=2')],
  ['body-values-joined', body('{"b":2,"a":"x"}', '2|x')],
  ['body-member-only', body('{"sign":"x","data":{"a":1,"b":2}}', '{"a":1,"b":2}')],
  ['body-wrapped', body('{"a":1}', '{"body":{"a":1}}')],
  ['body-member-missing', body('{"a":1,"sentAt":2}', '{"a":1}')],
  ['body-member-changed', body('{"a":"x+y","b":1}', '{"a":"x y","b":1}')],
];

/** The same, with what makes a form of it. */
const flat = '{"receipt":"r-1","product_id":"gems","os_id":1,"package":"com.x"}';
const eight = [...'abcdefgh'].map((name) => `"${name}":1`);
const mixed = [...'hcafbdge'].map((name) => `"${name}":1`);
const withNulls = ['"os_id":1', '"player_id":null', '"character_id":null', '"package":"a"'];
const purchased = (sent: readonly string[], other: readonly string[]): ObservedRequest =>
  signed(`{${sent.join()}}`, gatewayMessage(`{${other.join()}}`));
const purchase = '{"receipt":"r-1","product_id":"gems","os_id":1,"package":"com.x","n":null}';
const formRows: readonly Row[] = [
  // Both are compact: an id of spaces would be false.
  ['body-html-escaped', body('{"a":"\\u003C\\u0026"}', '{"a":"<&"}')],
  ['body-json-ascii', body('{"a":"\\u00eb"}', '{"a":"ë"}')],
  ['body-json-php', body('{"a":"x\\/y","n":10.0}', '{"a":"x\\/y","n":10}')],
  ['body-numbers', body('{"n":4.50}', '{"n":4.5}')],
  // Both are pretty.
  ['body-numbers', body('{\n  "n": 4.50\n}', '{\n  "n": 4.5\n}')],
  ['body-slashes-escaped', body('{\n  "n": "a\\/b"\n}', '{\n  "n": "a/b"\n}')],
  ['body-keys-sorted', body('{"a":1,"b":2,"c":3}', '{"c":3,"b":2,"a":1}')],
  ['body-member-only', body('{"data":{"a":1}}', '{"a":1}')],
  ['body-member-only', body('{"data":"{\\"a\\":1}"}', '{"a":1}')],
  ['body-member-only', body('{"gameId":"demo","username":"alice","serverId":""}', 'alice')],
  ['body-wrapped', body('{"a":1}', '{"data":{"a":1}}')],
  ['body-wrapped', body('{"a":1}', '[{"a":1}]')],
  ['body-member-changed', body('{"a":"x y z"}', '{"a":"x+y+z"}')],
  ['body-member-changed', body('{"a":"Player-42"}', '{"a":"player-42"}')],
  ['body-charset-latin1', body(Buffer.from(plain, 'latin1'), plain)],
  ['body-object-tostring', body(plain, '{}')],
  ['body-object-tostring', body(plain, `[${[...Buffer.from(plain)].join(', ')}]`)],
  ['body-object-tostring', body(plain, JSON.stringify(Buffer.from(plain)))],
  ['body-object-tostring', body(plain, `[${Int8Array.from(Buffer.from(plain)).join(', ')}]`)],
  ['body-numbers-as-strings', body(purchase.replace('1,', '"1",'), purchase)],
  ['body-member-changed', body(purchase, purchase.replace('null', '""'))],
  ['body-member-changed', body(purchase.replace('null', '""'), purchase)],
  ['body-member-changed', body(purchase, purchase.replace('null', '"None"'))],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', '{ os_id = 1, x = y }')],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', '{1 y}')],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', '{OsId:1 X:y}')],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', "{ os_id: 1, x: 'y' }")],
  ['body-zero-byte', body('{"a":1}', '{"a":1}\0')],
  ['body-python-repr', body('{"a": "it\'s"}', String.raw`b'{"a": "it\'s"}'`)],
  ['body-member-missing', body('{"a":1,"b":2,"a":3}', '{"b":2,"a":3}')],
  ['body-json-php', body('{"n":1.0,"a":"ë"}', '{"n":1,"a":"\\u00eb"}')],
  ['body-bom-stripped body-trailing-newline-missing', body(`\ufeff${plain}\n`, plain)],
  ['body-bom-stripped body-json-compact', body('\ufeff{"a": 1}', '{"a":1}')],
  ['body-json-ascii body-slashes-escaped', body('{"a": "\\u00eb\\/"}', '{"a": "ë/"}')],
  ['body-keys-reordered', purchased(mixed, mixed.toSpliced(3, 0, mixed.at(-1) ?? '').slice(0, -1))],
  ['body-keys-sorted', purchased(eight, eight.toSpliced(3, 0, eight.at(-1) ?? '').slice(0, -1))],
  ['body-nulls-dropped', purchased(['"os_id":1', '"package":"a"'], withNulls)],
  ['body-nulls-dropped', body('{"a":null}', '{}')],
  // Whoever encodes a text once more prints it first.
  ['body-double-encoded', body('{"a": 1}', JSON.stringify('{"a":1}'))],
  ['body-json-compact', body('{"a": "x \\u0001"}', '{"a":"x \\u0001"}')],
  ['body-json-stj', body('{"a":"\\u001f ë"}', '{"a":"\\u001F \\u00EB"}')],
  ['body-number-one', body('{"os_id":1,"price":10}', '{"os_id":1,"price":10.0}')],
  ['body-number-one', body('{"a":10.0,"b":4.50}', '{"a":10,"b":4.50}')],
  ['body-number-one', body('{"a":[1,{"b":4.9}]}', '{"a":[1,{"b":4.90}]}')],
  ['body-slashes-escaped', body('{"a":"x/y","b":"p/q"}', '{"a":"x\\/y","b":"p/q"}')],
  ['body-member-changed', body('{"a":"x ","b":" y "}', '{"a":"x","b":" y "}')],
  ['body-empty-object-array', body('{"a":{},"b":{}}', '{"a":[],"b":{}}')],
  // What is added later comes last: `v` was left out.
  [
    'body-members-chosen',
    body('{"gameId":"g","v":1,"username":"u","sdk":"2"}', '{"gameId":"g","username":"u"}'),
  ],
  // Both may be: neither is said.
  ...['"serverId":"s","roleId":"r"', '"v":1,"sdk":"2"'].map((last): Row => [
    'body-member-missing',
    body(`{"gameId":"g","username":"u",${last}}`, '{"gameId":"g","username":"u"}'),
  ]),
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', 'VerifyRequest[os_id=1, x=y]')],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', 'Payload(osId=1, x=y)')],
  ['body-map-tostring', body('{"os_id":1,"x":"y"}', '&{OsId:1 X:y}')],
  ['body-map-tostring', body('{"gameId":"g","x":"y"}', '{GameID:g X:y}')],
  ['body-map-tostring', body('{"gameId":"g","x":"y"}', '&{g y}')],
  ['body-map-tostring', body('{"gameId":"g","x":"y"}', '&map[gameId:g x:y]')],
  [
    'body-map-tostring',
    body(
      '{"a":"it\'s","b":[1]}',
      "array (\n  'a' => 'it\\'s',\n  'b' => \n  array (\n    0 => 1,\n  ),\n)",
    ),
  ],
  ['body-python-repr', body('{"gameId":"g","n":null}', "Session(gameId='g', n=None)")],
  ['body-keys-recased', body('{"gameId":"g","username":"u"}', '{"GameID":"g","Username":"u"}')],
  ['body-keys-recased', signed('{"os_id":1,"a":"b"}', gatewayMessage('{"OSID":1,"A":"b"}'))],
  [
    'body-members-chosen',
    body(
      '{"a":1,"gameId":"g","v":1,"username":"u","sdk":"2","d":3}',
      '{"gameId":"g","username":"u"}',
    ),
  ],
  ['body-members-added', body('{"id":"g","v":1,"user":"u","s":2}', '{"id":"g","user":"u"}')],
  ['body-force-object', body('{"a":["x",2]}', '{"a":{"0":"x","1":2}}')],
  [
    'body-php-serialized',
    body(
      '{"a":1,"b":["ë",2.5,true,null]}',
      'a:2:{s:1:"a";i:1;s:1:"b";a:4:{i:0;s:2:"ë";i:1;d:2.5;i:2;b:1;i:3;N;}}',
    ),
  ],
  ['body-form-encoded', body('{"m":{"a":1},"l":["x",2]}', 'm%5Ba%5D=1&l%5B0%5D=x&l%5B1%5D=2')],
  ['body-form-encoded', body(`payload=${encodeURIComponent(plain)}`, plain)],
  ['body-form-encoded', body(plain, `payload=${encodeURIComponent(plain)}`)],
  ['body-utf16-sent', body(Buffer.from(plain, 'utf16le'), plain)],
  ['body-utf16-sent', body(Buffer.from(`\ufeff${plain}`, 'utf16le'), plain)],
  ['body-utf16-sent', body(Buffer.from(`\ufeff${plain}`, 'utf16le').swap16(), plain)],
  ['body-mojibake-sent', body(Buffer.from(plain).toString('latin1'), plain)],
  ['body-slashes-added', body(plain, plain.replaceAll('"', '\\"'))],
  ['body-slashes-added', body('{"a":"it\'s"}', '{\\"a\\":\\"it\\\'s\\"}')],
  ['body-html-escaped', body('{"a":"x&y<z"}', '{"a":"x&amp;y<z"}')],
  ['body-html-escaped', body('{"a":"x&amp;y"}', '{"a":"x&y"}')],
  [
    'body-base64',
    body(
      flat,
      Buffer.from(flat)
        .toString('base64')
        .replace(/(.{60})/g, '$1\n') + '\n',
    ),
  ],
  [
    'body-pretty',
    body(flat, flat.replace(/[{,]/g, '$&\r\n    ').replaceAll(':', ':  ').replace('}', '\r\n}')),
  ],
  [
    // Perl ends what it prints with a line break: that is no mistake of its own.
    'body-pretty',
    body(flat, `${flat.replace(/[{,]/g, '$&\n   ').replaceAll(':', ' : ').replace('}', '\n}')}\n`),
  ],
  ['layout-template-unfilled', body(plain, '${body}')],
  ['layout-template-unfilled', signed('{"a":1}', gatewayMessage('$body'))],
  ['layout-template-unfilled', body('{"a":"x","b":1}', '{"a":"{{a}}","b":{{b}}}')],
  ['layout-template-unfilled', body('{"a":"x","b":1}', '{"a":"x","b":${b}}')],
  ['body-member-changed', body('{"a":"x","b":1}', '{"a":"undefined","b":1}')],
  // DEL is ASCII.
  ['body-json-ascii', body('{"a":"ë\u007f"}', '{"a":"\\u00eb\u007f"}')],
];

const slack = hmac(key, `v0:${timestamp}:${wireBody}`);
const headed = (...headers: [string, string][]): ObservedRequest =>
  sessionRequest({ signature: '', headers });
/** A digest whose base64 has two characters of padding. */
const unpaddedHash = (algorithm: string, encoding: 'base64' | 'base64url'): string =>
  Buffer.from(hashed(algorithm, '{"a":6}'), 'hex').toString(encoding).replace('==', '');
const withHeader = (name: string, value: string, text: string): ObservedRequest => ({
  ...message(text),
  headers: [[name, value], ...message(text).headers],
});
const messageRows: readonly Row[] = [
  ['layout-header-added', withHeader('X-Nonce', 'n1', `${id}.${timestamp}.n1.${hash}`)],
  ['layout-header-added', withHeader('X-Request-Id', 'r1', `${gatewayMessage()}.r1`)],
  [
    'layout-header-added layout-method-path',
    withHeader('Host', 'h', `POST\nh\n/iap/gateway/verify\n${timestamp}\n${hash}`),
  ],
  ['client-id-quoted', message(`b'${id}'.${timestamp}.${hash}`)],
  ['client-id-signed-other', message(`demo.${timestamp}.${hash}`)],
  ['ts-text-signed', timed('NaN')],
  ['ts-text-signed', timed(`b'${timestamp}'`)],
  ['bodyhash-raw-body', message(`${id}.${timestamp}.${wireBody}`)],
  ['bodyhash-uppercase', message(`${id}.${timestamp}.${hash.toUpperCase()}`)],
  ['bodyhash-base64', message(`${id}.${timestamp}.${Buffer.from(hash, 'hex').toString('base64')}`)],
  [
    'bodyhash-base64url',
    message(`${id}.${timestamp}.${Buffer.from(hash, 'hex').toString('base64url')}`),
  ],
  [
    'bodyhash-bytes',
    message(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(hash, 'hex')])),
  ],
  ['bodyhash-double', message(`${id}.${timestamp}.${sha256(hash)}`)],
  ['bodyhash-other-digest', message(`${id}.${timestamp}.${hashed('md5', wireBody)}`)],
  [
    'bodyhash-other-digest bodyhash-base64',
    signed('{"a":6}', `${id}.${timestamp}.${unpaddedHash('sha512', 'base64')}`),
  ],
  [
    'bodyhash-other-digest bodyhash-base64url',
    signed('{"a":6}', `${id}.${timestamp}.${unpaddedHash('md5', 'base64url')}`),
  ],
  ['bodyhash-hmac', message(`${id}.${timestamp}.${hmac(secret, wireBody)}`)],
  ['bodyhash-prefixed', message(`${id}.${timestamp}.sha256=${hash}`)],
  ['bodyhash-hex-digits', message(`${id}.${timestamp}.${hash.replace(/(..)/g, short)}`)],
  [
    'bodyhash-sign-extended',
    message(`${id}.${timestamp}.${hash.replace(/(..)/g, (pair: string) => short(extended(pair)))}`),
  ],
  [
    'bodyhash-sign-extended',
    message(`${id}.${timestamp}.${hash.replace(/(..)/g, (pair: string) => extended(pair))}`),
  ],
  // As Java’s BigInteger prints a hash that begins with b2e8.
  ['bodyhash-negative', signed('{"a":5}', `${id}.${timestamp}.${signedHex(sha256('{"a":5}'))}`)],
  ['bodyhash-truncated', message(`${id}.${timestamp}.${hash.slice(0, 32)}`)],
  ...(['hex', 'base64'] as const).map((encoding): Row => [
    'bodyhash-raw-body',
    message(`${id}.${timestamp}.${Buffer.from(wireBody).toString(encoding)}`),
  ]),
  ['bodyhash-base64', message(`${id}.${timestamp}.${Buffer.from(hash).toString('base64')}`)],
  ['bodyhash-dashed', message(`${id}.${timestamp}.${dashed(hash).replaceAll('-', ' ')}`)],
  ['bodyhash-dashed', message(`${id}.${timestamp}.${dashed(hash.toUpperCase())}`)],
  ['bodyhash-object', message(`${id}.${timestamp}.[object Promise]`)],
  ['bodyhash-empty-omitted', signed('', `${id}.${timestamp}.`)],
  ...['{client_id}.{timestamp}.{body_hash}', '${CLIENT_ID}.${timestamp}.${bodyHash}'].map(
    (text): Row => ['layout-template-unfilled', message(text)],
  ),
  ...['#{ID}.#{TS}.#{HASH}', '%s.%d.%s', '\\(clientId).\\(timestamp).\\(bodyHash)'].map(
    (text): Row => ['layout-template-unfilled', message(text)],
  ),
  ['layout-template-unfilled', message(`${id}.\${timestamp}.${hash}`)],
  ['layout-template-unfilled', message(`${id}.${timestamp}.{body_hash}`)],
  ['layout-template-unfilled', message(`client_id.timestamp.${hash}`)],
  ['bodyhash-wrapped', message(`${id}.${timestamp}.${hash.slice(0, 60)}\n${hash.slice(60)}`)],
  ['bodyhash-wrapped', message(`${id}.${timestamp}.${hash}  /tmp/body.json`)],
  ['bodyhash-wrapped', message(`${id}.${timestamp}.SHA2-256(body.json)= ${hash}`)],
  ['bodyhash-file-name', message(gatewayMessage('@body.json'))],
  ['bodyhash-file-name', message(gatewayMessage('/tmp/request.json\n'))],
  [
    'bodyhash-raw-body',
    message(`${id}.${timestamp}.${Buffer.from(wireBody).toString('base64url')}`),
  ],
  [
    'bodyhash-bytes',
    message(`${id}.${timestamp}.[${Int8Array.from(Buffer.from(hash, 'hex')).join(', ')}]`),
  ],
  ['bodyhash-other-digest', message(`${id}.${timestamp}.${hashed('sha3-256', wireBody)}`)],
  ['alg-sha3', written(hmac(secret, gatewayMessage(), 'sha3-256'))],
  [
    'bodyhash-other-digest alg-sha3',
    written(hmac(secret, `${id}.${timestamp}.${hashed('sha3-256', wireBody)}`, 'sha3-256')),
  ],
  ['layout-method-path', message(`https://gw.example/iap/gateway/verify${wireBody}`)],
  ['layout-method-path', prefixed('https://s.example/xmdt/session')],
  ['layout-key-value', message(`${id}.t=${timestamp}.${hash}`)],
  ['layout-no-separator', message(id + timestamp + hash)],
  ['layout-no-separator', message(`${id}${timestamp}.${hash}`)],
  ['layout-no-separator', message(`${id}.${timestamp}${hash}`)],
  ['layout-separator', message([id, timestamp, hash].join('|'))],
  ['layout-separator', message(`${id}:${timestamp}.${hash}`)],
  ['layout-separator', message(`${id}.${timestamp}:${hash}`)],
  ...[
    [timestamp, timestamp, hash],
    [id, id, hash],
    [id, hash, hash],
    [id, timestamp, timestamp, hash],
  ].map((parts): Row => ['layout-part-repeated', message(parts.join('.'))]),
  ...[
    JSON.stringify([id, timestamp, hash]),
    `["${id}", ${timestamp}, "${hash}"]`,
    `[${id}, ${timestamp}, ${hash}]`,
    `['${id}', '${timestamp}', '${hash}']`,
    JSON.stringify({ client_id: id, timestamp: now, body_hash: hash }),
    `{"clientId": "${id}", "timestamp": "${timestamp}", "bodyHash": "${hash}"}`,
  ].map((text): Row => ['layout-as-data', message(text)]),
  ['layout-extra-text', message(`"${id}"."${timestamp}"."${hash}"`)],
  ['layout-literal-newline', message(`${gatewayMessage()}\\n`)],
  ['layout-separator layout-trailing-newline', message(`${id} ${timestamp} ${hash}\n`)],
  ['layout-separator layout-trailing-newline', message(`${id}+${timestamp}+${hash}\n`)],
  ['msg-encoded', message(Buffer.from(gatewayMessage()).toString('base64'))],
  ['msg-encoded', message(Buffer.from(gatewayMessage(), 'utf16le'))],
  ['msg-truncated', message(gatewayMessage().slice(0, 63))],
  ['secret-misread', keyed(secret.replace('Z', '2'))],
  ['layout-separator', message([id, timestamp, hash].join(' . '))],
  ['layout-literal-newline', message([id, timestamp, hash].join('\\n'))],
  ['layout-order', message([timestamp, id, hash].join('.'))],
  ['layout-missing-client-id', message(`${timestamp}.${hash}`)],
  ['layout-missing-timestamp', message(`${id}.${hash}`)],
  ['layout-missing-body-hash', message(`${id}.${timestamp}`)],
  ['layout-body-hash-only', message(hash)],
  ['layout-trailing-newline', message(`${gatewayMessage()}\n`)],
  ['layout-extra-text', message(`${gatewayMessage()}\0`)],
  ['layout-extra-text', message(`${gatewayMessage()}.`)],
  ['layout-extra-text', message(`.${gatewayMessage()}`)],
  ['layout-method-path', message(['POST', '/iap/gateway/verify', timestamp, hash].join('\n'))],
  ['layout-method-path', message(`POST/iap/gateway/verify${gatewayMessage()}`)],
  ['layout-method-path', message(`POST\n/iap/gateway/verify\n${gatewayMessage()}`)],
  ['layout-key-value', message(`client_id=${id}&timestamp=${timestamp}&body_hash=${hash}`)],
  ['layout-secret-in-message', message(`${gatewayMessage()}.${secret}`)],
  ['layout-secret-in-message', message(`${gatewayMessage()}&key=${secret}`)],
  ['layout-secret-in-message', body(wireBody, wireBody + key)],
  ['body-query-sorted layout-secret-in-message', body('{"b":2,"a":"x"}', `a=x&b=2&key=${key}`)],
  [
    'body-query-sorted layout-secret-in-message',
    signed('{"b":2,"a":"x"}', `a=x&b=2&key=${secret}`),
  ],
  ['layout-method-path', message(`${id}.${timestamp}.POST./iap/gateway/verify.${hash}`)],
  ['scheme-confused', message(wireBody)],
  ['layout-timestamp-prefixed', headed(['X-Signature', slack], ['X-Timestamp', timestamp])],
  // A sender may sign a time that it does not send: about that of its arrival.
  ...[-3, -2, -1, 0, 1].map((more): Row => [
    'layout-timestamp-prefixed',
    sessionRequest({
      signature: hmac(key, `${String(now + more)}.${wireBody}`),
      receivedAt: now,
    }),
  ]),
  ['layout-id-prefixed', prefixed('demo.')],
  ['layout-method-path', prefixed('/xmdt/session')],
  ['layout-method-path', prefixed('POST\n/xmdt/session\n')],
  ['msg-signed-twice', message(gatewayMessage().repeat(2))],
  ['msg-prehashed', message(sha256(gatewayMessage()))],
  ['key-message-swapped', written(hmac(gatewayMessage(), secret))],
  ['alg-hmac-sha1', written(hmac(secret, gatewayMessage(), 'sha1'))],
  ['alg-hmac-sha512', written(hmac(secret, gatewayMessage(), 'sha512'))],
  ['alg-hmac-md5', written(hmac(secret, gatewayMessage(), 'md5'))],
  ['alg-hmac-sha384', written(hmac(secret, gatewayMessage(), 'sha384'))],
  ['alg-hmac-sha512', written(hmac(secret, gatewayMessage(), 'sha512').slice(0, 64))],
  ['alg-plain-hash', written(sha256(gatewayMessage() + secret))],
  ['alg-hash-of-hmac', written(sha256(right))],
  ['alg-double-hmac', written(hmac(secret, bytes))],
];

/** With another secret than the usual one, where the mistake needs its form. */
const owned = (clientSecret: string, used: string | Uint8Array): Owned => [
  keyed(used),
  { ...credential, clientSecret },
];
type Owned = readonly [request: ObservedRequest, credential: typeof credential];
const hexed = 'ab01cd23ef45ab67';
const based = 'q83vEjRWeJCrze8SNFZ4kA==';

const secretRows: readonly (readonly [causes: string, owned: Owned | ObservedRequest])[] = [
  ['secret-trailing-newline', keyed(`${secret}\n`)],
  ['secret-literal-newline', keyed(`${secret}\\n`)],
  ['secret-wrong-interface secret-wrong-environment', keyed('prod-key-0001')],
  ['secret-surrounding-space', keyed(` ${secret}`)],
  ['secret-quoted', keyed(`"${secret}"`)],
  ['secret-hex-decoded', owned(hexed, Buffer.from(hexed, 'hex'))],
  ['secret-base64-decoded', owned(based, Buffer.from(based, 'base64'))],
  // Python’s b64decode drops - and _.
  [
    'secret-base64-decoded',
    owned('q83v-EjRW_eJCrze8SNg==', Buffer.from('q83vEjRWeJCrze8SNg==', 'base64')),
  ],
  ['secret-base64-encoded', keyed(Buffer.from(secret).toString('base64'))],
  ['secret-hex-encoded', keyed(Buffer.from(secret).toString('hex'))],
  ['secret-prefix-stripped', owned(`whsec_${hexed}`, hexed)],
  ['secret-wrong-environment', keyed('prod-secret-0001')],
  ['secret-wrong-interface', keyed(key)],
  ['secret-wrong-interface', sessionRequest({ signature: hmac(secret, wireBody) })],
  ['secret-wrong-interface secret-trailing-newline', keyed(`${key}\n`)],
  ['secret-is-client-id', keyed(id)],
  [
    'layout-secret-in-message secret-is-client-id',
    gatewayRequest({ signature: hmac(id, gatewayMessage(wireBody, timestamp, secret)) }),
  ],
  ['secret-empty', keyed('')],
  ['secret-undefined', keyed('undefined')],
  ['secret-hashed', keyed(sha256(secret))],
  ['secret-case', keyed(secret.toUpperCase())],
  ['secret-truncated', keyed(secret.slice(0, 16))],
  ...[3, 5, 9].flatMap((count): (readonly [string, ObservedRequest])[] => [
    ['secret-truncated', keyed(secret.slice(count))],
    ['secret-truncated', keyed(secret.slice(0, -count))],
  ]),
  ['secret-with-client-id', keyed(`${id}:${secret}`)],
  ['secret-with-client-id', keyed(secret + id)],
  ['secret-with-client-id', sessionRequest({ signature: hmac(`demo:${key}`, wireBody) })],
  ['secret-quoted', keyed(`${secret}&`)],
  ['secret-dashes-lost', owned('a3f9d2c4-77be-4b10', 'a3f9d2c477be4b10')],
  ['secret-variable-name', keyed('${GATEWAY_CLIENT_SECRET}')],
  ['secret-placeholder', keyed('GATEWAY_CLIENT_SECRET')],
  ['secret-placeholder', keyed('*'.repeat(secret.length))],
  ['secret-shell-expanded', keyed(secret.replace('$1', ''))],
  ['secret-shell-expanded', owned('pre$mid_post-end', 'pre-end')],
  ['secret-shell-expanded', owned('abc$12def.gh', 'abc2def.gh')],
  ['secret-shell-expanded', owned('abc$x1-b$y2-c', 'abc-b$y2-c')],
  ['secret-shell-expanded', owned('abc$#def-gh', 'abc0def-gh')],
  ['secret-backslashes-lost', owned('ab\\cd\\ef-gh', 'abcdef-gh')],
  ['secret-env-mangled', owned('"abc"-def-gh', 'abc-def-gh')],
  ['secret-number', owned('0012345678', '12345678')],
  ['secret-escaped', owned('a&b<c>d"e', 'a&amp;b&lt;c&gt;d&quot;e')],
  ['secret-escaped', owned('a&amp;b-cdef', 'a&b-cdef')],
  ['secret-escaped', owned('ab<cd>ef-gh', 'abef-gh')],
  ['secret-escaped', owned('a b/c=d-ef', 'a+b%2Fc%3Dd-ef')],
  ['secret-escaped', owned('a"b\\c-def', 'a\\"b\\\\c-def')],
  ['secret-base64-decoded', owned(based, Buffer.from(based, 'base64').subarray(0, 15))],
  ['secret-hex-decoded', owned(`${hexed}8`, Buffer.from(hexed, 'hex'))],
  ['secret-hex-decoded', owned(`${hexed}8`, Buffer.from(`0${hexed}8`, 'hex'))],
  ['secret-shell-expanded', owned('pa$$word-1', 'pa$word-1')],
  ['secret-env-mangled', owned('pass#word-1', 'pass')],
  ['secret-url-decoded', owned('a+b%2Fc+d', 'a b/c d')],
  ['secret-env-line', keyed(`CLIENT_SECRET=${secret}`)],
  ['secret-utf16', keyed(Buffer.from(secret, 'utf16le'))],
  ['secret-quoted', keyed(`${secret};`)],
  ['secret-env-line', keyed(`Bearer ${secret}`)],
  ['secret-env-line', keyed(secret + secret)],
  ['secret-is-client-id', sessionRequest({ signature: hmac('demo', wireBody) })],
  ['secret-placeholder', keyed('changeme')],
  ['secret-variable-name', keyed('${CLIENT_SECRET}')],
  ['secret-variable-name', keyed('$CLIENT_SECRET')],
  ['secret-quoted', keyed(`"${secret}"\r`)],
  ['secret-quoted', keyed(`'${secret}'\n`)],
  ['secret-printed', keyed(`{${secret}}`)],
  ['secret-env-line', keyed(`SECRET_KEY="${secret}"`)],
  ['secret-env-line', keyed(`export SECRET_KEY=${secret}`)],
  ['secret-json', keyed(`{"secret_key":"${secret}"}`)],
  ['secret-json', keyed(`{"client_id": "${id}", "client_secret": "${secret}"}`)],
  ['secret-utf16', keyed(Buffer.from(`\ufeff${secret}\r\n`, 'utf16le'))],
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
/** As C’s ctime() writes the time. */
const dateWords = new Date(now * 1000)
  .toUTCString()
  .replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 $4');
type OwnedRow = readonly [ids: string, owned: Owned];
const outRows: readonly (Row | OwnedRow)[] = [
  ['out-uppercase-hex', written(right.toUpperCase())],
  ['out-base64', written(bytes.toString('base64'))],
  ['out-base64url', written(bytes.toString('base64url'))],
  ['out-base64-of-hex', written(Buffer.from(right).toString('base64'))],
  ['out-hex-of-hex', written(Buffer.from(right).toString('hex'))],
  ...[`[${Int8Array.from(bytes).join(', ')}]`, bytes.join(','), `[${bytes.join(' ')}]`].map(
    (text): Row => ['out-bytes-list', written(text)],
  ),
  [
    'out-hex-negative',
    fitting(/^[89a-f]/, 'hex', (text) => BigInt.asIntN(256, BigInt(`0x${text}`)).toString(16)),
  ],
  ...['[B@6d06d69c', '[object Promise]', 'undefined'].map((text): Row => [
    'out-object',
    written(text),
  ]),
  ['out-dashed-hex', written(dashed(right).toUpperCase())],
  ['out-dashed-hex', written(pairs.join('-').toUpperCase())],
  ['out-dashed-hex', written(`${right.slice(0, 60)} ${right.slice(60)}`)],
  ['out-dashed-hex', written(`${right.slice(0, 60)}\\n${right.slice(60)}`)],
  ['out-hex-swapped', written(right.replace(/(.)(.)/g, '$2$1'))],
  [
    'out-typed-array',
    written(Uint8Array.from(bytes, (byte) => Number(byte.toString(16))).join('')),
  ],
  ['out-prefixed', written(`sha256=${right}`)],
  ['out-prefixed', written(`t=${timestamp},v1=${right}`)],
  ['out-quoted', written(`"${right}"`)],
  ['out-bytes-literal', written(`b'${right}'`)],
  ['out-truncated', written(right.slice(0, 40))],
  ['out-percent-encoded', written(encodeURIComponent(bytes.toString('base64')))],
  ['out-hex-sign-extended', written(pairs.map(extended).join(''))],
  ['out-base64-nopad', fitting(/[+/].*=/, 'base64', (text) => text.replace('=', ''))],
  ['out-hex-unpadded', fitting(/^(?:..)*0[^0]/, 'hex', (text) => text.replace(/(..)/g, short))],
  ['ts-ms-signed', timed(`${timestamp}417`)],
  ['ts-ms-header', gatewayRequest({ signature: right, timestamp: `${timestamp}417` })],
  ['ts-float-signed', timed(`${timestamp}.0`)],
  ...['.417', '.4', '.4173', ',417'].map((fraction): Row => [
    'ts-fraction-signed',
    timed(timestamp + fraction),
  ]),
  ['ts-float-signed', timed(`${timestamp}.000000`)],
  ['ts-text-signed', timed(`${now.toExponential()}`.replace('e+9', 'e+09'))],
  ['ts-iso-signed', timed(dateWords)],
  ['ts-iso-signed', timed(new Date(now * 1000).toUTCString().replace('GMT', 'UTC'))],
  ['ts-fraction-signed', timed(`1.${timestamp.slice(1)}347E9`)],
  ['ts-iso-signed', timed(`${new Date((now + 25_200) * 1000).toISOString().slice(0, 19)}+07:00`)],
  ['ts-iso-signed', timed(new Date(now * 1000).toISOString())],
  ['ts-iso-signed', timed(new Date(now * 1000 + 417).toISOString())],
  ['ts-regenerated', timed(String(now + 2))],
  ['ts-timezone-shift', timed(String(now + 25_200))],
  ['ts-expiry-signed', timed(String(now + 1_800))],
  ['ts-timezone-shift', timed(String(now - 1_800))],
  // No zone is a quarter of an hour away.
  ['ts-expiry-signed', timed(String(now + 900))],
  ['ts-regenerated', timed(String(now + 1_801))],
  ['ts-text-signed', timed(`${timestamp}\n`)],
  ['ts-text-signed', timed(String(Math.floor(now / 60)))],
  ['ts-text-signed', timed('\ufffd')],
  ...[-5, -1, 1, 5].map((more): Row => [
    'ts-text-signed',
    gatewayRequest({
      signature: hmac(secret, gatewayMessage(wireBody, String(now + more))),
      timestamp: '2026-09-21T14:13:20Z',
    }),
  ]),
  ['ts-undefined', timed('undefined')],
  ['ts-undefined', timed('')],
  ...['.345', '123456789'].map((more): Row => [
    'ts-text-header',
    gatewayRequest({ signature: right, timestamp: timestamp + more }),
  ]),
  ['ts-text-header', gatewayRequest({ signature: right, timestamp: '2026-09-21T14:13:20Z' })],
  ['ts-text-signed', timed(Number(timestamp).toLocaleString('en-US'))],
  ['ts-text-signed', timed(Number(timestamp).toString(16))],
  ...(['00123 123', '0123 83', '1234567 1.234567e+06'] as const).map((pair): OwnedRow => {
    const [issued = '', read = ''] = pair.split(' ');
    const signature = hmac(secret, gatewayMessage(wireBody, timestamp, read));
    return [
      'client-id-number',
      [gatewayRequest({ signature, clientId: issued }), { ...credential, clientId: issued }],
    ];
  }),
  ['client-id-case', message(gatewayMessage(wireBody, timestamp, 'DEMO-GAME'))],
  ['client-id-case', message(gatewayMessage(wireBody, timestamp, 'Demo-Game'))],
  ['client-id-case', message(gatewayMessage(wireBody, timestamp, 'Demo-game'))],
  ['client-id-whitespace', message(gatewayMessage(wireBody, timestamp, `${id}\n`))],
  ['client-id-quoted', message(gatewayMessage(wireBody, timestamp, `"${id}"`))],
  ['client-id-signed-other', message(gatewayMessage(wireBody, timestamp, 'prod-game'))],
  ['client-id-signed-other', message(gatewayMessage(wireBody, timestamp, 'demogame'))],
  [
    'client-id-signed-other',
    signed('{"package":"com.x"}', gatewayMessage('{"package":"com.x"}', timestamp, 'com.x')),
  ],
  ['client-id-quoted', message(gatewayMessage(wireBody, timestamp, `Optional[${id}]`))],
  ['client-id-undefined', message(gatewayMessage(wireBody, timestamp, 'None'))],
  ['client-id-undefined', message(gatewayMessage(wireBody, timestamp, ''))],
  ['client-id-undefined', gatewayRequest({ signature: right, clientId: 'undefined' })],
];

/** Causes that the headers alone show: in `lint`. */
const { headers } = written(right);
const sentWith = (changed: typeof headers): ObservedRequest => ({
  ...written(right),
  headers: changed,
});
const without = (name: string): ObservedRequest =>
  sentWith(headers.filter(([each]) => each !== name));
const another = hmac(secret, gatewayMessage(wireBody, timestamp, 'another'));
const ofAnother = { signature: another, clientId: 'another' };
const unset = hmac(secret, gatewayMessage(wireBody, timestamp, 'None'));
const options = { headers: { 'X-Signature': right }, body: wireBody };
const optionsAsBody = gatewayRequest({ signature: '', headers: [], body: JSON.stringify(options) });
const unsigned = without('X-Signature').headers;
const lintRows: readonly (readonly [id: string, request: ObservedRequest, kind: string])[] = [
  ['ts-ms-both', bothTimed(`${timestamp}123`), 'refused-anyway'],
  ['ts-micro-nano-both', bothTimed(`${timestamp}000000`), 'refused-anyway'],
  ['ts-float-both', bothTimed(`${timestamp}.25`), 'refused-anyway'],
  ['ts-iso-both', bothTimed('2026-09-21T14:13:20Z'), 'refused-anyway'],
  ['ts-clock-skew', gatewayRequest({ signature: right, receivedAt: now + 421 }), 'refused-anyway'],
  [
    'ts-timezone-shift',
    gatewayRequest({ signature: right, receivedAt: now + 25_203 }),
    'refused-anyway',
  ],
  ['hdr-signature-missing', without('X-Signature'), 'bad-header'],
  ['hdr-timestamp-missing', without('X-Timestamp'), 'bad-header'],
  ['hdr-client-id-missing', without('X-Client-ID'), 'bad-header'],
  ['hdr-name-wrong', sentWith([...unsigned, ['X-Hub-Signature-256', right]]), 'bad-header'],
  [
    'hdr-values-swapped',
    gatewayRequest({ signature: right, clientId: timestamp, timestamp: id }),
    'bad-header',
  ],
  ['hdr-secret-sent', written(secret), 'bad-header'],
  ['hdr-secret-sent', sessionRequest({ signature: key }), 'bad-header'],
  ['hdr-secret-sent', gatewayRequest({ signature: right, clientId: secret }), 'bad-header'],
  ['client-id-undefined', gatewayRequest({ signature: unset, clientId: 'None' }), 'refused-anyway'],
  ['ts-undefined', bothTimed('None'), 'refused-anyway'],
  ['hdr-repeated', sentWith([...headers, ['X-Signature', another]]), 'bad-header'],
  ['client-id-header-mismatch', gatewayRequest(ofAnother), 'refused-anyway'],
  ['hdr-signature-missing', optionsAsBody, 'bad-header'],
];

/** What programs of single languages sign, and what a shell or a reader of configuration makes of a value. */
const pretty = '{\n  "gameId": "demo",\n  "username": "u"\n}\n';
const spoken = '{"gameId":"demo","username":"a \\"b\\""}';
const numbered = '73019284756102938475';
const grouped = '20260918_774120_5531';
const hashText = (write: (digest: Buffer) => string | Buffer, sent = wireBody): ObservedRequest =>
  gatewayRequest({
    body: sent,
    signature: hmac(
      secret,
      Buffer.concat([
        Buffer.from(`${id}.${timestamp}.`),
        Buffer.from(write(Buffer.from(sha256(sent), 'hex')) as Uint8Array),
      ]),
    ),
  });
/** A body whose hash has such digits. */
const bodyHashed = (needed: RegExp): string => {
  for (let n = 0; ; n += 1) {
    const sent = `{"n":${String(n)}}`;
    if (needed.test(sha256(sent))) return sent;
  }
};
const overwritten = (digest: Buffer): string =>
  [...digest].map((byte) => (byte < 128 ? hexByte(byte) : 'ff')).join('');
const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');
const zeroEnded = (text: string, size: number): Buffer => Buffer.concat([Buffer.from(text)], size);
const addressed = (...parts: string[]): ObservedRequest => ({
  ...message([...parts, timestamp, hash].join('\n')),
  url: '/iap/gateway/verify',
  headers: [
    ...message([...parts, timestamp, hash].join('\n')).headers,
    ['Host', 'gw.example:8443'],
  ],
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const uuid = 'c4b1f2e8-5d07-4a39-9e6b-72f0d8a31c5e';
const lengthPrefixed = (length: readonly number[], text: string): Buffer =>
  Buffer.concat([Buffer.from(length), Buffer.from(text)]);
const emoji = '{"gameId":"demo","username":"a💎"}';
/** As Java writes it: two surrogates of three bytes each. */
const cesu8 = Buffer.concat([
  Buffer.from('{"gameId":"demo","username":"a'),
  Buffer.from('eda0bdedb28e', 'hex'),
  Buffer.from('"}'),
]);
const sessionSlips: readonly Row[] = [
  ['body-modified-utf8', body(emoji, cesu8)],
  ['msg-length-prefixed', body(flat, lengthPrefixed([0, flat.length], flat))],
  ['msg-length-prefixed', body(flat, lengthPrefixed([0, 0, 0, flat.length], flat))],
  ['msg-length-prefixed', body(flat, lengthPrefixed([flat.length, 0, 0, 0], flat))],
  ['msg-length-prefixed', body(emoji, Buffer.concat([Buffer.from([0, cesu8.length]), cesu8]))],
  ['body-trailing-newline', body(flat, `=${flat}`)],
  ['body-zero-byte', body(flat, zeroEnded(flat, Math.ceil(flat.length / 16) * 16))],
];
const slipRows: readonly (Row | OwnedRow)[] = [
  ['bodyhash-negative', hashText((digest) => signedHex(digest.toString('hex')), '{"a":5}')],
  ['bodyhash-truncated', hashText((digest) => digest.toString('hex').slice(0, 63))],
  ['bodyhash-hex-overwritten', hashText(overwritten, bodyHashed(/[0-7].$/))],
  [
    'bodyhash-hex-digits',
    hashText(
      (digest) => digest.toString('hex').replace(/(..)/g, (pair) => pair.replace(/^0/, ' ')),
      bodyHashed(/^(?:..)*0/),
    ),
  ],
  ['bodyhash-bytes', hashText((digest) => `[${[...digest].map(hexByte).join(', ')}]`)],
  ['bodyhash-bytes', hashText((digest) => BigInt(`0x${digest.toString('hex')}`).toString())],
  [
    'bodyhash-bytes',
    hashText((digest) => digest.subarray(0, digest.indexOf(0)), bodyHashed(/^(?:..){9,}00/)),
  ],
  [
    'bodyhash-hex-digits bodyhash-prefixed',
    hashText((digest) => `0x${digest.toString('hex').replace(/^0+/, '')}`, bodyHashed(/^0/)),
  ],
  ['layout-template-unfilled', message('#{ID}.#{ts}.#{Digest::SHA256.hexdigest(body)}')],
  ['body-map-tostring', body('{"a":"x","os_id":1}', 'VerifyRequest(a=x, os_id=1)')],
  ['body-map-tostring', body('{"a":"x","os_id":1}', 'VerifyRequest[a=x, osId=1]')],
  ['body-file-name', body(wireBody, '@body.json')],
  ['body-file-name', body(wireBody, 'payload.json')],
  ['body-newlines-lost', body(pretty.replaceAll('\n', ''), pretty)],
  ['body-newlines-lost', body(`${pretty.replaceAll('\n', '')}`, pretty.replaceAll('\n', '\r\n'))],
  ['body-backslashes-removed', body(spoken, spoken.replaceAll('\\', ''))],
  ['body-quotes-removed', body(flat, flat.replaceAll('"', ''))],
  ['body-truncated-chars', body(wireBody, Buffer.from(wireBody).subarray(0, 63))],
  ['body-truncated-chars', body(wireBody, Buffer.from(wireBody).subarray(0, 128))],
  ['body-truncated-chars', body(flat, flat.slice(0, -2))],
  ['body-zero-byte', body(flat, zeroEnded(flat, 512))],
  ['layout-count-added', message(`${gatewayMessage()}.1`)],
  ['layout-count-added', message(`${gatewayMessage()}1`)],
  ['layout-method-path', addressed('POST', 'https://gw.example:8443/iap/gateway/verify')],
  ['layout-method-path', addressed('POST', 'http://gw.example:8443/iap/gateway/verify')],
  ['layout-method-path', addressed('gw.example:8443/iap/gateway/verify')],
  ['client-id-whitespace', message(gatewayMessage(wireBody, timestamp, `${id}\r`))],
  ...['\r', '\r\n', ' '].map((end): Row => [
    `client-id-whitespace secret-${end === ' ' ? 'surrounding-space' : 'trailing-newline'}`,
    gatewayRequest({
      signature: hmac(secret + end, gatewayMessage(wireBody, timestamp, id + end)),
    }),
  ]),
  ['secret-invisible', keyed(`\ufeff${secret}`)],
  ['secret-zero-padded', keyed(zeroEnded(secret, 128))],
  ['secret-zero-padded', keyed(zeroEnded(secret, 256))],
  ['secret-printed', keyed(`Ok("${secret}")`)],
  ['secret-printed', keyed(`Optional[${secret}]`)],
  ['secret-result', keyed('1')],
  ['secret-number', owned(numbered, '73019284756102940000')],
  ['secret-number', owned(grouped, grouped.replaceAll('_', ''))],
  ['secret-shell-expanded', owned('mf8Zk2@vQ7xTn4-RwB1', 'mf8Zk2-RwB1')],
  ['secret-truncated', owned(based, based.replaceAll('=', ''))],
  ...sessionSlips,
  ['secret-printed', keyed(`b'${secret}'`)],
  ['secret-base64-encoded secret-trailing-newline', keyed(base64(`${secret}\n`))],
  ['secret-base64-encoded secret-trailing-newline', keyed(`${base64(secret)}\n`)],
  ['secret-env-line', keyed(`=${secret}`)],
  [
    'secret-number',
    owned(numbered, Buffer.from(BigInt(numbered).toString(16).padStart(18, '0'), 'hex')),
  ],
  ['secret-number', owned('5530918274650019', Buffer.from('0013a657430acfa3', 'hex'))],
  ['secret-hex-decoded', owned(uuid, Buffer.from(uuid.replaceAll('-', ''), 'hex'))],
  ['secret-hex-decoded', owned(uuid, Buffer.from('e8f2b1c4075d394a9e6b72f0d8a31c5e', 'hex'))],
  ['secret-cut-to-block', owned(based.repeat(3), based.repeat(3).slice(0, 64))],
  ['secret-truncated', owned(based.repeat(3), based.repeat(3).slice(0, 40))],
  ['secret-misread', owned('mf8Zk2vQ7xTn4RwB1', 'mf8Zk2vO7xTn4RwB1')],
  ['secret-misread', owned('mf8Zk2vQ7xTn4RwB1', 'mf8Zk2vQx7Tn4RwB1')],
  ['secret-misread', owned('mf8Zk2vQ7xTn4RwB1', 'mf8Zk2vQ7xtn4RwB1')],
  ['secret-misread', owned('mf8Zk2vQ7xTn4RwB1', 'mf8Zk2v7xTn4RwB1')],
  ['secret-misread', owned('mf8Zk2vQ7xTn4RwB1', 'mf8Zk22vQ7xTn4RwB1')],
  ['secret-misread', owned('mf8Zk2vQ7xTn4RwB1', 'rnf8Zk2vQ7xTn4RwB1')],
  ['layout-extra-text', message(`=${gatewayMessage()}`)],
  ['msg-length-prefixed', message(lengthPrefixed([0, gatewayMessage().length], gatewayMessage()))],
  ['msg-length-prefixed', message(lengthPrefixed([gatewayMessage().length], gatewayMessage()))],
  ['body-trailing-newline', signed(flat, `${id}.${timestamp}.${sha256(`=${flat}`)}`)],
  ['ts-rounded', timed(String(now - (now % 60)))],
  ['ts-rounded', timed(String(now - (now % 3_600) + 3_600))],
  ['ts-rounded', timed(String(now - (now % 86_400)))],
  // Midnight in Vietnam.
  ['ts-rounded', timed(String(now - (now % 86_400) - 25_200))],
  ['ts-expiry-signed', timed(String(now + 300))],
  ['ts-expiry-signed', timed(String(now + 86_400))],
  ['ts-expiry-signed', timed(String(now + 7 * 86_400))],
  ['ts-expiry-signed ts-timezone-shift', timed(String(now + 3_600))],
  // Of a secret that is no hex, hex decoding leaves nothing.
  ['secret-empty', owned('mf-secret-0001', '')],
  ['secret-empty', owned(hexed, '')],
];

const found = [...slipRows, ...bodyRows, ...formRows, ...messageRows, ...secretRows, ...outRows];

/** Two mistakes at once, of which one is seldom. */
const hexKey = (text: string): string => Buffer.from(text).toString('hex');
const doubleRows: typeof secretRows = [
  [
    'body-map-tostring secret-hex-encoded',
    sessionRequest({ body: '{"a":1,"b":[2]}', signature: hmac(hexKey(key), '{a=1, b=[2]}') }),
  ],
  [
    'body-trailing-newline-missing secret-hex-encoded',
    sessionRequest({ body: '{ "a" :1 }  ', signature: hmac(hexKey(key), '{ "a" :1 }') }),
  ],
  [
    'body-json-compact secret-prefix-stripped',
    [
      gatewayRequest({
        body: '{"a": "x y"}',
        signature: hmac(Buffer.from(hexed, 'hex'), gatewayMessage('{"a":"x y"}')),
      }),
      { ...credential, clientSecret: `whsec_${hexed}` },
    ],
  ],
  [
    'layout-key-value secret-trailing-newline',
    gatewayRequest({
      body: '{}',
      signature: hmac(
        `${secret}\n`,
        `clientId=${id}&timestamp=${timestamp}&bodyHash=${sha256('{}')}`,
      ),
    }),
  ],
];

describe('the mistakes of a sender are told, and no other', () => {
  it.each([...found, ...doubleRows])('%s', (ids, given) => {
    const [request, own] = 'interface' in given ? [given, credential] : given;
    const { outcome } = diagnosed(request, { credential: own });
    expect(outcome).toMatchObject({ kind: 'explained', finding: { causes: ids.split(' ') } });
  });

  it('gives each interface only causes that it can have', () => {
    for (const [ids, given] of [...found, ...doubleRows]) {
      const [request] = 'interface' in given ? [given] : given;
      for (const cause of causes.filter((each) => ids.split(' ').includes(each.id))) {
        expect([cause.id, concernsInterface(cause, interfaceRecords[request.interface])]).toEqual([
          cause.id,
          true,
        ]);
      }
    }
  });

  it.each(lintRows)('%s, from the headers', (cause, request, kind) => {
    const { outcome, lint } = diagnosed(request);
    expect({ kind: outcome.kind, lint: lint.map((each) => each.id) }).toEqual({
      kind,
      lint: [cause],
    });
  });

  it('a secret that was sent in a header is never repeated', () => {
    for (const signature of [right, sha256('nothing'), secret]) {
      const told = diagnosed(gatewayRequest({ signature, clientId: secret }), { budgetMs: -1 });
      expect(JSON.stringify(told)).not.toContain(secret);
    }
  });

  it('a client id that is the secret too is right', () => {
    const same = { ...credential, clientId: secret };
    const signature = hmac(secret, gatewayMessage(wireBody, timestamp, secret));
    const request = gatewayRequest({ signature, clientId: secret });
    expect(diagnosed(request, { credential: same }).outcome).toEqual({ kind: 'right' });
  });

  it.each([
    ...[40, 16, 8].map((length) => hash.slice(0, length)),
    ...[dashed(hash), `${hash}  body.json`, 'None', 'nil', 'NULL', '<nil>'],
    // The hash of abc, as Python prints it.
    String.raw`b'\xbax\x16\xbf\x8f\x01\xcf\xeaAA@\xde]\xae"#\xb0\x03a\xa3\x96\x17z\x9c\xb4\x10\xffa\xf2\x00\x15\xad'`,
  ])('%s may stand for the hash of the body', (text) => {
    const hashedBody = Buffer.from(text.startsWith("b'") ? 'abc' : wireBody);
    const texts = [...hashForms.map(({ form }) => form), ...rareHashForms].map((form) =>
      renderHash(form, hashedBody, Buffer.from(secret)).toString(),
    );
    expect(texts).toContain(text);
  });

  it('covers the catalogue', () => {
    const told = new Set([...found, ...lintRows].flatMap(([each]) => each.split(' ')));
    const vague = ['body-differs', 'secret-differs'];
    expect(causes.map(({ id: each }) => each).filter((each) => !told.has(each))).toEqual(vague);
  });
});
