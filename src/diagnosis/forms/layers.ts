import { gunzipSync, inflateSync } from 'node:zlib';
import { utf8Text } from '../../text/utf8.js';
import { latin1AsWindows, windows1252 } from './charsets.js';

/**
 * A change of a whole text or of its bytes. The search puts it on; the explanation takes the sent bytes and asks
 * whether the layer makes the signed bytes of them, or the sent bytes of the signed ones.
 */
interface Layer {
  readonly id: string;
  readonly cost: number;
  readonly make: (bytes: Buffer) => Uint8Array | undefined;
  /** After "What was signed is the sent body". */
  readonly says: string;
  /** If the layer was sent and not signed: its id, and what was sent. */
  readonly inverse?: readonly [id: string, says: string];
}

type Make = (text: string) => string | Uint8Array | undefined;

const bytesLayer = (
  id: string,
  cost: number,
  says: string,
  make: Layer['make'],
  inverse?: Layer['inverse'],
): Layer => ({ id, cost, says, make, ...(inverse && { inverse }) });

/** Of a text; what is not UTF-8 has none. */
const layer = (id: string, cost: number, says: string, make: Make, inverse?: Layer['inverse']): Layer =>
  bytesLayer(
    id,
    cost,
    says,
    (bytes) => {
      const text = utf8Text(bytes);
      const made = text === undefined ? undefined : make(text);
      return typeof made === 'string' ? Buffer.from(made) : made;
    },
    inverse,
  );

const replacing =
  (pattern: RegExp | string, by: string): Make =>
  (text) =>
    text.replaceAll(pattern, by);
const percent =
  (kept: RegExp, space = '%20'): Make =>
  (text) => {
    const encoded = encodeURIComponent(text)
      .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', space);
    return encoded.replace(/%[0-7][0-9A-F]/g, (code) => {
      const character = String.fromCharCode(parseInt(code.slice(1), 16));
      return kept.test(character) ? character : code;
    });
  };

const end = (name: string): Layer['inverse'] => [
  'body-trailing-newline-missing',
  `The body was sent with a line break (${name}) after it that was not signed.`,
];
const ascii = 'in ASCII, with a question mark in place of';
const bom = '\ufeff';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const wrapped = 'in quotes, with its own quotes escaped';

