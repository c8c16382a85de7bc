import { isAscii, isUtf8 } from 'node:buffer';
import { encodeText, readWindows1252, regionalPages, type CodePageName, type Missing } from './code-pages.js';
import { onBytes, onNonAscii, onText, type TextTransform } from './text-transform.js';

/** The text in another charset than UTF-8, read in another charset, normalised, or counted in characters. */

const nonAscii = /[^\0-\x7f]/g;
const aboveLatin1 = /[^\0-\xff]/gu;

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const inCodePage = (page: CodePageName, missing: Missing): TextTransform['apply'] =>
  onNonAscii((text) => encodeText(text, page, missing));

const withoutDiacritics = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D');

const swapped = (bytes: Buffer): Buffer => bytes.swap16();

/** Each UTF-16 unit as UTF-8 of its own: six bytes for an emoji. */
const surrogatesApart = (text: string): Buffer =>
  latin1(
    text.replace(nonAscii, (unit) => {
      const code = unit.charCodeAt(0);
      return code < 0x800
        ? String.fromCharCode(0xc0 | (code >> 6), 0x80 | (code & 0x3f))
        : String.fromCharCode(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    }),
  );

const utf32 = (text: string): Buffer => {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  points.forEach((point, index) => bytes.writeUInt32LE(point, index * 4));
  return bytes;
};

const characterCount = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g) ?? []).length;

const firstBytes = (text: string, count: number): Buffer => Buffer.from(text, 'utf8').subarray(0, count);

const readAs = (charset: string) => onNonAscii((text) => new TextDecoder(charset).decode(Buffer.from(text)));

const asciiTransforms: readonly TextTransform[] = [
  {
    id: 'body-charset-ascii',
    cost: 2,
    as: '? for each UTF-16 unit (.NET)',
    apply: inCodePage('ascii', 'each-unit'),
  },
  {
    id: 'body-charset-ascii',
    cost: 2,
    as: '? for each character (Java, Python)',
    apply: inCodePage('ascii', 'each-character'),
  },
  {
    id: 'body-charset-ascii',
    cost: 3,
    as: '? for each byte',
    apply: onBytes((bytes) => encodeText(bytes.toString('latin1'), 'ascii', 'each-unit')),
  },
  {
    id: 'body-charset-ascii',
    cost: 3,
    as: 'other characters left out',
    apply: inCodePage('ascii', 'left-out'),
  },
  {
    id: 'body-charset-ascii',
    cost: 3,
    as: 'U+FFFD for each byte (read as US-ASCII)',
    apply: onBytes((bytes) => bytes.toString('latin1').replace(nonAscii, '\ufffd')),
  },
  {
    id: 'body-charset-ascii',
    cost: 3,
    as: "the high bit of each byte lost (Node toString('ascii'))",
    apply: onBytes((bytes) => (isAscii(bytes) ? undefined : bytes.map((byte) => byte & 0x7f))),
  },
  {
    id: 'body-charset-ascii',
    cost: 4,
    as: 'diacritics dropped, then ?',
    apply: onNonAscii((text) => encodeText(withoutDiacritics(text), 'ascii', 'each-character')),
  },
];

const latin1Transforms: readonly TextTransform[] = [
  {
    id: 'body-charset-latin1',
    cost: 2,
    as: 'ISO-8859-1, ? for each character',
    apply: inCodePage('latin1', 'each-character'),
  },
  {
    id: 'body-charset-latin1',
    cost: 2,
    as: 'ISO-8859-1, ? for each UTF-16 unit',
    apply: inCodePage('latin1', 'each-unit'),
  },
  {
    id: 'body-charset-latin1',
    cost: 2,
    as: "the low byte of each UTF-16 unit (Node 'latin1')",
    apply: onNonAscii(latin1),
  },
  {
    id: 'body-charset-latin1',
    cost: 2,
    as: 'windows-1252, ? for each character',
    apply: inCodePage('windows-1252', 'each-character'),
  },
  {
    id: 'body-charset-latin1',
    cost: 2,
    as: 'windows-1252, ? for each UTF-16 unit',
    apply: inCodePage('windows-1252', 'each-unit'),
  },
  {
    id: 'body-charset-latin1',
    cost: 2,
    as: 'ISO-8859-1 with the best fit of .NET',
    apply: inCodePage('latin1 with best fit', 'each-unit'),
  },
  {
    id: 'body-charset-latin1',
    cost: 2,
    as: 'windows-1252 with the best fit of Windows',
    apply: inCodePage('windows-1252 with best fit', 'each-unit'),
  },
  {
    id: 'body-charset-latin1',
    cost: 3,
    as: 'diacritics outside ISO-8859-1 dropped, then ?',
    apply: onNonAscii((text) =>
      latin1(
        text.replace(aboveLatin1, (character) => withoutDiacritics(character).replace(aboveLatin1, '?')),
      ),
    ),
  },
  {
    id: 'body-charset-latin1',
    cost: 3,
    as: 'other characters left out',
    apply: inCodePage('latin1', 'left-out'),
  },
  ...regionalPages.map((charset): TextTransform => ({
    id: 'body-charset-latin1',
    cost: 4,
    as: `the code page of the machine, ${charset}`,
    apply: inCodePage(charset, 'each-character'),
  })),
];

