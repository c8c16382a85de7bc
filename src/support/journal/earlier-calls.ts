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

/** Exit statuses of a verify without a clear answer: a failing service, a lost answer, one without the contract's shape. */
const unclearExits: readonly number[] = [8, 10, 12];

/** Exit statuses after SIGINT and SIGTERM. */
const interruptedExits: readonly number[] = [130, 143];

/** No clear answer came: the gateway may have recorded the purchase. A killed pvg left only the line of what was sent. */
function isUnclear({ command, phase, exit, attempts }: JournalEntry): boolean {
  if (command !== 'verify') return false;
  if (phase === 'sent' || unclearExits.includes(exit ?? 0)) return true;
  return attempts > 0 && interruptedExits.includes(exit ?? 0);
}

/** A verify that succeeded, also one whose answer was doubtful (6). */
const hasRecorded = ({ command, exit, verdict }: JournalEntry): boolean =>
  command === 'verify' && (exit === 0 || (exit === 6 && isRecordedBy(verdict?.id)));

/** A verify that succeeded, or whose outcome is not known. */
export function mayHaveRecorded(call: JournalEntry): boolean {
  return isUnclear(call) || hasRecorded(call);
}

/** Whether a call shows that the purchase was recorded by then; undefined if it does not say. */
function showsRecorded(call: JournalEntry): boolean | undefined {
  const { command, exit, verdict } = call;
  if (hasRecorded(call) || (command === 'verify' && exit === 7)) return true;
  return command === 'lookup' && exit === 0 ? showsRecord(verdict?.id) : undefined;
}

/** The last verify with an unknown outcome, unless a later call shows it. */
export function unresolvedVerify(calls: readonly JournalEntry[]): JournalEntry | undefined {
  const index = calls.findLastIndex(isUnclear);
  const isResolved = calls.slice(index + 1).some((call) => showsRecorded(call) !== undefined);
  return isResolved ? undefined : calls[index];
}

/** The verify that succeeded: a receipt does so once, so the record is from it (§3.1). */
export function recordingVerify(calls: readonly JournalEntry[]): JournalEntry | undefined {
  return calls.findLast(hasRecorded);
}

/**
 * The last verify with an unknown outcome that may be the one that was recorded: no call before it shows a record, and
 * none after it shows that there is none.
 */
function possiblyRecordingVerify(calls: readonly JournalEntry[]): JournalEntry | undefined {
  const firstRecord = calls.findIndex((call) => showsRecorded(call) === true);
  const lastWithout = calls.findLastIndex((call) => showsRecorded(call) === false);
  const until = firstRecord === -1 ? calls.length : firstRecord;
  return calls.slice(lastWithout + 1, until).findLast(isUnclear);
}

/** Who reads the words: an assistant gets no names of users, computers and other profiles. */
export interface Reader extends Pick<Context, 'account' | 'assistant'> {
  /** The environment of the call that the words are about. */
  readonly environment?: Environment;
}

/** `from here on …`, or who did it: a colleague on another computer. */
function verifiedByWhom(call: JournalEntry, reader: Reader): string {
  const { account, assistant } = reader;
  const colleague = assistant === undefined ? callerName(call) : 'a colleague';
  const caller = isCalledBy(call, account) ? 'from here' : `by ${colleague ?? 'somebody else'}`;
  const ticket = call.case === null ? '' : ` for ${call.case}`;
  return `${caller} on ${minuteUtc(call.at)}${ticket}${otherEnvironmentWords(call, reader)}`;
}

/** One address is one service, whatever environment a profile gives it: the difference is a mistake in a profile. */
function otherEnvironmentWords(call: JournalEntry, { assistant, environment }: Reader): string {
  if (environment === undefined || call.environment === environment) return '';
  const { profile } = call;
  const isNamed = assistant === undefined || assistant.profiles.includes(profile ?? '');
  return ` with ${isNamed ? profileWords(call) : `a profile of ${call.environment}`}`;
}

/** Said with a look-up or a verify of the same receipt. */
const openSentence = (call: JournalEntry, reader: Reader): string =>
  `A verify of this receipt was sent ${verifiedByWhom(call, reader)} (\`pvg journal show ${call.id}\`), and no clear answer came.`;

/** Said of a verify without a clear answer that may be the one on record. */
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

/** What the journal has of verifies whose outcome is not known, and what no verdict says because there is none. */
export function earlierNotes(
  calls: readonly JournalEntry[],
  reader: Reader,
  description?: Description,
): string[] {
  const verdict = description?.verdict;
  // A verdict that shows a record says it itself.
  const open = showsRecord(verdict?.id) === true ? undefined : unresolvedVerify(calls);
  const verify = verdict === null ? recordingVerify(calls) : undefined;
  return nonEmptyTexts(
    open && openSentence(open, reader),
    verify && verifiedSentence(verify, reader),
  );
}

