import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import {
  formsOf,
  inSmallLetters,
  joinedRanges,
  onlyOwnForm,
  ownForm,
  type TextRange,
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
  const withheld = new WithheldValues();
  names.forEach((name) => withheld.show(name));
  values.forEach((value) => withheld.add(value));
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const ranges = withheld.rangesIn(latin1);
    return ranges.length === 0 ? bytes : Buffer.from(withMarks(latin1, ranges), 'latin1');
  };
  const redact = (text: string): string => {
    // ASCII is its own bytes.
    const isAscii = Buffer.byteLength(text) === text.length;
    const ranges = withheld.rangesIn(isAscii ? text : Buffer.from(text).toString('latin1'));
    if (ranges.length === 0) return text;
    return withMarks(text, isAscii ? ranges : rangesInText(text, ranges));
  };
  return {
    add: (value) => withheld.add(value),
    show: (name) => withheld.show(name),
    names: withheld.names,
    redact,
    redactBytes,
  };
}

class WithheldValues {
  readonly #wholes = new WholeIndex();
  readonly #parts = new PartIndex(partLength);
  readonly #partsInBase64 = new PartIndex(partLengthInBase64);
  readonly #partsInHex = new PartIndex(partLengthInHex);
  /** The forms of long values: a name that is shown later may have one in it. */
  readonly #longForms: Buffer[] = [];
  readonly names = new Set<string>();
  /** The names in the form of the values: in small letters, one character a byte. */
  readonly #shownNames: string[] = [];
  /** The length of all long values; repeated ones are counted each time. */
  #lengthOfLongValues = 0;

  add(value: string): void {
    const trimmed = value.trim();
    if (Buffer.byteLength(trimmed) >= shortestWithParts) this.#addLong(trimmed);
    else [value, trimmed].filter(isLongEnough).forEach((text) => this.#addShort(text));
  }

  /** From now on this name is shown, and with it the parts of values that lie in it. */
  show(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    const shown = ownForm(name);
    this.#shownNames.push(shown.toString('latin1'));
    // But a value that lies whole in the name is withheld.
    for (const form of this.#longForms) if (shown.includes(form)) this.#wholes.add(form);
  }

  /** In order, none touches another. @param latin1 one character a byte */
  rangesIn(latin1: string): TextRange[] {
    if (this.#wholes.isEmpty && this.#parts.isEmpty) return [];
    const ranges = this.#rangesAsWritten(latin1);
    for (const { text, origins } of textsBehindEscapes(latin1, mostLayers)) {
      for (const { start, end } of this.#rangesAsWritten(text)) {
        ranges.push({ start: origins[start] ?? 0, end: origins[end] ?? latin1.length });
      }
    }
    return joinedRanges(ranges);
  }

  #addShort(value: string): void {
    const { plain, base64, hex } = formsOf(value);
    [...plain, ...base64, ...hex].filter(isLongEnough).forEach((form) => this.#wholes.add(form));
  }

  #addLong(value: string): void {
    this.#lengthOfLongValues += value.length;
    const isFlood = this.#lengthOfLongValues > mostCharactersInAllForms;
    const { plain, base64, hex } = isFlood ? onlyOwnForm(value) : formsOf(value);
    base64.forEach((form) => this.#partsInBase64.add(form));
    hex.forEach((form) => this.#partsInHex.add(form));
    for (const form of plain) {
      this.#parts.add(form);
      this.#longForms.push(form);
      if (this.#isShown(form.toString('latin1'))) this.#wholes.add(form);
    }
  }

  #rangesAsWritten(latin1: string): TextRange[] {
    const text = inSmallLetters(latin1);
    const indexes = [this.#wholes, this.#partsInBase64, this.#partsInHex].filter(
      (each) => !each.isEmpty,
    );
    const parts = this.#parts.isEmpty ? [] : this.#parts.rangesIn(text);
    return [
      ...indexes.flatMap((each) => each.rangesIn(text)),
      ...parts.filter(({ start, end }) => !this.#isShown(text.toString('latin1', start, end))),
    ];
  }

  #isShown(part: string): boolean {
    return this.#shownNames.some((name) => name.includes(part)) || isOrdinary(part);
  }
}

const isLongEnough = ({ length }: { readonly length: number }): boolean =>
  length >= shortestWithheld;

/** Puts the mark in place of each range. */
function withMarks(text: string, ranges: readonly TextRange[]): string {
  let result = '';
  let position = 0;
  for (const { start, end } of ranges) {
    result += text.slice(position, start) + redactedMark;
    position = end;
  }
  return result + text.slice(position);
}

/**
 * Ranges of the bytes of a text (UTF-8) as ranges of the text. It goes once through the text, up to each start and end in
 * turn. A lone surrogate counts as the three bytes of U+FFFD, which stand for it.
 */
function rangesInText(text: string, ranges: readonly TextRange[]): TextRange[] {
  const positions = new Map<number, number>();
  for (const { start, end } of ranges) positions.set(start, text.length).set(end, text.length);
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
  return ranges.map(({ start, end }) => ({
    start: positions.get(start) ?? text.length,
    end: positions.get(end) ?? text.length,
  }));
}

function bytesIn(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
