import { JsonObject, JsonNumber, type Json } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { BodyPrinter } from '../bodies/printing.js';
import { plain } from '../bodies/settings.js';
import { jsonStyles, type JsonStyle } from './json-styles.js';
import { memberSpans, type MemberSpan } from './json-spans.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** One member signed alone, or all but one. */

// Each member left out is a body of its own: the work grows with members times size.
const mostMembers = 64;
const mostWork = 2 ** 20;

const { compact, javascript, python, pythonCompact, php, phpSlashes, phpRaw, go, jq } = jsonStyles;

type Encoders = readonly (readonly [as: string, style: JsonStyle])[];

/** The encoders that a sender of a part most often has. */
const encoders: Encoders = [
  ['compact', compact],
  ['JavaScript', javascript],
  ['Python json.dumps', python],
  ['PHP json_encode', php],
  ['Go', go],
];

/** What they write otherwise where a body has floats, HTML or letters beyond ASCII. */
const furtherEncoders: Encoders = [
  ['Python json.dumps with separators', { numbers: 'python' }],
  ['Python json.dumps with ASCII and separators', pythonCompact],
  ['Python json.dumps(ensure_ascii=False)', { numbers: 'python', layout: 'spaced' }],
  ['PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE', phpRaw],
  ['PHP with JSON_UNESCAPED_SLASHES', phpSlashes],
  ['PHP objects', { numbers: 'php', escapes: 'php' }],
  ['Ruby', { numbers: 'ruby' }],
  ['Rails', { numbers: 'ruby', escapes: 'go-1.22' }],
  ['Jackson', { numbers: 'java17', escapes: 'raw-upper' }],
  ['Jackson to bytes', { numbers: 'java17', escapes: 'raw-astral-upper' }],
  ['Gson', { escapes: 'gson' }],
  ['Gson, nulls left out', { escapes: 'gson', drop: 'nulls' }],
  ['Newtonsoft.Json', { numbers: 'newtonsoft', escapes: 'newtonsoft' }],
  ['System.Text.Json', { escapes: 'stj' }],
  ['Go struct', { escapes: 'go' }],
  ['lua-cjson', { numbers: 'lua-14g', escapes: 'cjson' }],
  ['jiffy', { numbers: 'jiffy' }],
  ['jq', jq],
];

/** Sorted as well: two causes. */
const sortingEncoders: readonly (readonly [cause: string, as: string, style: JsonStyle])[] = [
  ['body-keys-sorted', 'sorted', { order: 'sorted' }],
  ['body-keys-sorted', 'sorted, JavaScript', { order: 'sorted', numbers: 'js' }],
  ['body-keys-sorted', 'sorted, Python', { order: 'sorted', numbers: 'python' }],
  ['body-keys-sorted-top', 'ksort', { ...phpRaw, order: 'ksort' }],
];

interface Form {
  readonly text: string;
  readonly cost: number;
  readonly as: string;
}

const printed = (value: Json, size: number, cost: number, what: string): Form[] => {
  const printer = new BodyPrinter(value, size);
  const forms = [...encoders, ...furtherEncoders].map(([as, settings], index) => ({
    text: printer.print({ ...plain, ...settings }),
    cost: cost + (index < encoders.length ? Math.min(index, 1) : 3),
    as: `${what}, ${as}`,
  }));
  return distinctBy(forms, ({ text }) => text);
};

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

const onlyForms = (root: Json, text: string): Form[] => {
  const slices = memberSpans(text)
    .slice(-mostMembers)
    .map(({ valueStart, end }): Form => ({
      text: text.slice(valueStart, end),
      cost: 3,
      as: 'a member as it was sent',
    }));
  const values = valuesWithin(root).flatMap(([name, value]): Form[] => {
    if (isContainer(value)) return printed(value, text.length, 3, `the member ${name}`);
    if (typeof value === 'string') return [{ text: value, cost: 3, as: `the text of the member ${name}` }];
    return value instanceof JsonNumber
      ? [{ text: value.source, cost: 4, as: `the number of the member ${name}` }]
      : [];
  });
  return [...values, ...slices];
};

/** The text without one member: with the comma behind it, or before it where it is the last. */
function withoutSpan(text: string, { start, end }: MemberSpan): string[] {
  const behind = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (behind !== undefined) return [text.slice(0, start) + text.slice(end + behind.length)];
  const before = /,?\s*$/.exec(text.slice(0, start))?.[0] ?? '';
  return [text.slice(0, start - before.length) + text.slice(end)];
}

const missingForms = (root: JsonObject, text: string): Form[] => [
  ...root.members.flatMap(([name]) =>
    printed(root.without(name), text.length, 4, `without the member ${name}`),
  ),
  ...memberSpans(text)
    .filter(({ depth, inObject }) => depth === 1 && inObject)
    .flatMap((span) => withoutSpan(text, span))
    .map((rest) => ({ text: rest, cost: 4, as: 'without one member, the rest as it was sent' })),
];

/** What a tool of the command line prints ends with a line end: two causes. */
const lineMissingVariants = (root: JsonObject, text: string): BodyVariant[] =>
  root.members.flatMap(([name]) => {
    const printer = new BodyPrinter(root.without(name), text.length);
    const lines = [jq, compact, { numbers: 'js' }, { ...jq, layout: 'lines2' }] as const;
    return [...new Set(lines.map((style) => printer.print({ ...plain, ...style })))].map((line) =>
      variant(
        ['body-member-missing', 'body-trailing-newline'],
        `${line}\n`,
        7,
        `without the member ${name}, printed as a line`,
      ),
    );
  });

/** Without a member and sorted, where sorting shows. */
const sortedMissingVariants = (root: JsonObject, text: string): BodyVariant[] =>
  root.members.flatMap(([name]) => {
    const printer = new BodyPrinter(root.without(name), text.length);
    return sortingEncoders.flatMap(([cause, as, style]) => {
      const sorted = printer.print({ ...plain, ...style });
      return sorted === printer.print({ ...plain, ...style, order: 'kept' })
        ? []
        : [variant(['body-member-missing', cause], sorted, 7, `without the member ${name}, ${as}`)];
    });
  });

const variants = (cause: string, forms: readonly Form[]): BodyVariant[] =>
  forms.map(({ text, cost, as }) => variant(cause, text, cost, as));

export const memberVariants: Bodies = ({ root, text }) => {
  if (root === undefined || !isContainer(root) || text.length > mostWork) return [];
  const affordable =
    root instanceof JsonObject &&
    root.members.length <= mostMembers &&
    root.members.length * text.length <= mostWork;
  return [
    ...variants('body-member-only', onlyForms(root, text)),
    ...(affordable ? variants('body-member-missing', missingForms(root, text)) : []),
    ...(affordable ? sortedMissingVariants(root, text) : []),
    ...(affordable ? lineMissingVariants(root, text) : []),
  ];
};
