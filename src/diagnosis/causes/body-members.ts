import { JsonObject, JsonNumber, type Json } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { BodyPrinter } from '../bodies/printing.js';
import { plain } from '../bodies/settings.js';
import { jsonStyles, type JsonStyle } from './json-styles.js';
import { memberSpans, type MemberSpan } from './json-spans.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** One member signed alone, or all members but one. */

// Each member left out makes another body: the work grows with members times size.
const mostMembers = 64;
const mostWork = 2 ** 20;

const { compact, javascript, python, pythonCompact, php, phpSlashes, phpRaw, go, jq } = jsonStyles;

/** The usual encoders of a sender who signs a part, then those that differ in floats, HTML or non-ASCII letters. */
const encoders: readonly (readonly [as: string, extra: number, style: JsonStyle])[] = [
  ['compact', 0, compact],
  ['JavaScript', 1, javascript],
  ['Python json.dumps', 1, python],
  ['PHP json_encode', 1, php],
  ['Go', 1, go],
  ['Python json.dumps with separators', 3, { numbers: 'python' }],
  ['Python json.dumps with ASCII and separators', 3, pythonCompact],
  ['Python json.dumps(ensure_ascii=False)', 3, { numbers: 'python', layout: 'spaced' }],
  ['PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE', 3, phpRaw],
  ['PHP with JSON_UNESCAPED_SLASHES', 3, phpSlashes],
  ['PHP json_encode of objects', 3, { numbers: 'php', escapes: 'php' }],
  ['Ruby', 3, { numbers: 'ruby' }],
  ['Rails', 3, { numbers: 'ruby', escapes: 'go-1.22' }],
  ['Jackson', 3, { numbers: 'java17', escapes: 'raw-upper' }],
  ['Jackson to bytes', 3, { numbers: 'java17', escapes: 'raw-astral-upper' }],
  ['Gson', 3, { escapes: 'gson' }],
  ['Gson without nulls', 3, { escapes: 'gson', drop: 'nulls' }],
  ['Newtonsoft.Json', 3, { numbers: 'newtonsoft', escapes: 'newtonsoft' }],
  ['System.Text.Json', 3, { escapes: 'stj' }],
  ['Go struct', 3, { escapes: 'go' }],
  ['lua-cjson', 3, { numbers: 'lua-14g', escapes: 'cjson' }],
  ['jiffy', 3, { numbers: 'jiffy' }],
  ['jq', 3, jq],
];

/** With sorted keys: two causes. */
const sortingEncoders: readonly (readonly [cause: string, as: string, style: JsonStyle])[] = [
  ['body-keys-sorted', 'sorted', { order: 'sorted' }],
  ['body-keys-sorted', 'sorted, for example by JavaScript', { order: 'sorted', numbers: 'js' }],
  ['body-keys-sorted', 'sorted, for example by Python', { order: 'sorted', numbers: 'python' }],
  ['body-keys-sorted-top', 'sorted, for example by PHP ksort', { ...phpRaw, order: 'ksort' }],
];

/** Command-line tools print a line break at the end: two causes. */
const lineStyles: readonly JsonStyle[] = [jq, compact, { numbers: 'js' }, { ...jq, layout: 'lines2' }];

type Form = readonly [text: string, cost: number, as: string];

const printed = (printer: BodyPrinter, cost: number, what: string): Form[] =>
  distinctBy(
    encoders.map(([as, extra, style], at): Form => [
      printer.print({ ...plain, ...style }),
      cost + extra,
      `${what}, ${at === 0 ? as : `for example by ${as}`}`,
    ]),
    ([text]) => text,
  );

/** Every value below the outermost, with its name or number, level by level. */
function valuesWithin(root: Json): (readonly [name: string, value: Json])[] {
  const found: (readonly [string, Json])[] = [];
  let level: readonly Json[] = [root];
  while (level.length > 0 && found.length < mostMembers) {
    const next = level.flatMap((value): (readonly [string, Json])[] => {
      if (value instanceof JsonObject) return [...value.members];
      return Array.isArray(value) ? value.map((item, index) => [String(index), item] as const) : [];
    });
    found.push(...next.slice(0, mostMembers - found.length));
    level = next.map(([, value]) => value);
  }
  return found;
}

const onlyForms = (root: Json, text: string): Form[] => [
  ...valuesWithin(root).flatMap(([name, value]): Form[] => {
    if (isContainer(value)) return printed(new BodyPrinter(value, text.length), 3, `the field ${name}`);
    if (typeof value === 'string') return [[value, 3, `the text of the field ${name}`]];
    return value instanceof JsonNumber ? [[value.source, 4, `the number of the field ${name}`]] : [];
  }),
  ...memberSpans(text)
    .slice(-mostMembers)
    .map(({ valueStart, end }): Form => [text.slice(valueStart, end), 3, 'one field as it was sent']),
];

/** The text without one member and the comma after it; without the comma before it if it is the last. */
function withoutSpan(text: string, { start, end }: MemberSpan): string[] {
  const behind = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (behind !== undefined) return [text.slice(0, start) + text.slice(end + behind.length)];
  const before = text.slice(0, start).trimEnd();
  return [(before.endsWith(',') ? before.slice(0, -1) : before) + text.slice(end)];
}

const missingVariants = (root: JsonObject, text: string, spans: readonly MemberSpan[]): BodyVariant[] => {
  const missing = 'body-member-missing';
  const rests = root.members.map(([name]) => ({
    as: `without the field ${name}`,
    printer: new BodyPrinter(root.without(name), text.length),
  }));
  return [
    ...rests.flatMap(({ printer, as }) => printed(printer, 4, as)).map((form) => variant(missing, ...form)),
    ...spans
      .flatMap((span) => withoutSpan(text, span))
      .map((rest) => variant(missing, rest, 4, 'without one field, the rest as it was sent')),
    ...rests.flatMap(({ printer, as }) =>
      sortingEncoders.flatMap(([cause, sorting, style]) => {
        const sorted = printer.print({ ...plain, ...style });
        const showsNothing = sorted === printer.print({ ...plain, ...style, order: 'kept' });
        return showsNothing ? [] : [variant([missing, cause], sorted, 7, `${as}, ${sorting}`)];
      }),
    ),
    ...rests.flatMap(({ printer, as }) =>
      Array.from(new Set(lineStyles.map((style) => printer.print({ ...plain, ...style }))), (line) =>
        variant([missing, 'body-trailing-newline'], `${line}\n`, 7, `${as}, by a command-line tool`),
      ),
    ),
  ];
};

export const memberVariants: Bodies = ({ root, text }) => {
  if (root === undefined || !isContainer(root) || text.length > mostWork) return [];
  const only = onlyForms(root, text).map((form) => variant('body-member-only', ...form));
  if (!(root instanceof JsonObject)) return only;
  const spans = memberSpans(text).filter(({ depth, inObject }) => depth === 1 && inObject);
  const isAffordable = spans.length <= mostMembers && spans.length * text.length <= mostWork;
  return isAffordable ? [...only, ...missingVariants(root, text, spans)] : only;
};
