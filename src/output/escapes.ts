import { Buffer } from 'node:buffer';

/** Escapes of URLs, JSON and HTML, undone once: a value is searched for as it is, however its characters are written. */

interface Unescaped {
  readonly text: string;
  /** Where each character of `text`, and its end, was before. */
  readonly origins: Uint32Array;
}

const escapes =
  /%[0-9a-fA-F]{2}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});/g;

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

/** @param view one character a byte; undefined if nothing is escaped in it */
export function unescaped(view: string): Unescaped | undefined {
  if (!/[%\\&]/.test(view)) return undefined;
  const pieces: string[] = [];
  const origins = new Uint32Array(view.length + 1);
  let length = 0;
  let copied = 0;
  const copyUntil = (end: number): void => {
    for (let origin = copied; origin < end; origin += 1) origins[length++] = origin;
    pieces.push(view.slice(copied, end));
  };
  for (const { 0: escape, index } of view.matchAll(escapes)) {
    const character = characterOf(escape);
    if (character === undefined) continue;
    copyUntil(index);
    origins.fill(index, length, length + character.length);
    length += character.length;
    pieces.push(character);
    copied = index + escape.length;
  }
  if (copied === 0) return undefined;
  copyUntil(view.length);
  origins[length] = view.length;
  return { text: pieces.join(''), origins };
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
