import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnoseInTime } from '../../src/diagnosis/diagnose.js';
import { findDifference } from '../../src/diagnosis/difference.js';
import { addServiceAnswer } from '../../src/diagnosis/lint/answer.js';
import { wrongSignatureText } from '../../src/diagnosis/lint/signature-text.js';
import { mismatchVerdict } from '../../src/diagnosis/verdict.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hmac, sessionRequest, sha256, timestamp, wireBody } from '../helpers/observed.js';

const secret = credential.clientSecret ?? '';
/** Ends the search at its first look at the clock: what is asked is told of the request alone. */
const searchless = { budgetMs: -1 };
const right = hmac(secret, gatewayMessage());
const headed = (name: string, value: string): ObservedRequest => {
  const others = [['X-Client-ID', 'demo-game'] as const, ['X-Timestamp', timestamp] as const];
  return gatewayRequest({ signature: '', headers: [...others, [name, value]] });
};

it.each<[what: string, request: ObservedRequest, outcome: object, says: RegExp]>([
  [
    'in another header that may be it, which is a guess',
    headed('Digest', sha256(wireBody)),
    { kind: 'bad-header', problem: { id: 'hdr-signature-missing' } },
    /took Digest in its place, which is a guess/,
  ],
  [
    'right in another header',
    headed('Digest', right),
    { kind: 'bad-header', problem: { id: 'hdr-name-wrong' }, isSigned: true },
    /Digest/,
  ],
  [
    'right in another header, after the name of its scheme',
    headed('Authorization', `HMAC ${right}`),
    { kind: 'bad-header', problem: { id: 'hdr-name-wrong' }, isSigned: true },
    /Authorization/,
  ],
  [
    'missing, and never taken from a CSRF token',
    headed('X-CSRF-Token', sha256('token')),
    { kind: 'bad-header', problem: { id: 'hdr-signature-missing' } },
    /^(?!.*CSRF)/,
  ],
])('a signature that is %s', (_what, request, outcome, says) => {
  const found = diagnosed(request);
  expect(found.outcome).toMatchObject(outcome);
  expect(found.lint[0]?.says).toMatch(says);
});

it.each<[kind: string, what: string, request: ObservedRequest]>([
  ['masked', 'stars', gatewayRequest({ signature: 'abc***def' })],
  ['masked', 'an ellipsis', gatewayRequest({ signature: `${right.slice(0, 8)}…` })],
  ['masked', 'a word for it', gatewayRequest({ signature: '<redacted>' })],
  [
    'masked',
    'a masked body',
    gatewayRequest({ signature: right, body: wireBody.replace('r-1', 'r-***') }),
  ],
  ['not-a-digest', 'a text that is none', gatewayRequest({ signature: 'not-a-signature' })],
])('what cannot be judged is %s: %s', (kind, _what, request) => {
  expect(diagnosed(request, searchless).outcome.kind).toBe(kind);
});

it('half a pair of surrogates in a name ends no search', () => {
  const body = '{"\\ud800receipt":"abc"}';
  expect(diagnosed(gatewayRequest({ signature: sha256('other'), body })).outcome.kind).toBe(
    'unknown',
  );
});

it('a time that only the given message shows is tried: the rule of the other interface', () => {
  const message = `demo-game.${timestamp}.${sha256(wireBody)}`;
  const request = sessionRequest({
    signature: hmac(credential.secretKey ?? '', message),
    headers: [['X-Signature', hmac(credential.secretKey ?? '', message)]],
  });
  const sender = { message: Buffer.from(message) };
  const { outcome } = diagnoseInTime(request, { credential, budgetMs: 60_000, sender }, () => 0);
  expect(outcome).toMatchObject({ kind: 'explained', finding: { causes: ['scheme-confused'] } });
});

it('a client id without its leading zeros is said to have been read as a number', () => {
  const own = { ...credential, clientId: '00417' };
  const signature = hmac(credential.clientSecret ?? '', gatewayMessage(wireBody, timestamp, '417'));
  const request = gatewayRequest({ signature, clientId: '417' });
  const { lint } = diagnoseInTime(request, { credential: own, budgetMs: 60_000 }, () => 0);
  expect(lint.map(({ id }) => id)).toEqual(['client-id-number']);
});

