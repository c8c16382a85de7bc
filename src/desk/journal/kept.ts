import { readEntry, type JournalEntry, type JournalLine } from './entry.js';
import { inTime } from './line.js';
import { withWords } from './line-words.js';
import { readRemark, type Remark } from './remark.js';

/** What a line of the journal is: a call, or a reply to the player. */
export type Kept = JournalEntry | Remark;

export type KeptLine = JournalLine | Remark;

export const isRemark = (kept: Kept): kept is Remark => kept.command === 'reply';

/** Far longer than any line of pvg. */
const longestLine = 1_000_000;

/** undefined for a damaged line. */
export function readKept(line: string): Kept | undefined {
  if (line.length > longestLine) return undefined;
  try {
    // Its numbers are pvg's own and small, so they lose no digits here.
    const object: unknown = JSON.parse(line);
    const entry = readEntry(object);
    return entry ? withWords(entry) : readRemark(object);
  } catch {
    return undefined;
  }
}

/** A verify has a line for its start and one for its answer. */
const keyOf = (kept: Kept): string => `${kept.id} ${isRemark(kept) ? kept.command : kept.phase}`;

/** Each line once: a team's folder has copies of this computer's. */
const unique = <Line extends Kept>(lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [keyOf(line), line])).values(),
];

/** One entry for each call, in the order in which they began: `answered` replaces `sent` of the same id. */
export function callsIn(lines: readonly Kept[]): JournalEntry[] {
  const calls = new Map<string, JournalEntry>();
  for (const line of lines) {
    if (isRemark(line)) continue;
    const known = calls.get(line.id);
    if (known === undefined || known.phase === 'sent') calls.set(line.id, line);
  }
  return inTime(calls.values());
}

export const remarksIn = (lines: readonly Kept[]): Remark[] => unique(lines.filter(isRemark));
