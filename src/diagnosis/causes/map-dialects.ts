import { numberPrinters } from '../bodies/numbers.js';
import type { Brackets, MapDialect, ObjectStyle, Print } from './map-writer.js';
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

const bare: Print = (text) => text;
const braces: Brackets = ['{', ', ', '}'];
const brackets: Brackets = ['[', ', ', ']'];
const lowerCase = ['null', 'true', 'false'] as const;
const titleCase = ['', 'True', 'False'] as const;

const colon: ObjectStyle['member'] = (key, value) => `${key}: ${value}`;
const tightColon: ObjectStyle['member'] = (key, value) => `${key}:${value}`;
const equals: ObjectStyle['member'] = (key, value) => `${key}=${value}`;
const arrow: ObjectStyle['member'] = (key, value) => `${key} => ${value}`;
const tightArrow: ObjectStyle['member'] = (key, value) => `${key}=>${value}`;
const justValue: ObjectStyle['member'] = (_, value) => value;
const justKey: ObjectStyle['member'] = (key) => key;
const inParentheses: ObjectStyle['member'] = (key, value) => `(${key}, ${value})`;
const inBrackets: ObjectStyle['member'] = (key, value) => `[${key}, ${value}]`;
const inBraces: ObjectStyle['member'] = (key, value) => `{${key}, ${value}}`;
const afterSpace: ObjectStyle['member'] = (key, value) => `${key} ${value}`;

export const python: MapDialect = {
  as: 'Python str(dict)',
  extra: 0,
  order: 'kept',
  string: pythonString,
  number: numberPrinters.python,
  constants: ['None', 'True', 'False'],
  member: colon,
  object: braces,
  array: brackets,
};
const doubleQuoted: Print = (text) => pythonString(text).replaceAll("'", '"');

export const pythonDialects: readonly MapDialect[] = [
  python,
  { ...python, as: 'Python str(dict) with replace("\'", \'"\')', extra: 1, string: doubleQuoted },
  { ...python, as: 'Python str(dict) of sorted members', extra: 1, order: 'sorted-top' },
  { ...python, as: 'Python str(dict), members of every level sorted', extra: 1, order: 'sorted' },
  {
    ...python,
    as: 'Python str(OrderedDict)',
    extra: 1,
    member: inParentheses,
    object: ['OrderedDict([', ', ', '])', 'OrderedDict()'],
  },
  {
    ...python,
    as: 'Python 3.12 str(OrderedDict)',
    extra: 1,
    object: ['OrderedDict({', ', ', '})', 'OrderedDict()'],
  },
  {
    ...python,
    as: 'Python str(list(items))',
    extra: 1,
    outer: { member: inParentheses, object: brackets },
  },
  {
    ...python,
    as: 'Python str(sorted(items))',
    extra: 1,
    outer: { order: 'sorted-top', member: inParentheses, object: brackets },
  },
  {
    ...python,
    as: 'Python str(items)',
    extra: 1,
    outer: { member: inParentheses, object: ['dict_items([', ', ', '])'] },
  },
  {
    ...python,
    as: 'Python pformat, a member on each line',
    extra: 1,
    outer: { order: 'sorted', object: ['{', ',\n ', '}'] },
  },
  { ...python, as: 'Python str(list(values))', extra: 2, outer: { member: justValue, object: brackets } },
  { ...python, as: 'Python str(list(dict))', extra: 2, outer: { member: justKey, object: brackets } },
];

export const java: MapDialect = {
  as: 'Java Map.toString',
  extra: 0,
  order: 'kept',
  string: bare,
  number: numberPrinters.java17,
  constants: lowerCase,
  member: equals,
  object: braces,
  array: brackets,
};
/** Gson reads every number as a double. */
export const gson: MapDialect = {
  ...java,
  as: 'Java Map.toString, numbers as doubles (Gson)',
  number: numberPrinters['java17-all'],
};

const javaDialects: readonly MapDialect[] = [
  java,
  gson,
  { ...java, as: 'Java 19 Map.toString', number: numberPrinters.java },
  { ...gson, as: 'Java 19 Map.toString, numbers as doubles (Gson)', number: numberPrinters['java-all'] },
  { ...java, as: 'Java HashMap.toString', order: 'java-hash-map' },
  { ...java, as: 'Java TreeMap.toString', extra: 1, order: 'sorted-top-utf16' },
  { ...java, as: 'Java TreeMap.toString on every level', extra: 1, order: 'sorted-utf16' },
  {
    ...gson,
    as: 'Java HashMap.toString, numbers as doubles (Gson)',
    extra: 1,
    order: 'java-hash-map',
  },
  {
    ...gson,
    as: 'Java TreeMap.toString, numbers as doubles (Gson)',
    extra: 1,
    order: 'sorted-top-utf16',
  },
  { ...java, as: 'Java Map.toString, numbers as they came', extra: 1, number: numberPrinters.kept },
  { ...java, as: 'Java entrySet().toString()', extra: 1, outer: { object: brackets } },
  { ...java, as: 'Java values().toString()', extra: 1, outer: { member: justValue, object: brackets } },
  {
    ...java,
    as: 'Scala Map.toString',
    extra: 1,
    member: (key, value) => `${key} -> ${value}`,
    object: ['Map(', ', ', ')'],
    array: ['List(', ', ', ')'],
  },
  { ...java, as: 'Groovy map', extra: 1, member: tightColon, object: ['[', ', ', ']', '[:]'] },
];

