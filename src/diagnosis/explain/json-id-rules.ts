import type { CauseId } from '../catalogue/causes.js';

/**
 * What the difference of two JSON texts shows. `spaced`, `pretty`, `unreal`: the white space of the signed text, if it
 * differs. `shows-…-escapes`: the signed text has some; `more-…-escapes`: it has more of them than the sent one. `php`: PHP
 * may have written the signed text. `php-encoder`: PHP writes exactly this text. So it is for Gson. `index-order`: members
 * with numeric names come first, as JavaScript orders them.
 */
export type JsonFact =
  | 'spacing'
  | 'spaced'
  | 'pretty'
  | 'unreal'
  | 'escapes'
  | 'shows-non-ascii-escapes'
  | 'shows-slash-escapes'
  | 'more-non-ascii-escapes'
  | 'fewer-non-ascii-escapes'
  | 'more-slash-escapes'
  | 'fewer-slash-escapes'
  | 'more-ascii-escapes'
  | 'fewer-ascii-escapes'
  | 'more-hidden-escapes'
  | 'fewer-hidden-escapes'
  | 'control-escapes'
  | 'php'
  | 'gson'
  | 'dotnet'
  | 'go-map'
  | 'gson-encoder'
  | 'php-encoder'
  | 'python-encoder'
  | 'quoted'
  | 'numbers'
  | 'js-numbers'
  | 'integers-to-floats'
  | 'order'
  | 'index-order'
  | 'only-nulls-dropped';

/** A rule gives its id if its facts hold, unless another rule that holds covers this id. */
interface JsonIdRule {
  readonly id: CauseId;
  /** The rule holds only if the difference shows all these facts. */
  readonly shows: readonly JsonFact[];
  /** The rule does not hold if the difference shows one of these facts. */
  readonly lacks?: readonly JsonFact[];
  /** Ids that this one includes: they are then not named. */
  readonly covers?: readonly CauseId[];
}

/** The rules that find the ids of the catalogue for the differences of two JSON texts. */
export const jsonIdRules: readonly JsonIdRule[] = [
  {
    id: 'body-json-unreal',
    shows: ['unreal'],
    covers: [
      'body-pretty',
      'body-floats-17g',
      'body-json-ascii',
      'body-slashes-escaped',
      'body-html-escaped',
    ],
  },
  { id: 'body-pretty', shows: ['pretty'], covers: ['body-json-ascii', 'body-slashes-escaped'] },
  {
    id: 'body-json-python',
    shows: ['spaced', 'shows-non-ascii-escapes'],
    covers: ['body-json-ascii'],
  },
  {
    id: 'body-json-python',
    shows: ['numbers', 'python-encoder', 'shows-non-ascii-escapes'],
    covers: ['body-json-ascii', 'body-slashes-escaped', 'body-html-escaped'],
  },
  { id: 'body-json-spaced', shows: ['spaced'], lacks: ['shows-non-ascii-escapes'] },
  {
    id: 'body-json-stj',
    shows: ['more-ascii-escapes', 'dotnet'],
    covers: ['body-json-ascii', 'body-slashes-escaped', 'body-html-escaped'],
  },
  {
    id: 'body-json-stj',
    shows: ['more-non-ascii-escapes', 'dotnet'],
    covers: ['body-json-ascii', 'body-slashes-escaped', 'body-html-escaped'],
  },
  { id: 'body-json-gson', shows: ['more-ascii-escapes', 'gson'], covers: ['body-html-escaped'] },
  {
    id: 'body-json-gson',
    shows: ['more-ascii-escapes', 'gson', 'only-nulls-dropped'],
    covers: ['body-html-escaped', 'body-nulls-dropped'],
  },
  {
    id: 'body-ints-to-floats',
    shows: ['gson-encoder', 'only-nulls-dropped', 'integers-to-floats'],
    covers: ['body-nulls-dropped'],
  },
  {
    id: 'body-json-go-map',
    shows: ['order', 'go-map', 'more-ascii-escapes'],
    covers: ['body-keys-sorted', 'body-keys-sorted-top', 'body-html-escaped'],
  },
  {
    id: 'body-json-go-map',
    shows: ['order', 'go-map', 'numbers'],
    covers: ['body-keys-sorted', 'body-keys-sorted-top', 'body-html-escaped'],
  },
  {
    id: 'body-json-php',
    shows: ['php', 'more-non-ascii-escapes', 'more-slash-escapes'],
    covers: [
      'body-json-ascii',
      'body-slashes-escaped',
      'body-html-escaped',
      'body-empty-object-array',
    ],
  },
  {
    id: 'body-json-php',
    shows: ['php', 'more-non-ascii-escapes', 'shows-slash-escapes', 'spacing'],
    covers: [
      'body-json-ascii',
      'body-slashes-escaped',
      'body-html-escaped',
      'body-empty-object-array',
    ],
  },
  {
    id: 'body-json-php',
    shows: ['php', 'more-slash-escapes', 'shows-non-ascii-escapes', 'spacing'],
    covers: [
      'body-json-ascii',
      'body-slashes-escaped',
      'body-html-escaped',
      'body-empty-object-array',
    ],
  },
  {
    id: 'body-json-php',
    shows: ['php-encoder', 'numbers', 'shows-non-ascii-escapes'],
    covers: [
      'body-json-ascii',
      'body-slashes-escaped',
      'body-html-escaped',
      'body-empty-object-array',
    ],
  },
  {
    id: 'body-json-js',
    shows: ['index-order'],
    covers: ['body-keys-sorted', 'body-keys-sorted-top', 'body-keys-reordered'],
  },
  { id: 'body-html-escaped', shows: ['more-ascii-escapes'] },
  { id: 'body-html-escaped', shows: ['fewer-ascii-escapes'], lacks: ['spacing'] },
  { id: 'body-json-ascii', shows: ['more-non-ascii-escapes'] },
  { id: 'body-json-ascii', shows: ['fewer-non-ascii-escapes'], lacks: ['spacing'] },
  { id: 'body-json-ascii', shows: ['more-hidden-escapes'], lacks: ['spacing'] },
  { id: 'body-json-ascii', shows: ['fewer-hidden-escapes'], lacks: ['spacing'] },
  { id: 'body-json-ascii', shows: ['control-escapes'], lacks: ['spacing'] },
  { id: 'body-slashes-escaped', shows: ['more-slash-escapes'] },
  { id: 'body-slashes-escaped', shows: ['fewer-slash-escapes'], lacks: ['spacing'] },
  {
    id: 'body-numbers-as-strings',
    shows: ['quoted'],
    covers: ['body-slashes-escaped', 'body-trailing-newline'],
  },
];
