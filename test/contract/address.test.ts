import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isSameOrigin, serviceKey } from '../../src/contract/address.js';
import { hasEmptyLabel, isLoopback, isThisComputer } from '../../src/contract/loopback.js';

describe('a host name of this computer', () => {
  it.each<[hostname: string, isSure: boolean, isPossible: boolean]>([
    ['localhost', true, true],
    ['localhost.', true, true],
    ['127.0.0.1', true, true],
    ['127.255.255.254', true, true],
    ['[::1]', true, true],
    ['[::ffff:7f00:1]', true, true],
    ['[::ffff:7fff:ffff]', true, true],
    ['0.0.0.0', false, true],
    ['[::]', false, true],
    ['[::ffff:0:0]', false, true],
    ['pay.localhost', false, true],
    ['a.b.localhost.', false, true],
    ['notlocalhost', false, false],
    ['localhost.example', false, false],
    ['127.example', false, false],
    ['128.0.0.1', false, false],
    ['0.0.0.1', false, false],
    ['[::2]', false, false],
    ['[::ffff:8000:1]', false, false],
    ['[fe80::1]', false, false],
  ])('%s: sure %s, possible %s', (hostname, isSure, isPossible) => {
    expect([isLoopback(hostname), isThisComputer(hostname)]).toEqual([isSure, isPossible]);
  });
});

it.each([
  ['gateway.example', false],
  ['gateway.example.', false],
  ['localhost', false],
  ['gateway.example..', true],
  ['gateway..example', true],
  ['.gateway.example', true],
  ['.', true],
])('%s has an empty label: %s', (hostname, isEmpty) => {
  expect(hasEmptyLabel(hostname)).toBe(isEmpty);
});

describe('two addresses', () => {
  it.each<[first: string, second: string, isOneService: boolean, isOneOrigin: boolean]>([
    ['https://gateway.example', 'https://gateway.example.:443/eu', true, true],
    ['https://gateway.example', 'https://gateway.example:444', true, false],
    ['https://gateway.example', 'https://gateway.example.net', false, false],
    ['https://192.0.2.1', 'https://[::ffff:192.0.2.1]', true, true],
    ['https://10.1.2.3', 'https://[::ffff:a01:203]', true, true],
    ['http://localhost:9101', 'https://127.0.0.1:9101', true, true],
    ['http://localhost', 'http://127.0.0.1:80', true, true],
    ['https://localhost', 'http://127.0.0.1:443', true, true],
    ['http://localhost', 'https://localhost', false, false],
    ['http://localhost:9101', 'http://localhost:9102', false, false],
    ['local', 'local', true, true],
  ])(
    '%s and %s are one service: %s, one origin: %s',
    (first, second, isOneService, isOneOrigin) => {
      expect(serviceKey(first) === serviceKey(second)).toBe(isOneService);
      expect(isSameOrigin(first, second)).toBe(isOneOrigin);
      expect(isSameOrigin(second, first)).toBe(isOneOrigin);
    },
  );

  it('are compared without an address, too', () => {
    expect([
      isSameOrigin(null, null),
      isSameOrigin(null, 'local'),
      isSameOrigin('local', null),
    ]).toEqual([true, false, false]);
    expect(
      ['no address', 'http://[::1]:1', 'https://pay.localhost'].map(isLoopbackAddress),
    ).toEqual([false, true, false]);
  });
});
