import { hash } from 'node:crypto';
import { fromBase64, fromHex, text } from './bytes.js';
import { unfilled } from './unfilled.js';

/** A mistake with the key: makes what was the key of the secret. */
interface KeyForm {
  readonly id: string;
  readonly cost: number;
  readonly make: (secret: string) => Uint8Array | undefined;
  /** After "The key was". */
  readonly says: string;
}

type Row = readonly [cost: number, says: string, make: (secret: string) => string | Uint8Array | undefined];
type Around = readonly [cost: number, before: string, after: string, says: string];

const forms = (id: string, rows: readonly Row[]): KeyForm[] =>
  rows.map(([cost, says, make]) => ({
    id,
    cost,
    says,
    make: (secret) => {
      const made = make(secret);
      if (made?.length === 0 && id !== 'secret-empty') return undefined;
      return typeof made === 'string' ? text(made) : made;
    },
  }));
/** Of the secret itself, as "the secret …". */
const changed = (id: string, rows: readonly Row[]): KeyForm[] =>
  forms(
    id,
    rows.map(([cost, says, make]): Row => [cost, `the secret ${says}`, make]),
  );
const around = (id: string, rows: readonly Around[]): KeyForm[] =>
  changed(
    id,
    rows.map(([cost, before, after, says]): Row => [
      cost,
      `with ${says}`,
      (secret) => before + secret + after,
    ]),
  );
/** Texts that are not made of the secret. */
const words = (id: string, says: string, cost: number, all: string): KeyForm[] =>
  forms(
    id,
    all.split(' ').map((word): Row => [cost, `the ${says} ${word}`, () => word]),
  );

/** What stands after the last mark of a prefix: `gwsec_…`. */
const withoutPrefix = (secret: string): string | undefined =>
  /^(?:[a-zA-Z0-9]{1,20}[_\-.:]){1,4}([A-Za-z0-9+/=-]{8,})$/.exec(secret)?.[1];
const base64 = (of: string): string => Buffer.from(of).toString('base64');
const hex = (of: string): string => Buffer.from(of).toString('hex');

function decoded(secret: string): string | undefined {
  try {
    return decodeURIComponent(secret);
  } catch {
    return undefined;
  }
}

const names =
  'CLIENT_SECRET SECRET_KEY client_secret secret_key SECRET secret GATEWAY_SECRET HMAC_SECRET API_SECRET clientSecret ' +
  'secretKey GATEWAY_CLIENT_SECRET IAP_CLIENT_SECRET IAP_SECRET GAME_SECRET APP_SECRET XMDT_SECRET XMDT_SECRET_KEY ' +
  'SIGNING_SECRET PVG_CLIENT_SECRET PVG_SECRET_KEY NAME';
const lines = names
  .split(' ')
  .flatMap((name) =>
    ['=', ': '].map((mark): Around => [2, name + mark, '', `${name}${mark.trim()} before it`]),
  );

const digests = (['sha256', 'md5', 'sha1', 'sha512'] as const).flatMap((algorithm) =>
  (['hex', 'buffer', 'base64'] as const).map((encoding): Row => {
    const isUsual = encoding === 'hex' ? /256|md5/.test(algorithm) : algorithm + encoding === 'sha256buffer';
    const form = encoding === 'buffer' ? 'bytes of the' : encoding;
    const says = `the ${form} ${algorithm.toUpperCase().replace('SHA', 'SHA-')} of the secret`;
    return [isUsual ? 2 : 3, says, (secret) => hash(algorithm, secret, encoding)];
  }),
);

