/**
 * How requests of both interfaces are signed (§5). Pure functions over bytes: no clock and no network. They sign what
 * they are given, also if the service would refuse it. An argument of another type, an empty secret and a member that a
 * request does not have are a TypeError, which names the argument and never its value.
 * @module
 */

import { interfaceRecords } from '../contract/interfaces.js';
import { signedMessage, headersWithSignature, verify } from '../signing/scheme.js';
import { testVectors as allVectors } from '../signing/vectors.js';
import { requireBytesOrText, objectWith, requireSecretKey, requireText } from './arguments.js';

/** Bytes, or a text that becomes UTF-8. Sign exactly the bytes that you send. */
export type Bytes = Uint8Array | string;

/** A request to the gateway (§5.1). */
export interface GatewayRequest {
  /** The header `X-Client-ID`. */
  readonly clientId: string;
  /** Unix seconds, as the text of the header. The service accepts 300 seconds more or less than its own clock. */
  readonly timestamp: string;
  /** The exact bytes that are sent. */
  readonly body: Bytes;
}

/** The headers of a signed request to the session interface. A type, so that `fetch` takes it as its headers. */
export type SessionHeaders = Readonly<Record<'Content-Type' | 'X-Signature', string>>;

/** The headers of a signed request to the gateway. */
export type GatewayHeaders = SessionHeaders &
  Readonly<Record<'X-Client-ID' | 'X-Timestamp', string>>;

/** The headers of a signed request to either interface. */
export type SignedHeaders = GatewayHeaders | SessionHeaders;

const requireGatewayRequest = objectWith({
  clientId: requireText,
  timestamp: requireText,
  body: requireBytesOrText,
});

/** Signs a request to the gateway: HMAC-SHA256 of `client_id.timestamp.sha256(body)`, in lower-case hex (§5.1). */
export function signGateway(clientSecret: Bytes, request: GatewayRequest): GatewayHeaders {
  requireSecretKey('clientSecret', clientSecret);
  requireGatewayRequest('request', request);
  const headers = headersWithSignature(interfaceRecords.gateway, clientSecret, request);
  return Object.fromEntries(headers) as GatewayHeaders;
}

/** Signs a request to the session interface: HMAC-SHA256 of the body, in lower-case hex (§5.2). */
export function signSession(secretKey: Bytes, body: Bytes): SessionHeaders {
  requireSecretKey('secretKey', secretKey);
  requireBytesOrText('body', body);
  const headers = headersWithSignature(interfaceRecords.session, secretKey, { body });
  return Object.fromEntries(headers) as SessionHeaders;
}

/** The text that the gateway's signature is made of (§5.1), to compare with your own. */
export function gatewayMessage(request: GatewayRequest): string {
  requireGatewayRequest('request', request);
  return Buffer.from(signedMessage(interfaceRecords.gateway, request)).toString();
}

/**
 * Whether a signature of the gateway (§5.1) is right, compared in constant time. It must be in lower-case hex. Does not
 * check how old the timestamp is. A request without the header is not signed: do not call this, because
 * a signature that is undefined is a TypeError.
 */
export function isGatewaySigned(
  clientSecret: Bytes,
  request: GatewayRequest,
  signature: string,
): boolean {
  requireSecretKey('clientSecret', clientSecret);
  requireGatewayRequest('request', request);
  requireText('signature', signature);
  const { clientId, timestamp, body } = request;
  return verify(interfaceRecords.gateway, clientSecret, { clientId, timestamp, body, signature });
}

/**
 * Whether a signature of the session interface (§5.2) is right, compared in constant time. It must be in lower-case
 * hex. A request without the header is not signed: do not call this, because
 * a signature that is undefined is a TypeError.
 */
export function isSessionSigned(secretKey: Bytes, body: Bytes, signature: string): boolean {
  requireSecretKey('secretKey', secretKey);
  requireBytesOrText('body', body);
  requireText('signature', signature);
  return verify(interfaceRecords.session, secretKey, { body, signature });
}

/** A request to the session interface and its signature. */
export interface SessionVector {
  /** What the vector is about: English, for people. */
  readonly name: string;
  /** The key (§5.2). */
  readonly secret_key: string;
  /** null if the bytes are not UTF-8. */
  readonly body: string | null;
  /** The exact bytes. */
  readonly body_base64: string;
  /** 64 lower-case hex digits; in a near miss, what a wrong sender may send. */
  readonly signature: string;
}

/** A request to the gateway and its signature. */
export interface GatewayVector extends Omit<SessionVector, 'secret_key'> {
  /** The header `X-Client-ID`. */
  readonly client_id: string;
  /** The secret (§5.1). */
  readonly client_secret: string;
  /** The header `X-Timestamp`: Unix seconds. */
  readonly timestamp: string;
}

/** What `pvg vectors` prints and the entry `pvg/vectors.json` has. */
export interface Vectors {
  /** The version of this shape. */
  readonly version: 1;
  /** Requests to the gateway, with right signatures. */
  readonly gateway: readonly GatewayVector[];
  /** Requests to the session interface, with right signatures. */
  readonly session: readonly SessionVector[];
  /** Near misses: requests whose signature must not verify. */
  readonly negative: Pick<Vectors, 'gateway' | 'session'>;
}

/** The test vectors of both schemes. */
export const vectors: Vectors = allVectors;
