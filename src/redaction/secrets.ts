import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import { unescaped } from './escapes.js';
import { formsOf } from './forms.js';

/**
 * Values that must not leave the program, and their removal from a text: whole, in their usual encodings and in any
 * case; of a long one also a stretch, such as the first characters of a key that a service repeats. Texts are searched
 * as the bytes that leave, one character a byte, so that bytes that are no text come out as they went in.
 */

export const redactedMark = '[redacted]';

// Shorter stretches stand in ordinary words too, and those of short values are no key to anything.
const shortestStretch = 12;
const shortestCut = 24;
// A service begins at the beginning; more would cost more than the call.
const longestCut = 2_000;

/** Those of a run, or of one call. */
export function createSecrets(values: readonly string[] = []): Secrets {
  const known = new Set<string>();
  const forms = new Set<string>();
  const stretches = new Set<string>();
  // One of these stands in whatever holds a stretch: looking for them is quick.
  const blocks = new Set<string>();

  const addStretches = (value: string): void => {
    const key = asBytes(value.slice(0, longestCut));
    for (let at = 0; at + shortestStretch <= key.length; at += 1) {
      const stretch = key.slice(at, at + shortestStretch);
      if (!isWords(stretch)) stretches.add(stretch.toLowerCase());
    }
    for (let at = 0; at + blockLength <= key.length; at += blockLength)
      blocks.add(key.slice(at, at + blockLength).toLowerCase());
  };
  const find = (text: string, cover: Cover): void => {
    for (const form of forms)
      for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
        cover(at, at + form.length);
    if (![...blocks].some((block) => text.includes(block))) return;
    for (let at = 0; at + shortestStretch <= text.length; at += 1)
      if (stretches.has(text.slice(at, at + shortestStretch))) cover(at, at + shortestStretch);
  };
  const clean = (view: string): string => {
    const covered = new Uint8Array(view.length);
    find(view.toLowerCase(), (start, end) => covered.fill(1, start, end));
    const reading = unescaped(view);
    if (reading !== undefined)
      find(reading.text.toLowerCase(), (start, end) => covered.fill(1, reading.at(start), reading.at(end)));
    return without(view, covered);
  };
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    if (known.size === 0) return bytes;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const cleaned = clean(view);
    return cleaned === view ? bytes : Buffer.from(cleaned, 'latin1');
  };
  const add = (value: string): void => {
    if (known.has(value)) return;
    known.add(value);
    // The bytes of a letter beyond ASCII say nothing of its case.
    for (const form of formsOf(value))
      for (const cased of [form, form.toUpperCase(), form.toLowerCase()])
        forms.add(asBytes(cased).toLowerCase());
    if (value.length >= shortestCut) addStretches(value);
  };
  for (const value of values) add(value);
  return {
    add,
    redact: (text) => {
      const bytes = Buffer.from(text, 'utf8');
      const cleaned = redactBytes(bytes);
      return cleaned === bytes ? text : Buffer.from(cleaned).toString('utf8');
    },
    redactBytes,
  };
}

type Cover = (start: number, end: number) => void;

const blockLength = shortestStretch / 2;

const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** A value may have words in it, `client-secret`: one case, no digit, no long run of letters. */
const isWords = (stretch: string): boolean =>
  !/\d|[A-Za-z]{12}/.test(stretch) && !(/[a-z]/.test(stretch) && /[A-Z]/.test(stretch));

/** One mark for each run that is covered: what overlaps goes as one. */
function without(text: string, covered: Uint8Array): string {
  let result = '';
  let position = 0;
  for (let start = covered.indexOf(1); start !== -1; start = covered.indexOf(1, position)) {
    result += text.slice(position, start) + redactedMark;
    const end = covered.indexOf(0, start);
    position = end === -1 ? text.length : end;
  }
  return result + text.slice(position);
}

// Of one character would be a hole in every sentence, and is nobody's name.
const shortestWord = 2;
// As of which length a text is taken out wherever it stands.
const longestWord = 3;

/** Takes short values out where they stand as a word of their own: for the service's own sentences. */
export function withholdingWords(values: readonly string[]): (text: string) => string {
  const short = values.filter(({ length }) => length >= shortestWord && length <= longestWord);
  if (short.length === 0) return (text) => text;
  const words = short.map((value) => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => text.replace(alone, redactedMark);
}
