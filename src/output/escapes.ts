import { Buffer } from 'node:buffer';

/** Undoes the escapes of URLs, JSON and HTML, so that a secret is found however its characters are written. */

interface Unescaped {
  /** The text, with one character for each byte. */
  readonly text: string;
  /** For each character of `text`, and for its end: its position in the text with the escapes. */
  readonly origins: Uint32Array;
}

const percentEscape = /%[0-9a-fA-F]{2}/;
const surrogatePair = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/;
const unicodeEscape = /\\u[0-9a-fA-F]{4}/;
const shortEscape = /\\["\\/bfnrt]/;
/** `&#38;`, `&#x26;` or `&amp;`. */
const entity = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});/;

const patterns = [percentEscape, surrogatePair, unicodeEscape, shortEscape, entity];
const anyEscape = new RegExp(patterns.map(({ source }) => source).join('|'), 'g');

/** The first characters of the escapes of URLs, of JSON and of HTML. */
const familyMarks = ['%', '\\', '&'];

/** HTML's names of ASCII characters, in lower case. */
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
 * The texts that are left when up to `mostLayers` layers of escapes are undone. Each layer is undone for one family alone and
 * for all families, because what looks like an escape of another family may belong to the value.
 * @param latin1 one character a byte
 */
export function unescapedTexts(latin1: string, mostLayers: number): Unescaped[] {
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
    const character = marks.includes(escape.charAt(0)) ? decodeEscape(escape) : undefined;
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

/** The character of an escape as UTF-8, one character a byte; undefined if the escape means no character. */
function decodeEscape(escape: string): string | undefined {
  if (escape.startsWith('%')) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  if (escape.startsWith('\\')) return utf8AsLatin1(JSON.parse(`"${escape}"`) as string);
  const name = escape.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return namedCharacters.get(name);
  const codePoint = name.startsWith('#x')
    ? Number.parseInt(name.slice(2), 16)
    : Number(name.slice(1));
  return codePoint > 0x10ffff ? undefined : utf8AsLatin1(String.fromCodePoint(codePoint));
}

const utf8AsLatin1 = (text: string): string => Buffer.from(text).toString('latin1');
