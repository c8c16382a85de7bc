import { NumberColumn } from './number-column.js';

/** How a row becomes numbers. */
export interface RowCoding<Row> {
  /** How many numbers a row has. */
  readonly width: number;
  readonly encode: (row: Row) => readonly number[];
  readonly decode: (numbers: Uint32Array) => Row;
}

/** The rows of all purchases as numbers. Each row has the number of the row before it of the same purchase: a chain. */
export class RowChains<Row> {
  readonly #numbers = new NumberColumn();
  /** By the number of a row, from 1: the row before it; 0 for the first. */
  readonly #previous = new NumberColumn();

  constructor(private readonly coding: RowCoding<Row>) {
    this.#previous.push(0);
  }

  /** @param previous the last row of the same purchase, or 0 @returns the number of the new one, which is now the last */
  add(row: Row, previous: number): number {
    for (const number of this.coding.encode(row)) this.#numbers.push(number);
    this.#previous.push(previous);
    return this.#previous.length - 1;
  }

  /** @param last the last row of a purchase, or 0 @returns the rows in the order in which they came */
  rows(last: number): Row[] {
    const { width, decode } = this.coding;
    const rows: Row[] = [];
    for (let row = last; row !== 0; row = this.#previous.get(row)) {
      rows.push(decode(this.#numbers.slice((row - 1) * width, row * width)));
    }
    return rows.reverse();
  }

  /** Puts the chain that ends with `last` behind the chain that ends with `lastBefore`. @returns the last row of both */
  append(lastBefore: number, last: number): number {
    if (last === 0) return lastBefore;
    let first = last;
    while (this.#previous.get(first) !== 0) first = this.#previous.get(first);
    this.#previous.set(first, lastBefore);
    return last;
  }
}
