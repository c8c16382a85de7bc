import { describe, expect, it } from 'vitest';
import {
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hmac,
  sha256,
  timestamp,
  wireBody,
} from '../support/observed.js';

const secret = credential.clientSecret ?? '';
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const reserialised = JSON.stringify(JSON.parse(wireBody));

describe('two causes', () => {
  const of = (body: string | Uint8Array, time = timestamp): string => gatewayMessage(body, time);
  it.each<[causes: string[], signature: string]>([
    [['body-json-js', 'out-base64'], base64(hmac(secret, of(reserialised)))],
    [['body-json-js', 'secret-trailing-newline'], hmac(`${secret}\n`, of(reserialised))],
    [
      ['bodyhash-uppercase', 'out-uppercase-hex'],
      hmac(secret, `demo-game.${timestamp}.${sha256(wireBody).toUpperCase()}`).toUpperCase(),
    ],
    [
      ['bodyhash-raw-body', 'layout-missing-client-id', 'out-prefixed'],
      `t=${timestamp},v1=${hmac(secret, `${timestamp}.${wireBody}`)}`,
    ],
    [['body-json-js', 'ts-ms-signed'], hmac(secret, of(reserialised, `${timestamp}009`))],
    [
      ['secret-wrong-environment', 'client-id-signed-other'],
      hmac('prod-secret-0001', gatewayMessage(wireBody, timestamp, 'prod-game')),
    ],
    [
      ['body-charset-utf16', 'secret-utf16'],
      hmac(Buffer.from(secret, 'utf16le'), of(Buffer.from(wireBody, 'utf16le'))),
    ],
    [['body-trailing-newline', 'secret-trailing-newline'], hmac(`${secret}\n`, of(`${wireBody}\n`))],
  ])('%j', (causes, signature) => {
    const { findings } = diagnosed(gatewayRequest({ signature }));
    expect(findings.map((finding) => [...finding.causes].sort())).toContainEqual([...causes].sort());
  });
});
