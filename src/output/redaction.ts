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

/** In bytes: parts of a longer value are withheld, too. */
const shortestWithParts = 24;

/** In bytes, all of them characters of tokens: a shorter part of a long value is not looked for. */
const partLength = 12;
/** 12 bytes are 16 characters of base64, less one that shares bits with a neighbour. */
const partLengthInBase64 = 15;
const partLengthInHex = 24;

/** JSON in a text of JSON: so often are escapes taken off. An answer is JSON, and a text in it may be JSON again. */
const mostLayers = 2;

/**
 * For a run whose service answers with thousands of receipts: once its long values have more characters than this, of each
 * later one only the plain form is looked for.
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
    // ASCII is its own bytes.
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
 * Of a short value only the whole is withheld, of a long one each part. Two kinds of parts may appear: ordinary words, and
 * what lies in an allowed name. With the name `com.example.game.gems` and the value `com.example.game.gems.4f8a2c91d7`, a
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
  /** The allowed names as the values are searched for: in lower case, one character a byte. */
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

  /** In order, none touches another. @param latin1 one character a byte */
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
 * Ranges of the bytes of a text (UTF-8) as ranges of the text. A lone surrogate counts as the three bytes of U+FFFD, which
 * stand for it. @param ranges in order: it goes through the text only once
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
