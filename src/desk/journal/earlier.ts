import { showsRecord } from '../../service/policy.js';
import { nonEmpty } from '../../text/sentences.js';
import type { Told } from '../../view/tell.js';
import { verdictWords } from '../../view/verdict-words.js';
import { checkFirst } from '../../view/words.js';
import { callerName, isCalledBy, minuteUtc, profileWords, type Caller } from './calls.js';
import type { JournalEntry } from './entry.js';

/**
 * What earlier verifies of one receipt mean for a later call. `calls`: with that receipt at that place, oldest first.
 * Only the calls of this user on this computer change an answer; a colleague's are only told.
 */

/** No clear answer came (killed, interrupted, lost, 5xx, no shape): the gateway may have recorded the purchase. */
const isUnclear = ({ command, phase, exit, attempts }: JournalEntry): boolean =>
  command === 'verify' &&
  (phase === 'sent' || [8, 10, 12].includes(exit ?? 0) || (attempts > 0 && [130, 143].includes(exit ?? 0)));

/** A verify that succeeded, or whose outcome is not known. */
export const mayHaveRecorded = (call: JournalEntry): boolean =>
  isUnclear(call) || (call.command === 'verify' && call.exit === 0);

/** Whether a call shows that the purchase was recorded by then; undefined if it does not say. */
function saysRecorded({ command, exit, verdict }: JournalEntry): boolean | undefined {
  if (command === 'verify' && (exit === 0 || exit === 7)) return true;
  return command === 'lookup' && exit === 0 ? showsRecord(verdict?.id) : undefined;
}

function lastUnclear(
  calls: readonly JournalEntry[],
  endedBy: (call: JournalEntry) => boolean,
): JournalEntry | undefined {
  const at = calls.findLastIndex(isUnclear);
  return at === -1 || calls.slice(at + 1).some(endedBy) ? undefined : calls[at];
}

/** The last verify with an unknown outcome, unless a later call shows it. */
export const openVerify = (calls: readonly JournalEntry[]): JournalEntry | undefined =>
  lastUnclear(calls, (call) => saysRecorded(call) !== undefined);

/** The verify that succeeded: a receipt does so once, so the record is from it (§3.1). */
const recordingVerify = (calls: readonly JournalEntry[]): JournalEntry | undefined =>
  calls.findLast(({ command, exit }) => command === 'verify' && exit === 0);

/** `from here on …`, or who did it: a colleague on another computer. */
function whence(call: JournalEntry, here: Caller): string {
  const by = isCalledBy(call, here) ? 'from here' : `by ${callerName(call) ?? 'somebody else'}`;
  return `${by} on ${minuteUtc(call.at)}${call.case === null ? '' : ` for ${call.case}`}`;
}

/** Said with a look-up or a verify of the same receipt. */
const saysOpen = (call: JournalEntry, here: Caller): string =>
  `A verify of this receipt was sent ${whence(call, here)} (\`pvg journal show ${call.id}\`), and no clear answer came.`;

/** What the journal has of earlier verifies: one whose outcome is not known, and one of a colleague that succeeded. */
export function earlierNotes(
  { calls, own }: Readonly<Record<'calls' | 'own', readonly JournalEntry[]>>,
  here: Caller,
): string[] {
  const open = openVerify(calls);
  const verify = recordingVerify(calls.filter((call) => !own.includes(call)));
  return nonEmpty(
    open && saysOpen(open, here),
    verify && `The team’s journal has a verify of this receipt ${whence(verify, here)}.`,
  );
}

/** A look-up in words, if an own verify succeeded: what the record is, and who has to know. */
export function withOwnVerify(told: Told, own: readonly JournalEntry[], here: Caller): Told {
  const verify = recordingVerify(own);
  const { verdict } = told;
  if (verify === undefined || verdict === null) return told;
  const says = `${verdict.says} ${saysVerified(verify, here)}`;
  const more = { ...told, verdict: { ...verdict, says } };
  if (verdict.id !== 'paid-and-recorded') return more;
  const { who, next, sections } = verdictWords.verified;
  return { ...more, advice: 'check', verdict: { ...more.verdict, who, next, sections } };
}

const saysVerified = (verify: JournalEntry, here: Caller): string =>
  `It was verified ${whence(verify, here)} (\`pvg journal show ${verify.id}\`).`;

/** The store of one environment does not know the purchases of another. `elsewhere`: where it was confirmed. */
export function withElsewhere(told: Told, elsewhere: JournalEntry | undefined): Told {
  if (elsewhere === undefined || told.error?.code !== 'not-confirmed') return told;
  const where = `Is this the right environment? This receipt was confirmed with ${profileWords(elsewhere)} on ${minuteUtc(elsewhere.at)}.`;
  return { ...told, facts: [checkFirst(where), ...told.facts] };
}

/** For a purchase that is already recorded: people want to know whether it was recorded from here. */
export function withRecorder(told: Told, own: readonly JournalEntry[], here: Caller): Told {
  const { exit, error } = told;
  if (exit !== 7 || error === null) return told;
  const verify = recordingVerify(own);
  if (verify !== undefined) {
    const { who, next: hint } = verdictWords.verified;
    const first = `${saysVerified(verify, here)} The record is from that verify.`;
    return { ...told, error: { ...error, first, who, hint } };
  }
  const unclear = lastUnclear(own, (call) => saysRecorded(call) === false);
  if (unclear === undefined) return told;
  const first = `${saysOpen(unclear, here)} The record may be from that verify.`;
  return { ...told, error: { ...error, first } };
}
