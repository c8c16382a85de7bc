import { limits } from '../contract/limits.js';
import { headerValue, type WireFailure, type WireRequest } from '../contract/wire.js';
import { isIos, type Subject } from '../service/subject.js';
import type { Outcome } from '../service/outcome.js';
import { numberText } from '../service/read.js';
import { receivedHead, retryAfterMs, type Exchange } from '../transport/exchange.js';

/** All that the words about an outcome are made of. */
export type Particulars = ReturnType<typeof particularsOf>;

export function particularsOf(outcome: Outcome, subject: Subject) {
  const { operation, kind, status = 0, anomalies, answer, exchange } = outcome;
  const { last, attempts, unclearBefore } = exchange;
  const { headers } = receivedHead(last.outcome);
  const waitMs = retryAfterMs({ headers }, last.endedAtMs, Infinity);
  return {
    ...{ operation, kind, anomalies, unclearBefore },
    /** 0 if no answer came. */
    status,
    /** The service's own, unchanged. */
    code: 'code' in outcome ? outcome.code : undefined,
    trouble: 'bodyProblem' in outcome ? outcome.bodyProblem : undefined,
    /** How the request ended without a complete answer: a clause, and the system's code. */
    failure: 'failure' in outcome ? lossOf(outcome.failure) : undefined,
    /** The status that the store returned (§2.4). */
    storeStatus: kind === 'store-unavailable' ? numberText(answer, 'status') : '',
    isIos: isIos(subject),
    /** All orders that a pasted text names, if it names others than its purchase's. */
    ordersNamed: namedOrders(subject),
    /** 0 if only the answer is known, as in `explain-error`. */
    attempts: attempts.length,
    /** Method and address, without user, password or query. */
    address: attempts.length === 0 ? undefined : addressOf(last.request),
    /** How far the timestamp was behind the server's clock, in seconds; undefined without a Date. */
    behindS: behindOf(exchange),
    retryAfterS: waitMs === undefined ? undefined : Math.ceil(waitMs / 1000),
    contentType: headerValue(headers, 'content-type'),
    /** The origin that a redirect names. */
    redirect: locationOrigin(headerValue(headers, 'location'), last.request.url),
  };
}

function namedOrders(subject: Subject): readonly string[] {
  const { orderId, otherOrderIds = [] } = subject;
  if (otherOrderIds.length === 0 || isIos(subject)) return [];
  return orderId === undefined ? otherOrderIds : [orderId, ...otherOrderIds];
}

/** People can look up the codes of the system and of TLS; those of libraries mean nothing to them. */
const ofLibrary = /^(?:UND_ERR|HPE_|HTTPParser|ERR_ASSERTION|Z_)/;

const lossOf = ({ message, details: { code = '', obstacle } }: WireFailure) => ({
  says: message,
  code: ofLibrary.test(code) ? '' : code,
  obstacle,
});

function addressOf({ method, url }: WireRequest): string {
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname}`;
}

/** With --clock-offset the timestamp is not that of this computer's clock. */
function behindOf({ clockSkewS, last }: Exchange): number | undefined {
  if (clockSkewS === undefined) return undefined;
  const timestamp = Number(headerValue(last.request.headers, 'x-timestamp') ?? Number.NaN);
  const offset = Number.isInteger(timestamp) ? timestamp - Math.floor(last.startedAtMs / 1000) : 0;
  return clockSkewS - offset;
}

/** Only the origin: the rest of a Location may carry a token. */
export function locationOrigin(location: string | undefined, from: string): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const { origin } = new URL(location, from);
  return origin === 'null' ? undefined : origin;
}

/** Rule 6 of the command line: a 401 of the gateway may be the clock's. Which error a late timestamp gives is not shown (§5.1). */
export function clockHint({ operation, kind, status, attempts, behindS }: Particulars): string {
  // A gateway that answers HTTP 200 to everything says it by the code alone.
  const isRefused = status === 401 || kind === 'credentials-refused';
  // An answer from a file: our clock has nothing to do with it.
  if (operation === 'session' || !isRefused || attempts === 0) return '';
  if (behindS === undefined) {
    return 'The answer has no Date header, so pvg could not check your clock.';
  }
  if (behindS === 0) return 'The clock is not the reason: it agrees with the server’s clock.';
  const most = limits.timestampSkewSeconds;
  const size = `${Math.abs(behindS)} s ${behindS > 0 ? 'behind' : 'ahead of'} the server’s clock`;
  const means =
    Math.abs(behindS) > most ? 'may be the reason: the limit is' : 'is within the limit of';
  return `The timestamp was ${size}. That ${means} ${most} s.`;
}