export const ruby: MapDialect = {
  as: 'Ruby Hash#to_s',
  extra: 0,
  order: 'kept',
  string: rubyString,
  number: rubyNumber,
  constants: ['nil', 'true', 'false'],
  member: tightArrow,
  object: braces,
  array: brackets,
};
const ruby34: MapDialect = { ...ruby, as: 'Ruby 3.4 Hash#to_s', member: arrow };

const plainSymbol = /^(?:[$@]{0,2}[\p{L}_\u0080-\uffff][\p{L}\p{M}\p{N}_\u0080-\uffff]*)[?!=]?$/u;
const plainKey = /^[\p{L}_\u0080-\uffff][\p{L}\p{M}\p{N}_\u0080-\uffff]*[?!]?$/u;
const symbols = { key: (name: string) => `:${plainSymbol.test(name) ? name : rubyString(name)}` };
const symbols34 = {
  key: (name: string) => `${plainKey.test(name) ? name : rubyString(name)}:`,
  member: afterSpace,
};

const rubyDialects: readonly MapDialect[] = [
  ruby,
  { ...ruby, ...symbols, as: 'Ruby Hash#to_s with symbol keys' },
  ruby34,
  { ...ruby, ...symbols34, as: 'Ruby 3.4 Hash#to_s with symbol keys' },
  { ...ruby, as: 'Ruby Hash#to_s of sorted members', extra: 1, order: 'sorted-top' },
  { ...ruby, as: 'Ruby Hash#to_s with symbol keys outermost', outer: symbols },
  { ...ruby34, as: 'Ruby 3.4 Hash#to_s with symbol keys outermost', outer: symbols34 },
  { ...ruby, as: 'Ruby to_a of a hash', extra: 1, outer: { member: inBrackets, object: brackets } },
  {
    ...ruby,
    as: 'Ruby sort of a hash',
    extra: 1,
    outer: { order: 'sorted-top', member: inBrackets, object: brackets },
  },
];

export const go: MapDialect = {
  as: 'Go %v of a map',
  extra: 0,
  order: 'sorted',
  string: bare,
  number: goNumber,
  constants: ['<nil>', 'true', 'false'],
  member: tightColon,
  object: ['map[', ' ', ']'],
  array: ['[', ' ', ']'],
};
export const goJsonNumber: MapDialect = {
  ...go,
  as: 'Go %v of a map with json.Number',
  number: numberPrinters.kept,
};
const goStruct = { order: 'kept', member: justValue } as const;

const goDialects: readonly MapDialect[] = [
  go,
  goJsonNumber,
  {
    ...go,
    as: 'Go %#v of a map',
    extra: 1,
    string: goString,
    constants: ['interface {}(nil)', 'true', 'false'],
    object: ['map[string]interface {}{', ', ', '}'],
    array: ['[]interface {}{', ', ', '}'],
  },
  { ...go, as: 'Go %v of a struct', extra: 1, outer: { ...goStruct, object: ['{', ' ', '}'] } },
  { ...go, as: 'Go %v of a pointer to a struct', extra: 1, outer: { ...goStruct, object: ['&{', ' ', '}'] } },
];

export const elixir: MapDialect = {
  as: 'Elixir inspect of a map',
  extra: 0,
  order: 'sorted',
  string: elixirString,
  number: elixirNumber,
  constants: ['nil', 'true', 'false'],
  member: arrow,
  object: ['%{', ', ', '}'],
  array: brackets,
};
const plainAtom = /^[\p{L}_][\p{L}\p{M}\p{N}_@]*[?!]?$/u;
const atoms = {
  key: (name: string) => `${plainAtom.test(name) ? name : elixirString(name)}:`,
  member: afterSpace,
};
const pairs = { order: 'kept', member: inBraces, object: brackets } as const;
const keywords = { ...atoms, order: 'kept', object: brackets } as const;
const jiffyNull = [':null', 'true', 'false'] as const;
const jiffyPairs: MapDialect = {
  ...elixir,
  as: 'Elixir inspect of pairs by jiffy',
  extra: 1,
  order: 'kept',
  constants: jiffyNull,
  member: inBraces,
  object: ['{[', ', ', ']}'],
};

