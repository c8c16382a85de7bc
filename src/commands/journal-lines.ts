import type { Context } from '../context.js';
import { callJson } from '../support/journal/calls.js';
import { withTicketMentions } from '../support/replies/money-first.js';
import { isCall, isRemark, isReply, type KeptEntry } from '../support/journal/entry.js';
import type { NewestLines, requireNewest } from '../support/journal/journal.js';
import { journalDetailsTable } from '../support/journal/table.js';
import { readNumber } from '../input/number-option.js';
import type { PrintedTable } from '../output/command-result.js';
import { toPlainData } from '../text/json/parse.js';
import { shellLine } from '../text/shell.js';
import type { TimeStyle } from '../text/times.js';

/** What the commands about the journal share: the option --limit, and how lines are shown. */

/** Which lines `requireNewest` and `visitNewest` read, and how many at most. */
export type JournalSearch = Parameters<typeof requireNewest>[2];

/** The most lines of a list: all of them are in memory with all their members, which take about 70 KB a line. */
const mostListed = 10_000;

export function readLimit(typed: string | undefined, usual: number, most = mostListed): number {
  const range = { usual, min: 1, max: most, isWhole: true };
  return readNumber('--limit', typed, range);
}

/** Says that the journal has older lines, but not how many, because they were not read. */
export function olderNotes(hasOlder: boolean, limit: number): string[] {
  if (!hasOlder) return [];
  const way =
    limit < mostListed
      ? `Use \`--limit ${Math.min(5 * limit, mostListed)}\` to see more.`
      : 'To see all, use `pvg journal list --format csv` without `--limit`.';
  return [`Older lines are not shown. ${way}`];
}

export interface ShownLines {
  readonly shown: readonly KeptEntry[];
  /** Whether the journal has older lines than these. */
  readonly hasOlder: boolean;
}

/**
 * The lines to show. The caller must have read one line more than it shows (`most: limit + 1`): that line only tells that there
 * are older ones.
 */
export function cutLines({ lines }: NewestLines, limit: number): ShownLines {
  return { shown: lines.slice(0, limit), hasOlder: lines.length > limit };
}

/** The JSON of lines: calls, replies and remarks apart, because they have different members. */
export function journalJson({ damaged, incomplete }: NewestLines, { shown, hasOlder }: ShownLines) {
  return {
    entries: shown.filter(isCall).map(withTicketMentions(shown)).map(callJson),
    replies: toPlainData(shown.filter(isReply)),
    remarks: toPlainData(shown.filter(isRemark)),
    has_older: hasOlder,
    damaged,
    incomplete: incomplete ?? null,
  };
}

export function timeStyle({ clock, timeZone }: Context): TimeStyle {
  return {
    nowMs: clock.now(),
    timeZone,
  };
}

export function journalDetails(context: Context, entries: readonly KeptEntry[]): PrintedTable {
  return journalDetailsTable(entries, timeStyle(context), context.account);
}

export function showCommand({ id }: KeptEntry): string {
  return shellLine(['pvg', 'journal', 'show', id]);
}
