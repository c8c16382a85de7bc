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
  constructor(readonly members: readonly (readonly [name: string, value: Json])[]) {}

  /** The member's value; of repeated members the last, as with JSON.parse. */
  get(name: string): Json | undefined {
    for (let at = this.members.length - 1; at >= 0; at -= 1)
      if (this.members[at]?.[0] === name) return this.members[at]?.[1];
    return undefined;
  }

  /** The value of a member that appears exactly once. */
  once(name: string): Json | undefined {
    let found: Json | undefined;
    for (const member of this.members) {
      if (member[0] !== name) continue;
      if (found !== undefined) return undefined;
      found = member[1];
    }
    return found;
  }

  repeats(name: string): boolean {
    return this.has(name) && this.once(name) === undefined;
  }

  has(name: string): boolean {
    return this.members.some((member) => member[0] === name);
  }

  /** The same object without some members. */
  without(...names: string[]): JsonObject {
    return new JsonObject(this.members.filter(([key]) => !names.includes(key)));
  }
}

export type Json = null | boolean | string | JsonNumber | JsonObject | Json[];

/** A member of a value that may be an object. */
export const memberIn = (value: Json | undefined, name: string): Json | undefined =>
  value instanceof JsonObject ? value.get(name) : undefined;

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  /** Gives the place, never the content: what failed to parse may contain a secret. */
  constructor(
    readonly says: string,
    /** In UTF-16 units from 0. */
    readonly offset: number,
    /** The text ended too early. */
    readonly cut: boolean,
    /** A whole value stands before the offset. */
    readonly hasValue: boolean,
  ) {
    super(`${says} at character ${String(offset + 1)}`);
  }
}
