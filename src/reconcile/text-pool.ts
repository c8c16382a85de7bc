import { wrongInput } from '../tables/refusals.js';
import { NumberColumn } from './number-column.js';

const pageBytes = 2 ** 20;
const mostPages = 2 ** 32 / pageBytes;
/** No text in UTF-8 has this byte. */
const endMark = 0xff;

/**
 * Texts by number, each of them once; 0 stands for null. They are bytes outside the heap of JavaScript, where a million
 * receipts take half the memory of strings in a Map. A half surrogate becomes U+FFFD.
 */
export class TextPool {
  readonly #pages: Buffer[] = [];
  /** How many bytes of the last page have a text. */
  #usedBytes = 0;
  /** Where each text begins: the number of its page times `pageBytes`, and the place in the page. */
  readonly #positions = new NumberColumn();
  /** A hash table of the numbers of the texts: each at the slot of its hash, or at the next free one; 0 is a free slot. */
  #slots = new Uint32Array(1024);

  constructor() {
    this.#positions.push(0);
  }

  /** The number of a text, a new one if it has none. @throws {PvgError} `input-unreadable` above 4 GiB of texts */
  add(text: string | null): number {
    if (text === null) return 0;
    const bytes = this.#writeBehind(text);
    const slot = this.#findSlot(bytes);
    const numberInSlot = this.#slots[slot] ?? 0;
    if (numberInSlot !== 0) return numberInSlot;
    const added = this.#positions.length;
    this.#positions.push((this.#pages.length - 1) * pageBytes + bytes.start);
    this.#usedBytes = bytes.end;
    this.#slots[slot] = added;
    // At most three quarters of the slots are used: a search ends at a free one.
    if (4 * added > 3 * this.#slots.length) this.#growSlots();
    return added;
  }

  /** The number of a text; 0 for null, and for a text that was not added. */
  find(text: string | null): number {
    if (text === null) return 0;
    const slot = this.#findSlot(this.#writeBehind(text));
    return this.#slots[slot] ?? 0;
  }

  getText(number: number): string | null {
    if (number === 0) return null;
    const { page, start, end } = this.#locateBytes(number);
    return page.toString('utf8', start, end - 1);
  }

  /** Writes a text behind the others. It takes no place until `add` counts it: the next text would be written over it. */
  #writeBehind(text: string): WrittenText {
    const length = Buffer.byteLength(text) + 1;
    let page = this.#pages.at(-1);
    const end = this.#usedBytes + length;
    // A position has 2^20 places for a page. So a longer text gets a larger page for itself, and begins at its start.
    if (page === undefined || end > page.length || (this.#usedBytes > 0 && end > pageBytes)) {
      if (this.#pages.length === mostPages) throw tooMuchTextError();
      page = Buffer.allocUnsafeSlow(Math.max(pageBytes, length));
      this.#pages.push(page);
      this.#usedBytes = 0;
    }
    const start = this.#usedBytes;
    page.write(text, start);
    page[start + length - 1] = endMark;
    return { page, start, end: start + length };
  }

  #locateBytes(number: number): WrittenText {
    const position = this.#positions.get(number);
    const page = this.#pages[Math.floor(position / pageBytes)] ?? noBytes;
    const start = position % pageBytes;
    return { page, start, end: page.indexOf(endMark, start) + 1 };
  }

  /** The slot that has the number of a text, or the free one for it. */
  #findSlot(bytes: WrittenText): number {
    const lastSlot = this.#slots.length - 1;
    let slot = hashBytes(bytes) & lastSlot;
    for (;;) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0 || this.#hasBytes(number, bytes)) return slot;
      slot = (slot + 1) & lastSlot;
    }
  }

  /** Called for every row, so it does not use `#locateBytes`, which searches for the end and makes an object. */
  #hasBytes(number: number, { page, start, end }: WrittenText): boolean {
    const position = this.#positions.get(number);
    const knownPage = this.#pages[Math.floor(position / pageBytes)] ?? noBytes;
    const knownStart = position % pageBytes;
    // A call of Buffer.compare takes longer than these bytes do.
    for (let index = 0; index < end - start; index += 1) {
      if (page[start + index] !== knownPage[knownStart + index]) return false;
    }
    return true;
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let number = 1; number < this.#positions.length; number += 1) {
      this.#slots[this.#findSlot(this.#locateBytes(number))] = number;
    }
  }
}

/** A text with its end mark. */
interface WrittenText {
  readonly page: Buffer;
  readonly start: number;
  /** Behind the end mark. */
  readonly end: number;
}

const noBytes = Buffer.alloc(0);

/** FNV-1a, with its upper half mixed in, because the lower bits choose the slot. */
function hashBytes({ page, start, end }: WrittenText): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (page[index] ?? 0), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}

function tooMuchTextError() {
  return wrongInput(
    'The inputs have more than 4 GiB of order ids, receipts or times: too much for one machine’s memory. Nothing was written.',
    'Reconcile fewer rows at once, or let a database do it: `--sql`.',
  );
}
