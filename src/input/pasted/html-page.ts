import {
  collectReadings,
  decodeEntities,
  fromQuotedPrintable,
  type PasteReadings,
} from './paste-layers.js';
import { findPurchase } from './read.js';
import { findRoleOfLabel } from './store-names.js';
import { madeOnce } from '../../text/made-once.js';

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

/** The text as whoever wrote it sees it: only to search it for words, because entities may be a part of a value. */
export function showWords(text: string): string {
  const [decoded = text] = declaredEncoding.test(text) ? fromQuotedPrintable(text) : [];
  const shown = signOfPage.test(decoded) ? showPage(decoded) : decodeEntities(decoded);
  return shown.replace(letterEntity, (written, name: string) => letters().get(name) ?? written);
}

const declaredEncoding = /^Content-Transfer-Encoding:\s*quoted-printable/im;
const letterEntity = /&([A-Za-z]{2,6});/g;

/** The names of the letters from U+00C0 on, as HTML has them. Two are no letters: `times` and `divide`. */
const latinNames =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde ' +
  'Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const otherLetters = [
  ['rsquo', '\u2019'],
  ['Scedil', '\u015E'],
  ['scedil', '\u015F'],
  ['gbreve', '\u011F'],
  ['inodot', '\u0131'],
  ['imath', '\u0131'],
] as const;

const letters = madeOnce(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...latinNames
        .split(' ')
        .map((name, index) => [name, String.fromCodePoint(0xc0 + index)] as const),
      ...otherLetters,
    ]),
);

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
