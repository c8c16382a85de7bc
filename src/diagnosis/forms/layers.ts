import { gunzipSync, inflateSync } from 'node:zlib';
import { utf8Text } from '../../text/utf8.js';
import { latin1AsWindows, windows1252 } from './charsets.js';

/**
 * A change of a whole text or of its bytes. The search puts it on; the explanation takes the sent bytes and asks
 * whether the layer makes the signed bytes of them, or the sent bytes of the signed ones.
 */
export interface Layer {
  readonly id: string;
  readonly cost: number;
  readonly make: (bytes: Buffer) => Uint8Array | undefined;
  /** After "What was signed is the sent body". */
  readonly says: string;
  /** If the layer was sent and not signed: its id, and what was sent. */
  readonly inverse?: readonly [id: string, says: string];
}

type Make = (text: string) => string | Uint8Array | undefined;
type ByteRow = readonly [cost: number, says: string, make: Layer['make'], inverse?: Layer['inverse']];
type Row = readonly [cost: number, says: string, make: Make, inverse?: Layer['inverse']];

const bytesLayers = (id: string, ...rows: readonly ByteRow[]): Layer[] =>
  rows.map(([cost, says, make, inverse]) => ({ id, cost, says, make, ...(inverse && { inverse }) }));

/** Of a text; what is not UTF-8 has none. */
const textLayers = (id: string, ...rows: readonly Row[]): Layer[] =>
  bytesLayers(
    id,
    ...rows.map(([cost, says, make, inverse]): ByteRow => [
      cost,
      says,
      (bytes) => {
        const text = utf8Text(bytes);
        const made = text === undefined ? undefined : make(text);
        return typeof made === 'string' ? Buffer.from(made) : made;
      },
      inverse,
    ]),
  );

const adding =
  (what: string): Layer['make'] =>
  (bytes) =>
    Buffer.concat([bytes, Buffer.from(what)]);
const replacing =
  (pattern: RegExp | string, by: string): Make =>
  (text) =>
    text.replaceAll(pattern, by);
