import type { Context } from '../context.js';
import { once, readBody } from '../service/read.js';
import { endpoint, interfaces, paths, records, type Interface } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import { sentences } from '../text/sentences.js';
import { signedRequest } from '../contract/request.js';
import {
  headerValue,
  WireFailure,
  type Send,
  type WireRequest,
  type WireResponse,
} from '../contract/wire.js';
import { judge } from '../service/judge.js';
import { JsonObject } from '../text/json/json.js';
import { isUntrusted, troubleTold } from '../view/errors.js';
import { originOf } from '../view/situation.js';
import { tell } from '../view/tell.js';
import { askedFrom } from '../service/asked.js';
import { lookupBody } from '../service/requests.js';
import { requireTarget, type ResolvedProfile } from '../profiles/resolve.js';
import { shellLine } from '../text/shell.js';
import { exchange, type Exchange } from '../transport/exchange.js';
import { proxiesOf } from '../transport/proxies.js';
import { ok, problem, warning, type Checked, type Finding } from './check.js';
import { corrected } from './corrected.js';
import { isComplete } from './in-use.js';

/** Checks that need a call: how far a connection to each address gets, and whether the gateway accepts the signature. */

export interface Reached {
  readonly checked: readonly Checked[];
  /** Seconds to add to this computer's clock, from the first answer with a Date; null without one. */
  readonly clockSkewS: number | null;
}

interface Call {
  readonly context: Context;
  readonly send: Send;
  readonly resolved: ResolvedProfile;
}

const timeoutMs = 10_000;

/** Calls every address of the profile; with `probing` tests its credentials too. */
export async function checkOnline(call: Call, probing: boolean): Promise<Reached> {
  const { resolved } = call;
  const used = interfaces.filter((id) => resolved[id].baseUrl !== undefined);
  const reached = await Promise.all(used.map((id) => reach(call, id, resolved[id].baseUrl ?? '')));
  const probed = probing ? [{ id: 'probe', ...(await probe(call)) }] : [];
  const all = [...reached, ...probed];
  return {
    checked: all.map(({ id, finding }): Checked => [id, finding]),
    clockSkewS: all.map(({ made }) => made?.clockSkewS).find((skew) => skew !== undefined) ?? null,
  };
}

interface Tried {
  readonly id: string;
  readonly finding: Finding;
  /** undefined if nothing was sent. */
  readonly made?: Exchange;
}

/** Calls without a signature: any answer is enough, and nothing can be recorded or minted. */
async function reach(call: Call, id: Interface, baseUrl: string): Promise<Tried> {
  const request: WireRequest = {
    method: 'POST',
    url: endpoint(baseUrl, records[id].example.path),
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{}'),
  };
  const made = await attempt(call, () => request);
  const { outcome } = made.last;
  const finding =
    outcome instanceof WireFailure
      ? unreached(call, id, baseUrl, outcome)
      : reached(call, id, baseUrl, outcome, made.elapsedMs);
  return { id: `online-${id}`, finding, made };
}

const attempt = ({ context, send }: Call, build: (unixSeconds: number) => WireRequest): Promise<Exchange> =>
  exchange({ send, clock: context.clock }, build, {
    timeoutMs,
    waitAfter: () => undefined,
    signal: context.interrupt,
  });

/** The step at which a connection stopped. */
type Stage = 'name' | 'connection' | 'certificate' | 'answer';

const stages: readonly Stage[] = ['name', 'connection', 'certificate', 'answer'];

function stageOf({ kind, details: { code = '' } }: WireFailure): Stage {
  if (kind !== 'not-reached') return 'answer';
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return 'name';
  return /^(?:ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|(?:DEPTH_ZERO_)?SELF_SIGNED|HOSTNAME|INVALID_CA|EPROTO)/.test(
    code,
  )
    ? 'certificate'
    : 'connection';
}

function unreached(call: Call, id: Interface, baseUrl: string, failure: WireFailure): Finding {
  const { origin, host, hostname, protocol } = new URL(baseUrl);
  const stage = stageOf(failure);
  // With a proxy, the proxy looks up the name.
  const isDirect = isLoopback(hostname) || !hasProxy(call.context);
  const { code = '' } = failure.details;
  // After a time-out it is unknown which step took the time.
  const isLate = stage === 'connection' && lateCodes.includes(code);
  const passed = stages
    .slice(0, isLate ? 0 : stages.indexOf(stage))
    .filter((each) => (each === 'certificate' ? isChecked(call.context, protocol) : isDirect))
    .filter((each) => each !== 'name' || !isNumber.test(hostname));
  const says = sentences(
    `${origin} ${stage === 'answer' ? 'did not give a complete answer' : 'was not reached'}: ${failure.message}${code && ` (${code})`}.`,
    passed.length > 0 && `These steps worked: ${passed.join(', ')}.`,
  );
  const look = shellLine(['curl', '-v', '--max-time', '10', baseUrl]);
  const fixes: Readonly<Record<Stage, string>> = {
    name:
      code === 'ENOTFOUND'
        ? corrected(call.context, call.resolved, id, ['baseUrl'])
        : shellLine(['nslookup', hostname]),
    connection: look,
    certificate: isUntrusted(failure.details.code)
      ? 'export NODE_EXTRA_CA_CERTS="$FILE"'
      : `${shellLine(['openssl', 's_client', '-connect', host.includes(':') ? host : `${host}:443`, '-servername', hostname])} </dev/null`,
    answer: look,
  };
  return problem(says, fixes[stage]);
}

