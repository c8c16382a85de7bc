import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { laidOut, spacesRemoved } from './json-spans.js';
import { jsonStyles, printJson, type JsonStyle } from './json-styles.js';
import { queryLanguages } from './query-languages.js';
import type { BodyVariant } from '../choice.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** JSON of changed values (members as texts, texts as numbers, lists as objects), or the same tokens in another layout. */

type Form = readonly [
  cause: string | readonly string[],
  cost: number,
  as: string,
  text: string,
  says?: BodyVariant['says'],
];

const { compact, javascript, python, pythonCompact, php, phpSlashes, phpRaw, go, jq } = jsonStyles;

const printings: readonly (readonly [as: string, style: JsonStyle])[] = [
  ['compact', compact],
  ['for example by jq', jq],
  ['for example by JavaScript', javascript],
  ['for example by Python json.dumps', python],
  ['for example by Python json.dumps with separators', pythonCompact],
  ['for example by PHP json_encode', php],
  ['for example by PHP json_encode without escapes', phpRaw],
  ['for example by Go', go],
];

const withValues = (root: JsonObject, change: (value: Json) => Json): JsonObject =>
  new JsonObject(root.members.map(([name, value]) => [name, change(value)]));

/** Every value as the text that a language prints for it: a map of strings. */
const textForms = (root: JsonObject, styles: typeof printings): Form[] =>
  queryLanguages.flatMap(({ as, text }) => {
    const made = withValues(root, text);
    const hasOthers = root.members.some(([, value]) => typeof value !== 'string' && value !== null);
    const hasNulls = root.members.some(([, value]) => value === null);
    const [cause, says] =
      hasNulls && !hasOthers ? ['body-empties-dropped', nullsAsText] : ['body-numbers-as-strings', allAsText];
    return styles.map(([printing, style], at): Form => [
      cause,
      4 + Math.min(at, 1),
      `the texts for example of ${as}, ${printing}`,
      printJson(made, style),
      says,
    ]);
  });

const allAsText =
  'Every value of the JSON was signed as text in quotes (such as `5` as `"5"`), but they were sent as JSON values.';
const nullsAsText = 'Fields with the value null were signed as text, such as `""`.';

/** Command-line tools print a line break at the end. */
const lineForms = (root: Json, text: string): Form[] => {
  const inner = [text, printJson(root, jq), printJson(root, { numbers: 'js' })];
  const quoted = (['raw', 'ascii'] as const).flatMap((escapes) =>
    inner.map((each): Form => [
      'body-double-encoded',
      4,
      'by a command-line tool',
      printJson(each, { escapes }),
    ]),
  );
  const texts = root instanceof JsonObject ? textForms(root, printings.slice(0, 2)) : [];
  return [...texts, ...quoted].map(([cause, cost, as, made, says]) => [
    [String(cause), 'body-trailing-newline'],
    cost + 0.5,
    as,
    `${made}\n`,
    typeof says === 'string' ? { [String(cause)]: says } : says,
  ]);
};

/** Inner objects and lists as texts: `{"items":"[1,2]"}`. */
const nestedForms = (root: JsonObject): Form[] => {
  if (!root.members.some(([, value]) => isContainer(value))) return [];
  return printings.map(([as, style]) => {
    const nested = withValues(root, (value) => (isContainer(value) ? printJson(value, style) : value));
    return ['body-double-encoded', 4, as, printJson(nested, style), innerTexts];
  });
};

const innerTexts =
  'Inner objects and arrays were signed as JSON strings (`{"a":"[1,2]"}`), but they were sent as JSON.';

/** For example Object.entries and Object.values. */
const listForms = ({ members }: JsonObject): Form[] => {
  const lists: readonly (readonly [as: string, value: Json])[] = [
    ['an array of names with values', members.map(([name, value]) => [name, value])],
    ['an array of the values', members.map(([, value]) => value)],
  ];
  return lists.flatMap(([as, value]) =>
    printings.map(([printing, style]): Form => [
      'body-values-joined',
      5,
      `${as}, ${printing}`,
      printJson(value, style),
      `The JSON was signed as ${as}, but the body was sent as an object.`,
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

const numbersChecked =
  'Texts that look like numbers were signed as numbers (such as `"5"` as `5`), but they were sent as texts.';
const objectsForced = 'Arrays were signed as objects, such as `{"0":…}`, but they were sent as arrays.';

const phpForms = (root: Json): Form[] => {
  const cause = 'body-json-php';
  const numbers = everyValue(root, asPhpNumber);
  const objects = everyValue(root, asObject);
  const isShown = (changed: Json): boolean => printJson(changed, compact) !== printJson(root, compact);
  const withEmpties = (value: Json, style: JsonStyle): string =>
    printJson(value, { ...style, empties: 'kept' });
  const flags: readonly (readonly [as: string, style: JsonStyle])[] = [
    ['', php],
    [' and JSON_UNESCAPED_SLASHES', phpSlashes],
    [', JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE', phpRaw],
  ];
  const flagged = (flag: string, value: Json, says: string): Form[] =>
    flags.map(([as, style]) => [cause, 4, `PHP with ${flag}${as}`, withEmpties(value, style), says]);
  const numberForms: Form[] = [
    ...printings.map(([as, style]): Form => [
      'body-numbers-as-strings',
      3.5,
      as,
      printJson(numbers, style),
      'Numbers were signed without quotes (`5`), but they were sent as text in quotes (`"5"`).',
    ]),
    ...flagged('JSON_NUMERIC_CHECK', numbers, numbersChecked),
    [
      cause,
      4,
      'PHP with JSON_NUMERIC_CHECK, empty objects as arrays',
      printJson(numbers, php),
      numbersChecked,
    ],
  ];
  const objectForms: Form[] = [
    ...flagged('JSON_FORCE_OBJECT', objects, objectsForced),
    [
      'body-empty-object-array',
      4,
      'PHP with JSON_FORCE_OBJECT, JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE',
      withEmpties(objects, phpRaw),
      objectsForced,
    ],
  ];
  // Without such a text or such an array, the flag shows nothing.
  return [...(isShown(numbers) ? numberForms : []), ...(isShown(objects) ? objectForms : [])];
};

const indents: readonly (readonly [as: string, indent: string, newline: string])[] = [
  ['indented by two spaces', '  ', '\n'],
  ['indented by four spaces', '    ', '\n'],
  ['indented by a tab', '\t', '\n'],
  ['indented by two spaces, CRLF', '  ', '\r\n'],
  ['indented by four spaces, CRLF', '    ', '\r\n'],
  ['line breaks without indentation', '', '\n'],
];

const tokenForms = (text: string): Form[] => {
  const tight = spacesRemoved(text);
  return [
    [
      'body-json-compact',
      2,
      'all else as it was sent',
      tight,
      'Compact JSON (without spaces or line breaks) was signed, but the body was sent with them.',
    ],
    ...indents.map(([as, indent, newline]): Form => [
      'body-pretty',
      3,
      `${as}, all else as it was sent`,
      laidOut(tight, indent, newline),
    ]),
  ];
};

// They are tried alone and reported last. Together with other causes, so many would take more time than they are worth.
const rarely = 2.5;

// Every form prints the body once.
const mostText = 2 ** 14;
const mostMembers = 64;

/** Only the first of equal texts of a cause is kept. */
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
  ).map(([cause, cost, as, made, says]) => variant(cause, made, cost + rarely, as, says));
};
