import type { CauseId } from '../catalogue/causes.js';
import { hash } from 'node:crypto';
import { escapedText } from '../spelling.js';
import { decodeBase64, fromHex, utf8Bytes } from './bytes.js';

/** A mistake with the key: makes what was the key of the secret. */
interface KeyForm {
  readonly id: CauseId;
  readonly cost: number;
  readonly make: (secret: string) => Uint8Array | undefined;
  /** After "The key was". */
  readonly says: string;
}

type Change = (secret: string) => string | Uint8Array | undefined;
type Row = readonly [id: CauseId, cost: number, says: string, change: Change];

/** What stands after the last mark of a prefix: `gwsec_…`. */
const withoutPrefix = (secret: string): string | undefined =>
  /^(?:[a-zA-Z0-9]{1,20}[_\-.:]){1,4}([A-Za-z0-9+/=-]{8,})$/.exec(secret)?.[1];

const afterMark = (secret: string): string | undefined =>
  /^[^_\-.:]{1,20}[_\-.:](.+)$/.exec(secret)?.[1];
const spaced = (secret: string): string => secret.replaceAll('+', ' ');
const hexed = (secret: string): Uint8Array | undefined => fromHex(secret.replace(/^0x/i, ''));

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
  .flatMap((name) => [`${name}=*`, `${name}: *`]);

/** Texts with the secret in them, which is a `*`: the common ones, then the others. */
const around: readonly (readonly [
  id: CauseId,
  common: readonly string[],
  rare: readonly string[],
])[] = [
  ['secret-trailing-newline', ['*\n', '*\r\n', '*\r'], ['*\n\n', '\n*', '*\\n']],
  [
    'secret-surrounding-space',
    ['* ', ' *', '*\t', '\t*'],
    [' * ', '*\0', '\ufeff*', '*\u00a0', '*\u200b'],
  ],
  [
    'secret-quoted',
    ['"*"', "'*'"],
    ['`*`', '“*”', '\\"*\\"', "b'*'", '<*>', '*;', '"*";', '*,', '"*",'],
  ],
  ['secret-env-line', [], ['Bearer *', '**', '*\n*', ...lines]],
];
const texts = around.flatMap(([id, ...byCost]) =>
  byCost.flatMap((all, at) =>
    all.map((text): Row => {
      const says = `${escapedText(text.replaceAll('*', '…'))}, where … is the secret`;
      return [id, at + 1, says, (secret) => text.replaceAll('*', () => secret)];
    }),
  ),
);

/** After "the secret". */
const changes: readonly Row[] = [
  ['secret-prefix-stripped', 1, 'without its prefix', withoutPrefix],
  [
    'secret-prefix-stripped',
    1,
    'without its prefix, read as base64',
    (of) => decodeBase64(withoutPrefix(of) ?? ''),
  ],
  [
    'secret-prefix-stripped',
    2,
    'without its prefix, read as hex',
    (of) => fromHex(withoutPrefix(of) ?? ''),
  ],
  ['secret-prefix-stripped', 2, 'without what is before its first mark', afterMark],
  ['secret-case', 2, 'in lower case', (of) => of.toLowerCase()],
  ['secret-case', 2, 'in upper case', (of) => of.toUpperCase()],
  ['secret-env-mangled', 2, 'up to its first #', (of) => of.split('#', 1)[0]?.trimEnd()],
  ['secret-env-mangled', 2, 'up to its first $', (of) => of.split('$', 1)[0]],
  ['secret-env-mangled', 2, 'without every $name in it', (of) => of.replace(/\$\w+/g, '')],
  ['secret-env-mangled', 2, 'without every ${name} in it', (of) => of.replace(/\$\{\w*\}/g, '')],
  [
    'secret-env-mangled',
    2,
    'without every $ and the character after it',
    (of) => of.replace(/\$./g, ''),
  ],
  ['secret-env-mangled', 2, 'without its $', (of) => of.replaceAll('$', '')],
  ['secret-env-mangled', 2, 'with one $ in place of two', (of) => of.replaceAll('$$', '$$')],
  ['secret-truncated', 2, 'without its last character', (of) => of.slice(0, -1)],
  ['secret-truncated', 2, 'without its first character', (of) => of.slice(1)],
  ['secret-truncated', 3, 'without its first and last character', (of) => of.slice(1, -1)],
  ['secret-truncated', 2, 'without the = at its end', (of) => of.replace(/={1,2}$/, '')],
  ['secret-url-decoded', 2, '(URL-decoded, with a space for every +)', (of) => decoded(spaced(of))],
  ['secret-url-decoded', 2, '(URL-decoded)', decoded],
  ['secret-url-decoded', 2, 'with spaces in place of every +', spaced],
  ['secret-url-decoded', 2, '(URL-encoded)', encodeURIComponent],
  ['secret-utf16', 1, 'in UTF-16LE', (of) => Buffer.from(of, 'utf16le')],
  ['secret-utf16', 2, 'in UTF-16BE', (of) => Buffer.from(of, 'utf16le').swap16()],
];

