import { dayOf } from './moments.js';

/** When purchases were voided and granted: how many on each day, or in each week, month or year. */

export type Happened = 'voided' | 'granted';

export interface Bar {
  readonly label: string;
  readonly counts: Readonly<Record<Happened, number>>;
}

export interface Bars {
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** The bar of a day; undefined if there are no bars. */
  readonly indexOf: (day: number) => number | undefined;
}

const dayMs = 86_400_000;
const isoDate = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** 1970-01-01 was a Thursday. */
const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** From the finest to the coarsest, by the label of the bar that a day belongs to. */
const units: readonly (readonly [unit: string, labelOf: (day: number) => string])[] = [
  ['day', isoDate],
  ['week', (day) => `week of ${isoDate(mondayOf(day))}`],
  ['month', (day) => isoDate(day).slice(0, 7)],
  ['year', (day) => isoDate(day).slice(0, 4)],
];

/** With more, a bar is too narrow to click. */
const mostBars = 62;
/** As many years. */
const mostDays = (mostBars - 1) * 365;

export class Timeline {
  readonly #days: Readonly<Record<Happened, Map<number, number>>> = { voided: new Map(), granted: new Map() };
  /** Without a date that pvg can read. */
  readonly undated: Record<Happened, number> = { voided: 0, granted: 0 };

  add(happened: Happened, text: string | null): void {
    const day = dayOf(text);
    const days = this.#days[happened];
    if (day === undefined) this.undated[happened] += 1;
    else days.set(day, (days.get(day) ?? 0) + 1);
  }

  /** No bars if nothing has a date, or if the dates are too far apart to be right. */
  bars(): Bars {
    const all = [...this.#days.voided.keys(), ...this.#days.granted.keys()];
    const [first, last] = [Math.min(...all), Math.max(...all)];
    if (all.length === 0 || last - first > mostDays) return { unit: '', bars: [], indexOf: () => undefined };
    const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const fitting = units
      .map(([unit, labelOf]) => ({ unit, labelOf, labels: [...new Set(days.map(labelOf))] }))
      .find(({ labels }) => labels.length <= mostBars);
    if (fitting === undefined) throw new TypeError('years always fit');
    const { unit, labelOf, labels } = fitting;
    const places = new Map(labels.map((label, at) => [label, at]));
    const bars = labels.map((label) => ({ label, counts: { voided: 0, granted: 0 } }));
    const indexOf = (day: number): number | undefined => places.get(labelOf(day));
    for (const happened of ['voided', 'granted'] as const)
      for (const [day, count] of this.#days[happened]) {
        const bar = bars[indexOf(day) ?? -1];
        if (bar) bar.counts[happened] += count;
      }
    return { unit, bars, indexOf };
  }
}
