import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import { numberPrinters, type NumberPrinter } from '../bodies/numbers.js';
import { BodyPrinter } from '../bodies/printing.js';
import { plain, type Settings } from '../bodies/settings.js';
import { mapDialects, pythonDialects, writeMap, type MapDialect } from './map-dialects.js';
import { percentEncodings, type PercentEncoding } from './percent-encoding.js';
import { phpString } from './php-dumps.js';

/** How languages turn the value of a member into the text behind its `=`. */

/** A value as text; undefined where the language leaves the member out. */
export type ValueText = (value: Json) => string;

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
const isFalsy = (value: Json): boolean => value === null || value === '' || value === false || isZero(value);
export const falsyInJs = isFalsy;
const falsyInPython = (value: Json): boolean => isFalsy(value) || isEmptyContainer(value);
export const falsyInPhp = (value: Json): boolean => falsyInPython(value) || value === '0';
const falsyInRuby = (value: Json): boolean => value === null || value === false;
const isBlank = (value: Json): boolean => value === null || value === '';

export const isContainer = (value: Json): boolean => Array.isArray(value) || value instanceof JsonObject;

const jsNumber = numberPrinters.js;

export const jsString: ValueText = (value) => {
  if (value instanceof JsonNumber) return jsNumber(value.source);
  if (value instanceof JsonObject) return '[object Object]';
  if (Array.isArray(value)) return value.map((item) => (item === null ? '' : jsString(item))).join(',');
  return String(value);
};

const json = (settings: Partial<Settings>): ValueText => {
  const all = { ...plain, ...settings };
  return (value) => new BodyPrinter(value, 0).print(all);
};

const jsonText: ValueText = (value) => {
  if (value instanceof JsonNumber) return value.source;
  return isContainer(value) ? json({})(value) : JSON.stringify(value);
};

const rustText: ValueText = (value) =>
  value instanceof JsonNumber
    ? numberPrinters.rust(value.source)
    : isContainer(value)
      ? json({ order: 'sorted', numbers: 'rust' })(value)
      : JSON.stringify(value);

/** Containers as JSON, the rest as the language has it. */
const withJson =
  (text: ValueText, settings: Partial<Settings>): ValueText =>
  (value) =>
    isContainer(value) ? json(settings)(value) : text(value);

/** What a map dialect prints, but strings without their quotes and null as said. */
const fromDialect =
  (dialect: MapDialect, nullText: string): ValueText =>
  (value) => {
    if (typeof value === 'string') return value;
    return value === null ? nullText : writeMap(value, dialect);
  };

const dialectNamed = (as: string): MapDialect => {
  const dialect = [...pythonDialects, ...mapDialects].find((each) => each.as === as);
  if (dialect === undefined) throw new TypeError(`no map dialect ${as}`);
  return dialect;
};

const scalars =
  (number: NumberPrinter, constants: MapDialect['constants']): ValueText =>
  (value) => {
    if (value instanceof JsonNumber) return number(value.source);
    if (value === null) return constants.null;
    return typeof value === 'boolean' ? constants[value ? 'true' : 'false'] : String(value);
  };

const asJson: ValueText = (value) => (typeof value === 'string' ? value : jsonText(value));

