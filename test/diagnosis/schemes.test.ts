/** Code that was written for another product: its scheme is told by name. */
import { describe, expect, it } from 'vitest';
import {
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
  timestamp as time,
  wireBody as body,
} from '../support/observed.js';

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const id = 'demo-game';
const path = '/iap/gateway/verify';
const hash = sha256(body);
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

const headline = (message: string): string =>
  diagnosed(gatewayRequest({ signature: hmac(secret, message) })).findings[0]?.says ?? '';

describe('a gateway request that was signed as another product asks', () => {
  it.each([
    ['Stripe signs its webhooks like this: `timestamp.body`.', `${time}.${body}`],
    ['Standard Webhooks (Svix) are signed like this: `id.timestamp.body`.', `${id}.${time}.${body}`],
    ['Slack and Zoom sign their webhooks like this: `v0:timestamp:body`.', `v0:${time}:${body}`],
    ['Paddle signs its webhooks like this: `timestamp:body`.', `${time}:${body}`],
    ['Zendesk signs its webhooks like this: `timestamp + body`.', `${time}${body}`],
    ['Twitch signs its webhooks like this: `message id + timestamp + body`.', `${id}${time}${body}`],
    ['GitHub and Shopify sign their webhooks like this: `body`.', body],
    [
      'OKX, KuCoin and Coinbase sign requests like this: `timestamp + method + path + body`.',
      `${time}POST${path}${body}`,
    ],
    ['BitMEX signs requests like this: `method + path + timestamp + body`.', `POST${path}${time}${body}`],
    ['Shopee signs requests like this: `partner id + path + timestamp`.', `${id}${path}${time}`],
    [
      'Antom (Alipay) signs requests (with RSA) like this: `method path\\nclient_id.time.body`.',
      `POST ${path}\n${id}.${time}.${body}`,
    ],
    [
      'WeChat Pay signs requests (with RSA) like this: `method\\npath\\ntimestamp\\nnonce\\nbody\\n`.',
      `POST\n${path}\n${time}\n${id}\n${body}\n`,
    ],
    [
      'Gate.io signs requests (with SHA-512) like this: `method\\npath\\n\\nbody_hash\\ntimestamp`.',
      `POST\n${path}\n\n${hash}\n${time}`,
    ],
    [
      'AWS Signature Version 4 writes its canonical request like this',
      `POST\n${path}\n\nx-client-id:${id}\nx-timestamp:${time}\n\nx-client-id;x-timestamp\n${hash}`,
    ],
  ])('%s', (says, message) => {
    expect(headline(message)).toContain(says);
  });

  it('is told beside the other mistakes of that code', () => {
    const signature = `t=${time},v1=${hmac(secret, `${time}.${body}`)}`;
    const { says, as } = diagnosed(gatewayRequest({ signature })).findings[0] ?? {};
    expect(as).toEqual(['timestamp.body']);
    expect(says).toContain('as in the header Stripe-Signature.');
    expect(says).toContain('Stripe signs its webhooks like this');
  });
});

it('tells a session request by name too', () => {
  const request = sessionRequest({
    signature: base64(hmac(key, `${time}.${body}`)),
    headers: [
      ['X-Signature', base64(hmac(key, `${time}.${body}`))],
      ['X-Timestamp', time],
    ],
  });
  expect(diagnosed(request).findings[0]?.says).toContain('Stripe signs its webhooks');
});

it.each([
  ['the right message', gatewayMessage()],
  ['a wrong separator', `${id}:${time}:${hash}`],
  ['only the body hash', hash],
])('names no product for %s', (_, message) => {
  expect(headline(message)).not.toMatch(/like this/);
});
