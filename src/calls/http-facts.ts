import { headerValue, type WireResponse } from '../contract/wire.js';
import type { HttpFacts } from '../output/finished.js';
import { arrived, retryAfterMs, type Exchange } from '../transport/exchange.js';

/** The `http` member for an exchange; of several attempts, for the last one. */
export function httpFacts({ attempts, last, elapsedMs, clockSkewS }: Exchange): HttpFacts {
  const { status, headers } = arrived(last.outcome);
  const waitMs = retryAfterMs({ headers }, last.endedAtMs, Infinity);
  return {
    status: status === 0 ? null : status,
    attempts: attempts.length,
    elapsed_ms: elapsedMs,
    clock_skew_s: clockSkewS ?? null,
    retry_after_s: waitMs === undefined ? null : Math.ceil(waitMs / 1000),
    request_id: requestId(headers) ?? null,
  };
}

/** The contract shows none (§4): these are the names that servers and proxies usually use. */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-ms-request-id',
  'x-cloud-trace-context',
  'x-b3-traceid',
  'traceparent',
  'cf-ray',
];

const longestId = 200;

const requestId = (headers: WireResponse['headers']): string | undefined =>
  requestIdHeaders
    .map((name) => headerValue(headers, name)?.trim())
    .find((value) => value !== undefined && value !== '' && value.length <= longestId);
