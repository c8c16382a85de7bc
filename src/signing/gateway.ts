import { equalHex, hmacSha256Hex, noSecret, sha256Hex, type Bytes } from './digest.js';

/** Contract §5.1. */
export interface GatewayInput {
  readonly clientId: string;
  /** Unix seconds: the very string that goes into X-Timestamp. */
  readonly timestamp: string;
  /** The raw request body. */
  readonly body: Bytes;
}

/** What the gateway signs: three parts joined by dots, the body as the hex of its hash (§5.1). */
export const gatewayMessage = ({ clientId, timestamp, body }: GatewayInput): string =>
  [clientId, timestamp, sha256Hex(body)].join('.');

/** The value of X-Signature: 64 lower-case hex digits. */
export const signGateway = (clientSecret: Bytes, input: GatewayInput): string =>
  hmacSha256Hex(clientSecret, gatewayMessage(input));

/** Whether a signature is the right one. The clock is not judged here: see `contract/limits.ts`. */
export const verifyGateway = (clientSecret: Bytes, input: GatewayInput, signature: string): boolean =>
  equalHex(signature, signGateway(clientSecret, input));

/** The headers of a gateway request in the order they are sent (§5.1, §4.1). */
export const gatewayHeaders = (
  clientSecret: Bytes | undefined,
  input: GatewayInput,
): [name: string, value: string][] => [
  ['Content-Type', 'application/json'],
  ['X-Client-ID', input.clientId],
  ['X-Timestamp', input.timestamp],
  ['X-Signature', clientSecret === undefined ? noSecret : signGateway(clientSecret, input)],
];
