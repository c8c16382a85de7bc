import type { Context } from '../../context.js';
import type { GlobalOptions } from '../../input/options.js';
import type { Tone } from '../../output/page.js';
import { sentences } from '../../text/sentences.js';
import { isAboutSame, isDoubtful, isFoundBy, isNamed, namesFor } from '../journal/calls.js';
import { openVerify } from '../journal/earlier.js';
import type { JournalEntry } from '../journal/entry.js';
import { readJournal, requireJournal, type Journal } from '../journal/journal.js';
import { playerIds } from '../journal/folder.js';
import { showingPeople } from '../journal/people.js';

/** What a report is about: the purchases and players of one case, or one of them, from the calls of that case alone. */
export type Case = ReturnType<typeof caseOf>;

/** One purchase or one player, asked with one profile. */
export interface Subject {
  /** The call whose answer is shown. */
  readonly entry: JournalEntry;
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
}

export type WantedCase =
  /** A name is an order id, the id of a call, a fingerprint or a case. */
  { readonly by: 'case' | 'name'; readonly name: string } | { readonly by: 'last' };

type Read = Pick<Journal, 'calls' | 'own' | 'replies' | 'incomplete'>;

/** undefined if the journal has nothing of it. */
export async function findCase(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedCase,
): Promise<Case | undefined> {
  if (wanted.by === 'last') return selectCase(await requireJournal(context, globals), wanted);
  const names = await namesOf(context, wanted.name);
  const { calls } = await requireJournal(context, globals, names);
  const found = calls.filter(isFoundBy(names)).flatMap((call) => [call.case, call.receipt, call.player]);
  const around = await readJournal(context, [...names, ...found.filter((each) => each !== null)]);
  return selectCase(around, wanted, names);
}

export const namesOf = async (context: Context, typed: string): Promise<string[]> =>
  namesFor(typed, await playerIds(context, typed.trim()));

export function selectCase(
  journal: Read,
  wanted: WantedCase,
  names: readonly string[] = [],
): Case | undefined {
  if (wanted.by === 'last') {
    const last = journal.own.findLast(isSingle);
    return last && caseAround(journal, last);
  }
  const { by, name } = wanted;
  const whole = caseOf(
    journal,
    journal.calls.filter((each) => isNamed(each.case, name)),
    name,
  );
  if (whole.calls.length + whole.replies.length > 0) return whole;
  const found = by === 'case' ? [] : journal.calls.filter(isFoundBy(names)).filter(isSingle);
  // What another ticket confused with it is not what an order id is about.
  const call = found.findLast((each) => !isDoubtful(each)) ?? found.at(-1);
  if (call === undefined) return undefined;
  const around = caseAround(journal, call);
  return isNamed(call.id, name) ? around : { ...around, subjects: subjectsIn(around.calls) };
}

/** What the case of one call has about the same purchase or player. The call need not be in the journal. */
export function caseAround(journal: Read, call: JournalEntry): Case {
  const isKnown = journal.calls.some(({ id }) => id === call.id);
  const all = isKnown ? journal.calls : [...journal.calls, call];
  const caseId = call.case?.toLowerCase();
  const calls = all.filter((each) => each.case?.toLowerCase() === caseId && keyOf(each) === keyOf(call));
  const found = caseOf({ ...journal, calls: all }, calls, call.case);
  return { ...found, subjects: [{ entry: call, calls }], isPart: true };
}

/** Of a run of a batch the rows are elsewhere. */
const isSingle = ({ command }: JournalEntry): boolean => command !== 'batch';

function caseOf(journal: Read, given: readonly JournalEntry[], name: string | null) {
  const single = given.filter(isSingle);
  const calls = withoutDemo(single);
  const leftOut = calls.length < single.length && 'Calls to the emulator are left out.';
  const replies = repliesTo(journal, calls, name);
  return {
    id: calls.at(-1)?.case ?? replies.at(-1)?.case ?? name,
    subjects: subjectsIn(calls),
    /** Oldest first. */
    calls,
    replies,
    /** About the same purchases and players, but of another case, profile or environment. */
    elsewhere: elsewhereOf(journal.calls, calls),
    /** The case may have more purchases and players. */
    isPart: false as boolean,
    incomplete: sentences(journal.incomplete, leftOut) || undefined,
  };
}

/** What was tried with the emulator says nothing about a real ticket. */
export const withoutDemo = (calls: readonly JournalEntry[]): readonly JournalEntry[] => {
  const real = calls.filter(({ origin }) => origin !== 'local');
  return real.length > 0 ? real : calls;
};

/** A demo call is listed beside demo calls only. */
const elsewhereOf = (all: readonly JournalEntry[], own: readonly JournalEntry[]): JournalEntry[] =>
  all.filter(
    (call) =>
      own.every(({ id }) => id !== call.id) &&
      own.some((each) => isAboutSame(each, call) && (each.origin === 'local') === (call.origin === 'local')),
  );

/** To these calls, or to their case: that may be about several purchases, and a reply may name another one. */
const repliesTo = ({ replies }: Read, calls: readonly JournalEntry[], id: string | null) =>
  replies.filter(
    (reply) =>
      calls.some((call) => reply.call === call.id) ||
      (id !== null &&
        isNamed(reply.case, id) &&
        (reply.call === null || calls.some((call) => isAboutSame(reply, call)))),
  );

/** What a call is about, and with which profile. A request whose receipt is not known is only the same as itself. */
const keyOf = (call: JournalEntry): string => {
  const { profile, origin, environment, receipt, player, request_sha256: request, id } = call;
  return JSON.stringify([profile, origin, environment, receipt ?? player ?? request ?? id]);
};

/** How a report marks a call. */
export function toneOf({ phase, exit, advice, anomalies, verdict }: JournalEntry): Tone {
  if (phase === 'sent' || exit !== 0) return 'bad';
  if (verdict?.id === 'not-completed') return 'careful';
  return anomalies.length === 0 && (advice === 'none' || advice === 'grant') ? 'good' : 'careful';
}

/** The newest first. */
function subjectsIn(calls: readonly JournalEntry[]): Subject[] {
  const groups = new Map<string, JournalEntry[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  return [...groups.values()]
    .map((its) => ({ entry: tellingIn(its), calls: its }))
    .sort((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at));
}

/** The newest answer, or a verify after it whose outcome is not known; a failure if there is nothing else. */
function tellingIn(calls: readonly JournalEntry[]): JournalEntry {
  const open = openVerify(calls);
  const told = calls.findLast((call) => call.verdict !== null || call === open);
  return told ?? (calls.at(-1) as JournalEntry);
}

/** As whoever asked may see it: an assistant gets no names of users and computers. */
export async function withShownPeople(context: Context, found: Case): Promise<Case> {
  const { calls, replies, elsewhere, subjects } = found;
  const inSubjects = subjects.flatMap(({ entry, calls: its }) => [entry, ...its]);
  const show = await showingPeople(context, [...calls, ...replies, ...elsewhere, ...inSubjects]);
  return {
    ...found,
    calls: calls.map((call) => show(call)),
    replies: replies.map((reply) => show(reply)),
    elsewhere: elsewhere.map((call) => show(call)),
    subjects: subjects.map(({ entry, calls: its }) => ({
      entry: show(entry),
      calls: its.map((call) => show(call)),
    })),
  };
}
