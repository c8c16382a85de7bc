import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import { withoutEnd } from '../text/ends.js';
import { jsonIn } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';

/**
 * Values that must not leave the program, and their removal from a text: whole, as they are, escaped for JSON or a URL,
 * in hex or in base64, in capitals or small letters. Texts are searched as bytes, one character a byte, so that bytes
 * that are not text come out unchanged. What is cut is cut afterwards: half of a value is not recognised.
 */

export const redactedMark = '[withheld]';

/** A shorter text is in every other line: replacing it would shred the output, and the gaps would reveal it. */
const shortest = 4;

/** The secrets of a run, or of one call. */
export function createSecrets(values: readonly string[] = []): Secrets {
  const known = new Set<string>();
  let pattern: RegExp | undefined;
  const add = (value: string): void => {
    // A body that is not JSON has its receipt among other words.
    const words = value.split(/\s+/).filter(({ length }) => length >= 32);
    for (const text of [value, value.trim(), ...words]) if (text.length >= shortest) known.add(text);
    // Of two that begin alike, the longer one.
    const sorted = [...known].sort((one, other) => other.length - one.length);
    pattern = sorted.length === 0 ? undefined : new RegExp(sorted.flatMap(formsOf).join('|'), 'gi');
  };
  values.forEach(add);
  const without = (view: string): string =>
    pattern === undefined ? view : view.replace(pattern, redactedMark);
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const cleaned = without(view);
    return cleaned === view ? bytes : Buffer.from(cleaned, 'latin1');
  };
  const redact = (text: string): string => {
    if (/^[\0-\x7f]*$/.test(text)) return without(text);
    return Buffer.from(redactBytes(Buffer.from(text))).toString('utf8');
  };
  return { add, redact, redactBytes };
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Patterns of a value's forms. */
const formsOf = (value: string): string[] => [
  [...value].map(written).join(''),
  Buffer.from(value).toString('hex'),
  ...inBase64(Buffer.from(value)).map((form) => form.replaceAll('+', '[+-]').replaceAll('/', '[/_]')),
];

/** One character: as it is, or escaped for JSON or a URL. */
function written(character: string): string {
  const bytes = Buffer.from(character);
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const forms = [
    literal(bytes.toString('latin1')),
    literal(JSON.stringify(character).slice(1, -1)),
    units.map((hex) => `\\\\u${hex}`).join(''),
    bytes.toString('hex').replace(/../g, '%$&'),
    ...(character === '/' ? ['\\\\/'] : []),
    ...(character === ' ' ? ['\\+'] : []),
  ];
  return `(?:${forms.join('|')})`;
}

/** Alone; and inside the base64 of a longer text, after one or two bytes of a group of three, without what neighbours share. */
const inBase64 = (bytes: Buffer): string[] => [
  `${withoutEnd(bytes.toString('base64'), '=')}={0,2}`,
  ...[0, 1, 2].map((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const end = (before + bytes.length) % 3 === 0 ? undefined : base64.indexOf('=') - 1;
    return base64.slice(before === 0 ? 0 : before + 1, end);
  }),
];

/**
 * Removes values of two or three characters where they are a word of their own: for the service's own sentences. A
 * longer one is removed wherever it occurs, and one character is nobody's name.
 */
export function withholdingWords(values: readonly string[]): (text: string) => string {
  const short = values.filter(({ length }) => length === 2 || length === 3);
  if (short.length === 0) return (text) => text;
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])(?:${short.map(literal).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => text.replace(alone, redactedMark);
}

const privateMember = /"(?:receipt|sessionToken)"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** The receipts and tokens anywhere in a body: an answer may repeat them anywhere. */
export const privateTextsIn = (body: Uint8Array): string[] => [
  ...new Set(
    Array.from((utf8Text(body) ?? '').matchAll(privateMember), ([, text = '']) => String(jsonIn(text))),
  ),
];

/** Many people read a ticket, so no e-mail address belongs there; a service or a person may repeat one. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,253}\.[a-z]{2,24}/gi, '[e-mail address]');
