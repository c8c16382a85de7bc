import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import { numberPrinters, type NumberPrinter } from '../bodies/numbers.js';
import { orders } from '../bodies/shapes.js';
import { elixirNumber, goNumber, rubyNumber } from './number-text.js';
import {
  elixirString,
  erlangBinary,
  erlangBytes,
  goString,
  pythonString,
  rubyString,
  rustString,
} from './quoted-text.js';

/** How languages print a map for people. */
export interface MapDialect {
  /** Whose it is, in words. */
  readonly as: string;
  readonly cost: number;
  readonly order?: (value: Json) => Json;
  readonly string: (text: string) => string;
  readonly number: NumberPrinter;
  readonly constants: { readonly null: string; readonly true: string; readonly false: string };
  /** One member, from its bare name and its printed value. */
  readonly member: (name: string, value: string) => string;
  readonly object: (members: readonly string[]) => string;
  readonly array: (items: readonly string[]) => string;
}

export function writeMap(root: Json, dialect: MapDialect): string {
  // Long lists repeat their numbers, and some printers take microseconds.
  const numbers = new Map<string, string>();
  const number = (token: string): string => {
    const text = numbers.get(token) ?? dialect.number(token);
    numbers.set(token, text);
    return text;
  };
  const write = (value: Json): string => {
    if (value === null) return dialect.constants.null;
    if (typeof value === 'boolean') return dialect.constants[value ? 'true' : 'false'];
    if (typeof value === 'string') return dialect.string(value);
    if (value instanceof JsonNumber) return number(value.source);
    if (value instanceof JsonObject)
      return dialect.object(value.members.map(([name, member]) => dialect.member(name, write(member))));
    return dialect.array(value.map(write));
  };
  return write(dialect.order?.(root) ?? root);
}

const between =
  (open: string, separator: string, close: string) =>
  (parts: readonly string[]): string =>
    open + parts.join(separator) + close;

const bare = (text: string): string => text;
const { kept, sorted } = orders;
const sortedUtf16 = orders['sorted-utf16'];
const lowerCase = { null: 'null', true: 'true', false: 'false' };

const python: MapDialect = {
  as: 'Python str(dict)',
  cost: 0,
  string: pythonString,
  number: numberPrinters.python,
  constants: { null: 'None', true: 'True', false: 'False' },
  member: (name, value) => `${pythonString(name)}: ${value}`,
  object: between('{', ', ', '}'),
  array: between('[', ', ', ']'),
};

const doubled = (text: string): string => text.replaceAll("'", '"');

const pythonPair = (name: string, value: string): string => `(${pythonString(name)}, ${value})`;

export const pythonDialects: readonly MapDialect[] = [
  python,
  {
    ...python,
    as: 'Python str(dict) with replace("\'", \'"\')',
    cost: 1,
    string: (text) => doubled(pythonString(text)),
    member: (name, value) => `${doubled(pythonString(name))}: ${value}`,
  },
  { ...python, as: 'Python str(dict) of sorted members', cost: 1, order: orders['sorted-top'] },
  { ...python, as: 'Python str(dict), members of every level sorted', cost: 1, order: sorted },
  {
    ...python,
    as: 'Python str(OrderedDict)',
    cost: 1,
    member: pythonPair,
    object: (members) => (members.length === 0 ? 'OrderedDict()' : `OrderedDict([${members.join(', ')}])`),
  },
  {
    ...python,
    as: 'Python 3.12 str(OrderedDict)',
    cost: 1,
    object: (members) => (members.length === 0 ? 'OrderedDict()' : `OrderedDict({${members.join(', ')}})`),
  },
];

const java: MapDialect = {
  as: 'Java Map.toString',
  cost: 0,
  string: bare,
  number: numberPrinters.java17,
  constants: lowerCase,
  member: (name, value) => `${name}=${value}`,
  object: between('{', ', ', '}'),
  array: between('[', ', ', ']'),
};

