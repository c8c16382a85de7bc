import { createHash } from 'node:crypto';
import { binaryOf, type Binary } from './choice.js';

/** Bytes that stand for the body in an attempt; each distinct body is hashed once. */
export class BodyForm {
  private binaryForm: Binary | undefined;
  private hashHex: string | undefined;

  constructor(readonly bytes: Uint8Array) {}

  get binary(): Binary {
    return (this.binaryForm ??= binaryOf(this.bytes));
  }

  /** Lower-case hex of SHA-256 (§5.1). */
  get sha256Hex(): string {
    return (this.hashHex ??= createHash('sha256').update(this.bytes).digest('hex'));
  }
}
