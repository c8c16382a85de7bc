import { madeOnce } from '../text/made-once.js';
import { isPlainText } from '../text/visible.js';
import { displayWidth, wrap } from './table.js';

/** Breaks texts for the player into lines of a terminal. */

/** Letters of languages that are written without blanks, and the punctuation of East Asia. */
const unspaced = madeOnce(
  () =>
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uffef]/u,
);

const opensBracket = madeOnce(() => /[\p{Ps}\p{Pi}]$/u);

/** Characters that may not begin a line: combining marks, and punctuation that closes. */
const belongsToPrevious = madeOnce(() => /^[\p{M}\p{Lm}\p{Pe}\p{Pf}\p{Po}\p{Pd}\s]/u);

/** The lines of a text. It is broken at blanks, and in languages without blanks also between two words. */
export function wrapProse(text: string, width: number): string[] {
  // `isPlainText` only saves the time of the pattern, for most texts.
  const isSpaced = isPlainText(text) || !unspaced().test(text);
  if (displayWidth(text) <= width || isSpaced) return wrap(text, width);
  const lines: string[] = [];
  let line = '';
  for (const piece of breakablePieces(text)) {
    const isTooLong = line !== '' && displayWidth((line + piece).trimEnd()) > width;
    if (isTooLong) lines.push(line.trimEnd());
    line = isTooLong ? piece : line + piece;
  }
  return [...lines, line.trimEnd()];
}

/** The text in pieces, each with the blanks behind it: a line may end after each of them. */
function breakablePieces(text: string): string[] {
  const pieces: string[] = [];
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  for (const { segment } of words) {
    const previous = pieces.at(-1);
    if (previous === undefined || mayBreakBetween(previous, segment)) pieces.push(segment);
    else pieces[pieces.length - 1] = previous + segment;
  }
  return pieces;
}

function mayBreakBetween(previous: string, next: string): boolean {
  if (belongsToPrevious().test(next) || opensBracket().test(previous)) return false;
  if (/\s$/u.test(previous)) return true;
  return unspaced().test(previous.slice(-1)) || unspaced().test(next.slice(0, 1));
}
