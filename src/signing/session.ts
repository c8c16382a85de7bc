import { equalHex, hmacSha256Hex, noSecret, type Bytes } from './digest.js';

/** Contract §5.2: the raw JSON body, exactly as sent; no timestamp. */
export interface SessionInput {
  readonly body: Bytes;
}

/** What the session interface signs is the body itself. */
export const sessionMessage = ({ body }: SessionInput): Bytes => body;

/** The value of X-Signature: 64 lower-case hex digits. */
export const signSession = (secretKey: Bytes, input: SessionInput): string =>
  hmacSha256Hex(secretKey, sessionMessage(input));

export const verifySession = (secretKey: Bytes, input: SessionInput, signature: string): boolean =>
  equalHex(signature, signSession(secretKey, input));

/** The headers of a session request in the order they are sent (§5.2, §4.3). */
export const sessionHeaders = (
  secretKey: Bytes | undefined,
  input: SessionInput,
): [name: string, value: string][] => [
  ['Content-Type', 'application/json'],
  ['X-Signature', secretKey === undefined ? noSecret : signSession(secretKey, input)],
];
