import type { View } from '../output/command-result.js';

/** The types of what `pvg listen` sends to its page. */

/** `GET /requests.json?after=<count>`. */
export interface RequestsAnswer {
  /** The profile and its environment. */
  readonly profile: string;
  /** How many requests there have been. */
  readonly requestCount: number;
  /** The requests after the first `after` ones, in the order in which they were judged. */
  readonly requests: readonly ShownRequest[];
}

/** A request in words, without secrets and receipts. */
export interface ShownRequest {
  /** The number of the request, from 1 in the order of the answers: a later request may be judged first. */
  readonly number: number;
  readonly time: string;
  /** The word for the judgement: `ok`, `mismatch`. */
  readonly judgement: string;
  readonly mood: NonNullable<View['mood']>;
  /** The called operation: `gateway/verify`; for an unknown path its method and the path. */
  readonly calledPlace: string;
  readonly status: string;
  /** The ids of the causes, or the service's code of a refusal; may be empty. */
  readonly reasonIds: string;
  readonly says: string;
  readonly fix: string;
  readonly facts: readonly ShownRequestFact[];
  /** The fix as code; may be empty. */
  readonly code: string;
  /** The received request in pieces. The pieces with odd indexes are escapes of invisible characters. */
  readonly request: readonly string[];
}

export interface ShownRequestFact {
  readonly label: string;
  readonly value: string;
}
