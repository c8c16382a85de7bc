import stringWidth from 'string-width';
import { isPlainText } from '../text/json/plain-text.js';

// Thai, Hebrew, Arabic, Devanagari … marks take no column of their own; string-width 4 knows those of Latin only. What
// makes an emoji of the character before it (U+FE0F, U+20E3) stays.
const marks = /(?![\u{fe0f}\u{20e3}])[\p{Mn}\p{Me}]/gu;

/** How many columns of a terminal a text takes. Composed first: Korean written in parts would count each part. */
export const displayWidth = (text: string): number =>
  isPlainText(text) ? text.length : stringWidth(text.normalize('NFC').replace(marks, ''));

/**
 * For a library that counts columns as string-width alone does: texts that it would count wrongly are replaced by
 * stand-ins of the right width and come back afterwards. A stand-in is one private character, repeated; texts that were
 * made harmless (visible.ts) contain none.
 */
export class StandIns {
  private readonly texts: string[] = [];

  instead(text: string): string {
    const width = displayWidth(text);
    if (width === 0 || width === stringWidth(text)) return text;
    this.texts.push(text);
    return String.fromCodePoint(firstPrivate + this.texts.length - 1).repeat(width);
  }

  back(drawn: string): string {
    if (this.texts.length === 0) return drawn;
    return drawn.replace(
      /([\u{f0000}-\u{ffffd}])\1*/gu,
      (run, character: string) => this.texts[(character.codePointAt(0) ?? 0) - firstPrivate] ?? run,
    );
  }
}

const firstPrivate = 0xf0000;
