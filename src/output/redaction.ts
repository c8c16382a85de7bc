import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import { jsonIn } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';

/**
 * Values that must not leave the program, and their removal from a text: whole, as they are, escaped for JSON or a URL,
 * in hex or in base64, in capitals or small letters; or cut off behind a head of 16 characters that no other text has.
 * Texts are searched as bytes, one character a byte, so that bytes that are not text come out unchanged.
 */

export const redactedMark = '[withheld]';

/** A shorter text is in every other line: replacing it would shred the output, and the gaps would reveal it. */
export const shortestWithheld = 4;

/** Each form in small letters, and its beginning that is enough. */
type Forms = ReadonlyMap<string, string>;

/** The secrets of a run, or of one call. */
export function createSecrets(values: readonly string[] = []): Secrets {
  const forms = new Map<string, string>();
  let heads: RegExp | undefined;
  const add = (value: string): void => {
    heads = undefined;
    for (const form of formsOf(value))
      if (form.length >= shortestWithheld) forms.set(form.toLowerCase(), headOf(form).toLowerCase());
  };
  values.forEach(add);
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const cleaned = without(view, forms);
    return cleaned === view ? bytes : Buffer.from(cleaned, 'latin1');
  };
  const redact = (text: string): string => {
    // ASCII is its own bytes.
    if (Buffer.byteLength(text) !== text.length)
      return Buffer.from(redactBytes(Buffer.from(text))).toString('utf8');
    heads ??= patternOf([...forms.values()]);
    return heads?.test(text) === false ? text : without(text, forms);
  };
  return { add, redact, redactBytes };
}

/** Whether a text may have one of them: nearly no line of a batch has. undefined: they are too many for one pattern. */
const patternOf = (heads: readonly string[]): RegExp | undefined =>
  heads.length > 100
    ? undefined
    : new RegExp(['[%\\\\]', ...heads.map((head) => head.replace(/\W/g, '\\$&'))].join('|'), 'i');

/** How a value may be written. Escapes of JSON and of URLs are undone in the text itself. */
function formsOf(value: string): string[] {
  // A body that is not JSON has its receipt among other words.
  const words = value.split(/\s+/).filter(({ length }) => length >= 2 * headLength);
  const texts = [value, value.trim(), ...words].filter(({ length }) => length >= shortestWithheld);
  return texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const own = bytes.toString('latin1');
    // As forms encode a blank.
    return [own, own.replaceAll(' ', '+'), bytes.toString('hex'), ...base64Of(bytes)];
  });
}

/** Whole; and inside of a longer text, after none, one or two bytes of a group of three, without what neighbours share. */
const base64Of = (bytes: Buffer): string[] =>
  (['base64', 'base64url'] as const).flatMap((encoding) => [
    bytes.toString(encoding),
    ...[0, 1, 2].map((before) =>
      Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 4) / 3)),
    ),
  ]);

// A line may be cut after a part of a long value. A head made of words occurs in other texts too.
const headLength = 16;
function headOf(form: string): string {
  const head = form.slice(0, headLength);
  return /\d/.test(head) || (/[a-z]/.test(head) && /[A-Z]/.test(head)) ? head : form;
}

type Place = readonly [start: number, end: number];

/** One mark for all places that touch or overlap. */
function without(view: string, forms: Forms): string {
  const { text, at } = unescaped(view);
  const places = placesIn(view, forms);
  if (text !== view)
    places.push(
      ...placesIn(text, forms).map(([start, end]): Place => [at[start] ?? 0, at[end] ?? view.length]),
    );
  let result = '';
  let position = 0;
  for (const [start, end] of places.sort(([one], [other]) => one - other)) {
    if (position === 0 || start > position) result += view.slice(position, start) + redactedMark;
    position = Math.max(position, end);
  }
  return result + view.slice(position);
}

function placesIn(view: string, forms: Forms): Place[] {
  const text = view.toLowerCase();
  const places: Place[] = [];
  for (const [form, head] of forms)
    for (let start = text.indexOf(head); start !== -1; start = text.indexOf(head, start + 1)) {
      let { length } = head;
      while (length < form.length && text[start + length] === form[length]) length += 1;
      places.push([start, start + length]);
    }
  return places;
}

/** An escape of a URL or of JSON, or what stands between two of them. */
const pieces =
  /%[0-9a-fA-F]{2}|\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/bfnrt])|[^%\\]+|[%\\]/g;

/** With the escapes undone, one character a byte, and where each of its places was before. */
function unescaped(view: string): { readonly text: string; readonly at: readonly number[] } {
  if (!/[%\\]/.test(view)) return { text: view, at: [] };
  const at: number[] = [];
  const texts = Array.from(view.matchAll(pieces), ({ 0: piece, index }) => {
    const isEscape = piece.length > 1 && /^[%\\]/.test(piece);
    const text = isEscape ? bytesOf(piece) : piece;
    for (let offset = 0; offset < text.length; offset += 1) at.push(isEscape ? index : index + offset);
    return text;
  });
  return { text: texts.join(''), at };
}

const bytesOf = (escape: string): string =>
  escape.startsWith('%')
    ? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    : Buffer.from(JSON.parse(`"${escape}"`) as string).toString('latin1');

const privateMember = /"(?:receipt|sessionToken)"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** The receipts and tokens anywhere in a body: an answer may repeat them anywhere. */
export const privateTextsIn = (body: Uint8Array): string[] => [
  ...new Set(
    Array.from((utf8Text(body) ?? '').matchAll(privateMember), ([, text = '']) => String(jsonIn(text))),
  ),
];
