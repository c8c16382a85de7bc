import { isAscii, isUtf8 } from 'node:buffer';
import { causes, told } from '../cause.js';
import { encodeText, readWindows1252, regionalPages, type CodePageName, type Missing } from './code-pages.js';
import { onBytes, onNonAscii, onText, type Apply } from './text-transform.js';

const byteLength = 'body.Length counts bytes; text.Length counts UTF-16 units.';

const nonAscii = /[^\0-\x7f]/g;

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const inCodePage = (page: CodePageName, missing: Missing): Apply =>
  onNonAscii((text) => encodeText(text, page, missing));

const byteWise = (bytes: Buffer, by: string): string => bytes.toString('latin1').replace(nonAscii, by);
const eachByte = (by: string): Apply => onBytes((bytes) => byteWise(bytes, by));

const readBroken = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? undefined : bytes.toString('utf8');

/** Where a decoder of UTF-8 prints the same, the bytes that are not UTF-8 are the reason. */
const readAscii = (bytes: Buffer): string | undefined => {
  const text = byteWise(bytes, '\ufffd');
  return text === readBroken(bytes) ? undefined : text;
};

const brace = 0x7b;

/** Several pages can have the same bytes for one text. */
const inPage = (page: string, others: string): string => `for example in ${page}, with ${others}`;

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

const lostHighBits = (bytes: Buffer): Uint8Array | undefined =>
  isAscii(bytes) ? undefined : bytes.map((byte) => byte & 0x7f);

const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();
const withMark = (text: string): string => `\ufeff${text}`;

/** A message, UTF-8 as a binary string, turned into UTF-16. */
const utf16 = (binary: string): string => utf16le(latin1(binary).toString('utf8')).toString('latin1');

const readLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const readWindows = (text: string): string => readWindows1252(Buffer.from(text, 'utf8'));
const readByJava = (text: string): string => readWindows(text).replace(/[\x81\x8d\x8f\x90\x9d]/g, '\ufffd');
const readLatin1Bytes = (bytes: Buffer): string => bytes.toString('latin1');

/** The UTF-8 bytes inside a text that is each of them as a character. */
const decodedOnce =
  (encode: (text: string) => Buffer, read: (bytes: Buffer) => string) =>
  (text: string): Buffer | undefined => {
    const bytes = encode(text);
    return isUtf8(bytes) && !isAscii(bytes) && read(bytes) === text ? bytes : undefined;
  };
const encodedLater =
  'The body was converted to UTF-8 a second time after it was signed, so its letters became wrong in what was sent (such as `Ã©` for `é`).';

/** As many bytes as the text has units or characters. */
const cutAt = (length: (text: string) => number): Apply =>
  onNonAscii((text) => Buffer.from(text).subarray(0, length(text)));
const beforeZero = (bytes: Buffer): Buffer | undefined =>
  bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : undefined;

