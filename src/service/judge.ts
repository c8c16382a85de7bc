import type { Operation } from '../contract/interfaces.js';
import { WireFailure, type WireResponse } from '../contract/wire.js';
import { JsonObject } from '../text/json/json.js';
import { arrived, type Exchange } from '../transport/exchange.js';
import type { Asked } from './asked.js';
import { judgeLookup } from './judge-lookup.js';
import { judgeSession } from './judge-session.js';
import { judgeVerify } from './judge-verify.js';
import { trouble, type End, type Found, type Outcome, type Trouble } from './outcome.js';
import { once, readBody } from './read.js';
import { looksLikeCode, named, successInFailure } from './refusal.js';

const judges = { lookup: judgeLookup, verify: judgeVerify, session: judgeSession };

/** What an exchange came to (§4, §7): reads the answer, decides nothing and says nothing. */
export function judge(operation: Operation, made: Exchange, asked: Asked = {}): Outcome {
  const { outcome } = made.last;
  const status = arrived(outcome).status || undefined;
  const told = { operation, made, status };
  if (outcome instanceof WireFailure && !isFailed(status)) {
    return { ...told, answer: null, anomalies: [], ...lossOf(operation, made, outcome) };
  }
  const body = readBody(outcome instanceof WireFailure ? new Uint8Array() : outcome.body);
  const { end, anomalies = [] } = found(operation, status ?? 0, body.object, asked, made);
  return { ...told, answer: body.json, anomalies, ...end };
}

/** The same for an answer that somebody else's request got: without our clock, our request and our attempts. */
export function judgeAnswer(
  operation: Operation,
  { status, body }: Pick<WireResponse, 'status' | 'body'>,
  asked: Asked = {},
): Outcome {
  const request = { method: 'POST', url: '', headers: [], body: new Uint8Array() } as const;
  const outcome = { status, headers: [], body };
  const last = { request, outcome, elapsedMs: 0, startedAtMs: 0, endedAtMs: 0 };
  const made = { attempts: [], last, elapsedMs: 0, unclearBefore: false, clockSkewS: undefined };
  return judge(operation, made, asked);
}

/** 5xx and 429, whatever their body. A status beyond 599 belongs to no class of HTTP. */
const isFailed = (status = 0): boolean => status === 429 || (status >= 500 && status < 600);

function found(
  operation: Operation,
  status: number,
  object: JsonObject | Trouble,
  asked: Asked,
  made: Exchange,
): Found {
  if (isFailed(status)) {
    return failed(operation, status, object instanceof JsonObject ? object : undefined);
  }
  if (status >= 300 && status < 400) return { end: { kind: 'redirected' } };
  if (!(object instanceof JsonObject)) return { end: { kind: 'foreign', trouble: object } };
  if (status >= 600) {
    return { end: { kind: 'foreign', trouble: trouble('status-not-shown', String(status)) } };
  }
  return judges[operation]({ status, object }, asked, made);
}

function lossOf(operation: Operation, { unclearBefore }: Exchange, failure: WireFailure): End {
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
function failed(operation: Operation, status: number, object: JsonObject | undefined): Found {
  const success = successInFailure(status, object);
  // §2.2: the failure envelope of the gateway.
  const isOfGateway =
    once(object, 'success') === false && typeof once(object, 'error') === 'string';
  // Rule 2 of the command line: a proxy may have sent it after the service recorded the purchase.
  if (operation === 'verify' && (status === 502 || status === 504) && !isOfGateway) {
    return { end: { kind: 'unclear' }, anomalies: success };
  }
  const kind = status === 429 ? 'limited' : 'failed';
  const { code, anomalies } = named(operation, { status, object: object ?? new JsonObject([]) });
  return code !== undefined && looksLikeCode(code) && object?.has('found') === false
    ? { end: { kind, code }, anomalies: [...success, ...anomalies] }
    : { end: { kind, code: undefined }, anomalies: success };
}
