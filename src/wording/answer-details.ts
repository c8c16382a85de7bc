import { limits } from '../contract/limits.js';
import { headerValue } from '../contract/wire.js';
import type { Outcome } from '../service/outcome.js';
import { isIos } from '../service/subject.js';
import { receivedHead, retryAfterMs } from '../transport/exchange.js';

/** What the exchange of an outcome shows beside its body, as people read it. */

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

/** All orders that a pasted text names, if it names others than its purchase's. */
export function ordersNamed({ subject }: Outcome): readonly string[] {
  const { orderId, otherOrderIds = [] } = subject;
  if (otherOrderIds.length === 0 || isIos(subject)) return [];
  return orderId === undefined ? otherOrderIds : [orderId, ...otherOrderIds];
}

/** The origin that a redirect names. */
export function redirectOrigin({ exchange }: Outcome): string | undefined {
  const { headers } = receivedHead(exchange.last.outcome);
  return locationOrigin(headerValue(headers, 'location'), exchange.last.request.url);
}

/** The origin of a Location alone: the rest may carry a token. */
export function locationOrigin(location: string | undefined, base: string): string | undefined {
  if (location === undefined || !URL.canParse(location, base)) return undefined;
  const { origin } = new URL(location, base);
  return origin === 'null' ? undefined : origin;
}

/** People can look up the codes of the system and of TLS; those of libraries mean nothing to them. */
const libraryCode = /^(?:UND_ERR|HPE_|HTTPParser|ERR_ASSERTION|Z_)/;

/** The system's code of a request that got no complete answer: `ECONNREFUSED`. */
export function systemErrorCode({ failure }: Outcome): string | undefined {
  const code = failure?.details.code;
  if (code === undefined || code === '' || libraryCode.test(code)) return undefined;
  return code;
}

/**
 * How far the timestamp was behind the server's clock, in seconds; undefined without a Date header.
 * With --clock-offset the timestamp is not that of this computer's clock.
 */
export function timestampBehindSeconds({ exchange }: Outcome): number | undefined {
  const { clockSkewS, last } = exchange;
  if (clockSkewS === undefined) return undefined;
  const timestamp = Number(headerValue(last.request.headers, 'x-timestamp') ?? Number.NaN);
  if (!Number.isInteger(timestamp)) return clockSkewS;
  const offset = timestamp - Math.floor(last.startedAtMs / 1000);
  return clockSkewS - offset;
}

/** The measured difference alone may be why the gateway refused the call (§5.1). */
export function isClockOff(outcome: Outcome): boolean {
  const behind = timestampBehindSeconds(outcome) ?? 0;
  return clockHint(outcome) !== '' && Math.abs(behind) > limits.timestampSkewSeconds;
}

/**
 * Rule 6 of the command line: a 401 of the gateway may be the clock's.
 * Which error a late timestamp gives is not shown (§5.1).
 */
export function clockHint(outcome: Outcome): string {
  const { operation, kind, status, exchange } = outcome;
  // A gateway that answers HTTP 200 to everything says it by the code alone.
  const isRefused = status === 401 || kind === 'credentials-refused';
  // An answer from a file: our clock has nothing to do with it.
  if (operation === 'session' || !isRefused || exchange.attempts.length === 0) return '';
  const behind = timestampBehindSeconds(outcome);
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
