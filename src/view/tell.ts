import type { ExitStatus } from '../failure.js';
import type { Asked } from '../service/asked.js';
import type { Outcome } from '../service/outcome.js';
import { policyOf, type Advice } from '../service/policy.js';
import { errorOf } from './errors.js';
import { answerFacts, doubtsOf } from './facts.js';
import { particularsOf } from './particulars.js';
import { verdictOf } from './verdict.js';
import type { Fact, ToldError, Verdict } from './words.js';

/** An outcome in words: what `--json` and a person's view are made from. */
export interface Told extends Pick<Outcome, 'answer' | 'anomalies' | 'isRawWithheld'> {
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly verdict: Verdict | null;
  readonly error: ToldError | null;
  readonly facts: readonly Fact[];
}

/** `tokenIsShown`: a session token is named by its fingerprint, or not at all. */
export function tell(outcome: Outcome, asked: Asked = {}, tokenIsShown = true): Told {
  const { answer, anomalies, isRawWithheld = false } = outcome;
  const { exit, advice } = policyOf(outcome);
  const particulars = particularsOf(outcome, asked);
  const [verdict, error] = [verdictOf(particulars), errorOf(particulars)];
  const facts = [...doubtsOf(particulars), ...answerFacts(outcome, tokenIsShown)];
  return { exit, advice, verdict, error, answer, anomalies, facts, isRawWithheld };
}
