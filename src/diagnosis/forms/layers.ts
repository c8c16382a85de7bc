import { gunzipSync, inflateSync } from 'node:zlib';
import { windows1252 } from './charsets.js';

/**
 * A change of a whole text or of its bytes. The search puts it on; the explanation takes the sent bytes and asks
 * whether the layer makes the signed bytes of them, or the sent bytes of the signed ones.
 */
export interface Layer {
  readonly id: string;
  readonly cost: number;
  readonly make: (bytes: Buffer) => Uint8Array | undefined;
  /** What was signed, after "What was signed is the sent body". */
  readonly says: string;
  /** The id if the layer was sent and not signed. */
  readonly inverse?: readonly [id: string, says: string];
}

const onText =
  (make: (text: string) => string | Uint8Array | undefined) =>
  (bytes: Buffer): Uint8Array | undefined => {
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) return undefined;
    const made = make(text);
    return typeof made === 'string' ? Buffer.from(made) : made;
  };

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const jsonString = (text: string): string => JSON.stringify(text);
const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const percent = (text: string): string => encodeURIComponent(text);
const phpPercent = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
const bom = Buffer.from([0xef, 0xbb, 0xbf]);

export const layers: readonly Layer[] = [
  {
    id: 'body-trailing-newline',
    cost: 1,
    make: (bytes) => Buffer.concat([bytes, Buffer.from('\n')]),
    says: 'with a line end (LF) after it',
    inverse: [
      'body-trailing-newline-missing',
      'The body was sent with a line end (LF) after it that was not signed.',
    ],
  },
  {
    id: 'body-trailing-newline',
    cost: 1,
    make: (bytes) => Buffer.concat([bytes, Buffer.from('\r\n')]),
    says: 'with a line end (CRLF) after it',
    inverse: [
      'body-trailing-newline-missing',
      'The body was sent with a line end (CRLF) after it that was not signed.',
    ],
  },
  {
    id: 'body-trailing-newline-missing',
    cost: 1,
    make: onText((text) => text.trimEnd()),
    says: 'without the white space at its end',
  },
  {
    id: 'body-bom-added',
    cost: 1,
    make: (bytes) => Buffer.concat([bom, bytes]),
    says: 'with a byte order mark (EF BB BF) before it',
    inverse: [
      'body-bom-stripped',
      'The body was sent with a byte order mark (EF BB BF) that was not signed.',
    ],
  },
  {
    id: 'body-bom-stripped',
    cost: 1,
    make: (bytes) => (bytes.subarray(0, 3).equals(bom) ? bytes.subarray(3) : undefined),
    says: 'without the byte order mark (EF BB BF) that it was sent with',
  },
  {
    id: 'body-crlf',
    cost: 1,
    make: onText((text) => text.replace(/\r?\n/g, '\r\n')),
    says: 'with CRLF line ends in place of LF',
    inverse: ['body-lf', 'The body was sent with CRLF line ends, but signed with LF.'],
  },
  {
    id: 'body-lf',
    cost: 1,
    make: onText((text) => text.replaceAll('\r\n', '\n')),
    says: 'with LF line ends in place of CRLF',
  },
  {
    id: 'body-newlines-removed',
    cost: 1,
    make: onText((text) => text.replace(/[\r\n]/g, '')),
    says: 'without its line ends',
  },
  {
    id: 'body-newlines-removed',
    cost: 2,
    make: onText((text) => text.replace(/\r?\n/g, ' ')),
    says: 'with spaces in place of its line ends',
  },
  {
    id: 'body-whitespace-removed',
    cost: 1,
    make: onText((text) => text.replace(/\s/g, '')),
    says: 'without any white space, also inside texts',
  },
  {
    id: 'body-whitespace-removed',
    cost: 1,
    make: onText((text) => text.replaceAll(' ', '')),
    says: 'without any space, also inside texts',
  },
  {
    id: 'body-double-encoded',
    cost: 1,
    make: onText(jsonString),
    says: 'as a JSON string: in quotes, with its own quotes escaped',
    inverse: [
      'body-double-encoded',
      'The body was sent as a JSON string of the text that was signed: in quotes, with its own quotes escaped.',
    ],
  },
  {
    id: 'body-double-encoded',
    cost: 1,
    make: onText(asciiJson),
    says: 'as a JSON string in ASCII: in quotes, with its own quotes escaped',
  },
  {
    id: 'body-charset-ascii',
    cost: 1,
    make: onText((text) => text.replace(/[\u0080-\uffff]/g, '?')),
    says: 'in ASCII, with a question mark in place of every UTF-16 unit of another character',
  },
  {
    id: 'body-charset-ascii',
    cost: 1,
    make: onText((text) => text.replace(/[\u0080-\u{10ffff}]/gu, '?')),
    says: 'in ASCII, with a question mark in place of every other character',
  },
  {
    id: 'body-charset-latin1',
    cost: 1,
    make: onText((text) => Buffer.from(text.replace(/[\u0100-\u{10ffff}]/gu, '?'), 'latin1')),
    says: 'in Latin-1',
  },
  {
    id: 'body-charset-latin1',
    cost: 1,
    make: onText((text) => Buffer.from(text.replace(/[\u0100-\uffff]/g, '?'), 'latin1')),
    says: 'in Latin-1',
  },
  {
    id: 'body-charset-latin1',
    cost: 1,
    make: onText((text) => windows1252(text, false)),
    says: 'in Windows-1252',
  },
  {
    id: 'body-charset-latin1',
    cost: 1,
    make: onText((text) => windows1252(text, true)),
    says: 'in Windows-1252',
  },
  {
    id: 'body-charset-latin1',
    cost: 1,
    make: onText((text) => Buffer.from(text, 'latin1')),
    says: 'as the low byte of every character (Node’s "latin1" or "binary")',
  },
  { id: 'body-charset-utf16', cost: 1, make: onText(utf16), says: 'in UTF-16LE' },
  {
    id: 'body-charset-utf16',
    cost: 1,
    make: onText((text) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(text)])),
    says: 'in UTF-16LE with a byte order mark',
  },
  {
    id: 'body-charset-utf16',
    cost: 1,
    make: onText((text) => Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(text).swap16()])),
    says: 'in UTF-16BE with a byte order mark',
  },
  { id: 'body-charset-utf16', cost: 2, make: onText((text) => utf16(text).swap16()), says: 'in UTF-16BE' },
  {
    id: 'body-mojibake',
    cost: 1,
    make: (bytes) => Buffer.from(bytes.toString('latin1')),
    says: 'with its UTF-8 bytes read as Latin-1 and encoded as UTF-8 again',
  },
  {
    id: 'body-unicode-normalized',
    cost: 2,
    make: onText((text) => text.normalize('NFD')),
    says: 'in the normal form NFD',
  },
  {
    id: 'body-unicode-normalized',
    cost: 2,
    make: onText((text) => text.normalize('NFC')),
    says: 'in the normal form NFC',
  },
  {
    id: 'body-truncated-chars',
    cost: 2,
    make: onText((text) => Buffer.from(text).subarray(0, text.length)),
    says: 'cut: as many bytes as it has characters',
  },
  {
    id: 'body-base64',
    cost: 1,
    make: (bytes) => Buffer.from(bytes.toString('base64')),
    says: 'as base64',
    inverse: ['body-base64', 'The body was sent as base64 of the text that was signed.'],
  },
  { id: 'body-urlencoded-whole', cost: 2, make: onText(percent), says: 'URL-encoded' },
  { id: 'body-urlencoded-whole', cost: 2, make: onText(phpPercent), says: 'URL-encoded, with + for a space' },
  {
    id: 'body-gzip-mismatch',
    cost: 1,
    make: (bytes) => {
      try {
        return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes[0] === 0x78 ? inflateSync(bytes) : undefined;
      } catch {
        return undefined;
      }
    },
    says: 'before it was compressed',
  },
  {
    id: 'body-signed-twice',
    cost: 2,
    make: (bytes) => Buffer.concat([bytes, bytes]),
    says: 'twice in a row',
  },
  {
    id: 'body-python-repr',
    cost: 1,
    make: onText((text) => (text.includes("'") ? undefined : `b'${pythonBytes(text)}'`)),
    says: "as Python prints bytes, b'…'",
  },
  {
    id: 'body-member-changed',
    cost: 2,
    make: onText((text) => text.replaceAll('+', ' ')),
    says: 'with a space in place of every + (URL decoding does this)',
  },
];

const pythonBytes = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte === 0x5c
        ? '\\\\'
        : byte < 0x20 || byte > 0x7e
          ? `\\x${byte.toString(16).padStart(2, '0')}`
          : String.fromCharCode(byte),
    )
    .join('');
