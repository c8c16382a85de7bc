import type { ExitStatus } from '../failure.js';
import type { Asked } from '../service/asked.js';
import type { Anomaly, Outcome } from '../service/outcome.js';
import { policyOf, type Advice } from '../service/policy.js';
import type { Json } from '../text/json/json.js';
import { errorOf } from './errors.js';
import { factsOf } from './facts.js';
import { situationOf } from './situation.js';
import { verdictOf } from './verdict.js';
import type { Fact, ToldError, Verdict } from './words.js';

/** An outcome in words: what `--json` and a person's view are made from. */
export interface Told {
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly verdict: Verdict | null;
  readonly error: ToldError | null;
  /** The service's body when it was JSON, unchanged. */
  readonly answer: Json;
  readonly anomalies: readonly Anomaly[];
  readonly facts: readonly Fact[];
  /** The bytes of the answer may contain something that must not be shown: `--raw` does not print them. */
  readonly isRawWithheld?: boolean;
}

/** `tokenIsShown`: a session token is named by its fingerprint, or not at all. */
export function tell(outcome: Outcome, asked: Asked = {}, tokenIsShown = true): Told {
  const { answer, anomalies, isRawWithheld } = outcome;
  const situation = situationOf(outcome, asked);
  const { exit, advice } = policyOf(outcome);
  return {
    exit,
    advice,
    verdict: verdictOf(situation),
    error: errorOf(situation),
    answer,
    anomalies,
    facts: factsOf(outcome, situation, tokenIsShown),
    ...(isRawWithheld === true && { isRawWithheld }),
  };
}
