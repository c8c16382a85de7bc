import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { numberPrinters, type NumberPrinter } from '../bodies/numbers.js';
import { jsonStyles, printJson, type JsonStyle } from './json-styles.js';
import { elixir, go, goJsonNumber, gson, java, python, ruby } from './map-dialects.js';
import { writeMap, type MapStyle } from './map-writer.js';
import { positionalNumber } from './number-text.js';
import { lowerHex, percentEncodings, type PercentEncoding } from './percent-encoding.js';
import { phpString } from './php-dumps.js';
import { isContainer } from './sent-body.js';

/** How languages turn the value of a member into the text after its `=`. */
export type ValueText = (value: Json) => string;

/** How a language writes a query, or how senders in this language write it. */
export interface QueryLanguage {
  readonly as: string;
  readonly text: ValueText;
  /** The encodings of its usual functions for a part of a query. */
  readonly encodings: readonly PercentEncoding[];
  /** Joining values also joins the items of lists. */
  readonly spreads?: true;
}

export const jsString: ValueText = (value) => {
  if (value instanceof JsonNumber) return numberPrinters.js(value.source);
  if (value instanceof JsonObject) return '[object Object]';
  if (Array.isArray(value)) return value.map((item) => (item === null ? '' : jsString(item))).join(',');
  return String(value);
};

const byJson =
  (style: JsonStyle): ValueText =>
  (value) =>
    printJson(value, style);

const scalars =
  (number: NumberPrinter, [none, yes, no]: MapStyle['constants']): ValueText =>
  (value) => {
    if (value instanceof JsonNumber) return number(value.source);
    if (value === null) return none;
    return typeof value === 'boolean' ? (value ? yes : no) : String(value);
  };

const unquoted =
  (text: ValueText): ValueText =>
  (value) =>
    typeof value === 'string' ? value : text(value);

/** As the values of a printed map, but strings without quotes and null as `nullText`. */
const fromMap = (style: MapStyle, nullText: string): ValueText =>
  unquoted((value) => (value === null ? nullText : writeMap(value, style)));

/** Containers as JSON, the rest as the language prints it. */
const withJson =
  (text: ValueText, style: JsonStyle): ValueText =>
  (value) =>
    isContainer(value) ? printJson(value, style) : text(value);

const withNumbers =
  (text: ValueText, number: NumberPrinter): ValueText =>
  (value) =>
    value instanceof JsonNumber ? number(value.source) : text(value);

export const pythonText = fromMap(python, 'None');
export const rubyText = fromMap(ruby, '');
const javaText = fromMap(java, 'null');
const goText = fromMap(go, '<nil>');
const pythonLowerCase: ValueText = (value) =>
  typeof value === 'boolean' ? String(value) : pythonText(value);
const csharpText = scalars(numberPrinters.csharp, ['', 'True', 'False']);
const monoText = scalars(numberPrinters['csharp-framework'], ['', 'True', 'False']);
const perlText = scalars((token) => numberPrinters['perl-pp'](token).replaceAll('"', ''), ['', '1', '0']);
const luaText = (numbers: 'lua-14g' | 'lua53-14g' | 'lua53-floats'): ValueText =>
  withJson(scalars(numberPrinters[numbers], ['nil', 'true', 'false']), {});

const { component, uri, searchParams, form, phpForm, rfc3986, dotnetForm } = percentEncodings;
const inJavascript = [component, searchParams, uri];
const inPhp = [phpForm, rfc3986];
const inCsharp = [rfc3986, dotnetForm, lowerHex(rfc3986)];

const { javascript, php, phpRaw, phpSlashes, pythonCompact } = jsonStyles;
const phpUnescaped = withJson(phpString, { ...phpRaw, escapes: 'raw' });
const monoJson = withJson(monoText, { numbers: 'newtonsoft', escapes: 'newtonsoft' });
const monoIndented = withJson(monoText, { layout: 'lines2', numbers: 'newtonsoft' });
const javaNullEmpty = withJson(fromMap(java, ''), { numbers: 'java17' });

