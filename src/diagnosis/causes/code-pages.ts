import { bestFits } from './best-fit.js';

/** Text in charsets of one or two bytes a character. */

/** The bytes of each UTF-16 unit as one number, two bytes where it is above 255; 0 where it has none. */
type CodePage = Uint16Array;

const pageOf = (upperHalf: (page: CodePage) => void): CodePage => {
  const page = new Uint16Array(0x10000);
  for (let code = 1; code < 0x80; code += 1) page[code] = code;
  upperHalf(page);
  return page;
};

const latin1 = (page: CodePage): void => {
  for (let code = 0x80; code < 0x100; code += 1) page[code] = code;
};

// 0x80 to 0x9F. Kept here because the decoders of some runtimes read windows-1252 as ISO-8859-1.
const windows1252High = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const windows1252 = (page: CodePage): void => {
  for (let code = 0xa0; code < 0x100; code += 1) page[code] = code;
  Array.from(windows1252High, (character, index) => (page[character.charCodeAt(0)] = 0x80 + index));
};

const withBestFit =
  (upperHalf: (page: CodePage) => void) =>
  (page: CodePage): void => {
    upperHalf(page);
    for (const [code, fit] of bestFits) if (page[code] === 0) page[code] = fit.charCodeAt(0);
  };

// All bytes and pairs of bytes that a character above ASCII can have.
const leads = Array.from({ length: 128 }, (_, index) => 0x80 + index);
const trails = Array.from({ length: 191 }, (_, index) => 0x40 + index);
const spellings = [...leads, ...leads.flatMap((lead) => trails.map((trail) => lead * 256 + trail))];

/** The decoder of the runtime turned around. */
const decodedBy =
  (charset: string) =>
  (page: CodePage): void => {
    // A line end is no second byte of any of them: one call decodes all, each on a line of its own.
    const lines = spellings.flatMap((bytes) => (bytes > 255 ? [bytes >> 8, bytes & 255, 10] : [bytes, 10]));
    const characters = new TextDecoder(charset).decode(Uint8Array.from(lines)).split('\n');
    spellings.forEach((spelling, index) => {
      const character = characters[index] ?? '';
      const code = character.charCodeAt(0);
      if (character.length === 1 && code >= 0x80 && code !== 0xfffd && page[code] === 0)
        page[code] = spelling;
    });
  };

const contents = {
  ascii: () => undefined,
  latin1,
  'windows-1252': windows1252,
  'latin1 with best fit': withBestFit(latin1),
  'windows-1252 with best fit': withBestFit(windows1252),
  gbk: decodedBy('gbk'),
  shift_jis: decodedBy('shift_jis'),
  'euc-kr': decodedBy('euc-kr'),
  big5: decodedBy('big5'),
  'windows-1251': decodedBy('windows-1251'),
  'windows-1258': decodedBy('windows-1258'),
  'windows-874': decodedBy('windows-874'),
} as const;

export type CodePageName = keyof typeof contents;

/** Those that a machine of another region has as its own. */
export const regionalPages = [
  'gbk',
  'windows-1258',
  'windows-1251',
  'shift_jis',
  'euc-kr',
  'big5',
  'windows-874',
] as const satisfies CodePageName[];

// Each table is filled when the first body with such characters comes.
const pages = new Map<CodePageName, CodePage>();

function pageNamed(name: CodePageName): CodePage {
  const page = pages.get(name) ?? pageOf(contents[name]);
  pages.set(name, page);
  return page;
}

/** What stands for a character without bytes: `?`, one for each of the two units of an emoji or one in all, or nothing. */
export type Missing = 'each-unit' | 'each-character' | 'left-out';

export function encodeText(text: string, name: CodePageName, missing: Missing): Buffer {
  const page = pageNamed(name);
  const bytes = Buffer.alloc(text.length * 2);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const spelling = page[code] ?? 0;
    if (spelling > 255) bytes[length++] = spelling >> 8;
    if (spelling > 0 || code === 0) bytes[length++] = spelling & 255;
    else if (missing !== 'left-out') {
      bytes[length++] = 0x3f;
      if (missing === 'each-character' && code >= 0xd800 && code < 0xdc00) index += 1;
    }
  }
  return bytes.subarray(0, length);
}

/** How bytes of windows-1252 read; the five it leaves open read as the control characters of their numbers. */
export const readWindows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (byte) => windows1252High[byte.charCodeAt(0) - 0x80] ?? byte);
