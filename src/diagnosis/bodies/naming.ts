import { axes, axisNames, settingsOf, type Axis, type Mixture, type Value } from './axes.js';
import { namingRows, unnamed, type IsAlike, type NamingRow, type Values } from './naming-rows.js';
import type { BodyPrinter } from './printing.js';

export interface Naming {
  readonly causes: readonly string[];
  readonly cost: number;
}

const alikeIn = (sample: BodyPrinter, mixture: Mixture) => {
  const print = sample.print(settingsOf(mixture));
  const known = new Map<Axis, ReadonlySet<Value>>();
  return (axis: Axis): ReadonlySet<Value> => {
    const alike =
      known.get(axis) ??
      new Set<Value>(
        axes[axis]
          .map(([value]) => value)
          .filter((value) => sample.print(settingsOf({ ...mixture, [axis]: value })) === print),
      );
    known.set(axis, alike);
    return alike;
  };
};

const axesOf = (values: Values): Axis[] => axisNames.filter((axis) => values[axis] !== undefined);

/** Whether this axis shows a change: none of the values that show nothing gives this print. */
const isShown = (axis: Axis, isAlike: IsAlike): boolean =>
  !isAlike({ [axis]: unnamed[axis] ?? [axes[axis][0]?.[0]] });

/** The weight of a set of rows is the sum of their costs, plus one for each row. */
interface Cover {
  readonly rows: readonly NamingRow[];
  readonly weight: number;
}

/** The lightest set of rows that explains everything that is shown. */
const lightest = (
  shown: readonly Axis[],
  usable: readonly (readonly [NamingRow, readonly Axis[]])[],
): readonly NamingRow[] => {
  const bitsOf = (of: readonly Axis[]): number =>
    shown.reduce((bits, axis, at) => (of.includes(axis) ? bits | (1 << at) : bits), 0);
  const best = new Map<number, Cover>([[0, { rows: [], weight: 0 }]]);
  for (const [row, covered] of usable) {
    for (const [before, { rows, weight }] of [...best]) {
      const after = before | bitsOf(covered);
      const sum = weight + row.cost + 1;
      if (after !== before && sum < (best.get(after)?.weight ?? Infinity)) {
        best.set(after, { rows: [...rows, row], weight: sum });
      }
    }
  }
  return best.get(bitsOf(shown))?.rows ?? [];
};

/** The causes that this print of a body shows, in the cheapest set. */
export const nameOf = (sample: BodyPrinter, mixture: Mixture): Naming => {
  const alike = alikeIn(sample, mixture);
  const holds = (axis: Axis, values: readonly Value[] | 'any' | undefined): boolean =>
    values === 'any' || (values !== undefined && values.some((value) => alike(axis).has(value)));
  const isAlike: IsAlike = (values) => axesOf(values).every((axis) => holds(axis, values[axis]));
  const shown = axisNames.filter((axis) => isShown(axis, isAlike));
  const usable = namingRows
    .filter(
      ({ needs, knownBy, when }) =>
        isAlike(needs) &&
        (knownBy === undefined || knownBy.some((axis) => shown.includes(axis))) &&
        when?.(isAlike, shown) !== false,
    )
    .map((row): [NamingRow, Axis[]] => [
      row,
      shown.filter((axis) => holds(axis, row.needs[axis]) || holds(axis, row.covers?.[axis])),
    ]);
  const told = lightest(shown, usable);
  const causes = [...new Set(told.map(({ cause }) => cause))];
  const cost = told.reduce((sum, row) => sum + row.cost, 0);
  if (shown.some((axis) => axis !== 'end')) return { causes, cost };
  // Only white space and the text of numbers can differ now.
  const isJs =
    isAlike({ numbers: ['js'], order: ['js'], nonAscii: ['raw'], controls: ['letters'], hidden: ['raw'] }) &&
    !isAlike({ numbers: ['kept'], order: ['kept'] });
  return { causes: [isJs ? 'body-json-js' : 'body-json-compact', ...causes], cost: cost + 1 };
};
