import { type Json, JsonNumber, JsonObject } from './json.js';

/** A value as JSON.parse would give it. */
export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain | undefined;
}

/** A number that a double cannot hold is kept as its digits, as a text: an id must not be rounded. */
export function toPlain(json: Json): Plain {
  if (json instanceof JsonNumber) return json.isExact ? json.value : json.source;
  if (json instanceof JsonObject) {
    return Object.fromEntries(json.members.map(([name, value]) => [name, toPlain(value)]));
  }
  if (Array.isArray(json)) return json.map(toPlain);
  // A part of a text keeps all of that text in memory.
  return typeof json === 'string' ? Buffer.from(json).toString() : json;
}
