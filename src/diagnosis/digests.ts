import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Binary } from './choice.js';

export type Algorithm = 'sha256' | 'sha1' | 'sha512' | 'sha384' | 'md5';

/** Bytes of a digest, and of the block that HMAC pads its key to (RFC 2104). */
const sizes = {
  md5: { digest: 16, block: 64 },
  sha1: { digest: 20, block: 64 },
  sha256: { digest: 32, block: 64 },
  sha384: { digest: 48, block: 128 },
  sha512: { digest: 64, block: 128 },
} as const satisfies Record<Algorithm, { digest: number; block: number }>;

/** The digest lengths say the algorithm. */
export const algorithmOf = (digestBytes: number): Algorithm | undefined =>
  (Object.keys(sizes) as Algorithm[]).find((name) => sizes[name].digest === digestBytes);

export const digest = (algorithm: Algorithm, data: Binary): Binary =>
  hash(algorithm, Buffer.from(data, 'latin1'), 'binary');

interface Pads {
  readonly inner: Buffer;
  /** With room for the inner digest behind it. */
  readonly outer: Buffer;
}

let scratch = Buffer.allocUnsafe(4_096);

/**
 * HMAC as two hashes over kept pads: twice as fast as createHmac where one key meets many messages.
 * Keys of one attempt each (a message as the key) should not be kept: `keep` false.
 */
export class Hmac {
  private readonly kept = new Map<Binary, Pads>();
  private readonly block: number;

  constructor(private readonly algorithm: Algorithm) {
    this.block = sizes[algorithm].block;
  }

  of(key: Binary, message: Binary, keep = true): Binary {
    const pads = this.pads(key, keep);
    const length = this.block + message.length;
    if (length > scratch.length) scratch = Buffer.allocUnsafe(2 * length);
    pads.inner.copy(scratch);
    scratch.write(message, this.block, 'latin1');
    const inner = hash(this.algorithm, scratch.subarray(0, length), 'binary');
    pads.outer.write(inner, this.block, 'latin1');
    return hash(this.algorithm, pads.outer, 'binary');
  }

  private pads(key: Binary, keep: boolean): Pads {
    const known = this.kept.get(key);
    if (known) return known;
    const short = key.length > this.block ? digest(this.algorithm, key) : key;
    const inner = Buffer.alloc(this.block, 0x36);
    const outer = Buffer.alloc(this.block + sizes[this.algorithm].digest, 0x5c);
    for (let at = 0; at < short.length; at += 1) {
      const byte = short.charCodeAt(at);
      inner[at] = byte ^ 0x36;
      outer[at] = byte ^ 0x5c;
    }
    const pads = { inner, outer };
    if (keep) this.kept.set(key, pads);
    return pads;
  }
}