/** The text in a charset other than UTF-8, read in another charset, normalised, or counted in characters. */
export const bodyCharset = causes({ where: 'everywhere', kind: 'utf8-bytes' })({
  'body-charset-ascii': {
    commonness: 'B',
    says: 'The body was converted to ASCII before signing, so non-ASCII characters became question marks.',
    typical: 'C# `Encoding.ASCII.GetBytes`, US-ASCII with replacement in Java and Python.',
    fix: 'Sign the UTF-8 bytes of the body. In C#, use `Encoding.UTF8.GetBytes`.',
    hints: {
      csharp: 'Do not use Encoding.ASCII: it turns every other character into a question mark.',
      unity: 'Do not use Encoding.ASCII: it turns every other character into a question mark.',
      java: 'Do not use StandardCharsets.US_ASCII.',
    },
    texts: [
      [inCodePage('ascii', 'each-unit'), '? for each UTF-16 unit, for example in .NET'],
      [inCodePage('ascii', 'each-character'), '? for each character, for example in Java or Python'],
      [eachByte('?'), '? for each byte', 1],
      told(
        inCodePage('ascii', 'left-out'),
        'The non-ASCII characters of the body were left out before signing, but they were sent.',
        1,
      ),
      [
        onBytes(readAscii),
        'read as US-ASCII',
        1,
        'Each byte of a non-ASCII character became U+FFFD before signing, but the body was sent in UTF-8.',
      ],
      [
        onBytes(lostHighBits),
        "for example Node toString('ascii')",
        1,
        'The body was signed with the highest bit of each byte lost, but it was sent in UTF-8.',
      ],
    ],
  },

  'body-charset-latin1': {
    commonness: 'B',
    says: 'The body was signed in Latin-1, windows-1252 or another code page, but it was sent in UTF-8.',
    typical:
      'Java `getBytes()` without a charset on Windows, old Node `hmac.update(text)`, `btoa`, `binary` strings.',
    fix: 'Name the charset in the code. Convert the text to UTF-8 once, sign those bytes and send them.',
    hints: {
      java: 'getBytes() without a charset is windows-1252 on many Windows machines.',
      node: "Do not use 'binary', 'latin1' or btoa.",
    },
    texts: [
      [inCodePage('latin1', 'each-character'), inPage('ISO-8859-1', '? for each other character')],
      [inCodePage('latin1', 'each-unit'), inPage('ISO-8859-1', '? for each other UTF-16 unit')],
      [
        onNonAscii(latin1),
        "for example Node 'latin1'",
        0,
        'The low byte of each UTF-16 unit of the body was signed, but the body was sent in UTF-8.',
      ],
      [inCodePage('windows-1252', 'each-character'), inPage('windows-1252', '? for each other character')],
      [inCodePage('windows-1252', 'each-unit'), inPage('windows-1252', '? for each other UTF-16 unit')],
      [inCodePage('latin1 with best fit', 'each-unit'), inPage('ISO-8859-1', 'best fit of .NET')],
      [inCodePage('windows-1252 with best fit', 'each-unit'), inPage('windows-1252', 'best fit of Windows')],
      [inCodePage('latin1', 'left-out'), inPage('ISO-8859-1', 'other characters left out'), 1],
      ...[readLatin1Bytes, readWindows1252].map((read) =>
        told(
          onBytes((bytes) => (isUtf8(bytes) || bytes[0] !== brace ? undefined : read(bytes))),
          'The body was signed in UTF-8, but it was sent in Latin-1 (ISO-8859-1 or windows-1252).',
          -1.1,
        ),
      ),
      ...regionalPages.map(
        (page) =>
          [inCodePage(page, 'each-character'), inPage(page, '? for each other character'), 2] as const,
      ),
    ],
  },

  'body-charset-utf16': {
    commonness: 'C',
    says: 'The body was signed in UTF-16, but it was sent in UTF-8.',
    typical: 'C# `Encoding.Unicode`, Unreal TCHAR buffers, Delphi, Java `UTF_16`.',
    fix: 'Convert the text to UTF-8 once. Sign those bytes and send them.',
    hints: {
      csharp: 'Do not use Encoding.Unicode, which is UTF-16.',
      unity: 'Do not use Encoding.Unicode, which is UTF-16.',
      java: 'Do not use StandardCharsets.UTF_16.',
      unreal: 'Do not use the TCHAR buffer of the FString, which is UTF-16.',
    },
    texts: [
      [onText(utf16le), 'UTF-16LE'],
      [onText((text) => utf16le(withMark(text))), 'UTF-16LE with a byte order mark'],
      [onText((text) => utf16be(withMark(text))), 'UTF-16BE with a byte order mark (Java UTF_16)'],
      [onText(utf16be), 'UTF-16BE'],
      told(
        onText((text) => utf16le(text).subarray(0, text.length)),
        'Only the first half of the body’s UTF-16 was signed: the number of characters was used as the number of bytes.',
        1,
      ),
      told(
        onNonAscii((text) => utf16le(text).subarray(0, Buffer.byteLength(text))),
        'Only a part of the body’s UTF-16 was signed: the length in UTF-8 was used as its number of bytes.',
        1,
      ),
      [onText(utf32), 'UTF-32LE (wchar_t)', 1, 'The body was signed in UTF-32, but it was sent in UTF-8.'],
      [
        onNonAscii(surrogatesApart),
        'each UTF-16 unit encoded separately (JNI)',
        1,
        'The body was signed in CESU-8 (six bytes for an emoji), but it was sent in UTF-8.',
      ],
    ],
    digests: ({ keyed }) => [
      told(
        (key, message) => keyed(key, utf16(message)),
        'The complete message was signed in UTF-16 instead of UTF-8.',
        0.5,
      ),
    ],
  },

  'body-mojibake': {
    commonness: 'C',
    says: 'The body was converted to UTF-8 twice before signing: its UTF-8 bytes were read as Latin-1 or windows-1252 and encoded again.',
    typical: 'PHP `utf8_encode`, Perl `encode`, Java `new String(bytes, ISO_8859_1)`.',
    fix: 'Remove the second conversion, such as `utf8_encode`. The text is UTF-8 already.',
    hints: { php: 'Remove utf8_encode.', java: 'Remove new String(bytes, StandardCharsets.ISO_8859_1).' },
    texts: [
      [onNonAscii(readLatin1), 'read as ISO-8859-1'],
      [onNonAscii(readWindows), 'read as windows-1252'],
      [
        onNonAscii((text) => readLatin1(readLatin1(text))),
        'read as ISO-8859-1, twice',
        1,
        'The body was converted to UTF-8 three times before signing, but it was sent in UTF-8.',
      ],
      [onNonAscii(readByJava), 'read as windows-1252 by Java, with U+FFFD for undefined bytes', 1],
      told(onNonAscii(decodedOnce(latin1, readLatin1Bytes)), encodedLater, -1.5),
      told(
        onNonAscii(decodedOnce((text) => encodeText(text, 'windows-1252', 'left-out'), readWindows1252)),
        encodedLater,
        -1.5,
      ),
      told(
        onBytes(readBroken),
        'The sent body has bytes that are not UTF-8, and they were replaced by U+FFFD before signing.',
      ),
    ],
  },

  'body-unicode-normalized': {
    commonness: 'D',
    says: 'The body was signed after Unicode normalisation (such as NFC or NFD), but it was sent without it.',
    typical: 'Text from Swift or macOS, Java Normalizer.',
    fix: 'Do not normalise before signing. Sign the bytes as they are sent.',
    texts: ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => [
      onNonAscii((text) => text.normalize(form)),
      form,
      form.length - 3,
    ]),
  },

  'body-truncated-chars': {
    commonness: 'D',
    says: 'Only the first part of the body was signed: the number of characters was used as the number of bytes.',
    typical:
      'C# `TransformBlock(b, 0, text.Length)`, Unreal `Str.Len()`, a length taken from another string in C.',
    fix: 'Pass the number of UTF-8 bytes that are sent: not the number of characters, and not `sizeof`, which counts the zero byte at the end of a text.',
    hints: {
      cpp: 'sizeof("text") counts the zero byte at the end; std::string::size() does not.',
      csharp: byteLength,
      unity: byteLength,
      unreal: 'Utf8.Length() counts bytes; Text.Len() counts UTF-16 units.',
    },
    texts: [
      [cutAt((text) => text.length), 'as many bytes as there are UTF-16 units'],
      [cutAt((text) => Array.from(text).length), 'as many bytes as there are characters'],
      told(onBytes(beforeZero), 'Only the body up to its first zero byte was signed.', 1),
      told(
        onBytes((bytes) => Buffer.concat([bytes, Buffer.of(0)])),
        'A zero byte was signed after the body, as at the end of a C string.',
        1,
      ),
    ],
  },
});
