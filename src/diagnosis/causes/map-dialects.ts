import { numberPrinters } from '../bodies/numbers.js';
import { renamings } from '../bodies/renamings.js';
import type { MapStyle } from './map-writer.js';
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

/** Its name and its cost: 1 more if it is rarer than the default of its language. */
type Dialect = readonly [as: string, cost: number, style: MapStyle, of?: 'struct'];

const bare = (text: string): string => text;
const values = { object: '[value, value]' };
const lowerCase = ['null', 'true', 'false'] as const;

export const python: MapStyle = {
  order: 'kept',
  string: pythonString,
  number: numberPrinters.python,
  constants: ['None', 'True', 'False'],
  object: '{key: value, key: value}',
  array: '[value, value]',
};
const doubleQuoted = (text: string): string => pythonString(text).replaceAll("'", '"');
const tuples = { object: '[(key, value), (key, value)]' };
const lines = { order: 'sorted', object: '{key: value,\n key: value}' } as const;
const orderedDict = { object: 'OrderedDict([(key, value), (key, value)])', empty: 'OrderedDict()' };

export const pythonDialects: readonly Dialect[] = [
  ['Python str(dict)', 2, python],
  ['Python str(dict) with replace("\'", \'"\')', 3, { ...python, string: doubleQuoted }],
  ['Python str(dict), keys sorted', 3, { ...python, order: 'sorted-top' }],
  ['Python str(OrderedDict)', 3, { ...python, ...orderedDict }],
  ['Python str(list(items))', 3, { ...python, outer: tuples }],
  ['Python str(sorted(items))', 3, { ...python, outer: { ...tuples, order: 'sorted-top' } }],
  ['Python str(items)', 3, { ...python, outer: { object: 'dict_items([(key, value), (key, value)])' } }],
  ['Python pformat, one key on each line', 3, { ...python, outer: lines }],
  ['Python str(model) of pydantic', 3, { ...python, outer: { key: bare, object: 'key=value key=value' } }],
  ['Python str(list(values))', 4, { ...python, outer: values }],
  ['Python str(list(dict))', 4, { ...python, outer: { object: '[key, key]' } }],
];

export const java: MapStyle = {
  order: 'kept',
  string: bare,
  number: numberPrinters.java17,
  constants: lowerCase,
  object: '{key=value, key=value}',
  array: '[value, value]',
};
/** Gson reads every number as a double. */
export const gson: MapStyle = { ...java, number: numberPrinters['java17-all'] };

export const ruby: MapStyle = {
  order: 'kept',
  string: rubyString,
  number: rubyNumber,
  constants: ['nil', 'true', 'false'],
  object: '{key=>value, key=>value}',
  array: '[value, value]',
};
const ruby34: MapStyle = { ...ruby, object: '{key => value, key => value}' };
const arrays = { object: '[[key, value], [key, value]]' };

const plainSymbol = /^(?:[$@]{0,2}[\p{L}_\u0080-\uffff][\p{L}\p{M}\p{N}_\u0080-\uffff]*)[?!=]?$/u;
const plainKey = /^[\p{L}_\u0080-\uffff][\p{L}\p{M}\p{N}_\u0080-\uffff]*[?!]?$/u;
const symbols = { key: (name: string) => `:${plainSymbol.test(name) ? name : rubyString(name)}` };
const symbols34 = {
  key: (name: string) => `${plainKey.test(name) ? name : rubyString(name)}:`,
  object: '{key value, key value}',
};

export const go: MapStyle = {
  order: 'sorted',
  string: bare,
  number: goNumber,
  constants: ['<nil>', 'true', 'false'],
  object: 'map[key:value key:value]',
  array: '[value value]',
};
export const goJsonNumber: MapStyle = { ...go, number: numberPrinters.kept };
const goSyntax: MapStyle = {
  ...go,
  string: goString,
  constants: ['interface {}(nil)', 'true', 'false'],
  object: 'map[string]interface {}{key:value, key:value}',
  array: '[]interface {}{value, value}',
};

/** With the names of the fields, as Go programmers write them. */
const goStructs = (['go', 'pascal'] as const).flatMap((name): Dialect[] =>
  ['{', '&{'].map((open) => [
    `Go %+v of a ${open === '{' ? 'struct' : 'pointer to a struct'}`,
    4,
    { ...go, outer: { key: renamings[name], order: 'kept', object: `${open}key:value key:value}` } },
    'struct',
  ]),
);

export const elixir: MapStyle = {
  order: 'sorted',
  string: elixirString,
  number: elixirNumber,
  constants: ['nil', 'true', 'false'],
  object: '%{key => value, key => value}',
  array: '[value, value]',
};
const plainAtom = /^[\p{L}_][\p{L}\p{M}\p{N}_@]*[?!]?$/u;
const atomKey = (name: string): string => `${plainAtom.test(name) ? name : elixirString(name)}:`;
const atoms = { key: atomKey, object: '%{key value, key value}' };
const sortedAtoms = { ...atoms, order: 'sorted-top' } as const;
const keywords = { key: atomKey, order: 'kept', object: '[key value, key value]' } as const;
const sortedKeywords = { ...keywords, order: 'sorted-top' } as const;
const pairs = { order: 'kept', object: '[{key, value}, {key, value}]' } as const;
const jiffy: MapStyle = { ...elixir, constants: [':null', 'true', 'false'] };
const jiffyPairs: MapStyle = { ...jiffy, order: 'kept', object: '{[{key, value}, {key, value}]}' };

