import type { Operation } from '../contract/interfaces.js';
import type { WireFailure } from '../contract/wire.js';
import type { Json, JsonObject } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';

/** What one call came to, as data: no sentence and no command line. judge() makes it, policy.ts decides, wording/ tells. */
export type Outcome = Common & Ending;

interface Common {
  readonly operation: Operation;
  readonly exchange: Exchange;
  /** The answer's HTTP status, even if its body broke off. */
  readonly status: number | undefined;
  /** The service's body if it was JSON, unchanged. */
  readonly answer: Json;
  readonly anomalies: readonly Anomaly[];
  /** The bytes of the answer may contain a token that must not be shown. */
  readonly isRawWithheld?: boolean;
}

/** How it ended: the kind, and what only this kind has. */
export type Ending =
  | Answered
  | { readonly kind: 'lost' | 'not-reached' | 'broken'; readonly failure: WireFailure }
  | { readonly kind: 'foreign'; readonly bodyProblem: BodyProblem }
  | { readonly kind: 'redirected' | 'unclear' };

/** An answer about the purchase or the player, or a failure as the service named it. */
interface Answered {
  readonly kind:
    LookupKind | (typeof verifyKinds | typeof sessionKinds)[number] | FailureKind | 'own-duplicate';
  /** The part that it is about: a transaction of a look-up, the envelope of a verify. */
  readonly about?: Json;
  /** The service's own code, unchanged. */
  readonly code?: string | undefined;
}

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
export type FailureKind = 'rejected' | 'refused' | 'credentials-refused' | 'failed' | 'limited';
export type OutcomeKind = Ending['kind'];

/** Something unexpected in an answer: shown, never hidden, never fatal. */
export interface Anomaly {
  readonly id: AnomalyId;
  /** `transactions[0].purchase_state`. */
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
  return values.length === 0 ? { id, field } : { id, field, values };
}

export function bodyProblem(id: BodyProblemId, ...values: readonly string[]): BodyProblem {
  return {
    id,
    values,
  };
}

/** An answer whose body is a JSON object, before it is judged. */
export interface JsonAnswer {
  readonly status: number;
  readonly object: JsonObject;
}

/** What the judge of one operation finds. */
export interface Judgement {
  readonly end: Ending;
  readonly anomalies?: readonly Anomaly[];
}
