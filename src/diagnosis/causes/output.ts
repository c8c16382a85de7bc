import { causes, told, type Variants } from '../cause.js';
import { algorithmOf, hexOf } from '../digests.js';
import {
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
import { percentDecoded } from './percent-encoding.js';

const isHex = (text: string): boolean => /^[0-9a-f]+$/i.test(text);
const isDigestSize = (bytes: number): boolean => algorithmOf(bytes) !== undefined;

interface Base64 {
  readonly bytes: Buffer;
  /** Characters that only one of the two alphabets has. */
  readonly url: boolean;
  readonly plain: boolean;
  readonly padded: boolean;
  readonly needsPad: boolean;
}

function base64Form(text: string): Base64 | undefined {
  const joined = text.replace(/\s+/g, '');
  const url = /[-_]/.test(joined);
  const plain = /[+/]/.test(joined);
  if (!/^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(joined) || isHex(joined) || (url && plain)) return undefined;
  const bytes = Buffer.from(joined, 'base64');
  return { bytes, url, plain, padded: joined.endsWith('='), needsPad: bytes.length % 3 !== 0 };
}

/** Hex text inside of bytes: the result of a helper that encodes text as if it were bytes. */
const hexInside = (bytes: Buffer | undefined): string[] =>
  /^(?:0x)?([0-9a-f]{32,128})\s*(?:-[\r\n]*)?$/i.exec(bytes?.toString('latin1') ?? '')?.slice(1) ?? [];

/** Base64 of a digest; `extraOf` is the further cost of a form, or undefined for a form of another cause. */
const inBase64 =
  (extraOf: (form: Base64) => number | undefined) =>
  (text: string): Variants<string> => {
    const form = base64Form(text);
    if (form === undefined || hexInside(form.bytes).length > 0) return [];
    const extra = extraOf(form);
    return extra === undefined ? [] : [[form.bytes.toString('hex'), undefined, extra]];
  };

/** The first group of a pattern. */
const inside =
  (...patterns: readonly (readonly [pattern: RegExp, extra?: number, says?: string])[]) =>
  (text: string): Variants<string> =>
    patterns.flatMap(([pattern, extra = 0, says]) => {
      const inner = pattern.exec(text)?.[1];
      return inner === undefined ? [] : [told(inner.trim(), says, extra)];
    });

/** Texts before a signature that belong to one product. */
const headersOfProducts: readonly (readonly [start: RegExp, whose: string])[] = [
  [/^t=[^,;]*,v1=/i, 'Stripe-Signature'],
  [/^ts=[^,;]*;h1=/i, 'Paddle-Signature'],
  [/^sha256=/i, 'X-Hub-Signature-256 of GitHub'],
  [/^sha1=/i, 'X-Hub-Signature of GitHub'],
  [/^v0=/i, 'X-Slack-Signature'],
  [/^v1,/i, 'webhook-signature of Standard Webhooks (Svix)'],
];

const withTextBefore = (text: string): string => {
  const whose = headersOfProducts.find(([start]) => start.test(text))?.[1];
  return whose === undefined
    ? 'The signature was sent with extra text before it.'
    : `The signature was sent with extra text before it, as in the header ${whose}.`;
};

/** `(stdin)= `, `SHA2-256(file)= `, `t=…,v1=`, `0x`, `sha256=`, `Bearer `, `v1,`, `1: `. */
const ahead =
  /^(?:\(stdin\)\s*=|(?:HMAC-)?(?:SHA2-|SHA)\d+\s*\([^)]*\)\s*=|(?:t|ts|timestamp)=[^,;\s]*[,;\s]+(?:[vh]\d+|s|sig|signature)=|0x|[A-Za-z][\w.-]{0,40}(?:\s*[=:,]|\s)|v\d+[,=:]|\d+[,.:])\s*(\S.*)$/is;

/** `1,2,255`: the bytes of an array as text. */
const byteNumbers = (text: string): string[] => {
  const numbers = text
    .replace(/^\[|\]$/g, '')
    .split(/[\s,]/)
    .filter((number) => number !== '');
  return numbers.length > 1 && numbers.every((number) => /^-?\d{1,3}$/.test(number))
    ? [Buffer.from(numbers.map((number) => Number(number) & 0xff)).toString('hex')]
    : [];
};

