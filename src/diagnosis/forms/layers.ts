import { getBuiltinModule } from 'node:process';
import type { CauseId } from '../catalogue/causes.js';
import { utf8Text } from '../../text/utf8.js';
import { percentEncode, pythonBytes } from './bytes.js';
import { decodeWindows1252, encodeWindows1252 } from './charsets.js';
import { inverses, rereadSays, type Inverse } from './layer-inverses.js';
import {
  addSlashes,
  asciiJson,
  base64InLines,
  base64LineForms,
  escapeHtml,
  escapeHtmlNoQuotes,
  htmlApostrophes,
  plainLetters,
  stripSlashes,
  urlDecode,
} from './text-escapes.js';

/**
 * A change of a whole text or of its bytes. The search makes it of the sent bytes; the explanation finds the layer that
 * makes the signed bytes of the sent ones, or the sent bytes of the signed ones (`inverse`).
 */
interface Layer {
  readonly id: CauseId;
  readonly cost: number;
  readonly make: (bytes: Buffer) => Uint8Array | undefined;
  /** After "What was signed is the sent body". */
  readonly says: string;
  readonly inverse?: Inverse;
}

/** A layer over a value that was read from the bytes; its id is that of its list. */
interface LayerRow<Value> {
  readonly cost: number;
  readonly says: string;
  readonly make: (value: Value) => string | Uint8Array | undefined;
  readonly inverse?: Inverse;
}
/** Layers by their ids. */
type LayerRows<Value> = Readonly<Partial<Record<CauseId, readonly LayerRow<Value>[]>>>;

const replacing =
  (pattern: RegExp | string, replacement: string) =>
  (text: string): string =>
    text.replaceAll(pattern, replacement);
const encodeLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const encodeUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const firstBytes = (text: string, count: number): Buffer => Buffer.from(text).subarray(0, count);
/** Longer bodies are not tried as lists of their bytes: such a list is four times as long. */
const mostListedBytes = 100_000;

interface ListForm {
  readonly open: string;
  readonly mark: string;
  readonly close: string;
  readonly isSigned?: boolean;
}

const commaList: ListForm = { open: '[', mark: ', ', close: ']' };
const listRow = (
  shape: string,
  { open, mark, close, isSigned = false }: ListForm,
): LayerRow<Buffer> => ({
  cost: 2,
  says: `as a list of its bytes, ${shape}`,
  make: (bytes) => {
    if (bytes.length > mostListedBytes) return undefined;
    const items = isSigned ? Int8Array.from(bytes) : bytes;
    return open + items.join(mark) + close;
  },
});

const bom = '\ufeff';
const withoutBom = (bytes: Buffer): Buffer | undefined =>
  bytes.subarray(0, 3).equals(Buffer.from(bom)) ? bytes.subarray(3) : undefined;
const asciiSays = 'in ASCII, with a question mark in place of';
const quotedSays = 'as a JSON string: in quotes, with its own quotes escaped';

const withEnd = (end: string) => (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(end)]);

/** Layers over any bytes. */
const byteRows: LayerRows<Buffer> = {
  'body-trailing-newline': [
    { cost: 1, says: 'with a line break (LF) after it', make: withEnd('\n'), inverse: inverses.lf },
    {
      cost: 1,
      says: 'with a line break (CRLF) after it',
      make: withEnd('\r\n'),
      inverse: inverses.crlf,
    },
  ],
  'body-bom-stripped': [
    {
      cost: 1,
      says: 'without the byte order mark (EF BB BF) that it was sent with',
      make: withoutBom,
    },
  ],
  'body-mojibake': [
    { cost: 1, says: 'with U+FFFD in place of the bytes that are not UTF-8', make: String },
  ],
  'body-base64': [
    {
      cost: 1,
      says: 'as base64',
      make: (bytes) => bytes.toString('base64'),
      inverse: inverses.base64,
    },
    { cost: 2, says: 'as hex', make: (bytes) => bytes.toString('hex') },
    ...base64LineForms.map((form) => ({
      cost: 2,
      says: `as base64 in lines of ${String(form.length)} characters`,
      make: (bytes: Buffer) => base64InLines(bytes, form),
    })),
  ],
  'body-gzip-mismatch': [{ cost: 1, says: 'before it was compressed', make: unzipped }],
  'body-signed-twice': [
    { cost: 2, says: 'twice in a row', make: (bytes) => Buffer.concat([bytes, bytes]) },
  ],
  'body-object-tostring': [
    listRow('[1, 2, …]', commaList),
    listRow('[1 2 …]', { open: '[', mark: ' ', close: ']' }),
    listRow('1,2,…', { open: '', mark: ',', close: '' }),
    listRow('{"type":"Buffer","data":[1,2,…]}', {
      open: '{"type":"Buffer","data":[',
      mark: ',',
      close: ']}',
    }),
    listRow('from -128 to 127, [1, -2, …]', { ...commaList, isSigned: true }),
  ],
};

