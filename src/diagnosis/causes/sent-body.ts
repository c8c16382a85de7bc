import { JsonObject, type Json } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { decodeBody, trimmedText } from '../bodies/reading.js';

/** The body on the wire, as what else a sender may have signed is made of it. */
interface SentBody {
  readonly bytes: Uint8Array;
  /** Without byte order mark and final line end; empty for a large body. */
  readonly text: string;
  /** What a decoder makes of it; undefined where it is not JSON, or large. */
  readonly root: Json | undefined;
}

// Beyond this size a body is not printed in every language: it would take seconds.
const largeBody = 2 ** 18;

export function sentBody(bytes: Uint8Array): SentBody {
  const text = bytes.length <= largeBody ? trimmedText(bytes) : '';
  return { bytes, text, root: decodeBody(text) };
}

/** Everything that senders sign instead of the body by mistakes of one kind. */
export type Bodies = (sent: SentBody) => readonly BodyVariant[];

export const variant = (
  cause: string | readonly string[],
  text: string,
  cost: number,
  as?: string,
): BodyVariant => ({
  causes: typeof cause === 'string' ? [cause] : cause,
  bytes: Buffer.from(text, 'utf8'),
  cost,
  ...(as !== undefined && { as }),
});

export const isContainer = (value: Json): value is JsonObject | Json[] =>
  Array.isArray(value) || value instanceof JsonObject;

/** Of those with the same key the first. */
export const distinctBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firsts.has(key)) firsts.set(key, item);
  }
  return [...firsts.values()];
};
