import type { Anomaly, Fact, Judgement, Verdict } from '../../contract/judgement.js';
import { showsRecord, verifyVerdicts } from '../../gateway/verdict.js';
import { shellLine } from '../../text/shell.js';
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

/** A look-up's judgement, if a verify from here succeeded: what the record is, and who has to know. */
export function withOwnVerify(judgement: Judgement, calls: readonly JournalEntry[], here: Caller): Judgement {
  const verify = recordingVerify(calls);
  const { verdict } = judgement;
  if (verify === undefined || verdict === null) return judgement;
  const recorded = showsRecord(verdict.id);
  if (recorded === false) return contradicted(judgement, verdict, verify, here);
  const told = { ...judgement, facts: [...judgement.facts, verifiedFact(verify, here)] };
  const says = `${verdict.says} ${saysVerified(verify, here)}`;
  if (verdict.id !== 'paid-and-recorded') return { ...told, verdict: { ...verdict, says } };
  const { who, next, sections } = verifyVerdicts.verified;
  return { ...told, advice: 'check', verdict: { ...verdict, says, who, next, sections } };
}

/** The gateway has no record of a verify that it answered with success. */
function contradicted(judgement: Judgement, verdict: Verdict, verify: JournalEntry, here: Caller): Judgement {
  const anomaly: Anomaly = {
    field: 'gateway.found',
    says: `is false, although a verify ${atWhen(verify, here)} succeeded`,
    section: '§3.1',
  };
  return {
    ...judgement,
    facts: [...judgement.facts, verifiedFact(verify, here)],
    anomalies: [...judgement.anomalies, anomaly],
    verdict: {
      ...verdict,
      says: `${verdict.says} ${saysVerified(verify, here)}`,
      who: 'the operator',
      next: 'Do not grant and do not verify again. Show the operator both answers: they contradict each other.',
    },
  };
}

/** For a purchase that is already recorded: people want to know whether it was recorded from here. */
export function withRecorder(judgement: Judgement, calls: readonly JournalEntry[], here: Caller): Judgement {
  const { exit, error } = judgement;
  const recorder = exit === 7 ? possibleRecorder(calls) : undefined;
  if (recorder === undefined || error === null) return judgement;
  const isSure = recorder.exit === 0;
  const first = isSure
    ? `${saysVerified(recorder, here)} The record is from that verify (\`${shellLine(['pvg', 'journal', 'show', recorder.id])}\`).`
    : `${saysOpen(recorder, here)} The record may be from that verify.`;
  const told: Judgement = { ...judgement, error: { ...error, first } };
  if (!isSure) return told;
  const { who, next } = verifyVerdicts.verified;
  return { ...told, error: { ...error, first, who, hint: next } };
}
