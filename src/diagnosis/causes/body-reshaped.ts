import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { jsonStyles, printJson, type JsonStyle } from './json-styles.js';
import { queryLanguages } from './query-languages.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** JSON again, but of other values: members made texts, texts made numbers, lists made objects, the tokens laid out anew. */

interface Form {
  readonly cause: string;
  /** Printed as a line: a cause of its own. */
  readonly line?: true;
  readonly cost: number;
  readonly as: string;
  readonly text: string;
}

const { compact, javascript, python, pythonCompact, php, phpRaw, go, jq } = jsonStyles;

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
    return styles.map(([printing, style], index) => ({
      cause: 'body-numbers-as-strings',
      cost: 4 + Math.min(index, 1),
      as: `every value as text, ${as}, ${printing}`,
      text: printJson(made, style),
    }));
  });

/** What a tool of the command line makes is a line. */
const lineForms = (root: Json, text: string): Form[] => {
  const inner = [text, printJson(root, jq), printJson(root, { numbers: 'js' })];
  return [
    ...(root instanceof JsonObject ? textForms(root, printings.slice(0, 2)) : []),
    ...(['raw', 'ascii'] as const).flatMap((escapes) =>
      inner.map((each) => ({
        cause: 'body-double-encoded',
        cost: 4,
        as: 'a JSON string, printed as a line',
        text: printJson(each, { escapes }),
      })),
    ),
  ].map((form) => ({ ...form, cost: form.cost + 0.5, line: true, text: `${form.text}\n` }));
};

/** Only what is inside as a text of its own: `{"items":"[1,2]"}`. */
const nestedForms = (root: JsonObject): Form[] =>
  root.members.some(([, value]) => isContainer(value))
    ? printings.map(([as, settings]) => ({
        cause: 'body-double-encoded',
        cost: 4,
        as: `members of members as JSON texts, ${as}`,
        text: printJson(
          withValues(root, (value) => (isContainer(value) ? printJson(value, settings) : value)),
          settings,
        ),
      }))
    : [];

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
  const form = (cause: string, as: string, value: Json, style: JsonStyle): Form => ({
    cause,
    cost: 4,
    as,
    text: printJson(value, style),
  });
  const numbers = everyValue(root, asPhpNumber);
  const objects = everyValue(root, asObject);
  const flags = [
    ['', { ...php, empties: 'kept' }],
    [' and JSON_UNESCAPED_SLASHES', { ...jsonStyles.phpSlashes, empties: 'kept' }],
    [', unescaped', { ...phpRaw, empties: 'kept' }],
  ] as const;
  return [
    ...flags.flatMap(([as, style]) => [
      form('body-json-php', `PHP with JSON_NUMERIC_CHECK${as}`, numbers, style),
      form('body-json-php', `PHP with JSON_FORCE_OBJECT${as}`, objects, style),
    ]),
    form('body-json-php', 'PHP with JSON_NUMERIC_CHECK, arrays', numbers, php),
    form('body-empty-object-array', 'PHP with JSON_FORCE_OBJECT, unescaped', objects, {
      ...phpRaw,
      empties: 'kept',
    }),
  ];
};

/** Object.entries, Object.values and their like. */
const listForms = (root: JsonObject): Form[] => {
  const lists: readonly (readonly [as: string, value: Json])[] = [
    ['a list of names with values', root.members.map(([name, value]) => [name, value])],
    ['a list of the values', root.members.map(([, value]) => value)],
  ];
  return lists.flatMap(([as, value]) =>
    printings.map(([printing, settings]) => ({
      cause: 'body-values-joined',
      cost: 5,
      as: `${as}, ${printing}`,
      text: printJson(value, settings),
    })),
  );
};

// Valid JSON is taken for granted: the text was parsed before.
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\]:,"]+/gs;

/** The tokens as they were written, repeated members and all, with other white space: json.Indent, an editor's format. */
function laidOut(tokens: readonly string[], indent: string, newline: string): string {
  let text = '';
  let depth = 0;
  const line = (): string => newline + indent.repeat(depth);
  tokens.forEach((word, at) => {
    const closes = word === '}' || word === ']';
    const before = tokens[at - 1];
    const isEmpty = closes && (before === '{' || before === '[');
    if (closes) depth -= 1;
    if (closes && !isEmpty) text += line();
    text += word;
    if (word === '{' || word === '[') {
      depth += 1;
      const after = tokens[at + 1];
      if (after !== '}' && after !== ']') text += line();
    } else if (word === ',') text += line();
    else if (word === ':') text += ' ';
  });
  return text;
}

const tokenForms = (text: string): Form[] => {
  const tokens = text.match(token) ?? [];
  const ways: readonly (readonly [as: string, indent: string, newline: string])[] = [
    ['two spaces', '  ', '\n'],
    ['four spaces', '    ', '\n'],
    ['a tab', '\t', '\n'],
    ['two spaces, CRLF', '  ', '\r\n'],
    ['four spaces, CRLF', '    ', '\r\n'],
    ['nothing', '', '\n'],
  ];
  return [
    {
      cause: 'body-json-compact',
      cost: 2,
      as: 'white space removed, the rest as it was sent',
      text: tokens.join(''),
    },
    ...ways.map(([as, indent, newline]) => ({
      cause: 'body-pretty',
      cost: 3,
      as: `the text as it was sent, indented by ${as}`,
      text: laidOut(tokens, indent, newline),
    })),
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
    forms.filter((form) => form.text !== text),
    (form) => `${form.cause} ${form.text}`,
  ).map(({ cause, line, cost, as, text: made }) =>
    variant(line === true ? [cause, 'body-trailing-newline'] : cause, made, cost + rarely, as),
  );
};
