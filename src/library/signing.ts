import { records } from '../contract/interfaces.js';
import { messageOf, sign, signedHeaders, verify } from '../signing/scheme.js';
import { vectors as allVectors } from '../signing/vectors.js';

/** How requests of both interfaces are signed (contract §5). Pure functions over bytes; no clock, no network. */

/** UTF-8, if it is a text. Sign exactly the bytes that you send. */
export type Bytes = Uint8Array | string;

/** A request to the gateway (§5.1). */
export interface GatewayRequest {
  readonly clientId: string;
  /** Unix seconds, as the text of the header. The service accepts 300 seconds more or less than its own clock. */
  readonly timestamp: string;
  readonly body: Bytes;
}

/** The headers of a signed request, by name, with `Content-Type`. */
export type SignedHeaders = Readonly<Record<string, string>>;

/** Signs a request to the gateway: HMAC-SHA256 of `client_id.timestamp.sha256(body)`, in lower-case hex (§5.1). */
export const signGateway = (clientSecret: Bytes, request: GatewayRequest): SignedHeaders =>
  Object.fromEntries(signedHeaders(records.gateway, clientSecret, request));

/** Signs a request to the session interface: HMAC-SHA256 of the body, in lower-case hex (§5.2). */
export const signSession = (secretKey: Bytes, body: Bytes): SignedHeaders =>
  Object.fromEntries(signedHeaders(records.session, secretKey, { body }));

/** The text that the gateway's signature is made of (§5.1), to compare with your own. */
export const gatewayMessage = (request: GatewayRequest): string =>
  Buffer.from(messageOf(records.gateway, request)).toString();

/** The signature alone: 64 lower-case hex digits. */
export const gatewaySignature = (clientSecret: Bytes, request: GatewayRequest): string =>
  sign(records.gateway, clientSecret, request);

/** The signature alone: 64 lower-case hex digits. */
export const sessionSignature = (secretKey: Bytes, body: Bytes): string =>
  sign(records.session, secretKey, { body });

/** Whether a signature is right, compared in constant time. Checks no clock. */
export const isGatewaySigned = (clientSecret: Bytes, request: GatewayRequest, signature: string): boolean =>
  verify(records.gateway, clientSecret, request, signature);

/** Whether a signature is right, compared in constant time. */
export const isSessionSigned = (secretKey: Bytes, body: Bytes, signature: string): boolean =>
  verify(records.session, secretKey, { body }, signature);

/** A request to the session interface and its signature. */
export interface SessionVector {
  readonly name: string;
  readonly secret_key: string;
  /** null if the bytes are not UTF-8. */
  readonly body: string | null;
  /** The exact bytes. */
  readonly body_base64: string;
  readonly signature: string;
}

/** A request to the gateway and its signature. */
export interface GatewayVector extends Omit<SessionVector, 'secret_key'> {
  readonly client_id: string;
  readonly client_secret: string;
  readonly timestamp: string;
}

/** What `pvg vectors` prints: right signatures, and near misses (`negative`) that must not verify. */
export interface Vectors {
  readonly version: 1;
  readonly gateway: readonly GatewayVector[];
  readonly session: readonly SessionVector[];
  readonly negative: {
    readonly gateway: readonly GatewayVector[];
    readonly session: readonly SessionVector[];
  };
}

/** The test vectors of both schemes. */
export const vectors: Vectors = allVectors;