const gson = { ...java, number: numberPrinters['java17-all'] };

const ruby: MapDialect = {
  as: 'Ruby Hash#to_s',
  cost: 0,
  string: rubyString,
  number: rubyNumber,
  constants: { ...lowerCase, null: 'nil' },
  member: (name, value) => `${rubyString(name)}=>${value}`,
  object: between('{', ', ', '}'),
  array: between('[', ', ', ']'),
};

const plainSymbol = /^(?:[$@]{0,2}[\p{L}_\u0080-\uffff][\p{L}\p{M}\p{N}_\u0080-\uffff]*)[?!=]?$/u;
const plainKey = /^[\p{L}_\u0080-\uffff][\p{L}\p{M}\p{N}_\u0080-\uffff]*[?!]?$/u;
const rubySymbol = (name: string): string => `:${plainSymbol.test(name) ? name : rubyString(name)}`;
const rubyKey = (name: string): string => `${plainKey.test(name) ? name : rubyString(name)}:`;

const go: MapDialect = {
  as: 'Go %v of a map',
  cost: 0,
  order: sorted,
  string: bare,
  number: goNumber,
  constants: { ...lowerCase, null: '<nil>' },
  member: (name, value) => `${name}:${value}`,
  object: between('map[', ' ', ']'),
  array: between('[', ' ', ']'),
};

const elixir: MapDialect = {
  as: 'Elixir inspect of a map',
  cost: 0,
  order: sorted,
  string: elixirString,
  number: elixirNumber,
  constants: { ...lowerCase, null: 'nil' },
  member: (name, value) => `${elixirString(name)} => ${value}`,
  object: between('%{', ', ', '}'),
  array: between('[', ', ', ']'),
};

const elixirPair = (name: string, value: string): string => `{${elixirString(name)}, ${value}}`;
const plainAtom = /^[\p{L}_][\p{L}\p{M}\p{N}_@]*[?!]?$/u;
const elixirKey = (name: string): string => `${plainAtom.test(name) ? name : elixirString(name)}:`;

const erlang: MapDialect = {
  as: 'Erlang ~p of a map',
  cost: 1,
  order: sorted,
  string: erlangBinary,
  number: numberPrinters.erlang,
  constants: lowerCase,
  member: (name, value) => `${erlangBinary(name)} => ${value}`,
  object: between('#{', ',', '}'),
  array: between('[', ',', ']'),
};

const erlangPairs: MapDialect = {
  ...erlang,
  as: 'Erlang ~p of pairs by jiffy, on one line',
  order: kept,
  member: (name, value) => `{${erlangBinary(name)},${value}}`,
  object: between('{[', ',', ']}'),
};

const rust: MapDialect = {
  as: 'Rust {:?} of a serde_json value, members sorted',
  cost: 0,
  order: sorted,
  string: (text) => `String(${rustString(text)})`,
  number: (token) => `Number(${numberPrinters.rust(token)})`,
  constants: { null: 'Null', true: 'Bool(true)', false: 'Bool(false)' },
  member: (name, value) => `${rustString(name)}: ${value}`,
  object: between('Object {', ', ', '}'),
  array: between('Array [', ', ', ']'),
};

const rustLines = (open: string, close: string) => (parts: readonly string[]) => {
  const rows = parts.map((part) => `    ${part.replaceAll('\n', '\n    ')},\n`);
  return rows.length === 0 ? open + close : `${open}\n${rows.join('')}${close}`;
};

const swift: MapDialect = {
  as: 'Swift description of a dictionary',
  cost: 1,
  string: (text) => JSON.stringify(text),
  number: numberPrinters.python,
  constants: { ...lowerCase, null: '<null>' },
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  object: (members) => (members.length === 0 ? '[:]' : `[${members.join(', ')}]`),
  array: between('[', ', ', ']'),
};

