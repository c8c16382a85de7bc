import { replaceUnsafe } from './json/plain-text.js';

/** Text without effect on a terminal: characters that act or hide are written `\u{1b}`, line breaks too: pass one line. */
export function escapeControls(text: string): string {
  return replaceUnsafe(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** With the length, so that nobody takes the cut for the end. */
export function clipText(text: string, longest = 2_000): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

/** Like visible, for several lines: line feeds stay. */
export function escapeControlsInLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}
