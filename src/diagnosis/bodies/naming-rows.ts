/**
 * The causes that a print is named by. A row has the values that a cause needs, each on its axis, and the further
 * values that it explains. A finding names the cheapest set of rows that explains every axis on which the print shows
 * a change. To add such a cause, add a row.
 */
import type { Axis, Mixture } from './axes.js';
import { asciiSets } from './escapes.js';
import { layouts } from './layouts.js';
import { numberPrinters } from './numbers.js';
import { orders } from './shapes.js';

export type Values = { readonly [A in Axis]?: readonly Mixture[A][] | 'any' };

/** Whether on each of these axes one of these values gives the same print. */
export type IsAlike = (values: Values) => boolean;

export interface NamingRow {
  readonly cause: string;
  /** As the catalogue counts: 1 very common to 4 rare. */
  readonly cost: number;
  readonly needs: Values;
  readonly covers?: Values;
  /** Axes of which one must show a change, because the cause is recognised by it. */
  readonly knownBy?: readonly Axis[];
  readonly when?: (isAlike: IsAlike, shown: readonly Axis[]) => boolean;
}

const like = <Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  pattern: RegExp,
): readonly Name[] => (Object.keys(table) as Name[]).filter((name) => pattern.test(name));

const anyEscapes = { nonAscii: 'any', slash: 'any', ascii: 'any' } as const satisfies Values;
const oneKindOfEmpty = { empties: ['php', 'arrays', 'objects'] } as const satisfies Values;
const phpArrays = { empties: ['php', 'arrays'] } as const satisfies Values;
const floats17 = like(numberPrinters, /^(g17|php-17|jansson|jsoncpp|cjson)/);
const floats32 = like(numberPrinters, /^float32/);
const wholeFloats = like(numberPrinters, /^(java(17)?-all|godot(-full)?|python-floats|lua53-floats)$/);
const inQuotes = like(numberPrinters, /^quoted/);
const named = [...floats17, ...floats32, ...wholeFloats, ...inQuotes];

/** Values that show no cause: many encoders print numbers like this, and JavaScript orders names like this. */
export const unnamed: Values = {
  order: ['kept', 'js'],
  numbers: like(numberPrinters, /./).filter((name) => !named.includes(name)),
  nonAscii: ['raw', 'astral'],
  controls: 'any',
  hidden: 'any',
};

type Row = readonly [
  cause: string,
  cost: number,
  needs: Values,
  more?: Omit<NamingRow, 'cause' | 'cost' | 'needs'>,
];

