import { replaceUnsafe } from './json/plain-text.js';

/** Text that no terminal obeys: what could act or hide is written `\u{1b}`. Line ends too: pass one line at a time. */
export const visible = (text: string): string =>
  replaceUnsafe(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Like visible, for text of several lines: line feeds stay. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');
