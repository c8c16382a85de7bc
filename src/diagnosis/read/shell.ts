import { PvgError } from '../../failure.js';
import { Cursor, lineOf } from './cursor.js';
import { inputUnreadable } from './found.js';

/** A word of a command line, with one character per byte as in the file. */
export interface Word {
  readonly text: string;
  /** The first part of it that only a run would show: a variable, the output of a command. */
  readonly open?: string;
}

interface Command {
  readonly words: Word[];
  /** The words of the command before the `|`. */
  readonly pipedFrom?: readonly Word[];
}

interface Script {
  readonly commands: readonly Command[];
  /** A quote that is not closed: everything before it was read. */
  readonly broken?: PvgError;
}

/** The commands of a text, split as a POSIX shell does; nothing is run, and no variable is filled in. */
export function readScript(text: string): Script {
  const commands: Command[] = [{ words: [] }];
  try {
    readInto(commands, text);
    return { commands };
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    return { commands, broken: error };
  }
}

function readInto(commands: Command[], text: string): void {
  const cursor = new Cursor(text);
  let word: Word | undefined;
  const add = (piece: Word): void => {
    word = { text: (word?.text ?? '') + piece.text, ...openOf(word, piece) };
  };
  const endWord = (): void => {
    if (word) commands.at(-1)?.words.push(word);
    word = undefined;
  };
  while (!cursor.ended) {
    const run = cursor.take(/[^ \t\r\n\\'"$`;&|()<>]+/y)?.[0];
    if (run !== undefined) add({ text: run });
    else if (cursor.take(/\\[ \t]*\r?\n/y) ?? cursor.take(/\^\r?\n/y)) continue;
    else if (cursor.take(/[ \t\r]+/y)) endWord();
    else if (/[\n;&|()<>]/.test(cursor.text[cursor.at] ?? '')) {
      const operator = cursor.take(/[\n;&|()<>]+/y)?.[0];
      endWord();
      const before = commands.at(-1)?.words ?? [];
      commands.push({ words: [], ...(operator === '|' && { pipedFrom: before }) });
    } else add(pieceOf(cursor));
  }
  endWord();
}

const openOf = (word: Word | undefined, piece: Word): { readonly open?: string } => {
  const open = word?.open ?? piece.open;
  return open === undefined ? {} : { open };
};

/** A quoted text, an escape, or a part whose value is not in the text. */
function pieceOf(cursor: Cursor): Word {
  const escaped = cursor.take(/\\([^])/y);
  if (escaped) return { text: escaped[1] ?? '' };
  const single = cursor.take(/'([^']*)'/y);
  if (single) return { text: single[1] ?? '' };
  const ansi = cursor.take(/\$'((?:[^'\\]|\\[^])*)'/y);
  if (ansi) return { text: ansiC(ansi[1] ?? '') };
  if (cursor.take(/\$?"/y)) return doubleQuoted(cursor);
  const open = openAt(cursor);
  if (open !== undefined) return { text: '', open };
  if (cursor.text[cursor.at] === "'") throw notClosed(cursor, cursor.at);
  cursor.at += 1;
  return { text: cursor.text[cursor.at - 1] ?? '' };
}

function doubleQuoted(cursor: Cursor): Word {
  const start = cursor.at - 1;
  let word: Word = { text: '' };
  for (;;) {
    if (cursor.ended) throw notClosed(cursor, start);
    if (cursor.take(/"/y)) return word;
    const run = cursor.take(/[^"\\$`]+/y)?.[0];
    const open = run === undefined ? openAt(cursor) : undefined;
    if (run !== undefined) word = { ...word, text: word.text + run };
    else if (open !== undefined) word = { text: word.text, open: word.open ?? open };
    else if (!cursor.take(/\\\r?\n/y)) {
      const character = cursor.take(/\\([\\$`"])/y)?.[1] ?? cursor.take(/[^]/y)?.[0] ?? '';
      word = { ...word, text: word.text + character };
    }
  }
}

const openAt = (cursor: Cursor): string | undefined =>
  cursor.take(/\$(?:\w+|\{[^}]*\}|\([^)]*\)?|[@*#?$!-])/y)?.[0] ?? cursor.take(/`[^`]*`?/y)?.[0];

const notClosed = (cursor: Cursor, at: number): PvgError =>
  inputUnreadable(`A quote in line ${String(lineOf(cursor.text, at))} of the command is not closed.`);

const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The inside of $'…', as browsers copy a body, and what printf writes of one text. */
export const ansiC = (inner: string): string =>
  inner.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|([^]))/g,
    (_all, byte?: string, short?: string, long?: string, octal?: string, letter: string = '') => {
      const point = Number.parseInt(short ?? long ?? 'z', 16);
      if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      if (point <= 0x10ffff) return Buffer.from(String.fromCodePoint(point)).toString('latin1');
      return letters[letter] ?? (/[\\'"?]/.test(letter) ? letter : `\\${letter}`);
    },
  );
