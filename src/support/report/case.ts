import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/purchase-token.js';
import type { GlobalOptions } from '../../input/options.js';
import { joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import { isDoubtfulEntry, isFoundBy, matchesTypedName, namesFor } from '../journal/calls.js';
import { isOfCase } from '../journal/choosing.js';
import { unresolvedVerify, withLaterVerify } from '../journal/earlier-calls.js';
import { isCall, type JournalEntry, type KeptEntry } from '../journal/entry.js';
import type { RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { callsAbout, inTime, readJournal, requireJournal } from '../journal/journal.js';
import { requireNewest, type Journal } from '../journal/journal.js';
import { isAboutOrReply } from '../journal/newest-first.js';
import { showingPeople } from '../journal/people.js';
import { playerIds } from '../journal/player-key.js';
import { withoutSettled } from '../journal/settled.js';

/** What a report is about: the purchases and players of one case, or one of them, from the calls of that case alone. */
export interface Case {
  readonly id: string | null;
  readonly subjects: readonly CaseSubject[];
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
  readonly replies: readonly ReplyEntry[];
  /** Notes, moves and refused pastes of the case, oldest first. */
  readonly remarks: readonly RemarkEntry[];
  /** About the same purchases and players, but of another case, profile or environment. */
  readonly elsewhere: readonly JournalEntry[];
  /** Printed for those other calls, oldest first. */
  readonly repliesElsewhere: readonly ReplyEntry[];
  /** The case may have more purchases and players. */
  readonly isPart: boolean;
  readonly incomplete: string | undefined;
}

/** What one purchase or one player got with one profile. */
export interface CaseAnswer {
  /** The call whose answer is shown. */
  readonly entry: JournalEntry;
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
}

/** One purchase or one player. */
export interface CaseSubject extends CaseAnswer {
  /** What the same one got with other profiles and in other environments. */
  readonly also: readonly CaseAnswer[];
}

export interface NamedCase {
  /** `case`: nothing but a case has this name. `name`: else it is an order id, the id of a call or a fingerprint. */
  readonly kind: 'case' | 'name';
  readonly name: string;
}

export type WantedCase = NamedCase | { readonly kind: 'last' };

type JournalLines = Pick<Journal, 'calls' | 'replies' | 'incomplete'> &
  Partial<Pick<Journal, 'remarks'>>;

/** undefined if the journal has nothing of it. */
export async function findCase(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedCase,
): Promise<Case | undefined> {
  const found = await readCase(context, globals, wanted);
  if (found === undefined) return undefined;
  const { beforeLaterVerify, journal } = found;
  // The journal that an assistant reads leaves out the calls of other profiles.
  const hasAllAboutIt = !journal.hasOlder && context.assistant === undefined;
  const calls = hasAllAboutIt ? journal.calls : await callsAbout(context, beforeLaterVerify.calls);
  const withVerify = (answer: CaseAnswer): CaseAnswer => ({
    ...answer,
    entry: withLaterVerify(answer.entry, calls, context),
  });
  const subjects = beforeLaterVerify.subjects.map((subject) => ({
    ...withVerify(subject),
    also: subject.also.map(withVerify),
  }));
  return { ...beforeLaterVerify, subjects };
}

interface FoundCase {
  /** As the calls of the case itself have it: a later verify of the same purchase is not in it yet. */
  readonly beforeLaterVerify: Case;
  readonly journal: Journal;
}

async function readCase(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedCase,
): Promise<FoundCase | undefined> {
  if (wanted.kind === 'last') return findLast(context, globals);
  const names = await namesOf(context, wanted.name);
  const named = await requireJournal(context, globals, {
    containing: names,
    most: mostLinesOfCase,
  });
  const namedCalls = named.calls.filter(isFoundBy(names));
  const searchTexts = namedCalls.flatMap((call) =>
    nonEmptyTexts(call.case, call.receipt, call.player),
  );
  const about = [
    ...names,
    ...searchTexts,
    ...refusedOrders(named.remarks),
    ...ticketsNaming(named, names),
  ];
  const journal = await readJournal(context, about, { most: mostLinesOfCase });
  const beforeLaterVerify = selectCase(addMissingCalls(journal, namedCalls), wanted, names);
  return beforeLaterVerify && { beforeLaterVerify, journal };
}

/** Nobody reads a report of more. */
const mostLinesOfCase = 2_000;

/** A call that somebody named may be older than the lines around it. */
function addMissingCalls(journal: Journal, named: readonly JournalEntry[]): Journal {
  const ids = new Set(journal.calls.map(({ id }) => id));
  const missing = named.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return journal;
  return { ...journal, calls: inTime([...missing, ...journal.calls]) };
}

async function findLast(context: Context, globals: GlobalOptions): Promise<FoundCase | undefined> {
  const { lines } = await requireNewest(context, globals, {
    onlyOwn: true,
    isWanted: ({ kept }) => isSingleCall(kept),
    most: 1,
  });
  const last = lines.find(isSingleCall);
  if (last === undefined) return undefined;
  const journal = await readAround(context, last);
  return { beforeLaterVerify: caseAround(journal, last), journal };
}

/**
 * What the journal has about the purchase or player of a call, and the replies of its case: enough for `caseAround`, which
 * leaves out the other purchases of the case.
 */
function readAround(context: Context, call: JournalEntry): Promise<Journal> {
  const { receipt, player, request_sha256: request, id, case: caseId } = call;
  const subject = receipt ?? player ?? request ?? id;
  // The ticket’s name finds its replies; its calls about other purchases are dropped again.
  const mayMatter = isAboutOrReply([subject, id]);
  return readJournal(context, [subject, id, ...nonEmptyTexts(caseId)], {
    mayMatter,
    most: mostLinesOfCase,
  });
}

export async function namesOf(context: Context, typed: string): Promise<string[]> {
  return namesFor(typed, await playerIds(context, typed.trim()));
}

export function selectCase(
  journal: JournalLines,
  wanted: NamedCase,
  names: readonly string[],
): Case | undefined {
  const { kind, name } = wanted;
  const callsOfCase = journal.calls.filter((call) => matchesTypedName(call.case, name));
  const wholeCase = buildCase(journal, callsOfCase, name);
  if (wholeCase.calls.length + wholeCase.replies.length + wholeCase.remarks.length > 0) {
    return wholeCase;
  }
  if (kind === 'case') return undefined;
  const namedCalls = journal.calls.filter(isFoundBy(names)).filter(isNotBatch);
  // A call that is certainly about the order comes first: a doubtful one may have been kept under it by mistake.
  const clearCall = namedCalls.findLast((call) => call.error === null && !isDoubtfulEntry(call));
  const call = clearCall ?? namedCalls.at(-1);
  if (call === undefined) return caseOfTicketNaming(journal, names);
  const caseOfCall = caseAround(journal, call);
  if (matchesTypedName(call.id, name)) return caseOfCall;
  return { ...caseOfCall, subjects: groupBySubject(caseOfCall.calls) };
}

/** What was given for a ticket and never looked up: the page is that of the ticket. */
function caseOfTicketNaming(journal: JournalLines, names: readonly string[]): Case | undefined {
  const [newest, ...others] = ticketsNaming(journal, names);
  if (newest === undefined) return undefined;
  const calls = journal.calls.filter((call) => matchesTypedName(call.case, newest));
  const found = buildCase(journal, calls, newest);
  const more = others.length > 0 && `Other tickets name it, too: ${others.join(', ')}.`;
  return { ...found, incomplete: joinSentences(found.incomplete, more) || undefined };
}

/** The tickets whose replies and refused pastes have one of these names, the newest first. */
function ticketsNaming(
  { replies, remarks = [] }: JournalLines,
  names: readonly string[],
): readonly string[] {
  const lines = inTime([...replies, ...remarks].filter(isFoundBy(names))).toReversed();
  return [...new Set(lines.flatMap((line) => line.case ?? []))];
}

/** What the case of one call has about the same purchase or player. The call need not be in the journal. */
export function caseAround(journal: JournalLines, call: JournalEntry): Case {
  const isKnown = journal.calls.some(({ id }) => id === call.id);
  const allCalls = isKnown ? journal.calls : [...journal.calls, call];
  const caseId = call.case?.toLowerCase();
  const key = answerKey(call);
  const calls = allCalls.filter(
    (other) => other.case?.toLowerCase() === caseId && answerKey(other) === key,
  );
  return {
    ...buildCase({ ...journal, calls: allCalls }, calls, call.case),
    subjects: [{ entry: call, calls, also: [] }],
    isPart: true,
  };
}

/** A batch is about many purchases: their rows are in its own files. */
function isNotBatch({ command }: JournalEntry): boolean {
  return command !== 'batch';
}

function isSingleCall(kept: KeptEntry): kept is JournalEntry {
  return isCall(kept) && isNotBatch(kept);
}

function buildCase(
  journal: JournalLines,
  callsOfCase: readonly JournalEntry[],
  name: string | null,
): Case {
  const notBatch = callsOfCase.filter(isNotBatch);
  const calls = countedCalls(callsOfCase);
  const leftOut = calls.length < notBatch.length && 'Calls to the emulator are left out.';
  const replies = repliesTo(journal, calls, name);
  const remarks = withoutSettled(remarksOf(journal, name), callsOfCase);
  const elsewhere = callsElsewhere(journal.calls, calls, refusedOrders(remarks));
  return {
    id: calls.at(-1)?.case ?? replies.at(-1)?.case ?? name,
    subjects: groupBySubject(calls),
    calls,
    replies,
    remarks,
    elsewhere,
    repliesElsewhere: journal.replies.filter(({ call }) => elsewhere.some(({ id }) => id === call)),
    isPart: false,
    incomplete: joinSentences(journal.incomplete, leftOut) || undefined,
  };
}

/** The calls that a ticket counts: no batch, and no call to the emulator beside real ones. */
export function countedCalls(calls: readonly JournalEntry[]): readonly JournalEntry[] {
  return withoutDemo(calls.filter(isNotBatch));
}

const isDemo = ({ origin }: JournalEntry): boolean => origin === 'local';

/** What was tried with the emulator says nothing about a real ticket. */
export function withoutDemo(calls: readonly JournalEntry[]): readonly JournalEntry[] {
  const real = calls.filter((call) => !isDemo(call));
  return real.length > 0 ? real : calls;
}

/** A demo call is listed beside demo calls only. */
function callsElsewhere(
  allCalls: readonly JournalEntry[],
  callsOfCase: readonly JournalEntry[],
  orders: readonly string[],
): JournalEntry[] {
  const ids = new Set(callsOfCase.map(({ id }) => id));
  const subjects = new Set(callsOfCase.flatMap(subjectsBySource));
  const isOfReal = callsOfCase.some((call) => !isDemo(call));
  return allCalls.filter((call) => {
    const isAboutSubject = subjectsBySource(call).some((subject) => subjects.has(subject));
    const isAboutOrder = orders.some((order) => isSameOrder(order, call.order_id ?? ''));
    const mayBeListed = isAboutSubject || (isAboutOrder && !(isOfReal && isDemo(call)));
    return mayBeListed && !ids.has(call.id);
  });
}

/** Pasted without the receipt: somebody may have looked them up with it, for another ticket. */
function refusedOrders(remarks: readonly RemarkEntry[]): string[] {
  const refusals = remarks.filter(({ command }) => command === 'refusal');
  return refusals.flatMap(({ order_ids: orderIds }) => orderIds);
}

/** What a call is about, told apart by whether it went to the emulator or to the service. */
function subjectsBySource(call: JournalEntry): string[] {
  const { receipt, player } = call;
  const source = isDemo(call) ? 'demo' : 'real';
  return nonEmptyTexts(receipt, player).map((subject) => `${source} ${subject}`);
}

/** The replies to these calls, and those to their case, which may be about several purchases. */
function repliesTo(
  { replies }: JournalLines,
  calls: readonly JournalEntry[],
  caseId: string | null,
): readonly ReplyEntry[] {
  const ids = new Set<string | null>(calls.map((call) => call.id));
  const subjects = new Set(calls.flatMap(({ receipt, player }) => nonEmptyTexts(receipt, player)));
  const isToCall = ({ call }: ReplyEntry): boolean => ids.has(call);
  const isToCase = (reply: ReplyEntry): boolean =>
    caseId !== null && matchesTypedName(reply.case, caseId);
  const isAboutWholeCase = ({ call, player }: ReplyEntry): boolean =>
    call === null && (player === null || subjects.has(player));
  const isAboutSubject = ({ receipt, player }: ReplyEntry): boolean =>
    nonEmptyTexts(receipt, player).some((subject) => subjects.has(subject));
  return replies.filter(
    (reply) =>
      isToCall(reply) || (isToCase(reply) && (isAboutWholeCase(reply) || isAboutSubject(reply))),
  );
}

/** The remarks of the case, also about a call that was moved away from it. */
function remarksOf({ remarks = [] }: JournalLines, caseId: string | null): readonly RemarkEntry[] {
  if (caseId === null) return [];
  return remarks.filter((remark) => isOfCase(remark, caseId));
}

/** What a call is about, and with which profile. A request whose receipt is not known is only the same as itself. */
function answerKey(call: JournalEntry): string {
  const { profile, origin, environment, receipt, player, request_sha256: request, id } = call;
  return JSON.stringify([profile, origin, environment, receipt ?? player ?? request ?? id]);
}

/** The purchases and players that calls are about, the newest first: a report and a reply have the same ones. */
export function groupBySubject(calls: readonly JournalEntry[]): CaseSubject[] {
  const answers = groupBy(calls, answerKey).map((group) => ({
    entry: shownEntry(group),
    calls: group,
  }));
  return groupBy(answers, ({ entry }) => subjectId(entry))
    .map(subjectOf)
    .sort((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at));
}

/** Tells purchases and players apart, whatever the profile and the environment; the emulator has purchases of its own. */
function subjectId(call: JournalEntry): string {
  return subjectsBySource(call)[0] ?? answerKey(call);
}

/** Only prod has what players really bought, so its answer comes first; else the newest. */
function subjectOf(answers: readonly CaseAnswer[]): CaseSubject {
  const rank = ({ entry }: CaseAnswer): number => (entry.environment === 'prod' ? 1 : 0);
  const sorted = [...answers].sort(
    (one, other) =>
      rank(other) - rank(one) || Date.parse(other.entry.at) - Date.parse(one.entry.at),
  );
  const [first, ...also] = sorted;
  return { ...(first as CaseAnswer), also };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** The newest answer, or a verify after it whose outcome is not known; a failure if there is nothing else. */
function shownEntry(calls: readonly JournalEntry[]): JournalEntry {
  const openVerify = unresolvedVerify(calls);
  const answered = calls.findLast((call) => call.verdict !== null || call === openVerify);
  return answered ?? (calls.at(-1) as JournalEntry);
}

/** The case as whoever asked may see it: an assistant gets no names of users and computers. */
export async function withShownPeople(context: Context, found: Case): Promise<Case> {
  const { calls, replies, remarks, elsewhere, repliesElsewhere, subjects } = found;
  const inSubjects = subjects
    .flatMap((subject) => [subject, ...subject.also])
    .flatMap(({ entry, calls: callsOfAnswer }) => [entry, ...callsOfAnswer]);
  const show = await showingPeople(context, [
    ...calls,
    ...replies,
    ...remarks,
    ...elsewhere,
    ...repliesElsewhere,
    ...inSubjects,
  ]);
  const showAnswer = (answer: CaseAnswer): CaseAnswer => ({
    entry: show(answer.entry),
    calls: answer.calls.map((call) => show(call)),
  });
  return {
    ...found,
    calls: calls.map((call) => show(call)),
    replies: replies.map((reply) => show(reply)),
    remarks: remarks.map((remark) => show(remark)),
    elsewhere: elsewhere.map((call) => show(call)),
    repliesElsewhere: repliesElsewhere.map((reply) => show(reply)),
    subjects: subjects.map((subject) => ({
      ...showAnswer(subject),
      also: subject.also.map(showAnswer),
    })),
  };
}