/**
 * A look-up in words, if a verify of the purchase succeeded, or may have: what the record is, and who has to know. A verify
 * with an unknown outcome is named only if the look-up shows a record.
 */
export function withEarlierVerify(
  description: Description,
  calls: readonly JournalEntry[],
  reader: Reader,
): Description {
  const { verdict } = description;
  if (verdict === null) return description;
  const isKnown = recordingVerify(calls) !== undefined || showsRecord(verdict.id) === true;
  const sentence = isKnown ? recordSentence(calls, reader) : undefined;
  if (sentence === undefined) return description;
  const says = `${verdict.says} ${sentence}`;
  const withSentence = { ...description, verdict: { ...verdict, says } };
  if (verdict.id !== 'paid-and-recorded') return withSentence;
  const { who, not, next, sections } = verdictWords.verified;
  const verified = { ...verdict, says, who, not, next, sections };
  return { ...withSentence, advice: 'check', verdict: verified };
}

/** What these verdicts say to do is not right any more when somebody has verified the purchase. */
const overtaken: readonly string[] = ['paid-and-recorded', 'paid-never-received', 'pending'];

/**
 * A look-up of the journal, as it has to be read today: somebody may have verified the purchase after it, for any ticket,
 * or before it in a file that could not be read then. `calls`: about the same receipt, at any place, oldest first.
 */
export function withLaterVerify(
  call: JournalEntry,
  calls: readonly JournalEntry[],
  { account, assistant }: Reader,
): JournalEntry {
  const { command, exit, verdict, advice, environment } = call;
  if (command !== 'lookup' || exit !== 0 || verdict === null) return call;
  const reader = { account, assistant, environment };
  const own = calls.filter((each) => isAtSamePlace(each, call));
  const open = unresolvedVerify(own);
  const recorder = recordingVerify(own) ?? possiblyRecordingVerify(own);
  const mayBeNews = verdict.id === 'paid-and-recorded' && advice === 'none';
  const isNews = recorder !== undefined && (recorder.at > call.at || mayBeNews);
  const sentence = isNews && recorder !== open ? recordSentence(own, reader) : undefined;
  if (sentence !== undefined) {
    const isLater = recorder !== undefined && recorder.at > call.at;
    const says = isLater
      ? laterWords(call.at, verdict.says, sentence)
      : `${verdict.says} ${sentence}`;
    const isOvertaken = overtaken.includes(verdict.id);
    const { who, not, next } = verdictWords.verified;
    const today = isOvertaken
      ? { ...verdict, says, who, next: `${not} ${next}` }
      : { ...verdict, says };
    return { ...call, advice: 'check', verdict: today };
  }
  if (open === undefined || open.at <= call.at) return call;
  const says = `${verdict.says} ${openSentence(open, reader)}`;
  return { ...call, advice: 'check', verdict: { ...verdict, says, ...lookUpAgain } };
}

/** What a look-up said is told as of then: beside the later verify it would contradict itself. */
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

const isAtSamePlace = (one: JournalEntry, other: JournalEntry): boolean =>
  one.receipt === other.receipt && isSameOrigin(one.origin, other.origin);

/** The store of one environment does not know the purchases of another. `elsewhere`: where it was confirmed. */
export function addConfirmedElsewhere(
  description: Description,
  elsewhere: JournalEntry | undefined,
): Description {
  if (elsewhere === undefined || description.error?.code !== 'not-confirmed') return description;
  const where = `Is this the right environment? This receipt was confirmed with ${profileWords(elsewhere)} on ${minuteUtc(elsewhere.at)}.`;
  return { ...description, facts: [checkFirst(where), ...description.facts] };
}

/** For a purchase that is already recorded: people want to know who recorded it. */
export function addRecordingVerify(
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

/** The receipts of one game are about equally long. One that is much shorter was probably cut on its way to the ticket. */

const fewestReceipts = 5;
/** A share of the length of the shortest earlier receipt. */
const leastShare = 0.8;
/** The newest lines about the package: older ones would say the same. */
const mostEarlierLines = 500;

interface AskedReceipt {
  readonly subject: Subject;
  /** Where it was asked about, as the journal has it. */
  readonly origin: string | null;
}

/** Adds the doubt to a purchase that was not confirmed; a confirmed one has its whole receipt. */
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

/** The length of each other receipt that the same service confirmed, once: one that it did not confirm may be cut itself. */
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
