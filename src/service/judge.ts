import type { Operation } from '../contract/interfaces.js';
import { WireFailure, type WireResponse } from '../contract/wire.js';
import { JsonObject } from '../text/json/json.js';
import { receivedHead, type Exchange } from '../transport/exchange.js';
import { judgeLookup } from './judge-lookup.js';
import { judgeSession } from './judge-session.js';
import { judgeVerify } from './judge-verify.js';
import { bodyProblem } from './outcome.js';
import type { BodyProblem, Judgement, Outcome, Subject } from './outcome.js';
import { applyPolicy } from './policy.js';
import { readBody, uniqueMember } from './fields.js';
import { looksLikeCode, readErrorCode, successInFailure } from './refusal.js';

const judges = { lookup: judgeLookup, verify: judgeVerify, session: judgeSession };

/** Judges an exchange (§4, §7), and adds what the policy says of the outcome. */
export function judge(operation: Operation, exchange: Exchange, subject: Subject = {}): Outcome {
  const received = exchange.last.outcome;
  // 0: nothing came.
  const status = receivedHead(received).status || undefined;
  const call = { operation, subject, exchange };
  if (received instanceof WireFailure && !isServiceFailure(status)) {
    return applyPolicy({
      ...call,
      status,
      answer: null,
      anomalies: [],
      ...judgeLoss(operation, exchange, received),
    });
  }
  // The status of a service that failed counts even if its body broke off; then the body is taken for empty.
  const body = readBody(received instanceof WireFailure ? new Uint8Array() : received.body);
  const judgement = judgeBody({ ...call, status: status ?? 0, object: body.object });
  const { anomalies = [] } = judgement;
  return applyPolicy({ ...call, status, answer: body.json, ...judgement, anomalies });
}

/** Judges an answer to somebody else's request, of which neither the time nor the attempts are known. */
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

/** Whether a status means that the service failed or limits requests, whatever the body is. A status above 599 belongs to no class of HTTP. */
const isServiceFailure = (status = 0): boolean => status === 429 || (status >= 500 && status < 600);

interface ReceivedAnswer extends Pick<Outcome, 'operation' | 'subject' | 'exchange'> {
  readonly status: number;
  /** The JSON object of the body, or why it is none. */
  readonly object: JsonObject | BodyProblem;
}

function judgeBody(received: ReceivedAnswer): Judgement {
  const { operation, status, object, subject, exchange } = received;
  if (isServiceFailure(status)) {
    if (object instanceof JsonObject) return judgeServiceFailure(operation, status, object);
    return { ...judgeServiceFailure(operation, status, undefined), bodyProblem: object };
  }
  if (status >= 300 && status < 400) return { kind: 'redirected' };
  if (!(object instanceof JsonObject)) return { kind: 'foreign', bodyProblem: object };
  if (status >= 600) {
    return { kind: 'foreign', bodyProblem: bodyProblem('status-not-shown', String(status)) };
  }
  return judges[operation]({ status, object }, subject, exchange);
}

function judgeLoss(operation: Operation, exchange: Exchange, failure: WireFailure): Judgement {
  if (failure.kind === 'lost') return { kind: 'lost', failure };
  if (failure.kind !== 'not-reached') return { kind: 'broken', failure };
  // The last attempt did not reach the service, but an earlier one may have been processed.
  const mayBeProcessed = operation === 'verify' && exchange.unclearBefore;
  return { kind: mayBeProcessed ? 'lost' : 'not-reached', failure };
}

/** Judges 5xx and 429. The body may be anything: a page of a proxy, or a store rejection, whose `error` is not a code (§2.4). */
function judgeServiceFailure(
  operation: Operation,
  status: number,
  object: JsonObject | undefined,
): Judgement {
  const success = successInFailure(status, object);
  // §2.2: the failure envelope of the gateway.
  const isFromGateway =
    uniqueMember(object, 'success') === false && typeof uniqueMember(object, 'error') === 'string';
  // A proxy may have sent this 502 or 504 after the service recorded the purchase, so the outcome is unclear.
  if (operation === 'verify' && (status === 502 || status === 504) && !isFromGateway) {
    return { kind: 'unclear', anomalies: success };
  }
  const kind = status === 429 ? 'limited' : 'failed';
  if (object === undefined || object.has('found')) return { kind, anomalies: success };
  const { code, anomalies } = readErrorCode(operation, { status, object });
  if (code === undefined || !looksLikeCode(code)) return { kind, anomalies: success };
  return { kind, code, anomalies: [...success, ...anomalies] };
}
