import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hmacSha256Hex } from '../../src/signing/digest.js';

const byNode = (key: string | Uint8Array, data: string | Uint8Array): string =>
  createHmac('sha256', key).update(data).digest('hex');

it('is the HMAC of node for any key and message', () => {
  const text = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 }));
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(
    fc.property(fc.oneof(text, bytes), fc.oneof(text, bytes), (key, data) => {
      expect(hmacSha256Hex(key, data)).toBe(byNode(key, data));
    }),
    { numRuns: 2_000 },
  );
});

it.each([0, 1, 63, 64, 65, 200])('is the HMAC of node for a key of %i characters', (length) => {
  for (const key of ['k'.repeat(length), '~'.repeat(length), 'é'.repeat(length)])
    for (const data of ['', 'a', 'a'.repeat(1_000), 'é', new Uint8Array(4_096), new Uint8Array(4_097)])
      expect(hmacSha256Hex(key, data)).toBe(byNode(key, data));
});
