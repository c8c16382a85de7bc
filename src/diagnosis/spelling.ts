import { escapeControls, replaceUnsafe } from '../text/visible.js';
import { utf8Text } from '../text/utf8.js';

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const combining = /\p{M}/gu;

const escapeOf = (character: string): string =>
  shortEscapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Visible characters that are written as escapes too. */
export interface SpelledOut {
  /** Combining marks, as escapes. */
  readonly marks: boolean;
  /** A backslash is written as two, because a backslash and an `n` in the text would look like a line break. */
  readonly backslashes: boolean;
}

const onlyUnsafe: SpelledOut = { marks: false, backslashes: false };

/** Bytes as text on one line, with escapes for what cannot be seen. */
export function spelled(bytes: Buffer, { marks, backslashes }: SpelledOut = onlyUnsafe): string {
  const text = utf8Text(bytes) ?? asciiWithEscapes(bytes);
  const plain = replaceUnsafe(backslashes ? text.replaceAll('\\', '\\\\') : text, escapeOf);
  return marks ? plain.replace(combining, escapeOf) : plain;
}

/** Bytes that are not UTF-8, as ASCII with `\xff` for the other bytes. */
const asciiWithEscapes = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);

const longestQuote = 24;

/**
 * A piece of a body, between backticks, for a sentence: cut short, and safe on a terminal. A body may be long, and only
 * the place of a mistake matters; a text that the reader has to see to its last character needs `quoteText`.
 */
export function quoteShort(text: string): string {
  const cutText = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
  return `\`${replaceUnsafe(cutText, escapeOf)}\``;
}

/** A text of the sender's program, between backticks, for a sentence: line breaks as `\n`, a backslash as two. */
export function quoteText(text: string): string {
  return `\`${escapeControls(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'))}\``;
}
