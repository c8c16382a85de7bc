import { replaceUnsafe } from '../text/json/plain-text.js';
import { utf8Text } from '../text/utf8.js';

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const combining = /\p{M}/gu;

const escaped = (character: string): string =>
  named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Bytes as text on one line. With `marks`, combining marks are spelled out too. */
export function spelled(bytes: Buffer, marks: boolean): string {
  const plain = replaceUnsafe(utf8Text(bytes) ?? byCharacter(bytes), escaped);
  return marks ? plain.replace(combining, escaped) : plain;
}

/** Text mixed with bytes that are not text. */
function byCharacter(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = lengthBy(lead);
    const character = utf8Text(bytes.subarray(at, at + length));
    text += character ?? `\\x${lead.toString(16).padStart(2, '0')}`;
    at += character === undefined ? 1 : length;
  }
  return text;
}

/** A piece of the body for `says`: short, and without anything that a terminal obeys. */
export const quoted = (text: string): string =>
  replaceUnsafe(text.length > 24 ? `${text.slice(0, 24)}…` : text, escaped);

/** How many bytes a UTF-8 character has, by its first byte. */
const lengthBy = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
