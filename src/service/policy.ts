import type { ExitStatus } from '../failure.js';
import { interfaceOf, type Operation } from '../contract/interfaces.js';
import { failureShape, listedFailure } from '../contract/listed.js';
import { numberText } from './fields.js';
import {
  type LookupKind,
  lookupKinds,
  sessionKinds,
  verifyKinds,
  type Advice,
  type NextStep,
  type OutcomeKind,
  type Outcome,
} from './outcome.js';
import { isAmong } from '../text/is-among.js';
import { unreadOrderOf } from './subject.js';

interface Policy {
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly nextStep: NextStep;
  /** The error code of the outcome: pvg's with its section, or `serviceCode` for the one that the service sent; null without an error. */
  readonly error: ErrorCode | typeof serviceCode | null;
}

export interface ErrorCode {
  /** The service's own code, or pvg's. */
  readonly code: string;
  readonly section: string | null;
}

/** Stands for the code that the service sent: pvg repeats it. */
const serviceCode = 'service-code';

function pvgCode(code: string, section: string | null): ErrorCode {
  return { code, section };
}

/** pvg's own policy, all of it: what each kind of outcome means for whoever branches on it. */
export const policies: Readonly<Record<OutcomeKind, Policy>> = {
  'paid-and-recorded': { exit: 0, advice: 'none', nextStep: 'report', error: null },
  'paid-recorded-with-error': { exit: 0, advice: 'check', nextStep: 'report', error: null },
  'paid-never-received': { exit: 0, advice: 'check', nextStep: 'report', error: null },
  'paid-recorded-elsewhere': { exit: 0, advice: 'do-not-grant', nextStep: 'report', error: null },
  pending: { exit: 0, advice: 'do-not-grant', nextStep: 'report', error: null },
  cancelled: { exit: 0, advice: 'do-not-grant', nextStep: 'report', error: null },
  'cancelled-after-recorded': { exit: 0, advice: 'check', nextStep: 'report', error: null },
  unknown: { exit: 0, advice: 'check', nextStep: 'report', error: null },
  'not-confirmed': {
    exit: 6,
    advice: 'do-not-grant',
    nextStep: 'report',
    error: pvgCode('not-confirmed', '§2.4'),
  },
  'store-unavailable': {
    exit: 8,
    advice: 'retry-later',
    nextStep: 'report',
    error: pvgCode('store-unavailable', '§2.4'),
  },

  verified: { exit: 0, advice: 'grant', nextStep: 'lookup', error: null },
  'verified-other-product': {
    exit: 6,
    advice: 'check',
    nextStep: 'lookup',
    error: pvgCode('verified-other-product', '§7.1'),
  },
  'verified-doubtful': {
    exit: 6,
    advice: 'check',
    nextStep: 'lookup',
    error: pvgCode('verified-doubtful', '§7.1'),
  },
  'already-verified': {
    exit: 7,
    advice: 'already-verified',
    nextStep: 'explain-last',
    error: serviceCode,
  },
  'own-duplicate': {
    exit: 10,
    advice: 'check',
    nextStep: 'lookup',
    error: pvgCode('outcome-unknown', '§7.1'),
  },
  unclear: {
    exit: 10,
    advice: 'check',
    nextStep: 'lookup',
    error: pvgCode('outcome-unknown', '§3.1'),
  },

  completed: { exit: 0, advice: 'none', nextStep: 'report', error: null },
  'not-completed': { exit: 0, advice: 'none', nextStep: 'check', error: null },

  rejected: { exit: 6, advice: 'do-not-grant', nextStep: 'explain-last', error: serviceCode },
  refused: { exit: 5, advice: 'fix-request', nextStep: 'explain', error: serviceCode },
  'credentials-refused': { exit: 4, advice: 'fix-request', nextStep: 'probe', error: serviceCode },
  failed: { exit: 8, advice: 'retry-later', nextStep: 'explain', error: serviceCode },
  limited: { exit: 9, advice: 'retry-later', nextStep: 'explain', error: serviceCode },

  lost: {
    exit: 10,
    advice: 'retry-later',
    nextStep: 'doctor',
    error: pvgCode('outcome-unknown', null),
  },
  'not-reached': {
    exit: 11,
    advice: 'retry-later',
    nextStep: 'doctor',
    error: pvgCode('not-reached', null),
  },
  broken: {
    exit: 12,
    advice: 'check',
    nextStep: 'doctor',
    error: pvgCode('no-contract-shape', null),
  },
  foreign: {
    exit: 12,
    advice: 'check',
    nextStep: 'doctor',
    error: pvgCode('no-contract-shape', '§4'),
  },
  redirected: {
    exit: 12,
    advice: 'check',
    nextStep: 'doctor',
    error: pvgCode('no-contract-shape', '§4'),
  },
};