export const layers: readonly Layer[] = [
  bytesLayer('body-trailing-newline', 1, 'with a line break (LF) after it', adding('\n'), end('LF')),
  bytesLayer('body-trailing-newline', 1, 'with a line break (CRLF) after it', adding('\r\n'), end('CRLF')),
  layer('body-trailing-newline-missing', 1, 'without the white space at its end', (text) => text.trimEnd()),
  layer('body-trailing-newline-missing', 1, 'without the LF at its end', (text) =>
    text.endsWith('\n') ? text.slice(0, -1) : undefined,
  ),
  layer('body-newlines-removed', 2, 'without the LF of its line breaks', (text) =>
    text.includes('\r\n') ? text.replaceAll('\n', '') : undefined,
  ),
  layer('body-trailing-newline', 2, 'with a space after it', (text) => `${text} `),
  layer('body-bom-added', 1, 'with a byte order mark (EF BB BF) before it', (text) => bom + text, [
    'body-bom-stripped',
    'The body was sent with a byte order mark (EF BB BF) that was not signed.',
  ]),
  bytesLayer(
    'body-bom-stripped',
    1,
    'without the byte order mark (EF BB BF) that it was sent with',
    (bytes) => (bytes.subarray(0, 3).equals(Buffer.from(bom)) ? bytes.subarray(3) : undefined),
  ),
  layer('body-crlf', 1, 'with CRLF line breaks in place of LF', replacing(/\r?\n/g, '\r\n'), [
    'body-lf',
    'The body was sent with CRLF line breaks, but signed with LF line breaks in place of CRLF.',
  ]),
  layer('body-lf', 1, 'with LF line breaks in place of CRLF', replacing('\r\n', '\n')),
  layer('body-newlines-removed', 1, 'without its line breaks', replacing(/[\r\n]/g, '')),
  layer('body-newlines-removed', 2, 'with spaces in place of its line breaks', replacing(/\r?\n/g, ' ')),
  layer('body-newlines-removed', 2, 'with its lines trimmed and joined', (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join(''),
  ),
  layer('body-newlines-removed', 2, 'with a line break in place of every \\n', replacing('\\n', '\n')),
  layer('body-whitespace-removed', 1, 'without any white space, also inside texts', replacing(/\s/g, '')),
  layer('body-whitespace-removed', 1, 'without any space, also inside texts', replacing(' ', '')),
  layer(
    'body-whitespace-removed',
    2,
    'with every run of white space as one space',
    replacing(/\s{1,1000}/g, ' '),
  ),
  layer('body-double-encoded', 1, `as a JSON string: ${wrapped}`, (text) => JSON.stringify(text), [
    'body-double-encoded',
    `The body was sent as a JSON string of the text that was signed: ${wrapped}.`,
  ]),
  layer('body-double-encoded', 1, `as a JSON string in ASCII: ${wrapped}`, asciiJson),
  layer('body-double-encoded', 2, 'with a backslash before every quote', replacing('"', '\\"')),
  layer('body-slashes-escaped', 2, 'without its backslashes', (text) => text.replace(/\\(.?)/gs, '$1')),
  layer('body-html-escaped', 2, 'HTML-escaped', html('&#039;')),
  layer('body-html-escaped', 2, 'HTML-escaped', html('&#39;')),
  layer('body-html-escaped', 2, 'HTML-escaped', html('&#x27;')),
  layer('body-html-escaped', 2, 'HTML-escaped', html("'")),
  layer(
    'body-charset-ascii',
    1,
    `${ascii} every UTF-16 unit of another character`,
    replacing(/[\u0080-\uffff]/g, '?'),
  ),
  layer('body-charset-ascii', 1, `${ascii} every other character`, replacing(/[\u0080-\u{10ffff}]/gu, '?')),
  layer(
    'body-charset-ascii',
    2,
    'in ASCII, without every other character',
    replacing(/[\u0080-\u{10ffff}]/gu, ''),
  ),
  layer('body-charset-latin1', 1, 'in Latin-1', (text) => latin1(text.replace(/[\u0100-\u{10ffff}]/gu, '?'))),
  layer('body-charset-latin1', 1, 'in Latin-1', (text) => latin1(text.replace(/[\u0100-\uffff]/g, '?'))),
  layer('body-charset-latin1', 1, 'in Windows-1252', (text) => windows1252(text, false)),
  layer('body-charset-latin1', 1, 'in Windows-1252', (text) => windows1252(text, true)),
  layer('body-charset-latin1', 1, 'as the low byte of every character (Node’s "latin1" or "binary")', latin1),
  layer('body-charset-utf16', 1, 'in UTF-16LE', utf16),
  layer('body-charset-utf16', 1, 'in UTF-16LE with a byte order mark', (text) => utf16(bom + text)),
  layer('body-charset-utf16', 1, 'in UTF-16BE with a byte order mark', (text) => utf16(bom + text).swap16()),
  layer('body-charset-utf16', 2, 'in UTF-16BE', (text) => utf16(text).swap16()),
  bytesLayer('body-mojibake', 1, 'with its UTF-8 bytes read as Latin-1 and encoded as UTF-8 again', (bytes) =>
    Buffer.from(bytes.toString('latin1')),
  ),
  bytesLayer(
    'body-mojibake',
    2,
    'with its UTF-8 bytes read as Windows-1252 and encoded as UTF-8 again',
    (bytes) => Buffer.from(latin1AsWindows(bytes)),
  ),
  bytesLayer('body-mojibake', 1, 'with U+FFFD in place of the bytes that are not UTF-8', (bytes) =>
    Buffer.from(bytes.toString('utf8')),
  ),
  layer('body-unicode-normalized', 2, 'in the normal form NFD', (text) => text.normalize('NFD')),
  layer('body-unicode-normalized', 2, 'in the normal form NFC', (text) => text.normalize('NFC')),
  layer('body-unicode-normalized', 2, 'in the normal form NFKC', (text) => text.normalize('NFKC')),
  layer('body-truncated-chars', 2, 'cut: as many bytes as it has UTF-16 units', (text) =>
    cut(text, text.length),
  ),
  layer('body-truncated-chars', 2, 'cut: as many bytes as it has characters', (text) =>
    cut(text, Array.from(text).length),
  ),
  layer('body-truncated-chars', 2, 'without its last character', (text) =>
    /\s$/.test(text) ? undefined : text.slice(0, -1),
  ),
  bytesLayer('body-base64', 1, 'as base64', (bytes) => Buffer.from(bytes.toString('base64')), [
    'body-base64',
    'The body was sent as base64 of the text that was signed.',
  ]),
  bytesLayer('body-base64', 2, 'as hex', (bytes) => Buffer.from(bytes.toString('hex'))),
  layer('body-urlencoded-whole', 1, 'URL-encoded', percent(/[!'()*~]/)),
  layer('body-urlencoded-whole', 1, 'URL-encoded, with + for a space', percent(/^$/, '+')),
  layer('body-urlencoded-whole', 2, 'URL-encoded, but / (Python’s quote)', percent(/[/~]/)),
  layer('body-urlencoded-whole', 2, 'URL-encoded', percent(/~/)),
  layer('body-urlencoded-whole', 2, 'URL-encoded as a whole address (encodeURI)', encodeURI),
  layer(
    'body-urlencoded-whole',
    2,
    'URL-encoded as a part of a path (Go’s PathEscape)',
    percent(/[$&+=:@~]/),
  ),
  layer('body-urlencoded-whole', 2, 'URL-decoded', decoded),
  bytesLayer('body-gzip-mismatch', 1, 'before it was compressed', unzipped),
  bytesLayer('body-signed-twice', 2, 'twice in a row', (bytes) => Buffer.concat([bytes, bytes])),
  layer('body-python-repr', 1, "as Python prints bytes, b'…'", (text) =>
    text.includes("'") ? undefined : `b'${pythonBytes(text)}'`,
  ),
  layer(
    'body-member-changed',
    2,
    'with a space in place of every + (URL decoding does this)',
    replacing('+', ' '),
  ),
];

function adding(what: string): Layer['make'] {
  return (bytes) => Buffer.concat([bytes, Buffer.from(what)]);
}

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
