import { causes, told, type Variants } from '../cause.js';
import { binaryOf, binaryOfText, type Binary } from '../choice.js';
import type { BodyForm } from '../body-form.js';
import { base64Of, digest, hexOf, hmac, nameOf } from '../digests.js';
import type { BodyHash } from '../knobs.js';
import {
  beforeZero,
  hexBeforeZero,
  nibblesSwapped,
  numberHex,
  signedBytesHex,
  signedNumberHex,
  signExtendedHex,
  signExtendedUnpaddedHex,
  unpaddedHex,
  wordsReversed,
} from './hex-forms.js';
import { pythonBytes } from './quoted-text.js';
import { withoutEnd } from '../../text/ends.js';

const bytes = (body: BodyForm): Buffer => Buffer.from(body.sha256Hex, 'hex');
const base64 = (body: BodyForm): string => bytes(body).toString('base64');
const unpadded = (text: string): string => withoutEnd(text, '=');
const url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');
const pairs = (text: string): string[] => text.match(/../g) ?? [];

const otherDigests = (write: (hex: string) => string, as?: string): Variants<BodyHash> =>
  (['sha1', 'md5', 'sha512', 'sha384'] as const).map((algorithm) => [
    (body) => write(hexOf(digest(algorithm, body.binary))),
    as,
    undefined,
    `The body was hashed with ${nameOf(algorithm)} instead of SHA-256.`,
  ]);

const asDigestHeader =
  'The hash of the body was put into the message as the `Digest` header has it: with `SHA-256=` before it, in base64.';
const raw = (body: BodyForm): Binary => binaryOf(bytes(body));

const writtenAs = (
  write: (body: BodyForm) => string,
  how: string,
  extra?: number,
): Variants<BodyHash>[number] => told(write, `The hash of the body was put into the message ${how}.`, extra);

const inBothCases = (write: (body: BodyForm) => string, how: string): Variants<BodyHash> => [
  writtenAs(write, how),
  writtenAs((body) => write(body).toUpperCase(), `${how}, in upper case`),
];

const emptyHash = hexOf(digest('sha256', ''));

const hashPrinted = (how: string): string =>
  `The hash of the body was put into the message ${how}, instead of as hex.`;

const prefixes = ['sha256=', 'sha-256=', 'SHA-256=', 'SHA256=', 'sha256:'];

