import type {
  CountAnswer,
  FoundAnswer,
  JournalAnswer,
  NamedCount,
  ShownLine,
} from '../../desk/wire.js';
import { isCallEntry } from './journal-entry.js';

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
  /** Lines that were found, and are of days that are not chosen. */
  readonly onOtherDays: number;
  /** What to write instead, where nothing was found; empty otherwise. */
  readonly hint: string;
}

/** The overview of what was found by a name: its lines are few, and counted here. */
export function overviewOfFound(
  found: FoundAnswer,
  filter: LineFilter,
  hint = '',
): JournalOverview {
  const { entries, replies, remarks } = found;
  const ofDays = [...entries, ...replies, ...remarks].filter((line) => isOfDays(line, filter));
  const isOfPerson = ({ user }: ShownLine): boolean =>
    filter.person === '' || user === filter.person;
  const lines = ofDays.filter(isOfPerson);
  const isShown = (line: ShownLine): boolean =>
    filter.outcome === '' || outcomeIdOf(line) === filter.outcome;
  const shownCalls = lines.filter(isCallEntry).filter(isShown);
  const kinds = lines.filter((line) => !isCallEntry(line)).map(({ command }) => command);
  const countOf = (kind: string): number => kinds.filter((each) => each === kind).length;
  const counts = countsOf(lines.filter(isCallEntry).map(outcomeIdOf));
  return {
    outcomes: {
      calls: { counts, total: counts.reduce((sum, { count }) => sum + count, 0) },
      others: {
        reply: countOf('reply'),
        refusal: countOf('refusal'),
        note: countOf('note'),
        move: countOf('move'),
      },
      incomplete: found.incomplete,
    },
    days: countsOf(shownCalls.map(({ at: time }) => dayOf(time))),
    hint,
    onOtherDays: entries.length + replies.length + remarks.length - ofDays.length,
    people: [...new Set(ofDays.flatMap(({ user }) => user ?? []))],
    newest: {
      ...found,
      entries: shownCalls,
      replies: replies.filter((line) => lines.includes(line) && isShown(line)),
      remarks: remarks.filter((line) => lines.includes(line) && isShown(line)),
    },
  };
}

/** By UTC, as the journal counts. */
const dayOf = (time: string): string => time.slice(0, 10);

function isOfDays({ at: time }: ShownLine, { since, until }: LineFilter): boolean {
  const day = dayOf(time);
  return (since === '' || day >= since) && (until === '' || day <= until);
}

/** As the journal counts them: a verdict, a code, or what kind of line it is. */
function outcomeIdOf(line: ShownLine): string {
  if (!isCallEntry(line)) return line.command;
  return line.verdict?.id ?? line.code ?? (line.phase === 'sent' ? 'never answered' : line.command);
}

function countsOf(names: readonly string[]): NamedCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** Whether what was found is exactly one ticket, which the CSV can have. */
export function isOneTicket({ newest }: JournalOverview, { find }: LineFilter): boolean {
  const { entries, replies, remarks } = newest;
  const lines = [...entries, ...replies, ...remarks];
  const isOfTicket = ({ case: caseId }: ShownLine): boolean =>
    caseId?.toLowerCase() === find.toLowerCase();
  return lines.length > 0 && lines.every(isOfTicket);
}
