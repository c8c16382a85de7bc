import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { numberPrinters, type NumberPrinter } from '../bodies/numbers.js';
import { jsonStyles, printJson, type JsonStyle } from './json-styles.js';
import { elixir, go, goJsonNumber, gson, java, python, ruby } from './map-dialects.js';
import { writeMap, type MapStyle } from './map-writer.js';
import { positionalNumber } from './number-text.js';
import { percentEncodings, type PercentEncoding } from './percent-encoding.js';
import { phpString } from './php-dumps.js';
import { isContainer } from './sent-body.js';

/** How languages turn the value of a member into the text behind its `=`. */
export type ValueText = (value: Json) => string;

/** A language’s way with a query, or one that a sender in it has. */
export interface QueryLanguage {
  readonly as: string;
  readonly text: ValueText;
  /** What its usual function for a part of a query does. */
  readonly encoding: PercentEncoding;
  /** What `if value` is false for. */
  readonly isFalse: (value: Json) => boolean;
  /** Whether joining values joins the items of lists as well. */
  readonly spreads?: true;
  /** Whether its rarer habits are worth trying. */
  readonly thorough?: true;
}

const isEmptyContainer = (value: Json): boolean =>
  value instanceof JsonObject ? value.members.length === 0 : Array.isArray(value) && value.length === 0;
const isZero = (value: Json): boolean => value instanceof JsonNumber && value.value === 0;
export const isBlank = (value: Json): boolean => value === null || value === '';
export const falsyInJs = (value: Json): boolean => isBlank(value) || value === false || isZero(value);
const falsyInPython = (value: Json): boolean => falsyInJs(value) || isEmptyContainer(value);
export const falsyInPhp = (value: Json): boolean => falsyInPython(value) || value === '0';
const falsyInRuby = (value: Json): boolean => value === null || value === false;

export const jsString: ValueText = (value) => {
  if (value instanceof JsonNumber) return numberPrinters.js(value.source);
  if (value instanceof JsonObject) return '[object Object]';
  if (Array.isArray(value)) return value.map((item) => (item === null ? '' : jsString(item))).join(',');
  return String(value);
};

/** What a map dialect prints, but strings without their quotes and null as said. */
const fromDialect =
  (dialect: MapStyle, nullText: string): ValueText =>
  (value) => {
    if (typeof value === 'string') return value;
    return value === null ? nullText : writeMap(value, dialect);
  };
export const pythonText = fromDialect(python, 'None');
export const rubyText = fromDialect(ruby, '');
const javaText = fromDialect(java, 'null');
const goText = fromDialect(go, '<nil>');
const elixirInspect = fromDialect(elixir, '');
/** Elixir’s to_string: floats as Erlang has them. */
const elixirText: ValueText = (value) =>
  value instanceof JsonNumber ? numberPrinters.erlang(value.source) : elixirInspect(value);

const scalars =
  (number: NumberPrinter, [none, yes, no]: MapStyle['constants']): ValueText =>
  (value) => {
    if (value instanceof JsonNumber) return number(value.source);
    if (value === null) return none;
    return typeof value === 'boolean' ? (value ? yes : no) : String(value);
  };
const csharpConstants = ['', 'True', 'False'] as const;
const luaConstants = ['nil', 'true', 'false'] as const;
const monoText = scalars(numberPrinters['csharp-framework'], csharpConstants);

/** Containers as JSON, the rest as the language has it. */
const withJson =
  (text: ValueText, style: JsonStyle): ValueText =>
  (value) =>
    isContainer(value) ? printJson(value, style) : text(value);

const jsonText = (value: Json): string => (value instanceof JsonNumber ? value.source : printJson(value, {}));
const unquoted =
  (text: ValueText): ValueText =>
  (value) =>
    typeof value === 'string' ? value : text(value);

const { component, searchParams, form, phpForm, rfc3986, dotnetForm } = percentEncodings;
const inJavascript = { encoding: component, isFalse: falsyInJs };
const inPhp = { encoding: phpForm, isFalse: falsyInPhp };
const inPython = { encoding: form, isFalse: falsyInPython };
const inJava = { encoding: searchParams, isFalse: isBlank };
const inGo = { encoding: form, isFalse: falsyInJs };
const inRuby = { encoding: form, isFalse: falsyInRuby };
const inLua = { encoding: rfc3986, isFalse: falsyInRuby };
const anywhere = { encoding: component, isFalse: isBlank };

const { javascript, php, phpRaw, phpSlashes } = jsonStyles;
const escapedUnicode = jsonStyles.pythonCompact;

