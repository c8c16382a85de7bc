import { Buffer, isUtf8 } from 'node:buffer';
import { sha256Hex, shownFingerprint } from './digest.js';
import { signedMessage, signedHeaders, type MessagePart, type Scheme } from './scheme.js';

/** A signature with every step on the way, for developers who write a signer. */
export interface SignedSteps {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Every intermediate value, under the contract’s names. */
  readonly values: Readonly<Record<string, string | number | Readonly<Record<string, string>>>>;
  /** The same for people, in the contract’s order. */
  readonly steps: readonly (readonly [label: string, value: string])[];
}

const names = {
  clientId: 'client_id',
  timestamp: 'timestamp',
  bodyHash: 'body_hash',
  body: 'body',
} as const satisfies Record<MessagePart, string>;

export function signInSteps(
  scheme: Scheme,
  secret: string,
  {
    clientId,
    timestamp,
    body,
  }: { readonly clientId?: string | undefined; timestamp: string; body: Uint8Array },
): SignedSteps {
  const { message, separator, secret: own } = scheme;
  const headers = signedHeaders(scheme, secret, { clientId, timestamp, body });
  const signature = headers.at(-1)?.[1] ?? '';
  const secretFingerprint = shownFingerprint(secret);
  const hash = message.includes('bodyHash') ? sha256Hex(body) : undefined;
  const whole = message.some((part) => part !== 'body')
    ? Buffer.from(signedMessage(scheme, { clientId, timestamp, body })).toString()
    : undefined;
  const signed = whole === undefined ? 'body' : 'message';
  return {
    headers,
    values: {
      interface: scheme.id,
      ...(clientId !== undefined && { client_id: clientId }),
      ...(message.includes('timestamp') && { timestamp }),
      body_bytes: body.byteLength,
      ...(hash !== undefined && { body_sha256: hash }),
      ...(whole !== undefined && { message: whole }),
      secret_fingerprint: secretFingerprint,
      signature,
      headers: Object.fromEntries(headers),
    },
    steps: [
      ['body', describe(body)],
      ...(hash === undefined ? [] : [['body_hash = hex(SHA-256(body))', hash] as const]),
      ...(whole === undefined
        ? []
        : [[`message = ${message.map((part) => names[part]).join(separator)}`, whole] as const]),
      [own.name, secretFingerprint],
      [`signature = hex(HMAC-SHA256(${own.name}, ${signed}))`, signature],
    ],
  };
}

const describe = (body: Uint8Array): string => {
  const end = body.at(-1) === 0x0a ? ', the last one is a line break' : '';
  const text = isUtf8(body) ? Buffer.from(body).toString() : '(not UTF-8)';
  return `${body.byteLength} ${body.byteLength === 1 ? 'byte' : 'bytes'}${end}: ${JSON.stringify(text)}`;
};
