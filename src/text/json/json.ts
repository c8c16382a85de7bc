/**
 * JSON without loss: numbers keep their text, objects keep order and repeated members. `__proto__` is a member like
 * any other.
 */

export class JsonNumber {
  /** The digits as they came. */
  constructor(readonly source: string) {}

  get value(): number {
    return Number(this.source);
  }

  /** Whether a double holds exactly this number in this spelling. */
  get exact(): boolean {
    return String(this.value) === this.source;
  }
}

export class JsonObject {
  readonly #byName = new Map<string, Json>();

  constructor(readonly members: readonly (readonly [name: string, value: Json])[]) {
    for (const [name, value] of members) this.#byName.set(name, value);
  }

  /** The member's value; of repeated members the last, as with JSON.parse. */
  get(name: string): Json | undefined {
    return this.#byName.get(name);
  }

  /** The value of a member that appears exactly once. */
  once(name: string): Json | undefined {
    return this.repeats(name) ? undefined : this.get(name);
  }

  repeats(name: string): boolean {
    if (this.#byName.size === this.members.length) return false;
    return this.members.filter(([key]) => key === name).length > 1;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The same object without some members. */
  without(...names: string[]): JsonObject {
    return new JsonObject(this.members.filter(([key]) => !names.includes(key)));
  }
}

export type Json = null | boolean | string | JsonNumber | JsonObject | Json[];

/** A member of a value that may be an object. */
export function memberIn(value: Json | undefined, name: string): Json | undefined {
  return value instanceof JsonObject ? value.get(name) : undefined;
}

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  /** Gives the place, never the content: what failed to parse may contain a secret. */
  constructor(
    readonly says: string,
    /** In UTF-16 units from 0. */
    readonly offset: number,
    /** The text ended too early. */
    readonly cut: boolean,
  ) {
    super(`${says} at character ${String(offset + 1)}`);
  }
}

/** A JSON object as JSON.parse gives it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** undefined for anything but a JSON object; a byte order mark is no part of it. */
export function parseRecord(
  text: string,
  revive?: (name: string, value: unknown) => unknown,
): JsonRecord | undefined {
  try {
    const found: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), revive);
    return isRecord(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
