import { interfaceOf, paths, records, type Operation } from '../contract/interfaces.js';
import { signedRequest, type Target } from '../contract/request.js';
import type { WireRequest } from '../contract/wire.js';
import {
  sendWithRetries,
  retryPolicy,
  type Attempt,
  type Transport,
} from '../transport/exchange.js';
import type { Subject } from './asked.js';
import { judge } from './judge.js';
import type { Outcome } from './outcome.js';

/** One call of the service: what is sent, and how patiently. */
export interface ServiceCall {
  readonly operation: Operation;
  /** Signed and sent as it is. */
  readonly body: Uint8Array;
  readonly subject: Subject;
}

interface CallSettings extends Transport {
  readonly target: Target;
  readonly random: () => number;
  readonly timeoutMs: number;
  /** Further attempts after the first. */
  readonly retries: number;
  readonly clockOffsetS: number;
  readonly signal?: AbortSignal;
  readonly onRetry?: (attempt: Attempt, waitMs: number) => void;
}

/** The request as it goes out at a time, in Unix seconds: each attempt has its own signature. */
export const buildRequest = (
  { operation, body }: Pick<ServiceCall, 'operation' | 'body'>,
  { target, clockOffsetS }: Pick<CallSettings, 'target' | 'clockOffsetS'>,
  unixSeconds: number,
): WireRequest =>
  signedRequest(
    records[interfaceOf(operation)],
    paths[operation],
    target,
    body,
    unixSeconds + clockOffsetS,
  );

/** Signs, sends, tries again as long as this operation may be repeated, and judges. */
export async function sendCall(what: ServiceCall, line: CallSettings): Promise<Outcome> {
  // A verify records: after a lost answer it is never sent again silently.
  const repeatable = what.operation !== 'verify';
  const exchange = await sendWithRetries(
    line,
    (unixSeconds) => buildRequest(what, line, unixSeconds),
    {
      ...line,
      waitAfter: retryPolicy({ retries: line.retries, repeatable }, line.random),
    },
  );
  return judge(what.operation, exchange, what.subject);
}
