import type { Operation } from '../contract/interfaces.js';
import type { WireFailure } from '../contract/wire.js';
import type { ExitStatus } from '../failure.js';
import type { Json, JsonObject } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';

/**
 * What one call of the service came to, as data: no sentence and no command line. judge() makes it and policy.ts adds
 * exit status, advice and next step; describeOutcome() puts it into words.
 */
export interface Outcome {
  readonly operation: Operation;
  readonly subject: Subject;
  readonly exchange: Exchange;
  readonly kind: OutcomeKind;
  /** The answer's HTTP status, even if its body broke off. */
  readonly status: number | undefined;
  /** The service's own error code, unchanged. */
  readonly code?: string | undefined;
  /** The service's body if it was JSON, unchanged. */
  readonly answer: Json;
  /** The part of the answer that was judged: a transaction of a look-up, the envelope of a verify. */
  readonly judgedPart?: Json | undefined;
  /** Why the body is not an answer of the contract (`foreign`, and a 5xx with a page). */
  readonly bodyProblem?: BodyProblem | undefined;
  /** Why no complete answer came (`lost`, `not-reached`, `broken`). */
  readonly failure?: WireFailure | undefined;
  readonly anomalies: readonly Anomaly[];
  /** The bytes of the answer may contain a token that must not be shown. */
  readonly isRawWithheld?: boolean;
  /** The exit status of a command that made only this call. */
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly nextStep: NextStep;
}

/** What a call is about. Members that are not known are undefined. Some of them only come from the pasted text, and are never sent. */
export interface Subject {
  readonly productId?: string | undefined;
  readonly package?: string | undefined;
  readonly receipt?: string | undefined;
  readonly osId?: number | undefined;
  /** The store's order id of the ticket; it is compared with the answer's and never sent. */
  readonly orderId?: string | undefined;
  /** Somebody typed `orderId`, so the ticket is about that order, whatever else it names. */
  readonly isOrderChosen?: boolean | undefined;
  /** Further orders that the ticket's text names besides `orderId`. Never sent. */
  readonly otherOrderIds?: readonly string[] | undefined;
  /** Orders that the text names, but that belong to none of the purchases in it. Never sent. */
  readonly unassignedOrderIds?: readonly string[] | undefined;
  /** The ticket's text has several purchases, so an answer about any of its orders is no answer about a wrong order. */
  readonly isOneOfSeveral?: boolean | undefined;
  /** A damaged order id in the ticket’s text: as it is `written`, and which one it probably is. Never sent. */
  readonly unreadOrder?:
    { readonly written: string; readonly probableOrderId?: string | undefined } | undefined;
  readonly gameId?: string | undefined;
  readonly username?: string | undefined;
  /** When a true answer about this player was seen, in ISO 8601. */
  readonly completedSince?: string | undefined;
}

/** What the judge of one operation reads from an answer. */
export interface Judgement extends Pick<
  Outcome,
  'kind' | 'code' | 'judgedPart' | 'bodyProblem' | 'failure'
> {
  readonly anomalies?: readonly Anomaly[];
}

/** An answer whose body is a JSON object, before it is judged. */
export interface JsonAnswer {
  readonly status: number;
  readonly object: JsonObject;
}

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

export function adviceNamed(text: string | undefined): Advice | null {
  return advices.find((advice) => advice === text) ?? null;
}

/** The step that helps most next; wording/next-command.ts makes its command line. */
export type NextStep =
  | 'report' // a page for the ticket
  | 'lookup' // the same purchase: it shows whether a verify was recorded
  | 'explain' // the code of this failure
  | 'explain-last' // this call of the journal: its answer has no code, or the code alone would name another actor
  | 'probe' // a signed look-up of nothing: whether the credentials are accepted
  | 'check' // the same player again
  | 'doctor' // whether the service can be reached at all
  | 'profiles';

/** The verdicts of a look-up. */
export const lookupKinds = [
  'paid-and-recorded',
  'paid-recorded-with-error',
  'paid-never-received',
  'paid-recorded-elsewhere',
  'pending',
  'cancelled',
  'cancelled-after-recorded',
  'store-unavailable',
  'not-confirmed',
  'unknown',
] as const;
export type LookupKind = (typeof lookupKinds)[number];
/** The verdicts of a verify; `verified-doubtful`: a success about another order, of a purchase that is not paid, or without a transaction id. */
export const verifyKinds = [
  'verified',
  'verified-other-product',
  'verified-doubtful',
  'already-verified',
] as const;
export type VerifyKind = (typeof verifyKinds)[number];
export const sessionKinds = ['completed', 'not-completed'] as const;
/** The service named an error, or sent a status of one. */
export type FailureKind = 'rejected' | 'refused' | 'credentials-refused' | 'failed' | 'limited';
/** No complete answer came, or one without a shape of the contract. */
type NoAnswerKind = 'lost' | 'not-reached' | 'broken' | 'foreign' | 'redirected' | 'unclear';
export type OutcomeKind =
  | LookupKind
  | VerifyKind
  | (typeof sessionKinds)[number]
  | FailureKind
  | 'own-duplicate'
  | NoAnswerKind;

/** Something unexpected in an answer: shown, never hidden, never fatal. */
export interface Anomaly {
  readonly id: AnomalyId;
  /** The path of the member: `transactions[0].purchase_state`. */
  readonly field: string;
  /** `wrong-type`: what it is and what it should be; `contradictory`: what it contradicts; `not-listed`: a code. */
  readonly values?: readonly string[];
}

export const anomalyIds = [
  'missing',
  'empty',
  'unlisted',
  'wrong-type',
  'not-listed',
  'other-order',
  'other-product',
  'contradictory',
] as const;
export type AnomalyId = (typeof anomalyIds)[number];

/** Why a body is not an answer of the contract. */
export interface BodyProblem {
  readonly id: BodyProblemId;
  readonly values: readonly string[];
}

export const bodyProblemIds = [
  'not-utf8',
  'empty',
  'html',
  'cut',
  'not-json',
  'not-an-object',
  'member-missing',
  'member-twice',
  'member-type',
  'status-not-shown',
] as const;
export type BodyProblemId = (typeof bodyProblemIds)[number];

export function anomaly(id: AnomalyId, field: string, ...values: readonly string[]): Anomaly {
  if (values.length === 0) return { id, field };
  return { id, field, values };
}

export function bodyProblem(id: BodyProblemId, ...values: readonly string[]): BodyProblem {
  return {
    id,
    values,
  };
}