const unquoted: MapDialect = {
  as: 'Dart Map.toString, Godot 3 str',
  cost: 1,
  string: bare,
  number: numberPrinters.python,
  constants: lowerCase,
  member: (name, value) => `${name}: ${value}`,
  object: between('{', ', ', '}'),
  array: between('[', ', ', ']'),
};

export const mapDialects: readonly MapDialect[] = [
  java,
  { ...gson, as: 'Java Map.toString, numbers as doubles (Gson)' },
  { ...java, as: 'Java 19 Map.toString', number: numberPrinters.java },
  { ...gson, as: 'Java 19 Map.toString, numbers as doubles (Gson)', number: numberPrinters['java-all'] },
  { ...java, as: 'Java HashMap.toString', order: orders['java-hash-map'] },
  { ...java, as: 'Java TreeMap.toString', cost: 1, order: orders['sorted-top-utf16'] },
  { ...java, as: 'Java TreeMap.toString on every level', cost: 1, order: sortedUtf16 },
  {
    ...gson,
    as: 'Java HashMap.toString, numbers as doubles (Gson)',
    cost: 1,
    order: orders['java-hash-map'],
  },
  {
    ...gson,
    as: 'Java TreeMap.toString, numbers as doubles (Gson)',
    cost: 1,
    order: orders['sorted-top-utf16'],
  },
  { ...java, as: 'Java Map.toString, numbers as they came', cost: 1, number: numberPrinters.kept },
  ruby,
  {
    ...ruby,
    as: 'Ruby Hash#to_s with symbol keys',
    member: (name, value) => `${rubySymbol(name)}=>${value}`,
  },
  { ...ruby, as: 'Ruby 3.4 Hash#to_s', member: (name, value) => `${rubyString(name)} => ${value}` },
  {
    ...ruby,
    as: 'Ruby 3.4 Hash#to_s with symbol keys',
    member: (name, value) => `${rubyKey(name)} ${value}`,
  },
  { ...ruby, as: 'Ruby Hash#to_s of sorted members', cost: 1, order: orders['sorted-top'] },
  go,
  { ...go, as: 'Go %v of a map with json.Number', number: numberPrinters.kept },
  {
    ...go,
    as: 'Go %#v of a map',
    cost: 1,
    string: goString,
    constants: { ...lowerCase, null: 'interface {}(nil)' },
    member: (name, value) => `${goString(name)}:${value}`,
    object: between('map[string]interface {}{', ', ', '}'),
    array: between('[]interface {}{', ', ', '}'),
  },
  elixir,
  {
    ...elixir,
    as: 'Elixir inspect of a list of pairs',
    order: kept,
    member: elixirPair,
    object: between('[', ', ', ']'),
  },
  {
    ...elixir,
    as: 'Elixir inspect of a map with atom keys',
    member: (name, value) => `${elixirKey(name)} ${value}`,
  },
  {
    ...elixir,
    as: 'Elixir inspect of a keyword list',
    order: kept,
    member: (name, value) => `${elixirKey(name)} ${value}`,
    object: between('[', ', ', ']'),
  },
  { ...elixir, as: 'Elixir inspect of a map by jiffy', cost: 1, constants: { ...lowerCase, null: ':null' } },
  {
    ...elixir,
    as: 'Elixir inspect of pairs by jiffy',
    cost: 1,
    order: kept,
    constants: { ...lowerCase, null: ':null' },
    member: elixirPair,
    object: between('{[', ', ', ']}'),
  },
  erlang,
  {
    ...erlang,
    as: 'Erlang ~w of a map',
    string: erlangBytes,
    member: (name, value) => `${erlangBytes(name)} => ${value}`,
  },
  { ...erlang, as: 'Erlang ~p of a map, null as nil', constants: { ...lowerCase, null: 'nil' } },
  {
    ...erlang,
    as: 'Erlang ~w of a map, null as nil',
    string: erlangBytes,
    constants: { ...lowerCase, null: 'nil' },
    member: (name, value) => `${erlangBytes(name)} => ${value}`,
  },
  erlangPairs,
  rust,
  { ...rust, as: 'Rust {:?} of a serde_json value, members in order', order: kept },
  {
    ...rust,
    as: 'Rust {:#?} of a serde_json value, members sorted',
    cost: 1,
    object: rustLines('Object {', '}'),
    array: rustLines('Array [', ']'),
  },
  {
    ...rust,
    as: 'Rust {:#?} of a serde_json value, members in order',
    cost: 1,
    order: kept,
    object: rustLines('Object {', '}'),
    array: rustLines('Array [', ']'),
  },
  swift,
  {
    ...unquoted,
    as: 'JSON without its quotation marks',
    string: (text) => JSON.stringify(text).replaceAll('"', ''),
    number: numberPrinters.js,
    member: (name, value) => `${JSON.stringify(name).replaceAll('"', '')}:${value}`,
    object: between('{', ',', '}'),
    array: between('[', ',', ']'),
  },
  unquoted,
  {
    ...unquoted,
    as: 'Godot 3 str of a dictionary',
    constants: { null: 'Null', true: 'True', false: 'False' },
    member: (name, value) => `${name}:${value}`,
  },
  {
    ...unquoted,
    as: 'Godot 4 str of a dictionary',
    string: (text) => `"${text}"`,
    constants: { ...lowerCase, null: '<null>' },
    number: numberPrinters.godot,
    member: (name, value) => `"${name}": ${value}`,
    object: (members) => (members.length === 0 ? '{  }' : `{ ${members.join(', ')} }`),
  },
  {
    ...unquoted,
    as: 'C# ToString of an anonymous type',
    constants: { null: '', true: 'True', false: 'False' },
    number: numberPrinters.csharp,
    member: (name, value) => `${name} = ${value}`,
    object: (members) => (members.length === 0 ? '{ }' : `{ ${members.join(', ')} }`),
  },
  {
    ...java,
    as: 'Scala Map.toString',
    cost: 1,
    member: (name, value) => `${name} -> ${value}`,
    object: between('Map(', ', ', ')'),
    array: between('List(', ', ', ')'),
  },
  {
    ...java,
    as: 'Groovy map',
    cost: 1,
    member: (name, value) => `${name}:${value}`,
    object: (members) => (members.length === 0 ? '[:]' : `[${members.join(', ')}]`),
  },
];

