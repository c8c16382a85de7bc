import { describe, expect, it } from 'vitest';
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

  it('is the body of a session, byte by byte', () => {
    const request = sessionRequest({ body: '{"a":1}', signature: sha256('of no key') });
    const { outcome } = diagnosed(request, { sender: { message: Buffer.from('{"a":2}') } });
    expect(outcome).toMatchObject({
      finding: { causes: ['body-member-changed'], difference: { offset: 5 } },
    });
  });
});
