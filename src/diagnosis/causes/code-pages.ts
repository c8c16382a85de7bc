import { bestFits } from './best-fit.js';

/** Text in charsets of one or two bytes a character. */

/** A UTF-16 unit, and its bytes as one number, two of them where it is above 255. */
type Spelling = readonly [code: number, bytes: number];

const asThemselves = (first: number, end: number): Spelling[] =>
  Array.from({ length: end - first }, (_, at) => [first + at, first + at]);

const latin1 = asThemselves(0x80, 0x100);

// 0x80 to 0x9F. Kept here because the decoders of some runtimes read windows-1252 as ISO-8859-1.
const windows1252High = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const windows1252 = [
  ...asThemselves(0xa0, 0x100),
  ...Array.from(windows1252High, (character, at): Spelling => [character.charCodeAt(0), 0x80 + at]),
];

// All bytes and pairs of bytes that a character above ASCII can have.
const leads = Array.from({ length: 128 }, (_, at) => 0x80 + at);
const trails = Array.from({ length: 191 }, (_, at) => 0x40 + at);
const spellings = [...leads, ...leads.flatMap((lead) => trails.map((trail) => lead * 256 + trail))];

/** The decoder of the runtime turned around; of several spellings the first stays. */
const decodedBy = (charset: string) => (): Spelling[] => {
  // A line end is no second byte of any of them: one call decodes all, each on a line of its own.
  const lines = spellings.flatMap((bytes) => (bytes > 255 ? [bytes >> 8, bytes & 255, 10] : [bytes, 10]));
  const characters = new TextDecoder(charset).decode(Uint8Array.from(lines)).split('\n');
  return spellings
    .map((bytes, at) => [characters[at] ?? '', bytes] as const)
    .filter(([character]) => /^[^\0-\x7f\ufffd]$/.test(character))
    .map(([character, bytes]): Spelling => [character.charCodeAt(0), bytes])
    .reverse();
};

// Of several spellings here the last counts.
const contents = {
  ascii: () => [],
  latin1: () => latin1,
  'windows-1252': () => windows1252,
  'latin1 with best fit': () => [...bestFits, ...latin1],
  'windows-1252 with best fit': () => [...bestFits, ...windows1252],
  gbk: decodedBy('gbk'),
  shift_jis: decodedBy('shift_jis'),
  'euc-kr': decodedBy('euc-kr'),
  'windows-1251': decodedBy('windows-1251'),
  'windows-1258': decodedBy('windows-1258'),
} as const satisfies Readonly<Record<string, () => readonly Spelling[]>>;

export type CodePageName = keyof typeof contents;

/** Those that a machine of another region has as its own. */
export const regionalPages = [
  'gbk',
  'windows-1258',
  'windows-1251',
  'shift_jis',
  'euc-kr',
] as const satisfies CodePageName[];

// Each table is filled when the first body with such characters comes.
const pages = new Map<CodePageName, ReadonlyMap<number, number>>();

function pageNamed(name: CodePageName): ReadonlyMap<number, number> {
  const page = pages.get(name) ?? new Map([...asThemselves(0, 0x80), ...contents[name]()]);
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
    const spelling = page.get(code);
    if (spelling !== undefined) {
      if (spelling > 255) bytes[length++] = spelling >> 8;
      bytes[length++] = spelling & 255;
    } else if (missing !== 'left-out') {
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
