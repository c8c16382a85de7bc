import type { KeyMistake } from './mangled-keys.js';

/** 32 hex digits in five groups with dashes between them, perhaps in braces. */
const uuid = /^[{(]?([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})[)}]?$/i;

/** @param order `mixed`: the first three groups are little endian, as Windows keeps a GUID */
function uuidBytes(secret: string, order: 'as written' | 'mixed'): Uint8Array | undefined {
  const groups = uuid
    .exec(secret)
    ?.slice(1)
    .map((group) => Buffer.from(group, 'hex'));
  if (groups === undefined) return undefined;
  const [first, second, third, ...rest] = groups;
  const little = [first, second, third].map((group) => Buffer.from(group ?? '').reverse());
  return Buffer.concat(order === 'mixed' ? [...little, ...rest] : groups);
}
/** The bytes of a secret that is a UUID. `says` continues "The key was". Tried only when everything else is right. */
export const uuidKeys: readonly KeyMistake[] = [
  {
    id: 'secret-hex-decoded',
    cost: 3,
    says: 'the 16 bytes of the UUID that the secret is',
    change: (secret) => uuidBytes(secret, 'as written'),
  },
  {
    id: 'secret-hex-decoded',
    cost: 3,
    says: 'the 16 bytes that `Guid.ToByteArray()` of C# gives of the secret, its first three groups in reverse',
    change: (secret) => uuidBytes(secret, 'mixed'),
  },
];
