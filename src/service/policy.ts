import type { ExitStatus } from '../failure.js';
import type { Kind, Outcome } from './outcome.js';

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
  | 'explain-rejection' // a look-up's rejection has no code; a verify that the store rejects gets this one (§7.1)
  | 'check' // the same player again
  | 'doctor' // whether the service can be reached at all
  | 'profiles';

export interface Policy {
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly next: Step;
}

const is = (exit: ExitStatus, advice: Advice, next: Step): Policy => ({ exit, advice, next });

/** pvg's own policy, all of it: what each kind of outcome means for whoever branches on it. */
export const policies: Readonly<Record<Kind, Policy>> = {
  'paid-and-recorded': is(0, 'none', 'report'),
  'paid-recorded-with-error': is(0, 'check', 'report'),
  'paid-never-received': is(0, 'check', 'report'),
  'paid-recorded-elsewhere': is(0, 'do-not-grant', 'profiles'),
  pending: is(0, 'do-not-grant', 'report'),
  cancelled: is(0, 'do-not-grant', 'report'),
  'cancelled-after-recorded': is(0, 'check', 'report'),
  unknown: is(0, 'check', 'report'),
  'not-confirmed': is(6, 'do-not-grant', 'explain-rejection'),
  'store-unavailable': is(8, 'retry-later', 'report'),

  verified: is(0, 'grant', 'lookup'),
  'verified-other-product': is(6, 'check', 'lookup'),
  'verified-doubtful': is(6, 'check', 'lookup'),
  'already-verified': is(7, 'already-verified', 'explain'),
  'own-duplicate': is(10, 'check', 'lookup'),
  unclear: is(10, 'check', 'lookup'),

  completed: is(0, 'none', 'report'),
  'not-completed': is(0, 'none', 'check'),

  rejected: is(6, 'do-not-grant', 'explain'),
  refused: is(5, 'fix-request', 'explain'),
  'credentials-refused': is(4, 'fix-request', 'explain'),
  failed: is(8, 'retry-later', 'explain'),
  limited: is(9, 'retry-later', 'explain'),

  lost: is(10, 'retry-later', 'doctor'),
  'not-reached': is(11, 'retry-later', 'doctor'),
  broken: is(12, 'check', 'doctor'),
  foreign: is(12, 'check', 'doctor'),
  redirected: is(12, 'check', 'doctor'),
};

/** A verify records: where it may have been processed, only a look-up shows it. */
const ofVerify: Partial<Record<Kind, Partial<Policy>>> = {
  lost: { advice: 'check', next: 'lookup' },
  broken: { next: 'lookup' },
};

export function policyOf(outcome: Outcome): Policy {
  const { operation, kind } = outcome;
  const policy = { ...policies[kind], ...(operation === 'verify' && ofVerify[kind]) };
  if (isDoubtful(outcome)) return { ...policy, next: 'lookup' };
  // An answer about another order is no reason to leave the ticket at that; a "no" after a "yes" contradicts §3.2.
  const isOther = policy.advice === 'none' && outcome.anomalies.some(({ id }) => id === 'other-order');
  const isContradicted =
    operation === 'session' &&
    outcome.anomalies.some(({ id }) => id === 'contradictory') &&
    policy.exit === 0;
  return isOther || isContradicted ? { ...policy, advice: 'check' } : policy;
}

/** A verify whose answer has no shape of the contract, but may have been a success. */
export const isDoubtful = ({
  operation,
  kind,
  status = 0,
  made,
}: Pick<Outcome, 'operation' | 'kind' | 'status'> & {
  readonly made: { readonly unclearBefore: boolean };
}): boolean =>
  operation === 'verify' && kind === 'foreign' && (status < 300 || status >= 600 || made.unclearBefore);

/** Whether a look-up shows a verify on record; undefined if it does not say. */
export const showsRecord = (kind: string | undefined): boolean | undefined =>
  kind === 'paid-never-received' ? false : recorded.includes(kind ?? '') ? true : undefined;

const recorded = [
  'paid-and-recorded',
  'paid-recorded-with-error',
  'paid-recorded-elsewhere',
  'cancelled-after-recorded',
];
