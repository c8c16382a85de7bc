/** Keys, client ids, timestamps, hashes, messages and signatures: every variant says what it is. */
import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { BodyForm } from '../../../src/diagnosis/body-form.js';
import { catalogue } from '../../../src/diagnosis/catalogue.js';
import type { Cause, Variants } from '../../../src/diagnosis/cause.js';
import type { BodyHash, Construction } from '../../../src/diagnosis/knobs.js';
import { filled } from '../../../src/diagnosis/template.js';
import { lieOf, type Claim, type Headline } from './claims.js';

const causes = Object.values<Cause>(catalogue);
const binary = (text: string): string => Buffer.from(text).toString('latin1');
const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
const hexOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('hex');
const base64Of = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');
const ofBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1');
const ofHex = (text: string): string => Buffer.from(text, 'hex').toString('latin1');
const hash = (algorithm: string, data: string): string =>
  createHash(algorithm).update(Buffer.from(data, 'latin1')).digest().toString('latin1');
const mac = (algorithm: string, key: string, data: string): string =>
  createHmac(algorithm, Buffer.from(key, 'latin1'))
    .update(Buffer.from(data, 'latin1'))
    .digest()
    .toString('latin1');
const algorithms = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];
const words = (cause: Cause, as: string | undefined, says: string | undefined): string =>
  `${says ?? cause.says}${as === undefined ? '' : ` Variant: ${as}.`}`;

interface Text {
  readonly sent: string;
  readonly signed: string;
}

/** All headlines that the variants of one knob give for these inputs. */
const headlines = <Input, Value>(
  inputs: readonly Input[],
  made: (cause: Cause, input: Input) => Variants<Value> | undefined,
  changeOf: (input: Input, value: Value) => Text,
): Headline<Text>[] =>
  causes.flatMap((cause) =>
    inputs.flatMap((input) =>
      (made(cause, input) ?? [])
        .map(([value, as, , says]) => ({ says: words(cause, as, says), change: changeOf(input, value) }))
        .filter(({ change: { sent, signed } }) => sent !== signed && signed !== ''),
    ),
  );

const lies = <Change>(all: readonly Headline<Change>[], claims: readonly Claim<Change>[]): string[] =>
  [...new Set(all.map((each) => lieOf(each, claims)))].filter((lie) => lie !== undefined);

const added = ({ sent, signed }: Text): string | undefined =>
  signed.startsWith(sent) ? signed.slice(sent.length) : undefined;
const addedBefore = ({ sent, signed }: Text): string | undefined =>
  signed.endsWith(sent) ? signed.slice(0, -sent.length) : undefined;
const isAround = ({ sent, signed }: Text, before: string, after = before): boolean =>
  signed === before + sent + after;
const uriDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
const isLineBreak = (text: string | undefined): boolean => /^(?:\r\n|\n|\r)$/.test(text ?? '');

/** Of copied text: spaces, line breaks and punctuation at the ends, and what no reader sees. */
const withoutOddMarks = (text: string): string =>
  text.replace(/[\s\0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff-]|[.,;]$/g, '');

const secrets = [
  'whsec_Zm9vYmFyYmF6cXV4$1#x',
  '00ff10aa22bb33cc44dd55ee66ff7788',
  '11ff1000aa22bb33',
  'Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGx5==',
  'a b+c%2Fd"e\'f`g\\h${NAME}$$;i&j',
  'Upper-Lower_0123456789abcdef0123456789abcdef0123456789',
  ' padded ',
];
const foreign = { label: 'the client secret of prod', text: 'another-secret' };

