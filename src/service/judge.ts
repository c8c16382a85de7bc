import type { Operation } from '../contract/interfaces.js';
import { WireFailure } from '../contract/wire.js';
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
  if (outcome instanceof WireFailure && !isFailed(status))
    return { ...told, answer: null, anomalies: [], ...lossOf(operation, made, outcome) };
  const { json, object } = outcome instanceof WireFailure ? noBody : readBody(outcome.body);
  const { end, anomalies = [] } = found(operation, status ?? 0, object, asked, made);
  return { ...told, answer: json, anomalies, ...end };
}

const noBody = readBody(new Uint8Array());

/** 5xx and 429, whatever their body. A status beyond 599 belongs to no class of HTTP. */
const isFailed = (status = 0): boolean => status === 429 || (status >= 500 && status < 600);

function found(
  operation: Operation,
  status: number,
  object: JsonObject | Trouble,
  asked: Asked,
  made: Exchange,
): Found {
  if (isFailed(status)) return failed(operation, status, object instanceof JsonObject ? object : undefined);
  if (status >= 300 && status < 400) return { end: { kind: 'redirected' } };
  if (!(object instanceof JsonObject)) return foreign(object);
  if (status >= 600) return foreign(trouble('status-not-shown', String(status)));
  return judges[operation]({ status, object }, asked, made);
}

const foreign = (why: Trouble): Found => ({ end: { kind: 'foreign', trouble: why } });

function lossOf(operation: Operation, { unclearBefore }: Exchange, failure: WireFailure): End {
  if (failure.kind === 'lost') return { kind: 'lost', failure };
  if (failure.kind !== 'not-reached') return { kind: 'broken', failure };
  // The last attempt wrote nothing, but one before it may have been processed.
  return { kind: operation === 'verify' && unclearBefore ? 'lost' : 'not-reached', failure };
}

/** The body may be anything: a proxy's sentence, or a store rejection, whose `error` is not a code (§2.4). */
function failed(operation: Operation, status: number, object: JsonObject | undefined): Found {
  const kind = status === 429 ? 'limited' : 'failed';
  const success = operation === 'session' ? [] : successInFailure(status, object);
  // Rule 2 of the command line: a proxy may have sent it after the service recorded the purchase.
  if (operation === 'verify' && (status === 502 || status === 504) && !isOfService(object))
    return { end: { kind: 'unclear' }, anomalies: success };
  const { code, anomalies } = object
    ? named(operation, { status, object })
    : { code: undefined, anomalies: [] };
  const isCode = code !== undefined && looksLikeCode(code) && object?.has('found') === false;
  return isCode
    ? { end: { kind, code }, anomalies: [...success, ...anomalies] }
    : { end: { kind, code: undefined }, anomalies: success };
}

/** §2.2: the failure envelope of the gateway. */
const isOfService = (object: JsonObject | undefined): boolean =>
  once(object, 'success') === false && typeof once(object, 'error') === 'string';