describe('the text of X-Signature', () => {
  const message = Buffer.from(gatewayMessage());
  const [variable, printed] = [
    /^X-Signature has the name of a v/,
    /^X-Signature has what a program prints/,
  ];
  const afterMessage = Buffer.concat([message, Buffer.from(right, 'hex')]).toString('hex');
  const inBase64 = Buffer.alloc(24, 7).toString('base64').replaceAll('B', '+');
  it.each<[says: RegExp, ...texts: string[]]>([
    [/^X-Signature is empty\.$/, '  '],
    [variable, '$sig', '${SIGNATURE}', '{{ signature }}', '<signature>'],
    [/for a promise: nobody waited/, '[object Promise]'],
    [printed, '[object Object]', '<bound method HMAC.hexdigest of <hmac.HMAC object at 0x7f>>'],
    [
      printed,
      '<hmac.HMAC object at 0x7f01>',
      'javax.crypto.Mac@6d06d69c',
      "b'\\x01\\xff'",
      'undefined',
    ],
    [/^X-Signature has what C# prints for a byte array/, 'System.Byte[]', 'System.SByte[]'],
    [
      /^X-Signature has the bytes of the digest as JSON\./,
      JSON.stringify(Buffer.from(right, 'hex')),
      JSON.stringify({ ...Buffer.from(right, 'hex') }),
    ],
    [
      /^X-Signature has hex with minus signs/,
      [...Int8Array.from(Buffer.from(right, 'hex'))].map((byte) => byte.toString(16)).join(''),
    ],
    [/^X-Signature has a time and a signature.*as Stripe/, `t=1700000000,v1=${right}`],
    [/^X-Signature has 64 hexadecimal digits after 18 other/, `HMAC with SHA256: ${right}`],
    [/^X-Signature has 64 hexadecimal digits after `sha256=`.*wrong, too/, `sha256=${right}`],
    [
      /digits instead of 64\. Decoded, it begins with the text that should be signed\.$/,
      afterMessage,
    ],
    [/^X-Signature has 50 hexadecimal digits instead of 64\.$/, right.slice(0, 50)],
    [/Decoded from base64 it has 24 bytes; a SHA-256 digest has 32\.$/, inBase64],
    [
      /^X-Signature has 13 characters\. It must be 64 hexadecimal digits\.$/,
      'no-signature!',
      '[B@6d06d69c00',
    ],
  ])('is told: %s', (says, ...texts) => {
    for (const text of texts) expect(wrongSignatureText(text, message)?.says).toMatch(says);
  });

  it('is right in form with 64 hexadecimal digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-fA-F]{64}$/), (text) => {
        expect(wrongSignatureText(text, message)).toBeUndefined();
      }),
    );
  });

  it('is never repeated, whatever it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[g-z]{12,40}$/), (text) => {
        const told = wrongSignatureText(text, message);
        expect(told).toBeDefined();
        expect(`${String(told?.says)} ${String(told?.fix)}`).not.toContain(text);
      }),
    );
  });
});

it('a timestamp of the year 2100 is outside any window, also without a time of arrival', () => {
  const late = '4102444800';
  const signature = hmac(secret, gatewayMessage(wireBody, late));
  const says = expect.stringContaining('year 2100') as string;
  expect(diagnosed(gatewayRequest({ signature, timestamp: late }))).toMatchObject({
    outcome: { kind: 'refused-anyway' },
    lint: [{ id: 'ts-clock-skew', says }],
  });
});

describe('what the sender’s program had in hand', () => {
  const gateway = gatewayRequest({ signature: sha256('of no key') });
  const session = sessionRequest({ body: '{"a":1}', signature: sha256('of no key') });
  const atKey = { kind: 'step-differs', step: 'key' };
  const logged = `2026-09-21 INFO signing message=${gatewayMessage(wireBody, '1790000001')}`;
  const withPath = `POST\n/iap/gateway/verify\n${timestamp}\n${sha256(wireBody).toUpperCase()}`;

  const saying = (words: string): object => ({
    finding: { says: expect.stringContaining(words) as string },
  });
  it.each<[what: string, message: string, outcome: object, request?: ObservedRequest]>([
    [
      'is compared to the character',
      `${gatewayMessage()}x`,
      saying('from character 86 on (86 characters'),
    ],
    [
      'may have the secret in it',
      `demo-game.${secret}.1.${sha256(wireBody)}`,
      saying('the secret in it.'),
    ],
    ['leaves the key if it is right', gatewayMessage(), atKey],
    ['may be in hex', Buffer.from(gatewayMessage()).toString('hex'), atKey],
    ['may have the line break of its file', `${gatewayMessage()}\n`, atKey],
    [
      'is found in a line of a log',
      logged,
      { step: 'message', finding: { causes: ['ts-regenerated'] } },
    ],
    [
      'may have two',
      withPath,
      { finding: { causes: ['bodyhash-uppercase', 'layout-method-path'] } },
    ],
    ['is the body of a session', '{"a":2}', { finding: { difference: { offset: 5 } } }, session],
  ])('%s', (_what, message, outcome, request = gateway) => {
    const sender = { message: Buffer.from(message) };
    expect(diagnosed(request, { sender, ...searchless }).outcome).toMatchObject(outcome);
  });

  it.each([
    ['64 KB', 0, ['secret-hex-encoded']],
    ['more, as each attempt hashes all of it', 1, []],
  ])('shows a rarer mistake with the key in a message of %s', (_what, more, causes) => {
    const message = 'm'.repeat(65_536 + more);
    const hexKey = Buffer.from(credential.secretKey ?? '').toString('hex');
    const request = sessionRequest({ body: '{"a":1}', signature: hmac(hexKey, message) });
    const sender = { message: Buffer.from(message) };
    const { outcome } = diagnosed(request, { sender, ...searchless });
    expect(outcome).toMatchObject({
      step: 'message',
      finding: { causes: ['body-differs', ...causes] },
    });
  });
});

