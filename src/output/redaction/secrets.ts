import { Buffer } from 'node:buffer';
import { htmlEscape } from 'escape-goat';
import type { Secrets } from '../../context.js';
import { withoutEnd } from '../../text/ends.js';
import { unescaped } from './escapes.js';

/**
 * Values that must not leave the program, and their removal from a text: whole, as they are, escaped for JSON, a URL or
 * HTML, in hex or in base64, in capitals or small letters; or cut off
 * behind a head of 16 characters that no other text has. Texts are searched as bytes, one character a byte, so that
 * bytes that are not text come out unchanged.
 */

export const redactedMark = '[withheld]';

/** A shorter text is in every other line: replacing it would shred the output, and the gaps would reveal it. */
const shortest = 4;

/** A form in small letters, and its beginning that is enough. */
interface Sought {
  readonly form: string;
  readonly head: string;
}

// A line may be cut after a part of a long value. A head made of words occurs in other texts too.
const headLength = 16;
const neededOf = (form: string): number => {
  const head = form.slice(0, headLength);
  const isTelling = /\d/.test(head) || (/[a-z]/.test(head) && /[A-Z]/.test(head));
  return isTelling ? Math.min(headLength, form.length) : form.length;
};

/** The secrets of a run, or of one call. */
export function createSecrets(values: readonly string[] = []): Secrets {
  const sought: Sought[] = [];
  const add = (value: string): void => {
    for (const exact of formsOf(value)) {
      const form = exact.toLowerCase();
      if (form.length >= shortest && !sought.some((each) => each.form === form))
        sought.push({ form, head: form.slice(0, neededOf(exact)) });
    }
  };
  values.forEach(add);
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const cleaned = without(view, sought);
    return cleaned === view ? bytes : Buffer.from(cleaned, 'latin1');
  };
  const redact = (text: string): string => {
    if (/^[\0-\x7f]*$/.test(text)) return without(text, sought);
    const bytes = Buffer.from(text, 'utf8');
    const cleaned = redactBytes(bytes);
    return cleaned === bytes ? text : Buffer.from(cleaned).toString('utf8');
  };
  return { add, redact, redactBytes };
}

/** Escapes of JSON and of URLs are undone in the text itself. */
function formsOf(value: string): string[] {
  if (value.length < shortest) return [];
  // A body that is not JSON has its receipt among other words.
  const words = value.split(/\s+/).filter(({ length }) => length >= 2 * headLength);
  const texts = [value, value.trim(), ...words].filter(({ length }) => length >= shortest);
  const bytes = texts.flatMap((text) => [Buffer.from(text), Buffer.from(htmlEscape(text))]);
  return [
    ...bytes.map((form) => form.toString('latin1')),
    // As forms encode a blank.
    ...bytes.map((form) => form.toString('latin1').replaceAll(' ', '+')),
    ...bytes.map((form) => form.toString('hex')),
    ...bytes.flatMap(inBase64).flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
  ];
}

/** Alone; and inside the base64 of a longer text, after one or two bytes of a group of three, without what neighbours share. */
function inBase64(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const end = (before + bytes.length) % 3 === 0 ? undefined : base64.indexOf('=') - 1;
    return base64.slice(before === 0 ? 0 : before + 1, end);
  });
  const alone = bytes.toString('base64');
  return [alone, withoutEnd(alone, '='), ...inside];
}

/** One mark for all places that touch or overlap. */
function without(view: string, sought: readonly Sought[]): string {
  const places = placesIn(view, sought);
  if (places.length === 0) return view;
  places.sort(([one], [other]) => one - other);
  let result = '';
  let position = 0;
  for (const [start, end] of places) {
    if (position === 0 || start > position) result += view.slice(position, start) + redactedMark;
    position = Math.max(position, end);
  }
  return result + view.slice(position);
}

type Place = readonly [start: number, end: number];

function placesIn(view: string, sought: readonly Sought[]): Place[] {
  const places: Place[] = [];
  const find = (text: string, at: (place: number) => number): void => {
    for (const { form, head } of sought) {
      for (let start = text.indexOf(head); start !== -1; start = text.indexOf(head, start + 1)) {
        let { length } = head;
        while (length < form.length && text[start + length] === form[length]) length += 1;
        places.push([at(start), at(start + length)]);
      }
    }
  };
  find(view.toLowerCase(), (place) => place);
  const reading = unescaped(view);
  if (reading !== undefined) find(reading.text.toLowerCase(), reading.at);
  return places;
}

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
