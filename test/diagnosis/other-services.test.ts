import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { mismatchVerdict } from '../../src/diagnosis/verdict.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hashed, hmac, sessionRequest, sha256, timestamp, wireBody } from '../helpers/observed.js';

/** Code that was written for another service, or that one slip in a script spoilt: told early, with advice that fits. */

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const id = 'demo-game';
const hash = sha256(wireBody);
const digest = Buffer.from(hash, 'hex');
const body = '{"receipt":"r/1","product_id":"gems","os_id":1,"package":"com.x"}';

const message = (text: string, used = secret, sent = wireBody): ObservedRequest =>
  gatewayRequest({ body: sent, signature: hmac(used, text) });
const hashedAs = (text: string): ObservedRequest => message(`${id}.${timestamp}.${text}`);
const session = (sent: string, signed: string, used = key): ObservedRequest =>
  sessionRequest({ body: sent, signature: hmac(used, signed) });
const withHeader = (name: string, value: string, signature: string): ObservedRequest =>
  gatewayRequest({
    signature,
    headers: [
      ['X-Client-ID', id],
      ['X-Timestamp', timestamp],
      [name, value],
      ['X-Signature', signature],
    ],
  });

const sorted = (added: string): string =>
  `os_id=1&package=com.x&product_id=gems&receipt=r/1`
    .split('&')
    .concat(added.split('&'))
    .sort()
    .join('&');
const both = `client_id=${id}&timestamp=${timestamp}`;
const otherNames = `appId=${id}&ts=${timestamp}`;
const base64Body = Buffer.from(wireBody).toString('base64');
const flat = '{"gameId":"g","username":"u"}';

type Row = readonly [what: string, ids: string, says: RegExp, request: ObservedRequest];

