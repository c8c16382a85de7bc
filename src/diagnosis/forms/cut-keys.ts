import type { KeyMistake } from './mangled-keys.js';

/** Keys that are only a part of the secret. `says` continues the sentence "The key was". */

const cutKey = (length: number): KeyMistake => ({
  id: 'secret-truncated',
  cost: 2,
  says: `the first ${String(length)} characters of the secret`,
  change: (secret) => secret.slice(0, length),
});

/** A key cut to the block size of SHA-256. */
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

/** How many characters are lost at one end. */
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

/** Tried only when everything else is right. */
export const rarelyCutKeys: readonly KeyMistake[] = [...lostCharacters, ...lessUsualCuts];
