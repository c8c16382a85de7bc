import { setFlagsFromString } from 'node:v8';
import { isLoopback } from '../contract/loopback.js';
import { headerValues, WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { Connections, type PooledConnection } from './connections.js';
import { asWireFailure, isNobodysFault } from './failures.js';
import { inflated } from './inflate.js';
import { WireCall } from './reception.js';

interface NetworkOptions {
  /** Only the proxy variables are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** pvg's own version, for `user-agent`. */
  readonly version: string;
  /** Keeps connections between calls: for many look-ups, which may be sent again if lost. */
  readonly keepConnections?: boolean;
}

const maxBodyBytes = 4 * 1024 * 1024;

/** So many kept connections may turn out to be closed before one request fails; each can fail only once. */
const mostClosedConnections = 10;

/** After so many calls V8 has grown its space for young objects to 4 to 8 MB. Then the growth is stopped. */
const callsToGrow = 500;

/**
 * The network as a Send. Follows no redirects and checks every certificate. Each call ends within its time and with at
 * most 4 MB. Sends again only what a server lost by closing a kept connection: nobody's fault.
 */
export function openNetwork({ env, version, keepConnections = false }: NetworkOptions): Send {
  // For one call, `--liftoff-only` keeps V8 from optimising undici's parser, for which the program would wait up to 100 ms at its
  // end. For many calls, the space for young objects starts with 1 MB, in which a fifth of the time goes into moving what waits
  // for an answer. So it grows, but only until `callsToGrow`: Node 24 would take 120 MB.
  setFlagsFromString(keepConnections ? '--semi-space-growth-factor=4' : '--liftoff-only');
  const connections = new Connections({ env, keep: keepConnections, maxBodyBytes });
  let lastTarget: Target | undefined;
  let calls = 0;
  return async (request, options) => {
    // Most calls go to the same address, so the last one is kept parsed.
    const target = lastTarget?.address === request.url ? lastTarget : targetOf(request.url);
    lastTarget = target;
    calls += 1;
    if (keepConnections && calls === callsToGrow) {
      setFlagsFromString('--semi-space-growth-factor=1');
    }
    for (let closedCount = 0; ; closedCount += 1) {
      let connection: PooledConnection | undefined;
      let call: WireCall | undefined;
      let wasWhole = false;
      try {
        const message = buildWireMessage(target, request, version);
        const acquired = connections.acquire(target);
        connection = acquired instanceof Promise ? await acquired : acquired;
        options.signal?.throwIfAborted();
        call = new WireCall(connection);
        const answer = await call.send(message, options);
        wasWhole = true;
        const isEncoded = answer.headers.some(([name]) => name === 'content-encoding');
        return isEncoded ? await inflated(answer, maxBodyBytes) : answer;
      } catch (error) {
        if (options.signal?.aborted === true) throw options.signal.reason;
        const failure = asWireFailure(error, call ?? { written: false }, connection?.sockets.proxy);
        const maySendAgain = call !== undefined && isNobodysFault(failure, call);
        if (!maySendAgain || closedCount === mostClosedConnections) throw failure;
      } finally {
        if (connection !== undefined) connections.release(connection, wasWhole);
      }
    }
  };
}

type Target = Readonly<Record<'address' | 'origin' | 'hostname' | 'path', string>>;

/** The caller has checked the address: a mistake here is a fault of pvg. It may contain a password and is not repeated. */
function targetOf(address: string): Target {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError('the network takes only https addresses, and http ones of this computer');
  }
  const { origin, hostname, pathname, search } = url;
  return { address, origin, hostname, path: pathname + search };
}

/** Any other value changes on its way: undici writes é as one byte, and receivers drop spaces around a value. */
const sendableValue = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/** Headers are sent exactly as given or not at all, for they carry the signature; those that HTTP needs in addition come last. */
function buildWireMessage(
  { origin, path }: Target,
  { method, headers: given, body }: WireRequest,
  version: string,
) {
  const headers: string[] = [];
  for (const [name, value] of given) {
    if (!sendableValue.test(value)) {
      const says = `the header ${name} contains a character that HTTP cannot carry unchanged`;
      throw new WireFailure('not-reached', says, { code: 'ERR_INVALID_CHAR' });
    }
    headers.push(name, value);
  }
  if (headerValues(given, 'user-agent').length === 0) headers.push('user-agent', `pvg/${version}`);
  if (headerValues(given, 'accept-encoding').length === 0) {
    headers.push('accept-encoding', 'identity');
  }
  return { origin, path, method, headers, body: body.length === 0 ? null : body };
}
