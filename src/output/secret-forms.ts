import { Buffer } from 'node:buffer';

/** Three parts: the forms of a secret, the texts behind escapes in which they are searched for, and the ranges that were found. */

/** How a value may be written in a text, apart from escapes, which are undone in the text itself. In small letters. */

interface WrittenForms {
  /** As it is, with `+` for its blanks, and backwards. */
  readonly plain: readonly Buffer[];
  readonly base64: readonly Buffer[];
  readonly hex: readonly Buffer[];
}

export function formsOf(value: string): WrittenForms {
  const bytes = Buffer.from(value);
  const own = bytes.toString('latin1');
  const backwards = Buffer.from([...value].reverse().join('')).toString('latin1');
  return {
    plain: distinctForms([own, own.replaceAll(' ', '+'), backwards]),
    base64: distinctForms(base64Forms(bytes)),
    hex: distinctForms([bytes.toString('hex')]),
  };
}

export function onlyOwnForm(value: string): WrittenForms {
  return {
    plain: [ownForm(value)],
    base64: [],
    hex: [],
  };
}

export function ownForm(value: string): Buffer {
  return inSmallLetters(Buffer.from(value).toString('latin1'));
}

/** @param latin1 one character a byte. Bytes outside of ASCII may change, too, but in texts and values alike */
export function inSmallLetters(latin1: string): Buffer {
  return Buffer.from(latin1.toLowerCase(), 'latin1');
}

function distinctForms(texts: readonly string[]): Buffer[] {
  return [...new Set(texts)].map(inSmallLetters);
}

/**
 * The value encoded alone, and as it appears in the base64 of a longer text: after none, one or two bytes of a group of
 * three, without the characters that it shares with its neighbours.
 */
function base64Forms(bytes: Buffer): string[] {
  const encodings = ['base64', 'base64url'] as const;
  return encodings.flatMap((encoding) => [
    bytes.toString(encoding),
    ...[0, 1, 2].map((before) => base64After(before, bytes, encoding)),
  ]);
}

function base64After(before: number, bytes: Buffer, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
  const start = before === 0 ? 0 : before + 1;
  return text.slice(start, Math.floor(((before + bytes.length) * 4) / 3));
}

/** Escapes of URLs, JSON and HTML: a value is searched for as it is, however its characters are written. */

interface Unescaped {
  /** One character a byte. */
  readonly text: string;
  /** The position that each character of `text`, and its end, has in the text before. */
  readonly origins: Uint32Array;
}

const percentEscape = /%[0-9a-fA-F]{2}/;
const surrogatePair = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/;
const unicodeEscape = /\\u[0-9a-fA-F]{4}/;
const shortEscape = /\\["\\/bfnrt]/;
const entity = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});/;

const patterns = [percentEscape, surrogatePair, unicodeEscape, shortEscape, entity];
const anyEscape = new RegExp(patterns.map(({ source }) => source).join('|'), 'g');

/** The first characters of the escapes of URLs, of JSON and of HTML. */
const familyMarks = ['%', '\\', '&'];

/** HTML's names of ASCII characters, in small letters. */
const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['ast', '*'],
  ['bsol', '\\'],
  ['colon', ':'],
  ['comma', ','],
  ['commat', '@'],
  ['dollar', '$'],
  ['equals', '='],
  ['excl', '!'],
  ['grave', '`'],
  ['gt', '>'],
  ['hat', '^'],
  ['lbrace', '{'],
  ['lbrack', '['],
  ['lcub', '{'],
  ['lowbar', '_'],
  ['lpar', '('],
  ['lsqb', '['],
  ['lt', '<'],
  ['newline', '\n'],
  ['num', '#'],
  ['percnt', '%'],
  ['period', '.'],
  ['plus', '+'],
  ['quest', '?'],
  ['quot', '"'],
  ['rbrace', '}'],
  ['rbrack', ']'],
  ['rcub', '}'],
  ['rpar', ')'],
  ['rsqb', ']'],
  ['semi', ';'],
  ['sol', '/'],
  ['tab', '\t'],
  ['verbar', '|'],
  ['vert', '|'],
]);

/**
 * The texts that are left when up to so many layers of escapes are undone. A layer has the escapes of one family, or of all:
 * what looks like an escape of another family may belong to the value.
 * @param latin1 one character a byte
 */
export function textsBehindEscapes(latin1: string, mostLayers: number): Unescaped[] {
  const found = new Map<string, Unescaped>();
  let outerTexts = undoOneLayer(latin1);
  for (let layer = 1; layer <= mostLayers; layer += 1) {
    const newTexts = outerTexts.filter(({ text }) => !found.has(text));
    newTexts.forEach((unescaped) => found.set(unescaped.text, unescaped));
    if (layer < mostLayers) outerTexts = newTexts.flatMap(undoNextLayer);
  }
  return [...found.values()];
}

function undoNextLayer(outer: Unescaped): Unescaped[] {
  return undoOneLayer(outer.text).map(({ text, origins }) => ({
    text,
    origins: origins.map((position) => outer.origins[position] ?? 0),
  }));
}

function undoOneLayer(latin1: string): Unescaped[] {
  const families = familyMarks.filter((mark) => latin1.includes(mark));
  if (families.length > 1) families.push(families.join(''));
  return families
    .map((marks) => undoEscapes(latin1, marks))
    .filter((unescaped) => unescaped !== undefined);
}

/** @param marks of the families whose escapes are undone. @returns undefined if the text has none of them */
function undoEscapes(latin1: string, marks: string): Unescaped | undefined {
  const pieces: string[] = [];
  const origins = new Uint32Array(latin1.length + 1);
  let length = 0;
  let copied = 0;
  const copyUntil = (end: number): void => {
    for (let origin = copied; origin < end; origin += 1) origins[length++] = origin;
    pieces.push(latin1.slice(copied, end));
  };
  for (const { 0: escape, index } of latin1.matchAll(anyEscape)) {
    const character = marks.includes(escape.charAt(0)) ? characterOf(escape) : undefined;
    if (character === undefined) continue;
    copyUntil(index);
    origins.fill(index, length, length + character.length);
    length += character.length;
    pieces.push(character);
    copied = index + escape.length;
  }
  if (copied === 0) return undefined;
  copyUntil(latin1.length);
  origins[length] = latin1.length;
  return { text: pieces.join(''), origins: origins.subarray(0, length + 1) };
}

/** As UTF-8, one character a byte; undefined if the escape means no character. */
function characterOf(escape: string): string | undefined {
  if (escape.startsWith('%')) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  if (escape.startsWith('\\')) return bytesOf(JSON.parse(`"${escape}"`) as string);
  const name = escape.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return namedCharacters.get(name);
  const codePoint = name.startsWith('#x')
    ? Number.parseInt(name.slice(2), 16)
    : Number(name.slice(1));
  return codePoint > 0x10ffff ? undefined : bytesOf(String.fromCodePoint(codePoint));
}

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** A part of a text, its end not included. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Adds a range that ends behind all others. Ranges that touch or overlap become one. */
export function addRange(ranges: TextRange[], { start, end }: TextRange): void {
  let joinedStart = start;
  let last = ranges.at(-1);
  while (last !== undefined && last.end >= start) {
    joinedStart = Math.min(joinedStart, last.start);
    ranges.pop();
    last = ranges.at(-1);
  }
  ranges.push({ start: joinedStart, end });
}

/** The ranges in order. Those that touch or overlap become one. */
export function joinedRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    addRange(joined, { start: range.start, end: Math.max(range.end, last?.end ?? 0) });
  }
  return joined;
}
