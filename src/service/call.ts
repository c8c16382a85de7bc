import { interfaceOf, paths, records, type Operation } from '../contract/interfaces.js';
import { signedRequest, type Target } from '../contract/request.js';
import type { WireRequest } from '../contract/wire.js';
import { exchange, retrying, type Attempt, type ExchangeDoors } from '../transport/exchange.js';
import type { Asked } from './asked.js';
import { judge } from './judge.js';
import type { Outcome } from './outcome.js';

/** One call of the service: what is sent, and how patiently. */
export interface Call {
  readonly operation: Operation;
  /** Signed and sent as it is. */
  readonly body: Uint8Array;
  readonly asked: Asked;
}

interface Line extends ExchangeDoors {
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
export const requestOf = (
  { operation, body }: Pick<Call, 'operation' | 'body'>,
  { target, clockOffsetS }: Pick<Line, 'target' | 'clockOffsetS'>,
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
export async function call(what: Call, line: Line): Promise<Outcome> {
  // A verify records: after a lost answer it is never sent again silently.
  const repeatable = what.operation !== 'verify';
  const made = await exchange(line, (unixSeconds) => requestOf(what, line, unixSeconds), {
    ...line,
    waitAfter: retrying({ retries: line.retries, repeatable }, line.random),
  });
  return judge(what.operation, made, what.asked);
}
