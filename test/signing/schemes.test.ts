import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/signing/digest.js';
import { interfaceRecords } from '../../src/contract/interfaces.js';
import { signedMessage, sign, headersWithSignature, verify } from '../../src/signing/scheme.js';
import {
  testVectors,
  type GatewayTestVector,
  type SessionTestVector,
} from '../../src/signing/vectors.js';
import { checkSchema } from '../helpers/schemas.js';

const { gateway, session } = interfaceRecords;

/** A vector of either interface as what signs it. */
interface Case {
  readonly name: string;
  readonly secret: string;
  readonly input: Parameters<typeof sign>[2];
  readonly signature: string;
}
const gatewayCase = (vector: Omit<GatewayTestVector, 'body_sha256' | 'message' | 'body'>): Case => {
  const { name, client_id: clientId, timestamp, signature, client_secret: secret } = vector;
  const body = Buffer.from(vector.body_base64, 'base64');
  return { name, secret, signature, input: { clientId, timestamp, body } };
};
const sessionCase = ({ name, signature, ...vector }: Omit<SessionTestVector, 'body'>): Case => {
  const input = { body: Buffer.from(vector.body_base64, 'base64') };
  return { name, secret: vector.secret_key, signature, input };
};

/** Spellings of a right signature that are not the right signature. */
const impostors = (signature: string): string[] => {
  const longer = [`${signature}00`, `${signature}zz`, `${signature}\n`, ` ${signature}`];
  const inBase64 = Buffer.from(signature, 'hex').toString('base64');
  const others = [signature.slice(0, -1), signature.toUpperCase(), inBase64, ''];
  // One of 64 digits without a letter reads the same in capitals.
  return [...longer, ...others].filter((text) => text !== signature);
};
const oneBitOff = (signature: string, place: number): string => {
  const at = place % signature.length;
  const digit = Number.parseInt(signature.charAt(at), 16) ^ (1 << (place % 4));
  return signature.slice(0, at) + digit.toString(16) + signature.slice(at + 1);
};
const spoiltInputs = (input: Case['input']): Case['input'][] => {
  const longer = { ...input, body: Buffer.concat([Buffer.from(input.body), Buffer.from('\n')]) };
  if (!('clientId' in input)) return [longer];
  const { clientId, timestamp } = input;
  return [longer, { ...input, clientId: `${clientId}x` }, { ...input, timestamp: `${timestamp}1` }];
};

const anyBytes = fc.uint8Array({ maxLength: 300 });
const anySecret = fc.oneof(anyBytes, fc.string({ unit: 'binary' }));
const json = ['Content-Type', 'application/json'];
const ids = [
  ['X-Client-ID', 'demo-game'],
  ['X-Timestamp', '1790000000'],
];

describe.each([
  [
    'gateway',
    gateway,
    testVectors.gateway.map(gatewayCase),
    testVectors.negative.gateway.map(gatewayCase),
    ids,
  ],
  [
    'session',
    session,
    testVectors.session.map(sessionCase),
    testVectors.negative.session.map(sessionCase),
    [],
  ],
] as const)('the %s scheme', (_, scheme, right, wrong, sent) => {
  it.each(wrong)('does not take the near miss $name', ({ secret, input, signature }) => {
    expect(verify(scheme, secret, { ...input, signature })).toBe(false);
  });

  it.each(right)(
    'signs $name, and refuses it when one thing is spoiled',
    ({ secret, input, signature }) => {
      expect(sign(scheme, secret, input)).toBe(signature);
      expect(verify(scheme, secret, { ...input, signature })).toBe(true);
      expect(verify(scheme, `${secret}\n`, { ...input, signature })).toBe(false);
      for (const each of spoiltInputs(input))
        expect(verify(scheme, secret, { ...each, signature })).toBe(false);
      for (const text of impostors(signature))
        expect(verify(scheme, secret, { ...input, signature: text })).toBe(false);
    },
  );

  it('takes its own signature of any bytes under any secret, and no other', () => {
    fc.assert(
      fc.property(anySecret, fc.string(), anyBytes, fc.nat(), (secret, clientId, body, place) => {
        const input = { clientId, timestamp: '1790000000', body };
        const signature = sign(scheme, secret, input);
        expect(verify(scheme, secret, { ...input, signature })).toBe(true);
        expect(verify(scheme, secret, { ...input, signature: oneBitOff(signature, place) })).toBe(
          false,
        );
        for (const text of impostors(signature))
          expect(verify(scheme, secret, { ...input, signature: text })).toBe(false);
      }),
    );
  });

  it('sends its headers, and says when there is no secret', () => {
    const { secret, input, signature } = right[0] ?? expect.fail('no vector');
    const signed = (text: string) => [json, ...sent, ['X-Signature', text]];
    expect(headersWithSignature(scheme, secret, input)).toEqual(signed(signature));
    expect(headersWithSignature(scheme, undefined, input)).toEqual(signed('<no secret>'));
  });
});

describe('the vectors', () => {
  it('are what their schema says', () => {
    checkSchema('vectors', JSON.parse(JSON.stringify(testVectors)));
  });

  it('that are pinned stand first', () => {
    expect(testVectors.gateway[0]).toMatchObject({
      client_id: 'demo-game',
      client_secret: 'demo-client-secret',
      timestamp: '1790000000',
      body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
      body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
      signature: 'f84682938b4bd47809463175dcf2fde993c858cf5a10f1f94638e4485d81b925',
    });
    expect(testVectors.session[0]).toMatchObject({
      secret_key: 'demo-session-secret',
      body: '{"gameId":"demo","username":"player-42"}',
      signature: '27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b',
    });
  });

  it.each([...testVectors.gateway, ...testVectors.session])(
    'have a text where the bytes are one: $name',
    (vector) => {
      const decoded = Buffer.from(vector.body_base64, 'base64').toString();
      expect(vector.body).toBe(decoded.includes('\ufffd') ? null : decoded);
    },
  );

  it.each(testVectors.gateway)('have the hash and the message of $name', (vector) => {
    const { input } = gatewayCase(vector);
    const made = [sha256Hex(input.body), signedMessage(gateway, input).toString()];
    expect(made).toEqual([vector.body_sha256, vector.message]);
  });
});
