import {
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { causes, told } from '../cause.js';
import { stringPrinter, type EscapesName } from '../bodies/escapes.js';
import { lowerHex, percentDecoded, percentEncodings, type PercentEncoding } from './percent-encoding.js';
import { elixirString, goString, rubyString } from './quoted-text.js';
import { isJson, onBytes, onText, small, type Apply } from './text-transform.js';
import type { Bodies } from './sent-body.js';
import { withoutEnd } from '../../text/ends.js';

type Print = (text: string) => string;

/** The decoded value; undefined if the decoder refuses. */
const attempted = <Value>(decode: () => Value): Value | undefined => {
  try {
    return decode();
  } catch {
    return undefined;
  }
};

const unquoted = (text: string): string | undefined =>
  /^\s*"[^]*"\s*$/.test(text) ? attempted(() => JSON.parse(text) as string) : undefined;

/** Jackson escapes what is above the basic plane when it writes bytes, and leaves it when it writes a string. */
const jacksonBytes: Print = (text) =>
  JSON.stringify(text).replace(
    /[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const stringEncoders: readonly (readonly [as: string, escapes: EscapesName | Print, extra: number])[] = [
  ['JavaScript', 'raw', 0],
  ['Python json.dumps', 'ascii', 0],
  ['PHP json_encode', 'php', 0],
  ['System.Text.Json', 'stj', 1],
  ['PHP with JSON_UNESCAPED_UNICODE', 'slashes-separators', 1],
  ['PHP with JSON_UNESCAPED_SLASHES', 'ascii-del-raw', 1],
  ['lua-cjson', 'cjson', 1],
  ['Go json.Marshal', 'go', 1],
  ['Newtonsoft', 'newtonsoft', 1],
  ['PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE', 'raw-separators', 1],
  ['JavaScriptSerializer', 'javascript-serializer', 1],
  ['Apple JSONEncoder or Android org.json', 'slashes', 1],
  ['dkjson', 'dkjson', 1],
  ['Jackson or jiffy with ASCII output', 'ascii-upper-del-raw', 1],
  ['Rails', 'go-1.22', 1],
  ['Gson', 'gson', 1],
  ['Jackson writeValueAsBytes', jacksonBytes, 1],
];

const quotedBy = ([as, escapes, extra]: (typeof stringEncoders)[number]) => {
  const print = typeof escapes === 'string' ? stringPrinter(escapes) : escapes;
  const withoutLineEnd = (text: string): string | undefined =>
    /[\r\n]$/.test(text) ? print(withoutEnd(text, '\r\n')) : undefined;
  return [
    [small(onText(print)), `for example by ${as}`, extra],
    [small(onText(withoutLineEnd)), `for example by ${as}, without the line break`, extra],
  ] as const;
};
const insideQuotes = (escapes: EscapesName): Apply =>
  small(onText((text) => stringPrinter(escapes)(text).slice(1, -1)));

const base64 = (write: (text: string) => string): Apply =>
  onBytes((bytes) => write(bytes.toString('base64')));
const inLines =
  (width: number, lineEnd: string, last: string) =>
  (text: string): string =>
    text.replace(new RegExp(`.{${String(width)}}(?=.)`, 'g'), `$&${lineEnd}`) + last;

const fromBase64 = onBytes((bytes) => {
  const text = bytes.toString('latin1');
  return /^[\w+/-]{4,}={0,2}\s*$/.test(text) ? Buffer.from(text, 'base64') : undefined;
});

const fromQuotedBase64: Apply = (bytes) => {
  const text = unquoted(Buffer.from(bytes).toString('latin1'));
  return text === undefined ? undefined : fromBase64(Buffer.from(text, 'latin1'));
};

const percent = ({ as, encode }: PercentEncoding, extra: number) =>
  [small(onText(encode)), `for example by ${as}`, extra] as const;

const addSlashes = (text: string): string => text.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0');

/** JavaScript's old escape(): Latin-1 as %xx, the rest as %uxxxx. */
const escaped = (text: string): string =>
  text.replace(/[^A-Za-z0-9@*_+\-./]/g, (unit) => {
    const code = unit.charCodeAt(0).toString(16).toUpperCase();
    return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`;
  });

/** Compressed data begins with bytes that no JSON text begins with. */
const isNoText = (bytes: Buffer): boolean => !/^[ \t\r\n{["]/.test(bytes.toString('latin1', 0, 1) || '{');

const inflaters = [
  ['gzip', gunzipSync],
  ['zlib', inflateSync],
  ['deflate', inflateRawSync],
  ['brotli', brotliDecompressSync],
] as const;

const maxOutputLength = 16 * 2 ** 20;

const compressed = 'The compressed bytes of the body were signed, but the body was sent uncompressed.';
const levels = [6, 9, 1];
/** What gzip writes about the system: Unix, unknown, Windows, Java's zero. */
const systems = [3, 255, 10, 0];

const compressedForms: Bodies = ({ bytes, text }) =>
  text === ''
    ? []
    : levels.flatMap((level) => {
        const made = [
          ...systems.map((system) => gzipped(bytes, level, system)),
          deflateSync(bytes, { level }),
        ];
        return made.map((signed) => ({
          causes: ['body-gzip-mismatch'],
          bytes: signed,
          cost: 4,
          says: compressed,
        }));
      });

function gzipped(bytes: Uint8Array, level: number, system: number): Uint8Array {
  const made = gzipSync(bytes, { level });
  made[9] = system;
  return made;
}

const textEscaped =
  'Quotes in the body were escaped with backslashes before signing, but they were sent unescaped.';
const forProgrammers =
  'The body was signed in quotes, as a language shows a string to programmers, but it was sent without them.';
const quotesAround = 'The body was signed with quotes around it, but it was sent without them.';
const inHex = 'The hex text of the body was signed instead of the body itself.';
const encodedLater = 'The JSON was URL-encoded after it was signed, so the sent body is not JSON any more.';

/** The JSON inside a body that is its percent escapes. */
const encodedJson = (read: (text: string) => string): Apply =>
  onText((text) => {
    const decoded = /^%[57]b/i.test(text) ? percentDecoded(read(text)) : undefined;
    return decoded !== undefined && isJson(decoded) ? decoded : undefined;
  });

const decodedFirst = 'The body was URL-decoded before it was signed, but not before it was sent.';

/** The body encoded once more before it was signed, or once more before it was sent. */
export const bodyEncoded = causes({ where: 'everywhere', kind: 'no-extra-bytes' })({
  'body-double-encoded': {
    commonness: 'B',
    says: 'The JSON text was encoded a second time, as a JSON string in quotes, before it was signed.',
    typical: '`JSON.stringify` of a string, axios with a string body and a JSON content type.',
    fix: 'Serialise once. Sign and send the JSON text itself.',
    kind: 'serialise-once',
    printsAnew: true,
    hints: {
      node: 'JSON.stringify of a string puts it in quotes; axios does this to a string body with a JSON content type.',
      python: 'json=text serialises the text a second time; data=body sends it unchanged.',
    },
    texts: [
      ...stringEncoders.flatMap(quotedBy),
      told(
        onText(unquoted),
        'The JSON text was encoded a second time, as a JSON string in quotes, after it was signed.',
      ),
      told(
        onText((text) => JSON.stringify(JSON.stringify(text))),
        'The JSON text was encoded twice more, each time as a JSON string in quotes, before it was signed.',
        1,
      ),
      [
        onBytes((bytes) => `"${bytes.toString('base64')}"`),
        'for example Go json.Marshal of []byte',
        1,
        'The base64 text of the body was signed, in quotes, instead of the body itself.',
      ],
      [small(onText(rubyString)), 'Ruby String#inspect', 1, forProgrammers],
      [small(onText(goString)), 'Go %q', 1, forProgrammers],
      [small(onText(elixirString)), 'Elixir inspect of a string', 1, forProgrammers],
      [onText((text) => `"${text}"`), 'double quotes, nothing escaped', 2, quotesAround],
      [onText((text) => `'${text}'`), 'single quotes (cmd.exe keeps them)', 2, quotesAround],
      [onText(addSlashes), 'for example PHP addslashes', 2, textEscaped],
      [insideQuotes('raw'), 'as inside a JSON string', 2, textEscaped],
      [insideQuotes('javascript-serializer'), 'as inside a JSON string', 2, textEscaped],
      [insideQuotes('slashes'), 'as inside a JSON string', 2, textEscaped],
      [onText((text) => text.replaceAll('"', '\\"')), 'only double quotes', 2, textEscaped],
    ],
  },

  'body-base64': {
    commonness: 'D',
    says: 'The base64 text of the body was signed instead of the body itself.',
    typical:
      'PHP code, payment services that encode their payload as base64, API gateways that take JSON for binary data.',
    fix: 'Sign the JSON bytes themselves and send the same bytes, both without base64 or hex.',
    hints: {
      php: 'Do not call base64_encode before hash_hmac.',
      go: 'json.Marshal writes a []byte as base64: send these bytes, or make them a json.RawMessage.',
    },
    texts: [
      [onBytes((bytes) => bytes.toString('base64'))],
      [base64((text) => withoutEnd(text, '=')), 'base64 without padding'],
      [base64((text) => text.replaceAll('+', '-').replaceAll('/', '_')), 'base64url'],
      [onBytes((bytes) => bytes.toString('base64url')), 'base64url, without padding'],
      [base64(inLines(76, '\r\n', '')), 'lines of 76, CRLF between them (for example Java MIME)', 1],
      [
        base64(inLines(76, '\n', '\n')),
        'lines of 76, LF after each (for example base64, Python encodebytes)',
        1,
      ],
      [base64(inLines(76, '\r\n', '\r\n')), 'lines of 76, CRLF after each (for example PHP chunk_split)', 1],
      [base64(inLines(60, '\n', '\n')), 'lines of 60, LF after each (for example Ruby encode64)', 1],
      [base64(inLines(64, '\n', '\n')), 'lines of 64, LF after each (for example openssl)', 1],
      told(
        fromBase64,
        'The body was encoded as base64 after it was signed, as API gateways do with binary bodies.',
        1,
      ),
      told(
        (bytes) => fromQuotedBase64(bytes),
        'The JSON was signed, but it was sent as base64 in quotes, as Go’s `json.Marshal` writes a `[]byte`.',
        1,
      ),
      [onBytes((bytes) => bytes.toString('hex')), 'lower-case hex', 1, inHex],
      [onBytes((bytes) => bytes.toString('hex').toUpperCase()), 'upper-case hex', 1, inHex],
    ],
  },

  'body-urlencoded-whole': {
    commonness: 'D',
    says: 'The URL-encoded text of the body was signed instead of the body itself.',
    typical: 'PHP `urlencode`, JavaScript `encodeURIComponent`.',
    fix: 'Sign and send the same raw bytes of the body. Do not URL-encode or decode them.',
    hints: {
      php: 'Do not call urlencode before signing.',
      node: 'Do not call encodeURIComponent before signing.',
    },
    texts: [
      ...Object.values<PercentEncoding>(percentEncodings).flatMap((encoding) => [
        percent(encoding, 0),
        percent(lowerHex(encoding), 1),
      ]),
      [small(onText(escaped)), 'for example by JavaScript escape', 1],
      told(
        encodedJson((text) => text.replaceAll('+', ' ')),
        encodedLater,
        -1,
      ),
      told(
        encodedJson((text) => text),
        encodedLater,
        -1,
      ),
      [
        onText((text) => (text.includes('%') ? percentDecoded(text.replaceAll('+', ' ')) : undefined)),
        '+ as a space',
        1,
        decodedFirst,
      ],
      told(
        onText((text) => (text.includes('%') ? undefined : text.replaceAll('+', ' '))),
        'Every `+` in the body became a space before it was signed, as URL decoding makes it.',
        1,
      ),
      [onText(percentDecoded), '+ kept', 1, decodedFirst],
    ],
  },

  'body-gzip-mismatch': {
    commonness: 'C',
    says: 'The body was compressed after it was signed: the compressed bytes were sent, but the uncompressed ones were signed.',
    typical: 'Compression interceptors of OkHttp and Elasticsearch, proxies.',
    fix: 'Sign the JSON bytes and send the same bytes. Turn request compression off: the contract shows no compressed body.',
    hints: {
      java: 'OkHttp: an interceptor that compresses must run before the one that signs.',
      kotlin: 'OkHttp: an interceptor that compresses must run before the one that signs.',
    },
    texts: inflaters.map(([name, inflate]) => [
      onBytes((bytes) =>
        isNoText(bytes) ? attempted(() => inflate(bytes, { maxOutputLength })) : undefined,
      ),
      `sent as ${name}`,
    ]),
    manyBodies: compressedForms,
  },
});
