import { escapeControls, replaceUnsafe } from '../text/visible.js';
import { utf8Text } from '../text/utf8.js';

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const combining = /\p{M}/gu;

const escaped = (character: string): string =>
  named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Bytes as text on one line. With `marks`, combining marks are spelled out too. */
export function spelled(bytes: Buffer, marks: boolean): string {
  const plain = replaceUnsafe(utf8Text(bytes) ?? byByte(bytes), escaped);
  return marks ? plain.replace(combining, escaped) : plain;
}

/** Text mixed with bytes that are not text. */
const byByte = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);

/** A piece of a body for `says`: short, and without anything that a terminal obeys. */
export function quoteShort(text: string): string {
  return `\`${replaceUnsafe(text.length > 24 ? `${text.slice(0, 24)}…` : text, escaped)}\``;
}

/** A text of the sender's program in `says`: line breaks as escapes, and a typed backslash as two. */
export function quoteText(text: string): string {
  return `\`${escapeControls(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'))}\``;
}
