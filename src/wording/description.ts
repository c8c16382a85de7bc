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
  /** null if the answer says nothing about the purchase or the player. */
  readonly verdict: Verdict | null;
  /** null if the call got the kind of answer that it was made for. */
  readonly error: ErrorWords | null;
  readonly facts: readonly Fact[];
  /** The bytes of the answer may hold a token, so `--raw` does not print them. */
  readonly isRawWithheld: boolean;
}

/** What the answer means for the person asking, and who acts next. */
export interface Verdict {
  readonly id: string;
  readonly says: string;
  /** Who acts next: `the operator`. */
  readonly who?: string;
  /** A sentence that says what nobody may do on this answer. */
  readonly not?: string;
  /** What to do next. */
  readonly next: string;
  /** The sections of the contract that these sentences rest on; `--json` leaves them out. */
  readonly sections?: readonly string[];
}

export interface ErrorWords extends ErrorCode {
  readonly says: string;
  /** A sentence before the hint: what a person has to check first. */
  readonly first?: string;
  readonly who?: string;
  /** What nobody may do now, in a sentence. */
  readonly not?: string;
  readonly hint: string;
  /** A sentence after the hint, which says how to do it at a terminal. */
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

/** The ids of the facts that other code looks for; any other fact is only shown. */
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
  /** The fact repeats the verdict, or few people need it: it is shown only with --verbose, in reports and in the journal. */
  readonly isDetail?: boolean;
}

/** Whether a fact is shown right below the verdict, and not among the facts. */
export function isWarning(fact: Pick<Fact, 'id'>): boolean {
  return isCheckFirst(fact) || fact.id === 'probably-cut' || fact.id === 'also-named';
}

/** Whether a person has to check this fact before anybody acts on the answer. */
export function isCheckFirst({ id }: Pick<Fact, 'id'>): boolean {
  return id === 'check-first' || id === 'open-order';
}

/** Makes a doubt that a person has to check first: the agent may have made a mistake. While an answer has one, there is no reply to the player. */
export function checkFirst(value: string): Fact {
  return {
    id: 'check-first',
    label: 'Check first',
    value,
  };
}

export const adviceLabels: Readonly<Record<Advice, string>> = {
  // After a verify with pvg it is not known whether the game has granted the item, so this label does not say `Grant`.
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

/** Who acts next, and what not to do: a person has to read this first. */
export function actorWords({ who, not }: Pick<Next, 'who' | 'not'>): string {
  return joinSentences(who && `Who acts next: ${who}.`, not);
}

/** Who acts next, what not to do, and what to do, as one text. */
export function nextWords({ next, ...actor }: Next): string {
  return joinSentences(actorWords(actor), next);
}

/** As `nextWords`, for an error, with what stands on lines of its own on a screen. */
export function hintWords({ first, hint, hintAtTerminal = '', ...actor }: Hint): string {
  const inOneLine = hintAtTerminal.replaceAll('\n', ' ');
  return joinSentences(first, actorWords(actor), hint, inOneLine);
}

/** What to do after a call, as one text: for a report and a note. A view below a verdict has `actionWords` instead. */
export function adviceWords(error: Hint | null, verdict: Next | null): string {
  if (error !== null) return hintWords(error);
  return verdict === null ? '' : nextWords(verdict);
}

/** What to do after a call in two parts, as a person reads it below the verdict. */
export interface ActionWords {
  /** Who acts next, and what not to do. */
  readonly actor: string;
  /** What the person who acts next has to do. */
  readonly next: string;
}

/** If there is an error, its words count, as in `adviceWords`. Its `first` is not among them, because it is shown as a warning. */
export function actionWords(error: Hint | null, verdict: Next | null): ActionWords | undefined {
  if (error !== null) {
    const next = joinSentences(error.hint, error.hintAtTerminal);
    return { actor: actorWords(error), next };
  }
  return verdict === null ? undefined : { actor: actorWords(verdict), next: verdict.next };
}

/** Moves `not` to the beginning of `next` or of the hint, because the journal and lists have no member for it. */
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
