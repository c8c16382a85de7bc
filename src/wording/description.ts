import type { ExitStatus } from '../failure.js';
import type { Advice, NextStep } from '../service/outcome.js';
import type { AnomalyId, Outcome } from '../service/outcome.js';
import type { ErrorCode } from '../service/policy.js';
import { joinSentences } from '../text/sentences.js';

/** An outcome in words: what `--json`, a person's view and the journal are made from. */
export interface Description extends Pick<Outcome, 'answer' | 'anomalies'> {
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly nextStep: NextStep;
  /** null if it is no answer about the purchase or the player. */
  readonly verdict: Verdict | null;
  /** null for an answer that the call was made for. */
  readonly error: ErrorWords | null;
  readonly facts: readonly Fact[];
  readonly isRawWithheld: boolean;
}

/** What the answer means for the person asking, and who acts next. */
export interface Verdict {
  readonly id: string;
  readonly says: string;
  /** `the operator`. */
  readonly who?: string;
  /** What they do. */
  readonly next: string;
  /** The sections of the contract that these sentences rest on; `--json` leaves them out. */
  readonly sections?: readonly string[];
}

export interface ErrorWords extends ErrorCode {
  readonly says: string;
  /** Said before the hint. */
  readonly first?: string;
  readonly who?: string;
  readonly hint: string;
}

/** Something unexpected in an answer, in words. */
export interface AnomalyWords {
  readonly id?: AnomalyId;
  /** Where it is: `transactions[0].purchase_state`. */
  readonly field: string;
  /** Reads well after the field: `is missing`. */
  readonly says: string;
}

/** Facts that other code looks for; all others are only shown. */
export const factIds = [
  'check-first',
  'product',
  'message',
  'store-detail',
  'last-error-message',
] as const;

export type FactId = (typeof factIds)[number];

/** A line for people: `Store: bought on 2026-11-03T…`. */
export interface Fact {
  readonly id?: FactId;
  readonly label: string;
  readonly value: string;
  /** Milliseconds since the epoch, if the value is a time: people also see it by their own clock. */
  readonly atMs?: number;
}

/** Said right below the verdict, and instead of a reply to the player: the difference may be the agent's own. */
export function checkFirst(value: string): Fact {
  return {
    id: 'check-first',
    label: 'Check first',
    value,
  };
}

export const adviceLabels: Readonly<Record<Advice, string>> = {
  // After a verify from here, whether the game has granted is not known.
  grant: 'Check before granting',
  'do-not-grant': 'Do not grant',
  'already-verified': 'Verified before',
  'retry-later': 'No result yet',
  'fix-request': 'Fix the request',
  check: 'Check before granting',
  none: 'For information',
};

/** What comes next, in words. A page with its own heading for who acts next uses the parts. */
export function nextWords({ who, next }: Pick<Verdict, 'who' | 'next'>): string {
  return joinSentences(who && `Who acts next: ${who}.`, next);
}

type Hint = Pick<ErrorWords, 'first' | 'who' | 'hint'>;

export function hintWords({ first, who = '', hint }: Hint): string {
  return joinSentences(first, nextWords({ who, next: hint }));
}

/** What to do after a call, in words. */
export function adviceWords(
  error: Hint | null,
  verdict: Pick<Verdict, 'who' | 'next'> | null,
): string {
  if (error !== null) return hintWords(error);
  return verdict === null ? '' : nextWords(verdict);
}