/** Of those that agree on a body the first is named. */
export const queryLanguages: readonly QueryLanguage[] = [
  { ...inJavascript, as: 'JavaScript', thorough: true, text: jsString },
  { ...inPhp, as: 'PHP', thorough: true, text: phpString },
  { ...inPython, as: 'Python', thorough: true, text: pythonText },
  { ...inJava, as: 'Java', thorough: true, text: javaText },
  { ...inGo, as: 'Go', thorough: true, text: goText },
  { ...inGo, as: 'Go with json.Number', text: fromDialect(goJsonNumber, '<nil>') },
  {
    as: 'C#',
    text: withJson(scalars(numberPrinters.csharp, csharpConstants), {}),
    encoding: rfc3986,
    isFalse: isBlank,
  },
  { ...inRuby, as: 'Ruby', text: rubyText, spreads: true },
  { ...inRuby, as: 'Elixir', text: elixirText },
  { ...anywhere, as: 'values as JSON', thorough: true, text: unquoted(jsonText) },
  { ...inJavascript, as: 'JavaScript, containers as JSON', text: withJson(jsString, javascript) },
  { ...inPhp, as: 'PHP, containers as JSON', text: withJson(phpString, php) },
  {
    ...inPhp,
    as: 'PHP, containers as JSON with raw slashes and Unicode',
    text: withJson(phpString, { ...phpRaw, escapes: 'raw' }),
  },
  { ...inPython, as: 'Python, containers as JSON', text: withJson(pythonText, jsonStyles.python) },
  { ...inPython, as: 'Python, containers as compact JSON', text: withJson(pythonText, escapedUnicode) },
  { ...inGo, as: 'Go, containers as JSON', text: withJson(goText, jsonStyles.go) },
  { ...inJava, as: 'Java, containers as JSON', text: withJson(javaText, { numbers: 'java17' }) },
  {
    ...inJava,
    as: 'Java, containers as JSON, null empty',
    text: withJson(fromDialect(java, ''), { numbers: 'java17' }),
  },
  {
    as: 'Mono, containers by Newtonsoft.Json',
    text: withJson(monoText, { numbers: 'newtonsoft', escapes: 'newtonsoft' }),
    encoding: dotnetForm,
    isFalse: isBlank,
  },
  {
    as: 'C#, containers indented',
    text: withJson(monoText, { layout: 'lines2', numbers: 'newtonsoft' }),
    encoding: rfc3986,
    isFalse: isBlank,
  },
  {
    ...inPython,
    as: 'Python, booleans in lower case',
    text: (value) => (typeof value === 'boolean' ? String(value) : pythonText(value)),
  },
  {
    ...inPython,
    as: 'Python, every value by json.dumps',
    text: (value) => printJson(value, jsonStyles.python),
  },
  {
    ...inPython,
    as: 'Python, every value by compact json.dumps',
    text: (value) => printJson(value, escapedUnicode),
  },
  {
    ...inGo,
    as: 'Go, numbers and containers as JSON',
    text: unquoted((value) => printJson(value, jsonStyles.go)),
  },
  {
    ...inGo,
    as: 'Go, numbers without exponents',
    text: (value) => (value instanceof JsonNumber ? positionalNumber(value.source) : goText(value)),
  },
  { ...inPhp, as: 'PHP, containers as JSON with raw slashes', text: withJson(phpString, phpSlashes) },
  { ...inRuby, as: 'Ruby, containers as JSON', text: withJson(rubyText, { numbers: 'ruby' }) },
  {
    ...inLua,
    as: 'Lua 5.3, every number a float',
    text: withJson(scalars(numberPrinters['lua53-floats'], luaConstants), {}),
  },
  {
    ...inLua,
    as: 'Lua 5.3, integers kept',
    text: withJson(scalars(numberPrinters['lua53-14g'], luaConstants), {}),
  },
  {
    as: 'Perl',
    text: withJson(
      scalars((token) => numberPrinters['perl-pp'](token).replaceAll('"', ''), ['', '1', '0']),
      { numbers: 'perl-pp' },
    ),
    encoding: rfc3986,
    isFalse: falsyInPhp,
  },
  { ...inLua, as: 'Lua 5.1', text: withJson(scalars(numberPrinters['lua-14g'], luaConstants), {}) },
  { ...inJava, as: 'Java, numbers as doubles (Gson)', text: fromDialect(gson, 'null') },
  { ...anywhere, as: 'every value as JSON, strings in quotes', text: jsonText },
  {
    ...anywhere,
    as: 'Rust, every value as JSON',
    text: (value) => printJson(value, { order: 'sorted', numbers: 'rust' }),
  },
];
