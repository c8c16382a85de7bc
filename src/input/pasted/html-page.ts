import { collectReadings, decodeEntities, type PasteReadings } from './paste-layers.js';
import { findPurchase } from './read.js';
import { findRoleOfLabel } from './store-names.js';

/**
 * A text with the tags of a page, as a ticket system or a saved page has it. Its source as it stands is no reading, unlike
 * the texts of other layers: `abc<br>packageName` would be one value there. No receipt has a `<`.
 */

/** Tags and blanks that only a page has. */
const signOfPage = /<\/?(?:br|p|div|table|tr|td|th|li)\b[^<>]{0,300}>|&nbsp;/i;
const betweenCells = /<\/(?:td|th)\s*>\s*<(?:td|th)\b[^<>]{0,300}>/gi;
const breakingTag =
  /<\/?(?:br|p|div|table|thead|tbody|tr|td|th|ul|ol|li|h[1-6]|pre|blockquote)\b[^<>]{0,300}>/gi;
const inlineTag = /<\/?(?:a|b|strong|i|em|u|span|font|code|html|body)\b[^<>]{0,300}>/gi;
/** Quoted-printable text: a break may stand inside a tag, so its own layer comes first. */
const softBreak = /=[ \t]*\r?\n/;

/** The readings of a text, or of what the page shows if the source itself has no purchase that is certain. */
export function collectReadingsOfPage(text: string): PasteReadings {
  const readings = collectReadings(text);
  if (!signOfPage.test(text) || softBreak.test(text)) return readings;
  const { kind } = findPurchase(readings, {});
  return kind === 'purchase' || kind === 'several' ? readings : collectReadings(showPage(text));
}

function showPage(text: string): string {
  const lines = text
    .replace(betweenCells, '\t')
    .replace(breakingTag, '\n')
    .replace(inlineTag, '')
    .replace(/\n\s*\n/g, '\n');
  return decodeEntities(lines).split('\n').map(writeRow).join('\n');
}

/** A row of a name and its value as `productId: gems_100`. A row of two names is the head of a table. */
function writeRow(line: string): string {
  const [name = '', value, ...others] = line.split('\t').map((cell) => cell.trim());
  if (value === undefined || others.length > 0) return line;
  const isField = findRoleOfLabel(name) !== undefined && findRoleOfLabel(value) === undefined;
  return isField ? `${name}: ${value}` : line;
}