export const keyForms: readonly KeyForm[] = [
  ...around('secret-trailing-newline', [
    [1, '', '\n', 'a line break (LF) after it'],
    [1, '', '\r\n', 'a line break (CRLF) after it'],
    [1, '', '\r', 'a carriage return (CR) after it'],
    [2, '', '\n\n', 'two line breaks after it'],
    [2, '\n', '', 'a line break (LF) before it'],
    [2, '', '\\n', 'a backslash and an n after it'],
  ]),
  ...around('secret-surrounding-space', [
    [1, '', ' ', 'a space after it'],
    [1, ' ', '', 'a space before it'],
    [2, ' ', ' ', 'a space before and after it'],
    [1, '', '\t', 'a tab after it'],
    [1, '\t', '', 'a tab before it'],
    [2, '', '\0', 'a zero byte after it'],
    [2, '\ufeff', '', 'a byte order mark (EF BB BF) before it'],
    [2, '', '\u00a0', 'an invisible character (U+00A0) after it'],
    [2, '', '\u200b', 'an invisible character (U+200B) after it'],
  ]),
  ...around('secret-quoted', [
    [1, '"', '"', 'double quotes around it'],
    [1, "'", "'", 'single quotes around it'],
    [2, '`', '`', 'backticks around it'],
    [2, '“', '”', 'curly quotes around it'],
    [2, '\\"', '\\"', 'a backslash and a double quote on each side'],
    [2, "b'", "'", "b'…' around it, as Python prints bytes"],
    [2, '<', '>', '< and > around it'],
    [2, '', ';', 'a semicolon after it'],
    [2, '"', '";', 'double quotes around it and a semicolon after it'],
    [2, '', ',', 'a comma after it'],
    [2, '"', '",', 'double quotes around it and a comma after it'],
  ]),
  ...around('secret-env-line', [[2, 'Bearer ', '', '“Bearer ” before it'], ...lines]),
  ...changed('secret-env-line', [
    [2, 'twice in a row', (secret) => secret + secret],
    [2, 'twice, on two lines', (secret) => `${secret}\n${secret}`],
  ]),
  ...forms('secret-hex-decoded', [
    [
      1,
      'the bytes that the secret gives if it is read as hex',
      (secret) => fromHex(secret.replace(/^0x/i, '')),
    ],
    [3, 'what Node reads of the secret as hex', (secret) => Buffer.from(secret, 'hex')],
  ]),
  ...forms('secret-base64-decoded', [
    [1, 'the bytes that the secret gives if it is read as base64', fromBase64],
    [
      2,
      'the bytes of the secret read as base64, without what is not base64',
      (secret) => Buffer.from(secret, 'base64'),
    ],
  ]),
  ...changed('secret-prefix-stripped', [
    [1, 'without its prefix', withoutPrefix],
    [1, 'without its prefix, read as base64', (secret) => fromBase64(withoutPrefix(secret) ?? '')],
    [2, 'without its prefix, read as hex', (secret) => fromHex(withoutPrefix(secret) ?? '')],
    [2, 'without what is before its first mark', (secret) => /^[^_\-.:]{1,20}[_\-.:](.+)$/.exec(secret)?.[1]],
  ]),
  ...forms('secret-empty', [[1, 'empty', () => '']]),
  ...words('secret-undefined', 'word', 1, 'undefined null None nil'),
  ...words('secret-undefined', 'word', 2, 'NULL NaN false False <nil>'),
  ...forms('secret-base64-encoded', [
    [2, 'base64 of the secret', base64],
    [3, 'base64 of the secret and its line break', (secret) => base64(`${secret}\n`)],
  ]),
  ...forms('secret-hex-encoded', [[2, 'hex of the secret', hex]]),
  ...forms('secret-hashed', digests),
  ...changed('secret-case', [
    [2, 'in lower case', (secret) => secret.toLowerCase()],
    [2, 'in upper case', (secret) => secret.toUpperCase()],
  ]),
  ...changed('secret-env-mangled', [
    [2, 'up to its first #', (secret) => secret.split('#', 1)[0]?.trimEnd()],
    [2, 'up to its first $', (secret) => secret.split('$', 1)[0]],
    [2, 'without every $name in it', (secret) => secret.replace(/\$\w+/g, '')],
    [2, 'without every ${name} in it', (secret) => secret.replace(/\$\{\w*\}/g, '')],
    [2, 'without every $ and the character after it', (secret) => secret.replace(/\$./g, '')],
    [2, 'without its $', (secret) => secret.replaceAll('$', '')],
    [2, 'with one $ in place of two', (secret) => secret.replaceAll('$$', '$$')],
  ]),
  ...forms(
    'secret-truncated',
    [16, 24, 31, 32, 63].map((length): Row => [
      2,
      `the first ${String(length)} characters of the secret`,
      (secret) => secret.slice(0, length),
    ]),
  ),
  ...changed('secret-truncated', [
    [2, 'without its last character', (secret) => secret.slice(0, -1)],
    [2, 'without its first character', (secret) => secret.slice(1)],
    [3, 'without its first and last character', (secret) => secret.slice(1, -1)],
    [2, 'without the = at its end', (secret) => secret.replace(/={1,2}$/, '')],
  ]),
  ...changed('secret-url-decoded', [
    [2, '(URL-decoded, with a space for every +)', (secret) => decoded(secret.replaceAll('+', ' '))],
    [2, '(URL-decoded)', decoded],
    [2, 'with spaces in place of every +', (secret) => secret.replaceAll('+', ' ')],
    [2, '(URL-encoded)', encodeURIComponent],
  ]),
  ...changed('secret-utf16', [
    [1, 'in UTF-16LE', (secret) => Buffer.from(secret, 'utf16le')],
    [2, 'in UTF-16BE', (secret) => Buffer.from(secret, 'utf16le').swap16()],
  ]),
  ...words(
    'secret-placeholder',
    'placeholder',
    2,
    'secret changeme your-secret-here your-secret your_secret YOUR_SECRET YOUR_CLIENT_SECRET YOUR_SECRET_KEY ' +
      'client_secret CLIENT_SECRET secret_key SECRET_KEY test demo password xxx demo-client-secret demo-secret-key ' +
      ['<client_secret>', ...['client_secret', 'CLIENT_SECRET', 'SECRET_KEY'].flatMap(unfilled)].join(' '),
  ),
];
