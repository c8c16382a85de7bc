import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { spacesRemoved } from './json-spans.js';
import { jsonStyles, printJson, type JsonStyle } from './json-styles.js';
import { queryLanguages } from './query-languages.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** JSON again, but of other values: members made texts, texts made numbers, lists made objects, the tokens laid out anew. */

type Form = readonly [cause: string | readonly string[], cost: number, as: string, text: string];

const { compact, javascript, python, pythonCompact, php, phpSlashes, phpRaw, go, jq } = jsonStyles;

const printings: readonly (readonly [as: string, style: JsonStyle])[] = [
  ['compact', compact],
  ['jq', jq],
  ['JavaScript', javascript],
  ['Python json.dumps', python],
  ['Python json.dumps with separators', pythonCompact],
  ['PHP json_encode', php],
  ['PHP, unescaped', phpRaw],
  ['Go', go],
];

const withValues = (root: JsonObject, change: (value: Json) => Json): JsonObject =>
  new JsonObject(root.members.map(([name, value]) => [name, change(value)]));

/** Every value as the text that a language makes of it: a map of strings. */
const textForms = (root: JsonObject, styles: typeof printings): Form[] =>
  queryLanguages.flatMap(({ as, text }) => {
    const made = withValues(root, text);
    return styles.map(([printing, style], at): Form => [
      'body-numbers-as-strings',
      4 + Math.min(at, 1),
      `every value as text, ${as}, ${printing}`,
      printJson(made, style),
    ]);
  });

/** What a tool of the command line makes is a line. */
const lineForms = (root: Json, text: string): Form[] => {
  const inner = [text, printJson(root, jq), printJson(root, { numbers: 'js' })];
  const quoted = (['raw', 'ascii'] as const).flatMap((escapes) =>
    inner.map((each): Form => [
      'body-double-encoded',
      4,
      'a JSON string, printed as a line',
      printJson(each, { escapes }),
    ]),
  );
  const texts = root instanceof JsonObject ? textForms(root, printings.slice(0, 2)) : [];
  return [...texts, ...quoted].map(([cause, cost, as, made]) => [
    [String(cause), 'body-trailing-newline'],
    cost + 0.5,
    as,
    `${made}\n`,
  ]);
};

/** Only what is inside as a text of its own: `{"items":"[1,2]"}`. */
const nestedForms = (root: JsonObject): Form[] => {
  if (!root.members.some(([, value]) => isContainer(value))) return [];
  return printings.map(([as, style]) => {
    const nested = withValues(root, (value) => (isContainer(value) ? printJson(value, style) : value));
    return ['body-double-encoded', 4, `members of members as JSON texts, ${as}`, printJson(nested, style)];
  });
};

/** Object.entries, Object.values and their like. */
const listForms = ({ members }: JsonObject): Form[] => {
  const lists: readonly (readonly [as: string, value: Json])[] = [
    ['a list of names with values', members.map(([name, value]) => [name, value])],
    ['a list of the values', members.map(([, value]) => value)],
  ];
  return lists.flatMap(([as, value]) =>
    printings.map(([printing, style]): Form => [
      'body-values-joined',
      5,
      `${as}, ${printing}`,
      printJson(value, style),
    ]),
  );
};

const everyValue = (value: Json, change: (value: Json) => Json): Json => {
  if (Array.isArray(value)) return change(value.map((item) => everyValue(item, change)));
  if (!(value instanceof JsonObject)) return change(value);
  return change(new JsonObject(value.members.map(([name, member]) => [name, everyValue(member, change)])));
};

/** PHP's is_numeric, as JSON_NUMERIC_CHECK asks it. */
const numericText = /^[ \t\n\r\v\f]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)[ \t\n\r\v\f]*$/;

const asPhpNumber = (value: Json): Json => {
  const digits = typeof value === 'string' ? numericText.exec(value)?.[1] : undefined;
  if (digits === undefined) return value;
  return new JsonNumber(
    /^[+-]?\d+$/.test(digits) ? BigInt(digits.replace(/^\+/, '')).toString() : String(Number(digits)),
  );
};

const asObject = (value: Json): Json =>
  Array.isArray(value) ? new JsonObject(value.map((item, index) => [String(index), item])) : value;

const phpForms = (root: Json): Form[] => {
  const cause = 'body-json-php';
  const numbers = everyValue(root, asPhpNumber);
  const objects = everyValue(root, asObject);
  const withEmpties = (value: Json, style: JsonStyle): string =>
    printJson(value, { ...style, empties: 'kept' });
  const flags: readonly (readonly [as: string, style: JsonStyle])[] = [
    ['', php],
    [' and JSON_UNESCAPED_SLASHES', phpSlashes],
    [', unescaped', phpRaw],
  ];
  return [
    ...flags.flatMap(([as, style]): Form[] => [
      [cause, 4, `PHP with JSON_NUMERIC_CHECK${as}`, withEmpties(numbers, style)],
      [cause, 4, `PHP with JSON_FORCE_OBJECT${as}`, withEmpties(objects, style)],
    ]),
    [cause, 4, 'PHP with JSON_NUMERIC_CHECK, arrays', printJson(numbers, php)],
    ['body-empty-object-array', 4, 'PHP with JSON_FORCE_OBJECT, unescaped', withEmpties(objects, phpRaw)],
  ];
};

const indents: readonly (readonly [as: string, indent: string, newline: string])[] = [
  ['two spaces', '  ', '\n'],
  ['four spaces', '    ', '\n'],
  ['a tab', '\t', '\n'],
  ['two spaces, CRLF', '  ', '\r\n'],
  ['four spaces, CRLF', '    ', '\r\n'],
  ['nothing', '', '\n'],
];

/** The tokens as they were written, repeated members and all: json.Indent, an editor's format. */
function laidOut(tight: string, indent: string, newline: string): string {
  let depth = 0;
  const line = (deeper: 0 | 1 | -1): string => newline + indent.repeat((depth += deeper));
  return tight.replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/gs, (token) => {
    if (token === '{' || token === '[') return token + line(1);
    if (token === '}' || token === ']') return line(-1) + token;
    if (token === ',') return token + line(0);
    return token === ':' ? ': ' : token;
  });
}

const tokenForms = (text: string): Form[] => {
  const tight = spacesRemoved(text);
  return [
    ['body-json-compact', 2, 'white space removed, the rest as it was sent', tight],
    ...indents.map(([as, indent, newline]): Form => [
      'body-pretty',
      3,
      `the text as it was sent, indented by ${as}`,
      laidOut(tight, indent, newline),
    ]),
  ];
};

// Tried alone, told last, and not beside another cause, where their number would cost more time than they are worth.
const rarely = 2.5;

// Every form prints the body once.
const mostText = 2 ** 16;
const mostMembers = 64;

/** Of equal texts the first stays for each cause. */
export const reshapedVariants: Bodies = ({ root, text }) => {
  if (root === undefined || !isContainer(root) || text.length > mostText) return [];
  const members =
    root instanceof JsonObject && root.members.length > 0 && root.members.length <= mostMembers
      ? [...textForms(root, printings), ...nestedForms(root), ...listForms(root)]
      : [];
  const forms = [...members, ...phpForms(root), ...tokenForms(text), ...lineForms(root, text)];
  return distinctBy(
    forms.filter(([, , , made]) => made !== text),
    ([cause, , , made]) => `${String(cause)} ${made}`,
  ).map(([cause, cost, as, made]) => variant(cause, made, cost + rarely, as));
};
