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
import { callsForLaterVerify, inTime, readJournal, requireJournal } from '../journal/journal.js';
import { requireNewest, type Journal } from '../journal/journal.js';
import { selectAnswersOnOrder, chooseAnswer } from '../journal/order-answers.js';
import { isAboutOrReply } from '../journal/newest-first.js';
import { createLineShower } from '../journal/people.js';
import { isJournalOff } from '../journal/places.js';
import { playerIds } from '../journal/player-key.js';
import { withoutLookedUpRefusals } from '../journal/looked-up-refusals.js';
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

/** What a report shows: the purchases and players of one case, or only one of them. Their answers come from calls of that case. */
export interface Case {
  readonly id: string | null;
  readonly subjects: readonly CaseSubject[];
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
  readonly replies: readonly ReplyEntry[];
  /** Notes, moves and refused pastes of the case, oldest first. */
  readonly remarks: readonly RemarkEntry[];
  /** Calls about the same purchases and players, but for another case, or with another profile or environment. */
  readonly callsOfOtherCases: readonly JournalEntry[];
  /**
   * For each order that the case names without a receipt: the call that answers it, chosen from `callsOfOtherCases`. Its
   * words already say what a later verify changed.
   */
  readonly orderAnswers: readonly JournalEntry[];
  /** The replies that were made from `callsOfOtherCases`, oldest first. */
  readonly repliesOfOtherCases: readonly ReplyEntry[];
  /** The notes of the cases of `callsOfOtherCases`, oldest first. */
  readonly notesOfOtherCases: readonly RemarkEntry[];
  /** The report shows one purchase or player, and the case may have others. */
  readonly isOneSubjectOnly: boolean;
  /** Sentences that say what the report leaves out; undefined if it leaves out nothing. */
  readonly incompleteWords: string | undefined;
}

export interface NamedCase {
  /** `case`: only look for a case. `name`: if no case has this name, look for an order id, the id of a call or a fingerprint. */
  readonly kind: 'case' | 'name';
  readonly name: string;
}

export type WantedCase = NamedCase | { readonly kind: 'last' };

type JournalLines = Pick<Journal, 'calls' | 'replies' | 'incomplete'> &
  Partial<Pick<Journal, 'remarks'>>;

