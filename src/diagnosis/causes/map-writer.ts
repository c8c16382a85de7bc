import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import type { NumberPrinter } from '../bodies/numbers.js';
import { orders, type OrderName } from '../bodies/shapes.js';

type Print = (text: string) => string;

interface ObjectStyle {
  readonly order: OrderName;
  /** The name of a member; printed as a string by default. */
  readonly key?: Print;
  /** Two members by example: `{key=value, key=value}`; without `key` if only the values are printed. */
  readonly object: string;
  /** The text of an empty one, if it is not just the brackets of the example. */
  readonly empty?: string;
}

/** How a language prints a map for people. */
export interface MapStyle extends ObjectStyle {
  readonly string: Print;
  readonly number: NumberPrinter;
  readonly constants: readonly [none: string, yes: string, no: string];
  /** Two items by example. */
  readonly array: string;
  /** Each part on a line of its own, indented: Rust's `{:#?}`. */
  readonly lines?: true;
  /** What differs on the outermost level. */
  readonly outer?: Partial<ObjectStyle>;
}

interface Example {
  readonly open: string;
  readonly separator: string;
  readonly close: string;
  readonly entry: (key: string, value: string) => string;
}

/** `[(key, value), (key, value)]`: the example has the same entry twice; an entry may have brackets of its own. */
const twice = /^(.*?)([([{]?(?:key(?:.*?value)?|value)[)\]}]?)(.*?)\2(.*)$/s;

function read(example: string): Example {
  const [, open = '', entry = '', separator = '', close = ''] = twice.exec(example) ?? [];
  const pieces = entry.split(/(key|value)/);
  const fill = (key: string, value: string) => (piece: string) =>
    piece === 'key' ? key : piece === 'value' ? value : piece;
  return { open, separator, close, entry: (key, value) => pieces.map(fill(key, value)).join('') };
}

const onLines = (parts: readonly string[]): string =>
  `\n${parts.map((part) => `    ${part.replaceAll('\n', '\n    ')},\n`).join('')}`;

const mapped = (root: Json, change: (value: Json) => Json): Json =>
  root instanceof JsonObject
    ? new JsonObject(root.members.map(([name, value]) => [name, change(value)]))
    : root;

export function writeMap(root: Json, style: MapStyle): string {
  const { string, number, constants, lines, outer } = style;
  const [none, yes, no] = constants;
  const join = (
    parts: readonly string[],
    { open, separator, close }: Example,
    empty = open + close,
  ): string => {
    if (parts.length === 0) return empty;
    return open + (lines === true ? onLines(parts) : parts.join(separator)) + close;
  };
  const array = read(style.array);
  const inner = { ...style, example: read(style.object) };
  const write = (value: Json): string => {
    if (value === null) return none;
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value === 'string') return string(value);
    if (value instanceof JsonNumber) return number(value.source);
    return value instanceof JsonObject ? writeObject(value, inner) : join(value.map(write), array);
  };
  const writeObject = ({ members }: JsonObject, { key = string, example, empty }: typeof inner): string =>
    join(
      members.map(([name, value]) => example.entry(key(name), write(value))),
      example,
      empty,
    );
  const ordered = orders[style.order];
  const top = outer?.order === undefined ? ordered(root) : orders[outer.order](mapped(root, ordered));
  if (!(top instanceof JsonObject)) return write(top);
  return writeObject(top, { ...inner, ...outer, example: read(outer?.object ?? style.object) });
}
