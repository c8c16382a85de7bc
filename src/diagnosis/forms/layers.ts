import { getBuiltinModule } from 'node:process';
import type { CauseId } from '../catalogue/causes.js';
import { utf8Text } from '../../text/utf8.js';
import { pythonBytes } from './bytes.js';
import { latin1AsWindows, windows1252 } from './charsets.js';

/**
 * A change of a whole text or of its bytes. The search puts it on; the explanation takes the sent bytes and asks
 * whether the layer makes the signed bytes of them, or the sent bytes of the signed ones.
 */
interface Layer {
  readonly id: CauseId;
  readonly cost: number;
  readonly make: (bytes: Buffer) => Uint8Array | undefined;
  /** After "What was signed is the sent body". */
  readonly says: string;
  /** If the layer was sent and not signed: its id, and what was sent. */
  readonly inverse?: readonly [id: CauseId, says: string];
}

type Row<From> = readonly [
  cost: number,
  says: string,
  make: (from: From) => string | Uint8Array | undefined,
  inverse?: Layer['inverse'],
];
/** By their ids. */
type Rows<From> = Readonly<Partial<Record<CauseId, readonly Row<From>[]>>>;

const notSigned = 'that was not signed.';
/** If the layer was sent and not signed. */
const inverses = {
  lf: [
    'body-trailing-newline-missing',
    `The body was sent with a line break (LF) after it ${notSigned}`,
  ],
  crlf: [
    'body-trailing-newline-missing',
    `The body was sent with a line break (CRLF) after it ${notSigned}`,
  ],
  bom: ['body-bom-stripped', `The body was sent with a byte order mark (EF BB BF) ${notSigned}`],
  crlfs: ['body-lf', 'The body was sent with CRLF line breaks, but signed with LF in their place.'],
  quoted: [
    'body-double-encoded',
    'The body was sent as a JSON string of the text that was signed.',
  ],
  latin1: [
    'body-charset-latin1',
    'The body was sent in Latin-1, but its text was signed in UTF-8.',
  ],
  windows: [
    'body-charset-latin1',
    'The body was sent in Windows-1252, but its text was signed in UTF-8.',
  ],
  base64: ['body-base64', 'The body was sent as base64 of the text that was signed.'],
} as const;

const replacing =
  (pattern: RegExp | string, by: string) =>
  (text: string): string =>
    text.replaceAll(pattern, by);
const hexCode = (character: string): string => character.charCodeAt(0).toString(16);
/** All but letters, digits and `-_.` as percent escapes. */
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (one) => `%${hexCode(one).toUpperCase()}`);
const pythonQuote = (text: string): string =>
  strict(text).replace(/%2F/g, '/').replace(/%7E/g, '~');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const cut = (text: string, length: number): Buffer => Buffer.from(text).subarray(0, length);
/** A list of bytes is four times as long as they are. */
const mostListed = 100_000;
const listing =
  (
    open: string,
    mark: string,
    close: string,
    ofType: typeof Uint8Array | typeof Int8Array = Uint8Array,
  ) =>
  (bytes: Buffer): string | undefined =>
    bytes.length > mostListed ? undefined : open + ofType.from(bytes).join(mark) + close;

const ascii = 'in ASCII, with a question mark in place of';
const bom = '\ufeff';
const withoutMark = (bytes: Buffer): Buffer | undefined =>
  bytes.subarray(0, 3).equals(Buffer.from(bom)) ? bytes.subarray(3) : undefined;
const quoted = 'as a JSON string: in quotes, with its own quotes escaped';
const reread = 'and encoded as UTF-8 again';
const list = 'as a list of its bytes,';
const withEnd = (end: string) => (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(end)]);

