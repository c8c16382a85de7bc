import type { CauseId } from '../catalogue/causes.js';
import type { Encoder } from '../json-forms/encoders.js';
import { numberPrinters } from '../json-forms/numbers.js';
import { escapesOf, spacingOf } from '../json-forms/read-style.js';
import type { SpacingName } from '../json-forms/spacing.js';
import { areNulls, type JsonDifference, type JsonText } from './json-difference.js';

/** Under which ids of the catalogue the differences of two JSON texts can be looked up. */

/**
 * `id: what must hold > ids that are a part of it`. Every row that holds gives its id, unless another one covers it.
 * `+`: the signed text has more of it than the sent one, `-`: less; `!`: must not hold; `shows-`: the signed text has it.
 */
const rows = `
  body-json-unreal: unreal > body-pretty body-floats-17g body-json-ascii body-slashes-escaped body-html-escaped
  body-pretty: pretty > body-json-ascii body-slashes-escaped
  body-json-python: spaced shows-non-ascii > body-json-ascii
  body-json-python: numbers python-encoder shows-non-ascii > body-json-ascii body-slashes-escaped body-html-escaped
  body-json-spaced: spaced !shows-non-ascii
  body-json-stj: set+ dotnet > body-json-ascii body-slashes-escaped body-html-escaped
  body-json-stj: nonAscii+ dotnet > body-json-ascii body-slashes-escaped body-html-escaped
  body-json-gson: set+ gson > body-html-escaped
  body-json-gson: set+ gson only-nulls-dropped > body-html-escaped body-nulls-dropped
  body-ints-to-floats: gson-encoder only-nulls-dropped grown > body-nulls-dropped
  body-json-go-map: order go-map set+ > body-keys-sorted body-keys-sorted-top body-html-escaped
  body-json-go-map: order go-map numbers > body-keys-sorted body-keys-sorted-top body-html-escaped
  body-json-php: php nonAscii+ slash+ > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-php: php nonAscii+ shows-slash spacing > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-php: php slash+ shows-non-ascii spacing > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-php: php-encoder numbers shows-non-ascii > body-json-ascii body-slashes-escaped body-html-escaped body-empty-object-array
  body-json-js: index-order > body-keys-sorted body-keys-sorted-top
  body-html-escaped: set+
  body-json-ascii: nonAscii+
  body-json-ascii: hidden+ only-escapes !nonAscii- !slash- !set-
  body-json-ascii: nonAscii- only-escapes !slash- !set-
  body-json-ascii: nonAscii- only-escapes !compact
  body-slashes-escaped: slash+
  body-slashes-escaped: slash- only-escapes !nonAscii- !set-
  body-slashes-escaped: slash- only-escapes !compact
  body-numbers-as-strings: quoted > body-slashes-escaped body-trailing-newline
`
  .trim()
  .split('\n')
  .map((line) => {
    const [, id, needs = '', covers = ''] = /^ *([\w-]+): ([^>]+?)(?: > (.*))?$/.exec(line) ?? [];
    return { id: id as CauseId, needs: needs.split(' '), covers: covers.split(' ') };
  });

/** The id of JSON that was signed in a plainer style than it was sent in. */
const plainIdOf = (spacing: SpacingName | undefined): CauseId => {
  if (spacing === 'compact' || spacing === undefined) return 'body-json-compact';
  return spacing.startsWith('spaced') ? 'body-json-spaced' : 'body-pretty';
};

export function idsOf(
  difference: JsonDifference,
  signed: JsonText,
  encoder: Encoder | undefined,
  data: readonly CauseId[],
  isIndexed: boolean,
): CauseId[] {
  const facts = factsOf(difference, signed, encoder);
  if (data.includes('body-ints-to-floats')) facts.add('grown');
  if (isIndexed) facts.add('index-order');
  const found = rows.filter(({ needs }) =>
    needs.every((fact) => (fact.startsWith('!') ? !facts.has(fact.slice(1)) : facts.has(fact))),
  );
  const covered = new Set<string>(found.flatMap(({ covers }) => covers));
  // Whoever prints a body again drops what stood after it.
  if (data.length > 1 || found.length > 0 || facts.has('spacing')) {
    covered.add('body-trailing-newline-missing');
  }
  const ids = [...data, ...found.map(({ id }) => id)].filter((id) => !covered.has(id));
  const isOnlyNumbers = !facts.has('spacing') && !facts.has('escapes');
  const isStyled = !isOnlyNumbers || facts.has('numbers');
  if (ids.length === 0 && isOnlyNumbers && facts.has('js-numbers')) return ['body-json-js'];
  if (ids.length === 0 || (isStyled && ids.every((id) => id === 'body-trailing-newline'))) {
    ids.unshift(plainIdOf(spacingOf(signed.text, signed)));
  }
  return [...new Set(ids)];
}

const isJs = ([token, as]: JsonDifference['numbers'][number]): boolean =>
  numberPrinters.js(token) === as && numberPrinters.python(token) !== as;

function factsOf(
  { spacing, escapes, order, onlySent, numbers, quoted }: JsonDifference,
  signed: JsonText,
  encoder: Encoder | undefined,
): Set<string> {
  const shown = escapesOf(signed.text);
  const { name = '', edits = [], style } = encoder ?? {};
  const as = spacing?.[1];
  const changes = { nonAscii: 'nonAscii', slash: 'slash', ascii: 'set', hidden: 'hidden' } as const;
  const changed = Object.entries(changes).flatMap(([kind, fact]) => {
    const [one, other] = escapes[kind as keyof typeof changes] ?? [];
    return one === undefined || other === undefined
      ? []
      : [fact + (other.length >= one.length ? '+' : '-')];
  });
  const isPretty = as !== undefined && as !== 'compact' && !as.startsWith('spaced');
  const facts: Readonly<Record<string, boolean>> = {
    spacing: spacing !== undefined,
    compact: spacingOf(signed.text, signed) === 'compact',
    spaced: as === 'spaced',
    pretty: isPretty,
    unreal: as?.startsWith('unreal') === true,
    escapes: Object.keys(escapes).length > 0,
    'only-escapes':
      spacing === undefined && !changed.some((fact) => /^(?:nonAscii|slash|set)\+/.test(fact)),
    'shows-non-ascii': shown.nonAscii !== 'raw',
    'shows-slash': shown.slash,
    php: shown.nonAscii !== 'upper' && !isPretty && as !== 'spaced',
    gson: shown.ascii === 'gson' || edits.includes('nullsDropped'),
    dotnet: shown.ascii === 'dotnet' || name === 'System.Text.Json',
    'go-map': name.startsWith('Go') && edits.length > 0,
    'gson-encoder': edits.includes('nullsDropped'),
    'php-encoder': name.startsWith('PHP'),
    'python-encoder': name.startsWith('Python') && style?.spacing === 'spaced',
    quoted: quoted.length > 0,
    numbers: numbers.length > 0,
    'js-numbers': numbers.some(isJs),
    order: order.size > 0,
    'only-nulls-dropped': onlySent.length > 0 && areNulls(onlySent),
  };
  return new Set([...Object.keys(facts).filter((fact) => facts[fact]), ...changed]);
}
