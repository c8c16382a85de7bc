import type { ExitStatus } from '../failure.js';
import type { Subject } from '../service/subject.js';
import type { Outcome } from '../service/outcome.js';
import { policyOf, type Advice } from '../service/policy.js';
import { describeError } from './error-words.js';
import { answerFacts, checkFirstFacts } from './facts.js';
import { particularsOf } from './answer-details.js';
import { describeVerdict } from './verdict.js';
import type { Fact, ErrorWords, Verdict } from './description.js';

/** An outcome in words: what `--json` and a person's view are made from. */
export interface Description extends Pick<Outcome, 'answer' | 'anomalies' | 'isRawWithheld'> {
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly verdict: Verdict | null;
  readonly error: ErrorWords | null;
  readonly facts: readonly Fact[];
}

/** `tokenIsShown`: a session token is named by its fingerprint, or not at all. */
export function describeOutcome(
  outcome: Outcome,
  subject: Subject = {},
  tokenIsShown = true,
): Description {
  const { answer, anomalies, isRawWithheld = false } = outcome;
  const { exit, advice } = policyOf(outcome);
  const particulars = particularsOf(outcome, subject);
  const [verdict, error] = [describeVerdict(particulars), describeError(particulars)];
  const facts = [...checkFirstFacts(particulars), ...answerFacts(outcome, tokenIsShown)];
  return { exit, advice, verdict, error, answer, anomalies, facts, isRawWithheld };
}
