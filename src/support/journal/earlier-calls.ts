import type { Context } from '../../context.js';
import { isSameOrigin } from '../../contract/address.js';
import type { Environment } from '../../contract/environments.js';
import type { Subject } from '../../service/outcome.js';
import { isRecordedBy, showsRecord } from '../../service/policy.js';
import { isIos } from '../../service/subject.js';
import { fingerprint } from '../../signing/digest.js';
import { counted, nonEmptyTexts } from '../../text/sentences.js';
import { checkFirst, type Description, type Fact } from '../../wording/description.js';
import { verdictWords } from '../../wording/verdict.js';
import { callerName, isCalledBy, minuteUtc, profileWords } from './calls.js';
import type { JournalEntry } from './entry.js';
import { readJournal } from './journal.js';

/**
 * What other verifies of one purchase mean for a call. A verify of a colleague counts like one from here: the service
 * records a purchase once, whoever sent it (§3.1).
 */

/** Exit statuses of a verify without a clear answer: the service failed, no answer came, or it had no shape of the contract. */
const unclearExits: readonly number[] = [8, 10, 12];

/** Exit statuses after SIGINT and SIGTERM. */
const interruptedExits: readonly number[] = [130, 143];

/**
 * Whether a verify got no clear answer, so that the gateway may have recorded the purchase. If pvg was killed, only the line
 * with the phase `sent` is left.
 */
function isUnclear({ command, phase, exit, attempts }: JournalEntry): boolean {
  if (command !== 'verify') return false;
  if (phase === 'sent' || unclearExits.includes(exit ?? 0)) return true;
  return attempts > 0 && interruptedExits.includes(exit ?? 0);
}

/** Whether a verify succeeded. A doubtful success has exit status 6. */
const hasRecorded = ({ command, exit, verdict }: JournalEntry): boolean =>
  command === 'verify' && (exit === 0 || (exit === 6 && isRecordedBy(verdict?.id)));

/** Whether a verify succeeded, or may have. */
export function mayHaveRecorded(call: JournalEntry): boolean {
  return isUnclear(call) || hasRecorded(call);
}

/** Whether a call shows that the purchase was recorded by then; undefined if it does not say. */
function showsRecorded(call: JournalEntry): boolean | undefined {
  const { command, exit, verdict } = call;
  if (hasRecorded(call) || (command === 'verify' && exit === 7)) return true;
  return command === 'lookup' && exit === 0 ? showsRecord(verdict?.id) : undefined;
}

/** The last verify without a clear answer; undefined if a later call shows whether the purchase was recorded. */
export function unresolvedVerify(calls: readonly JournalEntry[]): JournalEntry | undefined {
  const index = calls.findLastIndex(isUnclear);
  const isResolved = calls.slice(index + 1).some((call) => showsRecorded(call) !== undefined);
  return isResolved ? undefined : calls[index];
}

/** The verify that made the record: a receipt can be verified once only, so it is the one that succeeded (§3.1). */
export function recordingVerify(calls: readonly JournalEntry[]): JournalEntry | undefined {
  return calls.findLast(hasRecorded);
}

/**
 * The last verify without a clear answer that may have made the record. That is impossible if a call before it already shows a
 * record, or if a call after it shows that there is none.
 */
function possiblyRecordingVerify(calls: readonly JournalEntry[]): JournalEntry | undefined {
  const firstRecord = calls.findIndex((call) => showsRecorded(call) === true);
  const lastWithout = calls.findLastIndex((call) => showsRecorded(call) === false);
  const until = firstRecord === -1 ? calls.length : firstRecord;
  return calls.slice(lastWithout + 1, until).findLast(isUnclear);
}

/** Who reads the words. An assistant gets no names of users, of computers or of profiles that it may not use. */
export interface Reader extends Pick<Context, 'account' | 'assistant'> {
  /** The environment of the call that the words are about. */
  readonly environment?: Environment;
}

/** `from here on 2026-11-21 14:02 UTC for T-7`, or `by maria on desk-3 on …`. */
function verifiedByWhom(call: JournalEntry, reader: Reader): string {
  const { account, assistant } = reader;
  const colleague = assistant === undefined ? callerName(call) : 'a colleague';
  const caller = isCalledBy(call, account) ? 'from here' : `by ${colleague ?? 'somebody else'}`;
  const ticket = call.case === null ? '' : ` for ${call.case}`;
  return `${caller} on ${minuteUtc(call.at)}${ticket}${otherEnvironmentWords(call, reader)}`;
}

/** Names the profile of a verify that has another environment at the same address: one of the two profiles is wrong. */
function otherEnvironmentWords(call: JournalEntry, { assistant, environment }: Reader): string {
  if (environment === undefined || call.environment === environment) return '';
  const { profile } = call;
  const isNamed = assistant === undefined || assistant.profiles.includes(profile ?? '');
  return ` with ${isNamed ? profileWords(call) : `a profile of ${call.environment}`}`;
}