/** @param lacking the characters, or UTF-16 units, that become a question mark */
const latin1Row = (lacking: RegExp): LayerRow<string> => ({
  cost: 1,
  says: 'in Latin-1',
  make: (text) => encodeLatin1(text.replace(lacking, '?')),
  inverse: inverses.latin1,
});

/** Layers over a text; bytes that are not UTF-8 have none of these. */
const textRows: LayerRows<string> = {
  'body-mojibake': [
    {
      cost: 1,
      says: `with its UTF-8 bytes read as Latin-1 ${rereadSays}`,
      make: (text) => Buffer.from(text).toString('latin1'),
      inverse: inverses.mojibake,
    },
    {
      cost: 2,
      says: `with its UTF-8 bytes read as Windows-1252 ${rereadSays}`,
      make: (text) => decodeWindows1252(Buffer.from(text)),
      inverse: inverses.mojibakeWindows,
    },
  ],
  'body-trailing-newline-missing': [
    { cost: 1, says: 'without the white space at its end', make: (text) => text.trimEnd() },
    { cost: 1, says: 'without the LF at its end', make: replacing(/\n$/g, '') },
  ],
  'body-newlines-removed': [
    { cost: 2, says: 'without the LF of its line breaks', make: replacing('\r\n', '\r') },
    {
      cost: 1,
      says: 'without its line breaks',
      make: replacing(/[\r\n]/g, ''),
      inverse: inverses.lines,
    },
    { cost: 2, says: 'with spaces in place of its line breaks', make: replacing(/\r?\n/g, ' ') },
    {
      cost: 2,
      says: 'with its lines trimmed and joined',
      make: replacing(/[^\S\n]{0,1000}\n\s{0,1000}/g, ''),
    },
    { cost: 2, says: 'with a line break in place of every \\n', make: replacing('\\n', '\n') },
  ],
  'body-trailing-newline': [{ cost: 2, says: 'with a space after it', make: (text) => `${text} ` }],
  'body-zero-byte': [{ cost: 2, says: 'with a zero byte after it', make: (text) => `${text}\0` }],
  'body-bom-added': [
    {
      cost: 1,
      says: 'with a byte order mark (EF BB BF) before it',
      make: (text) => bom + text,
      inverse: inverses.bom,
    },
  ],
  'body-crlf': [
    {
      cost: 1,
      says: 'with CRLF line breaks in place of LF',
      make: replacing(/\r?\n/g, '\r\n'),
      inverse: inverses.crlfs,
    },
  ],
  'body-lf': [
    { cost: 1, says: 'with LF line breaks in place of CRLF', make: replacing('\r\n', '\n') },
  ],
  'body-whitespace-removed': [
    { cost: 1, says: 'without any white space, also inside texts', make: replacing(/\s/g, '') },
    { cost: 1, says: 'without any space, also inside texts', make: replacing(' ', '') },
    {
      cost: 2,
      says: 'with every run of white space as one space',
      make: replacing(/\s{1,1000}/g, ' '),
    },
  ],
  'body-double-encoded': [
    { cost: 1, says: quotedSays, make: (text) => JSON.stringify(text), inverse: inverses.quoted },
    { cost: 1, says: `${quotedSays}, in ASCII`, make: asciiJson },
  ],
  'body-slashes-added': [
    {
      cost: 2,
      says: 'with a backslash before every quote',
      make: replacing('"', '\\"'),
      inverse: inverses.slashes,
    },
    {
      cost: 2,
      says: 'with a backslash before every quote, apostrophe and backslash',
      make: addSlashes,
      inverse: inverses.slashes,
    },
  ],
  'body-backslashes-removed': [{ cost: 2, says: 'without its backslashes', make: stripSlashes }],
  'body-quotes-removed': [{ cost: 2, says: 'without its double quotes', make: replacing('"', '') }],
  'body-html-escaped': [
    // Those that say the least come first.
    { says: 'with `&amp;` in place of every &', make: replacing('&', '&amp;') },
    { says: 'HTML-escaped, but for its quotes', make: escapeHtmlNoQuotes },
    ...htmlApostrophes.map((apostrophe) => ({
      says: 'HTML-escaped',
      make: (text: string) => escapeHtml(text, apostrophe),
    })),
  ].map((row) => ({ cost: 2, ...row, inverse: inverses.html })),
  'body-charset-ascii': [
    {
      cost: 1,
      says: `${asciiSays} every UTF-16 unit that is not ASCII`,
      make: replacing(/[\u0080-\uffff]/g, '?'),
    },
    {
      cost: 1,
      says: `${asciiSays} every character that is not ASCII`,
      make: replacing(/[\u0080-\u{10ffff}]/gu, '?'),
    },
    {
      cost: 2,
      says: 'without the characters that are not ASCII',
      make: replacing(/[\u0080-\u{10ffff}]/gu, ''),
    },
  ],
  'body-diacritics-removed': [
    { cost: 2, says: 'with the plain letter for each letter with a mark', make: plainLetters },
  ],
  'body-charset-latin1': [
    latin1Row(/[\u0100-\u{10ffff}]/gu),
    latin1Row(/[\u0100-\uffff]/g),
    {
      cost: 1,
      says: 'as the low byte of every character (Node’s "latin1" or "binary")',
      make: encodeLatin1,
    },
  ],
  'body-charset-windows-1252': [
    { cost: 1, says: 'in Windows-1252', make: encodeWindows1252, inverse: inverses.windows },
  ],
  'body-charset-utf16': [
    { cost: 1, says: 'in UTF-16LE', make: encodeUtf16, inverse: inverses.utf16 },
    {
      cost: 1,
      says: 'in UTF-16LE with a byte order mark',
      make: (text) => encodeUtf16(bom + text),
      inverse: inverses.utf16Bom,
    },
    {
      cost: 1,
      says: 'in UTF-16BE with a byte order mark',
      make: (text) => encodeUtf16(bom + text).swap16(),
      inverse: inverses.utf16BigBom,
    },
    {
      cost: 2,
      says: 'in UTF-16BE',
      make: (text) => encodeUtf16(text).swap16(),
      inverse: inverses.utf16Big,
    },
  ],
  'body-unicode-normalized': ['NFD', 'NFC', 'NFKC'].map((form) => ({
    cost: 2,
    says: `in the normal form ${form}`,
    make: (text) => text.normalize(form),
  })),
  'body-truncated-chars': [
    {
      cost: 2,
      says: 'cut: as many bytes as it has UTF-16 units',
      make: (text) => firstBytes(text, text.length),
    },
    {
      cost: 2,
      says: 'cut: as many bytes as it has characters',
      make: (text) => firstBytes(text, [...text].length),
    },
    {
      cost: 2,
      says: 'without its last character',
      make: (text) => (/\s$/.test(text) ? undefined : text.slice(0, -1)),
    },
  ],
  'body-urlencoded-whole': [
    // Those that say the least come first: without a space or a slash, some are the same.
    { cost: 1, says: 'URL-encoded', make: encodeURIComponent },
    { cost: 2, says: 'URL-encoded', make: percentEncode },
    {
      cost: 1,
      says: 'URL-encoded, with + for a space',
      make: (text) => percentEncode(text).replaceAll('~', '%7E').replaceAll('%20', '+'),
    },
    {
      cost: 2,
      says: 'URL-encoded, but / (Python’s quote)',
      make: (text) => percentEncode(text).replaceAll('%2F', '/'),
    },
    { cost: 2, says: 'URL-encoded as a whole address (encodeURI)', make: encodeURI },
    { cost: 2, says: 'URL-decoded', make: urlDecode },
  ],
  'body-python-repr': [
    {
      cost: 1,
      says: "as Python prints bytes, b'…'",
      make: (text) => pythonBytes(Buffer.from(text)),
    },
  ],
  'body-member-changed': [
    { cost: 2, says: 'with a space in place of every + (URL decoding)', make: replacing('+', ' ') },
    {
      cost: 2,
      says: 'with a + in place of every space (it was URL-decoded on its way)',
      make: replacing(' ', '+'),
    },
    { cost: 2, says: 'in lower case', make: (text) => text.toLowerCase() },
  ],
  'body-wrapped': [{ cost: 2, says: 'inside a list, in brackets', make: (text) => `[${text}]` }],
};

