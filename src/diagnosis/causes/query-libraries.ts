import { JsonObject, type Json } from '../../text/json/json.js';
import {
  percentDecoded,
  percentEncoding,
  percentEncodings,
  type PercentEncoding,
} from './percent-encoding.js';
import { phpString } from './php-dumps.js';
import { jsString, pythonText, rubyText, type ValueText } from './query-languages.js';
import { isContainer } from './sent-body.js';

/** The libraries that turn an object into a form, and how they write inner objects and lists. */

type Pairs = (root: JsonObject) => (readonly [name: string, value: string])[];
type Query = (root: JsonObject) => string;

/** One pair for each item of a member. */
const eachItem =
  (items: (value: Json) => readonly Json[], text: ValueText): Pairs =>
  ({ members }) =>
    members.flatMap(([name, value]) => items(value).map((item) => [name, text(item)] as const));

const alone = (value: Json): Json[] => [value];
const ofList = (value: Json): Json[] => (Array.isArray(value) ? value : [value]);
/** `urlencode(…, doseq=True)`: iterating over a dict gives its keys. */
const ofSequence = (value: Json): Json[] =>
  value instanceof JsonObject ? value.members.map(([key]) => key) : ofList(value);

type Item = (name: string, index: number, list: readonly Json[]) => string;

const inBrackets = (name: string, key: string): string => `${name}[${key}]`;
const byIndex: Item = (name, index) => inBrackets(name, String(index));

/** Inner members as pairs of their own. */
const flattened =
  (text: ValueText, dropsNull: boolean, item = byIndex): Pairs =>
  (root) => {
    const visit = (name: string, value: Json): ReturnType<Pairs> => {
      if (value === null && dropsNull) return [];
      if (value instanceof JsonObject)
        return value.members.flatMap(([key, each]) => visit(inBrackets(name, key), each));
      if (Array.isArray(value)) return value.flatMap((each, index) => visit(item(name, index, value), each));
      return [[name, text(value)]];
    };
    return root.members.flatMap(([name, value]) => visit(name, value));
  };

const blankNull: ValueText = (value) => (value === null ? '' : jsString(value));

const asPhp = flattened((value) => (value === false ? '0' : phpString(value)), true);
const asQs = flattened(blankNull, false);
/** Only a list at the top without containers has empty brackets. */
const asAxios = flattened(blankNull, true, (name, index, list) =>
  name.includes('[') || list.some(isContainer) ? byIndex(name, index, list) : inBrackets(name, ''),
);
const asSearchParams = eachItem(alone, jsString);
const asNode = eachItem(ofList, (value) => (value instanceof JsonObject ? '' : blankNull(value)));
const asPython = eachItem(alone, pythonText);
const asSequences = eachItem(ofSequence, pythonText);
const asRequests: Pairs = ({ members }) =>
  asSequences(new JsonObject(members.filter(([, value]) => value !== null)));

const { searchParams, rfc3986, form, phpForm, pythonQuote, component } = percentEncodings;
// axios replaces the escapes of : $ , [ ] by these characters again.
const axiosEncoding = percentEncoding('axios', ":$,[\\]\\-_.!~*'()", '+');
const qsFormEncoding = percentEncoding('qs RFC 1738', '\\-_.~()', '+');
const raw: PercentEncoding = { as: 'not encoded', encode: (text) => text };

const query =
  (pairs: Pairs, { encode }: PercentEncoding): Query =>
  (root) =>
    pairs(root)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join('&');

const rubyPairs = query(eachItem(ofList, rubyText), searchParams);

/** Ruby’s encode_www_form writes nothing for an empty list and only the name for nil. */
const rubyQuery: Query = ({ members }) => {
  const pair = (name: string, value: Json): string => rubyPairs(new JsonObject([[name, value]]));
  const written = members.map(([name, value]) => {
    if (value === null) return searchParams.encode(name);
    return ofList(value)
      .map((item) => (item === null ? '' : pair(name, item)))
      .join('&');
  });
  return written.join('&');
};

/** Rails’ to_query sorts the encoded pairs level by level, but not inside lists; it leaves out empty objects and lists. */
const railsQuery: Query = (root) => {
  const { encode } = searchParams;
  const isEmpty = (value: Json): boolean =>
    isContainer(value) && (Array.isArray(value) ? value : value.members).length === 0;
  const ofValue = (value: Json, name: string): string => {
    if (value instanceof JsonObject) return ofObject(value, name);
    if (!Array.isArray(value)) return `${encode(name)}=${encode(rubyText(value))}`;
    const items = value.length === 0 ? [null] : value;
    return items.map((each) => ofValue(each, inBrackets(name, ''))).join('&');
  };
  const ofObject = ({ members }: JsonObject, namespace: string): string => {
    const parts = members
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => ofValue(value, namespace === '' ? name : inBrackets(namespace, name)));
    return (namespace.includes('[]') ? parts : parts.sort()).join('&');
  };
  return ofObject(root, '');
};

const unescaped = (text: string): string => percentDecoded(text.replaceAll('+', ' ')) ?? text;

const phpQuery = query(asPhp, phpForm);

type FormLibrary = readonly [as: string, cost: number, query: Query];

export const formLibraries: readonly FormLibrary[] = [
  ['JavaScript URLSearchParams', 2, query(asSearchParams, searchParams)],
  ['qs.stringify', 2, query(asQs, rfc3986)],
  ['PHP http_build_query', 2, phpQuery],
  ['Python urlencode', 2, query(asPython, form)],
  ['PHP http_build_query with PHP_QUERY_RFC3986', 3, query(asPhp, rfc3986)],
  ['node:querystring', 3, query(asNode, component)],
  ['qs.stringify with RFC1738', 3, query(asQs, qsFormEncoding)],
  ['qs.stringify, not encoded', 3, query(asQs, raw)],
  ['axios form data', 3, query(asAxios, searchParams)],
  ['axios params', 3, query(asAxios, axiosEncoding)],
  ['Python urlencode with quote_via=quote', 3, query(asPython, pythonQuote)],
  ['Python urlencode with doseq=True', 3, query(asSequences, form)],
  ['Python requests', 3, query(asRequests, form)],
  ['Ruby encode_www_form', 3, rubyQuery],
  // Common in PHP: the query is decoded again before it is signed.
  ['PHP http_build_query, then urldecode', 3, query(asPhp, raw)],
  ['PHP http_build_query with &amp; as separator', 4, (root) => phpQuery(root).replaceAll('&', '&amp;')],
];

export const sortingLibraries: readonly FormLibrary[] = [
  ['Rails to_query', 3, railsQuery],
  ['Rails to_query, then CGI.unescape', 4, (root) => unescaped(railsQuery(root))],
];
