import { isPlainText } from '../text/json/plain-text.js';
import { displayWidth } from './width.js';

/** Breaks between words; a word that is wider than a line gets a line of its own. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of words(text, width)) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A command in a sentence is one word, where a line has room for it. */
function words(text: string, width: number): string[] {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    const last = found.at(-1) ?? '';
    const isInside = (last.match(/`/g) ?? []).length % 2 === 1;
    if (isInside && displayWidth(`${last} ${word}`) <= width) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found;
}

/** For a cell, which must keep its frame: a word that is wider than the cell is cut. */
export const wrapCell = (text: string, width: number): string[] =>
  wrap(
    text
      .split(' ')
      .flatMap((word) => pieces(word, width))
      .join(' '),
    width,
  );

/** The lines below the first one begin under its first word; so do those of an item `- …`. */
export function wrapIndented(text: string, width: number): string[] {
  const [first = ''] = /^ *(?:- )?/.exec(text) ?? [];
  return wrapBeside(first, text.slice(first.length), width);
}

/** A text to the right of another one, in a column of its own. */
export const wrapBeside = (beside: string, text: string, width: number): string[] => {
  const column = displayWidth(beside);
  return wrap(text, width - column).map((line, at) => (at === 0 ? beside : ' '.repeat(column)) + line);
};

/**
 * A shell reads these lines as one command: each but the last ends with `\`, no quoted text is broken, and an option
 * keeps its value.
 */
export function wrapCommand(command: string, width: number): string[] {
  const words = command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  if (words.join(' ') !== command) return [command];
  const lines: string[] = [];
  for (const part of withValues(words, width)) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(part);
    else if (displayWidth(`${line} ${part}${continued}`) <= width) lines[lines.length - 1] += ` ${part}`;
    else lines.push(`  ${part}`);
  }
  return lines.map((line, at) => (at === lines.length - 1 ? line : line + continued));
}

const continued = ' \\';

function withValues(words: readonly string[], width: number): string[] {
  const parts: string[] = [];
  for (const word of words) {
    const pair = `${parts.at(-1) ?? ''} ${word}`;
    const isValue = /^--[a-z-]+$/.test(parts.at(-1) ?? '') && !word.startsWith('-');
    if (isValue && displayWidth(`  ${pair}${continued}`) <= width) parts[parts.length - 1] = pair;
    else parts.push(word);
  }
  return parts;
}

function pieces(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const found = [''];
  for (const character of graphemes(word)) {
    const piece = (found.at(-1) ?? '') + character;
    if (displayWidth(piece) <= width) found[found.length - 1] = piece;
    else found.push(character);
  }
  return found;
}

/** A mark stays with its letter, a modifier with its emoji. */
const graphemes = (word: string): Iterable<string> =>
  isPlainText(word) ? word : Array.from(new Intl.Segmenter('en').segment(word), ({ segment }) => segment);