/** A map whose outermost level is shown as something else than the levels below. */
export interface OuterDialect extends Pick<MapDialect, 'as' | 'cost' | 'order' | 'member' | 'object'> {
  readonly cause: 'body-python-repr' | 'body-map-tostring';
  readonly inner: MapDialect;
}

export const writeOuter = (root: JsonObject, { order, member, object, inner }: OuterDialect): string => {
  const ordered = order?.(root) ?? root;
  const members = ordered instanceof JsonObject ? ordered.members : root.members;
  return object(members.map(([name, value]) => member(name, writeMap(value, inner))));
};

const pythonPairs = { cause: 'body-python-repr', cost: 3, inner: python, member: pythonPair } as const;
const sortedTop = orders['sorted-top'];
const rubyPair = (name: string, value: string): string => `[${rubyString(name)}, ${value}]`;

const rubySymbols = { cause: 'body-map-tostring', cost: 3, inner: ruby } as const;
const elixirAtoms = { cause: 'body-map-tostring', cost: 4, inner: elixir } as const;
const jiffyPairs: MapDialect = {
  ...elixir,
  as: 'Elixir inspect of pairs by jiffy',
  order: kept,
  constants: { ...lowerCase, null: ':null' },
  member: elixirPair,
  object: between('{[', ', ', ']}'),
};
const onlyValue = (_: string, value: string): string => value;

