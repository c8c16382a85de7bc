import { expect, it } from 'vitest';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hmac, sessionRequest, sha256, timestamp, wireBody } from '../helpers/observed.js';

/** Mistakes that are tried alone come early: no search for pairs is needed. */

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const hash = sha256(wireBody);
const keyed = (used: string): ObservedRequest =>
  gatewayRequest({ signature: hmac(used, gatewayMessage()) });
const message = (text: string): ObservedRequest =>
  gatewayRequest({ signature: hmac(secret, text) });
const body = (sent: string, signed: string): ObservedRequest =>
  sessionRequest({ body: sent, signature: hmac(key, signed) });
const flat = '{"gameId":"g","username":"u"}';

it.each<[what: string, request: ObservedRequest]>([
  ['a separator that was forgotten', message(`demo-game${timestamp}.${hash}`)],
  ['two different separators', message(`demo-game.${timestamp}:${hash}`)],
  ['a part twice', message(`demo-game.${hash}.${hash}`)],
  ['the parts as JSON', message(JSON.stringify(['demo-game', timestamp, hash]))],
  ['the secret after the message', message(`${gatewayMessage()}&key=${secret}`)],
  ['the secret after a sorted form', body(flat, `gameId=g&username=u&key=${key}`)],
  ['the message as base64', message(Buffer.from(gatewayMessage()).toString('base64'))],
  ['the body in hex', message(`demo-game.${timestamp}.${Buffer.from(wireBody).toString('hex')}`)],
  ['a secret without its first characters', keyed(secret.slice(5))],
  ['a secret without its last characters', keyed(secret.slice(0, -9))],
  ['the name of a variable as the key', keyed('GATEWAY_CLIENT_SECRET')],
  ['the secret with & after it', keyed(`${secret}&`)],
  ['the package as the client id', message(`com.example.game.${timestamp}.${hash}`)],
  [
    'a longer HMAC that was cut',
    gatewayRequest({ signature: hmac(secret, gatewayMessage(), 'sha512').slice(0, 64) }),
  ],
  ['a Java record', body(flat, 'SessionRequest[gameId=g, username=u]')],
  ['a pointer to a Go struct', body(flat, '&{GameID:g Username:u}')],
  ['a Go struct without tags', body(flat, '{"GameID":"g","Username":"u"}')],
])('%s is found within 5,000 attempts', (_what, request) => {
  const { outcome, spent } = diagnosed(request);
  expect(outcome.kind).toBe('explained');
  expect(spent).toBeLessThan(5_000);
});
