import { FileError, type Files } from '../context.js';
import { PvgError } from '../failure.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';

/** Reads the JSON lists that say what the emulator has: each member by its own rule, none unread. */

/** Makes the error of a wrong entry or member; never repeats a value. */
export type Refuse = (says: string) => PvgError;

/** Reads a value, or refuses it with a reason. */
type Reader<Value> = (value: Json, refuse: Refuse) => Value;

export const aText: Reader<string> = (value, refuse) => {
  if (typeof value !== 'string' || value === '') throw refuse('is not text');
  return value;
};

export const oneOf =
  <Value extends Json>(
    allowed: readonly Value[],
    otherwise = `is not one of ${allowed.join(', ')}`,
  ): Reader<Value> =>
  (value, refuse) => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw refuse(otherwise);
    return found;
  };

export const aBoolean = oneOf([true, false], 'is not true or false');

export const aNumber =
  (least: number, most: number = Number.MAX_SAFE_INTEGER, isWhole = true): Reader<number> =>
  (value, refuse) => {
    const number = value instanceof JsonNumber ? value.value : Number.NaN;
    if (isWhole ? !Number.isSafeInteger(number) : Number.isNaN(number))
      throw refuse(isWhole ? 'is not an integer' : 'is not a number');
    if (number < least || number > most) throw refuse('is out of range');
    return number;
  };

type Readers = Readonly<Record<string, Reader<unknown>>>;
export type Read<Rules extends Readers, Needed extends keyof Rules> = {
  readonly [Name in keyof Rules]?: ReturnType<Rules[Name]>;
} & { readonly [Name in Needed]: ReturnType<Rules[Name]> };

/** A JSON array of entries; `what` names the file in errors: `store file`. */
export interface ListFile<Value> {
  readonly what: string;
  /** What the entries are: `purchases`. */
  readonly entries: string;
  readonly hint: string;
  readonly entryOf: (entry: JsonObject, refuse: Refuse) => Value;
}

/** The reader of an entry: its members, those that it needs, and what is made of them. */
export const entry =
  <Rules extends Readers, Needed extends keyof Rules & string, Value>(
    rules: Rules,
    needed: readonly Needed[],
    make: (read: Read<Rules, Needed>, refuse: Refuse) => Value,
  ): ListFile<Value>['entryOf'] =>
  (object, refuse) => {
    const read = new Map<string, unknown>();
    for (const [name, each] of object.members) {
      if (read.has(name)) throw refuse(`${name} appears twice`);
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      const value = rule?.(each, (says) => refuse(`${name} ${says}`));
      read.set(name, value);
    }
    const missing = needed.find((name) => !read.has(name));
    if (missing !== undefined) throw refuse(`${missing} is missing`);
    const known = Object.keys(rules);
    const unknown = [...read.keys()].find((name) => !known.includes(name))?.slice(0, 40);
    if (unknown !== undefined)
      throw refuse(`member ${JSON.stringify(unknown)} is not one of ${known.join(', ')}`);
    return make(Object.fromEntries(read) as Read<Rules, Needed>, refuse);
  };

/**
 * Reads the file of a list; nothing without a path.
 * @throws {PvgError} `input-unreadable`, naming the file, the entry and the member, but never a value
 */
export async function openList<Value>(
  files: Pick<Files, 'read'>,
  path: string | undefined,
  list: ListFile<Value>,
): Promise<Value[]> {
  if (path === undefined) return [];
  const bytes = await files.read(path).catch((cause: unknown) => {
    if (!(cause instanceof FileError)) throw cause;
    const says = `The ${list.what} ${path} could not be read (${cause.code}).`;
    throw new PvgError('input-unreadable', says, { cause });
  });
  return parseList(bytes, list, path);
}

/** Of a file, or of the body of a request: then there is no path, and one object counts as a list of one. */
export function parseList<Value>(
  bytes: Uint8Array,
  { what, entries: noun, hint, entryOf }: ListFile<Value>,
  path?: string,
): Value[] {
  const name = path === undefined ? `The ${what}` : `The ${what} ${path}`;
  const refuse = (says: string): PvgError => new PvgError('input-unreadable', `${name} ${says}.`, { hint });
  const unusable = (says: string): PvgError => refuse(`cannot be used: ${says}`);
  const text = utf8Text(bytes);
  const json = text === undefined ? undefined : tryJson(text);
  if (json === undefined) throw unusable('it is not UTF-8 text');
  if (json instanceof JsonSyntaxError) throw unusable(json.message);
  const entries = path === undefined && json instanceof JsonObject ? [json] : json;
  if (!Array.isArray(entries)) throw refuse(`must contain a JSON array of ${noun}`);
  return entries.map((each, at) => {
    const place = `entry ${String(at + 1)}`;
    if (!(each instanceof JsonObject)) throw unusable(`${place} is not an object`);
    return entryOf(each, (says) => unusable(`${place}: ${says}`));
  });
}
