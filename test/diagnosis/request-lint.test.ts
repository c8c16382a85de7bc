import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { LintFinding } from '../../src/diagnosis/outcome.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hmac, sessionRequest } from '../helpers/observed.js';

/** Signed right, whatever it contains: each case spoils one thing beside the signature. */
const verifyBody = {
  receipt: 'token',
  product_id: 'gems_100',
  os_id: 1,
  package: 'com.example.game',
  player_id: 'p-1',
};
const sessionBody = { gameId: 'demo', username: 'player-1' };

const verify = (
  members: object | string,
  changed: Partial<ObservedRequest> = {},
): ObservedRequest => {
  const body =
    typeof members === 'string' ? members : JSON.stringify({ ...verifyBody, ...members });
  const signature = hmac(credential.clientSecret ?? '', gatewayMessage(body));
  return { ...gatewayRequest({ signature, body }), ...changed };
};
const lookup = (members: object): ObservedRequest =>
  verify(members, { url: 'https://gw.example/iap/gateway/lookup-receipt' });
const session = (
  members: object | string,
  changed: Partial<ObservedRequest> = {},
): ObservedRequest => {
  const body =
    typeof members === 'string' ? members : JSON.stringify({ ...sessionBody, ...members });
  return {
    ...sessionRequest({ signature: hmac(credential.secretKey ?? '', body), body }),
    ...changed,
  };
};

const withHeaders = (...more: [string, string][]): Partial<ObservedRequest> => ({
  headers: [...verify({}).headers, ...more],
});

const withCharset = withHeaders(['content-type', 'application/json; charset=utf-8']);
const stamped = (timestamp: string): ObservedRequest => {
  const body = JSON.stringify(verifyBody);
  const signature = hmac(credential.clientSecret ?? '', gatewayMessage(body, timestamp));
  return gatewayRequest({ signature, body, timestamp });
};

