import { Buffer } from 'node:buffer';
import { binaryOf, binaryOfText, right, variants, type Binary, type Choice } from '../choice.js';
import { digest } from '../digests.js';

/** A key, and the text that stands for it where a recipe puts the secret into the message. */
export type Key = Binary;

export interface OtherSecret {
  /** How it is named in a finding: `client secret of profile game-prod`. */
  readonly label: string;
  readonly text: string;
}

export const rightSecret = (secret: string): Choice<Key> => right(binaryOfText(secret));

const hex = (binary: Binary): string => Buffer.from(binary, 'latin1').toString('hex');
const isHex = (text: string): boolean => /^(?:[0-9a-f]{2})+$/i.test(text);

/** Section 6 of the catalogue, for one secret. */
export function secrets(
  secret: string,
  clientId: string | undefined,
  others: readonly OtherSecret[],
): Choice<Key>[] {
  const made = changes(secret).filter(({ value }) => value !== binaryOfText(secret));
  return [
    ...made,
    ...others.map(({ label, text }): Choice<Key> => ({
      causes: ['secret-wrong-environment'],
      cost: 1,
      value: binaryOfText(text),
      as: label,
    })),
    ...(clientId === undefined ? [] : variants<Key>('secret-is-client-id', 2, [binaryOfText(clientId)])),
  ];
}

/** Another secret, read with a usual mistake as well. */
export const otherSecretsMistaken = (others: readonly OtherSecret[]): Choice<Key>[] =>
  others.flatMap(({ label, text }) =>
    changes(text)
      .filter(({ cost }) => cost < 3)
      .map(({ causes, cost, value, as }) => ({
        causes: ['secret-wrong-environment', ...causes],
        cost: cost + 1,
        value,
        as: as === undefined ? label : `${label}, ${as}`,
      })),
  );

