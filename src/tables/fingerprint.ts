/** Tells equal rows from others: a number of 32 bits (FNV-1a). Compare it only between few rows, with the values that were read. */

const firstHash = 0x811c9dc5 | 0;
const prime = 0x01000193;
const cellEnd = '\u0000';

const withText = (hash: number, text: string): number => {
  let next = hash;
  for (let at = 0; at < text.length; at += 1) next = Math.imul(next ^ text.charCodeAt(at), prime);
  return next;
};

export function fingerprintOfCells(cells: readonly string[]): number {
  return cells.reduce((hash, cell) => withText(withText(hash, cell), cellEnd), firstHash);
}

/** What stands between the values of JSON and says nothing; a string is matched first, so that its blanks stay. */
const stringOrBlanks = /("(?:[^"\\]|\\.)*")|\s+/g;

/** The same for a row on one line and on several. */
export function fingerprintOfJson(text: string): number {
  return withText(firstHash, /\s/.test(text) ? text.replace(stringOrBlanks, '$1') : text);
}
