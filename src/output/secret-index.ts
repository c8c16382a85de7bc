import { Buffer } from 'node:buffer';
import { addRange, type TextRange } from './text-ranges.js';

/**
 * Secrets in a text. A short value is withheld only as a whole (WholeIndex). A long value is withheld also in parts, so that
 * a cut or wrapped copy of it is found (PartIndex): each run of `partLength` bytes in it is such a part.
 */

/** In bytes. A shorter text occurs by chance in most lines: the gaps would shred the output and reveal the value. */
export const shortestWithheld = 4;

const wholeFilterBits = 12;

/** Finds whole values. A position in a text is compared with the values only if its first four bytes begin one. */
export class WholeIndex {
  /** The values as texts with one character for each byte. */
  readonly #values = new Set<string>();
  /** The lengths of the values, by their first four bytes as a number. */
  readonly #lengths = new Map<number, Set<number>>();
  /** 1 for the hash of each beginning: nearly no position in a text passes. */
  readonly #filter = new Uint8Array(1 << wholeFilterBits);

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** @param value at least as long as `shortestWithheld` */
  add(value: Buffer): void {
    this.#values.add(value.toString('latin1'));
    const beginning = value.readInt32BE(0);
    const lengths = this.#lengths.get(beginning) ?? new Set<number>();
    this.#lengths.set(beginning, lengths.add(value.length));
    this.#filter[filterSlot(beginning)] = 1;
  }

