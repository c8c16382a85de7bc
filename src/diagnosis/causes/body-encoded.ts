import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { stringPrinter, type EscapesName } from '../bodies/escapes.js';
import { percentEncode, percentEncodings, type PercentEncoding } from './percent-encoding.js';
import { elixirString, goString, rubyString, rustString } from './quoted-text.js';
import { onBytes, onText, small, type TextTransform } from './text-transform.js';

/** The body encoded once more before it was signed, or sent encoded once more than it was signed. */

const mebibyte = 2 ** 20;
const largestInflated = 16 * mebibyte;
const literal = (quote: (text: string) => string): TextTransform['apply'] => small(onText(quote));

/** The text inside a body that is one JSON string. */
function unquoted(text: string): string | undefined {
  if (!/^\s*"[^]*"\s*$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

const withoutLineEnd =
  (quote: (text: string) => string) =>
  (text: string): string | undefined =>
    /[\r\n]$/.test(text) ? quote(text.replace(/[\r\n]+$/, '')) : undefined;

/** Encoders that turn a text into a JSON string. */
const stringEncoders: readonly (readonly [escapes: EscapesName, cost: number, as: string])[] = [
  ['raw', 2, 'JavaScript'],
  ['ascii', 2, 'Python json.dumps'],
  ['php', 2, 'PHP json_encode'],
  ['stj', 3, 'System.Text.Json'],
  ['slashes-separators', 3, 'PHP with JSON_UNESCAPED_UNICODE'],
  ['ascii-del-raw', 3, 'PHP with JSON_UNESCAPED_SLASHES'],
  ['cjson', 3, 'lua-cjson'],
  ['go', 3, 'Go json.Marshal'],
  ['newtonsoft', 3, 'Newtonsoft'],
  ['raw-separators', 3, 'PHP, unescaped'],
  ['javascript-serializer', 3, 'JavaScriptSerializer'],
  ['slashes', 3, 'Apple, Android'],
  ['dkjson', 3, 'dkjson'],
  ['ascii-upper-del-raw', 3, 'Jackson or jiffy, ASCII'],
  ['go-1.22', 3, 'Rails'],
  ['gson', 3, 'Gson'],
];

/** Jackson escapes what is above the basic plane when it writes bytes, and leaves it when it writes a string. */
const jacksonBytes = (text: string): string =>
  JSON.stringify(text).replace(
    /[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const doubleEncodings: readonly TextTransform[] = [
  {
    id: 'body-double-encoded',
    cost: 3,
    as: 'a JSON string by Jackson writeValueAsBytes',
    apply: small(onText(jacksonBytes)),
  },
  ...stringEncoders.map(([escapes, cost, as]): TextTransform => ({
    id: 'body-double-encoded',
    cost,
    as: `a JSON string by ${as}`,
    apply: escapes === 'raw' ? onText(stringPrinter(escapes)) : small(onText(stringPrinter(escapes))),
  })),
  ...stringEncoders.map(([escapes, cost, as]): TextTransform => ({
    id: 'body-double-encoded',
    cost,
    as: `a JSON string by ${as}, without the line end`,
    apply: small(onText(withoutLineEnd(stringPrinter(escapes)))),
  })),
  {
    id: 'body-double-encoded',
    cost: 2,
    as: 'sent as a JSON string, signed before',
    apply: onText(unquoted),
  },
  {
    id: 'body-double-encoded',
    cost: 3,
    as: 'sent as a JSON string twice over, signed before',
    apply: onText((text) => unquoted(unquoted(text) ?? '')),
  },
  {
    id: 'body-double-encoded',
    cost: 3,
    as: 'a JSON string twice over',
    apply: onText((text) => JSON.stringify(JSON.stringify(text))),
  },
  {
    id: 'body-double-encoded',
    cost: 3,
    as: 'Go json.Marshal of []byte: base64 in quotes',
    apply: onBytes((bytes) => `"${bytes.toString('base64')}"`),
  },
  { id: 'body-double-encoded', cost: 3, as: 'Ruby String#inspect', apply: literal(rubyString) },
  { id: 'body-double-encoded', cost: 3, as: 'Go %q', apply: literal(goString) },
  { id: 'body-double-encoded', cost: 3, as: 'Rust {:?} of a string', apply: literal(rustString) },
  { id: 'body-double-encoded', cost: 3, as: 'Elixir inspect of a string', apply: literal(elixirString) },
  {
    id: 'body-double-encoded',
    cost: 4,
    as: 'in double quotes, nothing escaped',
    apply: onBytes((bytes) => Buffer.concat([Buffer.from('"'), bytes, Buffer.from('"')])),
  },
  {
    id: 'body-double-encoded',
    cost: 4,
    as: 'in single quotes, as a shell that does not know them leaves them',
    apply: onBytes((bytes) => Buffer.concat([Buffer.from("'"), bytes, Buffer.from("'")])),
  },
  {
    id: 'body-double-encoded',
    cost: 4,
    as: 'quotes and backslashes escaped (PHP addslashes)',
    apply: onText((text) => text.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0')),
  },
  ...(['raw', 'javascript-serializer', 'slashes'] as const).map((escapes): TextTransform => ({
    id: 'body-double-encoded',
    cost: 4,
    as: 'the inside of a JSON string',
    apply: small(onText((text) => stringPrinter(escapes)(text).slice(1, -1))),
  })),
  {
    id: 'body-double-encoded',
    cost: 4,
    as: 'double quotes escaped',
    apply: onText((text) => text.replaceAll('"', '\\"')),
  },
  {
    id: 'body-slashes-escaped',
    cost: 3,
    as: 'backslashes removed (PHP stripslashes)',
    apply: onText((text) => text.replace(/\\(.?)/gs, '$1')),
  },
  {
    id: 'body-slashes-escaped',
    cost: 3,
    as: 'only \\/ turned back into /',
    apply: onText((text) => text.replaceAll('\\/', '/')),
  },
  {
    id: 'body-html-escaped',
    cost: 3,
    as: 'HTML entities (PHP htmlspecialchars)',
    apply: onText((text) =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#039;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;'),
    ),
  },
];

const entities = (quote: string, apostrophe: string, numeric?: RegExp) =>
  onText((text) => {
    const escaped = text
      .replaceAll('&', '&amp;')
      .replaceAll('"', quote)
      .replaceAll("'", apostrophe)
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    return numeric === undefined
      ? escaped
      : escaped.replace(numeric, (character) => `&#${String(character.codePointAt(0))};`);
  });

const htmlEntities: readonly TextTransform[] = (
  [
    ['Ruby CGI.escapeHTML', entities('&quot;', '&#39;')],
    ['.NET HtmlEncode', entities('&quot;', '&#39;', /[\u00a0-\u00ff]/g)],
    [
      '.NET WebUtility.HtmlEncode',
      entities('&quot;', '&#39;', /[\u00a0-\u00ff]|[\ud800-\udbff][\udc00-\udfff]/g),
    ],
    ['Python html.escape', entities('&quot;', '&#x27;')],
    ['Go html.EscapeString', entities('&#34;', '&#39;')],
    ['double quotes only', entities('&quot;', "'")],
    ['no quotes', entities('"', "'")],
  ] as const
).map(([as, apply]) => ({ id: 'body-html-escaped', cost: 6, as: `HTML entities, ${as}`, apply }));

const lines = (text: string, width: number, lineEnd: string): string =>
  text.replace(new RegExp(`.{${String(width)}}(?=.)`, 'g'), `$&${lineEnd}`);

const base64Lines = (width: number, lineEnd: string, last: string): TextTransform['apply'] =>
  onBytes((bytes) => lines(bytes.toString('base64'), width, lineEnd) + last);

/** Bytes that a body holds as base64 text; undefined when it holds something else. */
const fromBase64 = onBytes((bytes) => {
  const text = bytes.toString('latin1');
  return /^[\w+/-]{4,}={0,2}\s*$/.test(text) ? Buffer.from(text, 'base64') : undefined;
});

const base64Transforms: readonly TextTransform[] = [
  { id: 'body-base64', cost: 4, apply: onBytes((bytes) => bytes.toString('base64')) },
  {
    id: 'body-base64',
    cost: 4,
    as: 'without padding',
    apply: onBytes((bytes) => bytes.toString('base64').replace(/=+$/, '')),
  },
  {
    id: 'body-base64',
    cost: 4,
    as: 'the URL alphabet',
    apply: onBytes((bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')),
  },
  {
    id: 'body-base64',
    cost: 4,
    as: 'the URL alphabet, without padding',
    apply: onBytes((bytes) => bytes.toString('base64url')),
  },
  {
    id: 'body-base64',
    cost: 5,
    as: 'lines of 76, CRLF between them (Java MIME)',
    apply: base64Lines(76, '\r\n', ''),
  },
  {
    id: 'body-base64',
    cost: 5,
    as: 'lines of 76, LF behind each (base64, Python encodebytes)',
    apply: base64Lines(76, '\n', '\n'),
  },
  {
    id: 'body-base64',
    cost: 5,
    as: 'lines of 76, CRLF behind each (PHP chunk_split)',
    apply: base64Lines(76, '\r\n', '\r\n'),
  },
  { id: 'body-base64', cost: 5, as: 'lines of 76, LF between them', apply: base64Lines(76, '\n', '') },
  {
    id: 'body-base64',
    cost: 5,
    as: 'lines of 60, LF behind each (Ruby encode64)',
    apply: base64Lines(60, '\n', '\n'),
  },
  {
    id: 'body-base64',
    cost: 5,
    as: 'lines of 64, LF behind each (openssl)',
    apply: base64Lines(64, '\n', '\n'),
  },
  { id: 'body-base64', cost: 5, as: 'sent as base64, signed before', apply: fromBase64 },
  { id: 'body-base64', cost: 5, as: 'hex instead', apply: onBytes((bytes) => bytes.toString('hex')) },
  {
    id: 'body-base64',
    cost: 5,
    as: 'upper-case hex instead',
    apply: onBytes((bytes) => bytes.toString('hex').toUpperCase()),
  },
];

const percent = (encoding: PercentEncoding): TextTransform['apply'] =>
  small(onText((text) => percentEncode(text, encoding)));

const lowerHex = (encoding: PercentEncoding): TextTransform => ({
  id: 'body-urlencoded-whole',
  cost: 5,
  as: `${encoding.as}, lower-case hex`,
  apply: percent({ ...encoding, hex: 'lower' }),
});

function percentDecoded(text: string, plus: string): string | undefined {
  if (!/[%+]/.test(text)) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', plus));
  } catch {
    return undefined;
  }
}

/** The old escape(): Latin-1 as %xx, the rest as %uxxxx. */
const escaped = (text: string): string =>
  text.replace(/[^A-Za-z0-9@*_+\-./]/g, (unit) => {
    const code = unit.charCodeAt(0).toString(16).toUpperCase();
    return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`;
  });

const percentTransforms: readonly TextTransform[] = [
  ...Object.values(percentEncodings).map((encoding): TextTransform => ({
    id: 'body-urlencoded-whole',
    cost: 4,
    as: encoding.as,
    apply: percent(encoding),
  })),
  lowerHex(percentEncodings.component),
  lowerHex(percentEncodings.rfc3986),
  lowerHex(percentEncodings.form),
  { id: 'body-urlencoded-whole', cost: 5, as: 'JavaScript escape', apply: small(onText(escaped)) },
  {
    id: 'body-urlencoded-whole',
    cost: 5,
    as: 'decoded instead, + as space',
    apply: onText((text) => percentDecoded(text, ' ')),
  },
  {
    id: 'body-urlencoded-whole',
    cost: 5,
    as: 'decoded instead, + kept',
    apply: onText((text) => percentDecoded(text, '+')),
  },
];

const inflaters = [
  ['gzip', gunzipSync, (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b],
  // RFC 1950: the method is 8, and the first two bytes are a multiple of 31.
  [
    'zlib',
    inflateSync,
    (bytes: Buffer) => ((bytes[0] ?? 0) & 15) === 8 && bytes.length > 2 && bytes.readUInt16BE() % 31 === 0,
  ],
  // Neither has a mark to know it by, but both begin with bytes that no JSON text does.
  [
    'deflate',
    inflateRawSync,
    (bytes: Buffer) => !/^[ \t\r\n{["]/.test(String.fromCharCode(bytes[0] ?? 0x7b)),
  ],
  [
    'brotli',
    brotliDecompressSync,
    (bytes: Buffer) => !/^[ \t\r\n{["]/.test(String.fromCharCode(bytes[0] ?? 0x7b)),
  ],
] as const;

const inflated = (inflate: (typeof inflaters)[number][1], bytes: Buffer): Uint8Array | undefined => {
  try {
    return inflate(bytes, { maxOutputLength: largestInflated });
  } catch {
    return undefined;
  }
};

const compressions: readonly TextTransform[] = inflaters.map(([name, inflate, looksLike]) => ({
  id: 'body-gzip-mismatch',
  cost: 3,
  as: `sent as ${name}, signed before`,
  apply: onBytes((bytes) => (looksLike(bytes) ? inflated(inflate, bytes) : undefined)),
}));

export const encodingTransforms: readonly TextTransform[] = [
  ...compressions,
  ...doubleEncodings,
  ...htmlEntities,
  ...base64Transforms,
  ...percentTransforms,
];
