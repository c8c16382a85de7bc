import type { Context } from '../../context.js';
import type { GlobalOptions } from '../../input/options.js';
import type { Tone } from '../../output/page.js';
import { nonEmptyTexts, joinSentences } from '../../text/sentences.js';
import { isDoubtfulEntry, isFoundBy, matchesTypedName, namesFor } from '../journal/calls.js';
import { unresolvedVerify, withLaterVerify } from '../journal/earlier-verifies.js';
import { isReply, type JournalEntry, type KeptEntry, type ReplyEntry } from '../journal/entry.js';
import { callsAbout, inTime, readJournal, requireJournal } from '../journal/journal.js';
import { requireNewest, type Journal } from '../journal/journal.js';
import { isAboutOrReply } from '../journal/matching.js';
import { showingPeople } from '../journal/people.js';
import { playerIds } from '../journal/player-key.js';

/** What a report is about: the purchases and players of one case, or one of them, from the calls of that case alone. */
export type Case = ReturnType<typeof caseOf>;

/** One purchase or one player, asked with one profile. */
export interface CaseSubject {
  /** The call whose answer is shown. */
  readonly entry: JournalEntry;
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
}

/** A name is an order id, the id of a call, a fingerprint or a case. */
export interface NamedCase {
  readonly by: 'case' | 'name';
  readonly name: string;
}

export type WantedCase = NamedCase | { readonly by: 'last' };

type Read = Pick<Journal, 'calls' | 'replies' | 'incomplete'>;

/** undefined if the journal has nothing of it. */
export async function findCase(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedCase,
): Promise<Case | undefined> {
  const found = await readCaseOf(context, globals, wanted);
  if (found === undefined) return undefined;
  const calls = await callsAbout(context, found.calls);
  const subjects = found.subjects.map((subject) => ({
    ...subject,
    entry: withLaterVerify(subject.entry, calls, context),
  }));
  return { ...found, subjects };
}

/** As the calls of the case itself have it. */
async function readCaseOf(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedCase,
): Promise<Case | undefined> {
  if (wanted.by === 'last') return findLast(context, globals);
  const names = await namesOf(context, wanted.name);
  const { calls } = await requireJournal(context, globals, names, { most: mostLines });
  const found = calls.filter(isFoundBy(names));
  const about = found.flatMap((call) => nonEmptyTexts(call.case, call.receipt, call.player));
  const around = await readJournal(context, [...names, ...about], { most: mostLines });
  return selectCase(withCalls(around, found), wanted, names);
}

/** Nobody reads a report of more. */
const mostLines = 2_000;

/** A call that somebody named may be older than the lines around it. */
function withCalls(journal: Journal, named: readonly JournalEntry[]): Journal {
  const ids = new Set(journal.calls.map(({ id }) => id));
  const missing = named.filter(({ id }) => !ids.has(id));
  return missing.length === 0
    ? journal
    : { ...journal, calls: inTime([...missing, ...journal.calls]) };
}

async function findLast(context: Context, globals: GlobalOptions): Promise<Case | undefined> {
  const { lines } = await requireNewest(context, globals, {
    onlyOwn: true,
    isWanted: ({ kept }) => isSingleCall(kept),
    most: 1,
  });
  const last = lines.find(isSingleCall);
  if (last === undefined) return undefined;
  return caseAround(await readAround(context, last), last);
}

/**
 * What the journal has about the purchase or player of a call, and the replies of its case: enough for `caseAround`, which
 * leaves out the other purchases of the case.
 */
function readAround(context: Context, call: JournalEntry): Promise<Journal> {
  const { receipt, player, request_sha256: request, id, case: ticket } = call;
  const subject = receipt ?? player ?? request ?? id;
  const mayMatter = isAboutOrReply([subject, id]);
  return readJournal(context, [subject, id, ...nonEmptyTexts(ticket)], {
    mayMatter,
    most: mostLines,
  });
}

export async function namesOf(context: Context, typed: string): Promise<string[]> {
  return namesFor(typed, await playerIds(context, typed.trim()));
}

