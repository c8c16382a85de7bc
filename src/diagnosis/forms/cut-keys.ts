import type { KeyMistake } from './mangled-keys.js';

/** A part of the secret as the key. Their `says` is said after "The key was". */

const cutKey = (length: number): KeyMistake => ({
  id: 'secret-truncated',
  cost: 2,
  says: `the first ${String(length)} characters of the secret`,
  change: (secret) => secret.slice(0, length),
});

/** As long as a block of SHA-256. */
const blockKey: KeyMistake = {
  id: 'secret-cut-to-block',
  cost: 2,
  says: 'the first 64 bytes of the secret, but HMAC hashes a longer key and does not cut it',
  change: (secret) => Buffer.from(secret).subarray(0, 64),
};
export const cutKeys: readonly KeyMistake[] = [...[16, 24, 31, 32, 63].map(cutKey), blockKey];

const lessUsualCuts = [10, 12, 15, 20, 40, 48, 50, 60, 100, 127, 128].map((length): KeyMistake => ({
  ...cutKey(length),
  cost: 3,
}));

/** So many characters are lost at one end. */
const lostCounts = [2, 3, 4, 5, 6, 7, 8, 9];
const lostCharacters = lostCounts.flatMap((count): KeyMistake[] => [
  {
    id: 'secret-truncated',
    cost: 3,
    says: `the secret without its first ${String(count)} characters`,
    change: (secret) => secret.slice(count),
  },
  {
    id: 'secret-truncated',
    cost: 3,
    says: `the secret without its last ${String(count)} characters`,
    change: (secret) => secret.slice(0, -count),
  },
]);

/** They are tried alone. */
export const rarelyCutKeys: readonly KeyMistake[] = [...lostCharacters, ...lessUsualCuts];
