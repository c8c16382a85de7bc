import { joined, known, type Script, type Word } from './command.js';
import { Cursor } from './cursor.js';

/**
 * A caret escapes the next character, but not inside quotes. A line break after it disappears, with any blanks that
 * pasting left before the break. Each quote opens or closes, whatever is before it.
 */
const token = /"[^"\n]*"?|\^[ \t]*\r?\n(\r?\n|[^"])?|\^([^]?)|([\n&|])|[^"^\n&|]+/g;
const prompt = /^[A-Za-z]:\\[^<>|"]*?>/;

export function readCmd(text: string): Script {
  const lines = [''];
  for (const [all, afterBreak, escaped, end] of text.matchAll(token)) {
    const literal = all.startsWith('^') ? (afterBreak ?? escaped ?? '').replace('\r\n', '\n') : undefined;
    if (end === undefined) lines.push(`${lines.pop() ?? ''}${literal ?? all.replaceAll('\r', '')}`);
    else lines.push('');
  }
  return { commands: lines.map((line) => ({ words: argumentsOf(line.replace(prompt, '')) })) };
}

/** Splits as the C runtime of the called program does: backslashes count only before a quote, `""` inside quotes is a quote. */
function argumentsOf(line: string): Word[] {
  const cursor = new Cursor(line);
  const words: Word[] = [];
  let word: Word | undefined;
  let quoted = false;
  while (!cursor.ended) {
    const slashes = cursor.take(/(\\*)"/y)?.[1];
    if (slashes !== undefined) {
      word = joined(word, known(slashes.slice(Math.ceil(slashes.length / 2))));
      if (slashes.length % 2 === 1 || (quoted && cursor.take(/"/y))) word = joined(word, known('"'));
      else quoted = !quoted;
    } else if (!quoted && cursor.take(/[ \t\n]+/y)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = joined(word, known(cursor.take(/\\+|[^"\\ \t\n]+|[ \t\n]+/y)?.[0] ?? ''));
  }
  return word === undefined ? words : [...words, word];
}