const utf16Transforms: readonly TextTransform[] = [
  {
    id: 'body-charset-utf16',
    cost: 3,
    as: 'UTF-16LE',
    apply: onText((text) => Buffer.from(text, 'utf16le')),
  },
  {
    id: 'body-charset-utf16',
    cost: 3,
    as: 'UTF-16LE with a byte order mark',
    apply: onText((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  },
  {
    id: 'body-charset-utf16',
    cost: 3,
    as: 'UTF-16BE with a byte order mark (Java UTF_16)',
    apply: onText((text) => swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))),
  },
  {
    id: 'body-charset-utf16',
    cost: 3,
    as: 'UTF-16BE',
    apply: onText((text) => swapped(Buffer.from(text, 'utf16le'))),
  },
  {
    id: 'body-charset-utf16',
    cost: 4,
    as: 'UTF-16LE, cut at half (its length counted in characters)',
    apply: onText((text) =>
      Buffer.from(text.slice(0, Math.ceil(text.length / 2)), 'utf16le').subarray(0, text.length),
    ),
  },
  {
    id: 'body-charset-utf16',
    cost: 4,
    as: 'UTF-16LE with its closing zero',
    apply: onText((text) => Buffer.from(`${text}\0`, 'utf16le')),
  },
  { id: 'body-charset-utf16', cost: 4, as: 'UTF-32LE (wchar_t)', apply: onText(utf32) },
  {
    id: 'body-charset-utf16',
    cost: 4,
    as: 'each UTF-16 unit as UTF-8 of its own (CESU-8, JNI)',
    apply: onNonAscii(surrogatesApart),
  },
];

const latin1Reading = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const windowsReading = (text: string): string => readWindows1252(Buffer.from(text, 'utf8'));

const mojibakeTransforms: readonly TextTransform[] = [
  { id: 'body-mojibake', cost: 3, as: 'read as ISO-8859-1', apply: onNonAscii(latin1Reading) },
  { id: 'body-mojibake', cost: 3, as: 'read as windows-1252', apply: onNonAscii(windowsReading) },
  {
    id: 'body-mojibake',
    cost: 4,
    as: 'read as ISO-8859-1, twice',
    apply: onNonAscii((text) => latin1Reading(latin1Reading(text))),
  },
  {
    id: 'body-mojibake',
    cost: 4,
    as: 'read as windows-1252, twice',
    apply: onNonAscii((text) => windowsReading(windowsReading(text))),
  },
  {
    id: 'body-mojibake',
    cost: 4,
    as: 'read as windows-1252 by Java, U+FFFD for bytes without a character',
    apply: onNonAscii((text) => windowsReading(text).replace(/[\x81\x8d\x8f\x90\x9d]/g, '\ufffd')),
  },
  ...regionalPages.map((charset): TextTransform => ({
    id: 'body-mojibake',
    cost: 5,
    as: `read in the code page of the machine, ${charset}`,
    apply: readAs(charset),
  })),
  {
    id: 'body-mojibake',
    cost: 3,
    as: 'bytes that are not UTF-8 read as U+FFFD',
    apply: onBytes((bytes) => (isUtf8(bytes) ? undefined : bytes.toString('utf8'))),
  },
];

const normalizations: readonly TextTransform[] = [
  ['NFC', 4],
  ['NFD', 4],
  ['NFKC', 5],
  ['NFKD', 5],
].map(([form, cost]): TextTransform => ({
  id: 'body-unicode-normalized',
  cost: Number(cost),
  as: String(form),
  apply: onNonAscii((text) => text.normalize(String(form))),
}));

// Buffers people declare: a long receipt does not fit.
const bufferSizes = [255, 256, 511, 512, 1023, 1024, 2047, 2048, 4095, 4096, 8191, 8192, 65535, 65536];

const truncations: readonly TextTransform[] = [
  {
    id: 'body-truncated-chars',
    cost: 4,
    as: 'as many bytes as there are UTF-16 units',
    apply: onNonAscii((text) => firstBytes(text, text.length)),
  },
  {
    id: 'body-truncated-chars',
    cost: 4,
    as: 'as many bytes as there are characters',
    apply: onNonAscii((text) => firstBytes(text, characterCount(text))),
  },
  {
    id: 'body-truncated-chars',
    cost: 5,
    as: 'up to the first zero byte',
    apply: onBytes((bytes) => (bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : undefined)),
  },
  {
    id: 'body-truncated-chars',
    cost: 5,
    as: 'with the closing zero byte of a C string',
    apply: onBytes((bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
  },
  {
    id: 'body-truncated-chars',
    cost: 5,
    as: 'one byte too few',
    apply: onBytes((bytes) => bytes.subarray(0, -1)),
  },
  ...bufferSizes.map((size): TextTransform => ({
    id: 'body-truncated-chars',
    cost: 6,
    as: `the first ${String(size)} bytes`,
    apply: onBytes((bytes) => bytes.subarray(0, size)),
  })),
];

export const charsetTransforms: readonly TextTransform[] = [
  ...asciiTransforms,
  ...latin1Transforms,
  ...utf16Transforms,
  ...mojibakeTransforms,
  ...normalizations,
  ...truncations,
];
