import { JsonNumber, JsonObject, type Json } from './json.js';
import { replaceUnsafe } from './plain-text.js';

/** What our own code builds for printing: plain objects and numbers, and parsed JSON. `undefined` members are left out. */
export type Printable =
  Json | number | undefined | readonly Printable[] | { readonly [name: string]: Printable };

interface PrintOptions {
  /** Spaces per level; 0 prints one line. */
  readonly indent?: number;
  /** Applied to every string and every number of the text before it is escaped, names of parsed members included. */
  readonly redact?: (text: string) => string;
}

// Deeper levels are printed without indentation: a million levels would cost a million million spaces.
const deepestIndent = 32;

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');

/** A JSON string that any parser reads back unchanged, and that has no effect on a terminal. */
export const printString = (text: string): string => escapeUnsafe(JSON.stringify(text));

/** JSON text with the same strings, without effect on a terminal. White space between its values must be spaces. */
export const escapeUnsafe = (json: string): string => replaceUnsafe(json, escaped);

/** A container that is being printed member by member: a million of them need no more memory than one. */
type Frame =
  | {
      readonly close: '}';
      readonly members: readonly (readonly [string, Printable])[];
      /** Names of parsed members are somebody else's text. */
      readonly parsed: boolean;
      at: number;
    }
  | { readonly close: ']'; readonly items: readonly Printable[]; at: number };

/** Prints without recursion; parsed numbers come out digit for digit. */
export function printJson(
  root: Printable,
  { indent = 0, redact = (text) => text }: PrintOptions = {},
): string {
  const out: string[] = [];
  const frames: Frame[] = [];
  const colon = indent === 0 ? ':' : ': ';
  const line = (depth: number): string =>
    indent === 0 || depth > deepestIndent ? '' : `\n${' '.repeat(indent * depth)}`;

  const open = (first: string, frame: Frame): void => {
    const length = 'items' in frame ? frame.items.length : frame.members.length;
    if (length === 0) out.push(first + frame.close);
    else {
      out.push(first);
      frames.push(frame);
    }
  };
  const print = (value: Printable): void => {
    if (value === null || value === undefined || typeof value === 'boolean') out.push(String(value ?? null));
    else if (typeof value === 'number') out.push(JSON.stringify(value));
    else if (typeof value === 'string') out.push(printString(redact(value)));
    else if (value instanceof JsonNumber) {
      const shown = redact(value.source);
      out.push(shown === value.source ? shown : printString(shown));
    } else if (value instanceof JsonObject)
      open('{', { close: '}', members: value.members, parsed: true, at: 0 });
    else if (Array.isArray(value)) open('[', { close: ']', items: value as readonly Printable[], at: 0 });
    else {
      const members = Object.entries(value as { readonly [name: string]: Printable }).filter(
        ([, member]) => member !== undefined,
      );
      open('{', { close: '}', members, parsed: false, at: 0 });
    }
  };

  print(root);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const depth = frames.length;
    const { at } = frame;
    if (at === ('items' in frame ? frame.items.length : frame.members.length)) {
      frames.pop();
      out.push((depth > deepestIndent ? '' : line(depth - 1)) + frame.close);
      continue;
    }
    frame.at += 1;
    if (at > 0) out.push(',');
    out.push(line(depth));
    if ('items' in frame) {
      print(frame.items[at]);
    } else {
      const [name, value] = frame.members[at] as readonly [string, Printable];
      out.push(printString(frame.parsed ? redact(name) : name) + colon);
      print(value);
    }
  }
  return out.join('');
}
