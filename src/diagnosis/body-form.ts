import { createHash } from 'node:crypto';
import { binaryOf, type Binary } from './choice.js';

// Of a larger body only the hash is kept: a thousand forms of it would not fit in memory.
const largestKept = 32 * 1024;

/** The bytes that an attempt uses as the body. Made on first use, and hashed once. */
export class BodyForm {
  private kept: Binary | undefined;
  private hashHex: string | undefined;

  constructor(private readonly make: () => Uint8Array) {}

  get bytes(): Uint8Array {
    return this.make();
  }

  get binary(): Binary {
    if (this.kept !== undefined) return this.kept;
    const binary = binaryOf(this.make());
    if (binary.length <= largestKept) this.kept = binary;
    return binary;
  }

  /** Lower-case hex of SHA-256 (§5.1). */
  get sha256Hex(): string {
    return (this.hashHex ??= createHash('sha256').update(this.make()).digest('hex'));
  }
}
