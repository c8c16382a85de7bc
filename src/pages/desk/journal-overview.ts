import type { CountAnswer, JournalAnswer, NamedCount } from '../../desk/wire.js';
import { removeEmptyValues } from './tool-run.js';

/** What the Journal tab shows of the lines that are chosen. Knows no browser. */

/** Which lines of the journal are counted and shown. */
export interface LineFilter {
  /** `2026-11-28`. */
  readonly since: string;
  readonly until: string;
  readonly outcome: string;
  readonly person: string;
  /** An order id, a player, a fingerprint or a ticket. */
  readonly find: string;
}

/** What the journal has of some days. */
export interface JournalOverview {
  readonly outcomes: CountAnswer;
  readonly days: readonly NamedCount[];
  readonly people: readonly string[];
  readonly newest: JournalAnswer;
  /** How many lines there are; `newest` has the newest of them. */
  readonly total: number;
  /** Lines that were found, and are of days that are not chosen. */
  readonly onOtherDays: number;
  /** What to write instead, where nothing was found; empty otherwise. */
  readonly hint: string;
}

/** Values of the tools that list, count and save: the same lines for each. */
export function buildToolValues({ find, ...filter }: LineFilter): Record<string, string> {
  return removeEmptyValues({ ...filter, about: find });
}

/** The functions that read the journal. */
export interface JournalReads {
  readonly count: (filter: LineFilter) => Promise<CountAnswer>;
  readonly list: (filter: LineFilter) => Promise<JournalAnswer>;
  /** What to write instead of a name by which nothing is found. */
  readonly hintFor: (name: string) => Promise<string>;
}

/** Counts outcomes as if none were chosen, and people likewise, so that a chosen one stays among the others. */
export async function readOverview(
  filter: LineFilter,
  { count, list, hintFor }: JournalReads,
): Promise<JournalOverview> {
  const countOnce = rememberCounts(count);
  const newest = await list(filter);
  const chosen = await countOnce(filter);
  const outcomes = await countOnce({ ...filter, outcome: '' });
  const people = await countOnce({ ...filter, person: '' });
  const onChosenDays = { ...filter, outcome: '', person: '' };
  const onAnyDay = { ...onChosenDays, since: '', until: '' };
  const anyDayCount = filter.find === '' ? 0 : countLines(await countOnce(onAnyDay));
  const chosenDaysCount = filter.find === '' ? 0 : countLines(await countOnce(onChosenDays));
  const isNothingFound = filter.find !== '' && anyDayCount === 0;
  return {
    outcomes,
    days: chosen.calls_by.day,
    people: people.calls_by.person.map(({ name }) => name),
    newest,
    total: countLines(chosen),
    onOtherDays: anyDayCount - chosenDaysCount,
    hint: isNothingFound ? await hintFor(filter.find) : '',
  };
}

/** Asks only once about each filter: the filters of an overview are often equal, and each count reads the journal. */
function rememberCounts(count: JournalReads['count']): JournalReads['count'] {
  const counts = new Map<string, Promise<CountAnswer>>();
  return (filter) => {
    const key = JSON.stringify(buildToolValues(filter));
    const counted = counts.get(key) ?? count(filter);
    counts.set(key, counted);
    return counted;
  };
}

/** All lines that were counted: calls and others. */
function countLines({ calls, others }: CountAnswer): number {
  return Object.values(others).reduce((sum, count) => sum + count, calls.total);
}
