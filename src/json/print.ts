import { JsonNumber, JsonObject, type Json } from './json.js';
import { replaceUnsafe } from './plain-text.js';

/** What our own code builds for printing: plain objects and numbers beside parsed JSON. `undefined` members are left out. */
export type Printable =
  Json | number | undefined | readonly Printable[] | { readonly [name: string]: Printable };

export interface PrintOptions {
  /** Spaces a level; 0 prints one line. */
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

/** A JSON string that any parser reads back unchanged and no terminal obeys. */
export const printString = (text: string): string => escapeUnsafe(JSON.stringify(text));

/** JSON text whose strings say the same, and which no terminal obeys. White space between its values must be spaces. */
export const escapeUnsafe = (json: string): string => replaceUnsafe(json, escaped);

type Work = { text: string } | { value: Printable; depth: number };

/** Prints without recursion; parsed numbers come out digit for digit. */
export function printJson(
  root: Printable,
  { indent = 0, redact = (text) => text }: PrintOptions = {},
): string {
  const out: string[] = [];
  const work: Work[] = [{ value: root, depth: 0 }];
  const line = (depth: number): string =>
    indent === 0 || depth > deepestIndent ? '' : `\n${' '.repeat(indent * depth)}`;

  const container = (
    open: string,
    close: string,
    items: [prefix: string, value: Printable][],
    depth: number,
  ): void => {
    if (items.length === 0) {
      out.push(open + close);
      return;
    }
    out.push(open);
    work.push({ text: (depth + 1 > deepestIndent ? '' : line(depth)) + close });
    items.reverse().forEach(([prefix, value], fromEnd) => {
      work.push({ value, depth: depth + 1 });
      work.push({ text: line(depth + 1) + prefix });
      if (fromEnd < items.length - 1) work.push({ text: ',' });
    });
  };
  const colon = indent === 0 ? ':' : ': ';

  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    if ('text' in item) {
      out.push(item.text);
      continue;
    }
    const { value, depth } = item;
    if (value === null || value === undefined || typeof value === 'boolean') out.push(String(value ?? null));
    else if (typeof value === 'number') out.push(JSON.stringify(value));
    else if (typeof value === 'string') out.push(printString(redact(value)));
    else if (value instanceof JsonNumber) {
      const shown = redact(value.source);
      out.push(shown === value.source ? shown : printString(shown));
    } else if (value instanceof JsonObject) {
      const items = value.members.map(([name, member]): [string, Printable] => [
        printString(redact(name)) + colon,
        member,
      ]);
      container('{', '}', items, depth);
    } else if (Array.isArray(value)) {
      container(
        '[',
        ']',
        (value as readonly Printable[]).map((each): [string, Printable] => ['', each]),
        depth,
      );
    } else {
      const items = Object.entries(value as { readonly [name: string]: Printable })
        .filter(([, member]) => member !== undefined)
        .map(([name, member]): [string, Printable] => [printString(name) + colon, member]);
      container('{', '}', items, depth);
    }
  }
  return out.join('');
}
