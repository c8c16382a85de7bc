import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSubject } from '../../src/service/subject.js';
import { lookupBody, sessionBody, verifyBody } from '../../src/service/send-call.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const purchase = {
  receipt: 'demo-purchase-token-0001',
  productId: 'gems_100',
  package: 'com.example.game',
};

describe('verifyBody', () => {
  it('is the body of the pinned vector, and for Android that of a look-up, too', () => {
    for (const body of [verifyBody({ ...purchase, platform: 'android' }), lookupBody(purchase)])
      expect(text(body)).toBe(
        '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
      );
  });

  it('has every field in the order of the contract, then those of the user', () => {
    const ids = { gameVersion: '1.2', serverId: 'eu-1', characterId: 'c', playerId: 'Zoë 🎮' };
    const extra = '9=nine __proto__=x 1='
      .split(' ')
      .map((each) => each.split('=') as [string, string]);
    const body = verifyBody({ receipt: 'r', productId: 'p', platform: 'ios', ...ids, extra });
    expect(text(body)).toBe(
      '{"os_id":2,"product_id":"p","receipt":"r","player_id":"Zoë 🎮","character_id":"c","server_id":"eu-1",' +
        '"game_version":"1.2","9":"nine","__proto__":"x","1":""}',
    );
  });

  it.each([['receipt'], ['os_id']])('refuses to send %s twice', (name) => {
    expect(() => verifyBody({ ...purchase, platform: 'android', extra: [[name, 'x']] })).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });

  it('carries any receipt unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (receipt) => {
        const sent = verifyBody({ ...purchase, platform: 'android', receipt });
        expect(JSON.parse(text(sent))).toMatchObject({ receipt });
        expect(readSubject(sent)).toEqual({ ...purchase, osId: 1, receipt });
      }),
    );
  });
});

describe('sessionBody', () => {
  it.each([
    [{ username: 'player-42', gameId: 'demo' }, '{"gameId":"demo","username":"player-42"}'],
    [
      { roleId: 'mage', serverId: 'eu-1', username: 'Zoë 🎮', gameId: 'demo' },
      '{"gameId":"demo","username":"Zoë 🎮","serverId":"eu-1","roleId":"mage"}',
    ],
    [
      { gameId: 'demo', username: '__proto__', serverId: undefined },
      '{"gameId":"demo","username":"__proto__"}',
    ],
  ])('of %j', (fields, body) => {
    expect(text(sessionBody(fields))).toBe(body);
    const { gameId, username } = fields;
    expect(readSubject(sessionBody(fields))).toEqual({ gameId, username });
  });
});

describe('askedFrom', () => {
  it.each([
    ['no JSON', 'receipt=abc', {}],
    ['a cut body', '{"receipt":"abc"', {}],
    ['other types', '{"receipt":1,"product_id":null,"os_id":"1","package":[]}', {}],
    ['a member that stands twice', '{"receipt":"a","receipt":"b","os_id":2}', { osId: 2 }],
  ])('takes from %s what it can', (_, body, asked) => {
    expect(readSubject(new TextEncoder().encode(body))).toEqual(asked);
  });
});