const rows: readonly Row[] = [
  [
    'body-keys-sorted',
    1,
    { order: like(orders, /^(sorted(?!-top)|ksort-all|top-names$|java-hash-map|reverse)/) },
    // Sorted and with these escapes, it is a Go map.
    {
      when: (isAlike, shown) => !shown.includes('ascii') || !isAlike({ ascii: ['html'], order: ['sorted'] }),
    },
  ],
  ['body-json-go-map', 2, { order: ['sorted'], ascii: ['html'] }, { knownBy: ['ascii'] }],
  ['body-json-js', 1, { order: ['top-names-kept'] }],
  ['body-keys-sorted-top', 3, { order: 'any' }],
  [
    'body-json-gson',
    2,
    { ascii: ['gson'], numbers: ['kept'] },
    { covers: { drop: ['nulls'] }, knownBy: ['ascii'] },
  ],
  // From a class with double fields.
  ['body-json-gson', 3, { ascii: ['gson'] }, { covers: { drop: ['nulls'] }, knownBy: ['ascii'] }],
  ['body-nulls-dropped', 2, { drop: ['nulls', 'nulls-top', 'nulls-items', 'lua-nils'] }],
  ['body-empties-dropped', 3, { drop: 'any' }],
  ['body-keys-recased', 3, { names: 'any' }],
  ['body-empty-object-array', 0.9, { empties: 'any' }, { when: (_, shown) => shown.length === 1 }],
  ['body-empty-object-array', 3, { empties: 'any' }],
  ['body-ints-to-floats', 3, { numbers: wholeFloats }, { covers: { ascii: ['gson'], drop: ['nulls'] } }],
  ['body-floats-17g', 3, { numbers: floats17 }],
  ['body-floats-float32', 3, { numbers: floats32 }],
  ['body-numbers-as-strings', 4, { numbers: inQuotes }, { knownBy: ['numbers'] }],
  // boost::property_tree.
  [
    'body-numbers-as-strings',
    4,
    { numbers: ['quoted'], empties: ['strings'] },
    { covers: { slash: [true], end: ['\n'] }, knownBy: ['numbers'] },
  ],
  ['body-json-python', 1, { layout: ['spaced'], nonAscii: ['lower'] }, { knownBy: ['layout'] }],
  [
    'body-json-php',
    1,
    { nonAscii: ['lower'], slash: [true], numbers: ['php'] },
    { covers: phpArrays, knownBy: ['nonAscii', 'slash', 'empties'] },
  ],
  ['body-html-escaped', 1, { ascii: ['html', 'less-than', 'script'] }],
  [
    'body-json-stj',
    1,
    { nonAscii: ['upper'], ascii: ['dotnet'], numbers: ['kept'] },
    { knownBy: ['nonAscii', 'ascii'] },
  ],
  // From a class with double fields.
  ['body-json-stj', 1, { nonAscii: ['upper'], ascii: ['dotnet'] }, { knownBy: ['ascii'] }],
  ['body-json-ascii', 2, { nonAscii: ['lower', 'upper'] }, { covers: oneKindOfEmpty }],
  ['body-slashes-escaped', 2, { slash: [true] }, { covers: oneKindOfEmpty }],
  // Flags that are rarely set.
  ['body-html-escaped', 2.5, { ascii: ['newtonsoft', 'newtonsoft-no-quot', 'javascript'] }],
  [
    'body-json-php',
    2.5,
    { nonAscii: ['lower'], slash: [true] },
    {
      covers: { ...phpArrays, numbers: ['quoted-long'] },
      knownBy: ['nonAscii', 'slash'],
      when: (isAlike) => isAlike({ numbers: ['php-zero', 'php-14', 'quoted-long', ...floats17] }),
    },
  ],
  [
    'body-json-php',
    2.5,
    { ascii: like(asciiSets, /^php-/) },
    { covers: { ...phpArrays, nonAscii: ['lower'], slash: [true] } },
  ],
  ['body-json-spaced', 2, { layout: like(layouts, /spaced|padded|both/) }],
  // No other encoder prints tabs and CRLF.
  ['body-json-unreal', 2, { layout: ['unreal-tab-crlf'] }, { covers: { ...anyEscapes, numbers: floats17 } }],
  // Perl and JsonCpp print the line break at the end themselves.
  [
    'body-pretty',
    2,
    { layout: like(layouts, /^lines-colon(3|-tab)/) },
    { covers: { ...anyEscapes, ...oneKindOfEmpty, end: ['\n'] } },
  ],
  // A Lua table cannot hold nil.
  [
    'body-pretty',
    2,
    { layout: like(layouts, /^dkjson/) },
    { covers: { ...anyEscapes, drop: ['nulls', 'lua-nils'] } },
  ],
  ['body-pretty', 2, { layout: like(layouts, /\d|tab/) }, { covers: { ...anyEscapes, ...oneKindOfEmpty } }],
  ['body-json-unreal', 2, { layout: ['unreal-tab'] }, { covers: { ...anyEscapes, numbers: floats17 } }],
  ['body-trailing-newline', 1, { end: ['\n'] }],
];

/** Of equally cheap sets the first one is named; causes are named in this order. */
export const namingRows: readonly NamingRow[] = rows.map(([cause, cost, needs, more]) => ({
  cause,
  cost,
  needs,
  ...more,
}));