function changes(secret: string): Choice<Key>[] {
  const text = (
    cause: string,
    cost: number,
    values: readonly (string | readonly [string, string])[],
  ): Choice<Key>[] =>
    variants<Key>(
      cause,
      cost,
      values.map((each) =>
        typeof each === 'string' ? binaryOfText(each) : ([binaryOfText(each[0]), each[1]] as const),
      ),
    );
  return [
    ...text('secret-trailing-newline', 1, [
      [`${secret}\n`, 'LF'],
      [`${secret}\r\n`, 'CR LF'],
      [`${secret}\r`, 'CR'],
      [`${secret}\n\n`, 'two LF'],
      [`${secret}\\n`, 'the two characters \\n'],
      [`${secret}\\r\\n`, 'the four characters \\r\\n'],
    ]),
    ...text('secret-surrounding-space', 1, [
      [`${secret} `, 'behind it'],
      [` ${secret}`, 'in front of it'],
      [` ${secret} `, 'on both sides'],
      [`${secret}\t`, 'a tab behind it'],
      [`\t${secret}`, 'a tab in front of it'],
      [`${secret}  `, 'two behind it'],
      [`${secret}\u00a0`, 'a no-break space behind it'],
      [`${secret}\u200b`, 'a zero-width space behind it'],
      [`\ufeff${secret}`, 'a byte order mark in front of it'],
      [`\n${secret}`, 'a line end in front of it'],
      [secret.trim(), 'trimmed, although the secret itself has it'],
    ]),
    ...text('secret-quoted', 1, [
      [`"${secret}"`, 'double quotes'],
      [`'${secret}'`, 'single quotes'],
      [`\`${secret}\``, 'backquotes'],
      [`\\"${secret}\\"`, 'escaped double quotes'],
      [`"${secret}"\n`, 'double quotes and a line end'],
      [`${secret}"`, 'one double quote behind it'],
      [`"${secret}`, 'one double quote in front of it'],
      [`\u201c${secret}\u201d`, 'curly quotes'],
      [`b'${secret}'`, 'as Python prints bytes'],
      [`Optional("${secret}")`, 'as Swift prints an optional'],
    ]),
    ...decoded(secret),
    ...text('secret-empty', 2, ['']),
    ...text('secret-undefined', 2, [
      'undefined',
      'null',
      'None',
      'nil',
      'NULL',
      'NaN',
      'False',
      'false',
      '[object Object]',
      '<nil>',
      'none',
      '(null)',
      '<null>',
      'Null',
    ]),
    ...text('secret-prefix-stripped', 2, withoutPrefixes(secret)),
    ...prefixThenBase64(secret),
    ...text('secret-base64-encoded', 3, [
      Buffer.from(secret).toString('base64'),
      [Buffer.from(secret).toString('base64').replace(/=+$/, ''), 'without padding'],
      [Buffer.from(secret).toString('base64url'), 'base64url'],
      [Buffer.from(`${secret}\n`).toString('base64'), 'with a line end inside'],
      [`${Buffer.from(secret).toString('base64')}\n`, 'with a line end behind it'],
    ]),
    ...variants<Key>('secret-hashed', 3, [
      [hex(digest('sha256', binaryOfText(secret))), 'hex of SHA-256'],
      [digest('sha256', binaryOfText(secret)), 'SHA-256'],
      [hex(digest('md5', binaryOfText(secret))), 'hex of MD5'],
      [digest('md5', binaryOfText(secret)), 'MD5'],
      [hex(digest('sha1', binaryOfText(secret))), 'hex of SHA-1'],
      [digest('sha1', binaryOfText(secret)), 'SHA-1'],
      [hex(digest('sha512', binaryOfText(secret))), 'hex of SHA-512'],
      [hex(digest('sha256', binaryOfText(secret))).toUpperCase(), 'upper-case hex of SHA-256'],
      [hex(digest('md5', binaryOfText(secret))).toUpperCase(), 'upper-case hex of MD5'],
      [Buffer.from(digest('sha256', binaryOfText(secret)), 'latin1').toString('base64'), 'base64 of SHA-256'],
    ]),
    ...text('secret-case', 3, [
      [secret.toLowerCase(), 'lower case'],
      [secret.toUpperCase(), 'upper case'],
    ]),
    ...truncated(secret, text),
    // What leaves a shorter secret is told before a length that any cut could have.
    ...changedFrom(secret, readAsVariable(secret)).flatMap((each) => text('secret-env-mangled', 2.9, [each])),
    ...text('secret-env-mangled', 3.5, changedFrom(secret, readAsWord(secret))),
    ...text('secret-url-decoded', 3, urlForms(secret)),
    ...text(
      'secret-env-line',
      4,
      ['client_secret', 'secret_key', 'secret'].map((name) => [
        JSON.stringify({ [name]: secret }),
        `{"${name}":"…"}`,
      ]),
    ),
    ...text(
      'secret-env-line',
      3,
      [
        'CLIENT_SECRET',
        'client_secret',
        'SECRET_KEY',
        'secret_key',
        'SECRET',
        'secret',
        'PVG_CLIENT_SECRET',
        'PVG_SECRET_KEY',
        'HMAC_SECRET',
        'API_SECRET',
        'SIGNING_SECRET',
        'GATEWAY_SECRET',
        'KEY',
        'key',
        'GATEWAY_CLIENT_SECRET',
        'SESSION_SECRET_KEY',
        'XMDT_SECRET_KEY',
        'WEBHOOK_SECRET',
      ].flatMap((name): [string, string][] => [
        [`${name}=${secret}`, `${name}=…`],
        [`${name}: ${secret}`, `${name}: …`],
        [`export ${name}=${secret}`, `export ${name}=…`],
      ]),
    ),
    ...variants<Key>('secret-utf16', 3, [
      [binaryOf(Buffer.from(secret, 'utf16le')), 'little-endian'],
      [binaryOf(Buffer.from(`\ufeff${secret}`, 'utf16le')), 'little-endian with a byte order mark'],
      [binaryOf(Buffer.from(secret, 'utf16le').swap16()), 'big-endian'],
      [binaryOf(Buffer.from(`\ufeff${secret}`, 'utf16le').swap16()), 'big-endian with a byte order mark'],
      [binaryOf(Buffer.from(secret, 'latin1')), 'as Latin-1'],
    ]),
    ...text('secret-placeholder', 3, placeholders),
    ...text('secret-hex-encoded', 4, [
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('hex').toUpperCase(),
    ]),
  ];
}

