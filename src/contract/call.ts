import type { Json, JsonObject } from '../text/json/json.js';
import type { WireFailure, WireRequest, WireResponse } from './wire.js';
import type { ReadBody } from './answer.js';
import type { CodeBook } from './codes.js';
import type { Anomaly } from './judgement.js';

/** One call, as far as judging its outcome needs to know it. */
export interface Call extends Traits {
  readonly made: Made;
  readonly book: CodeBook;
  /** The look-up of the same purchase: shows whether a verify was recorded; undefined where there is none. */
  readonly lookup?: readonly string[] | undefined;
  /** Takes out of an answer what must not be shown. */
  readonly withhold?: (answer: Json) => Json;
  /** Takes known secrets out of a body before its beginning is shown: of one that is cut nobody would know it. */
  readonly redact?: ((bytes: Uint8Array) => Uint8Array) | undefined;
}

/** As much of an exchange as judging it takes. */
interface Made {
  /** None when only the answer is known, as in `explain-error`. */
  readonly attempts: readonly unknown[];
  readonly last: { readonly request: WireRequest; readonly outcome: WireResponse | WireFailure };
  /** An earlier attempt of the same run may have been processed. */
  readonly unclearBefore: boolean;
}

/** What is peculiar to an operation where its outcome is not clear. */
export interface Traits {
  /** Where the contract shows its answer. */
  readonly section: string;
  /** Whether a call that was processed cannot be repeated. */
  readonly records: boolean;
  /** What an unclear outcome leaves open, and how to go on. */
  readonly doubt: (because: string) => string;
  /** When the service goes on failing although pvg has waited. */
  readonly again: string;
  /** What the service's own failure does not say. */
  readonly unsaid?: string;
  /** What is not known of a refusal for too many calls. */
  readonly limits?: string;
  /** What in the body contradicts that it failed. */
  readonly contradiction?: (object: JsonObject | undefined, status: number) => Anomaly[];
  /** What to say with any 401, whatever its shape. */
  readonly clockHint?: () => string;
  /** Whether the beginning of a body that cannot be read may hold what must not be shown. */
  readonly mayNeedWithholding?: (start: string) => boolean;
}

/** An answer of the service that is a JSON object. */
export interface Reply {
  readonly response: WireResponse;
  readonly body: ReadBody;
  readonly status: number;
  readonly object: JsonObject;
  readonly anomalies: readonly Anomaly[];
}
