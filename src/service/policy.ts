import type { ExitStatus } from '../failure.js';
import { interfaceOf, type Operation } from '../contract/interfaces.js';
import { failureShape, listedFailure } from '../contract/listed.js';
import {
  lookupKinds,
  sessionKinds,
  verifyKinds,
  type OutcomeKind,
  type Outcome,
} from './outcome.js';

/** What to do about the item, in one word for scripts. */
export const advices = [
  'grant',
  'do-not-grant',
  'already-verified',
  'retry-later',
  'fix-request',
  'check',
  'none',
] as const;
export type Advice = (typeof advices)[number];

export function adviceNamed(text: string | undefined): Advice | null {
  return advices.find((advice) => advice === text) ?? null;
}

/** The step that helps most next; again.ts makes its command line. */
export type NextStep =
  | 'report' // a page for the ticket
  | 'lookup' // the same purchase: it shows whether a verify was recorded
  | 'explain' // the code of this failure
  | 'explain-last' // this answer, which has no code, or whose code means another actor in somebody else's call
  | 'probe' // a signed look-up of nothing: whether the credentials are accepted
  | 'check' // the same player again
  | 'doctor' // whether the service can be reached at all
  | 'profiles';

interface Policy {
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly nextStep: NextStep;
  /** What kept the caller from a good answer: pvg's code with its section, or the service's own code. */
  readonly error: ErrorCode | 'of-service' | null;
}

export interface ErrorCode {
  /** The service's own code, or pvg's. */
  readonly code: string;
  readonly section: string | null;
}

const policy = (
  exit: ExitStatus,
  advice: Advice,
  next: NextStep,
  error: Policy['error'] = null,
): Policy => ({
  ...{ exit, advice, nextStep: next, error },
});

const unknown = (section: string | null): ErrorCode => ({ code: 'outcome-unknown', section });
const noShape = (section: string | null): ErrorCode => ({ code: 'no-contract-shape', section });

/** pvg's own policy, all of it: what each kind of outcome means for whoever branches on it. */
export const policies: Readonly<Record<OutcomeKind, Policy>> = {
  'paid-and-recorded': policy(0, 'none', 'report'),
  'paid-recorded-with-error': policy(0, 'check', 'report'),
  'paid-never-received': policy(0, 'check', 'report'),
  'paid-recorded-elsewhere': policy(0, 'do-not-grant', 'report'),
  pending: policy(0, 'do-not-grant', 'report'),
  cancelled: policy(0, 'do-not-grant', 'report'),
  'cancelled-after-recorded': policy(0, 'check', 'report'),
  unknown: policy(0, 'check', 'report'),
  'not-confirmed': policy(6, 'do-not-grant', 'explain-last', {
    code: 'not-confirmed',
    section: '§2.4',
  }),
  'store-unavailable': policy(8, 'retry-later', 'report', {
    code: 'store-unavailable',
    section: '§2.4',
  }),

  verified: policy(0, 'grant', 'lookup'),
  'verified-other-product': policy(6, 'check', 'lookup', {
    code: 'verified-other-product',
    section: '§7.1',
  }),
  'verified-doubtful': policy(6, 'check', 'lookup', { code: 'verified-doubtful', section: '§7.1' }),
  'already-verified': policy(7, 'already-verified', 'explain', 'of-service'),
  'own-duplicate': policy(10, 'check', 'lookup', unknown('§7.1')),
  unclear: policy(10, 'check', 'lookup', unknown('§3.1')),

  completed: policy(0, 'none', 'report'),
  'not-completed': policy(0, 'none', 'check'),

  rejected: policy(6, 'do-not-grant', 'explain-last', 'of-service'),
  refused: policy(5, 'fix-request', 'explain', 'of-service'),
  'credentials-refused': policy(4, 'fix-request', 'probe', 'of-service'),
  failed: policy(8, 'retry-later', 'explain', 'of-service'),
  limited: policy(9, 'retry-later', 'explain', 'of-service'),

  lost: policy(10, 'retry-later', 'doctor', unknown(null)),
  'not-reached': policy(11, 'retry-later', 'doctor', { code: 'not-reached', section: null }),
  broken: policy(12, 'check', 'doctor', noShape(null)),
  foreign: policy(12, 'check', 'doctor', noShape('§4')),
  redirected: policy(12, 'check', 'doctor', noShape('§4')),
};

/** A verify records: where it may have been processed, only a look-up shows it. */
const ofVerify: Partial<Record<OutcomeKind, Partial<Policy>>> = {
  lost: { advice: 'check', nextStep: 'lookup', error: unknown('§3.1') },
  broken: { nextStep: 'lookup' },
  'not-reached': { nextStep: 'lookup' },
  failed: { nextStep: 'lookup' },
  limited: { nextStep: 'lookup' },
};

const policyFor = (operation: Operation, kind: OutcomeKind): Policy =>
  operation === 'verify' ? { ...policies[kind], ...ofVerify[kind] } : policies[kind];

export function policyOf(outcome: Outcome): Policy {
  const { operation, kind, status = 0, exchange, anomalies } = outcome;
  const policy = policyFor(operation, kind);
  // No shape of the contract, but it may have been a success.
  if (
    operation === 'verify' &&
    kind === 'foreign' &&
    mayBeRecorded(status, exchange.unclearBefore)
  ) {
    return { ...policy, nextStep: 'lookup' };
  }
  // An answer about another order is no reason to leave the ticket at that; a "no" after a "yes" contradicts §3.2.
  const isOdd = anomalies.some(({ id }) => id === 'other-order' || id === 'contradictory');
  return policy.advice === 'none' && isOdd ? { ...policy, advice: 'check' } : policy;
}

export function mayBeRecorded(status: number, unclearBefore: boolean): boolean {
  return status < 300 || status >= 600 || unclearBefore;
}

type Ended = Pick<Outcome, 'operation' | 'kind' | 'status'> & {
  readonly code?: string | undefined;
};

/** null for an answer that the call was made for. */
export function errorCodeOf({ operation, kind, code, status = 0 }: Ended): ErrorCode | null {
  const { error } = policyFor(operation, kind);
  const interfaceName = interfaceOf(operation);
  if (error !== 'of-service') return error;
  return {
    code: code ?? `http-${status}`,
    section: (listedFailure(interfaceName, code) ?? failureShape[interfaceName]).section,
  };
}

/** null if it is no answer about the purchase or the player. A refused verify has the verdict of a rejected look-up. */
export function verdictIdOf(kind: OutcomeKind): VerdictId | null {
  return kind === 'rejected' ? 'not-confirmed' : (verdictIds.find((id) => id === kind) ?? null);
}

const verdictIds = [...lookupKinds, ...verifyKinds, ...sessionKinds];
export type VerdictId = (typeof verdictIds)[number];

/** Whether the gateway recorded the purchase with a verify that has this verdict (§3.1): a doubtful success did, too. */
export function isRecordedBy(verdictId = ''): boolean {
  return verifyKinds.some((kind) => kind === verdictId && kind !== 'already-verified');
}

/** Whether a look-up with this verdict shows a verify on record; undefined if it does not say. */
export function showsRecord(kind = ''): boolean | undefined {
  return kind === 'paid-never-received' ? false : kind.includes('recorded') || undefined;
}