/** Says that a verify got no clear answer. */
const openSentence = (call: JournalEntry, reader: Reader): string =>
  `A verify of this receipt was sent ${verifiedByWhom(call, reader)} (\`pvg journal show ${call.id}\`), and no clear answer came.`;

/** Says that a verify got no clear answer, and that the record may be from it. */
const possiblyVerifiedSentence = (verify: JournalEntry, reader: Reader): string =>
  `${openSentence(verify, reader)} The record may be from that verify.`;

/** Which verify made the record, or may have made it, as a sentence; undefined without one. */
function recordSentence(calls: readonly JournalEntry[], reader: Reader): string | undefined {
  const verify = recordingVerify(calls);
  if (verify !== undefined) return verifiedSentence(verify, reader);
  const possible = possiblyRecordingVerify(calls);
  return possible && possiblyVerifiedSentence(possible, reader);
}

const verifiedSentence = (verify: JournalEntry, reader: Reader): string =>
  `It was verified ${verifiedByWhom(verify, reader)} (\`pvg journal show ${verify.id}\`).`;

/** Notes about earlier verifies: one without a clear answer, and, if the call got no verdict, the one that succeeded. */
export function earlierNotes(
  calls: readonly JournalEntry[],
  reader: Reader,
  description?: Description,
): string[] {
  const verdict = description?.verdict;
  // If the verdict shows a record, `withEarlierVerify` names the verify that may have made it.
  const openVerify = showsRecord(verdict?.id) === true ? undefined : unresolvedVerify(calls);
  const verify = verdict === null ? recordingVerify(calls) : undefined;
  return nonEmptyTexts(
    openVerify && openSentence(openVerify, reader),
    verify && verifiedSentence(verify, reader),
  );
}

/**
 * Adds to a look-up which verify made the record, and, for `paid-and-recorded`, who has to know of it. A verify without a clear
 * answer is named only if the look-up shows a record.
 */
export function withEarlierVerify(
  description: Description,
  calls: readonly JournalEntry[],
  reader: Reader,
): Description {
  const { verdict } = description;
  if (verdict === null) return description;
  const isRecorded = recordingVerify(calls) !== undefined || showsRecord(verdict.id) === true;
  const sentence = isRecorded ? recordSentence(calls, reader) : undefined;
  if (sentence === undefined) return description;
  const says = `${verdict.says} ${sentence}`;
  const withSentence = { ...description, verdict: { ...verdict, says } };
  if (verdict.id !== 'paid-and-recorded') return withSentence;
  const { who, not, next, sections } = verdictWords.verified;
  const verified = { ...verdict, says, who, not, next, sections };
  return { ...withSentence, advice: 'check', verdict: verified };
}

/** If somebody has verified the purchase since, the next step of these verdicts is not right any more. */
const overtakenVerdicts: readonly string[] = [
  'paid-and-recorded',
  'paid-never-received',
  'pending',
];

/**
 * Adds to a look-up of the journal what a verify of the purchase changed after it. It also adds a verify before it that the
 * look-up did not know, because the file of its line could not be read then.
 *
 * @param calls about the same receipt, at any service, oldest first
 */
export function withLaterVerify(
  call: JournalEntry,
  calls: readonly JournalEntry[],
  { account, assistant }: Reader,
): JournalEntry {
  const { command, exit, verdict, advice, environment } = call;
  if (command !== 'lookup' || exit !== 0 || verdict === null) return call;
  const reader = { account, assistant, environment };
  const callsAtService = calls.filter((each) => isAtSameService(each, call));
  const openVerify = unresolvedVerify(callsAtService);
  const verify = recordingVerify(callsAtService) ?? possiblyRecordingVerify(callsAtService);
  const isLater = verify !== undefined && verify.at > call.at;
  // `withEarlierVerify` turns this advice into `check`, so the look-up did not know of any verify.
  const knewNoVerify = verdict.id === 'paid-and-recorded' && advice === 'none';
  const isNews = verify !== undefined && (isLater || knewNoVerify);
  // A verify that is still without a clear answer is told at the end of this function, with other words.
  const sentence =
    isNews && verify !== openVerify ? recordSentence(callsAtService, reader) : undefined;
  if (sentence !== undefined) {
    const says = isLater
      ? laterWords(call.at, verdict.says, sentence)
      : `${verdict.says} ${sentence}`;
    const isOvertaken = overtakenVerdicts.includes(verdict.id);
    const { who, not, next } = verdictWords.verified;
    const verdictToday = isOvertaken
      ? { ...verdict, says, who, next: `${not} ${next}` }
      : { ...verdict, says };
    return { ...call, advice: 'check', verdict: verdictToday };
  }
  // A look-up after that verify already shows what became of it.
  if (openVerify === undefined || openVerify.at <= call.at) return call;
  const says = `${verdict.says} ${openSentence(openVerify, reader)}`;
  return { ...call, advice: 'check', verdict: { ...verdict, says, ...lookUpAgain } };
}