/** The secret taken for hex or base64 of the key. */
function decoded(secret: string): Choice<Key>[] {
  const fromHex = secret.replace(/^0x/i, '');
  const bytes = Buffer.from(fromHex, 'hex');
  const base64 = secret.replaceAll('-', '+').replaceAll('_', '/');
  const unbase64 = Buffer.from(base64, 'base64');
  const strict = /^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) && unbase64.length > 0;
  return [
    ...(isHex(fromHex)
      ? variants<Key>('secret-hex-decoded', 1, [
          binaryOf(bytes),
          ...((bytes[0] ?? 0) >= 0x80
            ? [[`\0${binaryOf(bytes)}`, 'as a big integer, with a zero byte in front'] as const]
            : []),
        ])
      : bytes.length > 0
        ? variants<Key>('secret-hex-decoded', 2.5, [
            [binaryOf(bytes), 'up to the first other character (Node)'],
          ])
        : []),
    ...(strict
      ? variants<Key>('secret-base64-decoded', 1, [
          binaryOf(unbase64),
          ...(/[-_.]/.test(secret)
            ? [
                [
                  binaryOf(Buffer.from(secret.replace(/[^A-Za-z0-9+/]/g, ''), 'base64')),
                  'other characters skipped',
                ] as const,
              ]
            : []),
        ])
      : unbase64.length > 0
        ? variants<Key>('secret-base64-decoded', 2, [
            [binaryOf(unbase64), 'other characters skipped'],
            [
              binaryOf(Buffer.from(secret.replace(/[^A-Za-z0-9+/]/g, ''), 'base64')),
              'other characters skipped, - and _ too',
            ],
            [
              binaryOf(Buffer.from(secret.replace(/[^A-Za-z0-9+/].*$/s, ''), 'base64')),
              'up to the first other character',
            ],
          ])
        : []),
  ];
}

function withoutPrefixes(secret: string): [string, string][] {
  const ends = [...secret.matchAll(/[_\-.:]/g)]
    .map(({ index }) => index + 1)
    .filter((end) => end < secret.length);
  return ends.slice(0, 4).map((end) => [secret.slice(end), `without its first ${String(end)} characters`]);
}

const prefixThenBase64 = (secret: string): Choice<Key>[] =>
  variants<Key>(
    'secret-prefix-stripped',
    2.5,
    withoutPrefixes(secret).flatMap(([rest, as]): [Key, string][] => [
      [binaryOf(Buffer.from(rest, 'base64')), `${as}, then base64-decoded`],
      ...(isHex(rest)
        ? ([[binaryOf(Buffer.from(rest, 'hex')), `${as}, then hex-decoded`]] as [Key, string][])
        : []),
    ]),
  ).filter(({ value }) => value !== '');

type TextChoices = (
  cause: string,
  cost: number,
  values: readonly (string | readonly [string, string])[],
) => Choice<Key>[];

/** Buffers and columns that cut secrets in the field, and an end character that a selection misses. */
const usualLengths = [16, 24, 31, 32, 63];
const otherLengths = [64, 8, 10, 12, 15, 20, 30, 36, 40, 48, 50, 60];

function truncated(secret: string, text: TextChoices): Choice<Key>[] {
  const cut = (lengths: readonly number[]): [string, string][] =>
    lengths
      .filter((length) => length > 0 && length < secret.length)
      .map((length) => [secret.slice(0, length), `the first ${String(length)} characters`]);
  const last = secret.length - 1;
  return [
    ...text('secret-truncated', 3, [
      ...cut([last]),
      ...(secret.length > 1 ? [[secret.slice(1), 'its first character lost'] as const] : []),
      ...cut(usualLengths.filter((length) => length !== last)),
    ]),
    ...text('secret-truncated', 3.6, [
      ...(secret.length > 2 ? [[secret.slice(1, -1), 'its first and last character lost'] as const] : []),
      ...(secret.replace(/=+$/, '') !== secret
        ? [[secret.replace(/=+$/, ''), 'its = signs lost'] as const]
        : []),
      ...cut(otherLengths.filter((length) => length !== last)),
      ...doubleClicked(secret),
    ]),
  ];
}