it('the first difference is shown by its place, with some sixty bytes, and without what nobody sees', () => {
  const between = (sent: string, signed: string) =>
    findDifference(Buffer.from(sent), Buffer.from(signed));
  const long = 'x'.repeat(500);
  const { sent } = between(`${long}1${long}`, `${long}2${long}`) ?? {};
  expect(sent).toMatch(/^…x{20}1x{35}…$/);
  expect(between('ä\u001b', 'ä')).toMatchObject({ offset: 2, sent: 'ä\\u{1b}', signed: 'ä' });
  expect(between('ä', 'ö')).toMatchObject({ offset: 1 });
  expect(between('{"a":1}', '{"a":1}')).toBeNull();
});

describe('the line break that an editor adds to the end of a file', () => {
  const compact = '{"gameId":"demo","username":"player-1"}';
  const spaced = '{"gameId": "demo", "username": "player-1"}';
  const fromFile = (body: string, signed: string): ObservedRequest => {
    const signature = hmac(credential.secretKey ?? '', signed);
    return { ...sessionRequest({ body, signature }), endsFile: true };
  };

  it.each([
    ['signed', `${compact}\n`],
    ['not signed', compact],
  ])('is no mistake beside another, whether it was %s', (_what, signed) => {
    const found = diagnosed(fromFile(`${spaced}\n`, signed));
    expect(found).toMatchObject({ causes: ['body-json-compact'], fileEnd: 'added' });
  });

  it.each([
    [compact, compact, null],
    [`${compact}\n`, compact, 'added'],
    [`${compact} \t\r\n`, compact, 'added'],
    [`${compact}\n`, `${compact}\n`, 'signed'],
  ])('may be signed or not: %j signed as %j', (body, signed, fileEnd) => {
    expect(diagnosed(fromFile(body, signed))).toMatchObject({
      outcome: { kind: 'right' },
      fileEnd,
    });
  });
});

describe('the refusal of the service', () => {
  const answer = { status: 404, atS: undefined, object: undefined };
  const elsewhere = { ...gatewayRequest({ signature: right }), url: '/iap/gateway/verify/' };
  it.each([
    ['is told alone', gatewayRequest({ signature: right }), /The service answered HTTP 404/],
    ['comes after what explains it', elsewhere, /is not one of/],
  ])('%s', (_what, request, says) => {
    const refused = addServiceAnswer(diagnosed(request), 'gateway', answer);
    expect(refused.outcome).toEqual({ kind: 'refused-anyway' });
    expect(refused.lint.map(({ id }) => id)).toContain('answer-refused');
    expect(mismatchVerdict(refused)).toMatchObject({
      id: 'cannot-succeed',
      says: expect.stringMatching(says) as string,
    });
  });
});

