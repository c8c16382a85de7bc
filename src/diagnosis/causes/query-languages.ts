import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { numberPrinters, type NumberPrinter } from '../bodies/numbers.js';
import type { DropName } from '../bodies/shapes.js';
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
interface QueryLanguage {
  readonly as: string;
  readonly text: ValueText;
  /** What its usual function for a part of a query does. */
  readonly encoding: PercentEncoding;
  /** What `if value` is false for. */
  readonly falsy: DropName;
  /** Whether joining values joins the items of lists as well. */
  readonly spreads?: true;
  /** Whether its rarer habits are worth trying. */
  readonly thorough?: true;
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

/** As a map's values, but strings without their quotes and null as said. */
const fromMap = (style: MapStyle, nullText: string): ValueText =>
  unquoted((value) => (value === null ? nullText : writeMap(value, style)));

/** Containers as JSON, the rest as the language has it. */
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

const { component, searchParams, form, phpForm, rfc3986, dotnetForm } = percentEncodings;
const inJavascript = { encoding: component, falsy: 'js-false-top' } as const;
const inPhp = { encoding: phpForm, falsy: 'php-false-top' } as const;
const inPython = { encoding: form, falsy: 'falsy-top' } as const;
const inJava = { encoding: searchParams, falsy: 'blanks-top' } as const;
const inGo = { encoding: form, falsy: 'js-false-top' } as const;
const inCsharp = { encoding: rfc3986, falsy: 'blanks-top' } as const;
const inMono = { encoding: dotnetForm, falsy: 'blanks-top' } as const;
const inRuby = { encoding: form, falsy: 'ruby-false-top' } as const;
const inLua = { encoding: rfc3986, falsy: 'ruby-false-top' } as const;
const inPerl = { encoding: rfc3986, falsy: 'php-false-top' } as const;
const anywhere = { encoding: component, falsy: 'blanks-top' } as const;

const { javascript, php, phpRaw, phpSlashes, pythonCompact } = jsonStyles;
const phpUnescaped = withJson(phpString, { ...phpRaw, escapes: 'raw' });
const monoJson = withJson(monoText, { numbers: 'newtonsoft', escapes: 'newtonsoft' });
const monoIndented = withJson(monoText, { layout: 'lines2', numbers: 'newtonsoft' });
const javaNullEmpty = withJson(fromMap(java, ''), { numbers: 'java17' });

/** Of those that agree on a body the first is named. */
export const queryLanguages: readonly QueryLanguage[] = [
  { ...inJavascript, as: 'JavaScript', thorough: true, text: jsString },
  { ...inPhp, as: 'PHP', thorough: true, text: phpString },
  { ...inPython, as: 'Python', thorough: true, text: pythonText },
  { ...inJava, as: 'Java', thorough: true, text: javaText },
  { ...inGo, as: 'Go', thorough: true, text: goText },
  { ...inGo, as: 'Go with json.Number', text: fromMap(goJsonNumber, '<nil>') },
  { ...inCsharp, as: 'C#', text: withJson(csharpText, {}) },
  { ...inRuby, as: 'Ruby', text: rubyText, spreads: true },
  { ...inRuby, as: 'Elixir', text: withNumbers(fromMap(elixir, ''), numberPrinters.erlang) },
  { ...anywhere, as: 'values as JSON', thorough: true, text: unquoted(byJson({})) },
  { ...inJavascript, as: 'JavaScript, containers as JSON', text: withJson(jsString, javascript) },
  { ...inPhp, as: 'PHP, containers as JSON', text: withJson(phpString, php) },
  { ...inPhp, as: 'PHP, containers as JSON with raw slashes and Unicode', text: phpUnescaped },
  { ...inPython, as: 'Python, containers as JSON', text: withJson(pythonText, jsonStyles.python) },
  { ...inPython, as: 'Python, containers as compact JSON', text: withJson(pythonText, pythonCompact) },
  { ...inGo, as: 'Go, containers as JSON', text: withJson(goText, jsonStyles.go) },
  { ...inJava, as: 'Java, containers as JSON', text: withJson(javaText, { numbers: 'java17' }) },
  { ...inJava, as: 'Java, containers as JSON, null empty', text: javaNullEmpty },
  { ...inMono, as: 'Mono, containers by Newtonsoft.Json', text: monoJson },
  { ...inCsharp, as: 'C#, containers indented', text: monoIndented },
  { ...inPython, as: 'Python, booleans in lower case', text: pythonLowerCase },
  { ...inPython, as: 'Python, every value by json.dumps', text: byJson(jsonStyles.python) },
  { ...inPython, as: 'Python, every value by compact json.dumps', text: byJson(pythonCompact) },
  { ...inGo, as: 'Go, numbers and containers as JSON', text: unquoted(byJson(jsonStyles.go)) },
  { ...inGo, as: 'Go, numbers without exponents', text: withNumbers(goText, positionalNumber) },
  { ...inPhp, as: 'PHP, containers as JSON with raw slashes', text: withJson(phpString, phpSlashes) },
  { ...inRuby, as: 'Ruby, containers as JSON', text: withJson(rubyText, { numbers: 'ruby' }) },
  { ...inLua, as: 'Lua 5.3, every number a float', text: luaText('lua53-floats') },
  { ...inLua, as: 'Lua 5.3, integers kept', text: luaText('lua53-14g') },
  { ...inPerl, as: 'Perl', text: withJson(perlText, { numbers: 'perl-pp' }) },
  { ...inLua, as: 'Lua 5.1', text: luaText('lua-14g') },
  { ...inJava, as: 'Java, numbers as doubles (Gson)', text: fromMap(gson, 'null') },
  { ...anywhere, as: 'every value as JSON, strings in quotes', text: byJson({}) },
  { ...anywhere, as: 'Rust, every value as JSON', text: byJson({ order: 'sorted', numbers: 'rust' }) },
];
