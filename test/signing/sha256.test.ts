import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/signing/sha256.js';

const byNode = (message: Uint8Array): string => createHash('sha256').update(message).digest('hex');

// The examples that NIST gives for FIPS 180-4, and the empty message.
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('is the SHA-256 of the standard: %#', (message, hex) => {
  expect(sha256(Buffer.from(message)).toString('hex')).toBe(hex);
});

it('is that of node at every length around the ends of blocks', () => {
  for (let length = 0; length <= 260; length += 1) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 167 + length) & 255);
    expect(sha256(message).toString('hex')).toBe(byNode(message));
  }
});

it('is that of node for any bytes, also within a larger buffer, and changes none of them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (all, from) => {
      const message = all.subarray(Math.min(from, all.length));
      const before = Uint8Array.from(all);
      expect(sha256(message).toString('hex')).toBe(byNode(message));
      expect(all).toEqual(before);
    }),
    { numRuns: 1_000 },
  );
});
