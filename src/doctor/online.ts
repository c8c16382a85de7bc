import type { Context } from '../context.js';
import {
  endpoint,
  type Interface,
  interfaces,
  paths,
  records,
  signedRequest,
} from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import { addressNames, addressOf, type FieldName } from '../contract/profile.js';
import { headerValue, WireFailure } from '../contract/wire.js';
import type { Send, WireRequest, WireResponse } from '../contract/wire.js';
import { missingIn, profileFields } from '../profiles/fields.js';
import { requireTarget, type ResolvedProfile } from '../profiles/resolve.js';
import { readSubject } from '../service/subject.js';
import { judge } from '../service/judge.js';
import { readBody, uniqueMember } from '../service/fields.js';
import { lookupBody } from '../service/send-call.js';
import { JsonObject } from '../text/json/json.js';
import { shellLine } from '../text/shell.js';
import { sendWithRetries, type Exchange } from '../transport/exchange.js';
import { bodyProblemClause, describeOutcome, obstacleFixes } from '../wording/describe.js';
import { locationOrigin } from '../wording/answer-details.js';
import {
  checkResults,
  problem,
  settingCommand,
  uncheckedTls,
  warning,
  type CheckResult,
  type CheckTrouble,
} from './finding.js';

/** Checks that need a call: how far a connection to each address gets, and whether the gateway accepts the signature. */

export interface OnlineFindings {
  readonly findings: readonly CheckResult[];
  /** Seconds to add to this computer's clock; undefined without an answer that had a Date. */
  readonly clockSkewS?: number | undefined;
}

interface CheckedProfile {
  readonly context: Context;
  readonly send: Send;
  readonly resolved: ResolvedProfile;
}

const timeoutMs = 10_000;

/** Calls every address of the profile; with `probing` tests its credentials too. */
export async function callOnline(call: CheckedProfile, probing: boolean): Promise<OnlineFindings> {
  const used = interfaces.flatMap((id) => {
    const address = addressOf(call.resolved, id);
    return address === undefined ? [] : [reach(call, id, address)];
  });
  const tried = [...(await Promise.all(used)), ...(probing ? [await probe(call)] : [])];
  return {
    findings: tried.flatMap(({ findings }) => findings),
    clockSkewS: tried.map(({ clockSkewS }) => clockSkewS).find((each) => each !== undefined),
  };
}

/** One call, without a repetition. */
const attempt = (
  { context, send }: CheckedProfile,
  build: (unixSeconds: number) => WireRequest,
): Promise<Exchange> =>
  sendWithRetries({ send, clock: context.clock }, build, {
    timeoutMs,
    waitAfter: () => undefined,
    signal: context.interrupt,
  });

function correctionFor(
  { context, resolved }: CheckedProfile,
  ...names: readonly FieldName[]
): string {
  const wrong = profileFields.filter(({ name }) => names.includes(name));
  return settingCommand(context, resolved.name, wrong);
}

/** Calls without a signature: any answer is enough, and nothing can be recorded or minted. */
async function reach(
  call: CheckedProfile,
  id: Interface,
  baseUrl: string,
): Promise<OnlineFindings> {
  const exchange = await attempt(call, () => ({
    method: 'POST',
    url: endpoint(baseUrl, records[id].example.path),
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{}'),
  }));
  const { outcome } = exchange.last;
  const address = correctionFor(call, addressNames[id]);
  const says = `${new URL(baseUrl).origin} was reached`;
  const answer =
    outcome instanceof WireFailure ? '' : `HTTP ${outcome.status} after ${exchange.elapsedMs} ms`;
  const fine = `${says}: ${answer}. It refuses a request without a signature, as it should.`;
  const trouble =
    outcome instanceof WireFailure
      ? unreachedTrouble(baseUrl, outcome, address)
      : answerTrouble(outcome, { but: `${says}, but`, answer, baseUrl, address });
  return { findings: checkResults(`online-${id}`, fine, trouble), clockSkewS: exchange.clockSkewS };
}

const showProxyVariables = 'pvg doctor -v';

