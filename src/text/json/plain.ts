import { type Json, JsonNumber, JsonObject } from './json.js';

/** A value as JSON.parse would return it. */
export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain | undefined;
}

/** Converts parsed JSON. A number that a double cannot hold becomes a text of its digits, so that no id is rounded. */
export function toPlain(json: Json): Plain {
  if (json instanceof JsonNumber) return json.isExact ? json.value : json.source;
  if (json instanceof JsonObject) {
    return Object.fromEntries(json.members.map(([name, value]) => [name, toPlain(value)]));
  }
  if (Array.isArray(json)) return json.map(toPlain);
  // Copied, because a substring would keep the whole input text in memory.
  return typeof json === 'string' ? Buffer.from(json).toString() : json;
}
