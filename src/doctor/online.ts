import type { Context } from '../context.js';
import {
  endpoint,
  type Interface,
  interfaces,
  paths,
  interfaceRecords,
  signedRequest,
} from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import { addressFields, addressOf, type FieldName } from '../contract/profile.js';
import { headerValue, WireFailure } from '../contract/wire.js';
import type { Send, WireRequest, WireResponse } from '../contract/wire.js';
import type { ExitStatus } from '../failure.js';
import { listMissingFields, profileFields } from '../profiles/fields.js';
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
  forDevelopers,
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

interface ProfileCheck {
  readonly context: Context;
  readonly send: Send;
  readonly resolved: ResolvedProfile;
}

const timeoutMs = 10_000;

/** Calls every address of the profile; with `probing` also tests its credentials at a gateway that answered. */
export async function callOnline(check: ProfileCheck, probing: boolean): Promise<OnlineFindings> {
  const reachChecks = interfaces.flatMap((id) => {
    const baseUrl = addressOf(check.resolved, id);
    return baseUrl === undefined ? [] : [reach(check, id, baseUrl)];
  });
  const results = await Promise.all(reachChecks);
  if (probing) {
    const reachFindings = results.flatMap(({ findings }) => findings);
    results.push(await probe(check, reachFindings));
  }
  return {
    findings: results.flatMap(({ findings }) => findings),
    clockSkewS: results.map(({ clockSkewS }) => clockSkewS).find((each) => each !== undefined),
  };
}

/** One call, without a repetition. */
const attempt = (
  { context, send }: ProfileCheck,
  build: (unixSeconds: number) => WireRequest,
): Promise<Exchange> =>
  sendWithRetries({ send, clock: context.clock }, build, {
    timeoutMs,
    waitAfter: () => undefined,
    signal: context.interrupt,
  });

/** The command that sets these fields of the profile. */
function correctionFor(
  { context, resolved }: ProfileCheck,
  ...names: readonly FieldName[]
): string {
  const wrong = profileFields.filter(({ name }) => names.includes(name));
  return settingCommand(context, resolved.name, wrong);
}

/**
 * Sends `{}` without a signature to the path that shows the interface. Any answer is enough, and the service can neither
 * record a purchase nor start a session for such a request.
 */
async function reach(check: ProfileCheck, id: Interface, baseUrl: string): Promise<OnlineFindings> {
  const { last, elapsedMs, clockSkewS } = await attempt(check, () => ({
    method: 'POST',
    url: endpoint(baseUrl, interfaceRecords[id].example.path),
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{}'),
  }));
  const { outcome } = last;
  const addressFix = correctionFor(check, addressFields[id]);
  if (outcome instanceof WireFailure) {
    const trouble = unreachedTrouble(baseUrl, outcome, addressFix);
    return { findings: checkResults(reachCheckId(id), '', trouble), clockSkewS };
  }
  const reached = `${new URL(baseUrl).origin} was reached`;
  const statusWords = `HTTP ${outcome.status} after ${elapsedMs} ms`;
  const fine = `${reached}: ${statusWords}. It refuses a request without a signature, as it should.`;
  const trouble = answerTrouble(outcome, { reached, statusWords, baseUrl, addressFix });
  return { findings: checkResults(reachCheckId(id), fine, trouble), clockSkewS };
}

const reachCheckId = (id: Interface): string => `online-${id}`;

const showProxyVariables = 'pvg doctor -v';

/** The fix depends on the step at which the connection stopped. */
function unreachedTrouble(
  baseUrl: string,
  { kind, message, details }: WireFailure,
  addressFix: string,
): CheckTrouble {
  const { origin } = new URL(baseUrl);
  const { code = '', obstacle } = details;
  const how = kind === 'not-reached' ? 'was not reached' : 'did not give a complete answer';
  const says = `${origin} ${how}: ${message}${code && ` (${code})`}.`;
  // A name may be misspelt, or its DNS server fail for a moment: only the first needs the command.
  if (code === 'ENOTFOUND') {
    return forDevelopers(
      problem(`${says} If the host is misspelt, correct it; else check again later.`, addressFix),
    );
  }
  if (obstacle === 'unknown-authority') return problem(says, 'export NODE_EXTRA_CA_CERTS="$FILE"');
  if (obstacle !== undefined) {
    return problem(`${says} ${obstacleFixes[obstacle]}`, showProxyVariables);
  }
  return forDevelopers(
    problem(
      `${says} If the address is right, tell the operator, and check again later.`,
      shellLine(['curl', '-v', '--max-time', '10', baseUrl]),
    ),
  );
}

interface UnsignedCall {
  /** The beginning of the sentence: `https://host.example was reached`. */
  readonly reached: string;
  /** `HTTP 401 after 12 ms` */
  readonly statusWords: string;
  readonly baseUrl: string;
  /** The command that sets another address. */
  readonly addressFix: string;
}

