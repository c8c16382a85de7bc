import { hash } from 'node:crypto';
import { fromBase64, fromHex, text } from './bytes.js';

/** A mistake with the key: makes what was the key of the secret. */
interface KeyForm {
  readonly id: string;
  readonly cost: number;
  readonly make: (secret: string) => Uint8Array | undefined;
  /** After "The key was". */
  readonly says: string;
}

type Make = (secret: string) => string | Uint8Array | undefined;

const form = (id: string, cost: number, says: string, make: Make): KeyForm => ({
  id,
  cost,
  says,
  make: (secret) => {
    const made = make(secret);
    if (made === '' && id !== 'secret-empty') return undefined;
    return typeof made === 'string' ? text(made) : made?.length === 0 ? undefined : made;
  },
});
const when =
  (pattern: RegExp, make: Make): Make =>
  (secret) =>
    pattern.test(secret) ? make(secret) : undefined;
const words = (all: string): readonly string[] => all.split(' ');

/** What stands after the last mark of a prefix: `gwsec_…`. */
const withoutPrefix = (secret: string): string | undefined =>
  /^(?:[a-zA-Z0-9]{1,20}[_\-.:]){1,4}([A-Za-z0-9+/=-]{8,})$/.exec(secret)?.[1];

const decoded = (secret: string): string | undefined => {
  try {
    return decodeURIComponent(secret);
  } catch {
    return undefined;
  }
};

/** Java’s BigInteger puts a zero in front of a byte from 80 on. */
const bigInteger = (secret: string): Uint8Array | undefined => {
  const bytes = fromHex(secret);
  return bytes && (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), bytes]) : undefined;
};

const newline = 'secret-trailing-newline';
const space = 'secret-surrounding-space';
const around: readonly (readonly [id: string, cost: number, before: string, after: string, says: string])[] =
  [
    [newline, 1, '', '\n', 'a line break (LF) after it'],
    [newline, 1, '', '\r\n', 'a line break (CRLF) after it'],
    [newline, 1, '', '\r', 'a carriage return (CR) after it'],
    [newline, 2, '', '\n\n', 'two line breaks after it'],
    [newline, 2, '\n', '', 'a line break (LF) before it'],
    [newline, 2, '', '\\n', 'a backslash and an n after it'],
    [space, 1, '', ' ', 'a space after it'],
    [space, 1, ' ', '', 'a space before it'],
    [space, 2, ' ', ' ', 'a space before and after it'],
    [space, 1, '', '\t', 'a tab after it'],
    [space, 1, '\t', '', 'a tab before it'],
    [space, 2, '', '  ', 'two spaces after it'],
    [space, 2, '', '\0', 'a zero byte after it'],
    [space, 2, '\ufeff', '', 'a byte order mark (EF BB BF) before it'],
    ...['\u00a0', '\u200b', '\u3000'].flatMap((one) => [
      [
        space,
        2,
        '',
        one,
        `an invisible character (U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}) after it`,
      ] as const,
      [
        space,
        2,
        one,
        '',
        `an invisible character (U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}) before it`,
      ] as const,
    ]),
    ['secret-quoted', 1, '"', '"', 'double quotes around it'],
    ['secret-quoted', 1, "'", "'", 'single quotes around it'],
    ['secret-quoted', 2, '`', '`', 'backticks around it'],
    ['secret-quoted', 2, '“', '”', 'curly quotes around it'],
    ['secret-quoted', 2, '\\"', '\\"', 'a backslash and a double quote on each side'],
    ['secret-quoted', 2, "b'", "'", "b'…' around it, as Python prints bytes"],
    ['secret-quoted', 2, '<', '>', '< and > around it'],
    ...words(
      'CLIENT_SECRET SECRET_KEY client_secret secret_key SECRET secret GATEWAY_SECRET HMAC_SECRET API_SECRET',
    ).flatMap((name) =>
      ['=', ': ', ' = ', ':'].map(
        (mark) => ['secret-env-line', 2, `${name}${mark}`, '', `${name}${mark.trim()} before it`] as const,
      ),
    ),
  ];

