import { told, ways, type Variants } from '../cause.js';
import { binaryOf, binaryOfText, type Binary } from '../choice.js';
import { base64Of, digest, hexOf, nameOf } from '../digests.js';
import { counted } from '../../text/counted.js';
import { percentDecoded } from './percent-encoding.js';
import { withoutEnd } from '../../text/ends.js';

/** What happens to a secret before it is used as the key. */

export const keyWas = <Key>(key: Key, words: string): Variants<Key>[number] =>
  told(key, `The HMAC key was ${words}.`);

export const secretWith = (key: string, what: string): Variants<string>[number] =>
  keyWas(key, `the secret with ${what}`);

const isHex = (text: string): boolean => /^(?:[0-9a-f]{2})+$/i.test(text);

/** As a C string ends. */
const cutAtZero = (key: Binary, encoding: string): Variants<Binary> =>
  key.includes('\0')
    ? [
        told(
          key.slice(0, key.indexOf('\0')),
          `The secret was decoded as ${encoding}, and only the bytes before the first zero byte were the HMAC key.`,
        ),
      ]
    : [];

/** The secret decoded as hex; Node decodes up to the first character that is not hex. */
export function hexDecoded(secret: string): Variants<Binary> {
  const digits = secret.replace(/^0x/i, '');
  const bytes = Buffer.from(digits, 'hex');
  if (!isHex(digits)) return [[binaryOf(bytes), 'up to the first character that is not hex (Node)', 1.5]];
  const signed = (bytes[0] ?? 0) >= 0x80;
  return [
    [binaryOf(bytes)],
    ...cutAtZero(binaryOf(bytes), 'hex'),
    ...(signed ? [[`\0${binaryOf(bytes)}`, 'with a zero byte in front (BigInteger)'] as const] : []),
  ];
}

const upTo = (text: string, end: RegExp): string => text.split(end, 1)[0] ?? '';

/** The secret decoded as base64; decoders differ in what they do with characters that are not base64. */
export function base64Decoded(secret: string): Variants<Binary> {
  const strict = /^[A-Za-z0-9+/_-]+={0,2}$/.test(secret);
  const decoded = (text: string): Binary => binaryOf(Buffer.from(text, 'base64'));
  return [
    [decoded(secret), strict ? undefined : 'characters that are not base64 skipped', strict ? 0 : 1],
    ...(strict ? cutAtZero(decoded(secret), 'base64') : []),
    [
      decoded(secret.replace(/[^A-Za-z0-9+/]/g, '')),
      'characters that are not base64 skipped, also - and _',
      1.1,
    ],
    [decoded(upTo(secret, /[^A-Za-z0-9+/]/)), 'up to the first character that is not base64', 1.2],
  ];
}

export function withoutPrefix(secret: string): Variants<Binary> {
  const ends = [...secret.matchAll(/[_\-.:]/g)]
    .map(({ index }) => index + 1)
    .filter((end) => end < secret.length)
    .slice(0, 4);
  const left = ends.map(
    (end) => [secret.slice(end), `without its first ${counted(end, 'character')}`] as const,
  );
  const hex = left.filter(([rest]) => isHex(rest));
  const decoded = (rests: typeof left, encoding: 'base64' | 'hex'): Variants<Binary> =>
    rests.map(([rest, as]) =>
      told(
        binaryOf(Buffer.from(rest, encoding)),
        `The HMAC key was the secret ${as}, the rest decoded as ${encoding}.`,
      ),
    );
  return [
    ...left.map(([rest, as]) => told(binaryOfText(rest), `The HMAC key was the secret ${as}.`)),
    ...decoded(left, 'base64'),
    ...decoded(hex, 'hex'),
  ];
}

export const hashed = (secret: string): Variants<Binary> =>
  (['sha256', 'md5', 'sha1', 'sha512'] as const).flatMap((algorithm): Variants<Binary> => {
    const bytes = digest(algorithm, binaryOfText(secret));
    const name = nameOf(algorithm);
    return [
      [hexOf(bytes), `${name} in hex`],
      [bytes, `the raw bytes of ${name}`],
      [hexOf(bytes).toUpperCase(), `${name} in upper-case hex`],
      [base64Of(bytes), `${name} in base64`],
    ];
  });

// Lengths to which buffers and columns are known to cut secrets, the usual ones first.
const lengths = [16, 24, 31, 32, 63, 64, 8, 10, 12, 15, 20, 30, 36, 40, 48, 50];

/** What is left of it after a narrow column, an incomplete selection or a double click. */
export const parts = (secret: string): Variants<string> => [
  [secret.slice(1), 'without its first character'],
  [secret.slice(1, -1), 'without its first and last character'],
  ...[secret.length - 1, ...lengths]
    .filter((length) => length > 0 && length < secret.length)
    .map((length) => [secret.slice(0, length), `its first ${counted(length, 'character')}`] as const),
  [withoutEnd(secret, '='), 'without the = at its end'],
  ...ways([...new Set(secret.split(/\W+/))].slice(0, 6), 'one word of it, as selected by a double click'),
];

