import type { Encoder } from '../json/encoders.js';
import { numberPrinters } from '../json/numbers.js';
import { escapesOf } from '../json/read-style.js';
import type { SpacingName } from '../json/spacing.js';
import { isNull } from '../json/tree.js';
import type { JsonDifference } from './json-difference.js';

/** Under which ids of the catalogue the differences of two JSON texts can be looked up. */

/** What a row may need: that something differs (`+`: the signed text has it, `-`: the sent one), or that the signed text shows it. */
type Fact =
  | 'spacing'
  | 'unreal'
  | 'pretty'
  | 'spaced'
  | 'nonAscii+'
  | 'nonAscii-'
  | 'slash+'
  | 'slash-'
  | 'set+'
  | 'set-'
  | 'hidden+'
  | 'hidden-'
  | 'shows-non-ascii'
  | 'shows-slash'
  | 'shows-gson'
  | 'shows-dotnet'
  | 'shows-upper'
  | 'sorted-encoder'
  | 'stj-encoder'
  | 'gson-encoder'
  | 'numbers'
  | 'js-numbers'
  | 'quoted'
  | 'grown'
  | 'php-encoder'
  | 'python-encoder'
  | 'index-order'
  | 'order'
  | 'only-nulls-dropped';

interface Row {
  readonly id: string;
  readonly needs: readonly Fact[];
  readonly not?: readonly Fact[];
  /** Ids that are a part of this one. */
  readonly covers?: readonly string[];
}

const escapeIds = ['body-json-ascii', 'body-slashes-escaped', 'body-html-escaped'];
const php = { id: 'body-json-php', covers: [...escapeIds, 'body-empty-object-array'] };
const goMap = {
  id: 'body-json-go-map',
  covers: ['body-keys-sorted', 'body-keys-sorted-top', 'body-html-escaped'],
};
const gson = { id: 'body-json-gson', covers: ['body-html-escaped'] };
const stj = { id: 'body-json-stj', covers: escapeIds };

/** Every row whose facts hold gives its id, unless another one covers it. */
const rows: readonly Row[] = [
  { id: 'body-json-unreal', needs: ['unreal'], covers: ['body-pretty', 'body-floats-17g', ...escapeIds] },
  { id: 'body-pretty', needs: ['pretty'], covers: ['body-json-ascii', 'body-slashes-escaped'] },
  { id: 'body-json-python', needs: ['spaced', 'shows-non-ascii'], covers: ['body-json-ascii'] },
  { id: 'body-json-spaced', needs: ['spaced'], not: ['shows-non-ascii'] },
  { ...stj, needs: ['set+', 'shows-dotnet'] },
  { ...stj, needs: ['nonAscii+', 'shows-dotnet'] },
  { ...stj, needs: ['nonAscii+', 'stj-encoder'] },
  { ...gson, needs: ['set+', 'shows-gson'] },
  { ...gson, needs: ['set+', 'gson-encoder'] },
  {
    ...gson,
    needs: ['set+', 'shows-gson', 'only-nulls-dropped'],
    covers: ['body-html-escaped', 'body-nulls-dropped'],
  },
  {
    ...gson,
    needs: ['set+', 'gson-encoder', 'only-nulls-dropped'],
    covers: ['body-html-escaped', 'body-nulls-dropped'],
  },
  {
    id: 'body-ints-to-floats',
    needs: ['gson-encoder', 'only-nulls-dropped', 'grown'],
    covers: ['body-nulls-dropped'],
  },
  { ...goMap, needs: ['order', 'sorted-encoder', 'set+'] },
  { ...goMap, needs: ['order', 'sorted-encoder', 'numbers'] },
  { ...php, needs: ['nonAscii+', 'slash+'], not: ['shows-upper', 'pretty', 'spaced'] },
  { ...php, needs: ['nonAscii+', 'shows-slash', 'spacing'], not: ['shows-upper', 'pretty', 'spaced'] },
  { ...php, needs: ['slash+', 'shows-non-ascii', 'spacing'], not: ['shows-upper', 'pretty', 'spaced'] },
  { ...php, needs: ['numbers', 'php-encoder', 'shows-non-ascii'] },
  { id: 'body-json-python', needs: ['numbers', 'python-encoder', 'shows-non-ascii'], covers: escapeIds },
  { id: 'body-json-js', needs: ['index-order'], covers: ['body-keys-sorted', 'body-keys-sorted-top'] },
  { id: 'body-html-escaped', needs: ['set+'] },
  {
    id: 'body-json-ascii',
    needs: ['hidden+'],
    not: ['set+', 'spacing', 'nonAscii+', 'nonAscii-', 'slash+', 'slash-', 'set-'],
  },
  { id: 'body-json-ascii', needs: ['nonAscii+'] },
  { id: 'body-json-ascii', needs: ['nonAscii-'], not: ['spacing', 'slash+', 'slash-', 'set+', 'set-'] },
  { id: 'body-slashes-escaped', needs: ['slash+'] },
  {
    id: 'body-slashes-escaped',
    needs: ['slash-'],
    not: ['spacing', 'nonAscii+', 'nonAscii-', 'set+', 'set-'],
  },
  {
    id: 'body-numbers-as-strings',
    needs: ['quoted'],
    covers: ['body-slashes-escaped', 'body-trailing-newline'],
  },
];

