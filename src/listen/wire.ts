import type { View } from '../output/command-result.js';

/** What goes from `pvg listen` to its page. Types alone. */

/** `GET /requests.json?after=<count>`. */
export interface RequestsAnswer {
  /** The profile and its environment. */
  readonly profile: string;
  /** How many requests there have been. */
  readonly requestCount: number;
  /** Those that are known since the given count, as they became known. */
  readonly requests: readonly ShownRequest[];
}

/** A request in words, without secrets and receipts. */
export interface ShownRequest {
  /** Its place among all that came, from 1: a later one may be known first. */
  readonly number: number;
  readonly time: string;
  /** `ok`, `mismatch`. */
  readonly judgement: string;
  readonly mood: NonNullable<View['mood']>;
  /** `gateway/verify`; an unknown path as it came. */
  readonly calledPlace: string;
  readonly status: string;
  /** Ids of causes, or the service's code; may be empty. */
  readonly reasonIds: string;
  readonly says: string;
  readonly fix: string;
  readonly facts: readonly ShownRequestFact[];
  /** The fix as code; may be empty. */
  readonly code: string;
  /** As it came: texts and, at the odd places, characters that nobody can see, spelled. */
  readonly request: readonly string[];
}

export interface ShownRequestFact {
  readonly label: string;
  readonly value: string;
}
