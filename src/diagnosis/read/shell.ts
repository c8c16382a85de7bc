import type { PvgError } from '../../failure.js';
import { Cursor, lineNumberAt } from './cursor.js';
import { unreadableInputError } from './found.js';

interface Script {
  /** The words of each command. A word has one character per byte of the file. */
  readonly commands: readonly (readonly string[])[];
  /** The error of a quote that is not closed. `commands` has everything before it. */
  readonly broken?: PvgError;
}

/** In a word these two enclose a variable or the output of a command, which only a shell could resolve. They stand for no byte. */
const [unresolvedStart, unresolvedEnd] = ['\u{e000}', '\u{e001}'];
const unresolvedPart = new RegExp(
  `${unresolvedStart}([^${unresolvedStart}${unresolvedEnd}]*)${unresolvedEnd}`,
  'g',
);
/** The first variable or command output in a word; undefined if it has none. */
export function firstUnresolvedPart(word: string): string | undefined {
  const [first] = word.matchAll(unresolvedPart);
  return first?.[1];
}
export function withoutUnresolvedParts(word: string): string {
  return word.replace(unresolvedPart, '');
}

const eitherOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'y');
/** `$NAME`, `${NAME}`, `$(command)`, `$?`, or a command in backticks. */
const unresolved = /(?<unresolved>\$(?:\w+|\{[^}\n]{0,200}\}|\([^)]*\)?|[@*#?$!-])|`[^`]*`?)/y;
/** `> file`, `2>/dev/null`, `2>&1`: where output goes is no part of a request, and options may follow. */
const redirection = /(?:(?<=^|\s)\d|&)?>>?(?:&[\d-]|[ \t]*(?:'[^']*'|"[^"]*"|[^\s'"&;|()<>]+))/y;
/** A piece of a word outside double quotes, or the blank or operator that ends the word. */
const outside = eitherOf(
  redirection,
  /(?<plain>[^ \t\r\n\\'"$`;&|()<>]+)/y,
  /(?<blank>[ \t\r]+)/y,
  /(?<operator>[\n;&|()<>]+)/y,
  // A backslash at the end of a line. A shell allows no blanks after it, but a copy from a chat adds them.
  /\\[ \t]*\r?\n/y,
  /\\(?<escaped>[^])/y,
  /'(?<single>[^']*)'/y,
  /\$'(?<ansi>[^'\\]*(?:\\[^][^'\\]*)*)'/y,
  /(?<quote>\$?")/y,
  unresolved,
  /(?<unclosed>')/y,
  /(?<other>[^])/y,
);
/** A piece of a word inside double quotes, or the quote that ends them. */
const inside = eitherOf(
  /(?<plain>[^"\\$`]+)/y,
  /(?<quote>")/y,
  /\\\r?\n/y,
  /\\(?<escaped>[\\$`"])/y,
  unresolved,
  /(?<other>[^])/y,
);

/**
 * The commands of a text, split into words as a POSIX shell does (except that blanks may follow a backslash at the end of a
 * line). Nothing is run, and no variable is filled in. No package does this: shell-quote does not know `$'…'`, which
 * browsers use for a body, and a full parser of bash is larger than all of diagnosis.
 */
export function readScript(text: string): Script {
  const cursor = new Cursor(text);
  const commands: string[][] = [[]];
  let word: string | undefined;
  let quotedFrom: number | undefined;
  const endWord = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  while (!cursor.isAtEnd) {
    const { position: index } = cursor;
    const piece = cursor.take(quotedFrom === undefined ? outside : inside)?.groups ?? {};
    const { blank, operator, quote, ansi, unclosed } = piece;
    const plain = piece['plain'] ?? piece['escaped'] ?? piece['single'] ?? piece['other'];
    if (plain !== undefined) word = (word ?? '') + plain;
    else if (ansi !== undefined) word = (word ?? '') + ansiC(ansi);
    else if (piece['unresolved'] !== undefined) {
      word = `${word ?? ''}${unresolvedStart}${piece['unresolved']}${unresolvedEnd}`;
    } else if (quote !== undefined) {
      word ??= '';
      quotedFrom = quotedFrom === undefined ? index : undefined;
    } else if (unclosed !== undefined) return { commands, broken: notClosedError(text, index) };
    else if (blank ?? operator) endWord();
    if (operator !== undefined) commands.push([]);
  }
  if (quotedFrom !== undefined) return { commands, broken: notClosedError(text, quotedFrom) };
  endWord();
  return { commands };
}

const notClosedError = (text: string, index: number): PvgError =>
  unreadableInputError(
    `A quote in line ${String(lineNumberAt(text, index))} of the command is not closed.`,
  );

const escapeLetters: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** `\x1f`, `\u00e9`, `\U0001f600`, `\033`, `\n`. */
const ansiEscape =
  /\\(?:x(?<byte>[\da-fA-F]{1,2})|u(?<short>[\da-fA-F]{1,4})|U(?<long>[\da-fA-F]{1,8})|(?<octal>[0-7]{1,3})|(?<letter>[^]))/g;

/** Resolves the escapes inside $'…'. The result has one character per byte. */
function ansiC(inner: string): string {
  let text = '';
  let end = 0;
  for (const escape of inner.matchAll(ansiEscape)) {
    text += inner.slice(end, escape.index) + ansiCharacter(escape.groups ?? {});
    end = escape.index + escape[0].length;
  }
  return text + inner.slice(end);
}

function ansiCharacter(groups: Readonly<Record<string, string | undefined>>): string {
  const { byte, short, long, octal, letter = '' } = groups;
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
  const hex = short ?? long;
  if (hex !== undefined) return unicodeBytes(Number.parseInt(hex, 16));
  return escapeLetters.get(letter) ?? (/[\\'"?]/.test(letter) ? letter : `\\${letter}`);
}

/** The bytes of a code point in UTF-8, as one character each. A number above the last code point has none: only its backslash stays. */
function unicodeBytes(codePoint: number): string {
  if (codePoint > 0x10ffff) return '\\';
  return Buffer.from(String.fromCodePoint(codePoint)).toString('latin1');
}