/** A double click selects one word of it. */
const doubleClicked = (secret: string): [string, string][] =>
  [...new Set(secret.split(/[^A-Za-z0-9_]+/))]
    .filter((word) => word !== '' && word !== secret)
    .slice(0, 6)
    .map((word) => [word, 'one word of it, as a double click selects']);

/** What Docker Compose, shells and dotenv do to an unquoted value. */
const readAsVariable = (secret: string): [string, string][] => [
  [secret.replace(/\$\w+/g, ''), '$word replaced by nothing'],
  [secret.replace(/\s*#.*$/s, ''), 'cut at #'],
  [secret.replace(/\$[A-Za-z_]\w*/g, ''), '$name replaced by nothing'],
  [secret.replace(/\$\{\w*\}/g, ''), '${name} replaced by nothing'],
  [secret.replace(/\$./g, ''), '$ and a character replaced by nothing'],
  [secret.replaceAll('$', ''), '$ lost'],
  [secret.replaceAll('$$', '$'), '$$ made $'],
  [secret.replaceAll('$', '$$$$'), '$ doubled'],
  [secret.replace(/\s#.*$/s, ''), 'cut at a space and #'],
];

const readAsWord = (secret: string): [string, string][] => [
  [secret.replaceAll('\\', ''), 'backslashes lost'],
  [secret.replaceAll('\\', '\\\\'), 'backslashes doubled'],
  [secret.replace(/!.*$/s, ''), 'cut at !'],
  [secret.replace(/["'`]/g, ''), 'quotes lost'],
  [secret.replace(/[;&|<> ].*$/s, ''), 'cut where a shell ends the word'],
  [secret.replace(/=.*$/s, ''), 'cut at ='],
  [secret.replace(/^[^=]*=/, ''), 'up to = lost'],
  [secret.replace(/%/g, '%%'), '% doubled'],
];

const changedFrom = (
  secret: string,
  forms: readonly [text: string, as: string][],
): [text: string, as: string][] => forms.filter(([text]) => text !== secret && text !== '');

function urlForms(secret: string): [string, string][] {
  const forms: [string, string][] = [
    [decode(secret.replaceAll('+', ' ')), 'decoded'],
    [decode(secret), 'decoded, + kept'],
    [secret.replaceAll('+', ' '), '+ made a space'],
    [encodeURIComponent(secret), 'encoded'],
    [encodeURIComponent(secret).replaceAll('%20', '+'), 'encoded as a form'],
    [
      encodeURIComponent(secret).replace(
        /[!'()*]/g,
        (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
      'encoded, all marks',
    ],
    [encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()), 'encoded, lower-case hex'],
    [secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), 'HTML-escaped'],
  ];
  return forms.filter(([value]) => value !== secret);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const placeholders = [
  'secret',
  'changeme',
  'change-me',
  'change_me',
  'CHANGEME',
  'CHANGE_ME',
  'your-secret',
  'your_secret',
  'YOUR_SECRET',
  'your-client-secret',
  'your_client_secret',
  'YOUR_CLIENT_SECRET',
  'your-secret-key',
  'your_secret_key',
  'YOUR_SECRET_KEY',
  'client_secret',
  'client-secret',
  'clientSecret',
  'CLIENT_SECRET',
  'secret_key',
  'secret-key',
  'secretKey',
  'SECRET_KEY',
  'SECRET',
  'test',
  'test-secret',
  'test_secret',
  'demo',
  'demo-secret',
  'password',
  'key',
  'default',
  'dev',
  'development',
  'example',
  'xxx',
  'xxxx',
  'XXXX',
  'TODO',
  'todo',
  'placeholder',
  'mysecret',
  'my-secret',
  'my_secret',
  'dev-secret',
  'default-secret',
  'supersecret',
  'super-secret',
  'shhh',
  '123456',
  'foo',
  'bar',
  'secret123',
  '<client_secret>',
  '<secret_key>',
  '<secret>',
  '<your-secret>',
  '{{client_secret}}',
  '{{secret_key}}',
  '${CLIENT_SECRET}',
  '$CLIENT_SECRET',
  '${SECRET_KEY}',
  '$SECRET_KEY',
  '***',
  '********',
  'demo-client-secret',
  'demo-secret-key',
];
