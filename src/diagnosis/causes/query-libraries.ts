import { JsonObject, type Json } from '../../text/json/json.js';
import { percentEncodings, type Encoder, type PercentEncoding } from './percent-encoding.js';
import { phpString } from './php-dumps.js';
import { jsString, pythonText, rubyText, type ValueText } from './query-languages.js';
import { isContainer } from './sent-body.js';

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
export type Encoders = (encoding: PercentEncoding) => Encoder;

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

type Query = (root: JsonObject, encoders: Encoders) => string;

export interface FormLibrary {
  readonly as: string;
  readonly cost: number;
  readonly query: Query;
  /** It sorts by itself. */
  readonly sorts?: true;
}

const { searchParams, rfc3986, form, phpForm, pythonQuote, component } = percentEncodings;

const query =
  (pairs: (root: JsonObject) => Pair[], encoding?: PercentEncoding): Query =>
  (root, encoders) =>
    written(pairs(root), encoding === undefined ? raw : encoders(encoding));

const asPhp = (root: JsonObject): Pair[] => flatten(root, flattenings.php);
const asQs = (root: JsonObject): Pair[] => flatten(root, flattenings.qs);
const asAxios = (root: JsonObject): Pair[] => flatten(root, flattenings.axios);
const asJquery = (root: JsonObject): Pair[] => flatten(root, flattenings.jquery);
const asPython = (root: JsonObject): Pair[] => topPairs(root, pythonText);

/** Ruby’s encode_www_form leaves the place of an empty list empty and writes the bare name for nil. */
const rubyQuery: Query = ({ members }, encoders) =>
  members
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
const railsQuery: Query = (root, encoders) => {
  const encode = encoders(searchParams);
  const isEmpty = (value: Json): boolean =>
    value instanceof JsonObject ? value.members.length === 0 : Array.isArray(value) && value.length === 0;
  const ofValue = (value: Json, name: string): string => {
    if (value instanceof JsonObject) return ofObject(value, name);
    if (!Array.isArray(value)) return `${encode(name)}=${encode(rubyText(value))}`;
    const item = byEmptyBrackets(name);
    return value.length === 0 ? ofValue(null, item) : value.map((each) => ofValue(each, item)).join('&');
  };
  const ofObject = ({ members }: JsonObject, namespace: string): string => {
    const parts = members
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => ofValue(value, namespace === '' ? name : inBrackets(namespace, name)));
    return (namespace.includes('[]') ? parts : parts.sort()).join('&');
  };
  return ofObject(root, '');
};

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const phpQuery = query(asPhp, phpForm);

export const formLibraries: readonly FormLibrary[] = [
  {
    as: 'JavaScript URLSearchParams',
    cost: 2,
    query: query((root) => topPairs(root, jsString), searchParams),
  },
  { as: 'qs.stringify', cost: 2, query: query(asQs, rfc3986) },
  { as: 'PHP http_build_query', cost: 2, query: phpQuery },
  { as: 'Python urlencode', cost: 2, query: query(asPython, form) },
  { as: 'PHP http_build_query, RFC 3986', cost: 3, query: query(asPhp, rfc3986) },
  { as: 'node:querystring', cost: 3, query: query((root) => repeated(root, nodeText, ''), component) },
  { as: 'qs.stringify, RFC 1738', cost: 3, query: query(asQs, qsFormEncoding) },
  { as: 'qs.stringify, not encoded', cost: 3, query: query(asQs) },
  { as: 'axios, form', cost: 3, query: query(asAxios, searchParams) },
  { as: 'axios, params', cost: 3, query: query(asAxios, axiosEncoding) },
  { as: 'jQuery.param', cost: 3, query: query(asJquery, jqueryEncoding) },
  { as: 'Python urlencode, quote', cost: 3, query: query(asPython, pythonQuote) },
  { as: 'Python urlencode, doseq', cost: 3, query: query(pythonSequences, form) },
  {
    as: 'Python requests: null left out, lists repeated',
    cost: 3,
    query: query((root) => pythonSequences(withoutNulls(root)), form),
  },
  { as: 'Ruby encode_www_form', cost: 3, query: rubyQuery },
  // PHP’s habit: a query, decoded again before it is signed.
  { as: 'PHP urldecode of http_build_query', cost: 3, query: query(asPhp) },
  {
    as: 'PHP http_build_query, joined by &amp;',
    cost: 4,
    query: (root, encoders) => phpQuery(root, encoders).replaceAll('&', '&amp;'),
  },
  {
    as: 'members of members by dots',
    cost: 4,
    query: query((root) => flatten(root, flattenings.dots), component),
  },
  { as: 'Rails to_query', cost: 3, query: railsQuery, sorts: true },
  {
    as: 'Rails CGI.unescape of to_query',
    cost: 4,
    query: (root, encoders) => unescaped(railsQuery(root, encoders)),
    sorts: true,
  },
];
