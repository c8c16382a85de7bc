import { callerName } from './calls.js';
import { outcomeId } from './choosing.js';
import type { KeptEntry } from './entry.js';

export const countedBy = ['outcome', 'day', 'person'] as const;

export type CountedBy = (typeof countedBy)[number];

interface CountedLines {
  readonly name: string;
  readonly count: number;
}

/** How many lines of the journal each outcome, day (UTC) or person has. */
export class LineCounts {
  readonly #counts = new Map<string, number>();
  readonly #key: CountedBy;
  total = 0;

  constructor(key: CountedBy) {
    this.#key = key;
  }

  add(kept: KeptEntry): void {
    const name = countedName(kept, this.#key);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.total += 1;
  }

  /** The most first; days the newest first. */
  rows(): readonly CountedLines[] {
    const rows = [...this.#counts].map(([name, count]) => ({ name, count }));
    if (this.#key === 'day') return rows.sort((one, other) => (one.name < other.name ? 1 : -1));
    return rows.sort((one, other) => other.count - one.count);
  }
}

function countedName(kept: KeptEntry, key: CountedBy): string {
  if (key === 'outcome') return outcomeId(kept);
  if (key === 'day') return kept.at.slice(0, 'YYYY-MM-DD'.length);
  return callerName(kept) ?? 'unknown';
}
