import { Buffer } from 'node:buffer';
import type { Secrets } from '../../context.js';
import { unescaped } from './escapes.js';
import { formsOf } from './forms.js';

/**
 * Values that must not leave the program, and their removal from a text: complete, in their usual encodings and in any
 * case. Of a long value, a part of any of these is removed too: a service, or a line that was too long, may have cut it.
 * Texts are searched as bytes, one character a byte, so that bytes that are not text come out unchanged.
 */

export const redactedMark = '[withheld]';

// Shorter parts occur in ordinary words too, and parts of short values are not worth anything.
const shortestStretch = 12;
const shortestCut = 24;
// A service that cuts a value begins at its start; more would cost more than the call.
const longestCut = 2_000;
// Every part has one sample that begins at a multiple of the step: searching for those is quick, and most texts have none.
const step = 6;
const sampleLength = shortestStretch - step + 1;

/** The secrets of a run, or of one call. */
export function createSecrets(values: readonly string[] = []): Secrets {
  const sought = new Sought();
  for (const value of values) sought.add(value);
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const cleaned = without(view, coveredIn(view, sought));
    return cleaned === view ? bytes : Buffer.from(cleaned, 'latin1');
  };
  const redact = (text: string): string => {
    if (isAscii.test(text)) return without(text, coveredIn(text, sought));
    const bytes = Buffer.from(text, 'utf8');
    const cleaned = redactBytes(bytes);
    return cleaned === bytes ? text : Buffer.from(cleaned).toString('utf8');
  };
  return {
    add: (value) => {
      sought.add(value);
    },
    redact,
    redactBytes,
  };
}

const isAscii = /^[\0-\x7f]*$/;

type Cover = (start: number, end: number) => void;

/** What is searched for, in lower case. */
class Sought {
  private readonly known = new Set<string>();
  /** Searched for as a whole; all others are found by their parts. */
  private readonly wholes = new Set<string>();
  private readonly stretches = new Set<string>();
  private readonly samples = new Set<string>();

  add(value: string): void {
    if (this.known.has(value)) return;
    this.known.add(value);
    for (const form of formsOf(value)) this.addForm(asBytes(form), value.length >= shortestCut);
  }

  private addForm(key: string, isLong: boolean): void {
    const parts = isLong ? slices(key.slice(0, longestCut), shortestStretch) : [];
    const telling = parts.filter((part) => !isWords(part)).map((part) => part.toLowerCase());
    for (const part of telling) {
      this.stretches.add(part);
      for (let at = 0; at < step; at += 1) this.samples.add(part.slice(at, at + sampleLength));
    }
    const isFoundByParts = parts.length > 0 && telling.length === parts.length && key.length <= longestCut;
    if (!isFoundByParts) this.wholes.add(key.toLowerCase());
  }

  find(text: string, cover: Cover): void {
    for (const whole of this.wholes)
      for (let at = text.indexOf(whole); at !== -1; at = text.indexOf(whole, at + 1))
        cover(at, at + whole.length);
    if (!this.hasSample(text)) return;
    for (let at = 0; at + shortestStretch <= text.length; at += 1)
      if (this.stretches.has(text.slice(at, at + shortestStretch))) cover(at, at + shortestStretch);
  }

  private hasSample(text: string): boolean {
    for (let at = 0; at < text.length && this.samples.size > 0; at += step)
      if (this.samples.has(text.slice(at, at + sampleLength))) return true;
    return false;
  }
}

/** Each place to remove is 1; undefined if there is none. */
function coveredIn(view: string, sought: Sought): Uint8Array | undefined {
  let covered: Uint8Array | undefined;
  const cover = (start: number, end: number): void => {
    covered = (covered ?? new Uint8Array(view.length)).fill(1, start, end);
  };
  sought.find(view.toLowerCase(), cover);
  const reading = unescaped(view);
  if (reading !== undefined)
    sought.find(reading.text.toLowerCase(), (start, end) => {
      cover(reading.at(start), reading.at(end));
    });
  return covered;
}

/** One mark for each run: overlapping places get one mark together. */
function without(text: string, covered: Uint8Array | undefined): string {
  if (covered === undefined) return text;
  let result = '';
  let position = 0;
  for (let start = covered.indexOf(1); start !== -1; start = covered.indexOf(1, position)) {
    result += text.slice(position, start) + redactedMark;
    const end = covered.indexOf(0, start);
    position = end === -1 ? text.length : end;
  }
  return result + text.slice(position);
}

const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const slices = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));

/** A value may contain words, `client-secret`: one case, no digit, no long run of letters. */
const isWords = (stretch: string): boolean =>
  !/\d|[A-Za-z]{12}/.test(stretch) && !(/[a-z]/.test(stretch) && /[A-Z]/.test(stretch));

// One character would leave a gap in every sentence, and is nobody's name.
const shortestWord = 2;
// From this length on, a text is removed wherever it occurs.
const longestWord = 3;

/** Removes short values that are a word of their own: for the service's own sentences. */
export function withholdingWords(values: readonly string[]): (text: string) => string {
  const short = values.filter(({ length }) => length >= shortestWord && length <= longestWord);
  if (short.length === 0) return (text) => text;
  const words = short.map((value) => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => text.replace(alone, redactedMark);
}
