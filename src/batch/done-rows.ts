import type { PageRow } from './page-rows.js';
import { fixInPlace } from './purchase.js';
import { wrongUsage } from './refusal.js';
import { hasFailed } from './result.js';
import { placeTold, type Row } from './row.js';
import { Summary, type Counted } from './summary.js';

/** A row as an output has it. */
export interface WrittenRow extends Counted, PageRow {
  /** Identifies its input in a later run. */
  readonly key: string;
  /** Its line of the input could not be parsed. */
  readonly wasBroken: boolean;
}

/** The rows that an output already has: each is known by its number and a hash of its input. */
export class DoneRows {
  // By row number, four bytes per row; 0 means unknown.
  #hashes = new Uint32Array(1024);
  #firstBroken = Infinity;
  readonly summary = new Summary();
  /** Number of the last row that is kept. */
  highest = 0;
  /** How many rows failed and are tried again. */
  failed = 0;

  /** `keyOf`: identifies a row's input as the output has it. */
  constructor(private readonly keyOf: (input: string) => string) {}

  /** @returns whether the row is kept: not if it failed, and not if its number was there before */
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
    this.summary.page.add(written);
    return true;
  }

  hasFailed(number: number): boolean {
    return this.#hashes[number] === failedMark;
  }

  /**
   * Whether the row is done. `sent`: a sentence about what was sent.
   * @throws {PvgError} `usage` if the output has another row under its number
   */
  holds(of: Row, sent = ''): boolean {
    const { number, input } = of;
    if (!this.#has(number)) return false;
    if (hashOf(this.keyOf(input)) === this.#hashes[number]) return true;
    const why = number > this.#firstBroken ? brokenBefore(this.#firstBroken) : fixInPlace;
    throw wrongUsage(
      `${placeTold(of)} is not the row that --out has an answer for (row ${String(number)} in --out).${sent}`,
      `${why} Use the original input, choose another --out, or start again with \`--overwrite\`.`,
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

/** Replaces the hash of a row that failed. */
const failedMark = 1;

const brokenBefore = (row: number): string =>
  `Row ${String(row)} could not be read before. If you closed a quote in it, it now covers more lines, and later rows have new numbers.`;

/** FNV-1a over UTF-16 units, always above the mark. It only detects changed rows and protects no secret. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.max(hash >>> 0, failedMark + 1);
}
