import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCauseId } from '../../src/diagnosis/catalogue.js';
import { diagnose } from '../../src/diagnosis/diagnose.js';
import {
  attempts,
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hmac,
  others,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../support/observed.js';

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const right = hmac(secret, gatewayMessage());
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const reserialised = JSON.stringify(JSON.parse(wireBody));

describe('a right signature', () => {
  it.each([
    ['gateway', gatewayRequest({ signature: right })],
    ['session', sessionRequest({ signature: hmac(key, wireBody) })],
  ])('of the %s is said to be right, without a finding', (_interface, request) => {
    expect(diagnosed(request)).toMatchObject({ match: true, findings: [], lint: [] });
  });

  it('is right for any body, secret and client id', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ minLength: 1 }),
        fc.stringMatching(/^[!-~]{1,20}$/),
        (body, clientSecret, clientId) => {
          const signature = hmac(clientSecret, `${clientId}.${timestamp}.${sha256(body)}`);
          const found = diagnose(
            gatewayRequest({ signature, body, clientId }),
            { label: '', clientId, clientSecret },
            { others: [], deep: false, isOver: () => false },
          );
          expect(found).toMatchObject({ match: true, findings: [] });
          expect(found.lint.filter(({ id }) => !/^request-(?:body|members)$/.test(id))).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('one cause on the gateway', () => {
  const message = gatewayMessage();
  const [id, time, hash] = message.split('.') as [string, string, string];
  it.each<[cause: string, signature: string]>([
    ['body-json-js', hmac(secret, gatewayMessage(reserialised))],
    ['body-trailing-newline', hmac(secret, gatewayMessage(`${wireBody}\n`))],
    ['body-charset-latin1', hmac(secret, gatewayMessage(Buffer.from(wireBody, 'latin1')))],
    ['body-double-encoded', hmac(secret, gatewayMessage(JSON.stringify(wireBody)))],
    ['body-empty', hmac(secret, gatewayMessage(''))],
    ['body-object-tostring', hmac(secret, gatewayMessage('[object Object]'))],
    ['bodyhash-uppercase', hmac(secret, `${id}.${time}.${hash.toUpperCase()}`)],
    ['bodyhash-raw-body', hmac(secret, `${id}.${time}.${wireBody}`)],
    ['bodyhash-base64', hmac(secret, `${id}.${time}.${base64(hash)}`)],
    [
      'bodyhash-bytes',
      hmac(secret, Buffer.concat([Buffer.from(`${id}.${time}.`), Buffer.from(hash, 'hex')])),
    ],
    ['layout-no-separator', hmac(secret, id + time + hash)],
    ['layout-separator', hmac(secret, [id, time, hash].join('|'))],
    ['layout-order', hmac(secret, [time, id, hash].join('.'))],
    ['layout-missing-client-id', hmac(secret, `${time}.${hash}`)],
    ['layout-trailing-newline', hmac(secret, `${message}\n`)],
    ['layout-method-path', hmac(secret, ['POST', '/iap/gateway/verify', time, hash].join('\n'))],
    ['layout-key-value', hmac(secret, `client_id=${id}&timestamp=${time}&body_hash=${hash}`)],
    ['scheme-confused', hmac(secret, wireBody)],
    ['msg-prehashed', hmac(secret, sha256(message))],
    ['secret-trailing-newline', hmac(`${secret}\n`, message)],
    ['secret-surrounding-space', hmac(` ${secret}`, message)],
    ['secret-quoted', hmac(`"${secret}"`, message)],
    ['secret-prefix-stripped', hmac(secret.slice('whsec_'.length), message)],
    ['secret-env-mangled', hmac(secret.replace('$1', ''), message)],
    ['secret-wrong-environment', hmac('prod-secret-0001', message)],
    ['secret-is-client-id', hmac('demo-game', message)],
    ['secret-empty', hmac('', message)],
    ['secret-undefined', hmac('undefined', message)],
    ['secret-utf16', hmac(Buffer.from(secret, 'utf16le'), message)],
    ['secret-placeholder', hmac('changeme', message)],
    ['key-message-swapped', hmac(message, secret)],
    ['alg-hmac-sha1', hmac(secret, message, 'sha1')],
    ['alg-hmac-sha512', hmac(secret, message, 'sha512')],
    ['alg-hmac-md5', hmac(secret, message, 'md5')],
    ['alg-hmac-sha384', hmac(secret, message, 'sha384')],
    ['alg-plain-hash', sha256(message + secret)],
    ['alg-hash-of-hmac', sha256(right)],
    ['alg-double-hmac', hmac(secret, Buffer.from(right, 'hex'))],
    ['out-uppercase-hex', right.toUpperCase()],
    ['out-base64', base64(right)],
    ['out-base64url', Buffer.from(right, 'hex').toString('base64url')],
    ['out-base64-of-hex', Buffer.from(right).toString('base64')],
    ['out-dashed-hex', (right.match(/../g) ?? []).join('-').toUpperCase()],
    [
      'out-hex-sign-extended',
      [...Buffer.from(right, 'hex')]
        .map((byte) => (byte < 128 ? byte.toString(16).padStart(2, '0') : `ffffff${byte.toString(16)}`))
        .join(''),
    ],
    ['out-prefixed', `sha256=${right}`],
    ['out-prefixed', `t=${timestamp},v1=${right}`],
    ['out-prefixed', `SHA2-256(stdin)= ${right}`],
    ['out-quoted', `"${right}"`],
    ['out-bytes-literal', `b'${right}'`],
    ['out-truncated', right.slice(0, 40)],
    ['out-percent-encoded', encodeURIComponent(base64(right))],
    ['ts-ms-signed', hmac(secret, gatewayMessage(wireBody, `${timestamp}417`))],
    ['ts-float-signed', hmac(secret, gatewayMessage(wireBody, `${timestamp}.0`))],
    [
      'ts-iso-signed',
      hmac(secret, gatewayMessage(wireBody, new Date(Number(timestamp) * 1000).toISOString())),
    ],
    ['ts-regenerated', hmac(secret, gatewayMessage(wireBody, String(Number(timestamp) + 2)))],
    ['client-id-case', hmac(secret, gatewayMessage(wireBody, timestamp, 'DEMO-GAME'))],
    ['client-id-whitespace', hmac(secret, gatewayMessage(wireBody, timestamp, 'demo-game\n'))],
    ['client-id-quoted', hmac(secret, gatewayMessage(wireBody, timestamp, '"demo-game"'))],
    ['client-id-signed-other', hmac(secret, gatewayMessage(wireBody, timestamp, 'prod-game'))],
  ])('%s', (cause, signature) => {
    const { match, findings } = diagnosed(gatewayRequest({ signature }));
    expect(match).toBe(false);
    expect(findings.map(({ causes }) => causes.join(' '))).toContain(cause);
    expect(findings[0]?.causes).toHaveLength(1);
  });
});

it('out-hex-unpadded, as soon as a byte below 16 shows it', () => {
  const body = [...Array(50).keys()]
    .map((count) => `{"count":${String(count)}}`)
    .find((each) => /^(?:..)*0/.test(hmac(secret, gatewayMessage(each))));
  const bytes = [...Buffer.from(hmac(secret, gatewayMessage(body)), 'hex')];
  const signature = bytes.map((byte) => byte.toString(16)).join('');
  expect(diagnosed(gatewayRequest({ signature, body: body ?? '' })).findings[0]?.causes).toEqual([
    'out-hex-unpadded',
  ]);
});

describe('one cause on the session interface', () => {
  it.each<[cause: string, signature: string, body?: string]>([
    ['body-json-js', hmac(key, reserialised)],
    ['body-keys-sorted', hmac(key, '{"a":1,"b":2}'), '{"b":2,"a":1}'],
    ['body-crlf', hmac(key, '{\r\n}'), '{\n}'],
    ['body-trailing-newline-missing', hmac(key, '{"a":1}'), '{"a":1}\n'],
    ['body-empty-placeholder', hmac(key, '{}'), ''],
    ['secret-hex-decoded', hmac(Buffer.from(key, 'hex'), wireBody)],
    ['secret-wrong-environment', hmac('prod-key-0001', wireBody)],
    ['msg-prehashed', hmac(key, sha256(wireBody))],
    ['alg-plain-hash', sha256(wireBody + key)],
  ])('%s', (cause, signature, body = wireBody) => {
    const { findings } = diagnosed(sessionRequest({ signature, body }));
    expect(findings[0]?.causes).toEqual([cause]);
  });

  it('layout-timestamp-prefixed, with the timestamp that the sender added', () => {
    const headers = [
      ['X-Signature', hmac(key, `v0:${timestamp}:${wireBody}`)],
      ['X-Timestamp', timestamp],
    ] as const;
    const { findings } = diagnosed(sessionRequest({ signature: '', headers }));
    expect(findings[0]?.causes).toEqual(['layout-timestamp-prefixed']);
  });
});

it('two causes that meet', () => {
  const signature = base64(hmac(secret, gatewayMessage(reserialised)));
  expect(diagnosed(gatewayRequest({ signature })).findings[0]?.causes).toEqual([
    'body-json-js',
    'out-base64',
  ]);
});

describe('the headers alone', () => {
  const headersOf = (...headers: [string, string][]) => gatewayRequest({ signature: '', headers });
  const signature = right;
  const at = Number(timestamp);
  it.each<[lint: string, match: boolean, request: ReturnType<typeof gatewayRequest>]>([
    ['ts-clock-skew', true, gatewayRequest({ signature, receivedAt: at + 421 })],
    ['ts-timezone-shift', true, gatewayRequest({ signature, receivedAt: at + 7 * 3600 + 3 })],
    [
      'ts-ms-both',
      true,
      gatewayRequest({
        signature: hmac(secret, gatewayMessage(wireBody, `${timestamp}123`)),
        timestamp: `${timestamp}123`,
        receivedAt: at,
      }),
    ],
    [
      'ts-float-both',
      true,
      gatewayRequest({
        signature: hmac(secret, gatewayMessage(wireBody, `${timestamp}.25`)),
        timestamp: `${timestamp}.25`,
      }),
    ],
    [
      'ts-micro-nano-both',
      true,
      gatewayRequest({
        signature: hmac(secret, gatewayMessage(wireBody, `${timestamp}000000`)),
        timestamp: `${timestamp}000000`,
      }),
    ],
    [
      'ts-iso-both',
      true,
      gatewayRequest({
        signature: hmac(secret, gatewayMessage(wireBody, '2026-09-21T14:13:20Z')),
        timestamp: '2026-09-21T14:13:20Z',
      }),
    ],
    ['hdr-signature-missing', false, headersOf(['X-Client-ID', 'demo-game'], ['X-Timestamp', timestamp])],
    ['hdr-timestamp-missing', false, headersOf(['X-Client-ID', 'demo-game'], ['X-Signature', signature])],
    ['hdr-client-id-missing', false, headersOf(['X-Timestamp', timestamp], ['X-Signature', signature])],
    [
      'hdr-name-wrong',
      false,
      headersOf(['X-Client-ID', 'demo-game'], ['X-Timestamp', timestamp], ['X-Hub-Signature-256', signature]),
    ],
    [
      'hdr-name-wrong',
      false,
      headersOf(['X-Client-ID', 'demo-game'], ['X_Timestamp', timestamp], ['X-Signature', signature]),
    ],
    [
      'hdr-repeated',
      false,
      headersOf(
        ['X-Client-ID', 'demo-game'],
        ['X-Timestamp', String(Number(timestamp) - 8)],
        ['X-Timestamp', timestamp],
        ['X-Signature', signature],
      ),
    ],
    [
      'hdr-repeated',
      false,
      headersOf(
        ['X-Client-ID', 'demo-game'],
        ['X-Timestamp', timestamp],
        ['X-Signature', `${hmac('old', 'x')}, ${signature}`],
      ),
    ],
  ])('%s, match %s', (lint, match, request) => {
    // What cannot be found at all need not be searched for long.
    const found = diagnosed(request, 10_000);
    expect({ match: found.match, lint: found.lint.map(({ id }) => id) }).toEqual({ match, lint: [lint] });
  });

  it('a clock that is off by less than the window is no matter', () => {
    expect(diagnosed(gatewayRequest({ signature, receivedAt: at - 299 })).lint).toEqual([]);
  });
});

describe('what nobody could explain', () => {
  it.each([
    ['a secret that was not given', hmac('an entirely different secret', gatewayMessage())],
    ['a random digest', sha256('random')],
    [
      'a value that was changed after signing',
      hmac(secret, gatewayMessage(wireBody.replace('"level":7', '"level":8'))),
    ],
    ['a text that is no digest', 'not-a-signature'],
  ])('%s is unknown: nothing is claimed', (_what, signature) => {
    const found = diagnose(gatewayRequest({ signature }), credential, {
      others,
      deep: false,
      isOver: attempts(10_000),
    });
    expect(found).toMatchObject({ match: false, findings: [] });
  });

  it.each(['', 'zz', '%%%'])('without a digest nothing is searched for, not even deeply: %j', (signature) => {
    const found = diagnose(gatewayRequest({ signature }), credential, {
      others,
      deep: true,
      isOver: () => false,
    });
    expect(found).toMatchObject({ match: false, findings: [], tried: 0 });
  });

  it('a signature cut to fewer than 64 bits is never claimed', () => {
    const found = diagnosed(gatewayRequest({ signature: right.slice(0, 15) }));
    expect(found.findings).toEqual([]);
  });
});

describe('a finding', () => {
  it('says what it is, how to mend it, and where the bytes differ first', () => {
    const [finding] = diagnosed(
      gatewayRequest({ signature: hmac(secret, gatewayMessage(`${wireBody}\n`)) }),
    ).findings;
    expect(finding?.says).toMatch(/\.$/);
    expect(finding?.fix).toMatch(/\.$/);
    expect(finding?.difference).toMatchObject({ offset: Buffer.byteLength(wireBody) });
  });

  it.each<[says: string, request: ReturnType<typeof gatewayRequest>]>([
    [
      'The three parts of the message were joined with `:` instead of `.`.',
      gatewayRequest({ signature: hmac(secret, gatewayMessage().split('.').join(':')) }),
    ],
    [
      'The three parts of the message were joined in the wrong order: timestamp, client id, body hash.',
      gatewayRequest({
        signature: hmac(secret, gatewayMessage().replace(/^(.*)\.(.*)\.(.*)$/, '$2.$1.$3')),
      }),
    ],
    [
      'The message has `undefined` where the timestamp belongs.',
      gatewayRequest({ signature: hmac(secret, gatewayMessage().replace(/\..*\./, '.undefined.')) }),
    ],
    [
      'The clock was read twice: the signed timestamp is 3 seconds later than X-Timestamp.',
      gatewayRequest({
        signature: hmac(secret, gatewayMessage().replace(timestamp, String(Number(timestamp) + 3))),
      }),
    ],
    [
      'The HMAC key was the secret with a tab after it.',
      sessionRequest({ signature: hmac(`${key}\t`, wireBody) }),
    ],
    [
      'The text `[object Object]` was signed instead of the body.',
      sessionRequest({ signature: hmac(key, '[object Object]') }),
    ],
    [
      'Compact JSON (without spaces) was signed, but the body was sent with spaces after commas or colons.',
      sessionRequest({ body: '{"a": [1.0, 2]}', signature: hmac(key, '{"a":[1.0,2]}') }),
    ],
    [
      'Compact JSON (without spaces) was signed, but the body was sent with line breaks.',
      sessionRequest({ body: '{\n  "a": 1.0\n}', signature: hmac(key, '{"a":1.0}') }),
    ],
    [
      'Compact JSON (without spaces) was signed, but the body was sent with spaces.',
      sessionRequest({ body: '{ "a": 1.0 }', signature: hmac(key, '{"a":1.0}') }),
    ],
    [
      'The body was HTML-escaped (such as `&` to `&amp;`) before it was signed, but not before it was sent.',
      sessionRequest({ body: '{"a":"&"}', signature: hmac(key, '{&quot;a&quot;:&quot;&amp;&quot;}') }),
    ],
    [
      'The signature was sent as a list of byte numbers.',
      sessionRequest({ signature: [...Buffer.from(hmac(key, wireBody), 'hex')].join(',') }),
    ],
  ])('says what this variant did: %s', (says, request) => {
    expect(diagnosed(request).findings[0]?.says).toBe(says);
  });

  it('says of each of several causes what its variant did', () => {
    const message = gatewayMessage(`${wireBody}\n`).split('.').join('|');
    expect(diagnosed(gatewayRequest({ signature: hmac(secret, message) })).findings[0]?.says).toBe(
      'A line break was signed after the body, but it was not sent. ' +
        'The three parts of the message were joined with `|` instead of `.`.',
    );
  });

  it('names only causes of the catalogue', () => {
    const { findings } = diagnosed(gatewayRequest({ signature: hmac(secret, gatewayMessage(reserialised)) }));
    const ids = findings.flatMap(({ causes }) => causes);
    expect(ids.filter((each) => !isCauseId(each))).toEqual([]);
  });

  it('never holds a secret', () => {
    const { findings } = diagnosed(gatewayRequest({ signature: hmac(`${secret}\n`, gatewayMessage()) }));
    expect(JSON.stringify(findings)).not.toContain(secret);
  });
});
