import { describe, expect, it } from 'vitest';
import type { LintFinding } from '../../src/diagnosis/outcome.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { cannotSucceed } from '../../src/diagnosis/verdict.js';
import {
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hmac,
  sessionRequest,
} from '../support/observed.js';

/** Signed right, whatever it contains: each case spoils one thing beside the signature. */
const verifyBody = {
  receipt: 'token',
  product_id: 'gems_100',
  os_id: 1,
  package: 'com.example.game',
  player_id: 'p-1',
};
const sessionBody = { gameId: 'demo', username: 'player-1' };

const verify = (members: object | string, changed: Partial<ObservedRequest> = {}): ObservedRequest => {
  const body = typeof members === 'string' ? members : JSON.stringify({ ...verifyBody, ...members });
  const signature = hmac(credential.clientSecret ?? '', gatewayMessage(body));
  return { ...gatewayRequest({ signature, body }), ...changed };
};
const lookup = (members: object): ObservedRequest =>
  verify(members, { url: 'https://gw.example/iap/gateway/lookup-receipt' });
const session = (members: object | string, changed: Partial<ObservedRequest> = {}): ObservedRequest => {
  const body = typeof members === 'string' ? members : JSON.stringify({ ...sessionBody, ...members });
  return { ...sessionRequest({ signature: hmac(credential.secretKey ?? '', body), body }), ...changed };
};

const withHeaders = (...more: [string, string][]): Partial<ObservedRequest> => ({
  headers: [...verify({}).headers, ...more],
});

