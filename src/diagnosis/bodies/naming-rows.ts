/**
 * What a print is called. A row tells which values a cause needs, each on its axis, and which it accounts for besides;
 * the cheapest set of rows that accounts for every axis on which the print shows a change is told. A new cause of
 * this kind is a row.
 */
import type { Axis, Mixture } from './axes.js';
import { asciiSets } from './escapes.js';
import { layouts, type LayoutName } from './layouts.js';

export type Values = { readonly [A in Axis]?: readonly Mixture[A][] | 'any' };

/** Whether one of these values on each of these axes leaves the print as it is. */
export type IsAlike = (values: Values) => boolean;

export interface NamingRow {
  readonly cause: string;
  /** As the catalogue counts: 1 very common to 4 rare. */
  readonly cost: number;
  readonly needs: Values;
  readonly covers?: Values;
  /** Axes of which one must show a change: what the cause is known by. */
  readonly knownBy?: readonly Axis[];
  readonly when?: (isAlike: IsAlike, shown: readonly Axis[]) => boolean;
}

/** Values that show nothing: everybody prints numbers so, JavaScript orders names so. */
export const unnamed = {
  order: ['kept', 'js'],
  nonAscii: ['raw', 'astral'],
  controls: 'any',
  hidden: 'any',
} as const satisfies Values;

const layoutsLike = (pattern: RegExp): LayoutName[] =>
  (Object.keys(layouts) as LayoutName[]).filter((name) => pattern.test(name));

const phpSets = (Object.keys(asciiSets) as Mixture['ascii'][]).filter((name) => name.startsWith('php'));
const anyEscapes = { nonAscii: 'any', slash: 'any', ascii: 'any' } as const satisfies Values;
const oneKindOfEmpty = { empties: ['php', 'arrays', 'objects'] } as const satisfies Values;

const floats17 = ['g17-all', 'g17-reals', 'php-17', 'jansson', 'jsoncpp', 'cjson'] as const;
const floats32 = [
  'float32-js',
  'float32-python',
  'float32-9g',
  'float32-short',
  'float32-short-point',
] as const;
const wholeFloats = [
  'java17-all',
  'java-all',
  'godot',
  'godot-full',
  'python-floats',
  'lua53-floats',
] as const;
const inQuotes = [
  'quoted',
  'quoted-numbers',
  'quoted-js',
  'quoted-js-reals',
  'quoted-python',
  'quoted-java',
  'quoted-java17',
  'quoted-reals',
  'quoted-long',
] as const;

/** The ways to print numbers that have a name; any other is everybody's and shows nothing. */
export const namedNumbers: readonly Mixture['numbers'][] = [
  ...floats17,
  ...floats32,
  ...wholeFloats,
  ...inQuotes,
];

