import type { Attempt, Exchange } from '../../src/transport/exchange.js';
import type { Send, WireFailure, WireRequest, WireResponse } from '../../src/contract/wire.js';
import { fixedUnixSeconds } from './context.js';

export interface GivenResponse {
  readonly status?: number;
  readonly headers?: WireResponse['headers'];
  /** Text or bytes as they are; anything else as JSON. */
  readonly body?: unknown;
}

export const response = ({
  status = 200,
  headers = [],
  body = '',
}: GivenResponse): WireResponse => ({
  status,
  headers,
  body:
    body instanceof Uint8Array
      ? body
      : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
});

export const answer = (
  status: number,
  body: unknown,
  headers?: WireResponse['headers'],
): WireResponse => response({ status, body, ...(headers && { headers }) });
/** A service that answers whatever it is asked like this. */
export const answering =
  (...given: Parameters<typeof answer>): Send =>
  () =>
    Promise.resolve(answer(...given));

export interface GivenExchange {
  readonly url?: string;
  readonly requestBody?: string;
  readonly requestHeaders?: WireRequest['headers'];
  /** The same one so often. */
  readonly attempts?: number;
  readonly elapsedMs?: number;
  readonly unclearBefore?: boolean;
  readonly clockSkewS?: number;
}

/** An exchange that ended in this way, in one attempt unless said otherwise. */
export function exchangeOf(
  outcome: WireResponse | WireFailure,
  given: GivenExchange = {},
): Exchange {
  const { attempts = 1, elapsedMs = 5 } = given;
  const last: Attempt = {
    request: {
      method: 'POST',
      url: given.url ?? 'https://gateway.example.com/base/path',
      headers: given.requestHeaders ?? [],
      body: new TextEncoder().encode(given.requestBody ?? '{}'),
    },
    elapsedMs,
    startedAtMs: fixedUnixSeconds * 1000,
    endedAtMs: fixedUnixSeconds * 1000 + elapsedMs,
    outcome,
  };
  return {
    attempts: Array.from({ length: attempts }, () => last),
    last,
    elapsedMs,
    unclearBefore: given.unclearBefore ?? false,
    clockSkewS: given.clockSkewS,
  };
}