describe('beside the signature', () => {
  it.each<[what: string, request: ObservedRequest]>([
    ['a verify', verify({})],
    ['a verify without what is optional', verify({ player_id: undefined })],
    ['a verify on iOS, which has no package', verify({ os_id: 2, package: undefined })],
    ['a look-up', lookup({})],
    ['a session', session({})],
    ['a session with a member that the contract does not show', session({ device: 'd-1' })],
    ['a base address with a path', verify({}, { url: 'https://x.example/v1/iap/gateway/verify' })],
    ['a path with a query', verify({}, { url: '/iap/gateway/verify?trace=1' })],
    ['a request of which only the parts of the signature are known', verify({}, { method: '', url: '' })],
    [
      'a content type with a charset',
      verify({}, withHeaders(['content-type', 'application/json; charset=utf-8'])),
    ],
  ])('nothing is wrong with %s', (_what, request) => {
    expect(diagnosed(request)).toMatchObject({ match: true, lint: [] });
  });

  it.each<
    [what: string, request: ObservedRequest, effect: LintFinding['effect'], part: string, says: RegExp]
  >([
    ['another method', verify({}, { method: 'PUT' }), 'not-allowed', 'method', /method POST/],
    ['another path', verify({}, { url: '/iap/gateway/verify/' }), 'not-allowed', 'path', /is not one of/],
    ['the other path', verify({}, { url: '/xmdt/session' }), 'not-allowed', 'path', /is not one of/],
    [
      'two slashes',
      verify({}, { url: 'https://g.example//iap/gateway/verify' }),
      'not-allowed',
      'path',
      /two/,
    ],
    [
      'a form’s type',
      verify({}, withHeaders(['Content-Type', 'a/b'])),
      'not-allowed',
      'content-type',
      /is not/,
    ],
    ['no type', verify({}, withHeaders(['Host', 'g.example'])), 'not-allowed', 'content-type', /has no/],
    ['no type in a recording', verify({}, { isWhole: true }), 'not-allowed', 'content-type', /has no/],
    ['a receipt with a space', verify({ receipt: 'a b' }), 'unclear', 'members', /`receipt` has white space/],
    ['an engine’s receipt', verify({ receipt: '{"Payload":"x"}' }), 'unclear', 'members', /is a JSON object/],
    ['no receipt', verify({ receipt: undefined }), 'refused', 'members', /has no `receipt`/],
    ['an empty receipt', verify({ receipt: '' }), 'not-allowed', 'members', /`receipt` is empty/],
    ['a receipt that is null', verify({ receipt: null }), 'refused', 'members', /null, so it is missing/],
    [
      'another spelling of a member',
      verify({ product_id: undefined, productId: 'gems_100' }),
      'refused',
      'members',
      /`productId` instead of `product_id`/,
    ],
    ['no package on Android', verify({ package: undefined }), 'refused', 'members', /has no `package`/],
    ['os_id as text', verify({ os_id: '1' }), 'refused', 'members', /`os_id` is a string, not 1 or 2/],
    ['os_id 3', verify({ os_id: 3 }), 'refused', 'members', /`os_id` is not 1 or 2/],
    [
      'a player id that is a number',
      verify({ player_id: 7 }),
      'unclear',
      'members',
      /a number, not a string/,
    ],
    ['a variable of Postman', verify({ player_id: '{{player}}' }), 'unclear', 'members', /of a variable/],
    ['a look-up on iOS', lookup({ os_id: 2 }), 'unclear', 'members', /look-up on iOS/],
    ['a look-up without os_id', lookup({ os_id: undefined }), 'refused', 'members', /has no `os_id`/],
    ['a game id in a look-up', lookup({ game_id: 7 }), 'unclear', 'members', /has no `game_id`/],
    ['no username', session({ username: undefined }), 'refused', 'members', /has no `username`/],
    ['a username that is a number', session({ username: 17 }), 'not-allowed', 'members', /a number/],
    ['a server that is null', session({ serverId: null }), 'unclear', 'members', /`serverId` is null/],
    ['a phone number', session({ phone_number: '1' }), 'not-allowed', 'personal-data', /phone/],
    [
      'a member twice',
      session('{"gameId":"d","username":"a","username":"a"}'),
      'unclear',
      'body',
      /than once/,
    ],
    ['a name with a mark', session({ 'a | b': '{{x}}' }), 'unclear', 'members', /^`a \/ b` has the name/],
    ['a list', session('[1]'), 'refused', 'body', /an array, not a JSON object/],
    ['a form', session('gameId=demo&username=a'), 'refused', 'body', /is not JSON/],
    ['an empty body', session(''), 'refused', 'body', /is empty/],
  ])('says what is wrong with %s', (_what, request, effect, part, says) => {
    const found = diagnosed(request);
    const lint = [{ id: `request-${part}`, effect, says: expect.stringMatching(says) as string }];
    expect(found).toMatchObject({ match: true, lint });
    expect(cannotSucceed(found)).toBe(effect !== 'unclear');
  });

  const stamped = (timestamp: string): ObservedRequest => {
    const body = JSON.stringify(verifyBody);
    const signature = hmac(credential.clientSecret ?? '', gatewayMessage(body, timestamp));
    return gatewayRequest({ signature, body, timestamp });
  };

  it.each([
    ['638990000000000000', 'X-Timestamp has 18 digits; Unix seconds have 10.'],
    ['175386240000', 'X-Timestamp has 12 digits; Unix seconds have 10.'],
    ['1', 'X-Timestamp has 1 digit; Unix seconds have 10.'],
  ])('says how many digits the timestamp %s has', (timestamp, says) => {
    expect(diagnosed(stamped(timestamp))).toMatchObject({
      match: true,
      lint: [{ id: 'request-timestamp', says, effect: 'refused' }],
    });
  });

  it.each<[timestamp: string, id: string, says: RegExp]>([
    ['1795433075,7241', 'ts-float-both', /^X-Timestamp is a decimal number.* decimal comma/],
    ['1795433075,724100000', 'ts-float-both', /^X-Timestamp is a decimal number.* decimal comma/],
    ['1795433075.7', 'ts-float-both', /^X-Timestamp is a decimal number/],
    ['2026-11-23 12:00:00', 'ts-iso-both', /^X-Timestamp is a date text/],
    ...['-5', '+1795433075', '1795433075s', '0x6b03d4b3', 'now', 'x 5', '1.795.433.075'].map(
      (text): [string, string, RegExp] => [
        text,
        'request-timestamp',
        /^X-Timestamp has characters that are not digits\.$/,
      ],
    ),
  ])('a timestamp that is not digits alone is never right: %s', (timestamp, id, says) => {
    const found = diagnosed(stamped(timestamp));
    expect(found).toMatchObject({ match: true, lint: [{ id, says: expect.stringMatching(says) as string }] });
    expect(cannotSucceed(found)).toBe(true);
  });
});