/** What differs for a verify. It may have been recorded, so a look-up comes before another verify. */
const verifyExceptions: Partial<Record<OutcomeKind, Partial<Policy>>> = {
  lost: { advice: 'check', nextStep: 'lookup', error: pvgCode('outcome-unknown', '§3.1') },
  broken: { nextStep: 'lookup' },
  'not-reached': { nextStep: 'lookup' },
  failed: { nextStep: 'lookup' },
  limited: { nextStep: 'lookup' },
};

function policyFor(operation: Operation, kind: OutcomeKind): Policy {
  if (operation !== 'verify') return policies[kind];
  return { ...policies[kind], ...verifyExceptions[kind] };
}

/** An outcome before its policy is known. */
type JudgedAnswer = Omit<Outcome, 'exit' | 'advice' | 'nextStep'>;

/** Adds exit status, advice and next step to a judged answer. */
export function applyPolicy(judged: JudgedAnswer): Outcome {
  const { operation, kind, status = 0, exchange } = judged;
  const { exit, nextStep } = policyFor(operation, kind);
  // The answer has no shape of the contract, but the verify may have been recorded.
  const isUnclearVerify =
    operation === 'verify' && kind === 'foreign' && mayBeRecorded(status, exchange.unclearBefore);
  return {
    ...judged,
    exit,
    advice: adviceFor(judged),
    nextStep: isUnclearVerify ? 'lookup' : nextStep,
  };
}

function adviceFor(judged: JudgedAnswer): Advice {
  const { operation, kind, anomalies, failure } = judged;
  const { advice } = policyFor(operation, kind);
  // Before somebody has changed a setting, the same call fails again, so waiting does not help.
  const needsSomebody = isStoreClosed(judged) || failure?.details.obstacle !== undefined;
  if (advice === 'retry-later' && needsSomebody) return 'check';
  // An answer about another order, or one that contradicts itself or a kept yes (§3.2), has to be checked before the ticket is closed.
  const isDoubtful =
    anomalies.some(({ id }) => id === 'other-order' || id === 'contradictory') ||
    unreadOrderOf(judged) !== undefined;
  return advice === 'none' && isDoubtful ? 'check' : advice;
}

/** Whether the store refused the gateway’s credentials (§2.4): its own status is 401 or 403. */
export function isStoreClosed({ kind, answer }: Pick<Outcome, 'kind' | 'answer'>): boolean {
  return kind === 'store-unavailable' && /^40[13]$/.test(numberText(answer, 'status'));
}

/** Whether the outcome is an error of the service, whose code a table of the contract may explain. `own-duplicate` has a code of pvg, but the service sent DUPLICATE_TRANSACTION. */
export function isServiceError(kind: OutcomeKind): boolean {
  return policies[kind].error === serviceCode || kind === 'own-duplicate';
}

/** Whether a verify may have been recorded, although its answer had no shape of the contract. A 3xx or 4xx rules it out, unless an earlier attempt was unclear. A 5xx does not come here: judge() makes it `failed` or `unclear`. */
export function mayBeRecorded(status: number, unclearBefore: boolean): boolean {
  return status < 300 || status >= 600 || unclearBefore;
}

type CodedOutcome = Pick<Outcome, 'operation' | 'kind' | 'status' | 'code'>;

/** The error code of an outcome; null if the call got the kind of answer that it was made for. */
export function errorCodeOf({ operation, kind, code, status = 0 }: CodedOutcome): ErrorCode | null {
  const { error } = policyFor(operation, kind);
  if (error !== serviceCode) return error;
  const interfaceName = interfaceOf(operation);
  const { section } = listedFailure(interfaceName, code) ?? failureShape[interfaceName];
  return { code: code ?? `http-${status}`, section };
}

/** The verdict of a kind; null if it says nothing about the purchase or the player. A rejected verify has the verdict of a rejected look-up. */
export function verdictIdOf(kind: OutcomeKind): VerdictId | null {
  if (kind === 'rejected') return 'not-confirmed';
  return verdictIds.find((id) => id === kind) ?? null;
}

const verdictIds = [...lookupKinds, ...verifyKinds, ...sessionKinds];
export type VerdictId = (typeof verdictIds)[number];

/** Whether a verify with this verdict recorded the purchase (§3.1). A doubtful success did, too. */
export function isRecordedBy(verdictId = ''): boolean {
  return isAmong(verifyKinds, verdictId) && verdictId !== 'already-verified';
}

/** Verdicts of a look-up that found a verify on record, whoever sent it. */
const recordKinds: ReadonlySet<string> = new Set<LookupKind>([
  'paid-and-recorded',
  'paid-recorded-with-error',
  'paid-recorded-elsewhere',
  'cancelled-after-recorded',
]);

/** Whether a look-up with this verdict shows a verify on record; undefined if it does not say. */
export function showsRecord(kind = ''): boolean | undefined {
  if (kind === 'paid-never-received') return false;
  return recordKinds.has(kind) ? true : undefined;
}
