import type { Json, JsonObject } from '../text/json/json.js';
import type { Word } from '../text/shell.js';
import type { WireFailure, WireRequest, WireResponse } from './wire.js';
import type { ReadBody } from './answer.js';
import type { CodeBook } from './codes.js';
import type { Anomaly } from './judgement.js';

/** One call, as far as judging its outcome needs to know it. */
export interface Call extends Traits {
  readonly made: Made;
  readonly book: CodeBook;
  /** The command that looks up the same purchase, and so shows whether a verify was recorded; undefined on iOS. */
  readonly lookup?: readonly Word[] | undefined;
  /** Removes from an answer what must not be shown. */
  readonly withhold?: (answer: Json) => Json;
  /** Removes known secrets from a body before its beginning is shown: half a secret would not be recognised. */
  readonly redact?: ((bytes: Uint8Array) => Uint8Array) | undefined;
}

/** The part of an exchange that is needed to judge it. */
interface Made {
  /** Empty if only the answer is known, as in `explain-error`. */
  readonly attempts: readonly unknown[];
  readonly last: { readonly request: WireRequest; readonly outcome: WireResponse | WireFailure };
  /** An earlier attempt of the same run may have been processed. */
  readonly unclearBefore: boolean;
}

/** What one operation says and does differently from the others. */
export interface Traits {
  /** The section of the contract that shows its answer. */
  readonly section: string;
  /** Whether it records something, so that it must not be repeated. */
  readonly records: boolean;
  /** What is not known after an unclear outcome, and what to do. `because`: why it is unclear. */
  readonly doubt: (because: string) => string;
  /** What to do when the service still fails after pvg's own attempts. */
  readonly again: string;
  /** What a failure of the service does not say. */
  readonly unsaid?: string;
  /** What is not known about a refusal for too many calls. */
  readonly limits?: string;
  /** What in the body contradicts the failure. */
  readonly contradiction?: (object: JsonObject | undefined, status: number) => Anomaly[];
  /** What to say with any 401, whatever its shape. */
  readonly clockHint?: () => string;
  /** Whether the beginning of an unreadable body may contain something that must not be shown. */
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
