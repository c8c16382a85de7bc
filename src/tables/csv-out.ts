import { visible } from '../text/visible.js';
import type { Plain } from './json.js';

/** Cells for spreadsheets. What one would take for a formula gets a `'` before it: only NDJSON is lossless. */

/** Also full-width characters, and after white space. */
const formula = /^[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/u;
/** A number in every spreadsheet, never a formula. */
const number = /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/i;

export function cell(value: Plain | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const guarded = formula.test(text) && !number.test(text) ? `'${text}` : text;
  // Quotes allow line breaks inside a cell; other control characters are made visible.
  const shown = guarded
    .split(/\r\n?|\n/)
    .map(visible)
    .join('\n');
  return `"${shown.replaceAll('"', '""')}"`;
}

export const line = (cells: readonly string[], delimiter: string): string => `${cells.join(delimiter)}\r\n`;

const pieceLength = 64 * 1024;

/** Lines joined into pieces worth writing. */
export function* piecesOf(lines: Iterable<string>): Generator<Uint8Array> {
  let piece = '';
  for (const each of lines) {
    piece += each;
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
