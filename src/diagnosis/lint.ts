import type { Credential } from '../contract/credential.js';
import type { InterfaceRecord } from '../contract/interfaces.js';
import type { ObservedRequest } from './observed-request.js';
import { clientId } from './causes/client-id.js';
import { headers as headerCauses } from './causes/headers.js';
import { timestamp } from './causes/timestamp.js';
import { isOf, type Cause } from './cause.js';
import type { ReadHeaders } from './read-headers.js';

/** A finding in the headers alone: no hashing is needed for it. */
export interface Lint {
  readonly id: string;
  /** What was seen, beyond what the catalogue says. */
  readonly seen: string;
}

export interface LintInput {
  readonly request: ObservedRequest;
  readonly scheme: InterfaceRecord;
  readonly headers: ReadHeaders;
  readonly credential: Credential;
  /** The causes of the simplest match; what they explain is not said again. */
  readonly found: readonly string[];
  /** Whether the message was signed with the header's client id. */
  readonly signedHeaderId: boolean;
}

/** The causes as far as they lie in the headers; those of missing and misnamed ones come first. */
export const lint = (input: LintInput): Lint[] =>
  [headerCauses, timestamp, clientId]
    .flatMap((group) => Object.entries<Cause>(group))
    .filter(([id, cause]) => isOf(cause, input.scheme) && !input.found.includes(id))
    .flatMap(([id, { seen }]) => (seen?.(input) ?? []).map((words) => ({ id, seen: words })));
