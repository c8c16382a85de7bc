import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { isPlainText } from '../text/json/plain-text.js';

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  return isPlainText(text) ? text.length : stringWidth(text);
}

/** The text on one line of at most `width` columns; `…` marks what is cut off. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const [line = ''] = wrap(text, width - ' …'.length);
  if (displayWidth(line) <= width - ' …'.length) return `${line.replace(/(?<![ ,])[ ,]+$/, '')} …`;
  const characters = [...text];
  let start = '';
  for (const character of characters) {
    if (displayWidth(start + character) >= width) break;
    start += character;
  }
  return `${start}…`;
}

/** Stands for a blank that is no place to break a line. Texts that were made harmless have no private character. */
const noBreakSpace = '\u{e000}';

/** The match with its blanks kept, if a line has room for it. */
function keepTogether(width: number): (part: string) => string {
  return (part) => (displayWidth(part) <= width ? part.replaceAll(' ', noBreakSpace) : part);
}

/** Breaks between words; a wider word gets a line of its own. A command in a sentence is one word. */
export function wrap(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const words = text.replace(/`[^`]+`/g, keepTogether(width));
  const lines = isPlainText(text)
    ? wrapPlainText(words, width)
    : wrapAnsi(words, width).split('\n');
  return lines.map((line) => line.replaceAll(noBreakSpace, ' '));
}

/** The same as wrap-ansi, without its `Intl.Segmenter`: that takes as long as a bare start of node. */
function wrapPlainText(words: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of words.split(' ')) {
    const last = lines.at(-1) ?? '';
    const isTooLong = last !== '' && last.length + 1 + word.length > width;
    if (isTooLong) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** The lines below the first one begin under its first word; so do those of an item `- …`. */
export function wrapIndented(text: string, width: number): string[] {
  const [first = ''] = /^ *(?:- )?/.exec(text) ?? [];
  return wrapBeside(first, text.slice(first.length), width);
}

/** A text to the right of another one, in a column of its own. */
function wrapBeside(beside: string, text: string, width: number): string[] {
  const column = displayWidth(beside);
  const indent = ' '.repeat(column);
  const lines = wrap(text, width - column);
  return lines.map((line, index) => (index === 0 ? beside : indent) + line);
}

const narrowestText = 24;

/** A name and its text, beside it; below it where there is no room. */
export function wrapEntry(name: string, text: string, width: number): string[] {
  const widestWord = Math.max(...text.split(' ').map(displayWidth));
  const needed = Math.min(Math.max(narrowestText, widestWord), displayWidth(text));
  const hasRoom = width - displayWidth(name) >= needed;
  if (hasRoom) return wrapBeside(name, text, width);
  const [indent = ''] = /^ */.exec(name) ?? [];
  return [...wrapIndented(name.trimEnd(), width), ...wrapBeside(`${indent}    `, text, width)];
}

const continued = ' \\\n  ';

/** A shell reads these lines as one command: no quoted text is broken, and an option keeps its value. */
export function wrapCommand(command: string, width: number): string[] {
  if (displayWidth(command) <= width || command.includes('\n')) return [command];
  const room = width - continued.length;
  const words = command
    .replace(/\\.|'[^']*'|"[^"]*"/g, (quoted) => quoted.replaceAll(' ', noBreakSpace))
    .replace(/(?<= )--[a-z-]+ [^-\s]\S*/g, keepTogether(room));
  return wrapAnsi(words, room)
    .replaceAll('\n', continued)
    .replaceAll(noBreakSpace, ' ')
    .split('\n');
}
