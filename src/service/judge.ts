import type { Operation } from '../contract/interfaces.js';
import { WireFailure, type WireResponse } from '../contract/wire.js';
import { JsonObject } from '../text/json/json.js';
import { receivedHead, type Exchange } from '../transport/exchange.js';
import type { Subject } from './subject.js';
import { judgeLookup } from './judge-lookup.js';
import { judgeSession } from './judge-session.js';
import { judgeVerify } from './judge-verify.js';
import {
  bodyProblem,
  type Ending,
  type Judgement,
  type Outcome,
  type BodyProblem,
} from './outcome.js';
import { uniqueMember, readBody } from './read.js';
import { looksLikeCode, readErrorCode, successInFailure } from './refusal.js';

const judges = { lookup: judgeLookup, verify: judgeVerify, session: judgeSession };

/** What an exchange came to (§4, §7): reads the answer, decides nothing and says nothing. */
export function judge(operation: Operation, exchange: Exchange, subject: Subject = {}): Outcome {
  const { outcome } = exchange.last;
  const status = receivedHead(outcome).status || undefined;
  const told = { operation, exchange, status };
  if (outcome instanceof WireFailure && !isServiceFailure(status)) {
    return { ...told, answer: null, anomalies: [], ...lossEnding(operation, exchange, outcome) };
  }
  const body = readBody(outcome instanceof WireFailure ? new Uint8Array() : outcome.body);
  const { end, anomalies = [] } = judgeBody(operation, status ?? 0, body.object, subject, exchange);
  return { ...told, answer: body.json, anomalies, ...end };
}

/** The same for an answer that somebody else's request got: without our clock, our request and our attempts. */
export function judgeAnswer(
  operation: Operation,
  { status, body }: Pick<WireResponse, 'status' | 'body'>,
  subject: Subject = {},
): Outcome {
  const request = { method: 'POST', url: '', headers: [], body: new Uint8Array() } as const;
  const outcome = { status, headers: [], body };
  const last = { request, outcome, elapsedMs: 0, startedAtMs: 0, endedAtMs: 0 };
  const exchange = {
    attempts: [],
    last,
    elapsedMs: 0,
    unclearBefore: false,
    clockSkewS: undefined,
  };
  return judge(operation, exchange, subject);
}

/** 5xx and 429, whatever their body. A status beyond 599 belongs to no class of HTTP. */
const isServiceFailure = (status = 0): boolean => status === 429 || (status >= 500 && status < 600);

function judgeBody(
  operation: Operation,
  status: number,
  object: JsonObject | BodyProblem,
  subject: Subject,
  exchange: Exchange,
): Judgement {
  if (isServiceFailure(status)) {
    return judgeServiceFailure(
      operation,
      status,
      object instanceof JsonObject ? object : undefined,
    );
  }
  if (status >= 300 && status < 400) return { end: { kind: 'redirected' } };
  if (!(object instanceof JsonObject)) return { end: { kind: 'foreign', bodyProblem: object } };
  if (status >= 600) {
    return {
      end: { kind: 'foreign', bodyProblem: bodyProblem('status-not-shown', String(status)) },
    };
  }
  return judges[operation]({ status, object }, subject, exchange);
}

function lossEnding(
  operation: Operation,
  { unclearBefore }: Exchange,
  failure: WireFailure,
): Ending {
  // The last attempt wrote nothing, but one before it may have been processed.
  const isLost =
    failure.kind === 'lost' ||
    (failure.kind === 'not-reached' && operation === 'verify' && unclearBefore);
  return {
    kind: isLost ? 'lost' : failure.kind === 'not-reached' ? 'not-reached' : 'broken',
    failure,
  };
}

/** The body may be anything: a proxy's sentence, or a store rejection, whose `error` is not a code (§2.4). */
function judgeServiceFailure(
  operation: Operation,
  status: number,
  object: JsonObject | undefined,
): Judgement {
  const success = successInFailure(status, object);
  // §2.2: the failure envelope of the gateway.
  const isOfGateway =
    uniqueMember(object, 'success') === false && typeof uniqueMember(object, 'error') === 'string';
  // Rule 2 of the command line: a proxy may have sent it after the service recorded the purchase.
  if (operation === 'verify' && (status === 502 || status === 504) && !isOfGateway) {
    return { end: { kind: 'unclear' }, anomalies: success };
  }
  const kind = status === 429 ? 'limited' : 'failed';
  const { code, anomalies } = readErrorCode(operation, {
    status,
    object: object ?? new JsonObject([]),
  });
  return code !== undefined && looksLikeCode(code) && object?.has('found') === false
    ? { end: { kind, code }, anomalies: [...success, ...anomalies] }
    : { end: { kind, code: undefined }, anomalies: success };
}