const elixirDialects: readonly MapDialect[] = [
  elixir,
  { ...elixir, ...pairs, as: 'Elixir inspect of a list of pairs' },
  { ...elixir, ...atoms, as: 'Elixir inspect of a map with atom keys' },
  { ...elixir, ...keywords, as: 'Elixir inspect of a keyword list' },
  { ...elixir, as: 'Elixir inspect of a map by jiffy', extra: 1, constants: jiffyNull },
  jiffyPairs,
  { ...jiffyPairs, as: 'Elixir inspect of the list in pairs by jiffy', extra: 0, outer: pairs },
  {
    ...elixir,
    as: 'Elixir inspect of a map with atom keys outermost',
    extra: 1,
    outer: { ...atoms, order: 'sorted-top' },
  },
  { ...elixir, as: 'Elixir inspect of a keyword list outermost', extra: 1, outer: keywords },
  {
    ...elixir,
    as: 'Elixir inspect of a keyword list outermost, sorted',
    extra: 1,
    outer: { ...keywords, order: 'sorted-top' },
  },
  {
    ...jiffyPairs,
    as: 'Elixir inspect of a keyword list outermost, pairs by jiffy within',
    outer: keywords,
  },
  { ...elixir, as: 'Elixir inspect of Map.to_list', extra: 1, outer: { ...pairs, order: 'sorted-top' } },
];

const erlang: MapDialect = {
  as: 'Erlang ~p of a map',
  extra: 1,
  order: 'sorted',
  string: erlangBinary,
  number: numberPrinters.erlang,
  constants: lowerCase,
  member: arrow,
  object: ['#{', ',', '}'],
  array: ['[', ',', ']'],
};
const erlangPairs: MapDialect = {
  ...erlang,
  as: 'Erlang ~p of pairs by jiffy, on one line',
  order: 'kept',
  member: (key, value) => `{${key},${value}}`,
  object: ['{[', ',', ']}'],
};

const erlangDialects: readonly MapDialect[] = [
  erlang,
  { ...erlang, as: 'Erlang ~w of a map', string: erlangBytes },
  { ...erlang, as: 'Erlang ~p of a map, null as nil', constants: elixir.constants },
  { ...erlang, as: 'Erlang ~w of a map, null as nil', string: erlangBytes, constants: elixir.constants },
  erlangPairs,
  {
    ...erlangPairs,
    as: 'Erlang ~p of pairs by jiffy, a pair on each line',
    outer: { object: ['{[', ',\n  ', ']}'] },
  },
];

const rust: MapDialect = {
  as: 'Rust {:?} of a serde_json value, members sorted',
  extra: 0,
  order: 'sorted',
  key: rustString,
  string: (text) => `String(${rustString(text)})`,
  number: (token) => `Number(${numberPrinters.rust(token)})`,
  constants: ['Null', 'Bool(true)', 'Bool(false)'],
  member: colon,
  object: ['Object {', ', ', '}'],
  array: ['Array [', ', ', ']'],
};
const rustLines: MapDialect = {
  ...rust,
  as: 'Rust {:#?} of a serde_json value, members sorted',
  extra: 1,
  lines: true,
};

const rustDialects: readonly MapDialect[] = [
  rust,
  { ...rust, as: 'Rust {:?} of a serde_json value, members in order', order: 'kept' },
  rustLines,
  { ...rustLines, as: 'Rust {:#?} of a serde_json value, members in order', order: 'kept' },
  { ...rust, as: 'Rust {:?} of a BTreeMap', extra: 1, outer: { object: braces } },
];

const unquoted: MapDialect = {
  ...java,
  as: 'Dart Map.toString, Godot 3 str',
  extra: 1,
  number: python.number,
  member: colon,
};
const inJsonQuotes: Print = (text) => JSON.stringify(text);
const jsonWithoutQuotes: Print = (text) => JSON.stringify(text).replaceAll('"', '');

const otherDialects: readonly MapDialect[] = [
  {
    ...unquoted,
    as: 'Swift description of a dictionary',
    string: inJsonQuotes,
    constants: ['<null>', 'true', 'false'],
    object: ['[', ', ', ']', '[:]'],
  },
  {
    ...unquoted,
    as: 'JSON without its quotation marks',
    string: jsonWithoutQuotes,
    number: numberPrinters.js,
    member: tightColon,
    object: ['{', ',', '}'],
    array: ['[', ',', ']'],
  },
  unquoted,
  {
    ...unquoted,
    as: 'Godot 3 str of a dictionary',
    constants: ['Null', 'True', 'False'],
    member: tightColon,
  },
  {
    ...unquoted,
    as: 'Godot 4 str of a dictionary',
    string: (text) => `"${text}"`,
    constants: ['<null>', 'true', 'false'],
    number: numberPrinters.godot,
    object: ['{ ', ', ', ' }', '{  }'],
  },
  {
    ...unquoted,
    as: 'C# ToString of an anonymous type',
    constants: titleCase,
    number: numberPrinters.csharp,
    member: (key, value) => `${key} = ${value}`,
    object: ['{ ', ', ', ' }', '{ }'],
  },
];

export const mapDialects: readonly MapDialect[] = [
  ...javaDialects,
  ...rubyDialects,
  ...goDialects,
  ...elixirDialects,
  ...erlangDialects,
  ...rustDialects,
  ...otherDialects,
];
