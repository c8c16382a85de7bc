import { percentEncode, pythonBytes } from './bytes.js';
import {
  decodeWindows1252,
  encodeNational,
  encodeWindows1252,
  nationalCharsets,
} from './charsets.js';
import { inverses, rereadSays } from './layer-inverses.js';
import { byteOrderMark, type LayerRow, type LayerRows } from './layer-row.js';
import {
  addSlashes,
  asciiJson,
  escapeHtml,
  escapeHtmlNoQuotes,
  htmlApostrophes,
  plainLetters,
  stripSlashes,
  urlDecode,
} from './text-escapes.js';

const replacing =
  (pattern: RegExp | string, replacement: string) =>
  (text: string): string =>
    text.replaceAll(pattern, replacement);
const encodeLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const encodeUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const firstBytes = (text: string, count: number): Buffer => Buffer.from(text).subarray(0, count);
/** At most 1000 blanks at a time: without this limit, the time for a body of blanks grows with the square of its length. */
const trimmedLineBreak = /[^\S\n]{0,1000}\n\s{0,1000}/g;
const whiteSpace = /\s{1,1000}/g;
const asciiSays = 'in ASCII, with a question mark in place of';
const quotedSays = 'as a JSON string: in quotes, with its own quotes escaped';

/** @param lacking matches the characters, or the UTF-16 units, that Latin-1 does not have: they become question marks */
const latin1Row = (lacking: RegExp): LayerRow<string> => ({
  cost: 1,
  says: 'in Latin-1',
  change: (text) => encodeLatin1(text.replace(lacking, '?')),
  inverse: inverses.latin1,
});

const htmlRow = (says: string, change: (text: string) => string): LayerRow<string> => ({
  cost: 2,
  says,
  change,
  inverse: inverses.html,
});

