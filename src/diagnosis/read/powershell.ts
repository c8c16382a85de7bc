import { escapeLetters } from '../causes/quoted-text.js';
import { joined, known, OpenQuote, scriptOf, type Script, type Word } from './command.js';
import { Cursor } from './cursor.js';

/** PowerShell: doubled quotes, backtick escapes and continuations, here-strings. */
export const readPowerShell = (text: string): Script =>
  scriptOf(text, (commands) => {
    const cursor = new Cursor(text);
    let words: Word[] = [];
    let word: Word | undefined;
    const endWord = (): void => {
      if (word !== undefined) words.push({ ...word, text: asArgument(word.text) });
      word = undefined;
    };
    const endCommand = (): void => {
      endWord();
      if (words.length > 0) commands.push({ words });
      words = [];
    };
    while (!cursor.ended) {
      if (cursor.take(/[ \t\r]+/y)) endWord();
      else if (cursor.take(/[\n;|]/y)) endCommand();
      else if (!cursor.take(/`[ \t]*\r?\n/y)) word = joined(word, pieceAt(cursor));
    }
    endCommand();
  });

/** What `$…` in a text stands for; undefined if only a run would show it. */
export type Dollar = (cursor: Cursor) => Word | undefined;

/** A quoted text or a here-string; undefined if none begins here. */
export function quotedAt(cursor: Cursor, dollar: Dollar): Word | undefined {
  const { text } = cursor;
  const isHere = (): boolean => /^@['"]\r?\n/.test(text.slice(cursor.at, cursor.at + 4));
  if (!/['"]/.test(text.charAt(cursor.at)) && !isHere()) return undefined;
  const isSingle = text.charAt(cursor.at) === "'";
  let word = pieceAt(cursor, dollar);
  while (isSingle && text.charAt(cursor.at) === "'") word = joined(word, pieceAt(cursor, dollar));
  return word;
}

function pieceAt(cursor: Cursor, dollar?: Dollar): Word {
  const { at } = cursor;
  // A doubled quote is one quote of the text. Its second half opens the next piece.
  const [, single, doubled = ''] = cursor.take(/'([^']*)'(?=('?))/y) ?? [];
  if (single !== undefined) return known(single + doubled);
  const [, mark, lines = ''] = cursor.take(/@(['"])\r?\n(?:([^]*?)\r?\n)??\1@/y) ?? [];
  if (mark !== undefined) return mark === "'" ? known(lines) : expanded(new Cursor(lines), dollar);
  if (cursor.take(/"/y)) return expanded(cursor, dollar, /"(?!")/y);
  if (cursor.take(/'|@['"]\r?\n/y)) throw new OpenQuote(at);
  const [text = '', escaped, variable] = cursor.take(/`([^]?)|(\$(?=[\w{(:]))|[$@]|[^\s'"`;|$@]+|[^]/y) ?? [];
  return { text: escaped ?? text, open: variable !== undefined };
}

/** A text with variables and backtick escapes, up to its closing quote or the end. */
function expanded(cursor: Cursor, dollar?: Dollar, closing?: RegExp): Word {
  const start = cursor.at - 1;
  let word = known('');
  while (closing === undefined ? !cursor.ended : !cursor.take(closing)) {
    if (cursor.ended) throw new OpenQuote(start);
    const value = dollar?.(cursor);
    if (value !== undefined) {
      word = joined(word, value);
      continue;
    }
    const [all = '', escaped, variable] = cursor.take(/`([^])|(\$(?=[\w{(:]))|""|[`"$]|[^`$"]+/y) ?? [];
    const plain = all === '""' && closing !== undefined ? '"' : all;
    const text = escaped === undefined ? plain : (escapeLetters[escaped] ?? escaped);
    word = joined(word, { text, open: variable !== undefined });
  }
  return word;
}

/** Windows PowerShell passes quotes on unescaped, so people write `\"` for the called program. */
const asArgument = (text: string): string =>
  text.includes('\\"')
    ? text.replace(/(\\+)("?)/g, (all: string, slashes: string, quote: string) =>
        quote === '' ? all : `${slashes.slice(Math.ceil(slashes.length / 2))}"`,
      )
    : text;