/** What Docker Compose, shells and dotenv turn an unquoted value into. */
export const mangled = (secret: string): readonly (readonly [key: string, how: string, extra: number])[] => {
  const ways: readonly (readonly [key: string, how: string, extra?: number])[] = [
    [secret.replace(/\$\w+/g, ''), 'without each `$` and the word after it'],
    [secret.includes('#') ? upTo(secret, /#/).trimEnd() : secret, 'cut off at its first `#`'],
    [secret.replace(/\$[A-Za-z_]\w*/g, ''), 'without each `$` and the name after it'],
    [secret.replace(/\$\{\w*\}/g, ''), 'without each `${name}`'],
    [secret.replace(/\$./g, ''), 'without each `$` and the character after it'],
    [
      secret.replace(/\$(?:\{[^}]*\}|\d|[A-Za-z_]\w*|[@*#?!-])/g, ''),
      'as a shell leaves it in double quotes',
    ],
    [secret.replaceAll('$', ''), 'without each `$`'],
    [secret.replaceAll('$$', '$'), 'with `$` in place of each `$$`'],
    [secret.replaceAll('$', '$$$$'), 'with `$$` in place of each `$`'],
    [secret.replaceAll('\\', ''), 'without its backslashes', 0.5],
    [secret.replace(/["'`]/g, ''), 'without its quotes', 0.5],
    [upTo(secret, /[;&|<> ]/), 'cut off at the first space or ; & | < >', 0.5],
  ];
  // A known cut is named before a mere length, which any cut could have.
  return ways.filter(([key]) => key !== '').map(([key, how, extra = -0.1]) => [key, how, extra]);
};

const decodedFirst = 'The secret was URL-decoded before it was used as the HMAC key.';
const encodedFirst = 'The secret was URL-encoded before it was used as the HMAC key.';

export function urlForms(secret: string): Variants<string> {
  const encoded = encodeURIComponent(secret);
  const decoded = (text: string): string => percentDecoded(text) ?? text;
  const marks = encoded.replace(/[!'()*]/g, (mark) => `%${hexOf(mark).toUpperCase()}`);
  return [
    told(decoded(secret), decodedFirst),
    told(
      decoded(secret.replaceAll('+', ' ')),
      secret.includes('%')
        ? `${decodedFirst} Each + became a space.`
        : 'The HMAC key was the secret with a space in place of each `+`, as URL decoding makes it.',
    ),
    told(encoded, encodedFirst),
    [encoded.replaceAll('%20', '+'), 'the space as +', undefined, encodedFirst],
    [marks, "also ! ' ( ) *", undefined, encodedFirst],
    [encoded.replace(/%../g, (escape) => escape.toLowerCase()), 'in lower-case hex', undefined, encodedFirst],
  ];
}

export const utf16 = (text: string, end?: 'big-endian'): Binary => {
  const bytes = Buffer.from(text, 'utf16le');
  return binaryOf(end === undefined ? bytes : bytes.swap16());
};

const words = (text: string): readonly string[] => text.split(' ');

export const missingValues = words(
  'undefined null None nil NULL NaN False false <nil> none (null) <null> Null',
);

const storeNames = [
  ['client_id', 'client_secret'],
  ['clientId', 'clientSecret'],
  ['CLIENT_ID', 'CLIENT_SECRET'],
  ['id', 'secret'],
] as const;

/** Neither value of such a document has line breaks. */
const spaced = (document: object): string =>
  JSON.stringify(document, undefined, 1)
    .replace(/(\{)\n */g, '$1')
    .replace(/\n *(\})/g, '$1')
    .replace(/,\n */g, ', ');

/** All that a secret store has under one name, as it prints it. */
export const documents = (clientId: string, secret: string): Variants<string> =>
  storeNames
    .flatMap(([id, own]) => [
      { [id]: clientId, [own]: secret },
      { [own]: secret, [id]: clientId },
    ])
    .flatMap((pair) => [pair, { data: pair }])
    .flatMap((document) => [
      JSON.stringify(document),
      spaced(document),
      JSON.stringify(document, undefined, 2),
    ])
    .map((text) =>
      told(
        text,
        'The HMAC key was a JSON object with the client id and the secret in it, such as Vault gives.',
      ),
    );

export const variableNames = words(
  'CLIENT_SECRET client_secret SECRET_KEY secret_key SECRET secret PVG_CLIENT_SECRET PVG_SECRET_KEY HMAC_SECRET ' +
    'API_SECRET SIGNING_SECRET GATEWAY_SECRET KEY key GATEWAY_CLIENT_SECRET SESSION_SECRET_KEY',
);

export const placeholders = words(
  'secret changeme change-me change_me CHANGEME CHANGE_ME your-secret your_secret YOUR_SECRET your-client-secret ' +
    'your_client_secret YOUR_CLIENT_SECRET your-secret-key your_secret_key YOUR_SECRET_KEY client_secret ' +
    'client-secret clientSecret CLIENT_SECRET secret_key secret-key secretKey SECRET_KEY SECRET test test-secret ' +
    'test_secret demo demo-secret password key default dev development example xxx xxxx XXXX TODO todo placeholder ' +
    'mysecret my-secret my_secret dev-secret default-secret supersecret super-secret 123456 secret123 ' +
    '<client_secret> <secret_key> <secret> <your-secret> {{client_secret}} {{secret_key}} ${CLIENT_SECRET} ' +
    '$CLIENT_SECRET ${SECRET_KEY} $SECRET_KEY demo-client-secret demo-secret-key',
);

const folders = words(
  '/run/secrets/ /var/run/secrets/ /etc/secrets/ /mnt/secrets/ /vault/secrets/ /secrets/ ./secrets/ secrets/ ./ config/ ' +
    './config/ /app/ /app/secrets/ @ @/run/secrets/ @./ file:///run/secrets/ file:// file: <',
);
const fileNames = words(
  'client_secret client-secret clientsecret secret_key secret-key secretkey secret gateway_secret gateway-secret ' +
    'gateway_client_secret session_secret session_secret_key xmdt_secret xmdt_secret_key hmac_secret hmac-secret ' +
    'signing_secret pvg_client_secret pvg_secret_key gateway session xmdt iap iap_secret key hmac',
);
const endings = ['', '.txt', '.key', '.secret', '.env', '.pem', '.json'];

/** Where a secret is kept, as people name such files. */
export const filePaths = ['', ...folders].flatMap((folder) =>
  fileNames.flatMap((name) =>
    endings.flatMap((ending) => (folder + ending === '' ? [] : [folder + name + ending])),
  ),
);

const moreVariables = words(
  'GATEWAY_SECRET_KEY SESSION_SECRET XMDT_SECRET XMDT_SECRET_KEY XMDT_CLIENT_SECRET IAP_SECRET IAP_CLIENT_SECRET ' +
    'IAP_SECRET_KEY IAP_GATEWAY_SECRET VERIFY_SECRET SIGNATURE_SECRET SIGNATURE_KEY HMAC_KEY APP_SECRET ' +
    'GAME_SECRET GAME_SECRET_KEY PVG_SECRET clientSecret secretKey hmacSecret signingSecret',
);

/** A variable by its name, in the ways of languages, shells and configuration files. */
const references: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `$${name}`,
  (name) => `\${${name}}`,
  (name) => `\${${name}:-}`,
  (name) => `%${name}%`,
  (name) => `{{${name}}}`,
  (name) => `{{ ${name} }}`,
  (name) => `{${name}}`,
  (name) => `<${name}>`,
  (name) => `[${name}]`,
  (name) => `process.env.${name}`,
  (name) => `process.env['${name}']`,
  (name) => `import.meta.env.${name}`,
  (name) => `os.environ["${name}"]`,
  (name) => `os.environ['${name}']`,
  (name) => `os.getenv("${name}")`,
  (name) => `os.Getenv("${name}")`,
  (name) => `System.getenv("${name}")`,
  (name) => `env('${name}')`,
  (name) => `getenv('${name}')`,
  (name) => `ENV['${name}']`,
  (name) => `<%= ENV["${name}"] %>`,
  (name) => `<%= ENV['${name}'] %>`,
  (name) => `$env:${name}`,
  (name) => `\${env:${name}}`,
  (name) => `\${env.${name}}`,
  (name) => `%env(${name})%`,
  (name) => `env:${name}`,
  (name) => `$(${name})`,
  (name) => `\${{ secrets.${name} }}`,
  (name) => `\${{secrets.${name}}}`,
  (name) => `secrets.${name}`,
  (name) => `{{ .Values.${name} }}`,
  (name) => `vault:secret/data/gateway#${name}`,
  (name) => `vault:secret/data/pvg#${name}`,
  (name) => `vault:secret/data/game#${name}`,
  (name) => `op://vault/gateway/${name}`,
  (name) => `YOUR_${name}`,
  (name) => `${name}_HERE`,
  (name) => `YOUR_${name}_HERE`,
  (name) => `${name}_here`,
  (name) => `your_${name}_here`,
  (name) => `your-${name}-here`,
];

export const variableReferences = [...variableNames, ...moreVariables].flatMap((name) =>
  references.map((refer) => refer(name)),
);

export const morePlaceholders = words(
  'REPLACE_ME REPLACEME replace-me replace_me replaceme SET_ME .env env ENV System.Byte[] abc123 abc qwerty',
);

export const stars = ['***', '****', '*****', '********', '<redacted>', '[redacted]', 'REDACTED', 'hidden'];
