/**
 * The axes on which a printed body differs from the sent one, and the cost of each value: 0 is plain, 1 is common,
 * 3 is rare. Each value belongs to a real encoder; mixtures of values are tried by rising cost.
 */
import { asciiSets, controlStyles, escapeStyles, hiddenSets, type Escapes } from './escapes.js';
import { layouts } from './layouts.js';
import { numberPrinters } from './numbers.js';
import { plain, type Settings } from './settings.js';
import { drops, empties, names, orders } from './shapes.js';

export type Mixture = Omit<Settings, 'escapes'> & Escapes;
export type Axis = keyof Mixture;
export type Value = Mixture[Axis];

export const mixtureOf = (settings: Partial<Settings>): Mixture => {
  const { escapes, ...rest } = { ...plain, ...settings };
  return { ...rest, ...(typeof escapes === 'string' ? escapeStyles[escapes] : escapes) };
};

export const settingsOf = ({ nonAscii, slash, ascii, controls, hidden, ...rest }: Mixture): Settings => ({
  ...rest,
  escapes: { nonAscii, slash, ascii, controls, hidden },
});

type Costs<V> = readonly (readonly [value: V, cost: number])[];
type Rule = readonly [cost: number, values: RegExp];

/** Every value of a table with the cost of the first rule that matches it. */
const costs = <V extends string>(
  table: Readonly<Record<V, unknown>>,
  rules: readonly Rule[],
  others: number,
): Costs<V> =>
  (Object.keys(table) as V[]).map((value) => [
    value,
    rules.find(([, values]) => values.test(value))?.[0] ?? others,
  ]);

export const axes: { readonly [A in Axis]: Costs<Mixture[A]> } = {
  order: costs(
    orders,
    [
      [0, /^kept$/],
      [0.5, /^js$/],
      [1, /^sorted$/],
      [1.5, /^(sorted-top|ksort|sorted-utf16|sorted-js|reverse-sorted)$/],
    ],
    2,
  ),
  drop: costs(
    drops,
    [
      [0, /^none$/],
      [1, /^nulls$/],
      [1.5, /^nulls-top$/],
      [2, /^((blanks|empties|falsy)(-top)?|zero-values|php-false-top|lua-nils)$/],
    ],
    2.5,
  ),
  names: costs(
    names,
    [
      [0, /^kept$/],
      [1.5, /^(capital|pascal|camel|camel-dotnet|snake)$/],
    ],
    2,
  ),
  empties: costs(
    empties,
    [
      [0, /^kept$/],
      [1, /^(php|arrays)$/],
      [1.5, /^objects$/],
    ],
    2.5,
  ),
  numbers: costs(
    numberPrinters,
    [
      [0, /^kept$/],
      [0.5, /^(js|python|js-reals)$/],
      [0.7, /^(php|ruby|java|java17|newtonsoft|newtonsoft-core|go)$/],
      [1.5, /^(g17|java(17)?-all|godot$|php-17)/],
      [2, /^(float32|quoted(-numbers)?$)/],
      [2.5, /^quoted/],
    ],
    1,
  ),
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
    [
      [0, /^none$/],
      [1, /^(html|dotnet|gson)$/],
      [2, /^(newtonsoft|javascript|php-tag|php-tag-amp-apos-quot)$/],
    ],
    2.5,
  ),
  controls: costs(controlStyles, [[0, /^letters$/]], 0.5),
  hidden: costs(
    hiddenSets,
    [
      [0, /^raw$/],
      [0.5, /^(separators|del|newtonsoft)$/],
    ],
    1,
  ),
  layout: costs(
    layouts,
    [
      [0, /^compact$/],
      [1, /^(spaced|lines2|lines4|lines-tab)$/],
      [1.5, /^(lines2-crlf|ruby2|jackson2|unreal-tab.*|powershell.*)$/],
    ],
    2,
  ),
  end: [
    ['', 0],
    ['\n', 1],
  ],
};

export const axisNames = Object.keys(axes) as Axis[];
