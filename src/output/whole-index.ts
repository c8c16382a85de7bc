import type { Buffer } from 'node:buffer';
import type { Place } from './places.js';

/**
 * Finds values of which only the whole is withheld. A place of the text is compared with the values only if its first four
 * bytes begin one.
 */

/** In bytes. Shorter texts stand in every other line: the gaps would shred the output and reveal the value. */
export const shortestWithheld = 4;

const filterBits = 12;

export class WholeIndex {
  /** One character a byte. */
  readonly #values = new Set<string>();
  /** The lengths of the values, by their first four bytes as a number. */
  readonly #lengths = new Map<number, Set<number>>();
  /** 1 for the hash of each beginning: nearly no place of a text passes. */
  readonly #filter = new Uint8Array(1 << filterBits);

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** @param value at least as long as `shortestWithheld` */
  add(value: Buffer): void {
    this.#values.add(value.toString('latin1'));
    const beginning = value.readInt32BE(0);
    const lengths = this.#lengths.get(beginning) ?? new Set<number>();
    this.#lengths.set(beginning, lengths.add(value.length));
    this.#filter[filterPlace(beginning)] = 1;
  }

  placesIn(text: Buffer): Place[] {
    const places: Place[] = [];
    let beginning = 0;
    for (let index = 0; index < text.length; index += 1) {
      beginning = (beginning << 8) | (text[index] ?? 0);
      const start = index + 1 - shortestWithheld;
      if (this.#filter[filterPlace(beginning)] === 0 || start < 0) continue;
      const length = this.#longestAt(text, start, beginning);
      if (length > 0) places.push({ start, end: start + length });
    }
    return places;
  }

  /** 0 if no value is there. */
  #longestAt(text: Buffer, start: number, beginning: number): number {
    let longest = 0;
    for (const length of this.#lengths.get(beginning) ?? []) {
      const isPossible = length > longest && start + length <= text.length;
      if (isPossible && this.#values.has(text.toString('latin1', start, start + length))) {
        longest = length;
      }
    }
    return longest;
  }
}

function filterPlace(beginning: number): number {
  return Math.imul(beginning, 0x9e3779b1) >>> (32 - filterBits);
}