/** Of any bytes. */
const byteRows: Rows<Buffer> = {
  'body-trailing-newline': [
    [1, 'with a line break (LF) after it', withEnd('\n'), inverses.lf],
    [1, 'with a line break (CRLF) after it', withEnd('\r\n'), inverses.crlf],
  ],
  'body-bom-stripped': [
    [1, 'without the byte order mark (EF BB BF) that it was sent with', withoutMark],
  ],
  'body-mojibake': [[1, 'with U+FFFD in place of the bytes that are not UTF-8', String]],
  'body-base64': [
    [1, 'as base64', (bytes) => bytes.toString('base64'), inverses.base64],
    [2, 'as hex', (bytes) => bytes.toString('hex')],
  ],
  'body-gzip-mismatch': [[1, 'before it was compressed', unzipped]],
  'body-signed-twice': [[2, 'twice in a row', (bytes) => Buffer.concat([bytes, bytes])]],
  'body-object-tostring': [
    [2, `${list} [1, 2, …]`, listing('[', ', ', ']')],
    [2, `${list} [1 2 …]`, listing('[', ' ', ']')],
    [2, `${list} 1,2,…`, listing('', ',', '')],
    [
      2,
      `${list} {"type":"Buffer","data":[1,2,…]}`,
      listing('{"type":"Buffer","data":[', ',', ']}'),
    ],
    [2, `${list} from -128 to 127, [1, -2, …]`, listing('[', ', ', ']', Int8Array)],
  ],
};

/** Of text: what is not UTF-8 has none of these. */
const textRows: Rows<string> = {
  'body-mojibake': [
    [
      1,
      `with its UTF-8 bytes read as Latin-1 ${reread}`,
      (text) => Buffer.from(text).toString('latin1'),
    ],
    [
      2,
      `with its UTF-8 bytes read as Windows-1252 ${reread}`,
      (text) => latin1AsWindows(Buffer.from(text)),
    ],
  ],
  'body-trailing-newline-missing': [
    [1, 'without the white space at its end', (text) => text.trimEnd()],
    [1, 'without the LF at its end', replacing(/\n$/g, '')],
  ],
  'body-newlines-removed': [
    [2, 'without the LF of its line breaks', replacing('\r\n', '\r')],
    [1, 'without its line breaks', replacing(/[\r\n]/g, '')],
    [2, 'with spaces in place of its line breaks', replacing(/\r?\n/g, ' ')],
    [2, 'with its lines trimmed and joined', replacing(/[^\S\n]{0,1000}\n\s{0,1000}/g, '')],
    [2, 'with a line break in place of every \\n', replacing('\\n', '\n')],
  ],
  'body-trailing-newline': [
    [2, 'with a space after it', (text) => `${text} `],
    [2, 'with a zero byte after it', (text) => `${text}\0`],
  ],
  'body-bom-added': [
    [1, 'with a byte order mark (EF BB BF) before it', (text) => bom + text, inverses.bom],
  ],
  'body-crlf': [
    [1, 'with CRLF line breaks in place of LF', replacing(/\r?\n/g, '\r\n'), inverses.crlfs],
  ],
  'body-lf': [[1, 'with LF line breaks in place of CRLF', replacing('\r\n', '\n')]],
  'body-whitespace-removed': [
    [1, 'without any white space, also inside texts', replacing(/\s/g, '')],
    [1, 'without any space, also inside texts', replacing(' ', '')],
    [2, 'with every run of white space as one space', replacing(/\s{1,1000}/g, ' ')],
  ],
  'body-double-encoded': [
    [1, quoted, (text) => JSON.stringify(text), inverses.quoted],
    [1, `${quoted}, in ASCII`, asciiJson],
    [2, 'with a backslash before every quote', replacing('"', '\\"')],
  ],
  'body-slashes-escaped': [[2, 'without its backslashes', replacing(/\\(.?)/gs, '$1')]],
  'body-html-escaped': ['&#039;', '&#39;', '&#x27;', "'"].map((apostrophe): Row<string> => [
    2,
    'HTML-escaped',
    (text) => html(text, apostrophe),
  ]),
  'body-charset-ascii': [
    [1, `${ascii} every UTF-16 unit of another character`, replacing(/[\u0080-\uffff]/g, '?')],
    [1, `${ascii} every other character`, replacing(/[\u0080-\u{10ffff}]/gu, '?')],
    [2, 'in ASCII, without every other character', replacing(/[\u0080-\u{10ffff}]/gu, '')],
  ],
  'body-charset-latin1': [
    [
      1,
      'in Latin-1',
      (text) => latin1(text.replace(/[\u0100-\u{10ffff}]/gu, '?')),
      inverses.latin1,
    ],
    [1, 'in Latin-1', (text) => latin1(text.replace(/[\u0100-\uffff]/g, '?')), inverses.latin1],
    [1, 'in Windows-1252', windows1252, inverses.windows],
    [1, 'as the low byte of every character (Node’s "latin1" or "binary")', latin1],
  ],
  'body-charset-utf16': [
    [1, 'in UTF-16LE', utf16],
    [1, 'in UTF-16LE with a byte order mark', (text) => utf16(bom + text)],
    [1, 'in UTF-16BE with a byte order mark', (text) => utf16(bom + text).swap16()],
    [2, 'in UTF-16BE', (text) => utf16(text).swap16()],
  ],
  'body-unicode-normalized': ['NFD', 'NFC', 'NFKC'].map((form): Row<string> => [
    2,
    `in the normal form ${form}`,
    (text) => text.normalize(form),
  ]),
  'body-truncated-chars': [
    [2, 'cut: as many bytes as it has UTF-16 units', (text) => cut(text, text.length)],
    [2, 'cut: as many bytes as it has characters', (text) => cut(text, [...text].length)],
    [2, 'without its last character', (text) => (/\s$/.test(text) ? undefined : text.slice(0, -1))],
  ],
  'body-urlencoded-whole': [
    [1, 'URL-encoded', encodeURIComponent],
    [1, 'URL-encoded, with + for a space', (text) => strict(text).replaceAll('%20', '+')],
    [2, 'URL-encoded, but / (Python’s quote)', pythonQuote],
    [2, 'URL-encoded', (text) => strict(text).replaceAll('%7E', '~')],
    [2, 'URL-encoded as a whole address (encodeURI)', encodeURI],
    [2, 'URL-decoded', decoded],
  ],
  'body-python-repr': [
    [1, "as Python prints bytes, b'…'", (text) => pythonBytes(Buffer.from(text))],
  ],
  'body-member-changed': [
    [2, 'with a space in place of every + (URL decoding)', replacing('+', ' ')],
    [2, 'with a + in place of every space (it was URL-decoded on its way)', replacing(' ', '+')],
    [2, 'in lower case', (text) => text.toLowerCase()],
  ],
  'body-wrapped': [[2, 'inside a list, in brackets', (text) => `[${text}]`]],
};

