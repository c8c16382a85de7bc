import { createHmac, hash } from 'node:crypto';
import type { CauseId } from '../catalogue/causes.js';
import { loneCost } from './digest-texts.js';

type MakeContent = (body: Uint8Array, key: Uint8Array) => Buffer;
/** The bytes that are computed from the body before they are written as text: a digest, or the body itself. */
export interface BodyContent {
  readonly cost: number;
  readonly make: MakeContent;
  /** After "the message has the", before how it is written. */
  readonly says: string;
  /** The id of the mistake; undefined for the right content. */
  readonly id?: CauseId;
  /** The bytes depend on the key. */
  readonly isKeyed?: true;
}

const hashWith =
  (algorithm: string): MakeContent =>
  (body) =>
    hash(algorithm, body, 'buffer');
const hashTwice =
  (encoding: 'hex' | 'buffer'): MakeContent =>
  (body) =>
    hash('sha256', hash('sha256', body, encoding), 'buffer');
const hmac: MakeContent = (body, key) => createHmac('sha256', key).update(body).digest();
/** In Go `h.Sum(body)` appends the hash of what was written so far. */
const goSum: MakeContent = (body) => Buffer.concat([body, hash('sha256', '', 'buffer')]);

/** The body in hex or base64: the program encoded it but forgot to hash it. */
function encodedBody(encoding: 'hex' | 'base64' | 'base64url'): BodyContent {
  return {
    cost: loneCost,
    make: (body) => Buffer.from(Buffer.from(body).toString(encoding)),
    says: `${encoding} of the body, not of a hash`,
    id: 'bodyhash-raw-body',
  };
}

function otherDigest(cost: number, name: string, algorithm: string): BodyContent {
  return {
    cost,
    make: hashWith(algorithm),
    says: `${name} of the body`,
    id: 'bodyhash-other-digest',
  };
}

/** A plain hash with the secret in it. */
function keyedHash(
  hashedWords: string,
  join: (body: Uint8Array, key: Uint8Array) => Uint8Array[],
): BodyContent {
  return {
    cost: loneCost,
    make: (body, key) => hash('sha256', Buffer.concat(join(body, key)), 'buffer'),
    says: `SHA-256 of ${hashedWords}`,
    id: 'bodyhash-hmac',
    isKeyed: true,
  };
}

/** In the order in which the search tries them. */
export const digests = {
  sha256: { cost: 0, make: hashWith('sha256'), says: 'SHA-256 of the body' },
  md5: otherDigest(1, 'MD5', 'md5'),
  sha1: otherDigest(1, 'SHA-1', 'sha1'),
  sha512: otherDigest(1, 'SHA-512', 'sha512'),
  hmac: {
    cost: 1,
    make: hmac,
    says: 'HMAC of the body with the secret',
    id: 'bodyhash-hmac',
    isKeyed: true,
  },
  'secret-and-body': keyedHash('the secret and the body', (body, key) => [key, body]),
  'body-and-secret': keyedHash('the body and the secret', (body, key) => [body, key]),
  sha384: otherDigest(2, 'SHA-384', 'sha384'),
  'sha256-of-hex': {
    cost: 1,
    make: hashTwice('hex'),
    says: 'SHA-256 of the hex of the SHA-256 of the body',
    id: 'bodyhash-double',
  },
  'sha256-of-bytes': {
    cost: 1,
    make: hashTwice('buffer'),
    says: 'SHA-256 of the bytes of the SHA-256 of the body',
    id: 'bodyhash-double',
  },
  'sha3-256': otherDigest(2, 'SHA3-256', 'sha3-256'),
  sha224: otherDigest(loneCost, 'SHA-224', 'sha224'),
  'go-sum': {
    cost: 2,
    make: goSum,
    says: 'body with the SHA-256 of nothing after it',
    id: 'bodyhash-raw-body',
  },
} as const satisfies Readonly<Record<string, BodyContent>>;

export const contents = {
  ...digests,
  'body-itself': {
    cost: 1,
    make: (body) => Buffer.from(body),
    says: 'body itself',
    id: 'bodyhash-raw-body',
  },
  'body-as-hex': encodedBody('hex'),
  'body-as-base64': encodedBody('base64'),
  'body-as-base64url': encodedBody('base64url'),
  empty: {
    cost: 2,
    make: () => Buffer.alloc(0),
    says: 'empty text',
    id: 'bodyhash-empty-omitted',
  },
} as const satisfies Readonly<Record<string, BodyContent>>;
