import { callerName } from './calls.js';
import { isCall, type KeptEntry, type RemarkEntry } from './entry.js';
import { outcomeId } from './outcome-words.js';
import { counted, nonEmptyTexts } from '../../text/sentences.js';

export const countedBy = ['outcome', 'day', 'person', 'ticket'] as const;

export type CountedBy = (typeof countedBy)[number];

/** How many lines there are of each kind. */
export type KindCounts = Readonly<Record<LineKind, number>>;

type LineKind = 'call' | 'reply' | RemarkEntry['command'];

type OtherCounts = Omit<KindCounts, 'call'>;

interface CountedLines {
  /** One name for each criterion, such as `pending` and `2026-11-21`. */
  readonly names: readonly string[];
  readonly count: number;
  readonly kinds: KindCounts;
}

const noLines: KindCounts = { call: 0, reply: 0, refusal: 0, note: 0, move: 0 };

const kindOf = (kept: KeptEntry): LineKind => (isCall(kept) ? 'call' : kept.command);

export function countKinds(lines: readonly KeptEntry[]): KindCounts {
  const counts = { ...noLines };
  for (const line of lines) counts[kindOf(line)] += 1;
  return counts;
}

/**
 * Counts the lines of the journal by outcome, day (UTC), person or ticket. With several criteria it counts each combination:
 * with `day` and `outcome`, the lines of each outcome on each day.
 */
export class LineCounts {
  readonly #byKey = new Map<
    string,
    { readonly names: readonly string[]; readonly kinds: Counter }
  >();
  readonly #all = { ...noLines };
  readonly #criteria: readonly CountedBy[];

  constructor(...criteria: readonly CountedBy[]) {
    this.#criteria = criteria;
  }

  add(kept: KeptEntry): void {
    const names = this.#criteria.map((criterion) => nameByCriterion(kept, criterion));
    // `t-7` and `T-7` are one ticket.
    const keys = names.map((name, index) =>
      this.#criteria[index] === 'ticket' ? name.toLowerCase() : name,
    );
    const key = JSON.stringify(keys);
    let entry = this.#byKey.get(key);
    if (entry === undefined) {
      entry = { names, kinds: { ...noLines } };
      this.#byKey.set(key, entry);
    }
    const kind = kindOf(kept);
    entry.kinds[kind] += 1;
    this.#all[kind] += 1;
  }

  get calls(): number {
    return this.#all.call;
  }

  get total(): number {
    return sumOf(this.#all);
  }

  /** The lines that are no calls. */
  get others(): OtherCounts {
    const { reply, refusal, note, move } = this.#all;
    return { reply, refusal, note, move };
  }

  /** Counts all lines. */
  rows(): readonly CountedLines[] {
    return this.#sorted(sumOf);
  }

  /** Counts the calls alone. */
  callRows(): readonly CountedLines[] {
    return this.#sorted(({ call }) => call);
  }

  #sorted(countOf: (kinds: KindCounts) => number): readonly CountedLines[] {
    const rows = [...this.#byKey.values()]
      .map(({ names, kinds }) => ({ names, count: countOf(kinds), kinds }))
      .filter(({ count }) => count > 0);
    return sortedBy(this.#criteria, rows);
  }
}

/** Sorts the rows by their first name, then those with the same first name by their second one: the largest count first, days the newest first. */
function sortedBy(
  criteria: readonly CountedBy[],
  rows: readonly CountedLines[],
  depth = 0,
): readonly CountedLines[] {
  const criterion = criteria[depth];
  if (criterion === undefined) return rows;
  const byName = new Map<string, CountedLines[]>();
  for (const row of rows) {
    const name = row.names[depth] ?? '';
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [row]);
    else group.push(row);
  }
  const groups = [...byName].map(([name, group]) => ({ name, group, count: sumOfRows(group) }));
  groups.sort((one, other) =>
    criterion === 'day' ? newerFirst(one.name, other.name) : other.count - one.count,
  );
  return groups.flatMap(({ group }) => sortedBy(criteria, group, depth + 1));
}

function sumOfRows(rows: readonly CountedLines[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

const newerFirst = (day: string, other: string): number => (day < other ? 1 : -1);

type Counter = Record<LineKind, number>;

function sumOf({ call, reply, refusal, note, move }: KindCounts): number {
  return call + reply + refusal + note + move;
}

function nameByCriterion(kept: KeptEntry, criterion: CountedBy): string {
  if (criterion === 'outcome') return outcomeId(kept);
  if (criterion === 'day') return kept.at.slice(0, 'YYYY-MM-DD'.length);
  if (criterion === 'ticket') return kept.case ?? 'no ticket';
  return callerName(kept) ?? 'unknown';
}

/** `and 12 replies, 5 refused pastes`; undefined if there are only calls. */
export function otherWords(counts: OtherCounts): string | undefined {
  const words = kindWords({ ...counts, call: 0 });
  return words.length === 0 ? undefined : `and ${words.join(', ')}`;
}

/** `1 call`, `12 replies`. */
export function kindWords({ call, reply, refusal, note, move }: KindCounts): string[] {
  return nonEmptyTexts(
    call > 0 && counted(call, 'call'),
    reply > 0 && counted(reply, 'reply', 'replies'),
    refusal > 0 && counted(refusal, 'refused paste'),
    note > 0 && counted(note, 'note'),
    move > 0 && counted(move, 'move'),
  );
}
