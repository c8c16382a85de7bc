import { PvgError } from '../failure.js';
import { printString } from '../text/json/print.js';
import { shapeOf, type Shape } from './columns.js';
import { holdsNotUtf8 } from './lines.js';
import type { RowSettings } from './row.js';

/** The first record of a CSV: which column holds what, and how a row is echoed under its names. */

export interface Header {
  /** As they came, but each once. */
  readonly names: readonly string[];
  /** `"name":`, as it stands in the output. */
  readonly keys: readonly string[];
  readonly shape: Shape;
}

/** @throws {PvgError} where a row could not be told by it */
export function readHeader(cells: readonly string[], settings: RowSettings): Header {
  const names = cells.map((cell) => cell.trim());
  if (cells.some((cell) => cell.includes('\0') || holdsNotUtf8(cell)))
    throw badHeader('it has characters that are no UTF-8 text');
  refuseTwice(names);
  for (const [field, column] of settings.map) {
    if (!names.includes(column.trim())) {
      throw new PvgError('usage', `--map ${field}: the header has no such column. Nothing was sent.`, {
        hint: `It has ${String(names.length)} columns; the name is to be written exactly as in the header.`,
      });
    }
  }
  const shape = shapeOf(names, settings, 'column');
  const complaint = shape.ambiguous ?? shape.missing;
  if (complaint)
    throw new PvgError('input-unreadable', `The header has ${complaint.says}. Nothing was sent.`, {
      hint: complaint.hint,
    });
  const taken = new Set(cells);
  const shown = cells.map((cell, at) => (names[at] === '' ? nameFor(at, taken) : cell));
  return { names: shown, keys: shown.map(keyOf), shape };
}

function refuseTwice(names: readonly string[]): void {
  const places = new Map<string, number>();
  names.forEach((name, at) => {
    const first = places.get(name);
    if (name !== '' && first !== undefined) {
      throw new PvgError(
        'input-unreadable',
        `The header has the same column twice: the ${ordinal(first)} and the ${ordinal(at)} column. Nothing was sent.`,
        { hint: 'Rename one of them.' },
      );
    }
    places.set(name, at);
  });
}

/** For a cell that the header does not name; the name of no other. */
function nameFor(at: number, taken: { has(name: string): boolean }): string {
  let name = `column ${String(at + 1)}`;
  while (taken.has(name)) name += ' (no name)';
  return name;
}

const ordinal = (at: number): string => `${String(at + 1)}.`;

export const badHeader = (says: string): PvgError =>
  new PvgError('input-unreadable', `The header cannot be read: ${says}. Nothing was sent.`, {
    hint: 'The first line names the columns: `receipt,product_id,package`.',
  });

const keyOf = (name: string): string => `${jsonString(name)}:`;

/** Characters that JSON takes as they are and no terminal obeys. */
const plain = /^[ !#-[\]-~]*$/;

const jsonString = (text: string): string => (plain.test(text) ? `"${text}"` : printString(text));

/** A row's cells as JSON, as they stand in the output. */
export function inputOf({ names, keys }: Header, cells: readonly string[]): string {
  let text = '{';
  for (let at = 0; at < cells.length; at += 1) {
    if (at > 0) text += ',';
    text += (keys[at] ?? keyOf(nameFor(at, new Set(names)))) + jsonString(cells[at] ?? '');
  }
  return `${text}}`;
}
