import { osIds } from '../contract/platforms.js';
import type { ExitStatus } from '../failure.js';
import { identifiersIn } from '../service/identifiers.js';
import { judge } from '../service/judge.js';
import type { Outcome } from '../service/outcome.js';
import {
  errorIdOf,
  policyOf,
  verdictIdOf,
  type Advice,
  type ErrorId,
  type VerdictId,
} from '../service/policy.js';
import type { Exchange } from '../transport/exchange.js';
import type { Purchase } from './row.js';

/** What became of a row. `refused`: for good, and not about the purchase. */
export type Fate = 'answered' | 'refused' | 'failed' | 'unreadable';

/** What is known of a row, as data. */
export interface Judged {
  readonly fate: Fate;
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly verdict: VerdictId | null;
  readonly error: ErrorId | null;
  /** Of the answer. */
  readonly orderId: string | null;
  readonly outcome: Outcome;
}

export const fateOf = (exit: number): Fate => {
  if (exit === 2) return 'unreadable';
  if (exit === 5) return 'refused';
  return exit >= 8 && exit <= 12 ? 'failed' : 'answered';
};

export function judged(made: Exchange, purchase: Purchase): Judged {
  const outcome = judge('lookup', made, { ...purchase, osId: osIds.android });
  const { exit, advice } = policyOf(outcome);
  return {
    ...{ fate: fateOf(exit), exit, advice, outcome },
    verdict: verdictIdOf(outcome.kind),
    error: errorIdOf(outcome),
    orderId: identifiersIn(outcome).order_id,
  };
}
