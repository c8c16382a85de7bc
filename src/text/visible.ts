import { replaceUnsafe } from './json/plain-text.js';

/** Text without effect on a terminal: characters that act or hide are written `\u{1b}`, line breaks too: pass one line. */
export const escapeControls = (text: string): string =>
  replaceUnsafe(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** With the length, so that nobody takes the cut for the end. */
export const clipText = (text: string, longest = 2_000): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;

/** Like visible, for several lines: line feeds stay. */
export const escapeControlsInLines = (text: string): string =>
  text.split('\n').map(escapeControls).join('\n');
