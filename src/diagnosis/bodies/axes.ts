/**
 * The axes on which a printed body differs from the sent one, and what each value costs: 0 is plain, 1 is common,
 * 3 is rare. Each value is some real encoder's; mixtures of values are tried by rising cost.
 */
import { asciiSets, controlStyles, escapeStyles, hiddenSets, type Escapes } from './escapes.js';
import { layouts } from './layouts.js';
import { numberPrinters } from './numbers.js';
import { plain, type Settings } from './settings.js';
import { drops, empties, names, orders } from './shapes.js';

/** One value of every axis. */
export type Mixture = Omit<Settings, 'escapes'> & Escapes;
export type Axis = keyof Mixture;
export type Value = Mixture[Axis];

/** Settings with the escapes in their parts. */
export const mixtureOf = (settings: Partial<Settings>): Mixture => {
  const { escapes, ...rest } = { ...plain, ...settings };
  return { ...rest, ...(typeof escapes === 'string' ? escapeStyles[escapes] : escapes) };
};

export const settingsOf = ({ nonAscii, slash, ascii, controls, hidden, ...rest }: Mixture): Settings => ({
  ...rest,
  escapes: { nonAscii, slash, ascii, controls, hidden },
});

type Costs<V> = readonly (readonly [value: V, cost: number])[];

/** Every value of a table, the likelier ones with their own cost; those of equal cost are tried in this order. */
const costs = <V extends string>(
  table: Readonly<Record<V, unknown>>,
  likelier: Readonly<Partial<Record<V, number>>>,
  others: number,
): Costs<V> =>
  Object.entries({ ...likelier, ...table }).map(([value]) => {
    const known = value as V;
    return [known, likelier[known] ?? others];
  });

const layoutCosts = costs(
  layouts,
  {
    compact: 0,
    spaced: 1,
    lines2: 1,
    lines4: 1,
    'lines-tab': 1,
    'lines2-crlf': 1.5,
    ruby2: 1.5,
    jackson2: 1.5,
    'unreal-tab': 1.5,
    'unreal-tab-crlf': 1.5,
  },
  2,
);

export const axes: { readonly [A in Axis]: Costs<Mixture[A]> } = {
  layout: layoutCosts,
  nonAscii: [
    ['raw', 0],
    ['lower', 1],
    ['astral', 1],
    ['upper', 1.5],
  ],
  slash: [
    [false, 0],
    [true, 1],
  ],
  ascii: costs(
    asciiSets,
    { none: 0, html: 1, dotnet: 1, gson: 1, newtonsoft: 2, javascript: 2, 'php-all': 2, 'php-tag': 2 },
    2.5,
  ),
  controls: costs(controlStyles, { letters: 0 }, 0.5),
  hidden: costs(hiddenSets, { raw: 0, separators: 0.5, del: 0.5, newtonsoft: 0.5 }, 1),
  order: costs(
    orders,
    {
      kept: 0,
      js: 0.5,
      sorted: 1,
      'sorted-top': 1.5,
      ksort: 1.5,
      'sorted-utf16': 1.5,
      'sorted-js': 1.5,
      'reverse-sorted': 1.5,
    },
    2,
  ),
  drop: costs(
    drops,
    {
      none: 0,
      nulls: 1,
      'nulls-top': 1.5,
      blanks: 2,
      'blanks-top': 2,
      empties: 2,
      'empties-top': 2,
      falsy: 2,
      'falsy-top': 2,
      'zero-values': 2,
      'php-false-top': 2,
      'lua-nils': 2,
    },
    2.5,
  ),
  empties: costs(empties, { kept: 0, php: 1, arrays: 1, objects: 1.5 }, 2.5),
  numbers: costs(
    numberPrinters,
    {
      kept: 0,
      js: 0.5,
      python: 0.5,
      'js-reals': 0.5,
      php: 0.7,
      ruby: 0.7,
      java: 0.7,
      java17: 0.7,
      newtonsoft: 0.7,
      'newtonsoft-core': 0.7,
      go: 0.7,
      'java17-all': 1.5,
      'java-all': 1.5,
      godot: 1.5,
      'g17-all': 1.5,
      'g17-reals': 1.5,
      'php-17': 1.5,
      'float32-js': 2,
      'float32-python': 2,
      'float32-9g': 2,
      'quoted-numbers': 2,
      quoted: 2,
      'quoted-js': 2.5,
      'quoted-js-reals': 2.5,
      'quoted-python': 2.5,
      'quoted-java': 2.5,
      'quoted-java17': 2.5,
      'quoted-reals': 2.5,
      'quoted-long': 2.5,
    },
    1,
  ),
  names: costs(names, { kept: 0, capital: 1.5, pascal: 1.5, camel: 1.5, 'camel-dotnet': 1.5, snake: 1.5 }, 2),
  end: [
    ['', 0],
    ['\n', 1],
  ],
};

export const axisNames = Object.keys(axes) as Axis[];
