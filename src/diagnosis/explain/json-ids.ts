import type { CauseId } from '../catalogue/causes.js';
import type { Encoder } from '../json/encoders.js';
import { numberPrinters } from '../json/numbers.js';
import { escapesOf } from '../json/read-style.js';
import type { SpacingName } from '../json/spacing.js';
import { areNulls, type JsonDifference } from './json-difference.js';

/** Under which ids of the catalogue the differences of two JSON texts can be looked up. */

/**
 * `id: what must hold > ids that are a part of it`. Every row that holds gives its id, unless another one covers it.
 * `+`: the signed text has more of it than the sent one, `-`: less; `!`: must not hold; `shows-`: the signed text has it.
 */
const rows: readonly Row[] = `
  body-json-unreal: unreal > body-pretty body-floats-17g body-json-ascii body-slashes-escaped body-html-escaped
  body-pretty: pretty > body-json-ascii body-slashes-escaped
  body-json-python: spaced shows-non-ascii > body-json-ascii
  body-json-python: numbers python-encoder shows-non-ascii > body-json-ascii body-slashes-escaped body-html-escaped
  body-json-spaced: spaced !shows-non-ascii
  body-json-stj: set+ shows-dotnet > body-json-ascii body-slashes-escaped body-html-escaped
  body-json-stj: nonAscii+ shows-dotnet > body-json-ascii body-slashes-escaped body-html-escaped
  body-json-stj: nonAscii+ stj-encoder > body-json-ascii body-slashes-escaped body-html-escaped
  body-json-gson: set+ shows-gson > body-html-escaped
  body-json-gson: set+ gson-encoder > body-html-escaped
  body-json-gson: set+ shows-gson only-nulls-dropped > body-html-escaped body-nulls-dropped
  body-json-gson: set+ gson-encoder only-nulls-dropped > body-html-escaped body-nulls-dropped
  body-ints-to-floats: gson-encoder only-nulls-dropped grown > body-nulls-dropped
  body-json-go-map: order sorted-encoder set+ > body-keys-sorted body-keys-sorted-top body-html-escaped
  body-json-go-map: order sorted-encoder numbers > body-keys-sorted body-keys-sorted-top body-html-escaped
  body-json-php: nonAscii+ slash+ !shows-upper !pretty !spaced > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-php: nonAscii+ shows-slash spacing !shows-upper !pretty !spaced > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-php: slash+ shows-non-ascii spacing !shows-upper !pretty !spaced > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-php: numbers php-encoder shows-non-ascii > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-js: index-order > body-keys-sorted body-keys-sorted-top
  body-html-escaped: set+
  body-json-ascii: hidden+ !set+ !spacing !nonAscii+ !nonAscii- !slash+ !slash- !set-
  body-json-ascii: nonAscii+
  body-json-ascii: nonAscii- !spacing !slash+ !slash- !set+ !set-
  body-slashes-escaped: slash+
  body-slashes-escaped: slash- !spacing !nonAscii+ !nonAscii- !set+ !set-
  body-numbers-as-strings: quoted > body-slashes-escaped body-trailing-newline
`
  .trim()
  .split('\n')
  .map((line) => {
    const [, id, needs = '', covers = ''] = /^ *([\w-]+): ([^>]+?)(?: > (.*))?$/.exec(line) ?? [];
    return { id: id as CauseId, needs: needs.split(' '), covers: covers.split(' ') };
  });

interface Row {
  readonly id: CauseId;
  readonly needs: readonly string[];
  readonly covers: readonly string[];
}

/** The id of JSON that was signed in a plainer style than it was sent in. */
const plainIdOf = (spacing: SpacingName | undefined): CauseId =>
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
  data: readonly CauseId[],
  isIndexed: boolean,
): CauseId[] {
  const facts = factsOf(difference, signedText, encoder, isIndexed);
  if (data.includes('body-ints-to-floats')) facts.add('grown');
  const found = rows.filter(({ needs }) =>
    needs.every((fact) => (fact.startsWith('!') ? !facts.has(fact.slice(1)) : facts.has(fact))),
  );
  const covered = new Set<string>(found.flatMap(({ covers }) => covers));
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
): Set<string> {
  const shown = escapesOf(signedText);
  const isLonger = (kind: keyof typeof escapes): boolean =>
    (escapes[kind]?.[1].length ?? 0) > (escapes[kind]?.[0].length ?? 0);
  const differs = (kind: keyof typeof escapes, fact: string): string[] =>
    escapes[kind] === undefined ? [] : [`${fact}${isLonger(kind) ? '+' : '-'}`];
  const signed = spacing?.[1];
  const isJs = ([token, as]: (typeof numbers)[number]): boolean =>
    numberPrinters.js(token) === as && numberPrinters.python(token) !== as;
  const all: readonly (readonly [boolean, string])[] = [
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
    [order.size > 0, 'order'],
    [onlySent.length > 0 && areNulls(onlySent), 'only-nulls-dropped'],
  ];
  return new Set([
    ...all.flatMap(([holds, fact]) => (holds ? [fact] : [])),
    ...differs('nonAscii', 'nonAscii'),
    ...differs('slash', 'slash'),
    ...differs('ascii', 'set'),
    ...differs('hidden', 'hidden'),
  ]);
}
