import type { Context } from '../../context.js';
import type { GlobalOptions } from '../../input/options.js';
import { joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import {
  isDoubtfulEntry,
  isFoundBy,
  matchesTypedName,
  namesFor,
  saysNothingOfOrder,
} from '../journal/calls.js';
import { isOfCase } from '../journal/choosing.js';
import { withLaterVerify } from '../journal/earlier-calls.js';
import { withCutDoubts } from '../journal/cut-doubt.js';
import type { JournalEntry, KeptEntry } from '../journal/entry.js';
import type { RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { callsAbout, inTime, readJournal, requireJournal } from '../journal/journal.js';
import { requireNewest, type Journal } from '../journal/journal.js';
import { aboutOrder, answerFor } from '../journal/order-answers.js';
import { isAboutOrReply } from '../journal/newest-first.js';
import { createLineShower } from '../journal/people.js';
import { isJournalOff } from '../journal/places.js';
import { playerIds } from '../journal/player-key.js';
import { withoutSettled } from '../journal/settled.js';
import { elsewhereWords, ticketsWords } from './elsewhere.js';
import {
  countedCalls,
  findCallsOfOtherCases,
  groupBySubject,
  isNotBatch,
  isSingleCall,
  answerKey,
  withoutDemo,
  type CaseAnswer,
  type CaseSubject,
} from './subjects.js';

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
  readonly callsOfOtherCases: readonly JournalEntry[];
  /** For each order that the case names without a receipt, the one of those that counts, as it has to be read today. */
  readonly orderAnswers: readonly JournalEntry[];
  /** Printed for those other calls, oldest first. */
  readonly repliesOfOtherCases: readonly ReplyEntry[];
  /** What people wrote for the cases of those other calls, oldest first. */
  readonly notesOfOtherCases: readonly RemarkEntry[];
  /** The case may have more purchases and players. */
  readonly isOneSubjectOnly: boolean;
  readonly incomplete: string | undefined;
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
  const { caseWithoutLaterVerify, journal } = found;
  // The journal that an assistant reads leaves out the calls of other profiles.
  const hasAllAboutIt = !journal.hasOlder && context.assistant === undefined;
  const calls = hasAllAboutIt
    ? journal.calls
    : await callsAbout(context, caseWithoutLaterVerify.calls);
  const withVerify = (answer: CaseAnswer): CaseAnswer => ({
    ...answer,
    entry: withLaterVerify(answer.entry, calls, context),
  });
  const subjects = caseWithoutLaterVerify.subjects.map((subject) => ({
    ...withVerify(subject),
    answersElsewhere: subject.answersElsewhere.map(withVerify),
  }));
  const orderAnswers = await readOrderAnswers(context, caseWithoutLaterVerify);
  return withNotesOfOtherCases(context, { ...caseWithoutLaterVerify, subjects, orderAnswers });
}

/** What a reply of the case said about them then may be overtaken by now. */
async function readOrderAnswers(
  context: Context,
  { id, remarks, replies, callsOfOtherCases }: Case,
): Promise<readonly JournalEntry[]> {
  const orderIds = [...new Set(ordersWithoutReceipt(remarks, replies))];
  const answers = orderIds.flatMap((orderId) => {
    const ofOrder = aboutOrder(withoutDemo(callsOfOtherCases), orderId);
    const answer = answerFor(ofOrder, id);
    return answer === undefined || saysNothingOfOrder(answer) ? [] : answer;
  });
  const about = await callsAbout(context, answers);
  return answers.map((answer) => withLaterVerify(answer, about, context));
}

interface FoundCase {
  /** As the calls of the case itself have it: a later verify of the same purchase is not in it yet. */
  readonly caseWithoutLaterVerify: Case;
  readonly journal: Journal;
}

async function readCase(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedCase,
): Promise<FoundCase | undefined> {
  if (wanted.kind === 'last') return findLast(context, globals);
  const names = await namesOf(context, wanted.name);
  const firstReading = await requireJournal(context, globals, {
    containing: names,
    most: mostLinesOfCase,
  });
  const callsTyped = firstReading.calls.filter(isFoundBy(names));
  const textsToSearch = [
    ...names,
    ...callsTyped.flatMap((call) => nonEmptyTexts(call.case, call.receipt, call.player)),
    ...ordersWithoutReceipt(firstReading.remarks, firstReading.replies),
    ...ticketsNaming(firstReading, names),
  ];
  const fullReading = await readJournal(context, textsToSearch, { most: mostLinesOfCase });
  const found = addMissingCalls(fullReading, callsTyped);
  const journal = { ...found, calls: await withCutDoubts(context, found.calls) };
  const caseWithoutLaterVerify = selectCase(journal, wanted, names);
  return caseWithoutLaterVerify && { caseWithoutLaterVerify, journal: fullReading };
}

/** How many lines of the journal a report is made of: nobody reads a longer one. */
const mostLinesOfCase = 2_000;

/** Adds the calls that somebody named: they may be older than the newest lines, which were read. */
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
  return { caseWithoutLaterVerify: caseAround(journal, last), journal };
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
  const found = { ...caseOfCall, subjects: groupBySubject(caseOfCall.calls) };
  const elsewhere = elsewhereWords(journal, found, { name, names });
  return { ...found, incomplete: joinSentences(found.incomplete, elsewhere) || undefined };
}

/** What was given for a ticket and never looked up: the page is that of the ticket. */
function caseOfTicketNaming(journal: JournalLines, names: readonly string[]): Case | undefined {
  const [newest, ...others] = ticketsNaming(journal, names);
  if (newest === undefined) return undefined;
  const calls = journal.calls.filter((call) => matchesTypedName(call.case, newest));
  const found = buildCase(journal, calls, newest);
  const more = ticketsWords(others, names[0] ?? '');
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
    subjects: [{ entry: call, calls, answersElsewhere: [] }],
    isOneSubjectOnly: true,
  };
}

