import { bestFits } from './best-fit.js';

/** Text in charsets with one or two bytes for a character. */

/** A UTF-16 unit and its bytes as one number; a number above 255 is two bytes. */
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

// All bytes and pairs of bytes that can be a character above ASCII.
const leads = Array.from({ length: 128 }, (_, at) => 0x80 + at);
const trails = Array.from({ length: 191 }, (_, at) => 0x40 + at);
const spellings = [...leads, ...leads.flatMap((lead) => trails.map((trail) => lead * 256 + trail))];

/** The runtime's decoder, reversed; only the first of several spellings is kept. */
const decodedBy = (charset: string) => (): Spelling[] => {
  // A line feed is never a second byte, so one call decodes all spellings, each on its own line.
  const lines = spellings.flatMap((bytes) => (bytes > 255 ? [bytes >> 8, bytes & 255, 10] : [bytes, 10]));
  const characters = new TextDecoder(charset).decode(Uint8Array.from(lines)).split('\n');
  return spellings
    .map((bytes, at) => [characters[at] ?? '', bytes] as const)
    .filter(([character]) => /^[^\0-\x7f\ufffd]$/.test(character))
    .map(([character, bytes]): Spelling => [character.charCodeAt(0), bytes])
    .reverse();
};

// If a character has several spellings here, the last one counts.
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

/** The default code pages of machines in other regions. */
export const regionalPages = [
  'gbk',
  'windows-1258',
  'windows-1251',
  'shift_jis',
  'euc-kr',
] as const satisfies CodePageName[];

// A table is filled when it is first needed.
const pages = new Map<CodePageName, ReadonlyMap<number, number>>();

function pageNamed(name: CodePageName): ReadonlyMap<number, number> {
  const page = pages.get(name) ?? new Map([...asThemselves(0, 0x80), ...contents[name]()]);
  pages.set(name, page);
  return page;
}

/** The replacement of a character without bytes: `?` for each UTF-16 unit (two for an emoji), one `?`, or nothing. */
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

/** Decodes windows-1252; its five undefined bytes become the control characters with their numbers. */
export const readWindows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (byte) => windows1252High[byte.charCodeAt(0) - 0x80] ?? byte);
