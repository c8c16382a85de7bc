import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import type { BodyVariant } from '../attempt.js';
import { BodyPrinter } from '../bodies/printing.js';
import { plain, type Settings } from '../bodies/settings.js';
import { isContainer, queryLanguages } from './query-languages.js';

/** JSON again, but of other values: members made texts, texts made numbers, lists made objects, the tokens laid out anew. */

interface Form {
  readonly cause: string;
  /** Printed as a line: a cause of its own. */
  readonly line?: true;
  readonly cost: number;
  readonly as: string;
  readonly text: string;
}

type Printings = readonly (readonly [as: string, settings: Partial<Settings>])[];

const spaced: Partial<Settings> = { layout: 'spaced', escapes: 'ascii', numbers: 'python' };
const php: Partial<Settings> = { escapes: 'php', numbers: 'php', empties: 'php' };
const phpRaw: Partial<Settings> = { escapes: 'raw-separators', numbers: 'php', empties: 'php' };

const printings: Printings = [
  ['compact', {}],
  ['JavaScript', { order: 'js', numbers: 'js' }],
  ['Python json.dumps', spaced],
  ['Python json.dumps with separators', { escapes: 'ascii', numbers: 'python' }],
  ['PHP json_encode', php],
  ['PHP, unescaped', phpRaw],
  ['Go', { order: 'sorted', escapes: 'go', numbers: 'go' }],
  ['jq', { numbers: 'jq-1.6', escapes: 'raw-del' }],
];

const print = (value: Json, settings: Partial<Settings>): string =>
  new BodyPrinter(value, 0).print({ ...plain, ...settings });

const withValues = (root: JsonObject, change: (value: Json) => Json): JsonObject =>
  new JsonObject(root.members.map(([name, value]) => [name, change(value)]));

/** Every value as the text that a language makes of it: a map of strings. */
const textForms = (root: JsonObject): Form[] =>
  queryLanguages.flatMap(({ as, text }) => {
    const made = withValues(root, text);
    return printings.map(([printing, settings], index) => ({
      cause: 'body-numbers-as-strings',
      cost: 4 + Math.min(index, 1),
      as: `every value as text, ${as}, ${printing}`,
      text: print(made, settings),
    }));
  });

/** What a tool of the command line makes is a line. */
const lineForms = (root: Json, text: string): Form[] => [
  ...(root instanceof JsonObject
    ? textForms(root)
        .filter(({ as }) => as.endsWith('jq') || as.endsWith('compact'))
        .map((form) => ({ ...form, cost: form.cost + 0.5, line: true as const, text: `${form.text}\n` }))
    : []),
  ...(['raw', 'ascii'] as const).flatMap((escapes) =>
    [text, print(root, { numbers: 'jq-1.6', escapes: 'raw-del' }), print(root, { numbers: 'js' })].map(
      (inner): Form => ({
        cause: 'body-double-encoded',
        cost: 4,
        line: true,
        as: 'a JSON string, printed as a line',
        text: `${print(inner, { escapes })}\n`,
      }),
    ),
  ),
];

/** Only what is inside as a text of its own: `{"items":"[1,2]"}`. */
const nestedForms = (root: JsonObject): Form[] =>
  root.members.some(([, value]) => isContainer(value))
    ? printings.map(([as, settings]) => ({
        cause: 'body-double-encoded',
        cost: 4,
        as: `members of members as JSON texts, ${as}`,
        text: print(
          withValues(root, (value) => (isContainer(value) ? print(value, settings) : value)),
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
  const reshaped: readonly (readonly [as: string, value: Json])[] = [
    ['PHP with JSON_NUMERIC_CHECK', everyValue(root, asPhpNumber)],
    ['PHP with JSON_FORCE_OBJECT', everyValue(root, asObject)],
  ];
  return reshaped.flatMap(([as, value]): Form[] => [
    { cause: 'body-json-php', cost: 4, as, text: print(value, { ...php, empties: 'kept' }) },
    ...(as.includes('FORCE')
      ? []
      : [{ cause: 'body-json-php', cost: 4, as: `${as}, arrays`, text: print(value, php) }]),
    {
      cause: 'body-json-php',
      cost: 4,
      as: `${as} and JSON_UNESCAPED_SLASHES`,
      text: print(value, { ...phpRaw, empties: 'kept', escapes: 'ascii-del-raw' }),
    },
    {
      cause: 'body-json-php',
      cost: 4,
      as: `${as}, unescaped`,
      text: print(value, { ...phpRaw, empties: 'kept' }),
    },
    ...(as.includes('FORCE')
      ? [
          {
            cause: 'body-empty-object-array',
            cost: 4,
            as: `${as}, unescaped`,
            text: print(value, { ...phpRaw, empties: 'kept' }),
          },
        ]
      : []),
  ]);
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
      text: print(value, settings),
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
export function reshapedVariants(root: Json, text: string): BodyVariant[] {
  if (!isContainer(root) || text.length > mostText) return [];
  const members =
    root instanceof JsonObject && root.members.length > 0 && root.members.length <= mostMembers
      ? [...textForms(root), ...nestedForms(root), ...listForms(root)]
      : [];
  const distinct = new Map<string, Form>();
  for (const form of [...members, ...phpForms(root), ...tokenForms(text), ...lineForms(root, text)]) {
    const key = `${form.cause} ${form.text}`;
    if (form.text !== text && !distinct.has(key)) distinct.set(key, form);
  }
  return [...distinct.values()].map(({ cause, line, cost, as, text: made }) => ({
    causes: line === true ? [cause, 'body-trailing-newline'] : [cause],
    bytes: Buffer.from(made, 'utf8'),
    cost: cost + rarely,
    as,
  }));
}