/** What is wrong with an answer to a request without a signature; undefined for a refusal of the service. */
function answerTrouble(
  { status, headers, body }: WireResponse,
  { reached, statusWords, baseUrl, addressFix }: UnsignedCall,
): CheckTrouble | undefined {
  if (status >= 500 && status < 600) {
    const says = `${reached}, but the service or the store behind it failed: ${statusWords}.`;
    return problem(says, `pvg explain-error ${status}`);
  }
  // The object of the body, or why it has none.
  const { object } = readBody(body);
  const hasCode =
    object instanceof JsonObject &&
    ['error', 'code'].some((name) => typeof uniqueMember(object, name) === 'string');
  // A missing signature is 401 (§4, §7.2), but a service may check the body first.
  if (hasCode && [400, 401, 403].includes(status)) return undefined;
  const target =
    locationOrigin(headerValue(headers, 'location'), baseUrl) ?? 'an address that it does not name';
  const bodyWords =
    object instanceof JsonObject ? 'an unexpected JSON object' : bodyProblemClause(object);
  const kind = status >= 300 && status < 400 ? `a redirect to ${target}` : bodyWords;
  return problem(
    `${reached}, but this may not be the service: ${statusWords}, ${kind}. The service answers a request without a signature with HTTP 401.`,
    addressFix,
  );
}

/** One signed look-up of a purchase that no store can know: it tests the credentials and changes nothing. */
async function probe(
  check: ProfileCheck,
  reachFindings: readonly CheckResult[],
): Promise<OnlineFindings> {
  const { resolved } = check;
  const obstacle = probeObstacle(check, reachFindings);
  if (obstacle !== undefined) return { findings: checkResults('probe', '', obstacle) };
  const target = requireTarget(resolved, 'gateway');
  const unknown = 'pvg-doctor-probe';
  const body = lookupBody({ productId: unknown, package: unknown, receipt: unknown });
  const exchange = await attempt(check, (unixSeconds) =>
    signedRequest(interfaceRecords.gateway, target, { path: paths.lookup, body, unixSeconds }),
  );
  const fine =
    'The gateway accepts the client id and the client secret. It answered a look-up of an unknown purchase with “not confirmed”, as it should.';
  return {
    findings: checkResults('probe', fine, probeTrouble(check, exchange, body)),
    clockSkewS: exchange.clockSkewS,
  };
}

/** Why the look-up is not sent: a value is missing, the gateway did not answer, or TLS was not checked. */
function probeObstacle(
  check: ProfileCheck,
  reachFindings: readonly CheckResult[],
): CheckTrouble | undefined {
  const { context, resolved } = check;
  const missing = listMissingFields(resolved, 'gateway');
  if (missing.length > 0) {
    const says =
      'The credentials were not tested: the gateway part is incomplete, and only the gateway has a look-up.';
    return warning(says, settingCommand(context, resolved.name, missing));
  }
  const gateway = reachFindings.find(({ id }) => id === reachCheckId('gateway'));
  if (gateway?.status === 'problem') {
    const says = `The credentials were not tested: see ${gateway.id}.`;
    return warning(says, null);
  }
  const { hostname } = new URL(resolved.gatewayUrl ?? '');
  return isLoopback(hostname) ? undefined : uncheckedTls(context);
}

/** What the exit status of the look-up says about the credentials. */
const confirmed: ExitStatus = 0;
const credentialsRefused: ExitStatus = 4;
const notConfirmed: ExitStatus = 6;
const temporary: readonly ExitStatus[] = [8, 9];

function probeTrouble(
  check: ProfileCheck,
  exchange: Exchange,
  body: Uint8Array,
): CheckTrouble | undefined {
  const subject = readSubject(body);
  const { exit, error } = describeOutcome(judge('lookup', exchange, subject));
  if (exit === notConfirmed) return undefined;
  if (exit === confirmed) {
    return problem(
      'The gateway confirms a purchase that no store can know, so no answer of it can be trusted. This may not be the service.',
      correctionFor(check, 'gatewayUrl'),
    );
  }
  const says = `The gateway did not answer a look-up of an unknown purchase as it should: ${error?.says ?? ''}`;
  if (exit === credentialsRefused) {
    return problem(says, correctionFor(check, 'clientId', 'clientSecret'));
  }
  const { outcome } = exchange.last;
  const trouble = temporary.includes(exit) ? warning : problem;
  return outcome instanceof WireFailure
    ? forDevelopers(trouble(says, shellLine(['curl', '-v', check.resolved.gatewayUrl ?? ''])))
    : trouble(says, `pvg explain-error ${outcome.status}`);
}
