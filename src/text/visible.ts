import { madeOnce } from './made-once.js';

/** Characters that act on a terminal or hide in a text, and a few small changes of texts. */

/** One line without effect on a terminal: control and invisible characters, line breaks too, are written as `\u{1b}`. */
export function escapeControls(text: string): string {
  return replaceUnsafe(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The beginning of a long text with its whole length, so that nobody takes it for the whole text. */
export function clipText(text: string, longest = 2_000): string {
  return text.length <= longest ? text : `${cutText(text, longest)}… (${text.length} characters)`;
}

/** The beginning of a text. A character of two UTF-16 units, such as 🎁, is not cut in half. */
export function cutText(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}

/** Like `escapeControls`, for several lines: line feeds are kept. */
export function escapeControlsInLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}

/** Like `escapeControls`, for a program or bytes to be copied: line feeds and tabs are kept, which Go and Python need. */
export function escapeControlsInCode(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(escapeControls).join('\t'))
    .join('\n');
}

/**
 * Whether a text has only characters that are safe everywhere and take one column each: ASCII, Latin letters, dashes
 * and quotes, but not the soft hyphen (U+00AD), which is invisible. Most texts are like this, and the full classes take thirty
 * times as long.
 */
export function isPlainText(text: string): boolean {
  return /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027✔✘]*$/.test(text);
}

/** Controls, formats (bidi, tags, zero width), separators, lone surrogates, private and unassigned characters. */
const unsafe = madeOnce(() => /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu);

/** Rewrites each control or invisible character. All of pvg uses this list of them. */
export function replaceUnsafe(text: string, write: (character: string) => string): string {
  return isPlainText(text) ? text : text.replace(unsafe(), write);
}

export function hasUnsafe(text: string): boolean {
  return !isPlainText(text) && text.search(unsafe()) !== -1;
}

/**
 * The text without these characters at its end. A pattern such as `/x+$/` is tried again at each character of a run,
 * so it takes time with the square of the run.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A copy of the value with every text in it rewritten, at any depth of lists and objects; names of members are kept. */
export function mapTexts<Value>(value: Value, write: (text: string) => string): Value {
  const mapped = (each: unknown): unknown => {
    if (typeof each === 'string') return write(each);
    if (Array.isArray(each)) return each.map(mapped);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, mapped(member)]));
  };
  return mapped(value) as Value;
}
