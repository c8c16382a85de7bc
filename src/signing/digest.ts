import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Bytes, or text that stands for its UTF-8 bytes. */
export type Bytes = Uint8Array | string;

/** Lower-case hex of SHA-256, 64 characters. */
export const sha256Hex = (data: Bytes): string => hash('sha256', data);

/** Lower-case hex of HMAC-SHA256, 64 characters. */
export const hmacSha256Hex = (key: Bytes, data: Bytes): string =>
  createHmac('sha256', key).update(data).digest('hex');

/** How secrets, receipts and tokens are named in output: the first 12 hex digits of SHA-256. */
export const fingerprint = (value: Bytes): string => sha256Hex(value).slice(0, 12);

/** A fingerprint as output has it, for people and in JSON. */
export const shownFingerprint = (value: Bytes): string => `sha256:${fingerprint(value)}`;

/**
 * Whether an observed signature is the expected one, in constant time. Only 64 hex digits are ever
 * compared: `Buffer.from(text, 'hex')` would accept a right signature with junk behind it.
 */
export const equalHex = (observed: string, expected: string): boolean =>
  /^[0-9a-f]{64}$/.test(observed) && timingSafeEqual(Buffer.from(observed), Buffer.from(expected));

/** What stands in place of a signature when a dry run has no secret. */
export const noSecret = '<no secret>';
