import type { Context } from '../context.js';
import { endpoint, interfaces, paths, records, type Interface } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import { addressNames, addressOf, type FieldName } from '../contract/profile.js';
import { signedRequest } from '../contract/request.js';
import {
  headerValue,
  WireFailure,
  type Send,
  type WireRequest,
  type WireResponse,
} from '../contract/wire.js';
import { fields, missingIn, optionsFor } from '../profiles/fields.js';
import { requireTarget, type ResolvedProfile } from '../profiles/resolve.js';
import { askedFrom } from '../service/asked.js';
import { judge } from '../service/judge.js';
import { once, readBody } from '../service/read.js';
import { lookupBody } from '../service/requests.js';
import { JsonObject } from '../text/json/json.js';
import { shellLine } from '../text/shell.js';
import { exchange, type Exchange } from '../transport/exchange.js';
import { isUntrusted, troubleTold } from '../view/errors.js';
import { originOf } from '../view/situation.js';
import { tell } from '../view/tell.js';
import { found, problem, warning, type Finding } from './finding.js';

/** Checks that need a call: how far a connection to each address gets, and whether the gateway accepts the signature. */

export interface Called {
  readonly findings: readonly Finding[];
  readonly clockSkewS: number | undefined;
}

interface Call {
  readonly context: Context;
  readonly send: Send;
  readonly resolved: ResolvedProfile;
}

const timeoutMs = 10_000;

/** Calls every address of the profile; with `probing` tests its credentials too. */
export async function callOnline(call: Call, probing: boolean): Promise<Called> {
  const used = interfaces.filter((id) => addressOf(call.resolved, id) !== undefined);
  const tried = [
    ...(await Promise.all(used.map((id) => reach(call, id, addressOf(call.resolved, id) ?? '')))),
    ...(probing ? [await probe(call)] : []),
  ];
  const clockSkewS = tried.map(({ made }) => made?.clockSkewS).find((each) => each !== undefined);
  return { findings: tried.flatMap(({ findings }) => findings), clockSkewS };
}

interface Tried {
  readonly findings: readonly Finding[];
  /** undefined if nothing was sent. */
  readonly made?: Exchange;
}

const attempt = ({ context, send }: Call, build: (unixSeconds: number) => WireRequest): Promise<Exchange> =>
  exchange({ send, clock: context.clock }, build, {
    timeoutMs,
    waitAfter: () => undefined,
    signal: context.interrupt,
  });

/** Sets wrong values where they came from. */
function corrected({ context: { env }, resolved: { name } }: Call, ...names: readonly FieldName[]): string {
  const wrong = fields.filter((field) => names.includes(field.name));
  const given = wrong.filter(({ variable }) => name === null || env[variable]);
  return given.length > 0
    ? `export ${given.map(({ variable }) => `${variable}=…`).join(' ')}`
    : `pvg profile set ${name ?? ''} ${optionsFor(wrong)}`;
}

/** Calls without a signature: any answer is enough, and nothing can be recorded or minted. */
async function reach(call: Call, interfaceId: Interface, baseUrl: string): Promise<Tried> {
  const request: WireRequest = {
    method: 'POST',
    url: endpoint(baseUrl, records[interfaceId].example.path),
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{}'),
  };
  const made = await attempt(call, () => request);
  const { outcome } = made.last;
  const id = `online-${interfaceId}`;
  const address = corrected(call, addressNames[interfaceId]);
  const findings =
    outcome instanceof WireFailure
      ? unreached(id, baseUrl, outcome, address)
      : reached(id, baseUrl, outcome, made.elapsedMs, address);
  return { findings, made };
}

/** The fix depends on the step at which the connection stopped. */
function unreached(id: string, baseUrl: string, failure: WireFailure, address: string): Finding[] {
  const { origin, host, hostname } = new URL(baseUrl);
  const { kind, message, details } = failure;
  const { code = '' } = details;
  const how = kind === 'not-reached' ? 'was not reached' : 'did not give a complete answer';
  const isDown = kind !== 'not-reached' || code === 'ECONNREFUSED' || code.includes('TIMEOUT');
  const who = isDown
    ? ' If the address is right, the service is down: tell the operator, and check again later.'
    : '';
  const says = `${origin} ${how}: ${message}${code && ` (${code})`}.${who}`;
  const isCertificate =
    /^(?:ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|(?:DEPTH_ZERO_)?SELF_SIGNED|HOSTNAME|INVALID_CA|EPROTO)/.test(code);
  const port = host.includes(':') ? host : `${host}:443`;
  const look = shellLine(['curl', '-v', '--max-time', '10', baseUrl]);
  const handshake = `${shellLine(['openssl', 's_client', '-connect', port, '-servername', hostname])} </dev/null`;
  const fix = (): string => {
    if (kind !== 'not-reached') return look;
    if (code === 'ENOTFOUND') return address;
    if (code.startsWith('EAI_')) return shellLine(['nslookup', hostname]);
    if (isUntrusted(code)) return 'export NODE_EXTRA_CA_CERTS="$FILE"';
    return isCertificate ? handshake : look;
  };
  return found(id, '', problem(says, fix()));
}

