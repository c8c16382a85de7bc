import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import { unescapedTexts } from './escapes.js';
import { isOrdinary } from './ordinary-words.js';
import { lowerCaseBytes, plainForm, plainFormOnly, writtenForms } from './secret-forms.js';
import { PartIndex, shortestWithheld, WholeIndex } from './secret-index.js';
import { joinRanges, type TextRange } from './text-ranges.js';

/**
 * Values that must not leave the program, and their removal from a text. SECURITY.md says in which forms they are found. No
 * value ever becomes a pattern. Texts are searched as bytes, one character a byte: bytes that are not text come out unchanged.
 */

export const redactedMark = '[withheld]';

/** In bytes: from this length on, parts of a value are withheld, too. */
const shortestWithParts = 24;

/** In bytes: a shorter part of a long value is not looked for. */
const partLength = 12;
/** The same in base64: 12 bytes are 16 characters, but one of them shares bits with its neighbour. */
const partLengthInBase64 = 15;
const partLengthInHex = 24;

/** How many layers of escapes are undone: an answer is JSON, and a text in it may be JSON again. */
const mostLayers = 2;

/**
 * Once the long values of a run have more characters than this, only the plain form of each later one is looked for. A batch
 * has thousands of receipts, and looking for all their forms would take too long.
 */
const mostCharactersInAllForms = 128 * 1024;

/** The secrets of a run, or of one call. @param names that may appear even if they are a part of a value */
export function createSecrets(
  values: readonly string[] = [],
  names: readonly string[] = [],
): Secrets {
  const withheld = new WithheldValues();
  names.forEach((name) => withheld.allowName(name));
  values.forEach((value) => withheld.add(value));
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const ranges = withheld.findRanges(latin1);
    return ranges.length === 0 ? bytes : Buffer.from(replaceRanges(latin1, ranges), 'latin1');
  };
  const redact = (text: string): string => {
    // A text in ASCII needs no conversion to one character a byte.
    const isAscii = Buffer.byteLength(text) === text.length;
    const ranges = withheld.findRanges(isAscii ? text : Buffer.from(text).toString('latin1'));
    if (ranges.length === 0) return text;
    return replaceRanges(text, isAscii ? ranges : toRangesOfText(text, ranges));
  };
  return {
    add: (value) => withheld.add(value),
    allowName: (name) => withheld.allowName(name),
    allowedNames: withheld.allowedNames,
    redact,
    redactBytes,
  };
}

/**
 * A short value is withheld only as a whole, a long one also in parts. Two kinds of parts may appear: ordinary words, and
 * parts that lie in an allowed name. With the name `com.example.game.gems` and the value `com.example.game.gems.4f8a2c91d7`, a
 * text may have `com.example.game`, but not `gems.4f8a2c91d7`. A long value that may appear as a part is still withheld
 * where it is whole: so both `add` and `allowName` look for such a value, because either may come first.
 */
class WithheldValues {
  readonly #wholes = new WholeIndex();
  readonly #parts = new PartIndex(partLength);
  readonly #partsInBase64 = new PartIndex(partLengthInBase64);
  readonly #partsInHex = new PartIndex(partLengthInHex);
  /** The plain forms of long values, for names that are allowed later. */
  readonly #longForms: Buffer[] = [];
  readonly allowedNames = new Set<string>();
  /** The allowed names in the form in which texts are searched: in lower case, one character a byte. */
  readonly #allowedTexts: string[] = [];
  /** The length of all long values; repeated ones are counted each time. */
  #lengthOfLongValues = 0;

  add(value: string): void {
    const trimmed = value.trim();
    if (Buffer.byteLength(trimmed) >= shortestWithParts) this.#addLong(trimmed);
    else {
      const isLongEnough = ({ length }: string): boolean => length >= shortestWithheld;
      [value, trimmed].filter(isLongEnough).forEach((text) => this.#addShort(text));
    }
  }

  allowName(name: string): void {
    if (this.allowedNames.has(name)) return;
    this.allowedNames.add(name);
    const allowed = plainForm(name);
    this.#allowedTexts.push(allowed.toString('latin1'));
    for (const form of this.#longForms) if (allowed.includes(form)) this.#wholes.add(form);
  }

  /** The ranges to withhold, in order; no two touch. @param latin1 one character a byte */
  findRanges(latin1: string): TextRange[] {
    if (this.#wholes.isEmpty && this.#parts.isEmpty) return [];
    const ranges = this.#findRangesAsWritten(latin1);
    for (const { text, origins } of unescapedTexts(latin1, mostLayers)) {
      for (const { start, end } of this.#findRangesAsWritten(text)) {
        ranges.push({ start: origins[start] ?? 0, end: origins[end] ?? latin1.length });
      }
    }
    return joinRanges(ranges);
  }

  /** @param value no form of it is shorter than the value: all are long enough */
  #addShort(value: string): void {
    const { plain, base64, hex } = writtenForms(value);
    [...plain, ...base64, ...hex].forEach((form) => this.#wholes.add(form));
  }

  #addLong(value: string): void {
    this.#lengthOfLongValues += value.length;
    const inAllForms = this.#lengthOfLongValues <= mostCharactersInAllForms;
    const { plain, base64, hex } = inAllForms ? writtenForms(value) : plainFormOnly(value);
    base64.forEach((form) => this.#partsInBase64.add(form));
    hex.forEach((form) => this.#partsInHex.add(form));
    for (const form of plain) {
      this.#parts.add(form);
      this.#longForms.push(form);
      if (this.#mayAppearAsPart(form.toString('latin1'))) this.#wholes.add(form);
    }
  }

  /** Looks for the values without undoing escapes. */
  #findRangesAsWritten(latin1: string): TextRange[] {
    const text = lowerCaseBytes(latin1);
    const indexes = [this.#wholes, this.#partsInBase64, this.#partsInHex].filter(
      (each) => !each.isEmpty,
    );
    const parts = this.#parts.isEmpty ? [] : this.#parts.findRanges(text);
    return [
      ...indexes.flatMap((each) => each.findRanges(text)),
      ...parts.filter(
        ({ start, end }) => !this.#mayAppearAsPart(text.toString('latin1', start, end)),
      ),
    ];
  }

  #mayAppearAsPart(part: string): boolean {
    return this.#allowedTexts.some((allowed) => allowed.includes(part)) || isOrdinary(part);
  }
}

/** Puts the mark in place of each range. */
function replaceRanges(text: string, ranges: readonly TextRange[]): string {
  let result = '';
  let position = 0;
  for (const { start, end } of ranges) {
    result += text.slice(position, start) + redactedMark;
    position = end;
  }
  return result + text.slice(position);
}

/**
 * Converts ranges of the UTF-8 bytes of a text to ranges of the text. A lone surrogate has three bytes, those of U+FFFD.
 * @param ranges in order, because the text is gone through only once
 */
function toRangesOfText(text: string, ranges: readonly TextRange[]): TextRange[] {
  let bytes = 0;
  let index = 0;
  const advanceTo = (offset: number): number => {
    while (bytes < offset && index < text.length) {
      const codePoint = text.codePointAt(index) ?? 0;
      bytes += lengthInUtf8(codePoint);
      index += codePoint > 0xffff ? 2 : 1;
    }
    return index;
  };
  return ranges.map(({ start, end }) => ({ start: advanceTo(start), end: advanceTo(end) }));
}

function lengthInUtf8(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
