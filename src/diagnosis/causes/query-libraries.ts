import { JsonObject, type Json } from '../../json/json.js';
import { percentEncodings, type Encoder, type PercentEncoding } from './percent-encoding.js';
import { phpString } from './php-dumps.js';
import { isContainer, jsString, pythonText, rubyText, type ValueText } from './query-languages.js';

/** The libraries that make a form of an object, and how they write the members of members. */

/** One `name=value`; without a value where a library writes the bare name. */
type Pair = readonly [name: string, value: string | undefined];

interface Flattening {
  /** How a name goes on inside an object and inside a list. */
  readonly member: (name: string, key: string) => string;
  readonly item: (name: string, index: number, list: readonly Json[]) => string;
  readonly text: ValueText;
  /** What is left out. */
  readonly drops: (value: Json) => boolean;
}

/** Members of members as pairs of their own. */
function flatten(root: JsonObject, { member, item, text, drops }: Flattening): Pair[] {
  const pairs: Pair[] = [];
  const visit = (name: string, value: Json): void => {
    if (drops(value)) return;
    if (value instanceof JsonObject) for (const [key, each] of value.members) visit(member(name, key), each);
    else if (Array.isArray(value)) value.forEach((each, index) => visit(item(name, index, value), each));
    else pairs.push([name, text(value)]);
  };
  for (const [name, value] of root.members) visit(name, value);
  return pairs;
}

const inBrackets = (name: string, key: string): string => `${name}[${key}]`;
const byIndex = (name: string, index: number): string => `${name}[${String(index)}]`;
const byEmptyBrackets = (name: string): string => `${name}[]`;
/** Only a list at the top without containers has empty brackets. */
const axiosItem: Flattening['item'] = (name, index, list) =>
  name.includes('[') || list.some(isContainer) ? byIndex(name, index) : byEmptyBrackets(name);
const never = (): boolean => false;
const blankNull: ValueText = (value) => (value === null ? '' : jsString(value));

const flattenings = {
  php: {
    member: inBrackets,
    item: byIndex,
    text: (value) => (value === false ? '0' : phpString(value)),
    drops: (value) => value === null,
  },
  qs: { member: inBrackets, item: byIndex, text: blankNull, drops: never },
  jquery: {
    member: inBrackets,
    item: (name, index, list) =>
      isContainer(list[index] ?? null) ? byIndex(name, index) : byEmptyBrackets(name),
    text: blankNull,
    drops: never,
  },
  axios: {
    member: inBrackets,
    item: axiosItem,
    text: blankNull,
    drops: (value) => value === null,
  },
  dots: {
    member: (name, key) => `${name}.${key}`,
    item: byIndex,
    text: jsString,
    drops: never,
  },
} as const satisfies Readonly<Record<string, Flattening>>;

/** How parts are encoded, by encoding. */
type Encoders = (encoding: PercentEncoding) => Encoder;

const written = (pairs: readonly Pair[], encode: Encoder): string =>
  pairs
    .map(([name, value]) => (value === undefined ? encode(name) : `${encode(name)}=${encode(value)}`))
    .join('&');

const raw = (part: string): string => part;

const topPairs = (root: JsonObject, text: ValueText): Pair[] =>
  root.members.map(([name, value]) => [name, text(value)]);

/** Lists as one pair for each item. */
const repeated = (root: JsonObject, text: ValueText, nullText: string | undefined): Pair[] =>
  root.members.flatMap(([name, value]): Pair[] => {
    if (Array.isArray(value)) return value.map((item) => [name, text(item)]);
    return [[name, value === null ? nullText : text(value)]];
  });

/** `urlencode(…, doseq=True)`: iterating a dict gives its keys. */
const pythonSequences = (root: JsonObject): Pair[] =>
  root.members.flatMap(([name, value]): Pair[] => {
    if (Array.isArray(value)) return value.map((item) => [name, pythonText(item)]);
    if (value instanceof JsonObject) return value.members.map(([key]) => [name, key]);
    return [[name, pythonText(value)]];
  });

const withoutNulls = (root: JsonObject): JsonObject =>
  new JsonObject(root.members.filter(([, value]) => value !== null));

const nodeText: ValueText = (value) => (value instanceof JsonObject || value === null ? '' : jsString(value));

// axios turns the escapes of : $ , [ ] back.
const axiosEncoding: PercentEncoding = { as: 'axios', keeps: ":$,[\\]\\-_.!~*'()", space: '+' };
const jqueryEncoding: PercentEncoding = { ...percentEncodings.component, space: '+' };
const qsFormEncoding: PercentEncoding = { as: 'qs RFC 1738', keeps: '\\-_.~()', space: '+' };