function reached(
  id: string,
  baseUrl: string,
  response: WireResponse,
  elapsedMs: number,
  address: string,
): Finding[] {
  const { status } = response;
  const { origin } = new URL(baseUrl);
  const answer = `HTTP ${status} after ${elapsedMs} ms`;
  const foreign = foreignKind(response, baseUrl);
  const usual = 'The service answers a request without a signature with HTTP 401.';
  return found(
    id,
    `${origin} was reached: ${answer}. It refuses a request without a signature, as it should.`,
    status >= 500 && status < 600
      ? problem(
          `${origin} was reached, but the service or the store behind it failed: ${answer}.`,
          `pvg explain-error ${status}`,
        )
      : foreign !== undefined
        ? problem(
            `${origin} was reached, but this is not an answer of the service: ${answer}${foreign}. ${usual}`,
            address,
          )
        : // §4, §7.2: no signature is 401; a service may check the body first.
          ![400, 401, 403].includes(status) &&
          warning(`${origin} was reached, but this may not be the service: ${answer}. ${usual}`, address),
  );
}

/** The kind of an answer that is not a refusal of either interface, as a clause; undefined for a refusal. */
function foreignKind({ status, headers, body }: WireResponse, baseUrl: string): string | undefined {
  if (status >= 300 && status < 400)
    return `, a redirect to ${originOf(headerValue(headers, 'location'), baseUrl) ?? 'an address that it does not name'}`;
  const { object } = readBody(body);
  if (!(object instanceof JsonObject)) return `, and ${troubleTold(object)}`;
  const namesCode = ['error', 'code'].some((name) => typeof once(object, name) === 'string');
  return namesCode && status >= 400 ? undefined : ', a JSON object without an error code of the service';
}

/** One signed look-up of a purchase that no store can know: it tests the credentials and changes nothing. */
async function probe(call: Call): Promise<Tried> {
  const { context, resolved } = call;
  const unsent = 'The credentials were not tested';
  if (missingIn(resolved, 'gateway').length > 0) {
    const says = `${unsent}: the gateway part is incomplete, and only the gateway has a look-up.`;
    const fix = corrected(call, 'gatewayUrl', 'clientId', 'clientSecret');
    return { findings: found('probe', '', warning(says, fix)) };
  }
  const tls = 'NODE_TLS_REJECT_UNAUTHORIZED';
  if (context.env[tls] === '0' && !isLoopback(new URL(resolved.gatewayUrl ?? '').hostname)) {
    const says = `${unsent}: with ${tls}=0 any server could answer.`;
    return { findings: found('probe', '', problem(says, `unset ${tls}`)) };
  }
  const target = requireTarget(resolved, 'gateway');
  const unknown = 'pvg-doctor-probe';
  const body = lookupBody({ productId: unknown, package: unknown, receipt: unknown });
  const made = await attempt(call, (now) => signedRequest(records.gateway, paths.lookup, target, body, now));
  return { findings: probed(call, made, body), made };
}

function probed(call: Call, made: Exchange, body: Uint8Array): Finding[] {
  const asked = askedFrom(body);
  const { exit, error } = tell(judge('lookup', made, asked), asked);
  const fine =
    'The gateway accepts the client id and the client secret. It answered a look-up of an unknown purchase with “not confirmed”, as it should.';
  if (exit === 6) return found('probe', fine);
  if (exit === 0)
    return found(
      'probe',
      '',
      problem(
        'The gateway confirms a purchase that no store can know, so no answer of it can be trusted. This may not be the service.',
        corrected(call, 'gatewayUrl'),
      ),
    );
  const says = `The gateway did not answer a look-up of an unknown purchase as it should: ${error?.says ?? ''}`;
  const { outcome } = made.last;
  const fix =
    exit === 4
      ? corrected(call, 'clientId', 'clientSecret')
      : outcome instanceof WireFailure
        ? shellLine(['curl', '-v', call.resolved.gatewayUrl ?? ''])
        : `pvg explain-error ${outcome.status}`;
  return found('probe', '', (exit === 8 || exit === 9 ? warning : problem)(says, fix));
}
