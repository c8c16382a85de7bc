import { describe, expect, it } from 'vitest';
import { only } from './reading.js';

describe('whose request it is', () => {
  const envelope = (more: object): string => JSON.stringify({ headers: {}, body: '', ...more });

  it.each<[string, object, string | undefined]>([
    ['what the envelope says', { interface: 'gateway', url: '/xmdt/session' }, 'gateway'],
    ['its path', { url: 'https://h/base/xmdt/session?x=/iap/gateway/' }, 'session'],
    ['its path', { url: '/iap/gateway/verify', body: '{"gameId":"a","username":"b"}' }, 'gateway'],
    ['its headers', { headers: { 'x-client-id': 'a' }, body: '{"gameId":"a"}' }, 'gateway'],
    ['its headers', { headers: { X_TIMESTAMP: 'a' } }, 'gateway'],
    ['its body', { body: '{"gameId":"a","username":"b"}' }, 'session'],
    ['its body', { body: '{"os_id":1}' }, 'gateway'],
    ['its body, in another spelling', { body: '{"Receipt":"a","OsId":1}' }, 'gateway'],
    ['nothing', { url: '/x', body: '{"a":1}' }, undefined],
    ['nothing', { body: '{"gameId":' }, undefined],
  ])('is told by %s: %j', (_, more, expected) => {
    expect(only(envelope(more)).interface).toBe(expected);
  });
});
