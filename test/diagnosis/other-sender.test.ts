import { expect, it } from 'vitest';
import { demoCredentials } from '../../src/contract/demo-credentials.js';
import { interfaceRecords } from '../../src/contract/interfaces.js';
import { pathFix } from '../../src/diagnosis/lint/path-fix.js';
import { credentialOf } from '../../src/profiles/resolve.js';
import { isOfOtherSender, mismatchVerdict } from '../../src/diagnosis/verdict.js';
import { diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hmac, sessionRequest, timestamp, wireBody } from '../helpers/observed.js';

/** A request that is signed rightly by another client or game is not called wrong: pvg has no secret to judge it. */

const local = { label: 'the profile local', ...demoCredentials };
const own = { label: 'the profile mine', clientId: 'a', clientSecret: 'b', gameId: 'c' };
const owned = { ...own, secretKey: 'd' };
const few = { mostAttempts: 2_000 };
const body = '{"gameId":"my-game","username":"p"}';

const ofOtherClient = gatewayRequest({
  clientId: 'my-client',
  signature: hmac('another secret', gatewayMessage(wireBody, timestamp, 'my-client')),
});
const ofOtherGame = sessionRequest({ body, signature: hmac('another key', body) });

it.each([
  [ofOtherClient, local, 'client-id-header-mismatch', demoCredentials.clientId],
  [ofOtherClient, owned, 'client-id-header-mismatch', '--profile'],
  [ofOtherGame, local, 'request-game', demoCredentials.gameId],
  [ofOtherGame, owned, 'request-game', '--profile'],
])(
  'of another client or game is not judged, and says what to set',
  (request, credential, id, set) => {
    const diagnosis = diagnosed(request, { ...few, credential });
    const { says, next, causes, id: verdict } = mismatchVerdict(diagnosis);
    expect(verdict).toBe('cause-unknown');
    expect(isOfOtherSender(diagnosis)).toBe(true);
    expect(causes).toContain(id);
    expect(says).toContain(`of ${credential.label}`);
    expect(says).not.toContain('my-');
    expect(next).toContain(set);
    expect(next).not.toMatch(/Print the/);
  },
);

it('is told of the game id of a profile', () => {
  const credential = credentialOf('mine', { gameId: 'c', secretKey: 'd' });
  expect(isOfOtherSender(diagnosed(ofOtherGame, { ...few, credential }))).toBe(true);
});

it.each([
  ['/iap/gateway/verify/', /`\/` at the end/],
  ['/iap/gateway/lookup_receipt', /followed by `\/iap\/gateway\/lookup-receipt`\.$/],
  ['/somewhere', /`\/iap\/gateway\/verify` or /],
])('a wrong path shows what differs: %s', (path, fix) => {
  expect(pathFix(path, Object.values(interfaceRecords.gateway.paths))).toMatch(fix);
});

it('with the secret of the credentials shows that the client id is the mistake', () => {
  const signature = hmac(demoCredentials.clientSecret, gatewayMessage(wireBody, timestamp, 'x-1'));
  const request = gatewayRequest({ clientId: 'x-1', signature });
  const diagnosis = diagnosed(request, { ...few, credential: local });
  expect(isOfOtherSender(diagnosis)).toBe(false);
  expect(mismatchVerdict(diagnosis).id).toBe('cannot-succeed');
});

it('of the same game and client with an unknown mistake keeps its advice to compare', () => {
  const request = gatewayRequest({
    clientId: demoCredentials.clientId,
    signature: hmac('another secret', 'x'),
  });
  const diagnosis = diagnosed(request, { ...few, credential: local });
  expect(isOfOtherSender(diagnosis)).toBe(false);
  expect(mismatchVerdict(diagnosis).next).toMatch(/Print the/);
});