/** Go: `mac.Sum(message)` writes the message, then the digest. */
const appended = (text: string): Variants<string> =>
  /^(?:[0-9a-f]{2}){33,}$/i.test(text) && !isDigestSize(text.length / 2)
    ? [
        told(
          text.slice(-64).toLowerCase(),
          'The signature was sent with other bytes in hex before it. Go’s `mac.Sum(message)` puts the message there.',
          1,
        ),
      ]
    : [];

// 64 bits: fewer could match by chance.
const isPart = ({ length }: string, full: number): boolean => full === 64 && length >= 16 && length < full;

const isExtended = (hex: string, full: number): boolean => hex.length > full && hex.includes('ffffff');

const isNegative = (hex: string): boolean => hex.includes('-');

const isNearly = ({ length }: string, full: number): boolean => length >= full * 0.75 && length < full;

const mixedCase = 'The signature was sent in hex with both upper-case and lower-case letters.';

/** `AA-BB`, `aa:bb`, `aa bb`. */
function undashed(text: string): Variants<string> {
  const between = /^[0-9a-f]{2}(?:([-: ])[0-9a-f]{2})(?:\1[0-9a-f]{2})+$/i.exec(text)?.[1];
  if (between === undefined) return [];
  const name = { '-': 'dash', ':': 'colon', ' ': 'space' }[between] ?? '';
  const letters = /[A-F]/.test(text) ? 'upper-case hex' : 'hex';
  return [
    told(
      text.replaceAll(between, '').toLowerCase(),
      `The signature was sent in ${letters} with a ${name} between the bytes.`,
    ),
  ];
}

const unseen = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/** What no reader sees. */
function withoutUnseen(text: string): Variants<string> {
  const [first] = text.match(unseen) ?? [];
  if (first === undefined) return [];
  const number = first.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return [
    told(
      text.replace(unseen, '').trim(),
      `The signature was sent with an invisible character (U+${number}), as text copied from Word or Confluence has.`,
    ),
  ];
}