/** The third part of the gateway’s message is not the body’s hash as §5.1 describes it. */
export const bodyHash = causes({ where: 'bodyHash', kind: 'body-hash' })({
  'bodyhash-raw-body': {
    commonness: 'A',
    says: 'The message has the body itself where the SHA-256 hash of the body belongs.',
    typical: 'Code taken from Stripe, Svix or Zoom.',
    fix: 'Put the SHA-256 hash of the body there, as 64 lower-case hex characters.',
    hashes: [
      [(body) => body.binary],
      told(
        (body) => hexOf(body.binary) + emptyHash,
        'The message has the body in hex, then the hash of no bytes, where the hash of the body belongs. Go’s `sha256.New().Sum(body)` makes this.',
        1,
      ),
      told(
        (body) => hexOf(body.binary),
        'The message has the body in hex where the SHA-256 hash of the body belongs.',
        1.1,
      ),
    ],
    hints: { go: 'sha256.New().Sum(body) only appends to body. Use sha256.Sum256(body).' },
  },
  'bodyhash-uppercase': {
    commonness: 'A',
    says: 'The hash of the body was put into the message in upper-case hex instead of lower case.',
    typical: 'C# `Convert.ToHexString`, Unreal `BytesToHex`, Delphi, Java `%02X`.',
    fix: 'Write the body hash in lower case.',
    hints: {
      csharp: 'Convert.ToHexString and BitConverter write upper case.',
      unity: 'BitConverter writes upper case.',
      unreal: 'BytesToHex writes upper case.',
      java: '"%02X" writes upper case, "%02x" lower.',
    },
    hashes: [
      [(body) => body.sha256Hex.toUpperCase()],
      [(body) => pairs(body.sha256Hex.toUpperCase()).join('-'), 'and with dashes (BitConverter)', 1],
      [(body) => pairs(body.sha256Hex.toUpperCase()).join(':'), 'and with colons', 1.1],
    ],
  },
  'bodyhash-hex-digits': {
    commonness: 'C',
    says: 'The hash of the body was put into the message with hex digits lost, added or in a different order.',
    typical:
      "C `%x`, Java `BigInteger.toString(16)`, Erlang `integer_to_binary(N, 16)`, PHP `unpack('h*', …)`.",
    fix: 'Write every byte of the body hash as two hex characters, as `%02x` does. Fill up one large number with zeros to 64 digits.',
    hints: {
      java: 'Do not use Integer.toHexString(b) or BigInteger: they lose zeros. Use HexFormat.of().formatHex(hash).',
      kotlin: 'Use "%02x".format(byte), not byte.toString(16).',
      node: "After byte.toString(16), call padStart(2, '0').",
      cpp: 'Use "%02x" and unsigned char, not "%x".',
    },
    hashes: [
      ...inBothCases(
        (body) => unpaddedHex(raw(body)),
        'with leading zeros lost, as when `%x` writes each byte or `toString(16)` one large number',
      ),
      ...inBothCases((body) => numberHex(raw(body)), 'as one number in hex, without its leading zeros'),
      ...inBothCases(
        (body) => signedNumberHex(raw(body)),
        'as one signed number in hex, as BigInteger writes it',
      ),
      writtenAs(
        (body) => signedBytesHex(raw(body)),
        'in hex of signed bytes: each byte from `80` on as a negative number, such as `-2a`',
      ),
      writtenAs((body) => signExtendedHex(raw(body)), 'with `ffffff` before every byte from `80` on'),
      writtenAs(
        (body) => signExtendedUnpaddedHex(raw(body)),
        'with `ffffff` before every byte from `80` on and without leading zeros, as `%x` writes signed bytes',
      ),
      writtenAs((body) => nibblesSwapped(body.sha256Hex), 'with the two hex digits of each byte swapped'),
      writtenAs(
        (body) => wordsReversed(body.sha256Hex),
        'as little-endian 32-bit words: each group of four bytes is reversed',
      ),
      writtenAs(
        (body) => hexBeforeZero(raw(body)),
        'only up to its first zero byte, as with `strlen(hash)` in C',
      ),
    ],
  },
  'bodyhash-base64': {
    commonness: 'B',
    says: 'The hash of the body was put into the message as base64 instead of hex.',
    typical: 'Code for the `Digest` header or for Azure.',
    fix: 'Write the hash in the message in lower-case hex, not in base64.',
    hashes: [
      [(body) => base64(body)],
      [(body) => unpadded(base64(body)), 'without padding'],
      told(
        (body) => base64Of(body.sha256Hex),
        'The hex text of the body’s hash was put into the message in base64.',
      ),
      told(
        (body) => `b'${base64(body)}'`,
        "The hash of the body was put into the message as base64, as Python prints bytes: `b'…'`.",
        1,
      ),
    ],
  },
  'bodyhash-base64url': {
    commonness: 'D',
    says: 'The hash of the body was put into the message as base64url instead of hex.',
    typical: 'Code taken from JWT.',
    fix: 'Write the hash in the message in lower-case hex.',
    hashes: [
      [(body) => unpadded(url(base64(body))), 'without padding'],
      [(body) => url(base64(body)), 'with padding'],
    ],
  },
  'bodyhash-bytes': {
    commonness: 'B',
    says: 'The 32 raw bytes of the body’s hash were put into the message instead of their hex text.',
    typical: "PHP `hash('sha256', $body, true)`, Python `.digest()`, Go `sum[:]`.",
    fix: "Write the hash as hex: `hexdigest()`, `hash('sha256', $body)`, `hex.EncodeToString(sum[:])`.",
    hints: {
      php: "hash('sha256', $body, true) returns raw bytes: remove the third argument.",
      python: 'digest() returns raw bytes, hexdigest() returns hex text.',
      node: "digest() returns a Buffer, digest('hex') returns hex text.",
      go: 'sum[:] is raw bytes: encode them as hex.',
      ruby: 'digest returns raw bytes, hexdigest returns hex text.',
    },
    hashes: [
      [(body) => binaryOf(bytes(body))],
      told(
        (body) => binaryOfText(binaryOf(bytes(body))),
        'The raw bytes of the body’s hash were read as Latin-1 and put into the message in UTF-8.',
      ),
      told(
        (body) => binaryOfText(bytes(body).toString('utf8')),
        'The raw bytes of the body’s hash were read as UTF-8 text, which damages them, and put into the message.',
      ),
      told(
        (body) => beforeZero(raw(body)),
        'The raw bytes of the body’s hash, up to the first zero byte, were put into the message, as C’s `strcat` or `%s` does.',
      ),
      told((body) => pythonBytes(bytes(body)), hashPrinted('as Python prints bytes'), 1),
      told((body) => bytes(body).join(','), hashPrinted('as JavaScript prints bytes'), 1.1),
      writtenAs(
        (body) => `[${bytes(body).join(' ')}]`,
        'as a list of decimal numbers (`[12 34 …]`), as Go’s `%v` prints bytes',
        1.2,
      ),
      ...[', ', ','].flatMap((separator) =>
        [bytes, (body: BodyForm) => new Int8Array(bytes(body))].map((list) =>
          writtenAs(
            (body) => `[${list(body).join(separator)}]`,
            'as a list of decimal numbers, such as `[12, 34, …]`',
            1.3,
          ),
        ),
      ),
      told(
        (body) => hexOf(body.sha256Hex),
        'The hex text of the body’s hash was encoded as hex again and put into the message.',
        1.4,
      ),
      told(
        () => '[object ArrayBuffer]',
        'The text `[object ArrayBuffer]` was put into the message instead of the hash of the body.',
        1.3,
      ),
    ],
  },
  'bodyhash-object': {
    commonness: 'C',
    says: 'The message has the name of an object where the hash of the body belongs.',
    typical: 'WebCrypto and other hash functions that return a promise, without `await`.',
    fix: 'Wait for the hash, then put its 64 lower-case hex characters into the message. In JavaScript, put `await` before a function that returns a promise.',
    hints: {
      node: 'crypto.subtle.digest() returns a promise: put await before it, in each function on the way.',
    },
    hashes: [
      told(
        () => '[object Promise]',
        'The text `[object Promise]` was put into the message instead of the hash of the body: a promise was not awaited.',
      ),
    ],
  },
  'bodyhash-double': {
    commonness: 'C',
    says: 'The body was hashed twice: the message has the hash of the body’s hash.',
    typical: 'Two helper functions that both hash.',
    fix: 'Hash the body once.',
    hashes: [
      [(body) => hexOf(digest('sha256', body.sha256Hex)), 'SHA-256 of the hex text'],
      [(body) => hexOf(digest('sha256', binaryOf(bytes(body)))), 'SHA-256 of the raw bytes'],
      [(body) => hexOf(digest('sha256', body.sha256Hex.toUpperCase())), 'SHA-256 of the upper-case hex text'],
      [(body) => hexOf(digest('sha256', base64(body))), 'SHA-256 of the base64 text'],
    ],
  },
  'bodyhash-other-digest': {
    commonness: 'B',
    says: 'The body was hashed with a different algorithm, such as MD5, SHA-1 or SHA-512, instead of SHA-256.',
    typical: 'Code copied from another integration.',
    fix: 'Hash the body with SHA-256.',
    hashes: [
      ...otherDigests((of) => of),
      ...otherDigests((of) => of.toUpperCase(), 'in upper-case hex'),
      ...otherDigests((of) => Buffer.from(of, 'hex').toString('base64'), 'in base64'),
    ],
  },
  'bodyhash-hmac': {
    commonness: 'C',
    says: 'The hash of the body was computed with the secret (as an HMAC) instead of with plain SHA-256.',
    typical: 'One helper function for both steps.',
    fix: 'Use plain SHA-256 for the body. Use the secret only once, for the complete message.',
    hints: { php: 'Use hash() for the body, not hash_hmac().' },
    hashes: [
      [(body, key) => hexOf(hmac('sha256', key, body.binary))],
      [(body, key) => base64Of(hmac('sha256', key, body.binary)), 'in base64'],
      [(body, key) => hexOf(hmac('sha256', key, body.binary)).toUpperCase(), 'in upper-case hex'],
    ],
  },
  'bodyhash-prefixed': {
    commonness: 'D',
    says: 'The hash of the body was put into the message with extra text before or after it, such as `sha256=`.',
    typical: 'Code for the `Digest` header, the output of `openssl` and `sha256sum`.',
    fix: 'Put only the 64 hex characters into the message.',
    hashes: [
      ...prefixes.map((prefix) =>
        told(
          ({ sha256Hex }: BodyForm) => prefix + sha256Hex,
          `The hash of the body was put into the message with \`${prefix}\` before it.`,
        ),
      ),
      ...([`b'`, '"', "'"] as const).map((quote) =>
        told(
          ({ sha256Hex }: BodyForm) => `${quote}${sha256Hex}${quote.slice(-1)}`,
          quote === "b'"
            ? "The hash of the body was put into the message as Python prints bytes: `b'…'`."
            : 'The hash of the body was put into the message with quotes around it.',
        ),
      ),
      told((body) => `SHA-256=${base64(body)}`, asDigestHeader),
      told((body) => `sha-256=${base64(body)}`, asDigestHeader),
      ...['(stdin)= ', 'SHA2-256(stdin)= ', 'SHA256(stdin)= '].map((prefix) =>
        told(
          ({ sha256Hex }: BodyForm) => prefix + sha256Hex,
          `The hash of the body was put into the message as openssl prints it, with \`${prefix.trim()}\` before it.`,
        ),
      ),
      told(
        (body) => `${body.sha256Hex}  -`,
        'The hash of the body was put into the message as sha256sum prints it, with `  -` after it.',
      ),
    ],
  },
  'bodyhash-empty-omitted': {
    commonness: 'C',
    says: 'The body is empty, and its hash was left out of the message.',
    typical: 'Requests without a body, such as helpers for GET and DELETE.',
    fix: 'Hash zero bytes: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.',
    kind: 'empty-body',
    // Without a body the raw body is the empty text too; this cause is more specific.
    hashesOfNothing: [[() => '', undefined, -2.1]],
  },
});
