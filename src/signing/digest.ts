import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Bytes, or text as its UTF-8 bytes. */
export type BytesOrText = Uint8Array | string;

/** Lower-case hex of SHA-256, 64 characters. */
export function sha256Hex(data: BytesOrText): string {
  return hash('sha256', data);
}

/** Lower-case hex of HMAC-SHA256, 64 characters. */
export function hmacSha256Hex(key: BytesOrText, data: BytesOrText): string {
  return createHmac('sha256', key).update(data).digest('hex');
}

/** Output shows this in place of a secret, receipt or token: the first 12 hex digits of its SHA-256. */
export function fingerprint(value: BytesOrText): string {
  return sha256Hex(value).slice(0, 12);
}

/** A fingerprint as it is shown to people and in JSON: `sha256:0123456789ab`. */
export function shownFingerprint(value: BytesOrText): string {
  return `sha256:${fingerprint(value)}`;
}

/**
 * Whether an observed signature is the expected one, in constant time. Compares only 64 hex digits:
 * `Buffer.from(text, 'hex')` would accept a right signature with junk after it.
 */
export function equalHex(observed: string, expected: string): boolean {
  return /^[0-9a-f]{64}$/.test(observed) && equalText(observed, expected);
}

/** Whether two texts are the same, in constant time: the time shows only whether their lengths differ. */
export function equalText(observed: string, expected: string): boolean {
  const [one, other] = [Buffer.from(observed), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What a dry run without a secret prints in place of the signature. */
export const noSecretPlaceholder = '<no secret>';