/** Layers over a text. They are not tried with bytes that are not UTF-8. */
export const textRows: LayerRows<string> = {
  'body-mojibake': [
    {
      cost: 1,
      says: `with its UTF-8 bytes read as Latin-1 ${rereadSays}`,
      change: (text) => Buffer.from(text).toString('latin1'),
      inverse: inverses.mojibake,
    },
    {
      cost: 2,
      says: `with its UTF-8 bytes read as Windows-1252 ${rereadSays}`,
      change: (text) => decodeWindows1252(Buffer.from(text)),
      inverse: inverses.mojibakeWindows,
    },
  ],
  'body-trailing-newline-missing': [
    { cost: 1, says: 'without the white space at its end', change: (text) => text.trimEnd() },
    { cost: 1, says: 'without the LF at its end', change: replacing(/\n$/g, '') },
  ],
  'body-newlines-removed': [
    { cost: 2, says: 'without the LF of its line breaks', change: replacing('\r\n', '\r') },
    {
      cost: 1,
      says: 'without its line breaks',
      change: replacing(/[\r\n]/g, ''),
      inverse: inverses.lines,
    },
    { cost: 2, says: 'with spaces in place of its line breaks', change: replacing(/\r?\n/g, ' ') },
    {
      cost: 2,
      says: 'with its lines trimmed and joined',
      change: replacing(trimmedLineBreak, ''),
    },
    { cost: 2, says: 'with a line break in place of every \\n', change: replacing('\\n', '\n') },
  ],
  // A space at the end has the id of a line break at the end, because the advice is the same.
  'body-trailing-newline': [
    { cost: 2, says: 'with a space after it', change: (text) => `${text} ` },
  ],
  'body-zero-byte': [{ cost: 2, says: 'with a zero byte after it', change: (text) => `${text}\0` }],
  'body-bom-added': [
    {
      cost: 1,
      says: 'with a byte order mark (EF BB BF) before it',
      change: (text) => byteOrderMark + text,
      inverse: inverses.bom,
    },
  ],
  'body-crlf': [
    {
      cost: 1,
      says: 'with CRLF line breaks in place of LF',
      change: replacing(/\r?\n/g, '\r\n'),
      inverse: inverses.crlfs,
    },
  ],
  'body-lf': [
    { cost: 1, says: 'with LF line breaks in place of CRLF', change: replacing('\r\n', '\n') },
  ],
  'body-whitespace-removed': [
    { cost: 1, says: 'without any white space, also inside texts', change: replacing(/\s/g, '') },
    { cost: 1, says: 'without any space, also inside texts', change: replacing(' ', '') },
    {
      cost: 2,
      says: 'with every run of white space as one space',
      change: replacing(whiteSpace, ' '),
    },
  ],
  'body-double-encoded': [
    { cost: 1, says: quotedSays, change: (text) => JSON.stringify(text), inverse: inverses.quoted },
    { cost: 1, says: `${quotedSays}, in ASCII`, change: asciiJson },
  ],
  'body-slashes-added': [
    {
      cost: 2,
      says: 'with a backslash before every quote',
      change: replacing('"', '\\"'),
      inverse: inverses.slashes,
    },
    {
      cost: 2,
      says: 'with a backslash before every quote, apostrophe and backslash',
      change: addSlashes,
      inverse: inverses.slashes,
    },
  ],
  'body-backslashes-removed': [{ cost: 2, says: 'without its backslashes', change: stripSlashes }],
  'body-quotes-removed': [
    { cost: 2, says: 'without its double quotes', change: replacing('"', '') },
  ],
  'body-html-escaped': [
    // The simplest first: several of these may make the same text.
    htmlRow('with `&amp;` in place of every &', replacing('&', '&amp;')),
    htmlRow('HTML-escaped, but for its quotes', escapeHtmlNoQuotes),
    ...htmlApostrophes.map((apostrophe) =>
      htmlRow('HTML-escaped', (text) => escapeHtml(text, apostrophe)),
    ),
  ],
  'body-charset-ascii': [
    {
      cost: 1,
      says: `${asciiSays} every UTF-16 unit that is not ASCII`,
      change: replacing(/[\u0080-\uffff]/g, '?'),
    },
    {
      cost: 1,
      says: `${asciiSays} every character that is not ASCII`,
      change: replacing(/[\u0080-\u{10ffff}]/gu, '?'),
    },
    {
      cost: 2,
      says: 'without the characters that are not ASCII',
      change: replacing(/[\u0080-\u{10ffff}]/gu, ''),
    },
  ],
  'body-diacritics-removed': [
    { cost: 2, says: 'with the plain letter for each letter with a mark', change: plainLetters },
  ],
  'body-charset-latin1': [
    // Replaces characters: an emoji becomes one question mark.
    latin1Row(/[\u0100-\u{10ffff}]/gu),
    // Replaces UTF-16 units: an emoji becomes two question marks.
    latin1Row(/[\u0100-\uffff]/g),
    {
      cost: 1,
      says: 'as the low byte of every character (Node’s "latin1" or "binary")',
      change: encodeLatin1,
    },
  ],
  'body-charset-windows-1252': [
    { cost: 1, says: 'in Windows-1252', change: encodeWindows1252, inverse: inverses.windows },
  ],
  'body-charset-national': nationalCharsets.map((charset) => ({
    cost: 2,
    says: `in ${charset}`,
    change: (text) => encodeNational(text, charset),
  })),
  'body-charset-utf16': [
    { cost: 1, says: 'in UTF-16LE', change: encodeUtf16, inverse: inverses.utf16 },
    {
      cost: 1,
      says: 'in UTF-16LE with a byte order mark',
      change: (text) => encodeUtf16(byteOrderMark + text),
      inverse: inverses.utf16Bom,
    },
    {
      cost: 1,
      says: 'in UTF-16BE with a byte order mark',
      change: (text) => encodeUtf16(byteOrderMark + text).swap16(),
      inverse: inverses.utf16BigBom,
    },
    {
      cost: 2,
      says: 'in UTF-16BE',
      change: (text) => encodeUtf16(text).swap16(),
      inverse: inverses.utf16Big,
    },
  ],
  'body-unicode-normalized': ['NFD', 'NFC', 'NFKC'].map((form) => ({
    cost: 2,
    says: `in the normal form ${form}`,
    change: (text) => text.normalize(form),
  })),
  'body-truncated-chars': [
    {
      cost: 2,
      says: 'cut: as many bytes as it has UTF-16 units',
      change: (text) => firstBytes(text, text.length),
    },
    {
      cost: 2,
      says: 'cut: as many bytes as it has characters',
      change: (text) => firstBytes(text, [...text].length),
    },
    {
      cost: 2,
      says: 'without its last character',
      // Lost white space at the end is `body-trailing-newline-missing`.
      change: (text) => (/\s$/.test(text) ? undefined : text.slice(0, -1)),
    },
  ],
  'body-urlencoded-whole': [
    // The simplest first: without a space or a slash in the text, some of these make the same text.
    { cost: 1, says: 'URL-encoded', change: encodeURIComponent },
    { cost: 2, says: 'URL-encoded', change: percentEncode },
    {
      cost: 1,
      says: 'URL-encoded, with + for a space',
      change: (text) => percentEncode(text).replaceAll('~', '%7E').replaceAll('%20', '+'),
    },
    {
      cost: 2,
      says: 'URL-encoded, but / (Python’s quote)',
      change: (text) => percentEncode(text).replaceAll('%2F', '/'),
    },
    { cost: 2, says: 'URL-encoded as a whole address (encodeURI)', change: encodeURI },
    { cost: 2, says: 'URL-decoded', change: urlDecode },
  ],
  'body-python-repr': [
    {
      cost: 1,
      says: "as Python prints bytes, b'…'",
      change: (text) => pythonBytes(Buffer.from(text)),
    },
  ],
  // These also change the values themselves.
  'body-member-changed': [
    {
      cost: 2,
      says: 'with a space in place of every + (URL decoding)',
      change: replacing('+', ' '),
    },
    {
      cost: 2,
      says: 'with a + in place of every space (it was URL-decoded on its way)',
      change: replacing(' ', '+'),
    },
    { cost: 2, says: 'in lower case', change: (text) => text.toLowerCase() },
  ],
  'body-wrapped': [{ cost: 2, says: 'inside a list, in brackets', change: (text) => `[${text}]` }],
};
