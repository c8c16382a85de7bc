import { callerName } from './calls.js';
import { outcomeId } from './choosing.js';
import { isCall, type JournalEntry, type KeptEntry } from './entry.js';
import { counted, nonEmptyTexts } from '../../text/sentences.js';

export const countedBy = ['outcome', 'day', 'person'] as const;

export type CountedBy = (typeof countedBy)[number];

interface CountedLines {
  readonly name: string;
  readonly count: number;
}

/** How many other lines there are than those of calls. */
type OtherCounts = Record<Exclude<KeptEntry['command'], JournalEntry['command']>, number>;

/** How many lines there are of each kind. */
export interface KindCounts extends OtherCounts {
  readonly call: number;
}

export function countKinds(lines: readonly KeptEntry[]): KindCounts {
  const counts = { call: 0, reply: 0, refusal: 0, note: 0, move: 0 };
  for (const line of lines) counts[isCall(line) ? 'call' : line.command] += 1;
  return counts;
}

/** How many lines of the journal each outcome, day (UTC) or person has, and how many of them are calls. */
export class LineCounts {
  readonly #ofCalls = new Map<string, number>();
  readonly #ofAll = new Map<string, number>();
  readonly #key: CountedBy;
  readonly others: OtherCounts = { reply: 0, refusal: 0, note: 0, move: 0 };
  calls = 0;
  total = 0;

  constructor(key: CountedBy) {
    this.#key = key;
  }

  add(kept: KeptEntry): void {
    const name = countedName(kept, this.#key);
    addOne(this.#ofAll, name);
    this.total += 1;
    if (isCall(kept)) {
      addOne(this.#ofCalls, name);
      this.calls += 1;
    } else {
      this.others[kept.command] += 1;
    }
  }

  /** Counts all lines. */
  rows(): readonly CountedLines[] {
    return this.#sorted(this.#ofAll);
  }

  /** Counts the calls alone. */
  callRows(): readonly CountedLines[] {
    return this.#sorted(this.#ofCalls);
  }

  /** The most first; days the newest first. */
  #sorted(counts: ReadonlyMap<string, number>): readonly CountedLines[] {
    const rows = [...counts].map(([name, count]) => ({ name, count }));
    if (this.#key === 'day') return rows.sort((one, other) => (one.name < other.name ? 1 : -1));
    return rows.sort((one, other) => other.count - one.count);
  }
}

function addOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function countedName(kept: KeptEntry, key: CountedBy): string {
  if (key === 'outcome') return outcomeId(kept);
  if (key === 'day') return kept.at.slice(0, 'YYYY-MM-DD'.length);
  return callerName(kept) ?? 'unknown';
}

/** `and 12 replies, 5 refused pastes`; undefined without any. */
export function otherWords(counts: OtherCounts): string | undefined {
  const words = kindWords({ ...counts, call: 0 });
  return words.length === 0 ? undefined : `and ${words.join(', ')}`;
}

/** `1 call`, `12 replies`. */
export function kindWords({ call, reply, refusal, note, move }: KindCounts): string[] {
  return nonEmptyTexts(
    call > 0 && counted(call, 'call'),
    reply > 0 && `${reply} ${reply === 1 ? 'reply' : 'replies'}`,
    refusal > 0 && counted(refusal, 'refused paste'),
    note > 0 && counted(note, 'note'),
    move > 0 && counted(move, 'move'),
  );
}
