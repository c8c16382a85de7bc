import type { CauseId } from '../catalogue/causes.js';
import type { Encoder } from '../json-forms/encoders.js';
import type { Escapes } from '../json-forms/escapes.js';
import { numberPrinters } from '../json-forms/numbers.js';
import { escapesOf, spacingOf } from '../json-forms/read-style.js';
import type { SpacingName } from '../json-forms/spacing.js';
import {
  areNulls,
  type EscapeKind,
  type JsonDifference,
  type JsonText,
} from './json-difference.js';
import { jsonIdRules, type JsonFact } from './json-id-rules.js';

interface JsonIdInput {
  readonly difference: JsonDifference;
  readonly signed: JsonText;
  /** The encoder that writes exactly the signed text. */
  readonly encoder: Encoder | undefined;
  /** The ids of what differs in the data. */
  readonly dataIds: readonly CauseId[];
  /** The signed text has the members with numeric names first, by their numbers, as JavaScript orders them. */
  readonly hasIndexOrder: boolean;
}

/** The ids of the catalogue that explain the differences of two JSON texts. */
export function jsonCauseIds(input: JsonIdInput): CauseId[] {
  const { signed, dataIds } = input;
  const facts = jsonFacts(input);
  const rules = jsonIdRules.filter(
    ({ shows, lacks = [] }) =>
      shows.every((fact) => facts.has(fact)) && !lacks.some((fact) => facts.has(fact)),
  );
  const covered = new Set<CauseId>(rules.flatMap(({ covers = [] }) => covers));
  // A program that prints the JSON again loses the line break after it: that is not a second mistake.
  if (dataIds.length > 1 || rules.length > 0 || facts.has('spacing')) {
    covered.add('body-trailing-newline-missing');
  }
  // Some encoders end what they print with a line break.
  if (facts.has('spacing') && input.encoder?.style.tail === tailOf(signed)) {
    covered.add('body-trailing-newline');
  }
  const ids: CauseId[] = [...dataIds, ...rules.map(({ id }) => id)].filter(
    (id) => !covered.has(id),
  );
  /** True for no ids, too. */
  const isTailOnly: boolean = ids.every((id) => id === 'body-trailing-newline');
  if (isTailOnly && facts.has('spacing')) {
    ids.unshift(plainJsonId(spacingOf(signed.text, signed)));
  } else if (ids.length === 0 || (isTailOnly && facts.has('numbers'))) {
    ids.unshift(numberId(input));
  }
  return [...new Set(ids)];
}

const tailOf = ({ text }: JsonText): string => text.slice(text.trimEnd().length);

/** The id for JSON that differs in its white space only. */
function plainJsonId(spacing: SpacingName | undefined): CauseId {
  if (spacing === undefined) return 'body-differs';
  if (spacing === 'compact') return 'body-json-compact';
  return spacing.startsWith('spaced') ? 'body-json-spaced' : 'body-pretty';
}

/** The id for JSON that differs only in how its numbers are written: named after the encoder, if one is recognised. */
function numberId({ difference, encoder }: JsonIdInput): CauseId {
  const name = encoder?.name ?? '';
  if (name.startsWith('PHP')) return 'body-json-php';
  const { numbers } = difference;
  const isJs =
    numbers.some(isJsNumber) &&
    numbers.every(([sent, signed]) => numberPrinters.js(sent) === signed);
  return isJs && (name === '' || name.startsWith('JSON.stringify'))
    ? 'body-json-js'
    : 'body-numbers';
}

function jsonFacts(input: JsonIdInput): ReadonlySet<JsonFact> {
  const { difference, signed, dataIds, hasIndexOrder } = input;
  const { onlySent, numbers, quoted, order } = difference;
  const shownEscapes = escapesOf(signed.text);
  const escapeFacts = changedEscapes(difference);
  const holds: Partial<Record<JsonFact, boolean>> = {
    ...spacingFacts(difference),
    ...encoderFacts(input, shownEscapes),
    escapes: Object.keys(difference.escapes).length > 0,
    'control-escapes': difference.escapes.controls !== undefined,
    'shows-non-ascii-escapes': shownEscapes.nonAscii !== 'raw',
    'shows-slash-escapes': shownEscapes.slash,
    quoted: quoted.length > 0,
    numbers: numbers.length > 0,
    'js-numbers': numbers.some(isJsNumber),
    'integers-to-floats': dataIds.includes('body-ints-to-floats'),
    order: order.size > 0,
    'index-order': hasIndexOrder,
    'only-nulls-dropped': onlySent.length > 0 && areNulls(onlySent),
  };
  const names = Object.keys(holds) as JsonFact[];
  return new Set([...names.filter((fact) => holds[fact] === true), ...escapeFacts]);
}

const isJsNumber = ([sent, signed]: JsonDifference['numbers'][number]): boolean =>
  numberPrinters.js(sent) === signed && numberPrinters.python(sent) !== signed;

/** Facts about escapes, in pairs: the signed text has more of them, or fewer. */
const escapeChanges = {
  nonAscii: ['more-non-ascii-escapes', 'fewer-non-ascii-escapes'],
  slash: ['more-slash-escapes', 'fewer-slash-escapes'],
  ascii: ['more-ascii-escapes', 'fewer-ascii-escapes'],
  hidden: ['more-hidden-escapes', 'fewer-hidden-escapes'],
} as const satisfies Partial<Record<EscapeKind, readonly [more: JsonFact, fewer: JsonFact]>>;

function changedEscapes({ escapes }: JsonDifference): JsonFact[] {
  const facts: JsonFact[] = [];
  for (const kind of Object.keys(escapeChanges) as (keyof typeof escapeChanges)[]) {
    const [more, fewer] = escapeChanges[kind];
    const spellings = escapes[kind];
    if (spellings === undefined) continue;
    const [sent, signed] = spellings;
    facts.push(signed.length >= sent.length ? more : fewer);
  }
  return facts;
}

function spacingFacts({ spacing }: JsonDifference) {
  const signedSpacing = spacing?.[1];
  return {
    spacing: spacing !== undefined,
    spaced: signedSpacing === 'spaced',
    pretty: isPretty(signedSpacing),
    unreal: signedSpacing?.startsWith('unreal') === true,
  } satisfies Partial<Record<JsonFact, boolean>>;
}

function isPretty(spacing: SpacingName | undefined): boolean {
  return spacing !== undefined && spacing !== 'compact' && !spacing.startsWith('spaced');
}

/** Habits of encoders that the signed text shows. `php` and `gson` only say that it may be of that encoder. */
function encoderFacts({ difference, encoder }: JsonIdInput, shownEscapes: Escapes) {
  const { name = '', edits = [], style } = encoder ?? {};
  const signedSpacing = difference.spacing?.[1];
  const dropsNulls = edits.includes('nullsDropped');
  return {
    php:
      shownEscapes.nonAscii !== 'upper' && !isPretty(signedSpacing) && signedSpacing !== 'spaced',
    gson: shownEscapes.ascii === 'gson' || dropsNulls,
    dotnet: shownEscapes.ascii === 'dotnet' || name === 'System.Text.Json',
    'go-map': name.startsWith('Go') && edits.length > 0,
    'gson-encoder': dropsNulls,
    'php-encoder': name.startsWith('PHP'),
    'python-encoder': name.startsWith('Python') && style?.spacing === 'spaced',
  } satisfies Partial<Record<JsonFact, boolean>>;
}
