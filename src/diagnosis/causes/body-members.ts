import { JsonObject, JsonNumber, type Json } from '../../json/json.js';
import type { BodyVariant } from '../attempt.js';
import { BodyPrinter } from '../serialisers/printing.js';
import { plain, type Settings } from '../serialisers/settings.js';
import { memberSpans, type MemberSpan } from './json-spans.js';

/** One member signed alone, or all but one. */

// Each member left out is a body of its own: the work grows with members times size.
const mostMembers = 64;
const mostWork = 2 ** 20;

/** The encoders that a sender of a part most often has. */
const encoders: readonly (readonly [as: string, settings: Partial<Settings>])[] = [
  ['compact', {}],
  ['JavaScript', { order: 'js', numbers: 'js' }],
  ['Python json.dumps', { layout: 'spaced', escapes: 'ascii', numbers: 'python' }],
  ['PHP json_encode', { escapes: 'php', numbers: 'php', empties: 'php' }],
  ['Go', { order: 'sorted', escapes: 'go', numbers: 'go' }],
];

interface Form {
  readonly text: string;
  readonly cost: number;
  readonly as: string;
}

const printed = (value: Json, size: number, cost: number, what: string): Form[] => {
  const printer = new BodyPrinter(value, size);
  return encoders.map(([as, settings], index) => ({
    text: printer.print({ ...plain, ...settings }),
    cost: cost + Math.min(index, 1),
    as: `${what}, ${as}`,
  }));
};

const isContainer = (value: Json): boolean => Array.isArray(value) || value instanceof JsonObject;

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

const variants = (cause: string, forms: readonly Form[]): BodyVariant[] =>
  forms.map(({ text, cost, as }) => ({ causes: [cause], bytes: Buffer.from(text, 'utf8'), cost, as }));

export function memberVariants(root: Json, text: string): BodyVariant[] {
  if (!isContainer(root) || text.length > mostWork) return [];
  const affordable =
    root instanceof JsonObject &&
    root.members.length <= mostMembers &&
    root.members.length * text.length <= mostWork;
  return [
    ...variants('body-member-only', onlyForms(root, text)),
    ...(affordable ? variants('body-member-missing', missingForms(root, text)) : []),
  ];
}
