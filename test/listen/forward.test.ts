import { describe, expect, it } from 'vitest';
import { answerBack, forwardedRequest, guardForward, type ForwardProfile } from '../../src/listen/forward.js';

const profile: ForwardProfile = {
  name: 'game',
  environment: 'dev',
  readOnly: false,
  valuesOf: null,
  gatewayUrl: 'https://gateway.example/base/',
  sessionUrl: 'https://session.example',
};
const verify = '/iap/gateway/verify';
const lookup = '/iap/gateway/lookup-receipt';

describe('what is passed on', () => {
  const cases: [
    says: string,
    changes: { readonly [Key in keyof ForwardProfile]?: ForwardProfile[Key] | undefined },
    confirm: string | undefined,
    target: string,
    status: number | undefined,
  ][] = [
    ['a look-up', {}, undefined, lookup, undefined],
    ['a verify on dev', {}, undefined, verify, undefined],
    ['a look-up on prod', { environment: 'prod' }, undefined, lookup, undefined],
    ['a session on prod', { environment: 'prod' }, undefined, '/xmdt/session', undefined],
    ['a verify on prod', { environment: 'prod' }, undefined, verify, 403],
    ['a verify on prod, another name confirmed', { environment: 'prod' }, 'other', verify, 403],
    ['a verify on prod, confirmed', { environment: 'prod' }, 'game', verify, undefined],
    ['a verify on prod, no name, confirmed', { environment: 'prod', name: null }, 'prod', verify, undefined],
    ['a verify of a read-only profile, confirmed', { readOnly: true }, 'game', verify, 403],
    ['a look-up of a read-only profile', { readOnly: true }, undefined, lookup, undefined],
    ['a verify with a query', { environment: 'prod' }, undefined, `${verify}?x#y`, 403],
    ['a path that is none', {}, undefined, `${verify}/`, 404],
    ['an interface without an address', { sessionUrl: undefined }, undefined, '/xmdt/session', 404],
  ];
  it.each(cases)('%s', (_says, changes, confirm, target, status) => {
    expect(guardForward({ ...profile, ...changes } as ForwardProfile, confirm, target)?.status).toBe(status);
  });

  it('is sent to the address of the interface, with the query', () => {
    const request = { method: 'POST', url: 'http://127.0.0.1', headers: [], body: new Uint8Array() } as const;
    expect(forwardedRequest(profile, request, `/any/base${lookup}?a=1&b#c`).url).toBe(
      `https://gateway.example/base${lookup}?a=1&b`,
    );
    expect(forwardedRequest(profile, request, '/xmdt/session').url).toBe(
      'https://session.example/xmdt/session',
    );
  });

  it('keeps headers as they came, but those of one connection', () => {
    const headers: [string, string][] = [
      ['Host', '127.0.0.1:8787'],
      ['X-Signature', 'one'],
      ['x-signature', 'two'],
      ['Connection', 'keep-alive, x-mine'],
      ['X-Mine', '1'],
      ['Content-Length', '2'],
      ['Transfer-Encoding', 'chunked'],
      ['Authorization', 'Bearer t'],
      ['Content-Type', 'application/json'],
    ];
    const request = { method: 'POST', url: 'http://127.0.0.1', headers, body: new Uint8Array() } as const;
    expect(forwardedRequest(profile, request, verify).headers).toEqual([
      ['X-Signature', 'one'],
      ['x-signature', 'two'],
      ['Authorization', 'Bearer t'],
      ['Content-Type', 'application/json'],
    ]);
  });
});

describe('what comes back', () => {
  it('has no cookie, no framing and nothing that lets a web page read it', () => {
    const headers: [string, string][] = [
      ['content-type', 'application/json'],
      ['set-cookie', 'a=b'],
      ['transfer-encoding', 'chunked'],
      ['access-control-allow-origin', '*'],
      ['retry-after', '3'],
      ['x-trace', 'a\u001bb'],
    ];
    expect(answerBack({ status: 429, headers, body: new Uint8Array() }).headers).toEqual([
      ['content-type', 'application/json'],
      ['retry-after', '3'],
      ['x-trace', 'a\\u{1b}b'],
    ]);
  });
});
