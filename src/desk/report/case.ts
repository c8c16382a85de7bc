import { findCalls, findRemarks, isMistyped } from '../journal/calls.js';
import { inTime, isNamed } from '../journal/line.js';
import { openVerify } from '../journal/earlier.js';
import type { JournalEntry } from '../journal/entry.js';
import { remarksAbout, type Remark } from '../journal/remark.js';

import type { Tone } from '../../output/page.js';
import { toneOf } from './call-words.js';

/** What a report is about: the purchases and players of a case, with all their calls. */

export interface Case {
  readonly id: string | null;
  readonly subjects: readonly Subject[];
  /** Of the case and of its purchases and players, oldest first. */
  readonly calls: readonly JournalEntry[];
  readonly remarks: readonly Remark[];
  /** How many more purchases and players the case has. */
  readonly others: number;
  /** What is missing because a team's folder could not be read, as a sentence. */
  readonly incomplete?: string | undefined;
}

/** One purchase or one player at one place. */
export interface Subject {
  /** The call whose answer the block shows. */
  readonly entry: JournalEntry;
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
}

export type Wanted =
  | { readonly by: 'case'; readonly case: string }
  | { readonly by: 'last' }
  /** An order id, the id of a call, a fingerprint or a case. */
  | { readonly by: 'name'; readonly name: string };

/** `calls`: one entry for each call, oldest first. */
interface Journal {
  readonly calls: readonly JournalEntry[];
  /** Those that this computer made, of which one is the last. */
  readonly own?: readonly JournalEntry[];
  readonly remarks: readonly Remark[];
  readonly playerKeys?: readonly string[];
}

/** undefined if the journal has neither a call nor a remark of it. */
export function selectCase(journal: Journal, wanted: Wanted): Case | undefined {
  if (wanted.by === 'case') return ofCase(journal, wanted.case);
  if (wanted.by === 'name') return named(journal, wanted.name);
  const last = (journal.own ?? journal.calls).findLast(({ command }) => command !== 'batch');
  return last && caseAround(journal, last, 'its block');
}

function named(journal: Journal, name: string): Case | undefined {
  const found = findCalls(journal.calls, name, journal.playerKeys);
  const call = found.find(({ id }) => isNamed(id, name));
  if (call !== undefined) return caseAround(journal, call, 'its block');
  const whole = ofCase(journal, name);
  if (whole !== undefined) return whole;
  const keys = new Set(found.map(keyOf));
  const calls = withoutMistakes(journal.calls.filter((each) => keys.has(keyOf(each))));
  const [only, ...otherCases] = new Set(calls.map((each) => each.case));
  const id = otherCases.length === 0 ? (only ?? null) : null;
  return nonEmpty({
    id,
    subjects: subjectsIn(calls),
    calls,
    remarks: findRemarks(journal.remarks, name, calls, journal.playerKeys),
    others: 0,
  });
}

function ofCase(journal: Journal, wanted: string): Case | undefined {
  const own = journal.calls.filter((call) => isNamed(call.case, wanted));
  const remarks = journal.remarks.filter((remark) => isNamed(remark.case, wanted));
  const calls = withOutside(journal.calls, own);
  const id = own.at(-1)?.case ?? remarks.at(-1)?.case ?? null;
  return nonEmpty({
    id,
    subjects: subjectsIn(calls),
    calls,
    remarks: remarksOf(journal, calls, remarks),
    others: 0,
  });
}

/** The report for one call, which need not be in the journal. `whole`: with the other purchases and players of its case. */
export function caseAround(journal: Journal, call: JournalEntry, extent: 'its block' | 'whole'): Case {
  const known = journal.calls.some(({ id }) => id === call.id);
  const all = known ? journal.calls : [...journal.calls, call];
  const { case: caseId } = call;
  const ofSame = all.filter((each) => keyOf(each) === keyOf(call));
  const own =
    caseId === null ? withoutMistakes(ofSame, call) : all.filter((each) => isNamed(each.case, caseId));
  const calls = withOutside(all, own);
  const subjects = subjectsIn(calls);
  const its = subjects.find(({ calls: of }) => of.some(({ id }) => id === call.id));
  const first = { entry: call, calls: its?.calls ?? [call] };
  const rest = subjects.filter((subject) => subject !== its);
  return {
    id: call.case,
    subjects: extent === 'whole' ? [first, ...rest] : [first],
    calls,
    remarks: remarksOf(journal, calls, []),
    others: extent === 'whole' ? 0 : rest.length,
  };
}

