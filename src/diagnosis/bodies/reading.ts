import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { parseJson } from '../../text/json/parse.js';
import { decoded } from './shapes.js';
import { withoutEnd } from '../../text/ends.js';

// PHP and Jackson refuse deeper bodies, so senders hardly make them; up to here our functions can recurse.
const deepest = 512;
/** With the indentation of each of its lines, a large body would fill the memory. */
const deepestLarge = 32;
const largeText = 16_000;

export const isShallow = (body: Json, mostDepth = deepest): boolean => {
  const open: [value: Json, depth: number][] = [[body, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    const children = Array.isArray(value)
      ? value
      : value instanceof JsonObject
        ? value.members.map(([, member]) => member)
        : [];
    if (children.length > 0 && depth >= mostDepth) return false;
    for (const child of children) open.push([child, depth + 1]);
  }
  return true;
};

/** The text without byte order mark and final line breaks. */
export const trimmedText = (body: Uint8Array): string =>
  withoutEnd(new TextDecoder('utf-8').decode(body), '\r\n');

/** The decoded body; undefined if it is not JSON. */
export const decodeBody = (text: string): Json | undefined => {
  try {
    const body = parseJson(text);
    return isShallow(body, text.length > largeText ? deepestLarge : deepest) ? decoded(body) : undefined;
  } catch {
    return undefined;
  }
};

const ends = <T>(list: readonly T[]): readonly T[] =>
  list.length <= 20 ? list : [...list.slice(0, 10), ...list.slice(-10)];

const longText = 1_000;

/** The beginning and the end of a long text, and every character of it once. */
const textSample = (text: string): string =>
  text.length <= longText ? text : text.slice(0, 100) + [...new Set(text)].join('') + text.slice(-100);

/** The ends of every long array, object and text: enough to see which ways of printing differ. */
export const sampleOf = (body: Json): Json => {
  if (typeof body === 'string') return textSample(body);
  if (body instanceof JsonNumber && body.source.length > longText)
    return new JsonNumber(body.source.slice(0, 100));
  if (Array.isArray(body)) return ends(body).map(sampleOf);
  if (!(body instanceof JsonObject)) return body;
  return new JsonObject(ends(body.members).map(([name, value]) => [textSample(name), sampleOf(value)]));
};
