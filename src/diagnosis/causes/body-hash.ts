import { Buffer } from 'node:buffer';
import { binaryOfText, right, variants, type Binary, type Choice } from '../choice.js';
import type { BodyForm } from '../body-form.js';
import { digest, Hmac } from '../digests.js';
import { pythonBytes } from './quoted-text.js';

/** How the body stands in the gateway's message (§5.1: hex of SHA-256). `key` is the secret of the attempt. */
export type BodyHash = (body: BodyForm, key: Binary) => Binary;

const hex = (binary: Binary): string => Buffer.from(binary, 'latin1').toString('hex');
const base64 = (text: string): string => Buffer.from(text, 'hex').toString('base64');
const unpadded = (text: string): string => text.replace(/=+$/, '');
const url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');
const raw = (text: string): Binary => Buffer.from(text, 'hex').toString('latin1');

const pairs = (text: string): string[] => text.match(/../g) ?? [];
const digestOf = (body: BodyForm): Buffer => Buffer.from(body.sha256Hex, 'hex');
const sha256 = (body: BodyForm): string => body.sha256Hex;
const hmac = new Hmac('sha256');

export const rightBodyHash: Choice<BodyHash> = right(sha256);

/** Section 4 of the catalogue. */
export const bodyHashes = (bodyIsEmpty: boolean): Choice<BodyHash>[] => [
  ...variants<BodyHash>('bodyhash-uppercase', 1, [(body) => sha256(body).toUpperCase()]),
  ...variants<BodyHash>('bodyhash-uppercase', 2, [
    [(body) => pairs(sha256(body).toUpperCase()).join('-'), 'with dashes (BitConverter)'],
    [(body) => pairs(sha256(body).toUpperCase()).join(':'), 'with colons'],
  ]),
  ...variants<BodyHash>('bodyhash-raw-body', 1, [(body) => body.binary]),
  ...variants<BodyHash>('bodyhash-base64', 2, [
    (body) => base64(sha256(body)),
    [(body) => unpadded(base64(sha256(body))), 'without padding'],
    [(body) => Buffer.from(sha256(body)).toString('base64'), 'base64 of the hex text'],
  ]),
  ...variants<BodyHash>('bodyhash-bytes', 2, [
    (body) => raw(sha256(body)),
    [(body) => binaryOfText(raw(sha256(body))), 'the bytes read as text and encoded as UTF-8'],
    [
      (body) => binaryOfText(Buffer.from(sha256(body), 'hex').toString('utf8')),
      'the bytes decoded as UTF-8 text',
    ],
  ]),
  ...variants<BodyHash>('bodyhash-bytes', 3, [
    [(body) => pythonBytes(digestOf(body)), 'as Python prints bytes'],
    [(body) => [...digestOf(body)].join(','), 'as JavaScript prints bytes'],
    [(body) => `[${[...digestOf(body)].join(' ')}]`, 'as Go prints bytes'],
    [() => '[object ArrayBuffer]', 'as JavaScript prints an ArrayBuffer'],
    [() => 'System.Byte[]', 'as C# prints bytes'],
  ]),
  ...variants<BodyHash>('bodyhash-other-digest', 2, [
    [(body) => hex(digest('sha1', body.binary)), 'SHA-1'],
    [(body) => hex(digest('md5', body.binary)), 'MD5'],
    [(body) => hex(digest('sha512', body.binary)), 'SHA-512'],
    [(body) => hex(digest('sha384', body.binary)), 'SHA-384'],
    [(body) => hex(digest('md5', body.binary)).toUpperCase(), 'MD5 in upper case'],
    [(body) => hex(digest('sha1', body.binary)).toUpperCase(), 'SHA-1 in upper case'],
    [(body) => hex(digest('sha512', body.binary)).toUpperCase(), 'SHA-512 in upper case'],
    [(body) => base64(hex(digest('md5', body.binary))), 'base64 of MD5 (Content-MD5)'],
    [(body) => base64(hex(digest('sha1', body.binary))), 'base64 of SHA-1'],
    [(body) => base64(hex(digest('sha512', body.binary))), 'base64 of SHA-512'],
  ]),
  ...variants<BodyHash>('bodyhash-double', 3, [
    [(body) => hex(digest('sha256', sha256(body))), 'SHA-256 of the hex'],
    [(body) => hex(digest('sha256', raw(sha256(body)))), 'SHA-256 of the digest'],
    [(body) => hex(digest('sha256', sha256(body).toUpperCase())), 'SHA-256 of the upper-case hex'],
    [(body) => hex(digest('sha256', base64(sha256(body)))), 'SHA-256 of the base64'],
  ]),
  ...variants<BodyHash>('bodyhash-hmac', 3, [
    (body, key) => hex(hmac.of(key, body.binary)),
    [(body, key) => base64(hex(hmac.of(key, body.binary))), 'in base64'],
    [(body, key) => hex(hmac.of(key, body.binary)).toUpperCase(), 'in upper case'],
  ]),
  ...variants<BodyHash>('bodyhash-base64url', 4, [
    [(body) => unpadded(url(base64(sha256(body)))), 'without padding'],
    [(body) => url(base64(sha256(body))), 'with padding'],
  ]),
  ...variants<BodyHash>('bodyhash-prefixed', 4, [
    (body) => `sha256=${sha256(body)}`,
    [(body) => `SHA-256=${base64(sha256(body))}`, 'as the Digest header'],
    [(body) => `sha-256=${base64(sha256(body))}`, 'as the Digest header, in lower case'],
    (body) => `sha-256=${sha256(body)}`,
    (body) => `SHA-256=${sha256(body)}`,
    (body) => `SHA256=${sha256(body)}`,
    (body) => `sha256:${sha256(body)}`,
    (body) => `sha256-${base64(sha256(body))}`,
    (body) => `0x${sha256(body)}`,
    [(body) => `(stdin)= ${sha256(body)}`, 'as openssl prints it'],
    [(body) => `SHA2-256(stdin)= ${sha256(body)}`, 'as openssl 3 prints it'],
    [(body) => `SHA256(stdin)= ${sha256(body)}`, 'as older openssl prints it'],
    [(body) => `${sha256(body)}  -`, 'as sha256sum prints it'],
    [(body) => `${sha256(body)} *stdin`, 'as openssl -r prints it'],
    [(body) => `sha-256=:${base64(sha256(body))}:`, 'as the Content-Digest header'],
  ]),
  // With no body at all the raw body is the empty text too: the more specific cause is named.
  ...(bodyIsEmpty ? variants<BodyHash>('bodyhash-empty-omitted', 0.9, [() => '']) : []),
];
