import { fixInPlace } from './purchase.js';
import { wrongUsage } from './refusal.js';
import { hasFailed } from './result.js';
import type { Row } from './row.js';
import { Summary, type Counted } from './summary.js';

/** A row as an output holds it. */
export interface WrittenRow extends Counted {
  readonly row: number;
  /** What its input is known again by. */
  readonly key: string;
  /** Its line of the input could not be taken apart. */
  readonly wasBroken: boolean;
}

/** What an output already holds: each row is known by its number and by a hash of its input. */
export class DoneRows {
  // By row number, four bytes a row: 0 where nothing is known of it.
  #hashes = new Uint32Array(1024);
  #firstBroken = Infinity;
  readonly summary = new Summary();
  /** Number of the last row that stays. */
  highest = 0;
  /** Rows that failed, to be tried again. */
  failed = 0;

  /** `keyOf`: of a row's input, as the output has it. */
  constructor(private readonly keyOf: (input: string) => string) {}

  /** @returns whether it stays: a row that failed is tried again, and a second one of its number is none */
  add(written: WrittenRow): boolean {
    const { row, exit, key, wasBroken } = written;
    if (wasBroken) this.#firstBroken = Math.min(this.#firstBroken, row);
    if (hasFailed(exit)) {
      this.failed += 1;
      if (!this.#has(row)) this.#put(row, failedMark);
      return false;
    }
    if (this.#has(row)) return false;
    this.#put(row, hashOf(key));
    this.highest = Math.max(this.highest, row);
    this.summary.addBefore(written);
    return true;
  }

  hasFailed(number: number): boolean {
    return this.#hashes[number] === failedMark;
  }

  /** Whether the row is done. @throws {PvgError} `usage` where the output holds another row under its number */
  holds({ number, line, input }: Row): boolean {
    if (!this.#has(number)) return false;
    if (hashOf(this.keyOf(input)) === this.#hashes[number]) return true;
    const why = number > this.#firstBroken ? brokenBefore(this.#firstBroken) : fixInPlace;
    throw wrongUsage(
      `The input has changed: its row ${String(number)} (line ${String(line)}) is not the one that --out holds under this number.`,
      `${why} Give the input that the output was made from; or name another --out, or start again with \`--overwrite\`.`,
    );
  }

  #has(number: number): boolean {
    return (this.#hashes[number] ?? 0) > failedMark;
  }

  #put(number: number, hash: number): void {
    if (number >= this.#hashes.length) {
      const larger = new Uint32Array(Math.max(number + 1, this.#hashes.length * 2));
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[number] = hash;
  }
}

/** In place of the hash of a row that failed. */
const failedMark = 1;

const brokenBefore = (row: number): string =>
  `Row ${String(row)} could not be read. Where a quote of it has been closed since, lines that were rows belong to it, and the rows behind it have other numbers: look such an input up into another --out.`;

/** FNV-1a over UTF-16 units, more than the mark: it tells a changed row from the same one and guards no secret. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.max(hash >>> 0, failedMark + 1);
}
