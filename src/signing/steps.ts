import { Buffer, isUtf8 } from 'node:buffer';
import { sha256Hex, shownFingerprint } from './digest.js';
import { signedMessage, headersWithSignature, type MessagePart, type Scheme } from './scheme.js';

/** A signature with all its intermediate values, for developers who write a signer. */
export interface SignedSteps {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The intermediate values for JSON, under the contract’s names. */
  readonly values: Readonly<Record<string, string | number | Readonly<Record<string, string>>>>;
  /** The intermediate values for people, in the contract’s order. */
  readonly steps: readonly (readonly [label: string, value: string])[];
}

const partNames = {
  clientId: 'client_id',
  timestamp: 'timestamp',
  bodyHash: 'body_hash',
  body: 'body',
} as const satisfies Record<MessagePart, string>;

interface SignedRequest {
  readonly clientId?: string | undefined;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** Signs a request and names each value on the way. @throws {TypeError} if a value that the message needs is missing */
export function signInSteps(
  scheme: Scheme,
  secret: string,
  { clientId, timestamp, body }: SignedRequest,
): SignedSteps {
  const { message, separator } = scheme;
  const secretName = scheme.secret.name;
  const headers = headersWithSignature(scheme, secret, { clientId, timestamp, body });
  // `headersWithSignature` puts the signature last.
  const signature = headers.at(-1)?.[1] ?? '';
  const secretFingerprint = shownFingerprint(secret);
  const hash = message.includes('bodyHash') ? sha256Hex(body) : undefined;
  const text = messageText(scheme, { clientId, timestamp, body });
  const values: Record<string, SignedSteps['values'][string]> = { interface: scheme.id };
  if (clientId !== undefined) values['client_id'] = clientId;
  if (message.includes('timestamp')) values['timestamp'] = timestamp;
  values['body_bytes'] = body.byteLength;
  if (hash !== undefined) values['body_sha256'] = hash;
  if (text !== undefined) values['message'] = text;
  values['secret_fingerprint'] = secretFingerprint;
  values['signature'] = signature;
  values['headers'] = Object.fromEntries(headers);
  const steps: [label: string, value: string][] = [['body', describeBody(body)]];
  if (hash !== undefined) steps.push(['body_hash = hex(SHA-256(body))', hash]);
  if (text !== undefined) {
    steps.push([`message = ${message.map((part) => partNames[part]).join(separator)}`, text]);
  }
  steps.push([secretName, secretFingerprint]);
  const signedName = text === undefined ? 'body' : 'message';
  steps.push([`signature = hex(HMAC-SHA256(${secretName}, ${signedName}))`, signature]);
  return { headers, values, steps };
}

/** The message; undefined if the scheme signs only the body. */
function messageText(scheme: Scheme, request: SignedRequest): string | undefined {
  if (scheme.message.every((part) => part === 'body')) return undefined;
  return Buffer.from(signedMessage(scheme, request)).toString();
}

const describeBody = (body: Uint8Array): string => {
  const end = body.at(-1) === 0x0a ? ', the last one is a line break' : '';
  const text = isUtf8(body) ? Buffer.from(body).toString() : '(not UTF-8)';
  return `${body.byteLength} ${body.byteLength === 1 ? 'byte' : 'bytes'}${end}: ${JSON.stringify(text)}`;
};
