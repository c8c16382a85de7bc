import { limits } from '../contract/limits.js';
import { headerValue } from '../contract/wire.js';
import type { Outcome } from '../service/outcome.js';
import { isIos } from '../service/subject.js';
import { receivedHead, retryAfterMs } from '../transport/exchange.js';

/** Parts of an outcome that stand neither in its verdict nor in the body of the answer: address, headers, clock, and the orders of the pasted text. */

/** `POST https://gateway.example/iap/verify`, without user, password or query; undefined if nothing was sent. */
export function calledAddress({ exchange }: Outcome): string | undefined {
  // An answer from a file, as in `explain-error`: no request is known.
  if (exchange.attempts.length === 0) return undefined;
  const { method, url } = exchange.last.request;
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname}`;
}

/** How long the service asks to wait; undefined if it does not say. */
export function retryAfterSeconds({ exchange }: Outcome): number | undefined {
  const { outcome, endedAtMs } = exchange.last;
  const waitMs = retryAfterMs(receivedHead(outcome), endedAtMs, Infinity);
  if (waitMs === undefined) return undefined;
  return Math.ceil(waitMs / 1000);
}

export function contentTypeOf({ exchange }: Outcome): string | undefined {
  return headerValue(receivedHead(exchange.last.outcome).headers, 'content-type');
}

/** All orders that the pasted text names, that of the purchase first; none if the text names no other order. */
export function ordersNamed({ subject }: Outcome): readonly string[] {
  const { orderId, otherOrderIds = [] } = subject;
  if (otherOrderIds.length === 0 || isIos(subject)) return [];
  return orderId === undefined ? otherOrderIds : [orderId, ...otherOrderIds];
}

/** The origin to which a redirect leads. */
export function redirectOrigin({ exchange }: Outcome): string | undefined {
  const { headers } = receivedHead(exchange.last.outcome);
  return locationOrigin(headerValue(headers, 'location'), exchange.last.request.url);
}

/** Only the origin of a Location, because the rest of the address may have a token. */
export function locationOrigin(location: string | undefined, base: string): string | undefined {
  if (location === undefined || !URL.canParse(location, base)) return undefined;
  const { origin } = new URL(location, base);
  return origin === 'null' ? undefined : origin;
}

/** Codes of libraries, such as `UND_ERR_SOCKET`, mean nothing to people. They can look up those of the system and of TLS. The alternatives: undici, Node’s HTTP parser (two), an assertion of undici, zlib. */
const libraryCode = /^(?:UND_ERR|HPE_|HTTPParser|ERR_ASSERTION|Z_)/;

/** The code of the system or of TLS for a request without a complete answer: `ECONNREFUSED`. */
export function systemErrorCode({ failure }: Outcome): string | undefined {
  const code = failure?.details.code;
  if (code === undefined || code === '' || libraryCode.test(code)) return undefined;
  return code;
}

/**
 * How many seconds the timestamp of the request was behind the server's clock; negative if it was ahead, undefined without a
 * Date header. With --clock-offset the timestamp differs from this computer's clock, so the offset is subtracted.
 */
export function secondsBehindServer({ exchange }: Outcome): number | undefined {
  const { clockSkewS, last } = exchange;
  if (clockSkewS === undefined) return undefined;
  const timestamp = Number(headerValue(last.request.headers, 'x-timestamp') ?? Number.NaN);
  if (!Number.isInteger(timestamp)) return clockSkewS;
  const offset = timestamp - Math.floor(last.startedAtMs / 1000);
  return clockSkewS - offset;
}

/** Whether the gateway refused the call, and the clock was so far off that this may be the reason (§5.1). */
export function isClockOff(outcome: Outcome): boolean {
  const behind = secondsBehindServer(outcome) ?? 0;
  return mayBeRefusedForClock(outcome) && Math.abs(behind) > limits.timestampSkewSeconds;
}

/**
 * Whether a wrong clock may be why the gateway refused the call. The contract does not say with which error it refuses a late
 * timestamp (§5.1), so it may be with that of refused credentials.
 */
function mayBeRefusedForClock({ operation, kind, status, exchange }: Outcome): boolean {
  // A gateway that answers HTTP 200 to everything names the refusal only in its code.
  const isRefused = status === 401 || kind === 'credentials-refused';
  // An answer from a file has no attempts: this computer's clock has nothing to do with it.
  return operation !== 'session' && isRefused && exchange.attempts.length > 0;
}

/** Says whether a wrong clock may be why the gateway refused the call; empty for any other outcome. */
export function clockHint(outcome: Outcome): string {
  if (!mayBeRefusedForClock(outcome)) return '';
  const behind = secondsBehindServer(outcome);
  if (behind === undefined) {
    return 'The answer has no Date header, so pvg could not check your clock.';
  }
  if (behind === 0) return 'The clock is not the reason: it agrees with the server’s clock.';
  const limit = limits.timestampSkewSeconds;
  const direction = behind > 0 ? 'behind' : 'ahead of';
  const difference = `The timestamp was ${Math.abs(behind)} s ${direction} the server’s clock.`;
  if (Math.abs(behind) > limit) {
    return `${difference} That may be the reason: the limit is ${limit} s.`;
  }
  return `${difference} That is within the limit of ${limit} s.`;
}