/** The id of JSON that was signed in a plainer style than it was sent in. */
const plainIdOf = (spacing: SpacingName | undefined): string =>
  spacing?.startsWith('spaced') === true
    ? 'body-json-spaced'
    : spacing === 'compact' || spacing === undefined
      ? 'body-json-compact'
      : 'body-pretty';

export function idsOf(
  difference: JsonDifference,
  signedText: string,
  signedSpacing: SpacingName | undefined,
  encoder: Encoder | undefined,
  data: readonly string[],
  isIndexed: boolean,
): string[] {
  const facts = factsOf(difference, signedText, encoder, isIndexed);
  if (data.includes('body-ints-to-floats')) facts.add('grown');
  const found = rows.filter(
    ({ needs, not = [] }) => needs.every((fact) => facts.has(fact)) && !not.some((fact) => facts.has(fact)),
  );
  const covered = new Set(found.flatMap(({ covers = [] }) => covers));
  // Whoever prints a body again drops what stood after it.
  const isPrinted = data.length > 1 || found.length > 0 || facts.has('spacing');
  if (isPrinted) covered.add('body-trailing-newline-missing');
  const ids = [...data, ...found.map(({ id }) => id)].filter((id) => !covered.has(id));
  const isStyled = facts.has('spacing') || Object.keys(difference.escapes).length > 0 || facts.has('numbers');
  const isOnlyNumbers = !facts.has('spacing') && Object.keys(difference.escapes).length === 0;
  if (ids.length === 0 || (isStyled && ids.every((id) => id === 'body-trailing-newline')))
    ids.unshift(
      facts.has('js-numbers') && ids.length === 0 && isOnlyNumbers
        ? 'body-json-js'
        : plainIdOf(signedSpacing),
    );
  return [...new Set(ids)];
}

function factsOf(
  { spacing, escapes, order, onlySent, numbers, quoted }: JsonDifference,
  signedText: string,
  encoder: Encoder | undefined,
  isIndexed: boolean,
): Set<Fact> {
  const shown = escapesOf(signedText);
  const isLonger = (kind: keyof typeof escapes): boolean =>
    (escapes[kind]?.[1].length ?? 0) > (escapes[kind]?.[0].length ?? 0);
  const differs = (kind: keyof typeof escapes, fact: 'nonAscii' | 'slash' | 'set' | 'hidden'): Fact[] =>
    escapes[kind] === undefined ? [] : [`${fact}${isLonger(kind) ? '+' : '-'}`];
  const signed = spacing?.[1];
  const isJs = ([token, as]: (typeof numbers)[number]): boolean =>
    numberPrinters.js(token) === as && numberPrinters.python(token) !== as;
  const all: readonly (readonly [boolean, Fact])[] = [
    [spacing !== undefined, 'spacing'],
    [signed?.startsWith('unreal') === true, 'unreal'],
    [signed !== undefined && !/^(?:compact|spaced.*)$/.test(signed), 'pretty'],
    [signed === 'spaced', 'spaced'],
    [shown.nonAscii !== 'raw', 'shows-non-ascii'],
    [shown.nonAscii === 'upper', 'shows-upper'],
    [shown.slash, 'shows-slash'],
    [shown.ascii === 'gson', 'shows-gson'],
    [shown.ascii === 'dotnet', 'shows-dotnet'],
    [encoder?.name.startsWith('Go') === true && encoder.edits !== undefined, 'sorted-encoder'],
    [encoder?.edits?.includes('nullsDropped') === true, 'gson-encoder'],
    [encoder?.name === 'System.Text.Json', 'stj-encoder'],
    [encoder?.name.startsWith('PHP') === true, 'php-encoder'],
    [encoder?.name.startsWith('Python') === true && encoder.style.spacing === 'spaced', 'python-encoder'],
    [isIndexed, 'index-order'],
    [quoted.length > 0, 'quoted'],
    [numbers.length > 0, 'numbers'],
    [numbers.some(isJs), 'js-numbers'],
    [order !== undefined, 'order'],
    [onlySent.length > 0 && onlySent.every(([, value]) => isNull(value)), 'only-nulls-dropped'],
  ];
  return new Set([
    ...all.flatMap(([holds, fact]) => (holds ? [fact] : [])),
    ...differs('nonAscii', 'nonAscii'),
    ...differs('slash', 'slash'),
    ...differs('ascii', 'set'),
    ...differs('hidden', 'hidden'),
  ]);
}