  findRanges(text: Buffer): TextRange[] {
    const ranges: TextRange[] = [];
    let beginning = 0;
    for (let index = 0; index < text.length; index += 1) {
      beginning = (beginning << 8) | (text[index] ?? 0);
      const start = index + 1 - shortestWithheld;
      if (this.#filter[filterSlot(beginning)] === 0 || start < 0) continue;
      const length = this.#longestAt(text, start, beginning);
      if (length > 0) ranges.push({ start, end: start + length });
    }
    return ranges;
  }

  /** The length of the longest value that begins at `start`; 0 if none does. */
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

function filterSlot(beginning: number): number {
  return Math.imul(beginning, spread) >>> (32 - wholeFilterBits);
}

/** In bytes. A text that has no group in common with the values is not searched further. */
const groupLength = 4;
const partFilterBits = 16;

/** A part is kept as two hashes with these factors: in practice no two parts share both. */
const hashFactor = 0x01000193;
const checkHashFactor = 0x5bd1e995;

/**
 * Finds the parts of long values, in time in proportion to the text, however many and however long the values are. It is a
 * hash table with open addressing: a part is in the slot of its hash, or in the next free slot behind it.
 */
export class PartIndex {
  #slotBits = 8;
  #count = 0;
  /** A slot is two numbers: the hash of a part and its check hash. The check hash is never 0, so 0 marks a free slot. */
  #hashes = new Int32Array(2 << this.#slotBits);
  /** 1 for the hash of each group of bytes in a part. */
  readonly #filter = new Uint8Array(1 << partFilterBits);
  /** Wherever a part lies in a text, one of its groups begins at a multiple of this step. */
  readonly #groupStep: number;
  /** A shorter run with blanks or other characters that tokens lack is not withheld, because it may be prose. */
  readonly #prosePartLength: number;
  /** What a byte counts in the rolling hash when it is leaving: it was multiplied once for each byte behind it. */
  readonly #leavingFactor: number;

  /** @param partLength in bytes: shorter texts occur by chance */
  constructor(readonly partLength: number) {
    this.#groupStep = partLength - groupLength + 1;
    this.#prosePartLength = 2 * partLength;
    this.#leavingFactor = powerOf(hashFactor, partLength);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(value: Uint8Array): void {
    if (value.length < this.partLength) return;
    this.#makeRoom(value.length - this.partLength + 1);
    let hash = 0;
    for (let index = 0; index < value.length; index += 1) {
      hash = this.#next(hash, value, index);
      const start = index + 1 - this.partLength;
      if (start >= 0) this.#addPart(hash, value, start);
    }
    for (let index = 0; index + groupLength <= value.length; index += 1) {
      this.#filter[groupAt(value, index)] = 1;
    }
  }

  /** The runs of parts in a text, in order. */
  findRanges(text: Uint8Array): TextRange[] {
    const ranges: TextRange[] = [];
    // With many parts, the filter lets every group pass, so asking it first would only cost time.
    const isFilterUseful = this.#count < this.#filter.length / 4;
    if (isFilterUseful && !this.#hasAny(text)) return ranges;
    const { partLength } = this;
    const prosePartLength = this.#prosePartLength;
    let hash = 0;
    let tokenBytesInARow = 0;
    let partsInARow = 0;
    for (let index = 0; index < text.length; index += 1) {
      hash = this.#next(hash, text, index);
      const start = index + 1 - partLength;
      tokenBytesInARow = isTokenByte[text[index] ?? 0] === 1 ? tokenBytesInARow + 1 : 0;
      partsInARow = start >= 0 && this.#has(hash, text, start) ? partsInARow + 1 : 0;
      if (partsInARow === 0) continue;
      const runLength = partLength + partsInARow - 1;
      const isLongRun = runLength >= prosePartLength;
      const isOfTokenBytes = tokenBytesInARow >= partLength;
      if (isLongRun) addRange(ranges, { start: index + 1 - runLength, end: index + 1 });
      else if (isOfTokenBytes) addRange(ranges, { start, end: index + 1 });
    }
    return ranges;
  }

  /** Whether a text has a part. Nearly no line of a batch has one, and one group in `#groupStep` bytes shows that. */
  #hasAny(text: Uint8Array): boolean {
    const lastStart = text.length - this.partLength;
    for (let index = 0; index + groupLength <= text.length; index += this.#groupStep) {
      if (this.#filter[groupAt(text, index)] === 0) continue;
      const last = Math.min(index, lastStart);
      for (let start = Math.max(0, index - this.#groupStep + 1); start <= last; start += 1) {
        if (this.#has(this.#hashOf(text, start), text, start)) return true;
      }
    }
    return false;
  }

  #has(hash: number, text: Uint8Array, start: number): boolean {
    return this.#hashes[this.#slotOf(hash, text, start) + 1] !== 0;
  }

  #addPart(hash: number, value: Uint8Array, start: number): void {
    if (this.#isBlank(value, start)) return;
    const slot = this.#slotOf(hash, value, start);
    if (this.#hashes[slot + 1] !== 0) return;
    this.#hashes[slot] = hash;
    this.#hashes[slot + 1] = this.#checkHashOf(value, start);
    this.#count += 1;
  }

  /** The slot of a part, or the free slot where it would be. */
  #slotOf(hash: number, text: Uint8Array, start: number): number {
    const hashes = this.#hashes;
    let slot = this.#firstSlotOf(hash);
    while (hashes[slot + 1] !== 0) {
      if (hashes[slot] === hash && hashes[slot + 1] === this.#checkHashOf(text, start)) return slot;
      slot = (slot + 2) & (hashes.length - 1);
    }
    return slot;
  }

  /** Rolls the hash on: from the part that ends one byte earlier to the part that ends at `index`. */
  #next(hash: number, text: Uint8Array, index: number): number {
    const leaving = index < this.partLength ? 0 : (text[index - this.partLength] ?? 0);
    const withNext = Math.imul(hash, hashFactor) + (text[index] ?? 0);
    return (withNext - Math.imul(leaving, this.#leavingFactor)) | 0;
  }

  #hashOf(text: Uint8Array, start: number): number {
    return hashOf(text, { start, end: start + this.partLength }, hashFactor);
  }

  #checkHashOf(text: Uint8Array, start: number): number {
    return hashOf(text, { start, end: start + this.partLength }, checkHashFactor) || 1;
  }

  /** Blanks and line breaks alone are the indentation of a body, not a part of a secret. */
  #isBlank(text: Uint8Array, start: number): boolean {
    for (let index = start; index < start + this.partLength; index += 1) {
      if ((text[index] ?? 0) > 0x20) return false;
    }
    return true;
  }

  #firstSlotOf(hash: number): number {
    return 2 * (Math.imul(hash, spread) >>> (32 - this.#slotBits));
  }

  /** At least half of the slots stay free: 4 numbers for each part, because a slot is two. */
  #makeRoom(parts: number): void {
    const old = this.#hashes;
    const least = 4 * (this.#count + parts);
    if (old.length >= least) return;
    while (2 << this.#slotBits < least) this.#slotBits += 1;
    this.#hashes = new Int32Array(2 << this.#slotBits);
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot + 1] !== 0) this.#move(old[slot] ?? 0, old[slot + 1] ?? 0);
    }
  }

  #move(hash: number, checkHash: number): void {
    const hashes = this.#hashes;
    let slot = this.#firstSlotOf(hash);
    while (hashes[slot + 1] !== 0) slot = (slot + 2) & (hashes.length - 1);
    hashes[slot] = hash;
    hashes[slot + 1] = checkHash;
  }
}

/** Any odd number without a pattern: it spreads similar numbers over the table. */
const spread = 0x9e3779b1;

function groupAt(text: Uint8Array, index: number): number {
  const low = pairAt(text, index);
  const high = pairAt(text, index + 2);
  return Math.imul(low | (high << 16), spread) >>> (32 - partFilterBits);
}

function pairAt(text: Uint8Array, index: number): number {
  return (text[index] ?? 0) | ((text[index + 1] ?? 0) << 8);
}

const charactersOfTokens = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/=';
const isTokenByte = new Uint8Array(256);
for (const code of Buffer.from(charactersOfTokens)) isTokenByte[code] = 1;

function hashOf(text: Uint8Array, { start, end }: TextRange, multiplier: number): number {
  let hash = 0;
  for (let index = start; index < end; index += 1) {
    hash = (Math.imul(hash, multiplier) + (text[index] ?? 0)) | 0;
  }
  return hash;
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let times = 0; times < exponent; times += 1) power = Math.imul(power, base);
  return power;
}