const gzippedBody = gzipSync(JSON.stringify(sessionBody));
const gzipped = sessionRequest({
  body: gzippedBody,
  signature: hmac(credential.secretKey ?? '', gzippedBody),
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
    [
      'a request of which only the parts of the signature are known',
      verify({}, { method: '', url: '' }),
    ],
    ['a content type with a charset', verify({}, withCharset)],
  ])('nothing is wrong with %s', (_what, request) => {
    expect(diagnosed(request)).toMatchObject({ match: true, lint: [] });
  });

  it.each<[wrong: `${LintFinding['effect']} ${string}`, says: RegExp, request: ObservedRequest]>([
    ['not-allowed request-method', /method POST/, verify({}, { method: 'PUT' })],
    ['not-allowed request-path', /is not one of/, verify({}, { url: '/iap/gateway/verify/' })],
    ['not-allowed request-path', /twice/, verify({}, { url: '/iap/gateway/iap/gateway/verify' })],
    [
      'not-allowed request-path',
      /of the gateway, sent to the session interface/,
      verify({}, { interface: 'session', url: '/xmdt/session' }),
    ],
    [
      'not-allowed request-path',
      /of the session interface, sent to the gateway/,
      session({}, { interface: 'gateway', url: '/iap/gateway/verify' }),
    ],
    ['not-allowed request-path', /is not one of/, verify({}, { url: '/xmdt/session' })],
    [
      'not-allowed request-path',
      /two/,
      verify({}, { url: 'https://g.example//iap/gateway/verify' }),
    ],
    [
      'not-allowed request-content-type',
      /is not/,
      verify({}, withHeaders(['Content-Type', 'a/b'])),
    ],
    ['not-allowed request-content-type', /has no/, verify({}, withHeaders(['Host', 'g.example']))],
    ['not-allowed request-content-type', /has no/, verify({}, { hasAllHeaders: true })],
    ['unclear request-members', /`receipt` has white space/, verify({ receipt: 'a b' })],
    [
      'unclear request-members',
      /`receipt` is a JSON object/,
      verify({ receipt: '{"Payload":"x"}' }),
    ],
    ['refused request-members', /has no `receipt`/, verify({ receipt: undefined })],
    ['not-allowed request-members', /`receipt` is empty/, verify({ receipt: '' })],
    ['refused request-members', /`receipt` is null, so it is missing/, verify({ receipt: null })],
    [
      'refused request-members',
      /`productId` instead/,
      verify({ product_id: undefined, productId: 'p' }),
    ],
    ['refused request-members', /has no `package`/, verify({ package: undefined })],
    [
      'refused request-members',
      /^The body has no `receipt`, `product_id` and `package`\.$/,
      verify({ receipt: undefined, product_id: undefined, package: undefined }),
    ],
    ['refused request-members', /`os_id` is a string, not 1 or 2/, verify({ os_id: '1' })],
    [
      'refused request-members',
      /`packageName` instead of `package`/,
      verify({ package: undefined, packageName: 'com.x' }),
    ],
    [
      'refused request-members',
      /`purchase_token` instead of `receipt`/,
      verify({ receipt: undefined, purchase_token: 'x' }),
    ],
    ['refused request-members', /`os_id` is not 1 or 2/, verify({ os_id: 3 })],
    ['unclear request-members', /a number, not a string/, verify({ player_id: 7 })],
    ['unclear request-members', /of a variable/, verify({ player_id: '{{player}}' })],
    ['unclear request-members', /look-up on iOS/, lookup({ os_id: 2 })],
    ['refused request-members', /has no `os_id`/, lookup({ os_id: undefined })],
    ['unclear request-members', /has no `game_id`/, lookup({ game_id: 7 })],
    ['refused request-members', /has no `username`/, session({ username: undefined })],
    ['not-allowed request-members', /a number/, session({ username: 17 })],
    ['unclear request-members', /`serverId` is null/, session({ serverId: null })],
    ['not-allowed request-personal-data', /phone/, session({ phone_number: '1' })],
    ['unclear request-body', /than once/, session('{"gameId":"d","username":"a","username":"a"}')],
    ['unclear request-members', /^`a \| b` has the name/, session({ 'a | b': '{{x}}' })],
    ['refused request-body', /an array, not a JSON object/, session('[1]')],
    ['refused request-body', /is not JSON/, session('gameId demo')],
    ['refused request-body', /printed an object/, session('[object Object]')],
    ['refused request-body', /printed an object/, session('System.Byte[]')],
    ['refused request-body', /^The body is form data/, session('gameId=demo&username=a')],
    [
      'refused request-body',
      /^The body is multipart form data/,
      session('--b\r\nContent-Disposition: form-data; name="gameId"\r\n\r\ndemo\r\n--b--'),
    ],
    ['refused request-body', /is empty/, session('')],
    [
      'not-allowed request-content-encoding',
      /`Content-Encoding: gzip`, but the body is not compressed/,
      verify({}, withHeaders(['Content-Encoding', 'gzip'], ['Content-Type', 'application/json'])),
    ],
    ['not-allowed request-body', /^The body is compressed/, gzipped],

    [
      'refused request-timestamp',
      /^X-Timestamp has 18 digits, as the ticks of \.NET/,
      stamped('638990000000000000'),
    ],
    [
      'refused request-timestamp',
      /^X-Timestamp has 12 digits; .* have 10/,
      stamped('175386240000'),
    ],
    ['refused request-timestamp', /^X-Timestamp has 1 digit;/, stamped('1')],
    ['not-allowed ts-float-both', /a decimal number.* decimal comma/, stamped('1795433075,7241')],
    ['not-allowed ts-float-both', /a decimal number/, stamped('1795433075.7')],
    ['not-allowed ts-iso-both', /^X-Timestamp is a date text/, stamped('2026-11-23 12:00:00')],
    ['not-allowed request-timestamp', /the `date` of macOS/, stamped('17960318003N')],
    ['not-allowed request-timestamp', /the `date` of macOS/, stamped('1796031800N')],
    ['not-allowed request-timestamp', /that are not digits/, stamped('-5')],
    ['not-allowed request-timestamp', /that are not digits/, stamped('1795433075s')],
    ['not-allowed request-timestamp', /that are not digits/, stamped('1.795.433.075')],
  ])('is %s: %s', (wrong, says, request) => {
    const [effect, id] = wrong.split(' ');
    const found = diagnosed(request);
    const lint = [{ id, effect, says: expect.stringMatching(says) as string }];
    expect(found).toMatchObject({ match: true, lint });
    expect(found.outcome.kind === 'refused-anyway').toBe(effect !== 'unclear');
  });
});

it('a number in quotes is to be sent without them, and another wrong type is not said to have quotes', () => {
  const fixFor = (osId: unknown): string => diagnosed(verify({ os_id: osId })).lint[0]?.fix ?? '';
  expect(fixFor('1')).toContain('a number without quotes');
  expect(fixFor(true)).not.toContain('quotes');
  expect(fixFor(3)).not.toContain('quotes');
});