const percentOf = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
/** The ASCII characters that match are left as they are. */
const percent =
  (kept: RegExp, space = '%20'): Make =>
  (text) =>
    encodeURIComponent(text)
      .replace(/[!'()*~]/g, percentOf)
      .replaceAll('%20', space)
      .replace(/%[0-7][0-9A-F]/g, (code) => {
        const character = String.fromCharCode(parseInt(code.slice(1), 16));
        return kept.test(character) ? character : code;
      });

const end = (name: string): Layer['inverse'] => [
  'body-trailing-newline-missing',
  `The body was sent with a line break (${name}) after it that was not signed.`,
];
const otherCharset = (name: string): Layer['inverse'] => [
  'body-charset-latin1',
  `The body was sent in ${name}, but its text was signed in UTF-8.`,
];
const ascii = 'in ASCII, with a question mark in place of';
const bom = '\ufeff';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const wrapped = 'in quotes, with its own quotes escaped';
const twiceEncoded = (charset: string): string =>
  `with its UTF-8 bytes read as ${charset} and encoded as UTF-8 again`;
/** Only of what is UTF-8: the rest was sent in that charset. */
const rereading =
  (read: (bytes: Buffer) => string): Layer['make'] =>
  (bytes) =>
    utf8Text(bytes) === undefined ? undefined : Buffer.from(read(bytes));
const bytesAs =
  (open: string, mark: string, close: string, isSigned = false): Layer['make'] =>
  (bytes) =>
    bytes.length > mostListed
      ? undefined
      : Buffer.from(open + [...(isSigned ? Int8Array.from(bytes) : bytes)].join(mark) + close);
/** A list of bytes is four times as long as they are. */
const mostListed = 100_000;

export const layers: readonly Layer[] = [
  ...bytesLayers(
    'body-trailing-newline',
    [1, 'with a line break (LF) after it', adding('\n'), end('LF')],
    [1, 'with a line break (CRLF) after it', adding('\r\n'), end('CRLF')],
    [2, 'with a space after it', adding(' ')],
  ),
  ...textLayers(
    'body-trailing-newline-missing',
    [1, 'without the white space at its end', (text) => text.trimEnd()],
    [1, 'without the LF at its end', (text) => (text.endsWith('\n') ? text.slice(0, -1) : undefined)],
  ),
  ...textLayers('body-bom-added', [
    1,
    'with a byte order mark (EF BB BF) before it',
    (text) => bom + text,
    ['body-bom-stripped', 'The body was sent with a byte order mark (EF BB BF) that was not signed.'],
  ]),
  ...bytesLayers('body-bom-stripped', [
    1,
    'without the byte order mark (EF BB BF) that it was sent with',
    (bytes) => (bytes.subarray(0, 3).equals(Buffer.from(bom)) ? bytes.subarray(3) : undefined),
  ]),
  ...textLayers('body-crlf', [
    1,
    'with CRLF line breaks in place of LF',
    replacing(/\r?\n/g, '\r\n'),
    ['body-lf', 'The body was sent with CRLF line breaks, but signed with LF line breaks in place of CRLF.'],
  ]),
  ...textLayers('body-lf', [1, 'with LF line breaks in place of CRLF', replacing('\r\n', '\n')]),
  ...textLayers(
    'body-newlines-removed',
    [
      2,
      'without the LF of its line breaks',
      (text) => (text.includes('\r\n') ? text.replaceAll('\n', '') : undefined),
    ],
    [1, 'without its line breaks', replacing(/[\r\n]/g, '')],
    [2, 'with spaces in place of its line breaks', replacing(/\r?\n/g, ' ')],
    [
      2,
      'with its lines trimmed and joined',
      (text) =>
        text
          .split('\n')
          .map((line) => line.trim())
          .join(''),
    ],
    [2, 'with a line break in place of every \\n', replacing('\\n', '\n')],
  ),
  ...textLayers(
    'body-whitespace-removed',
    [1, 'without any white space, also inside texts', replacing(/\s/g, '')],
    [1, 'without any space, also inside texts', replacing(' ', '')],
    [2, 'with every run of white space as one space', replacing(/\s{1,1000}/g, ' ')],
  ),
  ...textLayers(
    'body-double-encoded',
    [
      1,
      `as a JSON string: ${wrapped}`,
      (text) => JSON.stringify(text),
      ['body-double-encoded', `The body was sent as a JSON string of the text that was signed: ${wrapped}.`],
    ],
    [1, `as a JSON string in ASCII: ${wrapped}`, asciiJson],
    [2, 'with a backslash before every quote', replacing('"', '\\"')],
  ),
  ...textLayers('body-slashes-escaped', [2, 'without its backslashes', replacing(/\\(.?)/gs, '$1')]),
  ...textLayers(
    'body-html-escaped',
    ...['&#039;', '&#39;', '&#x27;', "'"].map((mark): Row => [2, 'HTML-escaped', html(mark)]),
  ),
  ...textLayers(
    'body-charset-ascii',
    [1, `${ascii} every UTF-16 unit of another character`, replacing(/[\u0080-\uffff]/g, '?')],
    [1, `${ascii} every other character`, replacing(/[\u0080-\u{10ffff}]/gu, '?')],
    [2, 'in ASCII, without every other character', replacing(/[\u0080-\u{10ffff}]/gu, '')],
  ),
  ...textLayers(
    'body-charset-latin1',
    [1, 'in Latin-1', (text) => latin1(text.replace(/[\u0100-\u{10ffff}]/gu, '?')), otherCharset('Latin-1')],
    [1, 'in Latin-1', (text) => latin1(text.replace(/[\u0100-\uffff]/g, '?'))],
    [1, 'in Windows-1252', (text) => windows1252(text, false), otherCharset('Windows-1252')],
    [1, 'in Windows-1252', (text) => windows1252(text, true)],
    [1, 'as the low byte of every character (Node’s "latin1" or "binary")', latin1],
  ),
  ...textLayers(
    'body-charset-utf16',
    [1, 'in UTF-16LE', utf16],
    [1, 'in UTF-16LE with a byte order mark', (text) => utf16(bom + text)],
    [1, 'in UTF-16BE with a byte order mark', (text) => utf16(bom + text).swap16()],
    [2, 'in UTF-16BE', (text) => utf16(text).swap16()],
  ),
  ...bytesLayers(
    'body-mojibake',
    [1, twiceEncoded('Latin-1'), rereading((bytes) => bytes.toString('latin1'))],
    [2, twiceEncoded('Windows-1252'), rereading(latin1AsWindows)],
    [
      1,
      'with U+FFFD in place of the bytes that are not UTF-8',
      (bytes) => Buffer.from(bytes.toString('utf8')),
    ],
  ),
  ...textLayers(
    'body-unicode-normalized',
    ...['NFD', 'NFC', 'NFKC'].map((form): Row => [
      2,
      `in the normal form ${form}`,
      (text) => text.normalize(form),
    ]),
  ),
  ...textLayers(
    'body-truncated-chars',
    [2, 'cut: as many bytes as it has UTF-16 units', (text) => cut(text, text.length)],
    [2, 'cut: as many bytes as it has characters', (text) => cut(text, Array.from(text).length)],
    [2, 'without its last character', (text) => (/\s$/.test(text) ? undefined : text.slice(0, -1))],
  ),
  ...bytesLayers(
    'body-base64',
    [
      1,
      'as base64',
      (bytes) => Buffer.from(bytes.toString('base64')),
      ['body-base64', 'The body was sent as base64 of the text that was signed.'],
    ],
    [2, 'as hex', (bytes) => Buffer.from(bytes.toString('hex'))],
  ),
  ...textLayers(
    'body-urlencoded-whole',
    [1, 'URL-encoded', encodeURIComponent],
    [1, 'URL-encoded, with + for a space', percent(/^$/, '+')],
    [2, 'URL-encoded, but / (Python’s quote)', percent(/[/~]/)],
    [2, 'URL-encoded', percent(/~/)],
    [2, 'URL-encoded as a whole address (encodeURI)', encodeURI],
    [2, 'URL-encoded as a part of a path (Go’s PathEscape)', percent(/[$&+=:@~]/)],
    [2, 'URL-decoded', decoded],
  ),
  ...bytesLayers('body-gzip-mismatch', [1, 'before it was compressed', unzipped]),
  ...bytesLayers('body-signed-twice', [2, 'twice in a row', (bytes) => Buffer.concat([bytes, bytes])]),
  ...textLayers('body-python-repr', [
    1,
    "as Python prints bytes, b'…'",
    (text) => (text.includes("'") ? undefined : `b'${pythonBytes(text)}'`),
  ]),
  ...bytesLayers(
    'body-object-tostring',
    [2, 'as a list of its bytes, [1, 2, …]', bytesAs('[', ', ', ']')],
    [2, 'as a list of its bytes, [1 2 …]', bytesAs('[', ' ', ']')],
    [2, 'as a list of its bytes, 1,2,…', bytesAs('', ',', '')],
    [
      2,
      'as a list of its bytes, {"type":"Buffer","data":[1,2,…]}',
      bytesAs('{"type":"Buffer","data":[', ',', ']}'),
    ],
    [2, 'as a list of its bytes from -128 to 127, [1, -2, …]', bytesAs('[', ', ', ']', true)],
  ),
  ...textLayers('body-member-changed', [
    2,
    'with a space in place of every + (URL decoding does this)',
    replacing('+', ' '),
  ]),
];

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function cut(text: string, length: number): Buffer {
  return Buffer.from(text).subarray(0, length);
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function html(apostrophe: string): Make {
  const codes: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '"': '&quot;',
    "'": apostrophe,
    '<': '&lt;',
    '>': '&gt;',
  };
  return (text) => text.replace(/[&"'<>]/g, (character) => codes[character] ?? '');
}

function decoded(text: string): string | undefined {
  try {
    return /%[0-9a-fA-F]{2}/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : undefined;
  } catch {
    return undefined;
  }
}

function unzipped(bytes: Buffer): Uint8Array | undefined {
  const options = { maxOutputLength: 16_000_000 };
  try {
    return bytes[0] === 0x1f
      ? gunzipSync(bytes, options)
      : bytes[0] === 0x78
        ? inflateSync(bytes, options)
        : undefined;
  } catch {
    return undefined;
  }
}

function pythonBytes(text: string): string {
  const written = (byte: number): string => {
    if (byte === 0x5c) return '\\\\';
    return byte < 0x20 || byte > 0x7e
      ? `\\x${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte);
  };
  return [...Buffer.from(text)].map(written).join('');
}
