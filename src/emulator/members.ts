import { FileError, type Files } from '../context.js';
import { PvgError } from '../failure.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';

/** Reads the JSON lists that say what the emulator has: each entry by its own rules, no member unread. */

/** Makes the error of a wrong entry or member; never repeats a value. */
type Refuse = (says: string) => PvgError;

/** Reads a value, or refuses it with a reason. */
type Reader<Value> = (value: Json, refuse: Refuse) => Value;

/** The members of one entry. */
export class Members {
  readonly #known: string[] = [];

  constructor(
    private readonly entry: JsonObject,
    readonly refuse: Refuse,
  ) {}

  read<Value>(name: string, as: Reader<Value>): Value | undefined {
    this.#known.push(name);
    if (this.entry.count(name) > 1) throw this.refuse(`${name} appears twice`);
    const value = this.entry.get(name);
    return value === undefined ? undefined : as(value, (says) => this.refuse(`${name} ${says}`));
  }

  needed<Value>(name: string, as: Reader<Value>): Value {
    const value = this.read(name, as);
    if (value === undefined) throw this.refuse(`${name} is missing`);
    return value;
  }

  /** @throws {PvgError} for a member that nothing has read */
  end(): void {
    const unknown = this.entry.members.find(([name]) => !this.#known.includes(name));
    if (unknown === undefined) return;
    const name = JSON.stringify(unknown[0].slice(0, 40));
    throw this.refuse(`member ${name} is not one of ${this.#known.join(', ')}`);
  }
}

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

export const anInteger =
  (least: number, most: number = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value, refuse) => {
    const number = value instanceof JsonNumber ? value.value : Number.NaN;
    if (!Number.isSafeInteger(number)) throw refuse('is not an integer');
    if (number < least || number > most) throw refuse('is out of range');
    return number;
  };

export const aShare: Reader<number> = (value, refuse) => {
  const number = value instanceof JsonNumber ? value.value : Number.NaN;
  if (!(number >= 0 && number <= 1)) throw refuse('is not a number from 0 to 1');
  return number;
};

/** A JSON array of entries; `what` names the file in errors: `store file`. */
export interface ListFile<Value> {
  readonly what: string;
  /** What the entries are: `purchases`. */
  readonly entries: string;
  readonly hint: string;
  readonly entryOf: (members: Members) => Value;
}

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
  const bytes = await files.read(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    const says = `The ${list.what} ${path} could not be read (${error.code}).`;
    throw new PvgError('input-unreadable', says, { cause: error });
  });
  return parseList(bytes, path, list);
}

/** Of a file, or of the body of a request: then `path` is empty, and one object counts as a list of one. */
export function parseList<Value>(
  bytes: Uint8Array,
  path: string,
  { what, entries: noun, hint, entryOf }: ListFile<Value>,
): Value[] {
  const name = path === '' ? `The ${what}` : `The ${what} ${path}`;
  const refuse = (says: string): PvgError => new PvgError('input-unreadable', says, { hint });
  const unusable = (says: string): PvgError => refuse(`${name} cannot be used: ${says}.`);
  const text = utf8Text(bytes);
  const json = text === undefined ? undefined : tryJson(text);
  if (json === undefined) throw unusable('it is not UTF-8 text');
  if (json instanceof JsonSyntaxError) throw unusable(json.message);
  const entries = path === '' && json instanceof JsonObject ? [json] : json;
  if (!Array.isArray(entries)) throw refuse(`${name} must contain a JSON array of ${noun}.`);
  return entries.map((entry, at) => {
    const place = `entry ${String(at + 1)}`;
    if (!(entry instanceof JsonObject)) throw unusable(`${place} is not an object`);
    const members = new Members(entry, (says) => unusable(`${place}: ${says}`));
    const value = entryOf(members);
    members.end();
    return value;
  });
}
