const firstLength = 1024;

/** Whole numbers from 0 to 2^32 - 1, by index or as a list. What was not set is 0. */
export class NumberColumn {
  #numbers = new Uint32Array(firstLength);
  #length = 0;

  /** How many numbers there are: up to the highest index that was set. */
  get length(): number {
    return this.#length;
  }

  get(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#numbers.length) this.#grow(index + 1);
    this.#numbers[index] = value;
    if (index >= this.#length) this.#length = index + 1;
  }

  push(value: number): void {
    this.set(this.#length, value);
  }

  /** A view of some of the numbers, not a copy of them. @param end the first index that it does not have */
  slice(start: number, end: number): Uint32Array {
    return this.#numbers.subarray(start, Math.min(end, this.#length));
  }

  #grow(wantedLength: number): void {
    const grown = new Uint32Array(Math.max(wantedLength, 2 * this.#numbers.length));
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}