const digests = (['sha256', 'md5', 'sha1', 'sha512'] as const).flatMap((algorithm) =>
  (['hex', 'buffer', 'base64'] as const).map((encoding) =>
    form(
      'secret-hashed',
      (algorithm === 'sha256' && encoding !== 'base64') || (algorithm === 'md5' && encoding === 'hex')
        ? 2
        : 3,
      `the ${encoding === 'buffer' ? 'bytes of the' : encoding} ${algorithm.toUpperCase().replace('SHA', 'SHA-')} of the secret`,
      (secret) => hash(algorithm, secret, encoding),
    ),
  ),
);

export const keyForms: readonly KeyForm[] = [
  ...around.map(([id, cost, before, after, says]) =>
    form(id, cost, `the secret with ${says}`, (secret) => before + secret + after),
  ),
  form('secret-hex-decoded', 1, 'the bytes that the secret gives if it is read as hex', (secret) =>
    fromHex(secret.replace(/^0x/i, '')),
  ),
  form(
    'secret-hex-decoded',
    2,
    'a zero byte and the bytes of the secret read as hex (Java’s BigInteger)',
    bigInteger,
  ),
  form('secret-hex-decoded', 3, 'what Node reads of the secret as hex', (secret) =>
    Buffer.from(secret, 'hex'),
  ),
  form('secret-base64-decoded', 1, 'the bytes that the secret gives if it is read as base64', fromBase64),
  form(
    'secret-base64-decoded',
    2,
    'the bytes of the secret read as base64, without what is not base64',
    (secret) => Buffer.from(secret, 'base64'),
  ),
  form(
    'secret-base64-decoded',
    3,
    'the bytes of the secret read as base64, without what is not base64',
    (secret) => Buffer.from(secret.replace(/[^A-Za-z0-9+/]/g, ''), 'base64'),
  ),
  form('secret-prefix-stripped', 1, 'the secret without its prefix', withoutPrefix),
  form('secret-prefix-stripped', 1, 'the secret without its prefix, read as base64', (secret) =>
    fromBase64(withoutPrefix(secret) ?? ''),
  ),
  form('secret-prefix-stripped', 2, 'the secret without its prefix, read as hex', (secret) =>
    fromHex(withoutPrefix(secret) ?? ''),
  ),
  form(
    'secret-prefix-stripped',
    2,
    'the secret without what stands before its first mark',
    (secret) => /^[^_\-.:]{1,20}[_\-.:](.+)$/.exec(secret)?.[1],
  ),
  form('secret-empty', 1, 'empty', () => ''),
  ...words('undefined null None nil NULL NaN false False <nil>').map((word, at) =>
    form('secret-undefined', at < 4 ? 1 : 2, `the word ${word}`, () => word),
  ),
  form('secret-base64-encoded', 2, 'base64 of the secret', (secret) =>
    Buffer.from(secret).toString('base64'),
  ),
  form('secret-base64-encoded', 3, 'base64 of the secret and its line break', (secret) =>
    Buffer.from(`${secret}\n`).toString('base64'),
  ),
  form(
    'secret-base64-encoded',
    3,
    'base64 of the secret, with a line break after it',
    (secret) => `${Buffer.from(secret).toString('base64')}\n`,
  ),
  form('secret-hex-encoded', 2, 'hex of the secret', (secret) => Buffer.from(secret).toString('hex')),
  form('secret-hex-encoded', 3, 'upper-case hex of the secret', (secret) =>
    Buffer.from(secret).toString('hex').toUpperCase(),
  ),
  ...digests,
  form('secret-case', 2, 'the secret in lower case', (secret) => secret.toLowerCase()),
  form('secret-case', 2, 'the secret in upper case', (secret) => secret.toUpperCase()),
  form(
    'secret-case',
    3,
    'the secret with its first letter in upper case',
    (secret) => secret.charAt(0).toUpperCase() + secret.slice(1),
  ),
  form(
    'secret-env-mangled',
    2,
    'the secret up to its first #',
    when(/#/, (secret) => secret.split('#', 1)[0]?.trimEnd()),
  ),
  form(
    'secret-env-mangled',
    2,
    'the secret up to its first $',
    when(/\$/, (secret) => secret.split('$', 1)[0]),
  ),
  form(
    'secret-env-mangled',
    2,
    'the secret without every $name in it',
    when(/\$\w/, (secret) => secret.replace(/\$\w+/g, '')),
  ),
  form(
    'secret-env-mangled',
    2,
    'the secret without every ${name} in it',
    when(/\$\{/, (secret) => secret.replace(/\$\{\w*\}/g, '')),
  ),
  form(
    'secret-env-mangled',
    2,
    'the secret without every $ and the character after it',
    when(/\$/, (secret) => secret.replace(/\$./g, '')),
  ),
  form(
    'secret-env-mangled',
    2,
    'the secret without its $',
    when(/\$/, (secret) => secret.replaceAll('$', '')),
  ),
  form(
    'secret-env-mangled',
    2,
    'the secret with one $ in place of two',
    when(/\$\$/, (secret) => secret.replaceAll('$$', '$')),
  ),
  form(
    'secret-env-mangled',
    3,
    'the secret without its backslashes',
    when(/\\/, (secret) => secret.replaceAll('\\', '')),
  ),
  form(
    'secret-env-mangled',
    3,
    'the secret without its quotes',
    when(/["'`]/, (secret) => secret.replace(/["'`]/g, '')),
  ),
  ...[16, 24, 31, 32, 63, 64, 8, 10, 12, 15, 20, 36, 40, 48].map((length, at) =>
    form(
      'secret-truncated',
      at < 5 ? 2 : 3,
      `the first ${String(length)} characters of the secret`,
      (secret) => (secret.length > length ? secret.slice(0, length) : undefined),
    ),
  ),
  form('secret-truncated', 2, 'the secret without its last character', (secret) => secret.slice(0, -1)),
  form('secret-truncated', 2, 'the secret without its first character', (secret) => secret.slice(1)),
  form('secret-truncated', 3, 'the secret without its first and last character', (secret) =>
    secret.slice(1, -1),
  ),
  form(
    'secret-truncated',
    2,
    'the secret without the = at its end',
    when(/=$/, (secret) => secret.replace(/={1,2}$/, '')),
  ),
  form(
    'secret-url-decoded',
    2,
    'the secret, URL-decoded, with a space for every +',
    when(/[+%]/, (secret) => decoded(secret.replaceAll('+', ' '))),
  ),
  form('secret-url-decoded', 2, 'the secret, URL-decoded', when(/%/, decoded)),
  form(
    'secret-url-decoded',
    2,
    'the secret with spaces in place of every +',
    when(/\+/, (secret) => secret.replaceAll('+', ' ')),
  ),
  form('secret-url-decoded', 2, 'the secret, URL-encoded', (secret) => encodeURIComponent(secret)),
  form('secret-utf16', 1, 'the secret in UTF-16LE', (secret) => Buffer.from(secret, 'utf16le')),
  form('secret-utf16', 2, 'the secret in UTF-16BE', (secret) => Buffer.from(secret, 'utf16le').swap16()),
  ...words(
    'secret changeme your-secret-here your-secret your_secret YOUR_SECRET YOUR_CLIENT_SECRET YOUR_SECRET_KEY client_secret CLIENT_SECRET secret_key SECRET_KEY test demo password xxx demo-client-secret demo-secret-key <client_secret> {{client_secret}} ${CLIENT_SECRET} $CLIENT_SECRET ${SECRET_KEY} $SECRET_KEY',
  ).map((word) => form('secret-placeholder', 2, `the placeholder ${word}`, () => word)),
];
