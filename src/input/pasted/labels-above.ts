import { madeOnce } from '../../text/made-once.js';
import { copulas } from './foreign-labels.js';
import { anyLabel } from './store-names.js';

/** A name, and its value in the line below: of a form, or as people write it into a mail. */

const optionalVerb = String.raw`(?:\s+(?:${copulas.betweenBlanks.join('|')}))?`;
/** `… my product is:` at the end of a line. */
const labelAtEnd = madeOnce(
  () =>
    new RegExp(String.raw`(?<![\p{L}\p{M}\w.-])(${anyLabel})${optionalVerb}\s*[:\uFF1A]$`, 'iu'),
);
const loneWord = /^\s*(\S+)\s*$/;
/** A longer text is a log, not a form. */
const mostLabelLines = 500;

/** A layer: the text with each such name and its value on one line, `product: gems_100`; no reading without such a name. */
export function fromLabelsAbove(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  if (lines.length > mostLabelLines) return [];
  const joined: string[] = [];
  let isChanged = false;
  for (const line of lines) {
    const label = labelAtEnd().exec(joined.at(-1) ?? '')?.[1];
    const value = loneWord.exec(line)?.[1];
    if (label !== undefined && value !== undefined && !/[:\uFF1A]$/.test(value)) {
      joined.push('', `${label}: ${value}`);
      isChanged = true;
    } else joined.push(line);
  }
  return isChanged ? [joined.join('\n')] : [];
}
