import { decodeBase64 } from './bytes.js';
import type { KeyMistake } from './mangled-keys.js';

/** Mistakes with a secret while it is copied from one place to another. They are tried only when everything else is right. */

const base64Of = (text: string): string => Buffer.from(text).toString('base64');

/**
 * The bytes of a base64 secret, read as text and encoded as UTF-8 again. `latin1`: JavaScript's atob() returns a character
 * for each byte, and TextEncoder encodes those from 0x80 on with two bytes. `utf8`: bytes that are not text become U+FFFD.
 */
const decodedAsText =
  (encoding: 'latin1' | 'utf8') =>
  (secret: string): Uint8Array | undefined => {
    const bytes = decodeBase64(secret);
    return bytes && Buffer.from(Buffer.from(bytes).toString(encoding));
  };

/** `says` continues the sentence "The key was". */
export const copiedKeys: readonly KeyMistake[] = [
  {
    id: 'secret-base64-decoded',
    cost: 3,
    says: 'the text that `atob` gives of the secret, encoded as UTF-8',
    change: decodedAsText('latin1'),
  },
  {
    id: 'secret-base64-decoded',
    cost: 3,
    says: 'the bytes that the secret gives if it is read as base64, with U+FFFD in place of what is not UTF-8',
    change: decodedAsText('utf8'),
  },
  {
    id: 'secret-base64-encoded',
    cost: 3,
    says: 'base64 of the secret and a line break',
    alsoId: 'secret-trailing-newline',
    change: (secret) => base64Of(`${secret}\n`),
  },
  {
    id: 'secret-base64-encoded',
    cost: 3,
    says: 'base64 of the secret and a line break, with a line break after it',
    alsoId: 'secret-trailing-newline',
    change: (secret) => `${base64Of(`${secret}\n`)}\n`,
  },
  {
    id: 'secret-base64-encoded',
    cost: 3,
    says: 'base64 of the secret, with a line break after it',
    alsoId: 'secret-trailing-newline',
    change: (secret) => `${base64Of(secret)}\n`,
  },
  ...[4, 8].map((length): KeyMistake => ({
    id: 'secret-truncated',
    cost: 3,
    says: `the first ${String(length)} bytes of the secret, as many as a pointer in C has`,
    change: (secret) => Buffer.from(secret).subarray(0, length),
  })),
];
