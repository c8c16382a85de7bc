import { JsonObject } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { memberSpans, spacesRemoved, type MemberSpan } from './json-spans.js';
import { isJson } from './text-transform.js';
import { distinctBy, variant, type Bodies } from './sent-body.js';

/** Fields whose values were others when they were signed; everything else is as it was sent. */

const cause = 'body-member-changed';

/** A value as it is written in the body, and the other ways in which it may have been signed. */
type Rewrite = (raw: string) => readonly string[];

interface Change {
  readonly rewrite: Rewrite;
  /** After the name of a field, or `Fields`. */
  readonly words: (many: boolean) => string;
  readonly extra: number;
  /** Tried on compact JSON too, if the body has spaces. */
  readonly compactToo?: true;
}

const was = (many: boolean): string => (many ? 'were' : 'was');
const they = (many: boolean): string => (many ? 'they were' : 'it was');

const signedAs =
  (signed: string, sent: string) =>
  (many: boolean): string =>
    `${was(many)} signed as ${signed}, but ${they(many)} sent as ${sent}.`;
const damaged =
  (signed: string, sent: string) =>
  (many: boolean): string =>
    `${was(many)} signed ${signed}, but ${they(many)} sent ${sent}.`;

const isNumber = (raw: string): boolean => /^-?\d/.test(raw);

const textOf = (raw: string): string | undefined =>
  raw.startsWith('"') ? (JSON.parse(raw) as string) : undefined;

/** The same spelling without escapes, as the body has none where this matters. */
const quoted = (text: string): string => JSON.stringify(text);

const ofText =
  (made: (text: string) => readonly (string | undefined)[]): Rewrite =>
  (raw) => {
    const text = textOf(raw);
    return text === undefined || text === ''
      ? []
      : made(text).flatMap((changed) => (changed === undefined || changed === text ? [] : [quoted(changed)]));
  };

/** Widths of database columns and buffers. */
const widths = [
  255, 256, 250, 200, 191, 190, 128, 127, 100, 64, 63, 50, 500, 512, 511, 1000, 1024, 1023,
].concat([2000, 2048, 2047, 4000, 4096, 4095, 254, 32, 36, 30, 20, 768, 300, 400, 150, 120]);

const masks = [
  '[FILTERED]',
  '***',
  '****',
  '*****',
  '******',
  '********',
  '[REDACTED]',
  '<redacted>',
  'REDACTED',
].concat(['[Filtered]', '[MASKED]', '[HIDDEN]', '<hidden>', '<masked>', 'xxx', 'XXXX', 'xxxx', '…', '...']);