const layoutRows: readonly Row[] = [
  [
    'WeChat Pay, version 2',
    'body-query-sorted scheme-confused alg-plain-hash out-uppercase-hex',
    /plain hash of the message, &key= and the secret, without HMAC \(MD5\)/,
    gatewayRequest({
      body,
      signature: hashed(
        'md5',
        `os_id=1&package=com.x&product_id=gems&receipt=r/1&key=${secret}`,
      ).toUpperCase(),
    }),
  ],
  [
    'WeChat Pay, version 2, with both headers',
    'body-query-sorted layout-missing-body-hash alg-plain-hash',
    /`client_id` and `timestamp` among them.*without HMAC \(MD5\)/,
    gatewayRequest({ body, signature: hashed('md5', `${sorted(both)}&key=${secret}`) }),
  ],
  [
    'MoMo',
    'body-query-sorted layout-missing-body-hash',
    /`client_id` and `timestamp` among them, as a=1&b=2, sorted by name, instead/,
    message(sorted(both), secret, body),
  ],
  [
    'MoMo with other names',
    'body-query-sorted layout-missing-body-hash',
    /`appId` and `ts` among them/,
    message(sorted(otherNames), secret, body),
  ],
  [
    'a sorted query and the secret',
    'body-query-sorted layout-missing-body-hash layout-secret-in-message',
    /The secret stood after them\.$/,
    message(`${sorted(both)}&key=${secret}`, secret, body),
  ],
  [
    'Binance',
    'body-form-encoded layout-missing-body-hash',
    /with `timestamp` among them, .*URL-encoded/,
    message(
      `receipt=r%2F1&product_id=gems&os_id=1&package=com.x&timestamp=${timestamp}`,
      secret,
      body,
    ),
  ],
  [
    'ZaloPay',
    'body-values-joined layout-missing-body-hash',
    /only the values, before the others, with `\|` between them/,
    message(`${id}|${timestamp}|r/1|gems|1|com.x`, secret, body),
  ],
  [
    'DingTalk',
    'layout-secret-in-message',
    /`timestamp\\nsecret`/,
    message(`${timestamp}\n${secret}`),
  ],
  [
    'Lark',
    'layout-missing-client-id layout-missing-timestamp layout-missing-body-hash secret-with-client-id',
    /An empty text was signed.*`<timestamp>\\n<secret>`: the timestamp and the secret together/,
    message('', `${timestamp}\n${secret}`),
  ],
  [
    'the timestamp in the key',
    'secret-with-client-id',
    /`<secret><timestamp>`/,
    message(gatewayMessage(), secret + timestamp),
  ],
  [
    'Slack',
    'bodyhash-raw-body layout-missing-client-id layout-separator layout-extra-text',
    /`v0:<timestamp>:<body>`/,
    message(`v0:${timestamp}:${wireBody}`),
  ],
  [
    'Svix',
    'bodyhash-raw-body layout-header-added layout-missing-client-id',
    /the value of Svix-Id/,
    withHeader('Svix-Id', 'msg_1', hmac(secret, `msg_1.${timestamp}.${wireBody}`)),
  ],
  [
    'WeChat Pay, version 3',
    'bodyhash-raw-body layout-header-added layout-method-path',
    /the value of X-Nonce/,
    withHeader(
      'X-Nonce',
      'n0',
      hmac(secret, `POST\n/iap/gateway/verify\n${timestamp}\nn0\n${wireBody}\n`),
    ),
  ],
  [
    'a length',
    'layout-header-added',
    /the value of Content-Length/,
    withHeader('Content-Length', '120', hmac(secret, `${id}.${timestamp}.120.${hash}`)),
  ],
  [
    'Bybit',
    'bodyhash-raw-body layout-header-added',
    /the value of X-BAPI-RECV-WINDOW/,
    withHeader('X-BAPI-RECV-WINDOW', '5000', hmac(secret, `${timestamp}${id}5000${wireBody}`)),
  ],
  [
    'the secret before the message, without a separator',
    'layout-secret-in-message',
    /`<secret><client_id>\./,
    message(secret + gatewayMessage()),
  ],
  [
    'the gateway’s rule and secret for a session',
    'scheme-confused secret-wrong-interface',
    /The key was the client secret, which is for the gateway/,
    {
      ...withHeader('X-Request', '1', hmac(secret, gatewayMessage(flat))),
      body: Buffer.from(flat),
      interface: 'session',
      url: 'https://s.example/xmdt/session',
    },
  ],
];

const slipRows: readonly Row[] = [
  [
    'unpack("h*")',
    'bodyhash-bytes',
    /two digits of each byte swapped/,
    hashedAs(hash.replace(/(.)(.)/g, '$2$1')),
  ],
  [
    'the map of a Uint8Array',
    'bodyhash-bytes',
    /`map` leaves in a Uint8Array/,
    hashedAs(Uint8Array.from(digest, (byte) => Number(byte.toString(16))).join('')),
  ],
  ['unpack("H*")', 'bodyhash-prefixed', /`\["` before it and `"\]` after/, hashedAs(`["${hash}"]`)],
  ['the second word', 'bodyhash-prefixed', /`\*stdin`, which a command/, hashedAs('*stdin')],
  ['the first word', 'bodyhash-prefixed', /`SHA2-256\(stdin\)=`/, hashedAs('SHA2-256(stdin)=')],
  ['a missing argument', 'bodyhash-object', /`%!s\(MISSING\)`/, hashedAs('%!s(MISSING)')],
  ['the mark of zsh', 'secret-quoted', /`…%`/, message(gatewayMessage(), `${secret}%`)],
  [
    'a client id as a number',
    'client-id-number',
    /`0` was signed as the client id/,
    message(gatewayMessage(wireBody, timestamp, '0')),
  ],
  [
    'nothing passed to the HMAC',
    'layout-missing-client-id layout-missing-timestamp layout-missing-body-hash',
    /^An empty text was signed, without any part of the message/,
    message(''),
  ],
  [
    'a []byte of Go as JSON',
    'body-base64',
    /json\.Marshal/,
    message(gatewayMessage(JSON.stringify(base64Body))),
  ],
  [
    'a body of Postman',
    'body-wrapped',
    /Postman/,
    session(flat, JSON.stringify({ mode: 'raw', raw: flat })),
  ],
  ['an empty $_POST', 'body-object-tostring', /the text \[\]/, session(flat, '[]')],
];

const camel = '{"receipt":"r/1","productId":"gems","osId":1,"package":"com.x"}';
const signedAs = (other: string): ObservedRequest => message(gatewayMessage(other), secret, body);
const nameRows: readonly Row[] = [
  [
    'one member',
    'body-keys-recased',
    /^The name `package` was signed as `packageName`\.$/,
    signedAs(body.replace('package', 'packageName')),
  ],
  [
    'all members and one more',
    'body-keys-recased',
    /^The names were signed in camelCase, and `receipt` was signed as `purchaseToken`\.$/,
    signedAs(camel.replace('receipt', 'purchaseToken')),
  ],
  [
    'all members, with capital ids',
    'body-keys-recased',
    /with `ID` for `Id`/,
    signedAs(camel.replaceAll('Id"', 'ID"')),
  ],
  [
    'a timestamp that was sent as a header alone',
    'body-member-missing',
    /^`timestamp` was signed, but left out/,
    signedAs(body.replace('}', `,"timestamp":${timestamp}}`)),
  ],
  [
    'both headers',
    'body-member-missing',
    /^`client_id`, `timestamp` were signed, but left out/,
    signedAs(body.replace('{', `{"client_id":"${id}","timestamp":"${timestamp}",`)),
  ],
];

describe.each([
  ['a name', nameRows],
  ['a layout', layoutRows],
  ['a slip', slipRows],
])('%s', (_kind, rows) => {
  it.each(rows)('of %s is told', (_what, ids, says, request) => {
    const { causes, finding, spent } = diagnosed(request);
    expect(causes.join(' ')).toBe(ids);
    expect(finding?.says).toMatch(says);
    expect(spent).toBeLessThan(12_000);
  });
});

describe('advice', () => {
  const signed = hmac(key, flat);
  it.each([
    ['a member that was added', flat, flat.replace('}', `,"sign":"${signed}"}`)],
    ['an empty member', flat.replace('}', ',"sign":""}'), undefined],
  ])('is to leave out the body’s own signature: %s', (_what, text, sent) => {
    const signature = hmac(key, text);
    const whole = sent ?? text.replace('""', `"${signature}"`);
    const { finding } = diagnosed(sessionRequest({ body: whole, signature }));
    expect(finding?.fix).toMatch(/^Leave `sign` out of the body: .* X-Signature alone\.$/);
  });

  it('is to sign the complete body where a member has another value of this name', () => {
    const { finding } = diagnosed(session(flat.replace('}', ',"sign":"mine"}'), flat));
    expect(finding?.fix).toMatch(/^Sign the complete body/);
  });

  it('of a query is right for the gateway, which hashes the body', () => {
    const query = 'os_id=1&package=com.x&product_id=gems&receipt=r/1';
    const { finding } = diagnosed(message(gatewayMessage(query), secret, body));
    expect(finding?.causes).toEqual(['body-query-sorted']);
    expect(finding?.fix).not.toMatch(/signs the raw body/);
  });

  it('for a body that is not UTF-8 is to encode it', () => {
    const latin1 = Buffer.from('{"gameId":"g","username":"Án"}', 'latin1');
    const { lint } = diagnosed(sessionRequest({ body: latin1, signature: hmac(key, 'x') }), {
      mostAttempts: 100,
    });
    const problem = lint.find(({ id: each }) => each === 'request-body');
    expect(problem?.fix).toMatch(/^Encode the JSON as UTF-8/);
  });

  it.each(['SHA2-256(stdin)=', '(stdin)=', '*stdin'])('names openssl for %s alone', (signature) => {
    const { says, next } = mismatchVerdict(diagnosed(gatewayRequest({ signature })));
    expect(says).toMatch(/`openssl dgst` prints beside the digest/);
    expect(next).toMatch(/openssl dgst -r/);
  });
});

const right = hmac(secret, gatewayMessage());
it.each([
  ['DEMO-game', 'client-id-case', /exactly as it was issued/],
  [`"${id}"`, 'client-id-quoted', /without anything around it/],
  ['demo-game-live', 'client-id-header-mismatch', /issued together/],
])(
  'says what is wrong with the client id %s in the header alone, and in both',
  (sent, cause, fix) => {
    const { finding } = diagnosed(gatewayRequest({ signature: right, clientId: sent }));
    expect(finding?.causes).toEqual([cause]);
    expect(finding?.fix).toMatch(fix);
    const signature = hmac(secret, gatewayMessage(wireBody, timestamp, sent));
    const { lint } = diagnosed(gatewayRequest({ signature, clientId: sent }));
    expect(lint.map((problem) => problem.id)).toEqual([cause]);
    expect(lint[0]?.fix).toMatch(fix);
  },
);

it('takes a quoted time in the header for the mistake, not the signed one', () => {
  const { causes, finding } = diagnosed(
    gatewayRequest({ signature: right, timestamp: `"${timestamp}"` }),
  );
  expect(causes).toEqual(['ts-text-header']);
  expect(finding?.says).toMatch(/: whole seconds were signed\.$/);
});

it('shows a backslash as two where both sides would look the same', () => {
  const sent = '{"gameId":"g","username":"a\\nb"}';
  const { finding } = diagnosed(session(sent, sent.replace('\\n', '\n')));
  expect(finding?.difference?.sent).toContain('a\\\\nb');
  expect(finding?.difference?.signed).toContain('a\\nb');
  expect(finding?.difference?.sent).not.toBe(finding?.difference?.signed);
});

it('finds a time that was sent in the body alone', () => {
  const sent = `{"receipt":"r","product_id":"g","os_id":2,"timestamp":${timestamp}}`;
  const signature = hmac(secret, gatewayMessage(sent));
  const headers = [
    ['X-Client-ID', id],
    ['X-Signature', signature],
  ] as const;
  const { outcome } = diagnosed(gatewayRequest({ body: sent, signature, headers }));
  expect(
    mismatchVerdict(diagnosed(gatewayRequest({ body: sent, signature, headers }))).says,
  ).toMatch(/no X-Timestamp header.*The signature itself is right/);
  expect(outcome.kind).toBe('bad-header');
});

describe('a secret that has the client id inside it', () => {
  const ownSecret = `${id}-secret`;
  const own = { credential: { ...credential, clientSecret: ownSecret } };

  it.each([
    ['`<timestamp>\\n<secret>`: the timestamp and', `${timestamp}\n${ownSecret}`],
    ['`<secret><timestamp>`: the timestamp and', ownSecret + timestamp],
    ['`<secret><client_id>`: the client id and', ownSecret + id],
    ['`<client_id>:<secret>`: the client id and', `${id}:${ownSecret}`],
  ])('is not taken for the client id: %s the secret together', (says, used) => {
    const { finding, causes } = diagnosed(message(gatewayMessage(), used), own);
    expect(causes).toEqual(['secret-with-client-id']);
    expect(finding?.says).toContain(says);
  });
});