/** A key: `sent` is the right secret, both as binary strings. */
const keyClaims: readonly Claim<Text>[] = [
  [/the secret with a line break after it/, (key) => isLineBreak(added(key))],
  [/Variant: LF\./, (key) => added(key) === '\n'],
  [/Variant: CRLF\./, (key) => added(key) === '\r\n'],
  [/Variant: CR\./, (key) => added(key) === '\r'],
  [/with two line breaks after it/, (key) => added(key) === '\n\n'],
  [/a backslash and an `n` \(two characters\) after it/, (key) => added(key) === '\\n'],
  [/with a space after it/, (key) => added(key) === ' '],
  [/with a space before it\.$/, (key) => addedBefore(key) === ' '],
  [/with a space before it and after it/, (key) => isAround(key, ' ')],
  [/with a tab after it/, (key) => added(key) === '\t'],
  [/with a tab before it/, (key) => addedBefore(key) === '\t'],
  [/with a no-break space after it/, (key) => utf8(added(key) ?? '') === '\u00a0'],
  [
    /a byte order mark before it and a line break after it/,
    ({ sent, signed }) => utf8(signed).trimEnd() === `\ufeff${utf8(sent).trimEnd()}`,
  ],
  [
    /the secret in UTF-16 with .*a line break/,
    ({ sent, signed }) => {
      const text = Buffer.from(signed, 'latin1').toString('utf16le');
      return text.startsWith(utf8(sent), text.startsWith('\ufeff') ? 1 : 0) && /\r?\n$/.test(text);
    },
  ],
  [
    /only the bytes before the first zero byte/,
    ({ sent, signed }) => [ofHex(sent), ofBase64(sent)].some((bytes) => bytes.startsWith(`${signed}\0`)),
  ],
  [/with a byte order mark before it\./, (key) => utf8(addedBefore(key) ?? '') === '\ufeff'],
  [/without the white space at its beginning or end/, ({ sent, signed }) => sent.trim() === signed],
  [/with quotes around it/, ({ sent, signed }) => signed.includes(sent) && signed.length > sent.length],
  [/Variant: double quotes/, (key) => isAround(key, '"')],
  [/Variant: single quotes/, (key) => isAround(key, "'")],
  [/Variant: backquotes/, (key) => isAround(key, '`')],
  [/Variant: curly quotes/, ({ sent, signed }) => utf8(signed) === `“${utf8(sent)}”`],
  [/double quotes around it and a line break after them/, (key) => isAround(key, '"', '"\n')],
  [/as Python prints bytes/, (key) => isAround(key, "b'", "'")],
  [/as Swift prints an Optional/, (key) => isAround(key, 'Optional("', '")')],
  [
    /was decoded as hex/,
    ({ sent, signed }) =>
      [hexOf(signed), hexOf(signed).slice(2)].some((hex) => hex !== '' && sent.toLowerCase().startsWith(hex)),
  ],
  [/up to the first character that is not hex/, ({ sent, signed }) => signed.length < sent.length / 2],
  [
    /was decoded as base64/,
    ({ sent, signed }) =>
      base64Of(signed).replace(/=+$/, '').slice(0, -1) ===
        sent
          .replaceAll('-', '+')
          .replaceAll('_', '/')
          .replace(/[^A-Za-z0-9+/]/g, '')
          .slice(0, base64Of(signed).replace(/=+$/, '').length - 1) || signed.length < (sent.length * 3) / 4,
  ],
  [
    /was encoded as base64, and that text/,
    ({ sent, signed }) => ofBase64(signed).replace(/\n$/, '') === sent,
  ],
  [/Variant: without padding/, ({ signed }) => !signed.includes('=')],
  [/was encoded as hex, and that text/, ({ sent, signed }) => ofHex(signed) === sent],
  [/Variant: lower case/, ({ signed }) => !/[A-Z]/.test(signed)],
  [/Variant: upper case/, ({ signed }) => !/[a-z]/.test(signed)],
  [
    /was the secret without its first (\d+) characters?\.$/,
    ({ sent, signed }) => sent.endsWith(signed) && signed.length < sent.length,
  ],
  [
    /the rest decoded as (?:base64|hex)/,
    ({ sent, signed }) => signed.length < sent.length && !sent.endsWith(signed),
  ],
  [/was a different secret: the client secret of prod/, ({ signed }) => signed === foreign.text],
  [
    /the secret with (?:a|an) [^`]+ (?:after|before|inside) it\.$/,
    ({ sent, signed }) => signed !== sent && withoutOddMarks(utf8(signed)) === withoutOddMarks(utf8(sent)),
  ],
  [
    /the secret with `(.)` instead of (?:every )?`(.)`/,
    ({ sent, signed }) => sent.length === signed.length && sent !== signed,
  ],
  [
    /secret with (?:em dashes|en dashes|minus signs|no-break hyphens)/,
    ({ sent, signed }) => utf8(signed).replace(/[—–−\u2011]/g, '-') === utf8(sent),
  ],
  [
    /secret with curly quotes/,
    ({ sent, signed }) => utf8(signed).replace(/[“”]/g, '"').replace(/[‘’]/g, "'") === utf8(sent),
  ],
  [/with no-break spaces instead/, ({ sent, signed }) => utf8(signed).replaceAll('\u00a0', ' ') === sent],
  [
    /with its first letter in upper case/,
    ({ sent, signed }) => signed !== sent && signed.toLowerCase() === sent.toLowerCase(),
  ],
  [/with one character missing/, ({ sent, signed }) => signed.length === sent.length - 1],
  [/with one character typed twice/, ({ sent, signed }) => signed.length === sent.length + 1],
  [
    /with two characters swapped/,
    ({ sent, signed }) => [...signed].sort().join('') === [...sent].sort().join('') && signed !== sent,
  ],
  [/with the same secret after it once more/, ({ sent, signed }) => signed === sent + sent],
  [
    /HTML-escaped secret/,
    ({ sent, signed }) => signed.length > sent.length && /&(?:amp|lt|gt|quot|#\d+|#x27);/.test(signed),
  ],
  [/as a shell leaves it/, ({ sent, signed }) => sent.includes('$') && signed.length < sent.length],
  [/The client id was used as the HMAC key/, ({ signed }) => signed === 'demo-game'],
  [/client id and the secret, joined/, (key) => /^demo-game\W?_?$/.test(addedBefore(key) ?? '')],
  [/secret and the client id, joined/, (key) => /^\W?_?demo-game$/.test(added(key) ?? '')],
  [/game id and the secret, joined/, (key) => /^gem-hunt\W?_?$/.test(addedBefore(key) ?? '')],
  [/secret and the game id, joined/, (key) => /^\W?_?gem-hunt$/.test(added(key) ?? '')],
  [
    /joined without a separator/,
    (key) => /^(?:demo-game|gem-hunt)$/.test(added(key) ?? addedBefore(key) ?? ''),
  ],
  [
    /as in Basic authentication/,
    ({ sent, signed }) =>
      ['demo-game', 'gem-hunt'].some((id) => signed.replace('Basic ', '') === base64Of(`${id}:${sent}`)),
  ],
  [/with `Bearer ` before it/, (key) => addedBefore(key) === 'Bearer '],
  [/with `&` after it/, (key) => added(key) === '&'],
  [/=…, with quotes/, ({ sent, signed }) => /^\w+=(["'])([^]*)\1$/.exec(signed)?.[2] === sent],
  [/value of the body’s field `gameId`/, ({ signed }) => signed === 'gem-hunt'],
  [/a text that stands for the secret/, ({ signed }) => /secret|key/i.test(signed)],
  [/the name of a file/, ({ signed }) => /^[\w./:<@-]+$/.test(signed) && /[./:<@]/.test(signed)],
  [/a hidden secret/, ({ signed }) => /^\*+$|redacted|hidden/i.test(signed)],
  [/was the word `(.+)`/, ({ signed }) => /^[(<]?\w+[)>]?$/.test(signed)],
  [/was the placeholder `/, ({ signed }) => signed.length > 0],
  [
    /A hash of the secret/,
    ({ sent, signed }) =>
      algorithms.some((each) =>
        [
          hash(each, sent),
          hexOf(hash(each, sent)),
          hexOf(hash(each, sent)).toUpperCase(),
          base64Of(hash(each, sent)),
        ].includes(signed),
      ),
  ],
  [/the secret in lower case/, ({ sent, signed }) => sent.toLowerCase() === signed],
  [/the secret in upper case/, ({ sent, signed }) => sent.toUpperCase() === signed],
  [/Only a part of the secret/, ({ sent, signed }) => sent.includes(signed)],
  [/Variant: its first/, ({ sent, signed }) => sent.startsWith(signed)],
  [/secret cut off at/, ({ sent, signed }) => sent.startsWith(signed)],
  [/secret without (?:each|its (?:backslashes|quotes))/, ({ sent, signed }) => signed.length < sent.length],
  [/with `\$` in place of each `\$\$`/, ({ sent, signed }) => signed.length < sent.length],
  [/with `\$\$` in place of each `\$`/, ({ sent, signed }) => signed.replaceAll('$$', '$') === sent],
  [
    /was URL-decoded/,
    ({ sent, signed }) =>
      signed.length < sent.length &&
      [sent, sent.replaceAll('+', ' ')].some((text) => uriDecoded(text) === signed),
  ],
  [/with a space in place of each `\+`/, ({ sent, signed }) => sent.replaceAll('+', ' ') === signed],
  [
    /was URL-encoded/,
    ({ sent, signed }) => uriDecoded(signed) === sent || uriDecoded(signed.replaceAll('+', ' ')) === sent,
  ],
  [/complete line of an env file.*Variant: \w+=…\.$/, (key) => /^[\w]+=$/.test(addedBefore(key) ?? '')],
  [/complete line of a configuration file/, (key) => /^\w+: $/.test(addedBefore(key) ?? '')],
  [/complete line of a shell script/, (key) => /^export \w+=$/.test(addedBefore(key) ?? '')],
  [
    /a JSON object with the client id and the secret/,
    ({ sent, signed }) => signed.includes(JSON.stringify(sent)),
  ],
  [
    /a JSON object with the secret in it/,
    ({ sent, signed }) => Object.values(JSON.parse(signed) as object)[0] === sent,
  ],
  [
    /in UTF-16 instead of UTF-8/,
    ({ sent, signed }) => signed.replaceAll('\0', '').replace(/^(?:ÿþ|þÿ)/, '') === sent,
  ],
];

it('every key is the one that its headline names', () => {
  const known = (secret: string) => ({
    secret,
    clientId: 'demo-game',
    sentId: 'demo-game',
    others: [foreign],
    otherIds: [],
    fields: [['gameId', 'gem-hunt'] as const],
  });
  const change = (secret: string, key: string): Text => ({ sent: secret, signed: key });
  const texts = headlines(
    secrets,
    (cause, secret) => [...(cause.keys?.(known(secret)) ?? []), ...(cause.manyKeys?.(known(secret)) ?? [])],
    (secret, key) => change(secret, binary(key)),
  );
  const bytes = headlines(secrets, (cause, secret) => cause.keyBytes?.(known(secret)), change);
  expect(texts.length + bytes.length).toBeGreaterThan(900);
  expect(lies([...texts, ...bytes], keyClaims)).toEqual([]);
});

it('every client id is the one that its headline names', () => {
  const all = headlines(
    ['Demo-Game', 'demo-game'],
    (cause, id) =>
      cause.clientIds?.({
        secret: '',
        clientId: 'own-id',
        sentId: id,
        others: [],
        otherIds: [['prod-id', 'prod']],
        fields: [['package', 'com.example']],
      }),
    (sent, signed) => ({ sent, signed }),
  );
  expect(
    lies(all, [
      [/in lower case/, ({ sent, signed }) => sent.toLowerCase() === signed],
      [/in upper case/, ({ sent, signed }) => sent.toUpperCase() === signed],
      [/a capital first letter and small letters after it/, ({ signed }) => /^[A-Z][^A-Z]*$/.test(signed)],
      [/with a (?:CRLF )?line break after it/, (id) => isLineBreak(added(id))],
      [/CRLF/, (id) => added(id) === '\r\n'],
      [/with a space after it/, (id) => added(id) === ' '],
      [/with a tab after it/, (id) => added(id) === '\t'],
      [/with a space before it/, (id) => addedBefore(id) === ' '],
      [/with quotes around it/, (id) => isAround(id, '"') || isAround(id, "'")],
      [/a backslash and a double quote on each side/, (id) => isAround(id, '\\"')],
      [
        /signed with the right client id, but X-Client-ID has a different one/,
        ({ signed }) => signed === 'own-id',
      ],
      [/signed with the client id of prod/, ({ signed }) => signed === 'prod-id'],
      [/client id was signed as Python prints bytes/, (id) => isAround(id, "b'", "'")],
      [/value of the body’s field `package`/, ({ signed }) => signed === 'com.example'],
      [/The word `(?:X-)?client/i, ({ signed }) => /^(?:X-)?client_?-?id$/i.test(signed)],
    ]),
  ).toEqual([]);
});

it('every timestamp is written as its headline says', () => {
  const sent = (header: string) => ({
    header,
    seconds: /^\d{10}$/.test(header) ? Number(header) : undefined,
  });
  const headers = [
    '1700000000',
    '1700000000123',
    '1700000000.5',
    '1700000000123456',
    '1700000000123456789',
    '2023-11-14T22:13:20.000Z',
  ];
  const all = headlines(
    headers,
    (cause, header) => [...(cause.times?.(sent(header)) ?? []), ...(cause.manyTimes?.(sent(header)) ?? [])],
    (header, signed) => ({ sent: header, signed }),
  );
  const digits =
    (count: number) =>
    ({ signed }: Text) =>
      new RegExp(`^\\d{${String(count)}}$`).test(signed);
  const sentDigits =
    (count: number) =>
    ({ sent }: Text) =>
      new RegExp(`^\\d{${String(count)}}$`).test(sent);
  expect(all.length).toBeGreaterThan(3000);
  expect(
    lies(all, [
      [/signed in milliseconds/, digits(13)],
      [/signed in microseconds/, digits(16)],
      [/signed in nanoseconds/, digits(19)],
      [/signed in seconds/, ({ signed }) => /^\d{10}(?:\.\d+)?$/.test(signed)],
      [/X-Timestamp was sent in (?:whole )?seconds/, sentDigits(10)],
      [/X-Timestamp was sent in milliseconds/, sentDigits(13)],
      [/X-Timestamp was sent in microseconds/, sentDigits(16)],
      [/X-Timestamp was sent in nanoseconds/, sentDigits(19)],
      [/signed as a decimal number/, (time) => /^\.\d+$/.test(added(time) ?? '')],
      [
        /signed in exponent notation/,
        ({ sent: seconds, signed }) => signed.includes('e') && Number(signed) === Number(seconds),
      ],
      [/X-Timestamp is a decimal number/, ({ sent: header }) => header.includes('.')],
      [/X-Timestamp is a date text/, ({ sent: header }) => header.includes('T')],
      [/signed as a date text/, ({ signed }) => /2023|Nov/.test(signed)],
      [
        /(\d+) seconds? later than X-Timestamp/,
        ({ sent: header, signed }) => Number(signed) > Number(header),
      ],
      [
        /(\d+) seconds? earlier than X-Timestamp/,
        ({ sent: header, signed }) => Number(signed) < Number(header),
      ],
    ]),
  ).toEqual([]);
});

it('every hash of the body is written as its headline says', () => {
  const body = '{"a":1}';
  const right = hash('sha256', body);
  const hex = hexOf(right);
  const all = causes.flatMap((cause) =>
    (cause.hashes ?? []).map(([value, as, , says]: Variants<BodyHash>[number]) => ({
      says: words(cause, as, says),
      change: { sent: hex, signed: value(new BodyForm(() => Buffer.from(body)), 'key') },
    })),
  );
  const spells = (digest: string, text: string): boolean =>
    [hexOf(digest), hexOf(digest).toUpperCase(), base64Of(digest)].includes(text);
  const highBytes = [...Buffer.from(right, 'latin1')].filter((byte) => byte >= 128).length;
  const bigHex = (signed: string): bigint =>
    signed.startsWith('-') ? -BigInt(`0x${signed.slice(1)}`) : BigInt(`0x${signed}`);
  const hmacOfBody = mac('sha256', 'key', body);
  expect(
    lies(all, [
      [/has the body itself/, ({ signed }) => signed === body],
      [/has the body in hex/, ({ signed }) => signed.startsWith(hexOf(body))],
      [/then the hash of no bytes/, ({ signed }) => signed === hexOf(body) + hexOf(hash('sha256', ''))],
      [
        /in upper-case hex instead of lower case/,
        ({ signed }) => signed.replace(/[-:]/g, '') === hex.toUpperCase(),
      ],
      [/and with dashes/, ({ signed }) => signed.includes('-')],
      [/and with colons/, ({ signed }) => signed.includes(':')],
      [
        /hash of the body was put into the message as base64/,
        ({ signed }) => ofBase64(signed.replace(/^b'|'$/g, '')) === right,
      ],
      [/hex text of the body’s hash was encoded as hex again/, ({ signed }) => ofHex(signed) === hex],
      [/without padding/, ({ signed }) => !signed.endsWith('=')],
      [/with padding/, ({ signed }) => signed.endsWith('=')],
      [
        /hex text of the body’s hash was put into the message in base64/,
        ({ signed }) => ofBase64(signed) === hex,
      ],
      [/32 raw bytes/, ({ signed }) => signed === right],
      [/read as Latin-1/, ({ signed }) => utf8(signed) === right],
      [/read as UTF-8 text, which damages them/, ({ signed }) => utf8(signed).includes('\ufffd')],
      [
        /as Python prints bytes, instead of as hex/,
        ({ signed }) => signed.startsWith("b'") || signed.startsWith('b"'),
      ],
      [/as JavaScript prints bytes/, ({ signed }) => signed === [...Buffer.from(right, 'latin1')].join(',')],
      [
        /as a list of decimal numbers/,
        ({ signed }) => {
          const numbers = (signed.match(/-?\d+/g) ?? []).map((each) => Number(each) & 255);
          return Buffer.from(numbers).equals(Buffer.from(right, 'latin1'));
        },
      ],
      [
        /as little-endian 32-bit words/,
        ({ signed }) => Buffer.from(signed, 'hex').swap32().toString('latin1') === right,
      ],
      [
        /as one number in hex, without its leading zeros/,
        ({ signed }) => BigInt(`0x${signed}`) === BigInt(`0x${hex}`) && !signed.startsWith('0'),
      ],
      [
        /as one signed number in hex/,
        ({ signed }) => BigInt.asUintN(256, bigHex(signed)) === BigInt(`0x${hex}`),
      ],
      [
        /in hex of signed bytes/,
        ({ signed }) => signed.length !== hex.length && (signed.match(/-/g) ?? []).length === highBytes,
      ],
      [/up to its first zero byte/, ({ signed }) => hex.startsWith(signed)],
      [
        /with `ffffff` before every byte from `80` on/,
        ({ signed }) => (signed.match(/ffffff/gi) ?? []).length >= highBytes,
      ],
      [
        /the two hex digits of each byte swapped/,
        ({ signed }) => signed.replace(/(.)(.)/g, '$2$1').toLowerCase() === hex,
      ],
      [
        /with leading zeros lost, as when `%x` writes each byte/,
        ({ signed }) =>
          hex.replace(/0(.)|(..)/g, (_, low: string, both: string) => low ?? both).length === signed.length,
      ],
      [
        /raw bytes of the body’s hash, up to the first zero byte/,
        ({ signed }) => right === signed || right.startsWith(`${signed}\0`),
      ],
      [/as Go prints bytes/, ({ signed }) => signed === `[${[...Buffer.from(right, 'latin1')].join(' ')}]`],
      [/`\[object Promise\]` was put/, ({ signed }) => signed === '[object Promise]'],
      [/`\[object ArrayBuffer\]`/, ({ signed }) => signed === '[object ArrayBuffer]'],
      [
        /hashed twice/,
        ({ signed }) =>
          [hex, right, hex.toUpperCase(), base64Of(right)].some(
            (each) => hexOf(hash('sha256', each)) === signed,
          ),
      ],
      ...(['MD5', 'SHA-1', 'SHA-384', 'SHA-512'] as const).map((name): Claim<Text> => [
        new RegExp(`hashed with ${name} instead`),
        ({ signed }) => spells(hash(name.replace('-', '').toLowerCase(), body), signed),
      ]),
      [/with the secret \(as an HMAC\)/, ({ signed }) => spells(hmacOfBody, signed)],
      [
        /with `([^`]+)` before it/,
        (each) => addedBefore(each) !== undefined || ofBase64(each.signed.slice(8)) === right,
      ],
      [/as openssl prints it/, (each) => /stdin/.test(addedBefore(each) ?? '')],
      [/as sha256sum prints it/, (each) => added(each) === '  -'],
      [/as Python prints bytes: `b'…'`/, ({ signed }) => /^b'.*'$/.test(signed)],
      [/with quotes around it/, (each) => isAround(each, '"') || isAround(each, "'")],
    ]),
  ).toEqual([]);
});

const parts = {
  clientId: 'CLIENT',
  timestamp: 'TIME',
  hash: 'HASH',
  body: 'BODY',
  method: 'METHOD',
  path: '/PATH',
  url: 'URL',
  bodyText: '"TEXT"',
  secret: 'SECRET',
};
/** The parts of a message in their order. */
const partsIn = (message: string): string =>
  (message.match(/CLIENT|TIME|HASH|BODY|METHOD|PATH|SECRET/g) ?? []).join(' ');
const spokenParts: Readonly<Record<string, string>> = {
  CLIENT: 'client id',
  TIME: 'timestamp',
  HASH: 'body hash',
  BODY: 'body',
  METHOD: 'method',
  PATH: 'path',
};

it('every message is made of the parts that its headline names', () => {
  const right = 'CLIENT.TIME.HASH';
  const all = causes.flatMap((cause) =>
    (['gateway', 'session'] as const).flatMap((scheme) =>
      [...(cause.messages?.[scheme] ?? []), ...(cause.manyMessages?.[scheme] ?? [])].map(
        ([made, as, , says]) => ({
          says: words(cause, as, says),
          change: {
            sent: scheme === 'gateway' ? right : 'BODY',
            signed: typeof made === 'string' ? filled<keyof typeof parts>(made)(parts) : made(parts),
          },
        }),
      ),
    ),
  );
  const made = (says: string): string => / made of (.*), instead of/.exec(says)?.[1] ?? '';
  const spoken = (signed: string): string =>
    partsIn(signed)
      .split(' ')
      .map((part) => spokenParts[part] ?? part)
      .join(', ')
      .replace(/, ([^,]+)$/, ' and $1');
  expect(all.filter(({ says, change }) => made(says) !== '' && made(says) !== spoken(change.signed))).toEqual(
    [],
  );
  const lacks =
    (part: string) =>
    ({ signed }: Text) =>
      !signed.includes(part);
  const between = ({ signed }: Text): string | undefined => /^CLIENT(.*)TIME\1HASH/s.exec(signed)?.[1];
  expect(
    lies(all, [
      [/ is made of /, () => true],
      [/without a separator/, (message) => between(message) === ''],
      [/joined with .* instead of `\.`/, (message) => !['', '.', undefined].includes(between(message))],
      [/joined with a line break/, (message) => between(message) === '\n'],
      [/joined with a backslash and an `n`/, (message) => between(message) === '\\n'],
      [/A backslash and an `n` .* after the last part/, (message) => added(message) === '\\n'],
      [
        /joined in the wrong order: /,
        ({ signed }) =>
          partsIn(signed).length === partsIn(right).length && partsIn(signed) !== partsIn(right),
      ],
      [/The client id is missing/, lacks('CLIENT')],
      [/The timestamp is missing/, lacks('TIME')],
      [/The hash of the body is missing/, lacks('HASH')],
      [/Only the hash of the body was signed/, ({ signed }) => signed === 'HASH'],
      [/Only the raw bytes of the body’s hash/, ({ signed }) => signed === ofHex('HASH')],
      [/Nothing was signed/, ({ signed }) => signed === ''],
      [
        /was signed before the first part/,
        (message) => /^(?:v[01][.:]|\.)$/.test(addedBefore(message) ?? ''),
      ],
      [/as Python prints a list/, ({ signed }) => /^\['CLIENT', '?TIME'?, 'HASH'\]$/.test(signed)],
      [/as Python prints a tuple/, ({ signed }) => /^\('CLIENT', '?TIME'?, 'HASH'\)$/.test(signed)],
      [
        /A part of the message was signed as Python prints bytes/,
        ({ signed }) => /b'(?:CLIENT|TIME|HASH)'/.test(signed),
      ],
      [
        /message was signed as Python prints bytes/,
        (message) => /^A part/.test(message.signed) || message.signed.includes("b'"),
      ],
      [/The message was signed with quotes/, (message) => isAround(message, "'") || isAround(message, '"')],
      [/message was encoded as hex/, ({ sent, signed }) => ofHex(signed.toLowerCase()) === sent],
      [/message was encoded as base64/, ({ sent, signed }) => ofBase64(signed) === sent],
      [
        /message were printed as a list of numbers/,
        ({ sent, signed }) => String.fromCharCode(...(signed.match(/\d+/g) ?? []).map(Number)) === sent,
      ],
      [/placeholders of the message were signed/, lacks('CLIENT.TIME')],
      [/complete URL was signed/, ({ signed }) => signed.includes('URL')],
      [/has `(?:undefined|null|None|0)` where the client id belongs/, lacks('CLIENT')],
      [/has `(?:undefined|null|None|0)` where the timestamp belongs/, lacks('TIME')],
      [/has `(?:undefined|null|None|0)` where the body hash belongs/, lacks('HASH')],
      [/was signed after the last part/, (message) => added(message) !== undefined],
      [/A line break was signed after/, (message) => added(message) === '\n'],
      [/^A `\.` was signed after/, (message) => added(message) === '.'],
      [/on a line of its own/, ({ signed }) => signed === 'CLIENT\nTIME\nHASH\n'],
      [/signed with their names/, ({ signed }) => /(?:time|ts)\w*[=:]/i.test(signed)],
      [/as a JSON object/, ({ signed }) => signed.startsWith('{"')],
      [/as a JSON array|A JSON array/, ({ signed }) => signed.startsWith('["')],
      [/secret was also put into the message/, ({ signed }) => signed.includes('SECRET')],
      [/body alone was signed/, ({ signed }) => signed === 'BODY'],
      [/three parts was signed, as for the gateway/, ({ signed }) => signed === right],
      [
        /A timestamp was signed together with the body/,
        ({ signed }) => /TIME/.test(signed) && /BODY/.test(signed),
      ],
    ]),
  ).toEqual([]);
});

it('every digest is made as its headline says', () => {
  const key = 'key';
  const message = 'a message. '.repeat(40);
  const all = causes.flatMap((cause) =>
    algorithms.flatMap((algorithm) => {
      const keyed: Construction = (secret, text) => mac(algorithm, secret, text);
      const known = { algorithm: algorithm as 'sha256', keyed };
      return [
        ...(cause.digests?.(known) ?? []),
        ...(cause.plainDigests?.(known.algorithm) ?? []),
        ...(cause.hmac === algorithm ? [[keyed] as const] : []),
      ].map(([construct, as, , says]) => ({
        says: words(cause, as, says),
        change: { sent: algorithm, signed: construct(key, message) },
      }));
    }),
  );
  const first = (algorithm: string): string => mac(algorithm, key, message);
  const anyHash =
    (texts: readonly string[]) =>
    ({ sent, signed }: Text) =>
      texts.some((text) => hash(sent, text) === signed);
  const withSecret = ['', '.', ':', '|', '&key=', '&secret=', '&secret_key='].flatMap((by) => [
    message + by + key,
    key + by + message,
  ]);
  expect(
    lies(all, [
      ...(['SHA1', 'SHA512', 'MD5', 'SHA384'] as const).map((name): Claim<Text> => [
        new RegExp(`computed with HMAC-${name} `),
        ({ signed }) => signed === first(name.toLowerCase()),
      ]),
      [/first 32 bytes of HMAC-SHA512/, ({ signed }) => signed === first('sha512').slice(0, 32)],
      [/plain hash of the message and the secret/, anyHash([...withSecret, key + message + key])],
      [/plain hash of the message, without the secret/, anyHash([message])],
      [
        /computed and then hashed once more/,
        ({ sent, signed }) => [first(sent), hexOf(first(sent))].some((each) => hash(sent, each) === signed),
      ],
      [/hex text was hashed/, ({ sent, signed }) => hash(sent, hexOf(first(sent))) === signed],
      [/raw bytes were hashed/, ({ sent, signed }) => hash(sent, first(sent)) === signed],
      [/over the raw bytes of the first/, ({ sent, signed }) => mac(sent, key, first(sent)) === signed],
      [/over the hex text of the first/, ({ sent, signed }) => mac(sent, key, hexOf(first(sent))) === signed],
      [
        /over the base64 text of the first/,
        ({ sent, signed }) => mac(sent, key, base64Of(first(sent))) === signed,
      ],
      [/with the first result as its key/, ({ sent, signed }) => mac(sent, first(sent), message) === signed],
      [
        /HMAC of the secret, with the message as the key/,
        ({ sent, signed }) => mac(sent, mac(sent, message, key), message) === signed,
      ],
      [
        /Only the first (\d+) bytes of the message/,
        ({ sent, signed }) =>
          [...message].some((_, size) => mac(sent, key, message.slice(0, size)) === signed),
      ],
      [
        /complete message was signed twice/,
        ({ sent, signed }) => mac(sent, key, message + message) === signed,
      ],
      [/Key and message were swapped/, ({ sent, signed }) => mac(sent, message, key) === signed],
      [
        /A hash of the message was signed/,
        ({ sent, signed }) =>
          algorithms.some((each) => {
            const digest = hash(each, message);
            return [digest, hexOf(digest), hexOf(digest).toUpperCase(), base64Of(digest)].some(
              (text) => mac(sent, key, text) === signed,
            );
          }),
      ],
      [
        /complete message was signed in UTF-16/,
        ({ sent, signed }) => mac(sent, key, Buffer.from(message, 'utf16le').toString('latin1')) === signed,
      ],
    ]),
  ).toEqual([]);
});

it('every text of a signature is read as its headline says', () => {
  const bytes = hash('sha256', 'x');
  const hex = hexOf(bytes);
  const pairs = hex.match(/../g) ?? [];
  const base64 = base64Of(bytes);
  const texts = [
    hex.toUpperCase(),
    hex.slice(0, 32) + hex.slice(32).toUpperCase(),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(bytes, 'latin1').toString('base64url'),
    encodeURIComponent(base64),
    base64Of(hex),
    hexOf(hex),
    pairs.join('-').toUpperCase(),
    pairs.join(':'),
    pairs.join(' '),
    ...[`"`, `'`, '`', '\\"'].map((quote) => quote + hex + quote),
    `b'${hex}'`,
    `b"${hex}"`,
    [...Buffer.from(bytes, 'latin1')].join(','),
    ...['sha256=', '0x', '(stdin)= ', 't=1700000000,v1=', 'ts=1;h1=', 'v0=', 'v1,', 'Bearer ', 'sha1='].map(
      (before) => before + hex,
    ),
    ...['  -', '\\n', ';'].map((after) => hex + after),
  ];
  const all = headlines(
    texts,
    (cause, text) => cause.unwraps?.(text),
    (sent, signed) => ({ sent, signed }),
  );
  const has =
    (part: string) =>
    ({ sent }: Text) =>
      sent.includes(part);
  const isBase64 = ({ sent, signed }: Text): boolean => ofBase64(sent) === ofHex(signed);
  expect(
    lies(all, [
      [
        /two hex digits of each byte swapped/,
        ({ sent, signed }) => signed.replace(/(.)(.)/g, '$2$1') === sent,
      ],
      [
        /little-endian 32-bit words/,
        ({ sent, signed }) => Buffer.from(signed, 'hex').swap32().toString('hex') === sent,
      ],
      [/in upper-case hex instead of lower case/, ({ sent, signed }) => sent === signed.toUpperCase()],
      [/both upper-case and lower-case letters/, ({ sent }) => /[a-f]/.test(sent) && /[A-F]/.test(sent)],
      [/sent in base64(?:url)? (?:without padding )?instead of (?:in )?hex/, isBase64],
      [/in base64 without padding/, ({ sent }) => !sent.includes('=')],
      [/sent in base64url/, ({ sent }) => !/[+/]/.test(sent)],
      [
        /hex text of the signature was encoded as base64/,
        ({ sent, signed }) => ofBase64(sent).includes(signed),
      ],
      [
        /hex text of the signature was encoded as hex again/,
        ({ sent, signed }) => ofHex(sent).includes(signed),
      ],
      [/with a dash between the bytes/, has('-')],
      [/with a colon between the bytes/, has(':')],
      [/with a space between the bytes/, has(' ')],
      [/in upper-case hex with/, ({ sent }) => sent.toUpperCase() === sent],
      [/with extra text before it/, ({ sent, signed }) => sent.endsWith(signed)],
      [/with extra text after it/, ({ sent, signed }) => sent.startsWith(signed)],
      [/header Stripe-Signature/, ({ sent }) => /^t=\d+,v1=/.test(sent)],
      [/header Paddle-Signature/, ({ sent }) => /^ts=\d+;h1=/.test(sent)],
      [/header X-Hub-Signature-256 of GitHub/, ({ sent }) => sent.startsWith('sha256=')],
      [/header X-Hub-Signature of GitHub/, ({ sent }) => sent.startsWith('sha1=')],
      [/header X-Slack-Signature/, ({ sent }) => sent.startsWith('v0=')],
      [/header webhook-signature/, ({ sent }) => sent.startsWith('v1,')],
      [
        /with quotes around it/,
        ({ sent, signed }) => [`"`, `'`, '`'].some((quote) => sent === quote + signed + quote),
      ],
      [/a backslash and a quote on each side/, ({ sent, signed }) => sent === `\\"${signed}\\"`],
      [/as Python prints bytes/, ({ sent }) => /^b['"]/.test(sent)],
      [/as a list of byte numbers/, ({ sent }) => /^\d+(?:,\d+)+$/.test(sent)],
      [/with percent escapes/, has('%')],
    ]),
  ).toEqual([]);
});
