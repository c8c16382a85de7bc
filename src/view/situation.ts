import { limits } from '../contract/limits.js';
import { headerValue, type WireFailure } from '../contract/wire.js';
import { isIos, type Asked } from '../service/asked.js';
import type { Anomaly, Kind, Outcome, Trouble } from '../service/outcome.js';
import type { Operation } from '../contract/interfaces.js';
import { numberIn } from '../service/read.js';
import { arrived, retryAfterMs } from '../transport/exchange.js';

/** All that the words about an outcome are made of: of a call that was just made, or of one in the journal. */
export interface Situation {
  readonly operation: Operation;
  readonly kind: Kind;
  /** 0 if no answer came. */
  readonly status: number;
  /** The service's own, unchanged. */
  readonly code: string | undefined;
  /** Of an answer without the contract's shape. */
  readonly trouble: Trouble | undefined;
  readonly failure: Loss | undefined;
  readonly anomalies: readonly Anomaly[];
  /** The status that the store returned (§2.4). */
  readonly storeStatus: string;
  readonly isIos: boolean;
  /** 0 if only the answer is known, as in `explain-error`. */
  readonly attempts: number;
  readonly unclearBefore: boolean;
  /** Method and address, without user, password or query. */
  readonly address: string | undefined;
  /** How far the timestamp was behind the server's clock, in seconds; undefined without a Date. */
  readonly behindS: number | undefined;
  readonly retryAfterS: number | undefined;
  readonly contentType: string | undefined;
  /** The origin that a redirect names. */
  readonly redirect: string | undefined;
}

/** How a request ended without a complete answer, as a clause and with the system's code. */
export interface Loss {
  readonly kind: WireFailure['kind'];
  readonly says: string;
  readonly code: string | undefined;
}

export function situationOf(outcome: Outcome, asked: Asked): Situation {
  const { operation, kind, status, anomalies, answer, made } = outcome;
  const { headers } = arrived(made.last.outcome);
  const waitMs = retryAfterMs({ headers }, made.last.endedAtMs, Infinity);
  return {
    operation,
    kind,
    status: status ?? 0,
    code: 'code' in outcome ? outcome.code : undefined,
    trouble: 'trouble' in outcome ? outcome.trouble : undefined,
    failure: 'failure' in outcome ? lossOf(outcome.failure) : undefined,
    anomalies,
    storeStatus: kind === 'store-unavailable' ? numberIn(answer, 'status') : '',
    isIos: isIos(asked),
    attempts: made.attempts.length,
    unclearBefore: made.unclearBefore,
    address: addressOf(outcome),
    behindS: behindOf(outcome),
    retryAfterS: waitMs === undefined ? undefined : Math.ceil(waitMs / 1000),
    contentType: headerValue(headers, 'content-type'),
    redirect: originOf(headerValue(headers, 'location'), made.last.request.url),
  };
}

/** People can look up the codes of the system and of TLS; the codes of libraries mean nothing to them. */
const isLibraryCode = (code: string): boolean => /^(?:UND_ERR|HPE_|HTTPParser|ERR_ASSERTION|Z_)/.test(code);

const lossOf = ({ kind, message, details: { code } }: WireFailure): Loss => ({
  kind,
  says: message,
  code: code === undefined || isLibraryCode(code) ? undefined : code,
});

function addressOf({ made: { attempts, last } }: Outcome): string | undefined {
  if (attempts.length === 0) return undefined;
  const { method, url } = last.request;
  const { origin, pathname } = new URL(url);
  return `${method} ${origin}${pathname}`;
}

function behindOf({ made: { attempts, clockSkewS, last } }: Outcome): number | undefined {
  if (clockSkewS === undefined || attempts.length === 0) return undefined;
  const timestamp = Number(headerValue(last.request.headers, 'x-timestamp') ?? Number.NaN);
  const offset = Number.isInteger(timestamp) ? timestamp - Math.floor(last.startedAtMs / 1000) : 0;
  return clockSkewS - offset;
}

/** Only the origin: the rest of a Location may carry a token. */
export function originOf(location: string | undefined, from: string): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const { origin } = new URL(location, from);
  return origin === 'null' ? undefined : origin;
}

/** Rule 6 of the command line: a 401 may be the clock's. Which error a late timestamp gives is not shown (§5.1). */
export function clockHint({ attempts, behindS }: Situation): string {
  // An answer from a file: our clock has nothing to do with it.
  if (attempts === 0) return '';
  if (behindS === undefined) return 'The answer has no Date header, so pvg could not check your clock.';
  if (behindS === 0) return 'The clock is not the reason: it agrees with the server’s clock.';
  const size = `${Math.abs(behindS)} s ${behindS > 0 ? 'behind' : 'ahead of'} the server’s clock`;
  const limit = `${limits.timestampSkewSeconds} s`;
  return Math.abs(behindS) > limits.timestampSkewSeconds
    ? `The timestamp was ${size}. That may be the reason: the limit is ${limit}.`
    : `The timestamp was ${size}. That is within the limit of ${limit}.`;
}