const nonEmpty = (found: Case): Case | undefined =>
  found.calls.length + found.remarks.length === 0 ? undefined : found;

/** What was asked for was mistyped, or another ticket has another order. A verify that succeeded recorded it anyway. */
const isMistake = (call: JournalEntry, calls: readonly JournalEntry[]): boolean =>
  isMistyped(call, calls) && !(call.command === 'verify' && call.exit === 0);

/** A mistake is of the ticket that asked: without a ticket it counts only if nothing else is known, or it is `itself`. */
function withoutMistakes(calls: readonly JournalEntry[], itself?: JournalEntry): JournalEntry[] {
  const known = new Set(calls.filter((call) => !isMistake(call, calls)).map(keyOf));
  return calls.filter((call) => call.id === itself?.id || !isMistake(call, calls) || !known.has(keyOf(call)));
}

/**
 * A call without a case may be about the same ticket; a verify counts whatever its case is, because it records, and so
 * does a newer call, because what the ticket says may be out of date.
 */
function withOutside(all: readonly JournalEntry[], own: readonly JournalEntry[]): JournalEntry[] {
  const ids = new Set(own.map(({ id }) => id));
  const newestAt = new Map(own.map((call) => [keyOf(call), call.at]));
  return all.filter((call) => {
    const at = newestAt.get(keyOf(call));
    return (
      ids.has(call.id) ||
      (at !== undefined &&
        !isMistake(call, all) &&
        (call.case === null || call.command === 'verify' || call.at > at))
    );
  });
}

function remarksOf(
  { remarks }: Journal,
  calls: readonly JournalEntry[],
  besides: readonly Remark[],
): Remark[] {
  const wanted = new Set([...remarksAbout(remarks, calls), ...besides]);
  return inTime(remarks.filter((remark) => wanted.has(remark)));
}

/** What a call is about, and where. A request whose receipt is not known is only the same as itself. */
const keyOf = ({ origin, environment, receipt, player, request_sha256: request, id }: JournalEntry): string =>
  JSON.stringify([origin, environment, receipt ?? player ?? request ?? id]);

const urgency: readonly Tone[] = ['bad', 'careful', 'good'];

const rank = ({ entry }: Subject): number => urgency.indexOf(toneOf(entry));

/** The most urgent first, then the newest. */
function subjectsIn(calls: readonly JournalEntry[]): Subject[] {
  const groups = new Map<string, JournalEntry[]>();
  for (const call of calls) {
    // The rows of a run are in its output file.
    if (call.command === 'batch') continue;
    const key = keyOf(call);
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return [...groups.values()]
    .map((its) => ({ entry: tellingIn(its), calls: its }))
    .sort((one, other) => rank(one) - rank(other) || Date.parse(other.entry.at) - Date.parse(one.entry.at));
}

/**
 * The newest call that says something: a verify with an unknown outcome does. A failure that may be a mistyped word tells
 * only if nothing else does; an answer about another order than the ticket's is no such failure.
 */
function tellingIn(calls: readonly JournalEntry[]): JournalEntry {
  const told =
    calls.findLast((call) => call.verdict !== null && (call.exit === 0 || !isMistyped(call, calls))) ??
    calls.findLast(({ verdict }) => verdict !== null);
  const open = openVerify(calls);
  const newer = open !== undefined && (told === undefined || calls.indexOf(open) > calls.indexOf(told));
  const [newest] = calls.slice(-1);
  const found = newer ? open : (told ?? newest);
  if (found === undefined) throw new Error('a subject without calls');
  return found;
}