const erlang: MapStyle = {
  order: 'sorted',
  string: erlangBinary,
  number: numberPrinters.erlang,
  constants: lowerCase,
  object: '#{key => value,key => value}',
  array: '[value,value]',
};
const erlangNil: MapStyle = { ...erlang, constants: elixir.constants };
const erlangPairs: MapStyle = { ...erlang, order: 'kept', object: '{[{key,value},{key,value}]}' };
const erlangLines: MapStyle = { ...erlangPairs, outer: { object: '{[{key,value},\n  {key,value}]}' } };

const rust: MapStyle = {
  order: 'sorted',
  key: rustString,
  string: (text) => `String(${rustString(text)})`,
  number: (token) => `Number(${numberPrinters.rust(token)})`,
  constants: ['Null', 'Bool(true)', 'Bool(false)'],
  object: 'Object {key: value, key: value}',
  array: 'Array [value, value]',
};

const jsonWithoutQuotes: MapStyle = {
  ...java,
  string: (text) => JSON.stringify(text).replaceAll('"', ''),
  number: numberPrinters.js,
  object: '{key:value,key:value}',
  array: '[value,value]',
};
const godot4: MapStyle = {
  ...java,
  string: (text) => `"${text}"`,
  constants: ['<null>', 'true', 'false'],
  number: numberPrinters.godot,
  object: '{ key: value, key: value }',
};

export const mapDialects: readonly Dialect[] = [
  ['Java Map.toString', 3, java],
  ['Java Map.toString, numbers as doubles (Gson)', 3, gson],
  ['Java 19 Map.toString', 3, { ...java, number: numberPrinters.java }],
  ['Java 19 Map.toString, numbers as doubles (Gson)', 3, { ...gson, number: numberPrinters['java-all'] }],
  ['Java HashMap.toString', 3, { ...java, order: 'java-hash-map' }],
  ['Java TreeMap.toString', 4, { ...java, order: 'sorted-top-utf16' }],
  ['Java entrySet().toString()', 4, { ...java, outer: { object: '[key=value, key=value]' } }],
  ['Java values().toString()', 4, { ...java, outer: values }],
  ['Ruby Hash#to_s', 3, ruby],
  ['Ruby Hash#to_s with symbol keys', 3, { ...ruby, ...symbols }],
  ['Ruby 3.4 Hash#to_s', 3, ruby34],
  ['Ruby 3.4 Hash#to_s with symbol keys', 3, { ...ruby, ...symbols34 }],
  ['Ruby Hash#to_s, keys sorted', 4, { ...ruby, order: 'sorted-top' }],
  ['Ruby Hash#to_s with symbols as outer keys', 3, { ...ruby, outer: symbols }],
  ['Ruby 3.4 Hash#to_s with symbols as outer keys', 3, { ...ruby34, outer: symbols34 }],
  ['Ruby Hash#to_a', 4, { ...ruby, outer: arrays }],
  ['Ruby Hash#sort', 4, { ...ruby, outer: { ...arrays, order: 'sorted-top' } }],
  ['Go %v of a map', 3, go],
  ['Go %v of a map with json.Number', 3, goJsonNumber],
  ['Go %#v of a map', 4, goSyntax],
  ['Go %v of a struct', 4, { ...go, outer: { order: 'kept', object: '{value value}' } }],
  [
    'Go %v of a pointer to a struct',
    4,
    { ...go, outer: { order: 'kept', object: '&{value value}' } },
    'struct',
  ],
  ...goStructs,
  ['Go %s of a map', 4, { ...go, number: (source) => `%!s(float64=${goNumber(source)})` }],
  ['Elixir inspect of a map', 3, elixir],
  ['Elixir inspect of a list of pairs', 3, { ...elixir, ...pairs }],
  ['Elixir inspect of a map with atom keys', 3, { ...elixir, ...atoms }],
  ['Elixir inspect of a keyword list', 3, { ...elixir, ...keywords }],
  ['Elixir inspect of a map from jiffy', 4, jiffy],
  ['Elixir inspect of {[pairs]} from jiffy', 4, jiffyPairs],
  ['Elixir inspect of the list in {[pairs]} from jiffy', 3, { ...jiffyPairs, outer: pairs }],
  ['Elixir inspect of a map with atoms as outer keys', 4, { ...elixir, outer: sortedAtoms }],
  ['Elixir inspect of a sorted outer keyword list', 4, { ...elixir, outer: sortedKeywords }],
  [
    'Elixir inspect of an outer keyword list with {[pairs]} from jiffy inside',
    4,
    { ...jiffyPairs, outer: keywords },
  ],
  ['Elixir inspect of Map.to_list', 4, { ...elixir, outer: { ...pairs, order: 'sorted-top' } }],
  ['Erlang ~p of a map', 4, erlang],
  ['Erlang ~w of a map', 4, { ...erlang, string: erlangBytes }],
  ['Erlang ~p of a map, null as nil', 4, erlangNil],
  ['Erlang ~w of a map, null as nil', 4, { ...erlangNil, string: erlangBytes }],
  ['Erlang ~p of {[pairs]} from jiffy, on one line', 4, erlangPairs],
  ['Erlang ~p of {[pairs]} from jiffy, one pair on each line', 4, erlangLines],
  ['Rust {:?} of a serde_json value, keys sorted', 3, rust],
  ['Rust {:?} of a serde_json value, keys in order', 3, { ...rust, order: 'kept' }],
  ['Rust {:#?} of a serde_json value, keys sorted', 4, { ...rust, lines: true }],
  ['Rust {:?} of a BTreeMap', 4, { ...rust, outer: { object: '{key: value, key: value}' } }],
  ['JSON without its quotation marks', 4, jsonWithoutQuotes],
  ['Godot 4 str() of a Dictionary', 4, godot4],
];
