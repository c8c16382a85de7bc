import type { ExitStatus } from '../failure.js';
import { interfaceOf, type Operation } from '../contract/interfaces.js';
import { failureShape, listed } from '../contract/listed.js';
import { lookupKinds, sessionKinds, verifyKinds, type Kind, type Outcome } from './outcome.js';

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

export const adviceNamed = (text: string | undefined): Advice | null =>
  advices.find((advice) => advice === text) ?? null;

/** The step that helps most next; again.ts makes its command line. */
export type Step =
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
  readonly next: Step;
  /** What kept the caller from a good answer: pvg's code with its section, or the service's own code. */
  readonly error: ErrorId | 'of-service' | null;
}

export interface ErrorId {
  /** The service's own code, or pvg's. */
  readonly code: string;
  readonly section: string | null;
}

const is = (
  exit: ExitStatus,
  advice: Advice,
  next: Step,
  error: Policy['error'] = null,
): Policy => ({
  ...{ exit, advice, next, error },
});

const unknown = (section: string | null): ErrorId => ({ code: 'outcome-unknown', section });
const noShape = (section: string | null): ErrorId => ({ code: 'no-contract-shape', section });

/** pvg's own policy, all of it: what each kind of outcome means for whoever branches on it. */
export const policies: Readonly<Record<Kind, Policy>> = {
  'paid-and-recorded': is(0, 'none', 'report'),
  'paid-recorded-with-error': is(0, 'check', 'report'),
  'paid-never-received': is(0, 'check', 'report'),
  'paid-recorded-elsewhere': is(0, 'do-not-grant', 'report'),
  pending: is(0, 'do-not-grant', 'report'),
  cancelled: is(0, 'do-not-grant', 'report'),
  'cancelled-after-recorded': is(0, 'check', 'report'),
  unknown: is(0, 'check', 'report'),
  'not-confirmed': is(6, 'do-not-grant', 'explain-last', {
    code: 'not-confirmed',
    section: '§2.4',
  }),
  'store-unavailable': is(8, 'retry-later', 'report', {
    code: 'store-unavailable',
    section: '§2.4',
  }),

  verified: is(0, 'grant', 'lookup'),
  'verified-other-product': is(6, 'check', 'lookup', {
    code: 'verified-other-product',
    section: '§7.1',
  }),
  'verified-doubtful': is(6, 'check', 'lookup', { code: 'verified-doubtful', section: '§7.1' }),
  'already-verified': is(7, 'already-verified', 'explain', 'of-service'),
  'own-duplicate': is(10, 'check', 'lookup', unknown('§7.1')),
  unclear: is(10, 'check', 'lookup', unknown('§3.1')),

  completed: is(0, 'none', 'report'),
  'not-completed': is(0, 'none', 'check'),

  rejected: is(6, 'do-not-grant', 'explain-last', 'of-service'),
  refused: is(5, 'fix-request', 'explain', 'of-service'),
  'credentials-refused': is(4, 'fix-request', 'probe', 'of-service'),
  failed: is(8, 'retry-later', 'explain', 'of-service'),
  limited: is(9, 'retry-later', 'explain', 'of-service'),

  lost: is(10, 'retry-later', 'doctor', unknown(null)),
  'not-reached': is(11, 'retry-later', 'doctor', { code: 'not-reached', section: null }),
  broken: is(12, 'check', 'doctor', noShape(null)),
  foreign: is(12, 'check', 'doctor', noShape('§4')),
  redirected: is(12, 'check', 'doctor', noShape('§4')),
};

/** A verify records: where it may have been processed, only a look-up shows it. */
const ofVerify: Partial<Record<Kind, Partial<Policy>>> = {
  lost: { advice: 'check', next: 'lookup', error: unknown('§3.1') },
  broken: { next: 'lookup' },
  'not-reached': { next: 'lookup' },
  failed: { next: 'lookup' },
  limited: { next: 'lookup' },
};

const policyFor = (operation: Operation, kind: Kind): Policy =>
  operation === 'verify' ? { ...policies[kind], ...ofVerify[kind] } : policies[kind];

export function policyOf(outcome: Outcome): Policy {
  const { operation, kind, status = 0, made, anomalies } = outcome;
  const policy = policyFor(operation, kind);
  // No shape of the contract, but it may have been a success.
  if (operation === 'verify' && kind === 'foreign' && mayBeRecorded(status, made.unclearBefore)) {
    return { ...policy, next: 'lookup' };
  }
  // An answer about another order is no reason to leave the ticket at that; a "no" after a "yes" contradicts §3.2.
  const isOdd = anomalies.some(({ id }) => id === 'other-order' || id === 'contradictory');
  return policy.advice === 'none' && isOdd ? { ...policy, advice: 'check' } : policy;
}

export const mayBeRecorded = (status: number, unclearBefore: boolean): boolean =>
  status < 300 || status >= 600 || unclearBefore;

type Ended = Pick<Outcome, 'operation' | 'kind' | 'status'> & {
  readonly code?: string | undefined;
};

/** null for an answer that the call was made for. */
export function errorIdOf({ operation, kind, code, status = 0 }: Ended): ErrorId | null {
  const { error } = policyFor(operation, kind);
  const of = interfaceOf(operation);
  if (error !== 'of-service') return error;
  return {
    code: code ?? `http-${status}`,
    section: (listed(of, code) ?? failureShape[of]).section,
  };
}

/** null if it is no answer about the purchase or the player. A refused verify has the verdict of a rejected look-up. */
export const verdictIdOf = (kind: Kind): VerdictId | null =>
  kind === 'rejected' ? 'not-confirmed' : (verdictIds.find((id) => id === kind) ?? null);

const verdictIds = [...lookupKinds, ...verifyKinds, ...sessionKinds];
export type VerdictId = (typeof verdictIds)[number];

/** Whether the gateway recorded the purchase with a verify that has this verdict (§3.1): a doubtful success did, too. */
export const isRecordedBy = (verdictId = ''): boolean =>
  verifyKinds.some((kind) => kind === verdictId && kind !== 'already-verified');

/** Whether a look-up with this verdict shows a verify on record; undefined if it does not say. */
export const showsRecord = (kind = ''): boolean | undefined =>
  kind === 'paid-never-received' ? false : kind.includes('recorded') || undefined;
