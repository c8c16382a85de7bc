import { isAscii, isUtf8 } from 'node:buffer';
import { bufferOf } from '../choice.js';

/** The bytes signed instead; undefined if they are the same or the change does not apply. */
export type Apply = (bytes: Uint8Array) => Uint8Array | undefined;

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean => bufferOf(one).equals(other);

// Every transform of a body needs its text, so the text is kept with the bytes.
const texts = new WeakMap<Uint8Array, string | undefined>();

/** The text of UTF-8 bytes, a byte order mark included; undefined when they are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  if (!texts.has(bytes)) texts.set(bytes, isUtf8(bytes) ? bufferOf(bytes).toString('utf8') : undefined);
  return texts.get(bytes);
}

const changed = (before: Uint8Array, after: Uint8Array | string | undefined): Uint8Array | undefined => {
  if (after === undefined) return undefined;
  const bytes = typeof after === 'string' ? Buffer.from(after, 'utf8') : after;
  return equalBytes(before, bytes) ? undefined : bytes;
};

/** A change of the bytes, which need not be UTF-8. */
export const onBytes =
  (change: (bytes: Buffer) => Uint8Array | string | undefined): Apply =>
  (bytes) =>
    changed(bytes, change(bufferOf(bytes)));

/** A change of the text: nothing for bytes that are not UTF-8. */
export const onText =
  (change: (text: string) => Uint8Array | string | undefined): Apply =>
  (bytes) => {
    const text = textOf(bytes);
    return text === undefined ? undefined : changed(bytes, change(text));
  };

/** A change that leaves plain ASCII as it is. */
export const onNonAscii =
  (change: (text: string) => Uint8Array | string | undefined): Apply =>
  (bytes) =>
    isAscii(bytes) ? undefined : onText(change)(bytes);

/** A change of ASCII characters. It works on bytes, so bytes that are not UTF-8 survive it. */
export const changing = (change: (text: string) => string): Apply =>
  onBytes((bytes) => {
    const text = bytes.toString('latin1');
    const made = change(text);
    return made === text ? undefined : Buffer.from(made, 'latin1');
  });

export const replacing = (pattern: RegExp, by: string): Apply =>
  changing((text) => text.replace(pattern, by));

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

// Byte lists and percent escapes make a body several times larger.
const largestSpelledOut = 2 ** 18;

/** A change that is made of small bodies only. */
export const small =
  (change: Apply): Apply =>
  (bytes) =>
    bytes.length > largestSpelledOut ? undefined : change(bytes);
