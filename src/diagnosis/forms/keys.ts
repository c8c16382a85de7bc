import type { CauseId } from '../catalogue/causes.js';
import { hash } from 'node:crypto';
import { fromBase64, fromHex, text } from './bytes.js';
import { unfilled } from './unfilled.js';

/** A mistake with the key: makes what was the key of the secret. */
interface KeyForm {
  readonly id: CauseId;
  readonly cost: number;
  readonly make: (secret: string) => Uint8Array | undefined;
  /** After "The key was". */
  readonly says: string;
}

/** In a text of it, each `*` stands for the secret. */
type Row = readonly [
  cost: number,
  says: string,
  key: string | ((secret: string) => string | Uint8Array | undefined),
];

const forms = (id: CauseId, rows: readonly Row[]): KeyForm[] =>
  rows.map(([cost, says, key]) => ({
    id,
    cost,
    says,
    make: (secret) => {
      const made = typeof key === 'string' ? key.replaceAll('*', () => secret) : key(secret);
      if (made?.length === 0 && id !== 'secret-empty') return undefined;
      return typeof made === 'string' ? text(made) : made;
    },
  }));
/** Of the secret itself, as "the secret …". */
const changed = (id: CauseId, rows: readonly Row[]): KeyForm[] =>
  forms(
    id,
    rows.map(([cost, says, key]): Row => [cost, `the secret ${says}`, key]),
  );
const words = (id: CauseId, says: string, cost: number, all: string): KeyForm[] =>
  forms(
    id,
    all.split(' ').map((word): Row => [cost, `the ${says} ${word}`, word]),
  );

/** What stands after the last mark of a prefix: `gwsec_…`. */
const withoutPrefix = (secret: string): string | undefined =>
  /^(?:[a-zA-Z0-9]{1,20}[_\-.:]){1,4}([A-Za-z0-9+/=-]{8,})$/.exec(secret)?.[1];

function decoded(secret: string): string | undefined {
  try {
    return decodeURIComponent(secret);
  } catch {
    return undefined;
  }
}

const lines = (
  'CLIENT_SECRET SECRET_KEY client_secret secret_key SECRET secret GATEWAY_SECRET HMAC_SECRET API_SECRET clientSecret ' +
  'secretKey GATEWAY_CLIENT_SECRET GAME_SECRET APP_SECRET SIGNING_SECRET PVG_CLIENT_SECRET PVG_SECRET_KEY NAME'
)
  .split(' ')
  .flatMap((name) =>
    ['=', ': '].map((mark): Row => [2, `with ${name}${mark.trim()} before it`, `${name}${mark}*`]),
  );

const digests = ['SHA-256', 'MD5', 'SHA-1', 'SHA-512'].map((name, at): Row => [
  at < 2 ? 2 : 3,
  `the hex ${name} of the secret`,
  (secret) => hash(name.replace('-', ''), secret),
]);

export const keyForms: readonly KeyForm[] = [
  ...changed('secret-trailing-newline', [
    [1, 'with a line break (LF) after it', '*\n'],
    [1, 'with a line break (CRLF) after it', '*\r\n'],
    [1, 'with a carriage return (CR) after it', '*\r'],
    [2, 'with two line breaks after it', '*\n\n'],
    [2, 'with a line break (LF) before it', '\n*'],
    [2, 'with a backslash and an n after it', '*\\n'],
  ]),
  ...changed('secret-surrounding-space', [
    [1, 'with a space after it', '* '],
    [1, 'with a space before it', ' *'],
    [2, 'with a space before and after it', ' * '],
    [1, 'with a tab after it', '*\t'],
    [1, 'with a tab before it', '\t*'],
    [2, 'with a zero byte after it', '*\0'],
    [2, 'with a byte order mark (EF BB BF) before it', '\ufeff*'],
    [2, 'with an invisible character (U+00A0) after it', '*\u00a0'],
    [2, 'with an invisible character (U+200B) after it', '*\u200b'],
  ]),
  ...changed('secret-quoted', [
    [1, 'with double quotes around it', '"*"'],
    [1, 'with single quotes around it', "'*'"],
    [2, 'with backticks around it', '`*`'],
    [2, 'with curly quotes around it', '“*”'],
    [2, 'with a backslash and a double quote on each side', '\\"*\\"'],
    [2, "with b'…' around it, as Python prints bytes", "b'*'"],
    [2, 'with < and > around it', '<*>'],
    [2, 'with a semicolon after it', '*;'],
    [2, 'with double quotes around it and a semicolon after it', '"*";'],
    [2, 'with a comma after it', '*,'],
    [2, 'with double quotes around it and a comma after it', '"*",'],
  ]),
  ...changed('secret-env-line', [
    [2, 'with “Bearer ” before it', 'Bearer *'],
    ...lines,
    [2, 'twice in a row', '**'],
    [2, 'twice, on two lines', '*\n*'],
  ]),
  ...forms('secret-hex-decoded', [
    [1, 'the bytes that the secret gives if it is read as hex', (of) => fromHex(of.replace(/^0x/i, ''))],
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
  ...forms('secret-empty', [[1, 'empty', '']]),
  ...words('secret-undefined', 'word', 1, 'undefined null None nil'),
  ...words('secret-undefined', 'word', 2, 'NULL NaN false False <nil>'),
  ...forms('secret-base64-encoded', [
    [2, 'base64 of the secret', (of) => Buffer.from(of).toString('base64')],
  ]),
  ...forms('secret-hex-encoded', [[2, 'hex of the secret', (of) => Buffer.from(of).toString('hex')]]),
  ...forms('secret-hashed', [
    ...digests,
    [2, 'the bytes of the SHA-256 of the secret', (secret) => hash('sha256', secret, 'buffer')],
  ]),
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
