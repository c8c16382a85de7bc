import { JsonObject, type Json } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { decodeBody, trimmedText } from '../bodies/reading.js';

/** The body on the wire, from which everything else that a sender may have signed is made. */
interface SentBody {
  readonly bytes: Uint8Array;
  /** Without byte order mark and final line break; empty for a large body. */
  readonly text: string;
  /** The decoded text; undefined if it is not JSON, or large. */
  readonly root: Json | undefined;
}

// Larger bodies are not printed in every language: that would take seconds.
const largeBody = 2 ** 18;

export function sentBody(bytes: Uint8Array): SentBody {
  const text = bytes.length <= largeBody ? trimmedText(bytes) : '';
  return { bytes, text, root: decodeBody(text) };
}

/** Everything that senders with one kind of mistake sign instead of the body. */
export type Bodies = (sent: SentBody) => readonly BodyVariant[];

export const variant = (
  cause: string | readonly string[],
  text: string,
  cost: number,
  as?: string,
  says?: BodyVariant['says'],
): BodyVariant => ({
  causes: typeof cause === 'string' ? [cause] : cause,
  bytes: Buffer.from(text, 'utf8'),
  cost,
  as,
  says,
});

export const isContainer = (value: Json): value is JsonObject | Json[] =>
  Array.isArray(value) || value instanceof JsonObject;

/** Only the first item of each key. */
export const distinctBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firsts.has(key)) firsts.set(key, item);
  }
  return [...firsts.values()];
};
