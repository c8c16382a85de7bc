import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import type { NumberPrinter } from '../bodies/numbers.js';
import { orders, type OrderName } from '../bodies/shapes.js';

export type Print = (text: string) => string;

/** What stands before, between and behind the parts of a container; and all of an empty one, where that differs. */
export type Brackets = readonly [open: string, separator: string, close: string, empty?: string];

/** How an object is printed. */
export interface ObjectStyle {
  readonly order: OrderName;
  /** The name of a member; as a string where nothing is said. */
  readonly key?: Print;
  /** One member, from its printed name and value. */
  readonly member: (key: string, value: string) => string;
  readonly object: Brackets;
}

/** How a language prints a map for people. */
export interface MapDialect extends ObjectStyle {
  /** Whose it is, in words. */
  readonly as: string;
  /** 1 where it is rarer than what its language does by itself. */
  readonly extra: number;
  readonly string: Print;
  readonly number: NumberPrinter;
  readonly constants: readonly [none: string, yes: string, no: string];
  readonly array: Brackets;
  /** Each part on a line of its own, indented: Rust's `{:#?}`. */
  readonly lines?: true;
  /** What differs on the outermost level. */
  readonly outer?: Partial<ObjectStyle>;
}

const mapped = (root: Json, change: (value: Json) => Json): Json =>
  root instanceof JsonObject
    ? new JsonObject(root.members.map(([name, value]) => [name, change(value)]))
    : root;

const inOrder = (order: OrderName, value: Json): Json => orders[order](value);

const between = (parts: readonly string[], [open, separator, close, empty]: Brackets): string =>
  parts.length === 0 && empty !== undefined ? empty : open + parts.join(separator) + close;

const onLines = (parts: readonly string[], [open, , close]: Brackets): string =>
  parts.length === 0
    ? open + close
    : `${open}\n${parts.map((part) => `    ${part.replaceAll('\n', '\n    ')},\n`).join('')}${close}`;

export function writeMap(root: Json, dialect: MapDialect): string {
  const { string, constants, array, lines, outer } = dialect;
  const [none, yes, no] = constants;
  // Long lists repeat their numbers, and some printers take microseconds.
  const numbers = new Map<string, string>();
  const number = (token: string): string => {
    const text = numbers.get(token) ?? dialect.number(token);
    numbers.set(token, text);
    return text;
  };
  const join = lines === true ? onLines : between;
  const write = (value: Json): string => {
    if (value === null) return none;
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value === 'string') return string(value);
    if (value instanceof JsonNumber) return number(value.source);
    return value instanceof JsonObject ? writeObject(value, dialect) : join(value.map(write), array);
  };
  const writeObject = ({ members }: JsonObject, { key = string, member, object }: ObjectStyle): string =>
    join(
      members.map(([name, value]) => member(key(name), write(value))),
      object,
    );
  const inner = (value: Json): Json => inOrder(dialect.order, value);
  const ordered = outer?.order === undefined ? inner(root) : inOrder(outer.order, mapped(root, inner));
  return ordered instanceof JsonObject ? writeObject(ordered, { ...dialect, ...outer }) : write(ordered);
}