const lateCodes: readonly string[] = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];

/** A numeric address, which needs no DNS. */
const isNumber = /^[\d.]+$|^\[/;

function hasProxy({ env }: Context): boolean {
  try {
    return proxiesOf(env) !== undefined;
  } catch {
    // A wrong proxy address is a finding of another check.
    return true;
  }
}

const isChecked = ({ env }: Context, protocol: string): boolean =>
  protocol === 'https:' && env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0';

function reached(
  call: Call,
  id: Interface,
  baseUrl: string,
  response: WireResponse,
  elapsedMs: number,
): Finding {
  const { status } = response;
  const { origin, protocol } = new URL(baseUrl);
  const answer = `HTTP ${String(status)} after ${String(elapsedMs)} ms`;
  const how = isChecked(call.context, protocol) ? ', and its certificate is trusted' : '';
  if (status >= 500 && status < 600)
    return problem(
      `${origin} was reached${how}, but the service or the store behind it failed: ${answer}.`,
      `pvg explain-error ${String(status)}`,
    );
  const foreign = foreignKind(response, baseUrl);
  if (refusals.includes(status) && foreign === undefined)
    return ok(
      `${origin} was reached${how}: ${answer}. It refuses a request without a signature, as it should.`,
    );
  return (foreign === undefined ? warning : problem)(
    `${origin} was reached${how}, but this ${foreign === undefined ? 'may not be' : 'is not an answer of'} the service: ${answer}${foreign ?? ''}. The service answers a request without a signature with HTTP 401.`,
    corrected(call.context, call.resolved, id, ['baseUrl']),
  );
}

/** §4, §7.2: no signature is 401; a service may check the body first. */
const refusals: readonly number[] = [400, 401, 403];

/** The kind of an answer that is not a refusal of either interface, as a clause; undefined for a refusal. */
function foreignKind(response: WireResponse, baseUrl: string): string | undefined {
  const { status, body } = response;
  if (status >= 300 && status < 400)
    return `, a redirect to ${originOf(headerValue(response.headers, 'location'), baseUrl) ?? 'an address that it does not name'}`;
  const { object } = readBody(body);
  if (!(object instanceof JsonObject)) return `, and ${troubleTold(object)}`;
  const namesCode = ['error', 'code'].some((name) => typeof once(object, name) === 'string');
  return namesCode && status >= 400 ? undefined : ', a JSON object without an error code of the service';
}

/** One signed look-up of a purchase that no store can know: it tests the credentials and changes nothing. */
async function probe(call: Call): Promise<Omit<Tried, 'id'>> {
  const { context, resolved } = call;
  const unsent = 'The credentials were not tested';
  if (!isComplete(resolved, 'gateway')) {
    const says = `${unsent}: the gateway part is incomplete, and only the gateway has a look-up.`;
    const fix = corrected(context, resolved, 'gateway', ['baseUrl', 'clientId', 'clientSecret']);
    return { finding: warning(says, fix) };
  }
  const { protocol, hostname } = new URL(resolved.gateway.baseUrl ?? '');
  if (!isChecked(context, protocol) && !isLoopback(hostname)) {
    const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
    return { finding: problem(`${unsent}: with ${name}=0 any server could answer.`, `unset ${name}`) };
  }
  const target = requireTarget(resolved, 'gateway');
  const unknown = 'pvg-doctor-probe';
  const body = lookupBody({ productId: unknown, package: unknown, receipt: unknown });
  const made = await attempt(call, (now) => signedRequest(records.gateway, paths.lookup, target, body, now));
  return { finding: probed(call, made, body), made };
}

function probed({ context, resolved }: Call, made: Exchange, body: Uint8Array): Finding {
  const asked = askedFrom(body);
  const { exit, error } = tell(judge('lookup', made, asked), asked);
  if (exit === 0)
    return problem(
      'The gateway confirms a purchase that no store can know, so no answer of it can be trusted. This may not be the service.',
      corrected(context, resolved, 'gateway', ['baseUrl']),
    );
  if (exit === 6)
    return ok(
      'The gateway accepts the signature. It answered a look-up of an unknown purchase with “not confirmed”, as it should.',
    );
  const says = `The gateway did not answer a look-up of an unknown purchase as it should: ${error?.says ?? ''}`;
  if (exit === 4) return problem(says, corrected(context, resolved, 'gateway', ['clientId', 'clientSecret']));
  const { outcome } = made.last;
  const status = outcome instanceof WireFailure ? undefined : outcome.status;
  const code = error?.code ?? '';
  const fix =
    status === undefined
      ? shellLine(['curl', '-v', resolved.gateway.baseUrl ?? ''])
      : `pvg explain-error ${/^[A-Z_]+$/.test(code) ? code : String(status)}`;
  return exit === 8 || exit === 9 ? warning(says, fix) : problem(says, fix);
}