export interface FormLibrary {
  readonly as: string;
  readonly cost: number;
  readonly pairs: (root: JsonObject) => Pair[];
  readonly encoding: PercentEncoding | undefined;
}

const { searchParams, rfc3986, form, phpForm, pythonQuote, component } = percentEncodings;
const asPhp = (root: JsonObject): Pair[] => flatten(root, flattenings.php);
const asQs = (root: JsonObject): Pair[] => flatten(root, flattenings.qs);
const asAxios = (root: JsonObject): Pair[] => flatten(root, flattenings.axios);
const asPython = (root: JsonObject): Pair[] => topPairs(root, pythonText);

export const formLibraries: readonly FormLibrary[] = [
  {
    as: 'JavaScript URLSearchParams',
    cost: 2,
    pairs: (root) => topPairs(root, jsString),
    encoding: searchParams,
  },
  { as: 'qs.stringify', cost: 2, pairs: asQs, encoding: rfc3986 },
  { as: 'PHP http_build_query', cost: 2, pairs: asPhp, encoding: phpForm },
  { as: 'Python urlencode', cost: 2, pairs: asPython, encoding: form },
  { as: 'PHP http_build_query, RFC 3986', cost: 3, pairs: asPhp, encoding: rfc3986 },
  { as: 'node:querystring', cost: 3, pairs: (root) => repeated(root, nodeText, ''), encoding: component },
  { as: 'qs.stringify, RFC 1738', cost: 3, pairs: asQs, encoding: qsFormEncoding },
  { as: 'qs.stringify, not encoded', cost: 3, pairs: asQs, encoding: undefined },
  { as: 'axios, form', cost: 3, pairs: asAxios, encoding: searchParams },
  { as: 'axios, params', cost: 3, pairs: asAxios, encoding: axiosEncoding },
  {
    as: 'jQuery.param',
    cost: 3,
    pairs: (root) => flatten(root, flattenings.jquery),
    encoding: jqueryEncoding,
  },
  { as: 'Python urlencode, quote', cost: 3, pairs: asPython, encoding: pythonQuote },
  { as: 'Python urlencode, doseq', cost: 3, pairs: pythonSequences, encoding: form },
  {
    as: 'Python requests: null left out, lists repeated',
    cost: 3,
    pairs: (root) => pythonSequences(withoutNulls(root)),
    encoding: form,
  },
  {
    as: 'members of members by dots',
    cost: 4,
    pairs: (root) => flatten(root, flattenings.dots),
    encoding: component,
  },
];

export const libraryQuery = (
  { pairs, encoding }: FormLibrary,
  root: JsonObject,
  encoders: Encoders,
): string => written(pairs(root), encoding === undefined ? raw : encoders(encoding));

export const phpQuery = (root: JsonObject, encoders: Encoders): string =>
  written(asPhp(root), encoders(phpForm));

/** Ruby’s encode_www_form leaves the place of an empty list empty and writes the bare name for nil. */
export const rubyQuery = (root: JsonObject, encoders: Encoders): string =>
  root.members
    .map(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .map((item) =>
          item === null && Array.isArray(value)
            ? ''
            : written(repeated(new JsonObject([[name, item]]), rubyText, undefined), encoders(searchParams)),
        )
        .join('&'),
    )
    .join('&');

/** Rails’ to_query sorts what it has encoded, level by level, but not within lists; empty members go. */
export const railsQuery = (root: JsonObject, encoders: Encoders): string => {
  const encode = encoders(searchParams);
  const isEmpty = (value: Json): boolean =>
    value instanceof JsonObject ? value.members.length === 0 : Array.isArray(value) && value.length === 0;
  const query = (value: Json, name: string): string => {
    if (value instanceof JsonObject) return ofObject(value, name);
    if (!Array.isArray(value)) return `${encode(name)}=${encode(rubyText(value))}`;
    const item = byEmptyBrackets(name);
    return value.length === 0 ? query(null, item) : value.map((each) => query(each, item)).join('&');
  };
  const ofObject = ({ members }: JsonObject, namespace: string): string => {
    const parts = members
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => query(value, namespace === '' ? name : inBrackets(namespace, name)));
    return (namespace.includes('[]') ? parts : parts.sort()).join('&');
  };
  return ofObject(root, '');
};

/** PHP’s habit: a query, decoded again before it is signed. */
export const urldecodedQuery = (root: JsonObject): string => written(asPhp(root), raw);