/** The fix depends on the step at which the connection stopped. */
function unreachedTrouble(
  baseUrl: string,
  { kind, message, details }: WireFailure,
  address: string,
): CheckTrouble {
  const { origin } = new URL(baseUrl);
  const { code = '', obstacle } = details;
  const how = kind === 'not-reached' ? 'was not reached' : 'did not give a complete answer';
  const says = `${origin} ${how}: ${message}${code && ` (${code})`}.`;
  if (code === 'ENOTFOUND') return problem(says, address);
  if (obstacle === 'unknown-authority') return problem(says, 'export NODE_EXTRA_CA_CERTS="$FILE"');
  if (obstacle !== undefined) {
    return problem(`${says} ${obstacleFixes[obstacle]}`, showProxyVariables);
  }
  return problem(
    `${says} If the address is right, tell the operator, and check again later.`,
    shellLine(['curl', '-v', '--max-time', '10', baseUrl]),
  );
}

interface UnsignedCall {
  /** Begins the sentence: `https://… answered, but`. */
  readonly but: string;
  /** The status in words. */
  readonly answer: string;
  readonly baseUrl: string;
  /** The command that sets another address. */
  readonly address: string;
}

/** What is wrong with an answer to a request without a signature; undefined for a refusal of the service. */
function answerTrouble(
  { status, headers, body }: WireResponse,
  { but, answer, baseUrl, address }: UnsignedCall,
): CheckTrouble | undefined {
  if (status >= 500 && status < 600) {
    const says = `${but} the service or the store behind it failed: ${answer}.`;
    return problem(says, `pvg explain-error ${status}`);
  }
  const { object } = readBody(body);
  const isJson = object instanceof JsonObject;
  const namesCode =
    isJson && ['error', 'code'].some((name) => typeof uniqueMember(object, name) === 'string');
  // §4, §7.2: no signature is 401; a service may check the body first.
  if (namesCode && [400, 401, 403].includes(status)) return undefined;
  const target =
    locationOrigin(headerValue(headers, 'location'), baseUrl) ?? 'an address that it does not name';
  const json = isJson ? 'an unexpected JSON object' : bodyProblemClause(object);
  const kind = status >= 300 && status < 400 ? `a redirect to ${target}` : json;
  return problem(
    `${but} this may not be the service: ${answer}, ${kind}. The service answers a request without a signature with HTTP 401.`,
    address,
  );
}

/** One signed look-up of a purchase that no store can know: it tests the credentials and changes nothing. */
async function probe(call: CheckedProfile): Promise<OnlineFindings> {
  const { context, resolved } = call;
  const unsent = 'The credentials were not tested';
  const incomplete = `${unsent}: the gateway part is incomplete, and only the gateway has a look-up.`;
  const trouble =
    missingIn(resolved, 'gateway').length > 0
      ? warning(incomplete, correctionFor(call, 'gatewayUrl', 'clientId', 'clientSecret'))
      : !isLoopback(new URL(resolved.gatewayUrl ?? '').hostname) && uncheckedTls(context);
  if (trouble) return { findings: checkResults('probe', '', trouble) };
  const target = requireTarget(resolved, 'gateway');
  const unknown = 'pvg-doctor-probe';
  const body = lookupBody({ productId: unknown, package: unknown, receipt: unknown });
  const exchange = await attempt(call, (unixSeconds) =>
    signedRequest(records.gateway, target, { path: paths.lookup, body, unixSeconds }),
  );
  const fine =
    'The gateway accepts the client id and the client secret. It answered a look-up of an unknown purchase with “not confirmed”, as it should.';
  return {
    findings: checkResults('probe', fine, probeTrouble(call, exchange, body)),
    clockSkewS: exchange.clockSkewS,
  };
}

function probeTrouble(
  call: CheckedProfile,
  exchange: Exchange,
  body: Uint8Array,
): CheckTrouble | undefined {
  const subject = readSubject(body);
  const { exit, error } = describeOutcome(judge('lookup', exchange, subject));
  if (exit === 6) return undefined;
  if (exit === 0) {
    return problem(
      'The gateway confirms a purchase that no store can know, so no answer of it can be trusted. This may not be the service.',
      correctionFor(call, 'gatewayUrl'),
    );
  }
  const says = `The gateway did not answer a look-up of an unknown purchase as it should: ${error?.says ?? ''}`;
  const { outcome } = exchange.last;
  if (exit === 4) return problem(says, correctionFor(call, 'clientId', 'clientSecret'));
  const fix =
    outcome instanceof WireFailure
      ? shellLine(['curl', '-v', call.resolved.gatewayUrl ?? ''])
      : `pvg explain-error ${outcome.status}`;
  return (exit === 8 || exit === 9 ? warning : problem)(says, fix);
}