/** The wanted case; undefined if the journal has no line of it. */
export async function findCase(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedCase,
): Promise<Case | undefined> {
  const found = await readCase(context, globals, wanted);
  if (found === undefined) return undefined;
  const { caseWithoutLaterVerify, journal } = found;
  // A verify may be missing: in a reading that was cut to its newest lines, and for an assistant, who gets no calls of other profiles.
  const hasEveryVerify = !journal.hasOlder && context.assistant === undefined;
  const calls = hasEveryVerify
    ? journal.calls
    : await callsForLaterVerify(context, caseWithoutLaterVerify.calls);
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

/** The newest answers about the orders without a receipt: a reply of the case says only what was known when it was printed. */
async function readOrderAnswers(
  context: Context,
  { id, remarks, replies, callsOfOtherCases }: Case,
): Promise<readonly JournalEntry[]> {
  const orderIds = [...new Set(ordersWithoutReceipt(remarks, replies))];
  const answers = orderIds.flatMap((orderId) => {
    const answersOnOrder = selectAnswersOnOrder(withoutDemo(callsOfOtherCases), orderId);
    const answer = chooseAnswer(answersOnOrder, id);
    return answer === undefined || saysNothingOfOrder(answer) ? [] : answer;
  });
  const callsOnPurchases = await callsForLaterVerify(context, answers);
  return answers.map((answer) => withLaterVerify(answer, callsOnPurchases, context));
}

interface FoundCase {
  /** The case with its answers as they were kept: they do not yet say what a later verify of the same purchase changed. */
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
  // The first reading finds the lines that have the name. The second one finds what those lines lead to: their cases and purchases.
  const firstReading = await requireJournal(context, globals, {
    containing: names,
    most: mostLinesOfCase,
  });
  const namedCalls = firstReading.calls.filter(isFoundBy(names));
  const textsToSearch = [
    ...names,
    ...namedCalls.flatMap((call) => nonEmptyTexts(call.case, call.receipt, call.player)),
    ...ordersWithoutReceipt(firstReading.remarks, firstReading.replies),
    ...caseIdsNaming(firstReading, names),
  ];
  const fullReading = await readJournal(context, textsToSearch, { most: mostLinesOfCase });
  const completed = addMissingCalls(fullReading, namedCalls);
  const journal = { ...completed, calls: await withCutDoubts(context, completed.calls) };
  const caseWithoutLaterVerify = selectCase(journal, wanted, names);
  return caseWithoutLaterVerify && { caseWithoutLaterVerify, journal };
}

/** The most lines of the journal that a report is made from, because nobody reads a longer one. */
const mostLinesOfCase = 2_000;

/** Adds the calls that the typed name stands for: they may be older than the newest lines, and so missing from the reading. */
function addMissingCalls(journal: Journal, namedCalls: readonly JournalEntry[]): Journal {
  const ids = new Set(journal.calls.map(({ id }) => id));
  const missing = namedCalls.filter(({ id }) => !ids.has(id));
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

/** Reads what `caseAround` needs: the lines about the purchase or player of a call, and the replies of its case. */
function readAround(context: Context, call: JournalEntry): Promise<Journal> {
  const { receipt, player, request_sha256: request, id, case: caseId } = call;
  const subject = receipt ?? player ?? request ?? id;
  // The search for the case finds its replies, and also its calls about other purchases: `mayMatter` drops these calls.
  const mayMatter = isAboutOrReply([subject, id]);
  return readJournal(context, [subject, id, ...nonEmptyTexts(caseId)], {
    mayMatter,
    most: mostLinesOfCase,
  });
}

/** The texts that a line of the journal may have for what was typed, such as the fingerprint of a receipt (`namesFor`). */
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
  // A sure call comes first, because a doubtful one may have the order id of another purchase.
  const clearCall = namedCalls.findLast((call) => call.error === null && !isDoubtfulEntry(call));
  const call = clearCall ?? namedCalls.at(-1);
  if (call === undefined) return findCaseNaming(journal, names);
  const caseOfCall = caseAround(journal, call);
  if (matchesTypedName(call.id, name)) return caseOfCall;
  // Only the id of a call asks for that very call. For any other name the page shows the newest answer, so the calls are grouped again.
  const found = { ...caseOfCall, subjects: groupBySubject(caseOfCall.calls) };
  const elsewhere = elsewhereWords(journal, found, { name, names });
  return {
    ...found,
    incompleteWords: joinSentences(found.incompleteWords, elsewhere) || undefined,
  };
}

/** Shows the whole case where no call has the name, and only replies and refused pastes of a case do. */
function findCaseNaming(journal: JournalLines, names: readonly string[]): Case | undefined {
  const [newest, ...others] = caseIdsNaming(journal, names);
  if (newest === undefined) return undefined;
  const calls = journal.calls.filter((call) => matchesTypedName(call.case, newest));
  const found = buildCase(journal, calls, newest);
  // `namesFor` puts the name as it was typed first.
  const [typedName = ''] = names;
  const more = ticketsWords(others, typedName);
  return { ...found, incompleteWords: joinSentences(found.incompleteWords, more) || undefined };
}

/** The ids of the cases whose replies and refused pastes have one of these names, the newest first. */
function caseIdsNaming(
  { replies, remarks = [] }: JournalLines,
  names: readonly string[],
): readonly string[] {
  const lines = inTime([...replies, ...remarks].filter(isFoundBy(names))).toReversed();
  return [...new Set(lines.flatMap((line) => line.case ?? []))];
}

/**
 * The part of a case that is about the purchase or player of one call. A look-up asks for it before its own call is in the
 * journal.
 */
export function caseAround(journal: JournalLines, call: JournalEntry): Case {
  const isInJournal = journal.calls.some(({ id }) => id === call.id);
  const allCalls = isInJournal ? journal.calls : [...journal.calls, call];
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
  const leftOutNote = hasLeftOut && 'Calls to the emulator are left out.';
  const replies = repliesTo(journal, calls, name);
  const remarks = withoutLookedUpRefusals(remarksOf(journal, name), callsOfCase);
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
    incompleteWords: joinSentences(journal.incomplete, leftOutNote) || undefined,
  };
}

/** Adds the notes of other cases. A note has no receipt, so the names of those cases have to be searched for. */
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

/** The orders that a case names without a receipt. Somebody may have looked them up with it for another ticket. */
function ordersWithoutReceipt(
  remarks: readonly RemarkEntry[],
  replies: readonly ReplyEntry[],
): readonly string[] {
  const refusals = remarks.filter(({ command }) => command === 'refusal');
  const repliesWithoutCall = replies.filter(({ call }) => call === null);
  return [...refusals, ...repliesWithoutCall].flatMap(({ order_ids: orderIds }) => orderIds);
}

/** The replies that were made from these calls, and the replies of their case that are about the whole case or the same purchase or player. */
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

/** Whether a reply was made from no call, and so is about the whole case. One about a player counts only in a report about that player. */
function isAboutWholeCase({ call, player }: ReplyEntry, subjects: ReadonlySet<string>): boolean {
  if (call !== null) return false;
  return player === null || subjects.has(player);
}

function isAboutSubject({ receipt, player }: ReplyEntry, subjects: ReadonlySet<string>): boolean {
  return nonEmptyTexts(receipt, player).some((subject) => subjects.has(subject));
}

/** The remarks of the case, with those about calls that were moved away from it. */
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