const layersOf = <From>(rows: Rows<From>, read: (bytes: Buffer) => From | undefined): Layer[] =>
  (Object.entries(rows) as [CauseId, readonly Row<From>[]][]).flatMap(([id, ofId]) =>
    ofId.map(([cost, says, make, inverse]): Layer => ({
      ...{ id, cost, says, ...(inverse && { inverse }) },
      make: (bytes) => {
        const from = read(bytes);
        const made = from === undefined ? undefined : make(from);
        return typeof made === 'string' ? Buffer.from(made) : made;
      },
    })),
  );

export const bodyLayers: readonly Layer[] = [
  ...layersOf(byteRows, (bytes) => bytes),
  ...layersOf(textRows, utf8Text),
];

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (one) => `\\u${hexCode(one).padStart(4, '0')}`,
  );
}

function html(text: string, apostrophe: string): string {
  const codes: Readonly<Record<string, string>> = { '&': 'amp', '"': 'quot', '<': 'lt', '>': 'gt' };
  return text.replace(/[&"'<>]/g, (one) => (one === "'" ? apostrophe : `&${codes[one] ?? ''};`));
}

function decoded(text: string): string | undefined {
  try {
    return /%[0-9a-fA-F]{2}/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : undefined;
  } catch {
    return undefined;
  }
}

function unzipped(bytes: Buffer): Uint8Array | undefined {
  const name = ({ 0x1f: 'gunzipSync', 0x78: 'inflateSync' } as const)[bytes[0] ?? 0];
  try {
    // It is slow to load, and hardly any body needs it.
    return name && getBuiltinModule('node:zlib')[name](bytes, { maxOutputLength: 16_000_000 });
  } catch {
    return undefined;
  }
}