function buildCase(
  journal: JournalLines,
  callsOfCase: readonly JournalEntry[],
  name: string | null,
): Case {
  const calls = countedCalls(callsOfCase);
  const hasLeftOut = calls.length < callsOfCase.filter(isNotBatch).length;
  const leftOut = hasLeftOut && 'Calls to the emulator are left out.';
  const replies = repliesTo(journal, calls, name);
  const remarks = withoutSettled(remarksOf(journal, name), callsOfCase);
  const orderIds = ordersWithoutReceipt(remarks, replies);
  const callsOfOtherCases = findCallsOfOtherCases(journal.calls, { calls, orderIds });
  const otherIds = new Set<string | null>(callsOfOtherCases.map(({ id }) => id));
  return {
    id: calls.at(-1)?.case ?? replies.at(-1)?.case ?? name,
    subjects: groupBySubject(calls),
    calls,
    replies,
    remarks,
    callsOfOtherCases,
    orderAnswers: [],
    repliesOfOtherCases: journal.replies.filter(({ call }) => otherIds.has(call)),
    notesOfOtherCases: [],
    isOneSubjectOnly: false,
    incomplete: joinSentences(journal.incomplete, leftOut) || undefined,
  };
}

/** A note has no receipt, so the notes of other cases are read by the names of these. */
export async function withNotesOfOtherCases(context: Context, found: Case): Promise<Case> {
  const others = found.callsOfOtherCases.flatMap((call) => call.case ?? []);
  const names = [...new Set(others)].filter((name) => !matchesTypedName(name, found.id ?? ''));
  if (names.length === 0 || isJournalOff(context)) return found;
  const mayMatter = (line: string): boolean => line.includes('"command":"note"');
  const { remarks } = await readJournal(context, names, { mayMatter, most: mostLinesOfCase });
  const isOfOthers = ({ command, case: caseId }: RemarkEntry): boolean =>
    command === 'note' && names.some((name) => matchesTypedName(caseId, name));
  return { ...found, notesOfOtherCases: remarks.filter(isOfOthers) };
}

/** Pasted or typed without the receipt: somebody may have looked them up with it, for another ticket. */
function ordersWithoutReceipt(
  remarks: readonly RemarkEntry[],
  replies: readonly ReplyEntry[],
): readonly string[] {
  const refusals = remarks.filter(({ command }) => command === 'refusal');
  const chosen = replies.filter(({ call }) => call === null);
  return [...refusals, ...chosen].flatMap(({ order_ids: orderIds }) => orderIds);
}

/** The replies to these calls, and those to their case, which may be about several purchases. */
function repliesTo(
  { replies }: JournalLines,
  calls: readonly JournalEntry[],
  caseId: string | null,
): readonly ReplyEntry[] {
  const ids = new Set<string | null>(calls.map((call) => call.id));
  const subjects = new Set(calls.flatMap(({ receipt, player }) => nonEmptyTexts(receipt, player)));
  return replies.filter((reply) => {
    if (ids.has(reply.call)) return true;
    const isToCase = caseId !== null && matchesTypedName(reply.case, caseId);
    return isToCase && (isAboutWholeCase(reply, subjects) || isAboutSubject(reply, subjects));
  });
}

/** Whether a reply without a call is about the whole case. A reply about a player is so only for that player. */
function isAboutWholeCase({ call, player }: ReplyEntry, subjects: ReadonlySet<string>): boolean {
  if (call !== null) return false;
  return player === null || subjects.has(player);
}

function isAboutSubject({ receipt, player }: ReplyEntry, subjects: ReadonlySet<string>): boolean {
  return nonEmptyTexts(receipt, player).some((subject) => subjects.has(subject));
}

/** The remarks of the case, also about a call that was moved away from it. */
function remarksOf({ remarks = [] }: JournalLines, caseId: string | null): readonly RemarkEntry[] {
  if (caseId === null) return [];
  return remarks.filter((remark) => isOfCase(remark, caseId));
}

/** The case as whoever asked may see it: an assistant gets no names of users and computers. */
export async function withShownPeople(context: Context, found: Case): Promise<Case> {
  const { calls, replies, remarks, subjects } = found;
  const { callsOfOtherCases, orderAnswers, repliesOfOtherCases, notesOfOtherCases } = found;
  const answers = subjects.flatMap((subject) => [subject, ...subject.answersElsewhere]);
  const show = await createLineShower(context, [
    ...calls,
    ...replies,
    ...remarks,
    ...callsOfOtherCases,
    ...orderAnswers,
    ...repliesOfOtherCases,
    ...notesOfOtherCases,
    ...answers.flatMap((answer) => [answer.entry, ...answer.calls]),
  ]);
  const showAll = <Line extends KeptEntry>(lines: readonly Line[]): Line[] => lines.map(show);
  const showAnswer = (answer: CaseAnswer): CaseAnswer => ({
    entry: show(answer.entry),
    calls: showAll(answer.calls),
  });
  return {
    ...found,
    calls: showAll(calls),
    replies: showAll(replies),
    remarks: showAll(remarks),
    callsOfOtherCases: showAll(callsOfOtherCases),
    orderAnswers: showAll(orderAnswers),
    repliesOfOtherCases: showAll(repliesOfOtherCases),
    notesOfOtherCases: showAll(notesOfOtherCases),
    subjects: subjects.map((subject) => ({
      ...showAnswer(subject),
      answersElsewhere: subject.answersElsewhere.map(showAnswer),
    })),
  };
}
