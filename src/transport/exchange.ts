import { headerValue, WireFailure } from '../contract/wire.js';
import type { Send, WireRequest, WireResponse } from '../contract/wire.js';

/** One attempt of a request. */
export interface Attempt {
  readonly request: WireRequest;
  readonly elapsedMs: number;
  /** The computer's clock when the request was made, and when the answer (or its loss) was known. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly outcome: WireResponse | WireFailure;
}

/** One request and its answer, with the attempts it took: the last attempt decides. */
export interface Exchange {
  readonly attempts: readonly Attempt[];
  readonly last: Attempt;
  /** Over all attempts and the waits between them. */
  readonly elapsedMs: number;
  /** An attempt before the last one may have been processed although no good answer came: a 5xx or a lost answer. */
  readonly unclearBefore: boolean;
  /** Seconds to add to this computer's clock to get the server's, from `Date`; undefined without the header. */
  readonly clockSkewS: number | undefined;
}

export interface RetryOptions {
  readonly timeoutMs: number;
  /** Called after each attempt: milliseconds until the next one; undefined: this one is final. */
  readonly waitAfter: RetryPolicy;
  readonly signal?: AbortSignal;
  /** What the call is about, for a log: `row 17`. */
  readonly label?: string;
  /** Called before each wait; decides nothing. */
  readonly onRetry?: (attempt: Attempt, waitMs: number) => void;
}

type RetryPolicy = (exchange: Exchange) => number | undefined;

export interface Transport {
  readonly send: Send;
  readonly clock: {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Milliseconds since some moment; never set back. */
    elapsed(): number;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
  };
}

const firstWaitMs = 500;
const longestWaitMs = 8_000;
const longestRetryAfterMs = 30_000;

/**
 * Sends, and sends again while the policy says so. `build` makes each attempt from the time in Unix seconds, so that
 * each has a fresh timestamp and signature.
 */
export async function sendWithRetries(
  transport: Transport,
  build: (unixSeconds: number) => WireRequest,
  options: RetryOptions,
): Promise<Exchange> {
  const { send, clock } = transport;
  const { signal } = options;
  let earlierAttempts: readonly Attempt[] = [];
  const startedMs = clock.elapsed();
  for (;;) {
    signal?.throwIfAborted();
    const [startedAtMs, begunMs] = [clock.now(), clock.elapsed()];
    const request = build(Math.floor(startedAtMs / 1000));
    let outcome: WireResponse | WireFailure;
    try {
      outcome = await send(request, options);
    } catch (error) {
      if (!(error instanceof WireFailure)) throw error;
      outcome = error;
    }
    const endedMs = clock.elapsed();
    const elapsedMs = Math.round(endedMs - begunMs);
    const last: Attempt = { request, outcome, startedAtMs, endedAtMs: clock.now(), elapsedMs };
    const exchange: Exchange = {
      attempts: [...earlierAttempts, last],
      last,
      elapsedMs: Math.round(endedMs - startedMs),
      unclearBefore: earlierAttempts.some((each) => mayHaveBeenProcessed(each.outcome)),
      clockSkewS: measureClockSkew(last),
    };
    earlierAttempts = exchange.attempts;
    const waitMs = options.waitAfter(exchange);
    if (waitMs === undefined) return exchange;
    options.onRetry?.(last, waitMs);
    await clock.sleep(waitMs, signal);
  }
}

const mayHaveBeenProcessed = (outcome: WireResponse | WireFailure): boolean =>
  outcome instanceof WireFailure ? outcome.kind !== 'not-reached' : outcome.status >= 500;

/** The wait before the next attempt: exponential, half of it fixed, half random. */
function backOff(attemptsMade: number, random: () => number): number {
  return ((1 + random()) / 2) * Math.min(longestWaitMs, firstWaitMs * 2 ** (attemptsMade - 1));
}

export interface Retries {
  /** Further attempts after the first. */
  readonly retries: number;
  /** Whether a request is sent again after a 429 or a lost answer, too: a look-up is, a verify is not. A 5xx always is (§7.1). */
  readonly repeatable: boolean;
}

/** When a single call is tried again. */
export const retryPolicy =
  ({ retries, repeatable }: Retries, random: () => number): RetryPolicy =>
  ({ attempts, last: { outcome, endedAtMs } }) => {
    if (attempts.length > retries) return undefined;
    const backOffMs = backOff(attempts.length, random);
    const { status, headers } = receivedHead(outcome);
    if (status >= 500 && status < 600) {
      // Without a limit here, a Retry-After that is too long is seen, and no further attempt is made.
      const askedMs = retryAfterMs({ headers }, endedAtMs, Infinity) ?? 0;
      return askedMs > longestRetryAfterMs ? undefined : Math.max(backOffMs, askedMs);
    }
    if (status === 429) return repeatable ? retryAfterMs({ headers }, endedAtMs) : undefined;
    // A refusal (3xx, 4xx) is final, even if its body broke off. Without a status, or with a 2xx that broke off, the answer may
    // have been good: it is worth another attempt.
    return status < 300 && repeatable && isPassing(outcome) ? backOffMs : undefined;
  };

/** Whether a failure may go away: an incomplete answer, or a closed port. Problems with names or certificates stay. */
const isPassing = (outcome: WireResponse | WireFailure): boolean =>
  outcome instanceof WireFailure &&
  (outcome.kind === 'lost' || outcome.kind === 'cut' || outcome.details.code === 'ECONNREFUSED');

/** Status and headers of an answer, even if it broke off; status 0 if nothing came. */
export function receivedHead(
  outcome: WireResponse | WireFailure,
): Pick<WireResponse, 'status' | 'headers'> {
  return outcome instanceof WireFailure
    ? { status: outcome.details.status ?? 0, headers: outcome.details.headers ?? [] }
    : outcome;
}

/** `Retry-After` in milliseconds, as seconds or as a date; undefined if absent, invalid or longer than `longestMs`. */
export function retryAfterMs(
  { headers }: Pick<WireResponse, 'headers'>,
  nowMs: number,
  longestMs = longestRetryAfterMs,
): number | undefined {
  const text = headerValue(headers, 'retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - nowMs;
  return waitMs <= longestMs ? Math.max(0, waitMs) : undefined;
}

/** Milliseconds since the epoch of an HTTP date; NaN for anything else (Date.parse alone takes "1.5" for a day). */
const httpDate = (text: string): number => (/ GMT$/.test(text) ? Date.parse(text) : Number.NaN);

/**
 * Seconds by which the server's clock is ahead of this one; negative if it is behind. `Date` has full seconds and may be from
 * any moment of the attempt. So the server is behind if its `Date` is before the start, and ahead if it is after the end. A
 * difference of one second is not a skew.
 */
function measureClockSkew({ outcome, startedAtMs, endedAtMs }: Attempt): number | undefined {
  const server = httpDate(headerValue(receivedHead(outcome).headers, 'date') ?? '') / 1000;
  if (Number.isNaN(server)) return undefined;
  const behind = server - Math.floor(startedAtMs / 1000);
  const ahead = server - Math.floor(endedAtMs / 1000);
  if (behind < -1) return behind;
  return ahead > 1 ? ahead : 0;
}