/** Of equally cheap sets the one that stands first; causes are told in this order. */
export const namingRows: readonly NamingRow[] = [
  {
    cause: 'body-keys-sorted',
    cost: 1,
    needs: {
      order: [
        'sorted',
        'sorted-utf16',
        'sorted-js',
        'sorted-folded',
        'sorted-natural',
        'sorted-lengths',
        'ksort-all',
        'top-names',
        'java-hash-map',
        'reverse-sorted',
        'reversed',
      ],
    },
    // With its escapes it is a Go map.
    when: (isAlike, shown) => !shown.includes('ascii') || !isAlike({ ascii: ['html'], order: ['sorted'] }),
  },
  { cause: 'body-json-go-map', cost: 2, needs: { order: ['sorted'], ascii: ['html'] }, knownBy: ['ascii'] },
  { cause: 'body-keys-sorted-top', cost: 3, needs: { order: 'any' } },
  {
    cause: 'body-json-gson',
    cost: 2,
    needs: { ascii: ['gson'], numbers: ['kept'] },
    covers: { drop: ['nulls'] },
    knownBy: ['ascii'],
  },
  // Of a class with double fields.
  {
    cause: 'body-json-gson',
    cost: 3,
    needs: { ascii: ['gson'] },
    covers: { drop: ['nulls'] },
    knownBy: ['ascii'],
  },
  {
    cause: 'body-nulls-dropped',
    cost: 2,
    needs: { drop: ['nulls', 'nulls-top', 'nulls-items', 'lua-nils'] },
  },
  { cause: 'body-empties-dropped', cost: 3, needs: { drop: 'any' } },
  { cause: 'body-keys-recased', cost: 3, needs: { names: 'any' } },
  {
    cause: 'body-empty-object-array',
    cost: 0.9,
    needs: { empties: 'any' },
    when: (_, shown) => shown.length === 1,
  },
  { cause: 'body-empty-object-array', cost: 3, needs: { empties: 'any' } },
  {
    cause: 'body-ints-to-floats',
    cost: 3,
    needs: { numbers: wholeFloats },
    covers: { ascii: ['gson'], drop: ['nulls'] },
  },
  { cause: 'body-floats-17g', cost: 3, needs: { numbers: floats17 } },
  { cause: 'body-floats-float32', cost: 3, needs: { numbers: floats32 } },
  { cause: 'body-numbers-as-strings', cost: 4, needs: { numbers: inQuotes } },
  {
    cause: 'body-numbers-as-strings',
    cost: 4,
    needs: { numbers: ['quoted'], empties: ['strings'] },
    covers: { slash: [true], end: ['\n'] },
  },
  {
    cause: 'body-json-python',
    cost: 1,
    needs: { layout: ['spaced'], nonAscii: ['lower'] },
    knownBy: ['layout'],
  },
  {
    cause: 'body-json-php',
    cost: 1,
    needs: {
      nonAscii: ['lower'],
      slash: [true],
      numbers: ['php'],
    },
    covers: { empties: ['php', 'arrays'] },
    knownBy: ['nonAscii', 'slash', 'empties'],
  },
  { cause: 'body-html-escaped', cost: 1, needs: { ascii: ['html', 'less-than', 'script'] } },
  {
    cause: 'body-json-stj',
    cost: 1,
    needs: { nonAscii: ['upper'], ascii: ['dotnet'] },
    knownBy: ['nonAscii', 'ascii'],
  },
  { cause: 'body-json-ascii', cost: 2, needs: { nonAscii: ['lower', 'upper'] }, covers: oneKindOfEmpty },
  { cause: 'body-slashes-escaped', cost: 2, needs: { slash: [true] }, covers: oneKindOfEmpty },
  // Flags that are seldom set.
  {
    cause: 'body-json-php',
    cost: 2.5,
    needs: { nonAscii: ['lower'], slash: [true] },
    covers: { empties: ['php', 'arrays'], numbers: ['quoted-long'] },
    knownBy: ['nonAscii', 'slash'],
    when: (isAlike) => isAlike({ numbers: ['php-zero', 'php-14', 'quoted-long', ...floats17] }),
  },
  {
    cause: 'body-json-php',
    cost: 2.5,
    needs: { ascii: phpSets },
    covers: { nonAscii: ['lower'], slash: [true], empties: ['php', 'arrays'] },
  },
  {
    cause: 'body-html-escaped',
    cost: 2.5,
    needs: { ascii: ['newtonsoft', 'newtonsoft-no-quot', 'javascript'] },
  },
  { cause: 'body-json-spaced', cost: 2, needs: { layout: layoutsLike(/spaced|padded|both/) } },
  // Nobody else prints tabs and CRLF.
  {
    cause: 'body-json-unreal',
    cost: 2,
    needs: { layout: ['unreal-tab-crlf'] },
    covers: { ...anyEscapes, numbers: floats17 },
  },
  // Perl and JsonCpp write the line end themselves.
  {
    cause: 'body-pretty',
    cost: 2,
    needs: { layout: layoutsLike(/^lines-colon(3|-tab)/) },
    covers: { ...anyEscapes, ...oneKindOfEmpty, end: ['\n'] },
  },
  // A Lua table holds no nil.
  {
    cause: 'body-pretty',
    cost: 2,
    needs: { layout: layoutsLike(/^dkjson/) },
    covers: { ...anyEscapes, drop: ['lua-nils', 'nulls'] },
  },
  {
    cause: 'body-pretty',
    cost: 2,
    needs: { layout: layoutsLike(/\d|tab/) },
    covers: { ...anyEscapes, ...oneKindOfEmpty },
  },
  {
    cause: 'body-json-unreal',
    cost: 2,
    needs: { layout: ['unreal-tab'] },
    covers: { ...anyEscapes, numbers: floats17 },
  },
  { cause: 'body-trailing-newline', cost: 1, needs: { end: ['\n'] } },
];
