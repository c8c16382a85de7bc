import { Buffer } from 'node:buffer';
import { createHmac, hash } from 'node:crypto';
import { sha256 } from './sha256.js';

/** Bytes, or text that stands for its UTF-8 bytes. */
export type Bytes = Uint8Array | string;

/** Lower-case hex of SHA-256, 64 characters. */
export const sha256Hex = (data: Bytes): string => digest(data, 'hex');

/**
 * Loading node:crypto takes as long as hashing so many bytes without it, 3 ms: more than one command hashes, and less
 * than a batch does. Whoever needs more than that pays at most twice what would have been best.
 */
const mostOwnBytes = 16 * 1024;
let ownBytes = 0;

function digest(data: Bytes, encoding: 'hex' | 'binary'): string {
  if (ownBytes + data.length > mostOwnBytes) return hash('sha256', data, encoding);
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
  ownBytes += bytes.length + blockBytes;
  return sha256(bytes).toString(encoding);
}

/**
 * Lower-case hex of HMAC-SHA256, 64 characters. Short bytes and ASCII are hashed twice by hand (RFC 2104): an Hmac object
 * of node costs more than twice as much, and a batch signs a message for every row.
 */
export function hmacSha256Hex(key: Bytes, data: Bytes): string {
  const pads = typeof key === 'string' && isShort(data) ? padsOf(key) : undefined;
  if (pads === undefined) return createHmac('sha256', key).update(data).digest('hex');
  const inner = typeof data === 'string' ? pads.inner + data : Buffer.concat([pads.innerBytes, data]);
  pads.outer.write(digest(inner, 'binary'), blockBytes, 'latin1');
  return digest(pads.outer, 'hex');
}

const blockBytes = 64;
const hashBytes = 32;
/** Bytes are copied behind the key; past this the copy costs more than the Hmac object. */
const mostCopiedBytes = 4096;
const isShort = (data: Bytes): boolean =>
  typeof data === 'string' ? isAscii(data) : data.byteLength <= mostCopiedBytes;
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

interface Pads {
  readonly key: string;
  /** The key as it stands before the message: all ASCII when the key is, so that its UTF-8 is the same bytes. */
  readonly inner: string;
  readonly innerBytes: Buffer;
  /** The key as it stands before the inner hash, and room for that. */
  readonly outer: Buffer;
}

// Nearly every message is signed with the key of the one before.
let last: Pads | undefined;

/** undefined for a key that needs more than this. */
function padsOf(key: string): Pads | undefined {
  if (last?.key === key) return last;
  if (key.length > blockBytes || !isAscii(key)) return undefined;
  const outer = Buffer.alloc(blockBytes + hashBytes);
  let inner = '';
  for (let at = 0; at < blockBytes; at += 1) {
    const code = at < key.length ? key.charCodeAt(at) : 0;
    inner += String.fromCharCode(code ^ 0x36);
    outer[at] = code ^ 0x5c;
  }
  return (last = { key, inner, innerBytes: Buffer.from(inner), outer });
}

/** How secrets, receipts and tokens are named in output: the first 12 hex digits of SHA-256. */
export const fingerprint = (value: Bytes): string => sha256Hex(value).slice(0, 12);

/** A fingerprint as output has it, for people and in JSON. */
export const shownFingerprint = (value: Bytes): string => `sha256:${fingerprint(value)}`;

/**
 * Whether an observed signature is the expected one, in constant time. Only 64 hex digits are ever
 * compared: `Buffer.from(text, 'hex')` would accept a right signature with junk behind it.
 */
export function equalHex(observed: string, expected: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(observed)) return false;
  let difference = observed.length ^ expected.length;
  for (let at = 0; at < observed.length; at += 1)
    difference |= observed.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}

/** What stands in place of a signature when a dry run has no secret. */
export const noSecret = '<no secret>';