/** Gives the words of the look-up their time, because they contradict the later verify. */
function laterWords(lookedUpAt: string, says: string, sentence: string): string {
  return `The look-up of ${minuteUtc(lookedUpAt)} said: ${startSmall(says)} Later: ${startSmall(sentence)}`;
}

function startSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const lookUpAgain = {
  who: 'you',
  next: 'Look up the purchase again: only a look-up shows what became of that verify.',
} as const;

const isAtSameService = (one: JournalEntry, other: JournalEntry): boolean =>
  one.receipt === other.receipt && isSameOrigin(one.origin, other.origin);

/** Asks whether the environment is right, if the receipt was confirmed in another one. @param elsewhere the call that confirmed it */
export function addConfirmedElsewhere(
  description: Description,
  elsewhere: JournalEntry | undefined,
): Description {
  if (elsewhere === undefined || description.error?.code !== 'not-confirmed') return description;
  const where = `Is this the right environment? This receipt was confirmed with ${profileWords(elsewhere)} on ${minuteUtc(elsewhere.at)}.`;
  return { ...description, facts: [checkFirst(where), ...description.facts] };
}

/** Adds to the refusal of an already verified purchase which verify recorded it. */
export function addWhoRecorded(
  description: Description,
  calls: readonly JournalEntry[],
  reader: Reader,
): Description {
  const { exit, error } = description;
  if (exit !== 7 || error === null) return description;
  const isCertain = recordingVerify(calls) !== undefined;
  const sentence = recordSentence(calls, reader);
  if (sentence === undefined) return description;
  const { who, not, next: hint } = verdictWords.verified;
  const first = isCertain ? `${sentence} The record is from that verify.` : sentence;
  return { ...description, error: { ...error, first, who, not, hint } };
}

/* The receipts of one game are about equally long. One that is much shorter was probably cut on its way to the ticket. */

/** With fewer earlier receipts their lengths say too little. */
const fewestReceipts = 5;
/** A receipt is probably cut if it is shorter than this part of the shortest earlier receipt. */
const leastShare = 0.8;
/** The most lines about the package that are read: older ones would say the same. */
const mostEarlierLines = 500;

interface AskedReceipt {
  readonly subject: Subject;
  /** The service that was asked, as the journal has it. */
  readonly origin: string | null;
}

/** Adds a doubt if a receipt that was not confirmed is much shorter than earlier ones of the same package. */
export async function addCutDoubt(
  context: Context,
  description: Description,
  { subject, origin }: AskedReceipt,
): Promise<Description> {
  const { receipt, package: packageName } = subject;
  if (description.exit !== 6 || receipt === undefined || !packageName || isIos(subject)) {
    return description;
  }
  const lengths = await earlierLengths(context, { packageName, receipt, origin });
  const shortest = Math.min(...lengths);
  if (lengths.length < fewestReceipts || receipt.length >= shortest * leastShare) {
    return description;
  }
  const doubt: Fact = {
    id: 'probably-cut',
    label: 'Probably cut',
    value: `The receipt is probably cut: it has ${counted(receipt.length, 'character')}, and the shortest of ${lengths.length} earlier receipts of this package has ${shortest}.`,
  };
  return { ...description, facts: [doubt, ...description.facts] };
}

interface ComparedReceipt {
  readonly packageName: string;
  readonly receipt: string;
  readonly origin: string | null;
}

/** The lengths of the other receipts that the same service confirmed, each receipt once. A receipt that was not confirmed may be cut itself. */
async function earlierLengths(
  context: Context,
  { packageName, receipt, origin }: ComparedReceipt,
): Promise<number[]> {
  const { calls } = await readJournal(context, [packageName], {
    most: mostEarlierLines,
    mayMatter: (line) => line.includes('"receipt_length":') && line.includes('"exit":0,'),
  });
  const lengthByReceipt = new Map<string, number>();
  for (const call of calls) {
    if (call.receipt === null || call.receipt_length === null) continue;
    const isConfirmed = call.exit === 0 && isSameOrigin(call.origin, origin);
    if (isConfirmed && call.package === packageName) {
      lengthByReceipt.set(call.receipt, call.receipt_length);
    }
  }
  lengthByReceipt.delete(fingerprint(receipt));
  return [...lengthByReceipt.values()];
}
