import { type Json, JsonNumber, JsonObject } from './json.js';
import { replaceUnsafe } from '../visible.js';

/** What our own code builds for printing: plain objects and numbers, and parsed JSON. `undefined` members are left out. */
export type Printable =
  Json | number | undefined | readonly Printable[] | { readonly [name: string]: Printable };

interface PrintOptions {
  /** Spaces per level; 0 prints one line. */
  readonly indent?: number;
  /** Applied to every string and every number of the text before it is escaped, names of parsed members included. */
  readonly redact?: (text: string) => string;
}

type Brackets = readonly [open: string, close: string];

// Deeper levels are printed without indentation: their spaces would be most of the text.
const deepestIndent = 32;

const escaped = (character: string): string =>
  character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A JSON string that any parser reads back unchanged, and that has no effect on a terminal. */
export function printString(text: string): string {
  return escapeUnsafe(JSON.stringify(text));
}

/** JSON text with the same strings, without effect on a terminal. White space between its values must be spaces. */
export function escapeUnsafe(json: string): string {
  return replaceUnsafe(json, escaped);
}

/** Prints at most as deep as `parseJson` reads; parsed numbers come out digit for digit. */
export function printJson(
  root: Printable,
  { indent = 0, redact = (text) => text }: PrintOptions = {},
): string {
  const colon = indent === 0 ? ':' : ': ';
  const line = (depth: number): string =>
    indent === 0 || depth > deepestIndent ? '' : `\n${' '.repeat(indent * depth)}`;
  const container = ([open, close]: Brackets, items: readonly string[], depth: number): string => {
    if (items.length === 0) return open + close;
    const start = line(depth + 1);
    return (
      open + start + items.join(`,${start}`) + (depth < deepestIndent ? line(depth) : '') + close
    );
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
      return container(['[', ']'], items, depth);
    }
    // Names of parsed members are somebody else's text.
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
    return container(['{', '}'], items, depth);
  };
  return print(root, 0);
}
