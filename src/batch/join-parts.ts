import type { KeyedRows, PartLines } from './part-lines.js';
import { itemAt } from '../text/item-at.js';

/**
 * Finds the line of the parts that each row of the input gets: walks through both, sorted by key, side by side. A row is known
 * by its index in the input, a line by its index in all parts. The line that a row's own look-up wrote is its own line. A row
 * without one borrows the line of an equal purchase.
 */

export interface PartsJoin {
  /** The own or the borrowed line of a row; undefined: no part has its purchase. */
  lineOf(row: number): { readonly line: number; readonly isOwn: boolean } | undefined;
  /** How many rows have neither an own nor a borrowed line. */
  readonly missingCount: number;
  /** Lines that are no row's own. */
  readonly gone: readonly number[];
  /** Two lines of one purchase in two parts. */
  readonly shared: readonly (readonly [line: number, otherLine: number])[];
}

export function joinParts(rows: KeyedRows, lines: PartLines): PartsJoin {
  const ownLines = new Int32Array(rows.size).fill(noLine);
  const borrowedLines = new Int32Array(rows.size).fill(noLine);
  const gone: number[] = [];
  const shared: (readonly [number, number])[] = [];
  let missingCount = 0;
  for (const group of groupsOf(rows, lines.keys)) {
    const [first] = group.lines;
    if (first === undefined) {
      missingCount += group.rows.length;
      continue;
    }
    const other = group.lines.find((line) => lines.partOf(line) !== lines.partOf(first));
    // Keys without a purchase are only equal texts, which may stand in two parts.
    if (other !== undefined && lines.hasPurchase(first)) shared.push([first, other]);
    const spare = giveOwnLines(ownLines, group, (row, line) => {
      return rows.inputHash(row) - lines.keys.inputHash(line);
    });
    for (const row of group.rows) {
      if (ownLines[row] === noLine) borrowedLines[row] = first;
    }
    for (const line of spare) gone.push(line);
  }
  gone.sort((line, otherLine) => line - otherLine);
  const lineOf = (row: number): ReturnType<PartsJoin['lineOf']> => {
    const ownLine = ownLines[row] ?? noLine;
    if (ownLine !== noLine) return { line: ownLine, isOwn: true };
    const line = borrowedLines[row] ?? noLine;
    return line === noLine ? undefined : { line, isOwn: false };
  };
  return { lineOf, missingCount, gone, shared };
}

const noLine = -1;

/** The rows and the lines of one key, both sorted by the hash of their input. */
interface KeyGroup {
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
}

function* groupsOf(rows: KeyedRows, lines: KeyedRows): Generator<KeyGroup> {
  const rowOrder = rows.sorted();
  const lineOrder = lines.sorted();
  let rowStart = 0;
  let lineStart = 0;
  while (rowStart < rowOrder.length || lineStart < lineOrder.length) {
    const difference = compareNext(rowOrder[rowStart], lineOrder[lineStart], { rows, lines });
    const rowEnd = difference > 0 ? rowStart : endOfKey(rows, rowOrder, rowStart);
    const lineEnd = difference < 0 ? lineStart : endOfKey(lines, lineOrder, lineStart);
    yield {
      rows: rowOrder.subarray(rowStart, rowEnd),
      lines: lineOrder.subarray(lineStart, lineEnd),
    };
    rowStart = rowEnd;
    lineStart = lineEnd;
  }
}

/** Below 0 if the key of the row comes first. Only one of the two may be undefined. */
function compareNext(
  row: number | undefined,
  line: number | undefined,
  { rows, lines }: { readonly rows: KeyedRows; readonly lines: KeyedRows },
): number {
  if (row === undefined) return 1;
  if (line === undefined) return -1;
  return rows.compareKeys(row, lines, line);
}

function endOfKey(keys: KeyedRows, order: Uint32Array, start: number): number {
  const first = itemAt(order, start);
  let end = start + 1;
  while (end < order.length && keys.compareKeys(first, keys, itemAt(order, end)) === 0) end += 1;
  return end;
}

/**
 * First pairs rows and lines with equal inputs. Then pairs the rest in order, because a row may have been corrected since its
 * line was written.
 * @returns the lines that no row got
 */
function giveOwnLines(
  ownLines: Int32Array,
  { rows, lines }: KeyGroup,
  compareInputs: (row: number, line: number) => number,
): readonly number[] {
  const changedRows: number[] = [];
  const spareLines: number[] = [];
  let rowIndex = 0;
  let lineIndex = 0;
  while (rowIndex < rows.length && lineIndex < lines.length) {
    const row = itemAt(rows, rowIndex);
    const line = itemAt(lines, lineIndex);
    const difference = compareInputs(row, line);
    if (difference === 0) ownLines[row] = line;
    else if (difference < 0) changedRows.push(row);
    else spareLines.push(line);
    if (difference <= 0) rowIndex += 1;
    if (difference >= 0) lineIndex += 1;
  }
  for (const row of rows.subarray(rowIndex)) changedRows.push(row);
  for (const line of lines.subarray(lineIndex)) spareLines.push(line);
  const pairs = Math.min(changedRows.length, spareLines.length);
  for (let index = 0; index < pairs; index += 1) {
    ownLines[itemAt(changedRows, index)] = itemAt(spareLines, index);
  }
  return spareLines.slice(pairs);
}
