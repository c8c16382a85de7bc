import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import {
  formsOf,
  inSmallLetters,
  joinedPlaces,
  onlyOwnForm,
  ownForm,
  type Place,
  textsBehindEscapes,
} from './secret-forms.js';
import { isOrdinary } from './ordinary-words.js';
import { PartIndex, shortestWithheld, WholeIndex } from './secret-index.js';

/**
 * Values that must not leave the program, and their removal from a text. SECURITY.md says in which forms they are found. No
 * value ever becomes a pattern. Texts are searched as bytes, one character a byte: bytes that are not text come out unchanged.
 */

export const redactedMark = '[withheld]';

/** In bytes: parts of a longer value are withheld, too. */
const shortestWithParts = 24;

/** In bytes, all of them characters of tokens: a shorter part of a long value is not looked for. */
const partLength = 12;
/** 12 bytes fill so many characters of base64; those at the two ends also hold bits of the bytes beside them, and vary. */
const partLengthInBase64 = 15;
const partLengthInHex = 24;

/** JSON in a text of JSON: so often are escapes taken off. An answer is JSON, and a text in it may be JSON again. */
const mostLayers = 2;

/**
 * For a run whose service answers with thousands of receipts: once the long values have this many characters, later ones
 * are found only as they are.
 */
const mostCharactersInAllForms = 128 * 1024;

/** The secrets of a run, or of one call. @param names that may be shown even if they are a part of a value */
export function createSecrets(
  values: readonly string[] = [],
  names: readonly string[] = [],
): Secrets {
  const withheld = new Withheld();
  names.forEach((name) => withheld.show(name));
  values.forEach((value) => withheld.add(value));
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const places = withheld.placesIn(latin1);
    return places.length === 0 ? bytes : Buffer.from(withMarks(latin1, places), 'latin1');
  };
  const redact = (text: string): string => {
    // ASCII is its own bytes.
    const isAscii = Buffer.byteLength(text) === text.length;
    const places = withheld.placesIn(isAscii ? text : Buffer.from(text).toString('latin1'));
    if (places.length === 0) return text;
    return withMarks(text, isAscii ? places : placesInText(text, places));
  };
  return {
    add: (value) => withheld.add(value),
    show: (name) => withheld.show(name),
    names: withheld.names,
    redact,
    redactBytes,
  };
}

class Withheld {
  readonly #wholes = new WholeIndex();
  readonly #parts = new PartIndex(partLength);
  readonly #partsInBase64 = new PartIndex(partLengthInBase64);
  readonly #partsInHex = new PartIndex(partLengthInHex);
  /** The forms of long values. A name that is shown later may have one in it: then only the whole is withheld. */
  readonly #longForms: Buffer[] = [];
  readonly names = new Set<string>();
  /** The names in small letters, one character a byte, like the forms. */
  readonly #shown: string[] = [];
  /** The length of all long values; repeated ones are counted each time. */
  #characters = 0;

  add(value: string): void {
    const trimmed = value.trim();
    if (Buffer.byteLength(trimmed) >= shortestWithParts) this.#addLong(trimmed);
    else [value, trimmed].filter(isLongEnough).forEach((text) => this.#addShort(text));
  }

  /** From now on, parts of values that this name has in it are shown. */
  show(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    const shown = ownForm(name);
    this.#shown.push(shown.toString('latin1'));
    // A name excuses parts of values that lie in it. A value that lies in it is withheld whole.
    for (const form of this.#longForms) if (shown.includes(form)) this.#wholes.add(form);
  }

  /** In order, none touches another. @param latin1 one character a byte */
  placesIn(latin1: string): Place[] {
    if (this.#wholes.isEmpty && this.#parts.isEmpty) return [];
    const places = this.#placesAsWritten(latin1);
    for (const { text, origins } of textsBehindEscapes(latin1, mostLayers)) {
      for (const { start, end } of this.#placesAsWritten(text)) {
        places.push({ start: origins[start] ?? 0, end: origins[end] ?? latin1.length });
      }
    }
    return joinedPlaces(places);
  }

  #addShort(value: string): void {
    const { plain, base64, hex } = formsOf(value);
    [...plain, ...base64, ...hex].filter(isLongEnough).forEach((form) => this.#wholes.add(form));
  }

  #addLong(value: string): void {
    this.#characters += value.length;
    const isFlood = this.#characters > mostCharactersInAllForms;
    const { plain, base64, hex } = isFlood ? onlyOwnForm(value) : formsOf(value);
    base64.forEach((form) => this.#partsInBase64.add(form));
    hex.forEach((form) => this.#partsInHex.add(form));
    for (const form of plain) {
      this.#parts.add(form);
      this.#longForms.push(form);
      if (this.#isShown(form.toString('latin1'))) this.#wholes.add(form);
    }
  }

  #placesAsWritten(latin1: string): Place[] {
    const text = inSmallLetters(latin1);
    const indexes = [this.#wholes, this.#partsInBase64, this.#partsInHex].filter(
      (each) => !each.isEmpty,
    );
    const parts = this.#parts.isEmpty ? [] : this.#parts.placesIn(text);
    return [
      ...indexes.flatMap((each) => each.placesIn(text)),
      ...parts.filter(({ start, end }) => !this.#isShown(text.toString('latin1', start, end))),
    ];
  }

  #isShown(part: string): boolean {
    return this.#shown.some((name) => name.includes(part)) || isOrdinary(part);
  }
}

const isLongEnough = ({ length }: { readonly length: number }): boolean =>
  length >= shortestWithheld;

/** Puts the mark in each place. */
function withMarks(text: string, places: readonly Place[]): string {
  let result = '';
  let position = 0;
  for (const { start, end } of places) {
    result += text.slice(position, start) + redactedMark;
    position = end;
  }
  return result + text.slice(position);
}

/**
 * Places in the bytes of a text (UTF-8) as places in the text. It goes once through the text, up to each start and end in
 * turn. A lone surrogate counts as the three bytes of U+FFFD, which stand for it.
 */
function placesInText(text: string, places: readonly Place[]): Place[] {
  const positions = new Map<number, number>();
  for (const { start, end } of places) positions.set(start, text.length).set(end, text.length);
  let bytes = 0;
  let index = 0;
  const offsets = [...positions.keys()].sort((one, other) => one - other);
  for (const offset of offsets) {
    while (bytes < offset && index < text.length) {
      const codePoint = text.codePointAt(index) ?? 0;
      bytes += bytesIn(codePoint);
      index += codePoint > 0xffff ? 2 : 1;
    }
    positions.set(offset, index);
  }
  return places.map(({ start, end }) => ({
    start: positions.get(start) ?? text.length,
    end: positions.get(end) ?? text.length,
  }));
}

function bytesIn(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
