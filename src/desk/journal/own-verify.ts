import { showsRecord } from '../../service/policy.js';
import { shellLine } from '../../text/shell.js';
import type { Told } from '../../view/tell.js';
import { verdictWords } from '../../view/verdict-words.js';
import type { Fact } from '../../view/words.js';
import type { JournalEntry } from './entry.js';
import { isCalledBy, type Caller } from './calls.js';
import { minuteUtc, possibleRecorder, saysOpen, whence } from './earlier.js';

/** What somebody at the desk did to a purchase, as the answer to a later call has to take it into account. */

/** The verify that succeeded: a receipt does so once, so the record is from it (§3.1). `calls`: as in earlier.ts. */
const recordingVerify = (calls: readonly JournalEntry[]): JournalEntry | undefined =>
  calls.findLast(({ command, exit }) => command === 'verify' && exit === 0);

/** `from here on … by agent`; for a colleague `by maria on desk-3 on …`. */
const atWhen = (verify: JournalEntry, here: Caller): string => {
  const { at, user, case: caseId } = verify;
  const by = user === null || !isCalledBy(verify, here) ? '' : ` by ${user}`;
  return `${whence(verify, here)} on ${minuteUtc(at)}${by}${caseId === null ? '' : ` for ${caseId}`}`;
};

const saysVerified = (verify: JournalEntry, here: Caller): string =>
  `It was verified ${atWhen(verify, here)}.`;

const verifiedFact = (verify: JournalEntry, here: Caller): Fact => ({
  label: `Verified ${whence(verify, here)}`,
  value: `the call ${verify.id}`,
});

/** A look-up in words, if a verify from here succeeded: what the record is, and who has to know. */
export function withOwnVerify(told: Told, calls: readonly JournalEntry[], here: Caller): Told {
  const verify = recordingVerify(calls);
  const { verdict } = told;
  if (verify === undefined || verdict === null) return told;
  const says = `${verdict.says} ${saysVerified(verify, here)}`;
  const more = { ...told, facts: [...told.facts, verifiedFact(verify, here)] };
  // The gateway has no record of a verify that it answered with success.
  if (showsRecord(verdict.id) === false)
    return {
      ...more,
      anomalies: [
        ...told.anomalies,
        { id: 'contradictory', field: 'gateway.found', values: [`the verify ${verify.id}`] },
      ],
      verdict: {
        ...verdict,
        says,
        who: 'the operator',
        next: 'Do not grant and do not verify again. Show the operator both answers: they contradict each other.',
      },
    };
  if (verdict.id !== 'paid-and-recorded') return { ...more, verdict: { ...verdict, says } };
  const { who, next, sections } = verdictWords.verified;
  return { ...more, advice: 'check', verdict: { ...verdict, says, who, next, sections } };
}

/** For a purchase that is already recorded: people want to know whether it was recorded from here. */
export function withRecorder(told: Told, calls: readonly JournalEntry[], here: Caller): Told {
  const { exit, error } = told;
  const recorder = exit === 7 ? possibleRecorder(calls) : undefined;
  if (recorder === undefined || error === null) return told;
  const isSure = recorder.exit === 0;
  const first = isSure
    ? `${saysVerified(recorder, here)} The record is from that verify (\`${shellLine(['pvg', 'journal', 'show', recorder.id])}\`).`
    : `${saysOpen(recorder, here)} The record may be from that verify.`;
  if (!isSure) return { ...told, error: { ...error, first } };
  const { who, next } = verdictWords.verified;
  return { ...told, error: { ...error, first, who, hint: next } };
}
