import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../src/diagnosis/verdict.js';
import type { Diagnosis } from '../../src/diagnosis/outcome.js';
import {
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../support/observed.js';

const secret = credential.clientSecret ?? '';
const right = hmac(secret, gatewayMessage());
const idsOf = ({ lint }: Diagnosis): string[] => lint.map(({ id }) => id);
const headed = (name: string, value: string) =>
  gatewayRequest({
    signature: '',
    headers: [
      ['X-Client-ID', 'demo-game'],
      ['X-Timestamp', timestamp],
      [name, value],
    ],
  });

describe('a header that is not X-Signature', () => {
  it('is said to be a guess, if it is not one of a signature: Digest', () => {
    const { outcome, lint } = diagnosed(headed('Digest', sha256(wireBody)));
    expect(outcome).toMatchObject({ kind: 'bad-header', problem: { id: 'hdr-signature-missing' } });
    expect(lint[0]?.says).toMatch(/took Digest in its place, which is a guess/);
  });

  it('is never taken from a CSRF token', () => {
    const { lint, tried } = diagnosed(headed('X-CSRF-Token', sha256('token')));
    expect(lint[0]?.says).not.toMatch(/CSRF/);
    expect(tried).toBe(0);
  });

  it('is named if it has the right signature', () => {
    expect(diagnosed(headed('Digest', right)).outcome).toMatchObject({
      kind: 'bad-header',
      problem: { id: 'hdr-name-wrong' },
      isSigned: true,
    });
  });
});

describe('what cannot be judged', () => {
  it.each(['abc***def', `${right.slice(0, 8)}…`, '<redacted>'])('is a masked signature: %s', (signature) => {
    expect(diagnosed(gatewayRequest({ signature })).outcome.kind).toBe('masked');
  });

  it('is a masked receipt', () => {
    const body = wireBody.replace('r-1', 'r-***');
    expect(diagnosed(gatewayRequest({ body, signature: right })).outcome.kind).toBe('masked');
  });

  it('is a text that is no digest', () => {
    expect(diagnosed(gatewayRequest({ signature: 'not-a-signature' })).outcome.kind).toBe('not-a-digest');
  });
});

it('a timestamp of the year 2100 is outside any window, also without a time of arrival', () => {
  const late = '4102444800';
  const signature = hmac(secret, gatewayMessage(wireBody, late));
  const found = diagnosed(gatewayRequest({ signature, timestamp: late }));
  expect(found.outcome.kind).toBe('refused-anyway');
  expect(idsOf(found)).toEqual(['ts-clock-skew']);
  expect(found.lint[0]?.says).toMatch(/year 2100/);
});

describe('what the sender’s program had in hand', () => {
  const given = (message: string | Uint8Array, signature = sha256('of no key')) =>
    diagnosed(gatewayRequest({ signature }), { sender: { message: Buffer.from(message) } }).outcome;

  it.each([
    ['as it is', gatewayMessage()],
    ['in hex', Buffer.from(gatewayMessage()).toString('hex')],
    ['with the line break of its file', `${gatewayMessage()}\n`],
  ])('leaves the key if the message is right: %s', (_, message) => {
    expect(given(message)).toMatchObject({ kind: 'step-differs', step: 'key' });
  });

  it('is found in a line of a log', () => {
    const outcome = given(`2026-09-21 INFO signing message=${gatewayMessage(wireBody, '1790000001')}`);
    expect(outcome).toMatchObject({
      kind: 'step-differs',
      step: 'message',
      finding: { causes: ['ts-regenerated'] },
    });
  });

  it('is told with its hash, if method and path are in it', () => {
    const signed = `POST\n/iap/gateway/verify\n${timestamp}\n${sha256(wireBody).toUpperCase()}`;
    expect(given(signed)).toMatchObject({
      finding: { causes: ['bodyhash-uppercase', 'layout-method-path'] },
    });
  });

  it('is the body of a session, byte by byte', () => {
    const request = sessionRequest({ body: '{"a":1}', signature: sha256('of no key') });
    const { outcome } = diagnosed(request, { sender: { message: Buffer.from('{"a":2}') } });
    expect(outcome).toMatchObject({
      finding: { causes: ['body-member-changed'], difference: { offset: 5 } },
    });
  });
});

/** Sentences that were once told of a mistake of which they are false. */
describe('what is told is true of the bytes', () => {
  const key = credential.secretKey ?? '';
  const keyed = (used: string) => gatewayRequest({ signature: hmac(used, gatewayMessage()) });
  const session = (sent: string | Uint8Array, signed: string | Uint8Array) =>
    sessionRequest({ body: sent, signature: hmac(key, signed) });
  const latin1 = Buffer.from('{"a":"Zoë"}', 'latin1');

  it.each([
    ['a space after the body', session('{"a":1}', '{"a":1} '), /without the line break/, /space/],
    ['the key as Python prints bytes', keyed(`b'${secret}'`), /[Rr]emove the quotes/, /b'…'/],
    ['the key in angle brackets', keyed(`<${secret}>`), /[Rr]emove the quotes/, /<…>/],
    ['client id and secret as the key', keyed(`demo-game${secret}`), /[Ss]wap/, /secret alone/],
    ['a form that was sent', session('a=x&b=2', '{"a":"x","b":2}'), /[Ss]ign the JSON bytes/, /form/],
    ['Latin-1 sent, UTF-8 signed', session(latin1, '{"a":"Zoë"}'), /again|twice/, /sent in Latin-1/],
    ['UTF-8 sent, Latin-1 signed', session('{"a":"Zoë"}', latin1), /again|twice/, /in Latin-1/],
  ])('%s', (_, request, never, always) => {
    const { says, next, id } = verdictOf(diagnosed(request));
    expect(id).toBe('cause-found');
    expect(`${says} ${next}`).not.toMatch(never);
    expect(`${says} ${next}`).toMatch(always);
  });

  it.each([
    ['time', /`--budget` gives it more/],
    ['tries', /^Print the body hash/],
  ] as const)('an unknown names the limit that more time helps, and no key: %s', (cutShort, next) => {
    const outcome = { kind: 'unknown', cutShort } as const;
    const verdict = verdictOf({ ...diagnosed(gatewayRequest({ signature: right })), outcome, lint: [] });
    expect(verdict.next).toMatch(next);
    expect(verdict.next).not.toMatch(/the key is wrong/);
  });
});