function layersOf<Value>(
  rows: LayerRows<Value>,
  read: (bytes: Buffer) => Value | undefined,
): Layer[] {
  const lists = Object.entries(rows) as [CauseId, readonly LayerRow<Value>[]][];
  return lists.flatMap(([id, list]) => list.map((row) => layerOf(id, row, read)));
}

function layerOf<Value>(
  id: CauseId,
  { make, ...row }: LayerRow<Value>,
  read: (bytes: Buffer) => Value | undefined,
): Layer {
  return {
    id,
    ...row,
    make: (bytes) => {
      const value = read(bytes);
      const changed = value === undefined ? undefined : make(value);
      return typeof changed === 'string' ? Buffer.from(changed) : changed;
    },
  };
}

/** Every layer is made of one body before the next: it is decoded once. */
function rememberingText(): (bytes: Buffer) => string | undefined {
  let last: Buffer | undefined;
  let lastText: string | undefined;
  return (bytes) => {
    if (bytes === last) return lastText;
    last = bytes;
    lastText = utf8Text(bytes);
    return lastText;
  };
}

export const bodyLayers: readonly Layer[] = [
  ...layersOf(byteRows, (bytes) => bytes),
  ...layersOf(textRows, rememberingText()),
];

function unzipped(bytes: Buffer): Uint8Array | undefined {
  // The first byte of gzip and of zlib.
  const name = ({ 0x1f: 'gunzipSync', 0x78: 'inflateSync' } as const)[bytes[0] ?? 0];
  try {
    // node:zlib is slow to load, and hardly any body needs it.
    return name && getBuiltinModule('node:zlib')[name](bytes, { maxOutputLength: 16_000_000 });
  } catch {
    return undefined;
  }
}