export function selectCase(
  journal: Read,
  { by, name }: NamedCase,
  names: readonly string[],
): Case | undefined {
  const whole = caseOf(
    journal,
    journal.calls.filter((each) => matchesTypedName(each.case, name)),
    name,
  );
  if (whole.calls.length + whole.replies.length > 0) return whole;
  const found = by === 'case' ? [] : journal.calls.filter(isFoundBy(names)).filter(isSingle);
  // What another ticket confused with it is not what an order id is about.
  const call = found.findLast((each) => !isDoubtfulEntry(each)) ?? found.at(-1);
  if (call === undefined) return undefined;
  const around = caseAround(journal, call);
  return matchesTypedName(call.id, name)
    ? around
    : { ...around, subjects: subjectsIn(around.calls) };
}

/** What the case of one call has about the same purchase or player. The call need not be in the journal. */
export function caseAround(journal: Read, call: JournalEntry): Case {
  const isKnown = journal.calls.some(({ id }) => id === call.id);
  const all = isKnown ? journal.calls : [...journal.calls, call];
  const caseId = call.case?.toLowerCase();
  const calls = all.filter(
    (each) => each.case?.toLowerCase() === caseId && keyOf(each) === keyOf(call),
  );
  const found = caseOf({ ...journal, calls: all }, calls, call.case);
  return { ...found, subjects: [{ entry: call, calls }], isPart: true };
}

/** Of a run of a batch the rows are elsewhere. */
const isSingle = ({ command }: JournalEntry): boolean => command !== 'batch';

const isSingleCall = (kept: KeptEntry): kept is JournalEntry => !isReply(kept) && isSingle(kept);

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
    incomplete: joinSentences(journal.incomplete, leftOut) || undefined,
  };
}

/** What was tried with the emulator says nothing about a real ticket. */
export function withoutDemo(calls: readonly JournalEntry[]): readonly JournalEntry[] {
  const real = calls.filter(({ origin }) => origin !== 'local');
  return real.length > 0 ? real : calls;
}

/** A demo call is listed beside demo calls only. */
function elsewhereOf(all: readonly JournalEntry[], own: readonly JournalEntry[]): JournalEntry[] {
  const ids = new Set(own.map(({ id }) => id));
  const subjects = new Set(own.flatMap(demoSubjects));
  return all.filter(
    (call) => !ids.has(call.id) && demoSubjects(call).some((each) => subjects.has(each)),
  );
}

/** What `isAboutSame` compares, with whether the call is one to the emulator. */
const demoSubjects = ({ receipt, player, origin }: JournalEntry): string[] =>
  nonEmptyTexts(receipt, player).map(
    (subject) => `${origin === 'local' ? 'demo' : 'real'} ${subject}`,
  );

/** To these calls, or to their case: that may be about several purchases, and a reply may name another one. */
function repliesTo({ replies }: Read, calls: readonly JournalEntry[], id: string | null) {
  const ids = new Set<string | null>(calls.map((call) => call.id));
  const subjects = new Set(calls.flatMap(({ receipt, player }) => nonEmptyTexts(receipt, player)));
  const isAboutCalls = ({ receipt, player }: ReplyEntry): boolean =>
    nonEmptyTexts(receipt, player).some((subject) => subjects.has(subject));
  return replies.filter(
    (reply) =>
      ids.has(reply.call) ||
      (id !== null &&
        matchesTypedName(reply.case, id) &&
        (reply.call === null || isAboutCalls(reply))),
  );
}

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
function subjectsIn(calls: readonly JournalEntry[]): CaseSubject[] {
  const groups = new Map<string, JournalEntry[]>();
  for (const call of calls) {
    const key = keyOf(call);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return [...groups.values()]
    .map((its) => ({ entry: tellingIn(its), calls: its }))
    .sort((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at));
}

/** The newest answer, or a verify after it whose outcome is not known; a failure if there is nothing else. */
function tellingIn(calls: readonly JournalEntry[]): JournalEntry {
  const open = unresolvedVerify(calls);
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
