import { hash } from 'node:crypto';
import { fromBase64, fromHex, text } from './bytes.js';

/** A mistake with the key: makes what was the key of the secret. */
export interface KeyForm {
  readonly id: string;
  readonly cost: number;
  readonly make: (secret: string) => Uint8Array | undefined;
  /** After "The key was". */
  readonly says: string;
}

const form = (
  id: string,
  cost: number,
  says: string,
  make: (secret: string) => string | Uint8Array | undefined,
): KeyForm => ({
  id,
  cost,
  says,
  make: (secret) => {
    const made = make(secret);
    return typeof made === 'string' ? text(made) : made;
  },
});

/** `gwsec_…`: what stands after the last mark of a prefix. */
const withoutPrefix = (secret: string): string | undefined =>
  /^(?:[a-zA-Z]+_)+([A-Za-z0-9+/=-]{8,})$/.exec(secret)?.[1];
const decoded = (secret: string): string | undefined => {
  try {
    return decodeURIComponent(secret.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

export const keyForms: readonly KeyForm[] = [
  form(
    'secret-trailing-newline',
    1,
    'the secret with a carriage return (CR) after it',
    (secret) => `${secret}\r`,
  ),
  form('secret-trailing-newline', 1, 'the secret with a line end (LF) after it', (secret) => `${secret}\n`),
  form(
    'secret-trailing-newline',
    1,
    'the secret with a line end (CRLF) after it',
    (secret) => `${secret}\r\n`,
  ),
  form('secret-surrounding-space', 1, 'the secret with a space after it', (secret) => `${secret} `),
  form('secret-surrounding-space', 1, 'the secret with a space before it', (secret) => ` ${secret}`),
  form(
    'secret-surrounding-space',
    2,
    'the secret with a space before and after it',
    (secret) => ` ${secret} `,
  ),
  form('secret-surrounding-space', 2, 'the secret with a tab after it', (secret) => `${secret}\t`),
  form(
    'secret-surrounding-space',
    2,
    'the secret with a byte order mark (EF BB BF) before it',
    (secret) => `\ufeff${secret}`,
  ),
  form(
    'secret-surrounding-space',
    2,
    'the secret with a no-break space after it',
    (secret) => `${secret}\u00a0`,
  ),
  form('secret-quoted', 1, 'the secret with double quotes around it', (secret) => `"${secret}"`),
  form('secret-quoted', 1, 'the secret with single quotes around it', (secret) => `'${secret}'`),
  form('secret-hex-decoded', 1, 'the bytes that the secret gives if it is read as hex', fromHex),
  form(
    'secret-hex-decoded',
    2,
    'a zero byte and the bytes that the secret gives if it is read as hex (Java’s BigInteger)',
    (secret) => {
      const bytes = fromHex(secret);
      return bytes && (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), bytes]) : undefined;
    },
  ),
  form('secret-base64-decoded', 1, 'the bytes that the secret gives if it is read as base64', (secret) =>
    /[+/=_-]/.test(secret) || secret.length % 4 !== 1 ? fromBase64(secret) : undefined,
  ),
  form('secret-prefix-stripped', 1, 'the secret without its prefix', withoutPrefix),
  form(
    'secret-prefix-stripped',
    1,
    'the bytes that the secret without its prefix gives if it is read as base64',
    (secret) => fromBase64(withoutPrefix(secret) ?? ''),
  ),
  form('secret-empty', 1, 'empty', () => ''),
  ...['undefined', 'null', 'None', 'nil'].map((word) =>
    form('secret-undefined', 1, `the word ${word}`, () => word),
  ),
  form('secret-base64-encoded', 2, 'base64 of the secret', (secret) =>
    Buffer.from(secret).toString('base64'),
  ),
  form(
    'secret-base64-encoded',
    3,
    'base64 of the secret with a line end after it',
    (secret) => `${Buffer.from(secret).toString('base64')}\n`,
  ),
  form('secret-hex-encoded', 2, 'hex of the secret', (secret) => Buffer.from(secret).toString('hex')),
  form('secret-hashed', 2, 'the hex SHA-256 of the secret', (secret) => hash('sha256', secret)),
  form('secret-hashed', 2, 'the SHA-256 of the secret, as bytes', (secret) =>
    hash('sha256', secret, 'buffer'),
  ),
  form('secret-hashed', 2, 'the hex MD5 of the secret', (secret) => hash('md5', secret)),
  form('secret-case', 2, 'the secret in lower case', (secret) => secret.toLowerCase()),
  form('secret-case', 2, 'the secret in upper case', (secret) => secret.toUpperCase()),
  ...[16, 24, 31, 32, 63].map((length) =>
    form('secret-truncated', 2, `the first ${String(length)} characters of the secret`, (secret) =>
      secret.length > length ? secret.slice(0, length) : undefined,
    ),
  ),
  form('secret-truncated', 2, 'the secret without its last character', (secret) => secret.slice(0, -1)),
  form('secret-truncated', 2, 'the secret without its first character', (secret) => secret.slice(1)),
  form('secret-truncated', 2, 'the secret without the = at its end', (secret) =>
    secret.endsWith('=') ? secret.replace(/={1,2}$/, '') : undefined,
  ),
  form('secret-env-mangled', 2, 'the secret without every $name in it', (secret) =>
    /\$\w/.test(secret) ? secret.replace(/\$\w+/g, '') : undefined,
  ),
  form('secret-env-mangled', 2, 'the secret up to its first #', (secret) =>
    secret.includes('#') ? secret.slice(0, secret.indexOf('#')) : undefined,
  ),
  form('secret-env-mangled', 2, 'the secret up to its first $', (secret) =>
    secret.includes('$') ? secret.slice(0, secret.indexOf('$')) : undefined,
  ),
  form('secret-url-decoded', 2, 'the secret, URL-decoded', (secret) =>
    /[+%]/.test(secret) ? decoded(secret) : undefined,
  ),
  form('secret-url-decoded', 2, 'the secret with spaces in place of every +', (secret) =>
    secret.includes('+') ? secret.replaceAll('+', ' ') : undefined,
  ),
  form('secret-url-decoded', 2, 'the secret, URL-encoded', (secret) => encodeURIComponent(secret)),
  ...['CLIENT_SECRET', 'SECRET_KEY', 'GATEWAY_SECRET', 'client_secret', 'secret_key'].map((name) =>
    form('secret-env-line', 2, `${name}= and the secret`, (secret) => `${name}=${secret}`),
  ),
  form('secret-utf16', 2, 'the secret in UTF-16LE', (secret) => Buffer.from(secret, 'utf16le')),
  ...['secret', 'changeme', 'your-secret-here', 'YOUR_CLIENT_SECRET', 'YOUR_SECRET_KEY', 'test', 'xxx'].map(
    (word) => form('secret-placeholder', 2, `the placeholder ${word}`, () => word),
  ),
];