/** strconv.FormatFloat(x, 'f', -1, 64). */
const withoutExponent = (value: number): string => {
  const text = String(value);
  if (!text.includes('e')) return Object.is(value, -0) ? '-0' : text;
  if (Math.abs(value) >= 1) return positionalLarge(text);
  const [mantissa = '', power = ''] = text.split('e-');
  const sign = mantissa.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(power) - 1)}${mantissa.replace(/[-.]/g, '')}`;
};
const positionalLarge = (text: string): string => {
  const [mantissa = '', power = ''] = text.split('e+');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return whole + fraction.padEnd(Number(power), '0');
};

const elixirInspect = fromDialect(dialectNamed('Elixir inspect of a map'), '');
export const pythonText = fromDialect(dialectNamed('Python str(dict)'), 'None');
/** Elixir’s to_string: floats as Erlang has them. */
const elixirText: ValueText = (value) =>
  value instanceof JsonNumber ? numberPrinters.erlang(value.source) : elixirInspect(value);

export const rubyText = fromDialect(dialectNamed('Ruby Hash#to_s'), '');
const go = dialectNamed('Go %v of a map');

export const queryLanguages: readonly QueryLanguage[] = [
  {
    as: 'JavaScript',
    thorough: true,
    text: jsString,
    encoding: percentEncodings.component,
    isFalse: falsyInJs,
  },
  { as: 'PHP', thorough: true, text: phpString, encoding: percentEncodings.phpForm, isFalse: falsyInPhp },
  {
    as: 'Python',
    thorough: true,
    text: pythonText,
    encoding: percentEncodings.form,
    isFalse: falsyInPython,
  },
  {
    as: 'Java',
    thorough: true,
    text: fromDialect(dialectNamed('Java Map.toString'), 'null'),
    encoding: percentEncodings.searchParams,
    isFalse: isBlank,
  },
  {
    as: 'Go',
    thorough: true,
    text: fromDialect(go, '<nil>'),
    encoding: percentEncodings.form,
    isFalse: isFalsy,
  },
  {
    as: 'Go with json.Number',
    text: fromDialect(dialectNamed('Go %v of a map with json.Number'), '<nil>'),
    encoding: percentEncodings.form,
    isFalse: isFalsy,
  },
  {
    as: 'C#',
    text: withJson(scalars(numberPrinters.csharp, { null: '', true: 'True', false: 'False' }), {}),
    encoding: percentEncodings.rfc3986,
    isFalse: isBlank,
  },
  {
    as: 'Ruby',
    text: rubyText,
    encoding: percentEncodings.form,
    isFalse: falsyInRuby,
    spreads: true,
  },
  {
    as: 'Elixir',
    text: elixirText,
    encoding: percentEncodings.form,
    isFalse: falsyInRuby,
  },
  {
    as: 'values as JSON',
    thorough: true,
    text: asJson,
    encoding: percentEncodings.component,
    isFalse: isBlank,
  },
  {
    as: 'JavaScript, containers as JSON',
    text: withJson(jsString, { order: 'js', numbers: 'js' }),
    encoding: percentEncodings.component,
    isFalse: falsyInJs,
  },
  {
    as: 'PHP, containers as JSON',
    text: withJson(phpString, { escapes: 'php', numbers: 'php', empties: 'php' }),
    encoding: percentEncodings.phpForm,
    isFalse: falsyInPhp,
  },
  {
    as: 'PHP, containers as JSON with raw slashes and Unicode',
    text: withJson(phpString, { numbers: 'php', empties: 'php' }),
    encoding: percentEncodings.phpForm,
    isFalse: falsyInPhp,
  },
  {
    as: 'Python, containers as JSON',
    text: withJson(pythonText, { layout: 'spaced', escapes: 'ascii', numbers: 'python' }),
    encoding: percentEncodings.form,
    isFalse: falsyInPython,
  },
  {
    as: 'Python, containers as compact JSON',
    text: withJson(pythonText, { escapes: 'ascii', numbers: 'python' }),
    encoding: percentEncodings.form,
    isFalse: falsyInPython,
  },
  {
    as: 'Go, containers as JSON',
    text: withJson(fromDialect(go, '<nil>'), { order: 'sorted', escapes: 'go', numbers: 'go' }),
    encoding: percentEncodings.form,
    isFalse: isFalsy,
  },
  {
    as: 'Java, containers as JSON',
    text: withJson(fromDialect(dialectNamed('Java Map.toString'), 'null'), { numbers: 'java17' }),
    encoding: percentEncodings.searchParams,
    isFalse: isBlank,
  },
  {
    as: 'Java, containers as JSON, null empty',
    text: withJson(fromDialect(dialectNamed('Java Map.toString'), ''), { numbers: 'java17' }),
    encoding: percentEncodings.searchParams,
    isFalse: isBlank,
  },
  {
    as: 'Mono, containers by Newtonsoft.Json',
    text: withJson(scalars(numberPrinters['csharp-framework'], { null: '', true: 'True', false: 'False' }), {
      numbers: 'newtonsoft',
      escapes: 'newtonsoft',
    }),
    encoding: percentEncodings.dotnetForm,
    isFalse: isBlank,
  },
  {
    as: 'C#, containers indented',
    text: withJson(scalars(numberPrinters['csharp-framework'], { null: '', true: 'True', false: 'False' }), {
      layout: 'lines2',
      numbers: 'newtonsoft',
    }),
    encoding: percentEncodings.rfc3986,
    isFalse: isBlank,
  },
  {
    as: 'Python, booleans in lower case',
    text: (value) => (typeof value === 'boolean' ? String(value) : pythonText(value)),
    encoding: percentEncodings.form,
    isFalse: falsyInPython,
  },
  {
    as: 'Python, every value by json.dumps',
    text: json({ layout: 'spaced', escapes: 'ascii', numbers: 'python' }),
    encoding: percentEncodings.form,
    isFalse: falsyInPython,
  },
  {
    as: 'Python, every value by compact json.dumps',
    text: json({ escapes: 'ascii', numbers: 'python' }),
    encoding: percentEncodings.form,
    isFalse: falsyInPython,
  },
  {
    as: 'Go, numbers and containers as JSON',
    text: (value) =>
      typeof value === 'string' ? value : json({ order: 'sorted', escapes: 'go', numbers: 'go' })(value),
    encoding: percentEncodings.form,
    isFalse: isFalsy,
  },
  {
    as: 'Go, numbers without exponents',
    text: (value) =>
      value instanceof JsonNumber ? withoutExponent(value.value) : fromDialect(go, '<nil>')(value),
    encoding: percentEncodings.form,
    isFalse: isFalsy,
  },
  {
    as: 'PHP, containers as JSON with raw slashes',
    text: withJson(phpString, { escapes: 'ascii-del-raw', numbers: 'php', empties: 'php' }),
    encoding: percentEncodings.phpForm,
    isFalse: falsyInPhp,
  },
  {
    as: 'Ruby, containers as JSON',
    text: withJson(rubyText, { numbers: 'ruby' }),
    encoding: percentEncodings.form,
    isFalse: falsyInRuby,
  },
  {
    as: 'Lua 5.3, every number a float',
    text: withJson(
      scalars(numberPrinters['lua53-floats'], { null: 'nil', true: 'true', false: 'false' }),
      {},
    ),
    encoding: percentEncodings.rfc3986,
    isFalse: falsyInRuby,
  },
  {
    as: 'Lua 5.3, integers kept',
    text: withJson(scalars(numberPrinters['lua53-14g'], { null: 'nil', true: 'true', false: 'false' }), {}),
    encoding: percentEncodings.rfc3986,
    isFalse: falsyInRuby,
  },
  {
    as: 'Perl',
    text: withJson(
      scalars((token) => numberPrinters['perl-pp'](token).replaceAll('"', ''), {
        null: '',
        true: '1',
        false: '0',
      }),
      { numbers: 'perl-pp' },
    ),
    encoding: percentEncodings.rfc3986,
    isFalse: falsyInPhp,
  },
  {
    as: 'Lua 5.1',
    text: withJson(scalars(numberPrinters['lua-14g'], { null: 'nil', true: 'true', false: 'false' }), {}),
    encoding: percentEncodings.rfc3986,
    isFalse: falsyInRuby,
  },
  {
    as: 'Java, numbers as doubles (Gson)',
    text: fromDialect(dialectNamed('Java Map.toString, numbers as doubles (Gson)'), 'null'),
    encoding: percentEncodings.searchParams,
    isFalse: isBlank,
  },
  {
    as: 'every value as JSON, strings in quotes',
    text: jsonText,
    encoding: percentEncodings.component,
    isFalse: isBlank,
  },
  {
    as: 'Rust, every value as JSON',
    text: rustText,
    encoding: percentEncodings.component,
    isFalse: isBlank,
  },
];