/** The digest is right, but its text is not 64 lower-case hex characters. */
export const output = causes({ where: 'everywhere', kind: 'hex-lower' })({
  'out-uppercase-hex': {
    commonness: 'A',
    says: 'The signature was sent in upper-case hex instead of lower case.',
    typical: 'C# `Convert.ToHexString`, Unreal `BytesToHex`, Delphi, PowerShell.',
    fix: 'Send it in lower case.',
    hints: {
      csharp: 'Convert.ToHexString and BitConverter write upper case.',
      unity: 'BitConverter writes upper case.',
      unreal: 'BytesToHex writes upper case.',
      java: '"%02X" writes upper case, "%02x" lower.',
    },
    unwraps: (text) => {
      if (!isHex(text)) return [];
      const isMixed = /[a-f]/.test(text);
      return [isMixed ? told(text.toLowerCase(), mixedCase) : [text.toLowerCase()]];
    },
  },
  'out-base64': {
    commonness: 'A',
    says: 'The signature was sent in base64 instead of hex.',
    typical: 'Code taken from Shopify, Svix, WooCommerce, Azure or Kong.',
    fix: 'Send it in lower-case hex.',
    hints: { node: "Use digest('hex'), not digest('base64')." },
    unwraps: inBase64(({ bytes, url, padded, needsPad }) => {
      const cut = !padded && needsPad && !isDigestSize(bytes.length);
      return !url && (padded || !needsPad || cut) ? 0 : undefined;
    }),
  },
  'out-base64url': {
    commonness: 'B',
    says: 'The signature was sent in base64url instead of hex.',
    typical: 'Code taken from JWT or Polymarket.',
    fix: 'Send it in lower-case hex.',
    unwraps: inBase64(({ plain }) => (plain ? undefined : 0)),
  },
  'out-base64-nopad': {
    commonness: 'D',
    says: 'The signature was sent in base64 without padding instead of in hex.',
    typical: 'Go `RawStdEncoding`, Swift.',
    fix: 'Send it in lower-case hex.',
    unwraps: inBase64(({ bytes, url, plain, padded, needsPad }) => {
      if (url || padded || !needsPad || !isDigestSize(bytes.length)) return undefined;
      return plain ? -2 : 0;
    }),
  },
  'out-base64-of-hex': {
    commonness: 'B',
    says: 'The hex text of the signature was encoded as base64 and sent.',
    typical: 'PHP `base64_encode(hash_hmac(…))`, `openssl … | base64`.',
    fix: 'Encode the digest once: send its 64 lower-case hex characters.',
    hints: {
      php: 'Do not call base64_encode on the result of hash_hmac.',
      bash: 'Do not pipe it into base64: this encodes the hex text and its line break.',
    },
    unwraps: (text) => {
      if (isHex(text))
        return hexInside(Buffer.from(text, 'hex')).map((inner) =>
          told(inner, 'The hex text of the signature was encoded as hex again and sent.', 2),
        );
      return hexInside(base64Form(text)?.bytes).map((inner) => [inner]);
    },
  },
  'out-dashed-hex': {
    commonness: 'C',
    says: 'The signature was sent in hex with a dash, colon or space between the bytes.',
    typical: 'C# `BitConverter.ToString`.',
    fix: 'Remove the characters between the bytes and send the hex in lower case.',
    hints: {
      csharp: 'BitConverter.ToString writes dashes: remove them.',
      unity: 'BitConverter.ToString writes dashes: remove them.',
    },
    unwraps: undashed,
  },
  'out-hex-unpadded': {
    commonness: 'C',
    says: 'The signature was sent in hex with leading zeros lost, so it is too short.',
    typical:
      'Java `Integer.toHexString` and BigInteger, Erlang `integer_to_binary(N, 16)`, JavaScript `toString(16)`, C `%x`.',
    fix: 'Write every byte as two hex characters, as `%02x` does. Fill up one large number with zeros to 64 digits.',
    hints: {
      java: 'Do not use Integer.toHexString(b) or BigInteger: they lose zeros.',
      kotlin: 'Do not use Integer.toHexString(b) or BigInteger: they lose zeros.',
      node: "After byte.toString(16), call padStart(2, '0').",
      cpp: 'Use "%02x", not "%x".',
    },
    remakes: [
      {
        as: 'each byte, or the whole as one large number, without its leading zeros',
        fits: isNearly,
        text: unpaddedHex,
      },
      { as: 'written as one number, without its leading zeros', fits: isNearly, text: numberHex },
    ],
  },
  'out-hex-sign-extended': {
    commonness: 'D',
    says: 'The signature was sent in hex with `ffffff` before every byte from `80` on.',
    typical: 'Signed bytes in Java and C.',
    fix: 'Mask each byte with `& 0xff` and write it as `%02x`.',
    hints: { java: 'With String.format, use "%02x" and (b & 0xff).', cpp: 'Use unsigned char, not char.' },
    remakes: [
      { as: 'for example 0x80 as ffffff80', fits: isExtended, text: signExtendedHex },
      { as: 'leading zeros lost too', fits: isExtended, text: signExtendedUnpaddedHex },
      {
        fits: isNegative,
        text: signedNumberHex,
        says: 'The signature was sent as one negative number in hex, as `new BigInteger(digest).toString(16)` writes it.',
      },
      {
        fits: isNegative,
        text: signedBytesHex,
        says: 'The signature was sent in hex of signed bytes: each byte from `80` on as a negative number, such as `-2a`.',
      },
    ],
  },
  'out-hex-reordered': {
    commonness: 'D',
    says: 'The hex digits of the signature were sent in a different order.',
    typical: "PHP and Perl `unpack('h*', …)`, C code that prints 32-bit words with `%08x`.",
    fix: 'Write the 32 bytes in their order, each as two hex characters with the high half first.',
    hints: {
      php: "unpack('H*', $digest) writes the high half first, unpack('h*', $digest) the low half.",
      ruby: "unpack1('H*') writes the high half first, unpack1('h*') the low half.",
      cpp: 'Print byte by byte with "%02x": words with "%08x" are reversed on little-endian machines.',
    },
    unwraps: (text) =>
      /^(?:[0-9a-f]{8})+$/.test(text) && isDigestSize(text.length / 2)
        ? [
            told(
              nibblesSwapped(text),
              'The signature was sent with the two hex digits of each byte swapped.',
              0,
            ),
            told(
              wordsReversed(text),
              'The signature was sent as little-endian 32-bit words: each group of four bytes is reversed.',
              0,
            ),
          ]
        : [],
  },
  'out-prefixed': {
    commonness: 'A',
    says: 'The signature was sent with extra text before or after it, such as `sha256=` or `(stdin)= `.',
    typical: 'Code taken from GitHub, Slack or Stripe; the output of `openssl` and `sha256sum`.',
    fix: 'Send only the 64 hex characters.',
    hints: {
      bash: 'openssl writes "(stdin)= " and sha256sum writes "  -": remove them.',
      go: 'mac.Sum(message) only appends to message. Call mac.Write(message), then mac.Sum(nil).',
    },
    unwraps: (text) => [
      ...inside(
        [ahead, 0, withTextBefore(text)],
        // ` -` of sha256sum, a file name, the two characters `\n`, a separator.
        [
          /^(\S+?)(?:\s+\*?[\w./-]+|\s*\\n|[;,])$/s,
          0.5,
          'The signature was sent with extra text after it, such as the `  -` that sha256sum prints.',
        ],
      )(text),
      ...appended(text),
      ...withoutUnseen(text),
    ],
  },
  'out-quoted': {
    commonness: 'C',
    says: 'The signature was sent with quotes around it.',
    typical: '`JSON.stringify(signature)`.',
    fix: 'Send it without quotes or brackets around it.',
    hints: {
      node: 'Do not call JSON.stringify(signature).',
      ruby: "unpack('H*') gives a list: use unpack1('H*').",
    },
    unwraps: inside(
      [/^"(.*)"$/s],
      [/^'(.*)'$/s],
      [/^`(.*)`$/s],
      [/^\\"(.*)\\"$/s, 0, 'The signature was sent with a backslash and a quote on each side.'],
      [
        /^\[\s*["']([^"',]+)["']\s*\]$/,
        0,
        'The signature was sent as a printed list with one text in it (`["…"]`), such as Ruby’s `unpack(\'H*\')` gives.',
      ],
    ),
  },
  'out-bytes-literal': {
    commonness: 'C',
    says: "The signature was sent as Python prints bytes, `b'…'`, instead of as text.",
    typical: 'Python `str()` of bytes, Godot `str()` of a PackedByteArray.',
    fix: "Write the digest as 64 lower-case hex digits and send that text: `hexdigest()` in Python, `hex_encode()` in Godot, `toString('hex')` in Node.",
    hints: {
      python:
        'str(b"...") keeps the b and the quotes. Call .decode() on hex bytes; hexdigest() returns text.',
    },
    unwraps: (text) => [
      ...inside([/^b'(.*)'$/s], [/^b"(.*)"$/s])(text),
      ...byteNumbers(text).map((inner) =>
        told(inner, 'The signature was sent as a list of byte numbers.', 1),
      ),
    ],
  },
  'out-truncated': {
    commonness: 'D',
    says: 'Only a part of the signature was sent.',
    typical: 'Narrow database columns, `substr`.',
    fix: 'Send all 64 hex characters.',
    remakes: [
      {
        fits: isPart,
        text: hexBeforeZero,
        says: 'The signature stops before the first zero byte of the digest, as with `strlen(digest)` in C.',
      },
      { as: 'the first characters', fits: isPart, text: (digest, length) => hexOf(digest).slice(0, length) },
      {
        as: 'the last characters',
        fits: isPart,
        text: (digest, length) => hexOf(digest).slice(-length),
        extra: 0.5,
      },
    ],
  },
  'out-percent-encoded': {
    commonness: 'D',
    says: 'The signature was sent in base64 with percent escapes instead of in hex.',
    typical: 'Code that puts the signature in a query string.',
    fix: 'Send it in lower-case hex, which needs no escapes.',
    // The base64 inside is part of it.
    unwraps: (text) => {
      const decoded = /%[0-9a-f]{2}/i.test(text) ? percentDecoded(text) : undefined;
      const bytes = base64Form(decoded ?? '')?.bytes;
      return bytes === undefined ? [] : [[bytes.toString('hex')]];
    },
  },
});