/** Sentences that were once told of a mistake of which they are false. */
describe('what is told is true of the bytes', () => {
  const keyed = (used: string) => gatewayRequest({ signature: hmac(used, gatewayMessage()) });
  const session = (sent: string | Uint8Array, signed: string | Uint8Array) =>
    sessionRequest({ body: sent, signature: hmac(credential.secretKey ?? '', signed) });
  const latin1 = Buffer.from('{"a":"Zoë"}', 'latin1');

  it.each([
    ['a space after the body', session('{"a":1}', '{"a":1} '), /without the line break/, /space/],
    ['the key as Python prints bytes', keyed(`b'${secret}'`), /[Rr]emove the quotes/, /b'…'/],
    ['the key in angle brackets', keyed(`<${secret}>`), /[Rr]emove the quotes/, /<…>/],
    ['client id and secret as the key', keyed(`demo-game${secret}`), /[Ss]wap/, /secret alone/],
    [
      'a form that was sent',
      session('a=x&b=2', '{"a":"x","b":2}'),
      /[Ss]ign the JSON bytes/,
      /form/,
    ],
    [
      'Latin-1 sent, UTF-8 signed',
      session(latin1, '{"a":"Zoë"}'),
      /again|twice/,
      /sent in Latin-1/,
    ],
    [
      'the path in the message',
      {
        ...gatewayRequest({
          signature: hmac(
            secret,
            `demo-game.${timestamp}.POST./iap/gateway/verify.${sha256(wireBody)}`,
          ),
        }),
        url: '/iap/gateway/verify',
      },
      /URL/,
      /METHOD\.PATH\./,
    ],
    [
      'a body that was compressed after it was signed',
      session(gzipSync('{"gameId":"g","username":"u"}'), '{"gameId":"g","username":"u"}'),
      /the service refuses/,
      /Remove the compression and the `Content-Encoding` header/,
    ],
    [
      'the JSON as a field of a form',
      session('{"a":1}', `body=${encodeURIComponent('{"a":1}')}`),
      /[Ss]end the fields as JSON/,
      /the JSON bytes that are sent/,
    ],
    ['UTF-8 sent, Latin-1 signed', session('{"a":"Zoë"}', latin1), /again|twice/, /in Latin-1/],
  ])('%s', (_, request, never, always) => {
    const { says, next, id } = mismatchVerdict(diagnosed(request));
    expect(id).toBe('cause-found');
    expect(`${says} ${next}`).not.toMatch(never);
    expect(`${says} ${next}`).toMatch(always);
  });

  it.each([
    ['time', /`--budget` gives it more/],
    ['attempts', /^Compare the key first/],
  ] as const)(
    'an unknown names the limit that more time helps, and no key: %s',
    (cutShort, next) => {
      const outcome = { kind: 'unknown', cutShort } as const;
      const verdict = mismatchVerdict({
        ...diagnosed(gatewayRequest({ signature: right })),
        outcome,
        lint: [],
      });
      expect(verdict.next).toMatch(next);
      expect(verdict.next).not.toMatch(/the key is wrong/);
    },
  );
});

describe('a message with another order and another separator', () => {
  const parts = { client_id: 'demo-game', timestamp, body_hash: sha256(wireBody) };
  const orders = [
    ['client_id', 'body_hash', 'timestamp'],
    ['timestamp', 'client_id', 'body_hash'],
    ['timestamp', 'body_hash', 'client_id'],
    ['body_hash', 'client_id', 'timestamp'],
    ['body_hash', 'timestamp', 'client_id'],
  ] as const;
  it.each([':', '\n', '|', ',', '', '-', '_', '&'])('is found with %j', (separator) => {
    for (const names of orders) {
      const signed = names.map((name) => parts[name]).join(separator);
      const request = gatewayRequest({ signature: hmac(secret, signed) });
      const { causes, finding, tried } = diagnosed(request);
      expect(causes).toEqual([
        'layout-order',
        separator === '' ? 'layout-no-separator' : 'layout-separator',
      ]);
      // A name would run into the text beside it.
      const shown = ['', '-', '_'].includes(separator) ? names.map((name) => `<${name}>`) : names;
      expect(finding?.says).toContain(`\`${shown.join(separator).replaceAll('\n', '\\n')}\``);
      expect(tried).toBeLessThan(20_000);
    }
  });
});

describe('a signature that nothing explains', () => {
  it.each([
    ['gateway', gatewayRequest({ signature: sha256('nothing') })],
    ['session', sessionRequest({ signature: sha256('nothing') })],
  ])('ends within 800,000 attempts: %s', (_, request) => {
    const { outcome, tried } = diagnosed(request);
    expect(outcome.kind).toBe('unknown');
    expect(tried).toBeLessThanOrEqual(800_256);
  });

  it('asks the clock at each attempt with a body of 5 MB', () => {
    const body = JSON.stringify({
      gameId: 'demo',
      username: 'x'.repeat(5_000_000),
      list: [1.5, 'é/<'],
    });
    const request = sessionRequest({ body, signature: sha256('nothing') });
    let asked = 0;
    const { outcome, tried } = diagnoseInTime(
      request,
      { credential, budgetMs: 10 },
      () => (asked += 1),
    );
    expect(outcome).toEqual({ kind: 'unknown', cutShort: 'time' });
    expect(tried).toBeLessThanOrEqual(12);
  });
});
