import type { ExitStatus } from '../failure.js';
import type { Json } from '../text/json/json.js';
import type { Word } from '../text/shell.js';

/** What to do about the item, in one word for scripts. */
export type Advice =
  'grant' | 'do-not-grant' | 'already-verified' | 'retry-later' | 'fix-request' | 'check' | 'none';

/** The same for people. */
export const adviceLabels: Readonly<Record<Advice, string>> = {
  grant: 'Grant once',
  'do-not-grant': 'Do not grant',
  'already-verified': 'Verified before',
  'retry-later': 'Try again later',
  'fix-request': 'Fix the request',
  check: 'Check before granting',
  none: 'For information',
};

export const adviceNamed = (text: string | undefined): Advice | null =>
  Object.keys(adviceLabels).find((advice): advice is Advice => advice === text) ?? null;

/** What the answer means for the person asking, and who acts next. */
export interface Verdict {
  readonly id: string;
  readonly says: string;
  /** Who acts next, if that is named separately: `the operator`. */
  readonly who?: string;
  /** What they do, in one or two sentences. */
  readonly next: string;
  /** The sections of the contract that these sentences rest on; `--json` and the journal leave them out. */
  readonly sections?: readonly string[];
}

/** What a verdict says and advises, under its id in a table. */
export interface VerdictMeaning extends Omit<Verdict, 'id'> {
  readonly advice: Advice;
}

export const verdictNamed = <Id extends string>(
  id: Id,
  { says, who, next, sections }: VerdictMeaning,
): Verdict & { readonly id: Id } => ({
  id,
  says,
  ...(who !== undefined && { who }),
  next,
  ...(sections && { sections }),
});

/** Something unexpected in an answer: shown, never hidden, never fatal. */
export interface Anomaly {
  /** Where it is: `transactions[0].purchase_state`. */
  readonly field: string;
  /** Reads well after the field: `is not a string`. */
  readonly says: string;
  /** Of the service's contract: `§2.4`. */
  readonly section?: string;
}

export interface JudgedError {
  /** The service's own code, or pvg's. */
  readonly code: string;
  readonly says: string;
  /** Said before the hint. */
  readonly first?: string;
  /** Who acts next, if that is named separately. */
  readonly who?: string;
  readonly hint: string;
  readonly section: string | null;
}

/** What comes next, in words. A page with its own heading for who acts next uses the parts. */
export const nextWords = ({ who, next }: Pick<Verdict, 'who' | 'next'>): string =>
  sentences(who && `Who acts next: ${who}.`, next);

/** What to do after a call, in words. */
export const adviceWords = ({
  error,
  verdict,
}: {
  readonly error: Omit<JudgedError, 'code' | 'says' | 'section'> | null;
  readonly verdict: Pick<Verdict, 'who' | 'next'> | null;
}): string => {
  if (error !== null) return hintWords(error);
  return verdict === null ? '' : nextWords(verdict);
};

export const hintWords = ({ first, who, hint }: Pick<JudgedError, 'first' | 'who' | 'hint'>): string =>
  sentences(first, who && `Who acts next: ${who}.`, hint);

/** Facts that other code looks for; all others are only shown. */
export const factIds = [
  'check-first',
  'message',
  'order-id',
  'transaction-id',
  'product',
  'store-detail',
  'state',
  'acknowledged',
  'reason',
  'gateway-record',
  'gateway-state',
  'last-error',
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

/** What a wing makes of an exchange. Table, JSON, exit status and report all read this one object. */
export interface Judgement {
  readonly exit: ExitStatus;
  readonly verdict: Verdict | null;
  readonly advice: Advice;
  /** The service's body when it was JSON, unchanged. */
  readonly answer: Json;
  readonly anomalies: readonly Anomaly[];
  readonly error: JudgedError | null;
  readonly facts: readonly Fact[];
  /** The bytes of the answer may contain something that must not be shown: `--raw` does not print them. */
  readonly withholdRaw?: boolean;
  /** The command to type next, without profile options: whoever prints it adds them. Empty if nothing is left to do. */
  readonly nextCommand: readonly Word[];
}

/** The sentences that apply, as one text. */
export const sentences = (...all: readonly (string | false | undefined)[]): string =>
  all.filter((sentence) => sentence).join(' ');

/** One failure of the service: everything that pvg knows about a code is here and nowhere else. */
export interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly means: string;
  /** The causes the contract lists, no more. */
  readonly causes?: readonly string[];
  /** Who acts: `the game's developers`, `the operator`, `nobody yet`. */
  readonly who: string;
  readonly fix: string;
  /** For an iOS purchase, which pvg cannot look up. */
  readonly fixOnIos?: string;
  readonly retry: 'never' | 'after-fixing' | 'with-back-off' | 'later';
  /** Whether the game may grant the item on this answer. */
  readonly grant: 'no' | 'not-again' | 'does-not-apply';
  readonly advice: Advice;
  readonly exit: ExitStatus;
  readonly section: string;
}