/** If several agree on a body, the first is named. */
export const queryLanguages: readonly QueryLanguage[] = [
  { as: 'JavaScript', encodings: inJavascript, text: jsString },
  { as: 'PHP', encodings: inPhp, text: phpString },
  { as: 'Python', encodings: [form], text: pythonText },
  { as: 'Java', encodings: [searchParams], text: javaText },
  { as: 'Go', encodings: [form], text: goText },
  { as: 'Go with json.Number', encodings: [form], text: fromMap(goJsonNumber, '<nil>') },
  { as: 'C#', encodings: inCsharp, text: withJson(csharpText, {}) },
  { as: 'Ruby', encodings: [form], text: rubyText, spreads: true },
  { as: 'Elixir', encodings: [form], text: withNumbers(fromMap(elixir, ''), numberPrinters.erlang) },
  { as: 'values as JSON, strings without quotes', encodings: [component], text: unquoted(byJson({})) },
  {
    as: 'JavaScript, objects and arrays as JSON',
    encodings: inJavascript,
    text: withJson(jsString, javascript),
  },
  { as: 'PHP, objects and arrays as JSON', encodings: inPhp, text: withJson(phpString, php) },
  {
    as: 'PHP, objects and arrays as JSON without escapes of slashes and Unicode',
    encodings: inPhp,
    text: phpUnescaped,
  },
  {
    as: 'Python, objects and arrays as JSON',
    encodings: [form],
    text: withJson(pythonText, jsonStyles.python),
  },
  {
    as: 'Python, objects and arrays as compact JSON',
    encodings: [form],
    text: withJson(pythonText, pythonCompact),
  },
  { as: 'Go, objects and arrays as JSON', encodings: [form], text: withJson(goText, jsonStyles.go) },
  {
    as: 'Java, objects and arrays as JSON',
    encodings: [searchParams],
    text: withJson(javaText, { numbers: 'java17' }),
  },
  {
    as: 'Java, objects and arrays as JSON, null as empty text',
    encodings: [searchParams],
    text: javaNullEmpty,
  },
  { as: 'Mono, objects and arrays by Newtonsoft.Json', encodings: [dotnetForm], text: monoJson },
  { as: 'C#, objects and arrays as indented JSON', encodings: inCsharp, text: monoIndented },
  { as: 'Python, booleans in lower case', encodings: [form], text: pythonLowerCase },
  { as: 'Python, every value by json.dumps', encodings: [form], text: byJson(jsonStyles.python) },
  { as: 'Python, every value by compact json.dumps', encodings: [form], text: byJson(pythonCompact) },
  { as: 'Go, everything except strings as JSON', encodings: [form], text: unquoted(byJson(jsonStyles.go)) },
  { as: 'Go, numbers without exponents', encodings: [form], text: withNumbers(goText, positionalNumber) },
  {
    as: 'PHP, objects and arrays as JSON without escapes of slashes',
    encodings: inPhp,
    text: withJson(phpString, phpSlashes),
  },
  {
    as: 'Ruby, objects and arrays as JSON',
    encodings: [form],
    text: withJson(rubyText, { numbers: 'ruby' }),
  },
  { as: 'Lua 5.3, every number as a float', encodings: [rfc3986], text: luaText('lua53-floats') },
  { as: 'Lua 5.3, integers kept', encodings: [rfc3986], text: luaText('lua53-14g') },
  { as: 'Perl', encodings: [rfc3986], text: withJson(perlText, { numbers: 'perl-pp' }) },
  { as: 'Lua 5.1', encodings: [rfc3986], text: luaText('lua-14g') },
  { as: 'Java, numbers as doubles (Gson)', encodings: [searchParams], text: fromMap(gson, 'null') },
  { as: 'every value as JSON, strings in quotes', encodings: [component], text: byJson({}) },
  {
    as: 'Rust, every value as JSON',
    encodings: [component],
    text: byJson({ order: 'sorted', numbers: 'rust' }),
  },
];
