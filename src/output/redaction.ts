import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import { jsonIn } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';
import { textsBehindEscapes } from './escapes.js';
import { isOrdinary } from './ordinary-words.js';
import { PartIndex } from './part-index.js';
import { joinedPlaces, type Place } from './places.js';
import { shortestWithheld, WholeIndex } from './whole-index.js';
import { formsOf, inSmallLetters, onlyOwnForm, ownForm } from './written-forms.js';

/**
 * Values that must not leave the program, and their removal from a text. SECURITY.md says in which forms they are found. No
 * value ever becomes a pattern. Texts are searched as bytes, one character a byte: bytes that are not text come out unchanged.
 */

export const redactedMark = '[withheld]';

/** In bytes: parts of a longer value are withheld, too. */
const shortestWithParts = 24;

/** In characters of tokens: a part of a long value, and what is left of one in base64, wherever its groups begin, and in hex. */
const [partLength, partLengthInBase64, partLengthInHex] = [12, 15, 24];

/** The bytes of an answer are JSON, whose texts may have escapes of their own. */
const mostEscapes = 2;

/** For a run whose service answers with thousands of receipts: from here on, values are found as they are. */
const mostBytesInAllForms = 128 * 1024;

/** The secrets of a run, or of one call. @param names see `show` */
export function createSecrets(
  values: readonly string[] = [],
  names: readonly string[] = [],
): Secrets {
  const withheld = new Withheld();
  names.forEach((name) => withheld.show(name));
  values.forEach((value) => withheld.add(value));
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const places = withheld.placesIn(view);
    return places.length === 0 ? bytes : Buffer.from(withMarks(view, places), 'latin1');
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
  /** Values of which a part may be shown. */
  readonly #long: Buffer[] = [];
  readonly names = new Set<string>();
  /** The names in small letters, one character a byte, like the forms. */
  readonly #shown: string[] = [];
  #bytes = 0;

  add(value: string): void {
    const trimmed = value.trim();
    if (Buffer.byteLength(trimmed) >= shortestWithParts) this.#addLong(trimmed);
    else [value, trimmed].filter(isWithheld).forEach((text) => this.#addShort(text));
  }

  show(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    const shown = ownForm(name);
    this.#shown.push(shown.toString('latin1'));
    // A part of a value is shown where it is this name, but never the whole.
    for (const form of this.#long) if (shown.includes(form)) this.#wholes.add(form);
  }

  /** In order, none touches another. @param latin1 one character a byte */
  placesIn(latin1: string): Place[] {
    if (this.#wholes.isEmpty && this.#parts.isEmpty) return [];
    const places = this.#placesAsWritten(latin1);
    for (const { text, origins } of textsBehindEscapes(latin1, mostEscapes)) {
      for (const { start, end } of this.#placesAsWritten(text)) {
        places.push({ start: origins[start] ?? 0, end: origins[end] ?? latin1.length });
      }
    }
    return joinedPlaces(places);
  }

  #addShort(value: string): void {
    const { plain, base64, hex } = formsOf(value);
    [...plain, ...base64, ...hex].filter(isWithheld).forEach((form) => this.#wholes.add(form));
  }

  #addLong(value: string): void {
    this.#bytes += value.length;
    const isFlood = this.#bytes > mostBytesInAllForms;
    const { plain, base64, hex } = isFlood ? onlyOwnForm(value) : formsOf(value);
    base64.forEach((form) => this.#partsInBase64.add(form));
    hex.forEach((form) => this.#partsInHex.add(form));
    for (const form of plain) {
      this.#parts.add(form);
      this.#long.push(form);
      if (this.#isShown(form.toString('latin1'))) this.#wholes.add(form);
    }
  }

  #placesAsWritten(view: string): Place[] {
    const text = inSmallLetters(view);
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

const isWithheld = ({ length }: { readonly length: number }): boolean => length >= shortestWithheld;

/** A mark in each place. */
function withMarks(text: string, places: readonly Place[]): string {
  let result = '';
  let position = 0;
  for (const { start, end } of places) {
    result += text.slice(position, start) + redactedMark;
    position = end;
  }
  return result + text.slice(position);
}

/** Places in the bytes of a text as places in the text itself, whose lone surrogates have no bytes of their own. */
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

/** A text of JSON without its quotes. The text may be cut off. */
const anyQuotedText = /"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)/g;
const privateMember = /("(?:receipt|sessionToken)"\s*:\s*)"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)/g;

/** The text of a request with `[shown(value)]` in place of each receipt and token that is a member. */
export function replacePrivateMembers(text: string, shown: (value: string) => string): string {
  return text.replace(privateMember, (member: string, name: string, inner: string) => {
    const value = jsonIn(`"${inner}"`);
    const isReplaced = typeof value === 'string' && value !== '' && member.endsWith('"');
    return isReplaced ? `${name}"[${shown(value)}]"` : member;
  });
}

/** The receipts and tokens anywhere in a body, which need not be JSON or whole: an answer may repeat them anywhere. */
export function privateTextsIn(body: Uint8Array): string[] {
  const text = utf8Text(body) ?? Buffer.from(body).toString('latin1');
  return [...new Set(privateTextsOf(text, mostEscapes))];
}

/** @param layers so often, a body may stand as a text in another body */
function privateTextsOf(text: string, layers: number): string[] {
  const texts = Array.from(text.matchAll(privateMember), ([, , inner = '']) => innerText(inner));
  if (layers === 0 || !/\\"(?:receipt|sessionToken)\\/.test(text)) return texts;
  for (const [, inner = ''] of text.matchAll(anyQuotedText)) {
    if (inner.includes('\\"')) texts.push(...privateTextsOf(innerText(inner), layers - 1));
  }
  return texts;
}

/** What a text of JSON means, or what stands in its quotes if it is not JSON. */
function innerText(inner: string): string {
  const value = jsonIn(`"${inner}"`);
  return typeof value === 'string' ? value : inner;
}