export const outerDialects: readonly OuterDialect[] = [
  {
    ...rubySymbols,
    as: 'Ruby Hash#to_s with symbol keys outermost',
    member: (name, value) => `${rubySymbol(name)}=>${value}`,
    object: between('{', ', ', '}'),
  },
  {
    ...rubySymbols,
    as: 'Ruby 3.4 Hash#to_s with symbol keys outermost',
    inner: { ...ruby, member: (name, value) => `${rubyString(name)} => ${value}` },
    member: (name, value) => `${rubyKey(name)} ${value}`,
    object: between('{', ', ', '}'),
  },
  {
    cause: 'body-map-tostring',
    cost: 3,
    as: 'Elixir inspect of the list in pairs by jiffy',
    inner: jiffyPairs,
    member: elixirPair,
    object: between('[', ', ', ']'),
  },
  {
    ...elixirAtoms,
    as: 'Elixir inspect of a map with atom keys outermost',
    order: orders['sorted-top'],
    member: (name, value) => `${elixirKey(name)} ${value}`,
    object: between('%{', ', ', '}'),
  },
  {
    ...elixirAtoms,
    as: 'Elixir inspect of a keyword list outermost',
    member: (name, value) => `${elixirKey(name)} ${value}`,
    object: between('[', ', ', ']'),
  },
  {
    ...elixirAtoms,
    as: 'Elixir inspect of a keyword list outermost, sorted',
    order: orders['sorted-top'],
    member: (name, value) => `${elixirKey(name)} ${value}`,
    object: between('[', ', ', ']'),
  },
  {
    ...elixirAtoms,
    as: 'Elixir inspect of a keyword list outermost, pairs by jiffy within',
    inner: jiffyPairs,
    member: (name, value) => `${elixirKey(name)} ${value}`,
    object: between('[', ', ', ']'),
  },
  {
    ...elixirAtoms,
    as: 'Elixir inspect of Map.to_list',
    order: orders['sorted-top'],
    member: elixirPair,
    object: between('[', ', ', ']'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Java entrySet().toString()',
    inner: java,
    member: java.member,
    object: between('[', ', ', ']'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Java values().toString()',
    inner: java,
    member: onlyValue,
    object: between('[', ', ', ']'),
  },
  {
    cause: 'body-python-repr',
    cost: 4,
    as: 'Python str(list(values))',
    inner: python,
    member: onlyValue,
    object: between('[', ', ', ']'),
  },
  {
    cause: 'body-python-repr',
    cost: 4,
    as: 'Python str(list(dict))',
    inner: python,
    member: (name) => pythonString(name),
    object: between('[', ', ', ']'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Go %v of a struct',
    inner: go,
    member: onlyValue,
    object: between('{', ' ', '}'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Go %v of a pointer to a struct',
    inner: go,
    member: onlyValue,
    object: between('&{', ' ', '}'),
  },
  { ...pythonPairs, as: 'Python str(list(items))', object: between('[', ', ', ']') },
  { ...pythonPairs, as: 'Python str(sorted(items))', order: sortedTop, object: between('[', ', ', ']') },
  { ...pythonPairs, as: 'Python str(items)', object: between('dict_items([', ', ', '])') },
  {
    cause: 'body-python-repr',
    cost: 3,
    as: 'Python pformat, a member on each line',
    order: sorted,
    inner: python,
    member: python.member,
    object: between('{', ',\n ', '}'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Ruby sort of a hash',
    order: sortedTop,
    inner: ruby,
    member: rubyPair,
    object: between('[', ', ', ']'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Ruby to_a of a hash',
    inner: ruby,
    member: rubyPair,
    object: between('[', ', ', ']'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Rust {:?} of a BTreeMap',
    order: sorted,
    inner: rust,
    member: rust.member,
    object: between('{', ', ', '}'),
  },
  {
    cause: 'body-map-tostring',
    cost: 4,
    as: 'Erlang ~p of pairs by jiffy, a pair on each line',
    inner: erlangPairs,
    member: erlangPairs.member,
    object: between('{[', ',\n  ', ']}'),
  },
];
