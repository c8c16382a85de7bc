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
  /** What nobody may do on this answer, in a sentence. */
  readonly not?: string;
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
  /** What nobody may do now, in a sentence. */
  readonly not?: string;
  readonly hint: string;
  /** Said after the hint: how to do it at a terminal. */
  readonly hintAtTerminal?: string;
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
  'open-order',
  'probably-cut',
  'also-named',
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
  /** It repeats the verdict, or few need it: shown with --verbose, in reports and in the journal. */
  readonly isDetail?: boolean;
}

/** Said right below the verdict, not among the facts. */
export function isWarning(fact: Pick<Fact, 'id'>): boolean {
  return isCheckFirst(fact) || fact.id === 'probably-cut' || fact.id === 'also-named';
}

/** A person has to check it before anybody acts on the answer. */
export function isCheckFirst({ id }: Pick<Fact, 'id'>): boolean {
  return id === 'check-first' || id === 'open-order';
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

type Next = Pick<Verdict, 'who' | 'not' | 'next'>;
type Hint = Pick<ErrorWords, 'first' | 'who' | 'not' | 'hint' | 'hintAtTerminal'>;

/** Who acts next, and what not to do: what a person must have read before they do anything. */
export function actorWords({ who, not }: Pick<Next, 'who' | 'not'>): string {
  return joinSentences(who && `Who acts next: ${who}.`, not);
}

/** What comes next, in words. A page with its own heading for who acts next uses the parts. */
export function nextWords({ next, ...actor }: Next): string {
  return joinSentences(actorWords(actor), next);
}

export function hintWords({ first, hint, hintAtTerminal, ...actor }: Hint): string {
  return joinSentences(first, actorWords(actor), hint, hintAtTerminal);
}

/** What to do after a call, in words. */
export function adviceWords(error: Hint | null, verdict: Next | null): string {
  if (error !== null) return hintWords(error);
  return verdict === null ? '' : nextWords(verdict);
}

/** What to do after a call in two parts, as a person reads it below the verdict. */
export interface ActionWords {
  /** Who acts next, and what not to do. */
  readonly actor: string;
  /** What they do. */
  readonly next: string;
}

/** `error` comes first, as in `adviceWords`; what is said before its hint is a warning of its own. */
export function actionWords(error: Hint | null, verdict: Next | null): ActionWords | undefined {
  if (error !== null) {
    const next = joinSentences(error.hint, error.hintAtTerminal);
    return { actor: actorWords(error), next };
  }
  return verdict === null ? undefined : { actor: actorWords(verdict), next: verdict.next };
}

/** For what is kept and for lists, where `not` is no part of its own: it stands before what to do. */
export function withWholeNext(description: Description): Description {
  const { verdict, error } = description;
  return {
    ...description,
    verdict: verdict && {
      ...verdict,
      not: '',
      next: joinSentences(verdict.not, verdict.next),
    },
    error: error && {
      ...error,
      not: '',
      hint: joinSentences(error.not, error.hint),
    },
  };
}