const parsed: Rewrite = (raw) => {
  const text = textOf(raw) ?? '';
  if (!/^\s*[{[]/.test(text)) return [];
  return isJson(text) ? [text, spacesRemoved(text), JSON.stringify(JSON.parse(text))] : [];
};

const changes: readonly Change[] = [
  {
    rewrite: (raw) => (/^"-?\d+(?:\.\d+)?"$/.test(raw) ? [raw.slice(1, -1)] : []),
    words: signedAs('a number', 'text in quotes'),
    extra: 0,
    compactToo: true,
  },
  {
    rewrite: (raw) => (isNumber(raw) ? [`"${raw}"`] : []),
    words: signedAs('text in quotes', 'a number'),
    extra: 0,
    compactToo: true,
  },
  {
    rewrite: (raw) => (raw === 'null' ? ['""'] : []),
    words: signedAs('empty text (`""`)', '`null`'),
    extra: 0,
    compactToo: true,
  },
  {
    rewrite: parsed,
    words: signedAs('a JSON object or array', 'text that contains this JSON'),
    extra: 0.2,
  },
  {
    rewrite: ofText((text) => [text.replaceAll(' ', '+')]),
    words: damaged('with `+`', 'with a space in its place'),
    extra: 0.3,
  },
  {
    rewrite: ofText((text) => [text.replaceAll('+', ' ')]),
    words: damaged('with a space', 'with `+` in its place'),
    extra: 0.3,
  },
  {
    rewrite: ofText((text) => [text.trim()]),
    words: damaged('without the white space at its ends', 'with it'),
    extra: 0.4,
  },
];

const manyChanges: readonly Change[] = [
  {
    rewrite: (raw) => (raw === '""' ? ['null'] : []),
    words: signedAs('`null`', 'empty text (`""`)'),
    extra: 8,
  },
  ...widths.map((width): Change => ({
    rewrite: ofText((text) => [text.slice(0, width)]),
    words: damaged(`cut off after ${String(width)} characters`, 'complete'),
    extra: 0.5,
  })),
  ...masks.map((mask): Change => ({
    rewrite: ofText(() => [mask]),
    words: damaged(`as \`${mask}\`, as logs hide a value`, 'with its value'),
    extra: 0.5,
  })),
];

const subjectOf = (name: string | undefined): string =>
  name !== undefined && /^[\w.-]{1,40}$/.test(name) ? `The field \`${name}\`` : 'One field';

interface Value {
  readonly span: MemberSpan;
  readonly raw: string;
  readonly name: string | undefined;
}

// Every change of a value makes a text of this length.
const mostText = 2 ** 14;
const mostWork = 2 ** 20;

const valuesOf = (text: string): Value[] =>
  memberSpans(text)
    .map((span) => ({
      span,
      raw: text.slice(span.valueStart, span.end),
      name: span.inObject ? textOf(/^"(?:[^"\\]|\\.)*"/s.exec(text.slice(span.start))?.[0] ?? '') : undefined,
    }))
    .filter(({ raw }) => !/^[[{]/.test(raw))
    .slice(0, mostWork / text.length);

/** Some values replaced; they are in the order of the text. */
const replaced = (text: string, edits: readonly (readonly [span: MemberSpan, by: string])[]): string =>
  edits.reduceRight(
    (made, [{ valueStart, end }, by]) => made.slice(0, valueStart) + by + made.slice(end),
    text,
  );

const usual = 4;

function changedVariants(all: readonly Change[], text: string, causes: readonly string[]): BodyVariant[] {
  const values = valuesOf(text);
  const isCompacted = causes.length > 1;
  return all
    .filter(({ compactToo }) => !isCompacted || compactToo === true)
    .flatMap(({ rewrite, words, extra }) => {
      const cost = usual + extra + (isCompacted ? 1 : 0);
      const hits = values
        .map((value) => [value, rewrite(value.raw)] as const)
        .filter(([, made]) => made.length > 0);
      const every = hits.map(([{ span }, [by = '']]) => [span, by] as const);
      return [
        ...hits.flatMap(([{ span, name }, made]) =>
          made.map((by) =>
            variant(
              causes,
              replaced(text, [[span, by]]),
              cost,
              undefined,
              `${subjectOf(name)} ${words(false)}`,
            ),
          ),
        ),
        ...(every.length > 1
          ? [variant(causes, replaced(text, every), cost + 0.1, undefined, `Fields ${words(true)}`)]
          : []),
      ];
    });
}

// Every combination is a body of its own.
const mostCombinations = 512;
const zeros =
  'Numbers were signed with zeros at their ends (such as `9.90` or `1.0`), but they were sent without them.';

const withZeros = (raw: string): string[] => {
  if (/^-?\d+$/.test(raw)) return [`${raw}.0`, `${raw}.00`];
  return /^-?\d+\.\d$/.test(raw) ? [`${raw}0`] : [];
};

/** The numbers before a program printed them again: every combination, as far as they are few. */
const zerosVariants = (text: string): BodyVariant[] =>
  valuesOf(text)
    .filter(({ raw }) => isNumber(raw))
    .reduce<(readonly [MemberSpan, string])[][]>(
      (all, { span, raw }) =>
        all.length * 2 > mostCombinations
          ? all
          : [
              ...all,
              ...withZeros(raw).flatMap((by) => all.map((edits) => [...edits, [span, by] as const])),
            ].slice(0, mostCombinations),
      [[]],
    )
    .slice(1)
    .map((edits) => variant(cause, replaced(text, edits), usual, undefined, zeros));

// As far apart as doubles are above 2^62.
const farthest = 1_024n;

/** The whole numbers that a double cannot tell from this one. */
function neighbours(raw: string): string[] {
  if (!/^-?\d{16,19}$/.test(raw) || String(Number(raw)) !== raw || Number.isSafeInteger(Number(raw)))
    return [];
  const sent = BigInt(raw);
  const found: string[] = [];
  for (let distance = -farthest; distance <= farthest; distance += 1n)
    if (distance !== 0n && Number(sent + distance) === Number(raw)) found.push(String(sent + distance));
  return found;
}

const roundedVariants = (text: string): BodyVariant[] =>
  valuesOf(text).flatMap(({ span, raw, name }) =>
    neighbours(raw).map((by) =>
      variant(
        cause,
        replaced(text, [[span, by]]),
        usual,
        undefined,
        `${subjectOf(name)} was rounded after signing, as JavaScript rounds integers above 2^53.`,
      ),
    ),
  );

const controllers =
  'purchases purchase payments payment receipts receipt iap gateway verify verifications sessions session orders'
    .split(' ')
    .flatMap((name) => [name, `api/${name}`, `api/v1/${name}`]);
const actions = ['verify', 'create', 'lookup', 'session', 'show', 'index', 'update'];
const byRails = 'The JSON was signed with the members `controller` and `action` that Rails adds to `params`.';

const railsVariants = (text: string): BodyVariant[] => {
  const open = /^(\{.*[^{\s,])\s*\}$/s.exec(text)?.[1];
  if (open === undefined) return [];
  return controllers.flatMap((controller) =>
    actions.map((action) =>
      variant(cause, `${open},"controller":"${controller}","action":"${action}"}`, usual, undefined, byRails),
    ),
  );
};

const mostMembers = 64;

const ofObject =
  (made: (text: string) => readonly BodyVariant[]): Bodies =>
  ({ root, text }) =>
    root instanceof JsonObject && text.length <= mostText && root.members.length <= mostMembers
      ? distinctBy(made(text), ({ bytes }) => Buffer.from(bytes).toString('latin1'))
      : [];

export const changedMembers = ofObject((text) => {
  const tight = spacesRemoved(text);
  return [
    ...changedVariants(changes, text, [cause]),
    ...(tight === text ? [] : changedVariants(changes, tight, ['body-json-compact', cause])),
  ];
});

/** They are too many to combine with other causes. */
export const rarelyChangedMembers = ofObject((text) => [
  ...changedVariants(manyChanges, text, [cause]),
  ...zerosVariants(text),
  ...roundedVariants(text),
  ...railsVariants(text),
]);
