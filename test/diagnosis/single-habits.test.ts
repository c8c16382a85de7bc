import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hmac, sessionRequest, sha256, timestamp, wireBody } from '../helpers/observed.js';

/** What one language or tool does to a value: found early, and told by a sentence that names it. */

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const id = 'demo-game';
const hash = sha256(wireBody);
const digest = Buffer.from(hash, 'hex');

const message = (text: string | Uint8Array, used: string | Uint8Array = secret): ObservedRequest =>
  gatewayRequest({ signature: hmac(used, text) });
const hashedAs = (text: string): ObservedRequest => message(`${id}.${timestamp}.${text}`);
const signed = (body: string, other: string, time = timestamp): ObservedRequest =>
  gatewayRequest({ body, signature: hmac(secret, gatewayMessage(other, time)) });
const body = (sent: string | Uint8Array, other: string | Uint8Array): ObservedRequest =>
  sessionRequest({ body: sent, signature: hmac(key, other) });

const flat = '{"gameId":"g","username":"u"}';
const purchase = '{"receipt":"r-1","product_id":"gems","os_id":1,"package":"com.x"}';
const echoed = `-n ${wireBody}\n`;

type Row = readonly [ids: string, says: RegExp, request: ObservedRequest];

const hashRows: readonly Row[] = [
  ['bodyhash-object', /`System\.Byte\[\]`/, hashedAs('System.Byte[]')],
  ['bodyhash-object', /`32 bytes`/, hashedAs('32 bytes')],
  ['bodyhash-prefixed', /`SHA256 digest: ` before it\.$/, hashedAs(`SHA256 digest: ${hash}`)],
  ['bodyhash-prefixed', /`#<Digest::SHA256: `/, hashedAs(`#<Digest::SHA256: ${hash}>`)],
  ['bodyhash-prefixed', /`Optional\("` before/, hashedAs(`Optional("${hash}")`)],
  ['bodyhash-bytes', /JSON of a Node Buffer/, hashedAs(JSON.stringify(digest))],
  ['bodyhash-bytes', /Elixir/, hashedAs(`<<${digest.join(', ')}>>`)],
  ['bodyhash-bytes', /read as Latin-1/, hashedAs(digest.toString('latin1'))],
  [
    'bodyhash-bytes',
    /Node prints a Buffer/,
    hashedAs(`<Buffer ${(hash.match(/../g) ?? []).join(' ')}>`),
  ],
  ['bodyhash-hmac', /the secret and the body/, hashedAs(sha256(secret + wireBody))],
  [
    'bodyhash-negative',
    /from -80 to 7f/,
    hashedAs(Array.from(Int8Array.from(digest), (byte) => byte.toString(16)).join('')),
  ],
];

const messageRows: readonly Row[] = [
  ['client-id-quoted', /Optional/, message(`Optional("${id}").${timestamp}.${hash}`)],
  ['ts-text-signed', /Optional/, message(`${id}.Optional(${timestamp}).${hash}`)],
  [
    'bodyhash-prefixed ts-text-signed client-id-quoted',
    /Optional/,
    message(`Optional("${id}").Optional(${timestamp}).Optional("${hash}")`),
  ],
  ['layout-extra-text', /`-n `/, message(`-n ${gatewayMessage()}\n`)],
  ['body-trailing-newline layout-extra-text', /echo -n/, message(`-n ${gatewayMessage(echoed)}\n`)],
  ['msg-encoded', /UTF-16LE/, message(Buffer.from(gatewayMessage(), 'utf16le'))],
  [
    'secret-utf16 msg-encoded',
    /UTF-16LE/,
    message(Buffer.from(gatewayMessage(), 'utf16le'), Buffer.from(secret, 'utf16le')),
  ],
  ['msg-truncated', /first 63 bytes/, message(gatewayMessage().slice(0, 63))],
  ['ts-iso-signed', /Indochina Time/, message(`${id}.${scriptDate()}.${hash}`)],
];

/** As JavaScript prints the time in Vietnam. */
function scriptDate(): string {
  const local = new Date((Number(timestamp) + 7 * 3_600) * 1_000).toUTCString();
  const [weekday = '', day = '', month = '', year = '', time = ''] = local
    .replace(',', '')
    .split(' ');
  return `${weekday} ${month} ${day} ${year} ${time} GMT+0700 (Indochina Time)`;
}

