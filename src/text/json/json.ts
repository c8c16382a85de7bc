import { replaceUnsafe } from '../visible.js';

/**
 * JSON without loss: a number keeps its text, an object keeps the order of its members and repeated ones. `__proto__` is
 * a member like any other.
 */

export class JsonNumber {
  /** @param source the digits as they came */
  constructor(readonly source: string) {}

  get value(): number {
    return Number(this.source);
  }

  /** Whether a double, printed again, gives the same text. False for `1e2` or a number of twenty digits. */
  get isExact(): boolean {
    return String(this.value) === this.source;
  }
}

export class JsonObject {
  readonly #byName = new Map<string, Json>();

  /** @param members all members in their order, including repeated names */
  constructor(readonly members: readonly (readonly [name: string, value: Json])[]) {
    for (const [name, value] of members) this.#byName.set(name, value);
  }

  /** The member's value; of repeated members the last, as with JSON.parse. */
  get(name: string): Json | undefined {
    return this.#byName.get(name);
  }

  /** The value of a member that appears exactly once; undefined for a repeated one. */
  getUnique(name: string): Json | undefined {
    return this.isRepeated(name) ? undefined : this.get(name);
  }

  isRepeated(name: string): boolean {
    if (this.#byName.size === this.members.length) return false;
    return this.members.filter(([key]) => key === name).length > 1;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** A copy of this object without some members. */
  without(...names: string[]): JsonObject {
    return new JsonObject(this.members.filter(([key]) => !names.includes(key)));
  }
}

export type Json = null | boolean | string | JsonNumber | JsonObject | Json[];

/** A member of a value; undefined if the value is not an object or lacks it. */
export function readMember(value: Json | undefined, name: string): Json | undefined {
  return value instanceof JsonObject ? value.get(name) : undefined;
}

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  /** Gives the position, never the content: what failed to parse may contain a secret. */
  constructor(
    readonly says: string,
    /** In UTF-16 units from 0. */
    readonly offset: number,
    /** Whether the text ended too early. */
    readonly isCut: boolean,
  ) {
    super(`${says} at character ${String(offset + 1)}`);
  }
}

/** A JSON object as JSON.parse returns it. For pvg's own files only: JSON.parse loses repeated names and long numbers. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON object, with or without a byte order mark; undefined for any other text. */
export function parseRecord(
  text: string,
  revive?: (name: string, value: unknown) => unknown,
): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), revive);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What `printJson` prints: plain values that our code builds, and parsed JSON in them. `undefined` members are left out. */
export type Printable =
  Json | number | undefined | readonly Printable[] | { readonly [name: string]: Printable };

interface PrintOptions {
  /** Spaces per level; 0 prints one line. */
  readonly indent?: number;
  /**
   * Applied before escaping to every text that may come from outside: to all strings, and in parsed JSON to numbers and
   * names too.
   */
  readonly redact?: (text: string) => string;
}

type Brackets = readonly [open: string, close: string];

/** Deeper levels are printed without indentation, because their spaces would be most of the text. */
const deepestIndent = 32;

/** A character as `\u001b`; a character of two UTF-16 units becomes two escapes. */
const escapeCharacter = (character: string): string =>
  character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text as a JSON string that has no effect on a terminal. Any parser reads the same text back. */
export function printString(text: string): string {
  return escapeUnsafe(JSON.stringify(text));
}

/**
 * JSON text on one line with the same strings, but without effect on a terminal. The text must not have line breaks
 * between its values: they would be escaped too, and the result would not be JSON.
 */
export function escapeUnsafe(json: string): string {
  return replaceUnsafe(json, escapeCharacter);
}

/** Prints JSON. Parsed numbers keep their digits. The depth is not checked, because `parseJson` refuses what is too deep. */
export function printJson(
  root: Printable,
  { indent = 0, redact = (text) => text }: PrintOptions = {},
): string {
  const colon = indent === 0 ? ':' : ': ';
  const newLine = (depth: number): string => `\n${' '.repeat(indent * depth)}`;
  const printContainer = (
    [open, close]: Brackets,
    items: readonly string[],
    depth: number,
  ): string => {
    if (items.length === 0) return open + close;
    if (indent === 0 || depth >= deepestIndent) return open + items.join(',') + close;
    const itemStart = newLine(depth + 1);
    return open + itemStart + items.join(`,${itemStart}`) + newLine(depth) + close;
  };
  const print = (value: Printable, depth: number): string => {
    if (value === null || value === undefined || typeof value === 'boolean') {
      return String(value ?? null);
    }
    if (typeof value === 'number') return JSON.stringify(value);
    if (typeof value === 'string') return printString(redact(value));
    if (value instanceof JsonNumber) {
      const shown = redact(value.source);
      return shown === value.source ? shown : printString(shown);
    }
    if (Array.isArray(value)) {
      const items = (value as readonly Printable[]).map((item) => print(item, depth + 1));
      return printContainer(['[', ']'], items, depth);
    }
    const isParsed = value instanceof JsonObject;
    const members = isParsed
      ? value.members
      : Object.entries(value as Readonly<Record<string, Printable>>);
    const items = members
      .filter(([, member]) => member !== undefined)
      .map(
        ([name, member]) =>
          printString(isParsed ? redact(name) : name) + colon + print(member, depth + 1),
      );
    return printContainer(['{', '}'], items, depth);
  };
  return print(root, 0);
}
