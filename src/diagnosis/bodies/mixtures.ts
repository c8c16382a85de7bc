/** Every way to print one body that is worth trying, by rising cost. */
import { axes, axisNames, mixtureOf, settingsOf, type Axis, type Mixture, type Value } from './axes.js';
import { labels } from './labels.js';
import type { BodyPrinter } from './printing.js';
import { plain } from './settings.js';

interface Candidate {
  readonly mixture: Mixture;
  readonly cost: number;
}

/** Values of one axis that print this body alike are one choice, represented by the cheapest of them. */
interface Group {
  readonly value: Value;
  readonly cost: number;
  readonly alike: readonly Value[];
}

type Groups = Readonly<Record<Axis, readonly Group[]>>;

const groupsOn = (axis: Axis, sample: BodyPrinter): readonly Group[] => {
  const groups = new Map<string, Group>();
  for (const [value, cost] of [...axes[axis]].sort(([, one], [, other]) => one - other)) {
    const print = sample.print(settingsOf({ ...mixtureOf(plain), [axis]: value }));
    const known = groups.get(print) ?? { value, cost, alike: [] };
    groups.set(print, { ...known, alike: [...known.alike, value] });
  }
  return [...groups.values()];
};

const keyOf = (mixture: Mixture): string => axisNames.map((axis) => String(mixture[axis])).join(' ');

/** The cost of a known encoder with one of its own values set back to plain. */
const backToPlain = 1;

const deviationsOf = (base: Candidate, groups: Groups, most: number): Candidate[] => {
  const found: Candidate[] = [];
  const vary = (at: number, mixture: Mixture, cost: number): void => {
    const axis = axisNames[at];
    if (axis === undefined) {
      found.push({ mixture, cost });
      return;
    }
    vary(at + 1, mixture, cost);
    for (const group of groups[axis]) {
      const changed = Math.round((cost + (group.cost || backToPlain)) * 10) / 10;
      if (group.value === mixture[axis] || changed > most) continue;
      vary(at + 1, { ...mixture, [axis]: group.value }, changed);
    }
  };
  vary(0, base.mixture, base.cost);
  return found;
};

/** Up to a cost: the known encoders, as they are and with some of their values changed. */
export const mixturesOf = (sample: BodyPrinter, most: number): readonly Candidate[] => {
  const groups = Object.fromEntries(axisNames.map((axis) => [axis, groupsOn(axis, sample)])) as Groups;
  const collapsed = (mixture: Mixture): Mixture =>
    axisNames.reduce<Mixture>((made, axis) => {
      const group = groups[axis].find(({ alike }) => alike.includes(mixture[axis]));
      return { ...made, [axis]: group?.value };
    }, mixture);
  const cheapest = new Map<string, Candidate>();
  for (const { settings, cost } of labels) {
    const base = { mixture: collapsed(mixtureOf(settings)), cost };
    if ((cheapest.get(keyOf(base.mixture))?.cost ?? Infinity) <= cost) continue;
    for (const candidate of deviationsOf(base, groups, most)) {
      const key = keyOf(candidate.mixture);
      if (candidate.cost < (cheapest.get(key)?.cost ?? Infinity)) cheapest.set(key, candidate);
    }
  }
  return [...cheapest.values()].sort((one, other) => one.cost - other.cost);
};
