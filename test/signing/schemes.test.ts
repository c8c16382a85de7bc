import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/signing/digest.js';
import { records } from '../../src/contract/interfaces.js';
import { messageOf, sign, signedHeaders, verify } from '../../src/signing/scheme.js';
import { vectors, type GatewayVector, type SessionVector } from '../../src/signing/vectors.js';
import { checkSchema } from '../support/schemas.js';

const { gateway, session } = records;

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

const gatewayInput = ({
  client_id,
  timestamp,
  body_base64,
}: Pick<GatewayVector, 'client_id' | 'timestamp' | 'body_base64'>) => ({
  clientId: client_id,
  timestamp,
  body: bytes(body_base64),
});

const oneBitOff = (signature: string, place: number): string => {
  const at = place % signature.length;
  const digit = Number.parseInt(signature.charAt(at), 16) ^ (1 << (place % 4));
  return signature.slice(0, at) + digit.toString(16) + signature.slice(at + 1);
};

const anyBytes = fc.uint8Array({ maxLength: 300 });
const anySecret = fc.oneof(anyBytes, fc.string({ unit: 'binary' }));

/** Spellings of a right signature that are not the right signature. */
const impostors = (signature: string): string[] => [
  `${signature}00`,
  `${signature}zz`,
  `${signature}\n`,
  ` ${signature}`,
  signature.slice(0, -1),
  signature.toUpperCase(),
  Buffer.from(signature, 'hex').toString('base64'),
  '',
];

// A signature of 64 digits without a letter reads the same in capitals.
const differing = (signature: string): string[] => impostors(signature).filter((text) => text !== signature);

describe('the near misses', () => {
  it.each(vectors.negative.gateway)('do not verify: $name', ({ client_secret, signature, ...values }) => {
    expect(verify(gateway, client_secret, gatewayInput(values), signature)).toBe(false);
  });

  it.each(vectors.negative.session)('do not verify: $name', ({ secret_key, body_base64, signature }) => {
    expect(verify(session, secret_key, { body: bytes(body_base64) }, signature)).toBe(false);
  });

  it('and the vectors are what their schema says', () => {
    checkSchema('vectors', JSON.parse(JSON.stringify(vectors)));
  });
});

describe('the pinned vectors', () => {
  it('stand first', () => {
    expect(vectors.gateway[0]).toMatchObject({
      client_id: 'demo-game',
      client_secret: 'demo-client-secret',
      timestamp: '1790000000',
      body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
      body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
      signature: 'f84682938b4bd47809463175dcf2fde993c858cf5a10f1f94638e4485d81b925',
    });
    expect(vectors.session[0]).toMatchObject({
      secret_key: 'demo-session-secret',
      body: '{"gameId":"demo","username":"player-42"}',
      signature: '27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b',
    });
  });

  it.each([...vectors.gateway, ...vectors.session].filter(({ body }) => body === null))(
    'have no text where the bytes are none: $name',
    ({ body_base64 }) => {
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes(body_base64))).toThrow();
    },
  );
});

describe('the gateway scheme', () => {
  it.each(vectors.gateway)('signs $name', (vector) => {
    const input = gatewayInput(vector);
    expect({
      hash: sha256Hex(input.body),
      message: messageOf(gateway, input).toString(),
      signature: sign(gateway, vector.client_secret, input),
      verified: verify(gateway, vector.client_secret, input, vector.signature),
    }).toEqual({
      hash: vector.body_sha256,
      message: vector.message,
      signature: vector.signature,
      verified: true,
    });
  });

  it.each(vectors.gateway)('refuses $name when one thing is spoiled', (vector) => {
    const input = gatewayInput(vector);
    const { client_secret: secret, signature } = vector;
    const spoiled = [
      verify(gateway, `${secret}\n`, input, signature),
      verify(gateway, secret, { ...input, clientId: `${input.clientId}x` }, signature),
      verify(gateway, secret, { ...input, timestamp: `${input.timestamp}1` }, signature),
      verify(gateway, secret, { ...input, body: Buffer.concat([input.body, Buffer.from('\n')]) }, signature),
      ...differing(signature).map((text) => verify(gateway, secret, input, text)),
    ];
    expect(spoiled).toEqual(spoiled.map(() => false));
  });

  it('takes its own signature of any bytes under any secret, and no other', () => {
    fc.assert(
      fc.property(anySecret, fc.string(), anyBytes, fc.nat(), (secret, clientId, body, place) => {
        const input = { clientId, timestamp: '1790000000', body };
        const signature = sign(gateway, secret, input);
        expect(verify(gateway, secret, input, signature)).toBe(true);
        expect(verify(gateway, secret, input, oneBitOff(signature, place))).toBe(false);
        for (const text of differing(signature)) expect(verify(gateway, secret, input, text)).toBe(false);
      }),
    );
  });

  it('sends four headers, and says when there is no secret', () => {
    const [vector] = vectors.gateway as [GatewayVector];
    const start = [
      ['Content-Type', 'application/json'],
      ['X-Client-ID', 'demo-game'],
      ['X-Timestamp', '1790000000'],
    ];
    expect(signedHeaders(gateway, vector.client_secret, gatewayInput(vector))).toEqual([
      ...start,
      ['X-Signature', vector.signature],
    ]);
    expect(signedHeaders(gateway, undefined, gatewayInput(vector))).toEqual([
      ...start,
      ['X-Signature', '<no secret>'],
    ]);
  });
});

describe('the session scheme', () => {
  it.each(vectors.session)('signs $name', ({ secret_key, body_base64, signature }) => {
    const input = { body: bytes(body_base64) };
    expect(sign(session, secret_key, input)).toBe(signature);
    expect(verify(session, secret_key, input, signature)).toBe(true);
  });

  it.each(vectors.session)(
    'refuses $name when one thing is spoiled',
    ({ secret_key, body_base64, signature }) => {
      const input = { body: bytes(body_base64) };
      const spoiled = [
        verify(session, `${secret_key}\n`, input, signature),
        verify(session, secret_key, { body: Buffer.concat([input.body, Buffer.from('\n')]) }, signature),
        ...differing(signature).map((text) => verify(session, secret_key, input, text)),
      ];
      expect(spoiled).toEqual(spoiled.map(() => false));
    },
  );

  it('takes its own signature of any bytes under any secret, and no other', () => {
    fc.assert(
      fc.property(anySecret, anyBytes, fc.nat(), (secret, body, place) => {
        const signature = sign(session, secret, { body });
        expect(verify(session, secret, { body }, signature)).toBe(true);
        expect(verify(session, secret, { body }, oneBitOff(signature, place))).toBe(false);
        for (const text of differing(signature)) expect(verify(session, secret, { body }, text)).toBe(false);
      }),
    );
  });

  it('sends two headers, and says when there is no secret', () => {
    const [{ secret_key, body_base64, signature }] = vectors.session as [SessionVector];
    const input = { body: bytes(body_base64) };
    const start = [['Content-Type', 'application/json']];
    expect(signedHeaders(session, secret_key, input)).toEqual([...start, ['X-Signature', signature]]);
    expect(signedHeaders(session, undefined, input)).toEqual([...start, ['X-Signature', '<no secret>']]);
  });
});
