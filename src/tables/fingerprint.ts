import type { Plain } from '../text/json/plain.js';
import { rowObject } from './json.js';

/** Tells equal rows from others: a number of 32 bits (FNV-1a). Compare it only between few rows, with the values that were read. */

const firstHash = 0x811c9dc5 | 0;
const prime = 0x01000193;
const cellEnd = '\u0000';

const withText = (hash: number, text: string): number => {
  let next = hash;
  for (let index = 0; index < text.length; index += 1) {
    next = Math.imul(next ^ text.charCodeAt(index), prime);
  }
  return next;
};

export function fingerprintOfCells(cells: readonly string[]): number {
  return cells.reduce((hash, cell) => withText(withText(hash, cell), cellEnd), firstHash);
}

/** Rows that differ only in line breaks or in the order of members have the same fingerprint. A null counts as missing. */
export function fingerprintOfJson(text: string): number {
  return fingerprintOfCells([...leavesIn(rowObject(text), '$')].sort());
}

/** The texts, numbers and booleans, each with its path. */
function* leavesIn(value: Plain | undefined, path: string): Generator<string> {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') {
    yield `${path}=${JSON.stringify(value)}`;
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    yield* leavesIn(member, `${path}.${JSON.stringify(name)}`);
  }
}