const words = (id: CauseId, says: string, cost: number, all: readonly string[]): Row[] =>
  all.map((word) => [id, cost, `the ${says} ${word}`, () => word]);
const placeholders =
  'secret changeme your-secret-here your-secret your_secret YOUR_SECRET YOUR_CLIENT_SECRET YOUR_SECRET_KEY ' +
  'client_secret CLIENT_SECRET secret_key SECRET_KEY $CLIENT_SECRET $SECRET_KEY ${CLIENT_SECRET} ${SECRET_KEY} ' +
  '$PVG_CLIENT_SECRET $PVG_SECRET_KEY test demo password xxx demo-client-secret demo-secret-key';

const others: readonly Row[] = [
  ['secret-hex-decoded', 1, 'the bytes that the secret gives if it is read as hex', hexed],
  [
    'secret-base64-decoded',
    1,
    'the bytes that the secret gives if it is read as base64',
    decodeBase64,
  ],
  ['secret-empty', 1, 'empty', () => ''],
  ['secret-base64-encoded', 2, 'base64 of the secret', (of) => Buffer.from(of).toString('base64')],
  ['secret-hex-encoded', 2, 'hex of the secret', (of) => Buffer.from(of).toString('hex')],
  [
    'secret-hashed',
    2,
    'the bytes of the SHA-256 of the secret',
    (of) => hash('sha256', of, 'buffer'),
  ],
  [
    'secret-base64-decoded',
    2,
    'the bytes of what is base64 in the secret',
    (of) => Buffer.from(of, 'base64'),
  ],
  [
    'secret-base64-decoded',
    2,
    'the bytes that Python’s b64decode gives of the secret, without its - and _',
    (of) => Buffer.from(of.replace(/[-_]/g, ''), 'base64'),
  ],
  ...words('secret-undefined', 'word', 1, ['undefined', 'null', 'None', 'nil']),
  ...words('secret-undefined', 'word', 2, ['NULL', 'NaN', 'false', 'False', '<nil>']),
  ...words('secret-placeholder', 'placeholder', 2, [...placeholders.split(' '), '<client_secret>']),
  ...['SHA-256', 'MD5', 'SHA-1', 'SHA-512'].map((name, at): Row => [
    'secret-hashed',
    at < 2 ? 2 : 3,
    `the hex ${name} of the secret`,
    (of) => hash(name.replace('-', ''), of),
  ]),
  ...[16, 24, 31, 32, 63].map((length): Row => [
    'secret-truncated',
    2,
    `the first ${String(length)} characters of the secret`,
    (of) => of.slice(0, length),
  ]),
];

export const keyForms: readonly KeyForm[] = [
  ...texts,
  ...changes.map(([id, cost, says, change]): Row => [id, cost, `the secret ${says}`, change]),
  ...others,
].map(([id, cost, says, change]) => ({
  id,
  cost,
  says,
  make: (secret) => {
    const made = change(secret);
    if (made?.length === 0 && id !== 'secret-empty') return undefined;
    return typeof made === 'string' ? utf8Bytes(made) : made;
  },
}));
