import { Buffer } from 'node:buffer';
import { binaryOf, right, variants, type Binary, type Choice } from '../choice.js';
import { algorithmOf, digest, Hmac, type Algorithm } from '../digests.js';

/** Turns key and message into the digest that was sent. */
export type Construction = (key: Binary, message: Binary) => Binary;

const hex = (binary: Binary): string => Buffer.from(binary, 'latin1').toString('hex');
const base64 = (binary: Binary): string => Buffer.from(binary, 'latin1').toString('base64');
const utf16 = (binary: Binary): Binary =>
  binaryOf(Buffer.from(Buffer.from(binary, 'latin1').toString('utf8'), 'utf16le'));

/**
 * Section 7 of the catalogue and its neighbours, for a digest of a length: the length says the algorithm, so with
 * 32 bytes HMAC-SHA256 is right and with any other length every construction is at least a wrong algorithm.
 */
export function constructions(digestBytes: number): Choice<Construction>[] {
  const algorithm = algorithmOf(digestBytes);
  if (algorithm === undefined) return [];
  const hmac = new Hmac(algorithm);
  const keyed: Construction = (key, message) => hmac.of(key, message);
  return [
    ...base(algorithm, keyed),
    ...variants<Construction>('alg-plain-hash', algorithm === 'sha384' ? 4 : 1, plain(algorithm)),
    ...withCause(algorithm, [
      ...variants<Construction>('msg-prehashed', 2, [
        [(key, message) => hmac.of(key, hex(digest('sha256', message))), 'the hex of its SHA-256'],
        [(key, message) => hmac.of(key, digest('sha256', message)), 'its SHA-256'],
        [(key, message) => hmac.of(key, base64(digest('sha256', message))), 'the base64 of its SHA-256'],
        [
          (key, message) => hmac.of(key, hex(digest('sha256', message)).toUpperCase()),
          'the upper-case hex of its SHA-256',
        ],
        [(key, message) => hmac.of(key, hex(digest('md5', message))), 'the hex of its MD5'],
        [(key, message) => hmac.of(key, hex(digest('sha1', message))), 'the hex of its SHA-1'],
        [(key, message) => hmac.of(key, hex(digest('sha512', message))), 'the hex of its SHA-512'],
      ]),
      ...variants<Construction>('key-message-swapped', 2, [(key, message) => hmac.of(message, key, false)]),
      ...variants<Construction>('alg-hash-of-hmac', 4, [
        [(key, message) => digest(algorithm, hex(keyed(key, message))), 'the hash of its hex'],
        [(key, message) => digest(algorithm, keyed(key, message)), 'the hash of its bytes'],
      ]),
      ...variants<Construction>('alg-double-hmac', 4, [
        [(key, message) => keyed(key, keyed(key, message)), 'of its bytes'],
        [(key, message) => keyed(key, hex(keyed(key, message))), 'of its hex'],
        [(key, message) => hmac.of(keyed(key, message), message, false), 'with the first as the key'],
        [(key, message) => hmac.of(keyed(message, key), message, false), 'with a derived key'],
        [(key, message) => keyed(key, base64(keyed(key, message))), 'of its base64'],
      ]),
      ...variants<Construction>('body-charset-utf16', 3.5, [
        [(key, message) => keyed(key, utf16(message)), 'the whole message as UTF-16'],
      ]),
      ...(algorithm === 'sha256' ? truncatedSha512() : []),
    ]),
  ];
}

const causeOf = {
  sha256: undefined,
  sha1: ['alg-hmac-sha1', 1],
  sha512: ['alg-hmac-sha512', 1],
  md5: ['alg-hmac-md5', 2],
  sha384: ['alg-hmac-sha384', 4],
} as const satisfies Record<Algorithm, readonly [string, number] | undefined>;

function base(algorithm: Algorithm, keyed: Construction): Choice<Construction>[] {
  const cause = causeOf[algorithm];
  return cause === undefined ? [right(keyed)] : variants<Construction>(cause[0], cause[1], [keyed]);
}

/** A second mistake around HMAC with the wrong algorithm has both causes. */
function withCause(algorithm: Algorithm, choices: readonly Choice<Construction>[]): Choice<Construction>[] {
  const cause = causeOf[algorithm];
  return choices.map((choice) =>
    cause === undefined
      ? choice
      : { ...choice, causes: [cause[0], ...choice.causes], cost: choice.cost + cause[1] },
  );
}

/** Hashes without a key: the secret, if at all, stands in the text. */
function plain(algorithm: Algorithm): [Construction, string][] {
  const made = (as: string, make: (key: Binary, message: Binary) => Binary): [Construction, string] => [
    (key, message) => digest(algorithm, make(key, message)),
    `${algorithm}(${as})`,
  ];
  return [
    made('message + secret', (key, message) => message + key),
    made('secret + message', (key, message) => key + message),
    made('message', (_key, message) => message),
    made('message.secret', (key, message) => `${message}.${key}`),
    made('secret.message', (key, message) => `${key}.${message}`),
    made('message&key=secret', (key, message) => `${message}&key=${key}`),
    made('message:secret', (key, message) => `${message}:${key}`),
    made('secret:message', (key, message) => `${key}:${message}`),
    made('message|secret', (key, message) => `${message}|${key}`),
    made('secret|message', (key, message) => `${key}|${message}`),
    made('secret + message + secret', (key, message) => `${key}${message}${key}`),
    made('message&secret', (key, message) => `${message}&${key}`),
    made('message&secret=secret', (key, message) => `${message}&secret=${key}`),
    made('message&secret_key=secret', (key, message) => `${message}&secret_key=${key}`),
    made('message&app_secret=secret', (key, message) => `${message}&app_secret=${key}`),
    made('message&secretKey=secret', (key, message) => `${message}&secretKey=${key}`),
    made('key=secret&message', (key, message) => `key=${key}&${message}`),
    made('secret&message', (key, message) => `${key}&${message}`),
    made('message,secret', (key, message) => `${message},${key}`),
    made('message-secret', (key, message) => `${message}-${key}`),
    made('message_secret', (key, message) => `${message}_${key}`),
    made('secret', (key) => key),
  ];
}

function truncatedSha512(): Choice<Construction>[] {
  const long = new Hmac('sha512');
  return variants<Construction>('alg-hmac-sha512', 4, [
    [(key, message) => long.of(key, message).slice(0, 32), 'the first 32 of its 64 bytes'],
  ]);
}