const emoji = '{"gameId":"g","username":"a💎"}';
const bodyRows: readonly Row[] = [
  [
    'body-modified-utf8',
    /six bytes .* beyond U\+FFFF, such as an emoji\.$/,
    body(
      emoji,
      Buffer.from('7b2267616d654964223a2267222c22757365726e616d65223a2261eda0bdedb28e227d', 'hex'),
    ),
  ],
  ['body-member-changed', /beyond U\+FFFF, such as emoji/, body('{"a":"é💎"}', '{"a":"é"}')],
  ['body-member-changed', /`\?` .* beyond U\+FFFF/, body('{"a":"陈𠮷"}', '{"a":"陈?"}')],
  ['body-trailing-newline', /`-n ` before it and a line break/, body(flat, `-n ${flat}\n`)],
  ['body-trailing-newline', /`-n ` before it/, message(gatewayMessage(echoed))],
  ['body-object-tostring', /the text nil/, body(flat, 'nil')],
  ['body-object-tostring', /the text None/, body(flat, 'None')],
  ['body-object-tostring', /Swift/, body(flat, `Optional(${JSON.stringify(flat)})`)],
  [
    'body-charset-ascii',
    /highest bit/,
    body('{"gameId":"é"}', Buffer.from('{"gameId":"é"}').toString('ascii')),
  ],
  ['body-form-encoded', /name of a field/, body(flat, JSON.stringify({ [flat]: '' }))],
  [
    'body-form-encoded',
    /name of a field/,
    body(
      '{"gameId":"g=","username":"a+b"}',
      '{"{\\"gameId\\":\\"g":"\\",\\"username\\":\\"a b\\"}"}',
    ),
  ],
  [
    'body-wrapped',
    /copy of itself, as its member `session`/,
    body(flat, `${flat.slice(0, -1)},"session":${flat}}`),
  ],
  [
    'body-member-missing',
    /Object\.keys\(body\)\.sort\(\)/,
    body('{"b":{"c":1,"a":2},"a":3}', '{"a":3,"b":{"a":2}}'),
  ],
  [
    'body-member-missing',
    /Object\.keys\(body\)\)`/,
    body('{"b":{"c":1},"a":[{"d":1,"a":2}]}', '{"b":{},"a":[{"a":2}]}'),
  ],
  // No member is left out: the keys were only sorted.
  ['body-keys-sorted', /sorted/, body('{"b":{"b":1,"a":2},"a":3}', '{"a":3,"b":{"a":2,"b":1}}')],
  [
    'body-numbers-as-strings',
    /JSON_NUMERIC_CHECK/,
    body('{"gameId":"g","build":"1.10","n":"007"}', '{"gameId":"g","build":1.1,"n":7}'),
  ],
  ['body-map-tostring', /a C# record/, body(flat, 'SessionRequest { GameId = g, Username = u }')],
  [
    'body-map-tostring',
    /a Rust struct/,
    body(flat, 'SessionRequest { game_id: "g", username: "u" }'),
  ],
  ['body-map-tostring', /Elixir’s inspect/, body(flat, '%{"gameId" => "g", "username" => "u"}')],
  ['body-map-tostring', /a Swift dictionary/, body(flat, '["username": "u", "gameId": "g"]')],
  ['body-html-escaped', /`&amp;` in place of every &/, body('{"a":"x & y"}', '{"a":"x &amp; y"}')],
  [
    'body-json-gson',
    /\. Gson, for/,
    body('{"a":"x==","b":"é"}', '{"a":"x\\u003d\\u003d","b":"é"}'),
  ],
  ...[
    '{{RECEIPT}}',
    '{{purchaseToken}}',
    '{{token}}',
    '{{purchase_token}}',
    '{{receipt_data}}',
  ].map((name): Row => [
    'layout-template-unfilled',
    /values were filled in/,
    signed(purchase, purchase.replace('r-1', name)),
  ]),
  [
    'layout-template-unfilled',
    /values were filled in/,
    signed(purchase, purchase.replace('"os_id":1', '"os_id":{{osId}}')),
  ],
  ...[':"{{osId}}"', ':{{osId}}'].map((osId): Row => [
    'layout-template-unfilled',
    /values were filled in/,
    signed(
      purchase,
      `{"receipt":"{{receipt}}","product_id":"{{productId}}","os_id"${osId},"package":"{{package}}"}`,
    ),
  ]),
  ['layout-template-unfilled', /game_id/, body(flat, flat.replace('"g"', '"{{game_id}}"'))],
];

const keyRows: readonly Row[] = [
  [
    'secret-base64-encoded secret-trailing-newline',
    /and a line break/,
    message(gatewayMessage(), Buffer.from(`${secret}\n`).toString('base64')),
  ],
  ['secret-truncated', /first 8 bytes/, message(gatewayMessage(), secret.slice(0, 8))],
  ['secret-misread', /^One character/, message(gatewayMessage(), secret.replace('Z', '2'))],
  [
    'secret-with-client-id',
    /basic authentication/,
    message(gatewayMessage(), Buffer.from(`${id}:${secret}`).toString('base64')),
  ],
  [
    'secret-with-client-id',
    /basic authentication/,
    message(gatewayMessage(), Buffer.from(`prod-game:${secret}`).toString('base64')),
  ],
];

const right = Buffer.from(hmac(secret, gatewayMessage()), 'hex');
const signatureRows: readonly Row[] = [
  [
    'out-hex-negative',
    /from -80 to 7f/,
    gatewayRequest({
      signature: Array.from(Int8Array.from(right), (byte) => byte.toString(16)).join(''),
    }),
  ],
  ['out-bytes-list', /list of its bytes/, gatewayRequest({ signature: JSON.stringify(right) })],
];

describe('a habit of one tool', () => {
  it.each([...hashRows, ...messageRows, ...bodyRows, ...keyRows, ...signatureRows])(
    '%s: %s',
    (ids, says, request) => {
      const { causes, finding, spent } = diagnosed(request);
      expect(causes).toEqual(ids.split(' '));
      expect(finding?.says).toMatch(says);
      // A date in a zone is one of many.
      expect(spent).toBeLessThan(ids === 'ts-iso-signed' ? 60_000 : 6_500);
    },
  );

  it('a secret in base64 may be decoded into a text', () => {
    const bytes = Buffer.from('f1e2d3c4b5a697887766554433221100', 'hex');
    const own = { ...credential, clientSecret: bytes.toString('base64') };
    const request = message(gatewayMessage(), Buffer.from(bytes.toString('latin1')));
    const { causes, finding } = diagnosed(request, { credential: own });
    expect(causes).toEqual(['secret-base64-decoded']);
    expect(finding?.says).toMatch(/`atob`/);
  });

  it('a body and a timestamp may both be unfilled', () => {
    const request = signed(purchase, purchase.replace('r-1', '{{receipt}}'), 'undefined');
    const { causes, spent } = diagnosed(request);
    expect(causes).toEqual(['layout-template-unfilled', 'ts-undefined']);
    expect(spent).toBeLessThan(100_000);
  });

  it('the client id of another credential may be joined with the secret', () => {
    const { causes, finding } = diagnosed(message(gatewayMessage(), `prod-game:${secret}`));
    expect(causes).toEqual(['secret-with-client-id']);
    expect(finding?.says).toMatch(/`<client_id>:<secret>`: the client id of prod and the secret/);
  });

  it('a misread secret is not shown', () => {
    const used = secret.replace('Z', '2');
    const told = JSON.stringify(diagnosed(message(gatewayMessage(), used)));
    expect(told).not.toContain(secret);
    expect(told).not.toContain(used);
  });
});

describe('words', () => {
  it('tell which of two times is later', () => {
    const request = signed('{}', '{}', String(Number(timestamp) + 2));
    expect(diagnosed(request).finding?.says).toMatch(/: the signed time is 2 s later\.$/);
  });

  it('name Gson by its escapes or its numbers alone', () => {
    const sent = '{"gameId": "g", "username": "u", "roleId": null}';
    const { finding } = diagnosed(body(sent, flat));
    expect(finding?.causes).toEqual(['body-nulls-dropped']);
    expect(finding?.says).not.toMatch(/Gson/);
  });

  it('of a fix for the session interface speak of the body', () => {
    for (const text of [sha256(flat), `POST${flat}`]) {
      const { finding } = diagnosed(body(flat, text));
      expect(finding?.fix).toMatch(/body/);
      expect(finding?.fix).not.toMatch(/message|gateway/);
    }
  });

  it('end what Unreal writes with a comma', () => {
    const sent = '{"gameId":"g"}';
    const { finding } = diagnosed(body(sent, '{\r\n\t"gameId": "g"\r\n}'));
    expect(finding?.says).toMatch(/as Unreal writes it, was signed/);
  });
});
