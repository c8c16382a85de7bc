import { endpoint, interfaceOf, operationAt, paths, type Operation } from '../contract/interfaces.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { visible } from '../text/visible.js';
import { WireFailure, type Send, type WireRequest, type WireResponse } from '../contract/wire.js';

/** Requests passed on to the service: the exact bytes, and the headers that are not of one connection. */

export type ForwardProfile = Pick<
  ResolvedProfile,
  'name' | 'environment' | 'readOnly' | 'gateway' | 'session'
>;

/** How --confirm names it; with the environment variables alone there is no name. */
export const confirmName = ({ name, environment }: ForwardProfile): string => name ?? environment;

interface NotForwarded {
  readonly status: number;
  /** For the listener's user; the caller is told only that it was not forwarded. */
  readonly says: string;
}

/**
 * Why a request to this target is not passed on; undefined: it may be. Rule 1 of the command line, pvg's own
 * policy: a verify RECORDS. Only the contract's own paths are passed on, so that no odd spelling gets around it.
 */
export function guardForward(
  profile: ForwardProfile,
  confirm: string | undefined,
  target: string,
): NotForwarded | undefined {
  const operation = operationAt(target);
  if (operation === undefined)
    return { status: 404, says: 'Not forwarded: the path is none of the contract (§4).' };
  const interfaceId = interfaceOf(operation);
  if (profile[interfaceId].baseUrl === undefined)
    return { status: 404, says: `Not forwarded: the profile has no address of the ${interfaceId}.` };
  if (operation !== 'verify') return undefined;
  if (profile.readOnly) return { status: 403, says: 'Not forwarded: the profile is read-only.' };
  if (profile.environment !== 'prod' || confirm === confirmName(profile)) return undefined;
  const says = `Not forwarded: a verify RECORDS the purchase on prod. If it must be, start with --confirm ${confirmName(profile)}.`;
  return { status: 403, says };
}

export const forwardAddresses = ({ gateway, session }: ForwardProfile): string[] => [
  ...new Set([gateway.baseUrl, session.baseUrl].filter((address) => address !== undefined)),
];

/** To the service's own address of the operation; a query string goes along. */
export function forwardedRequest(profile: ForwardProfile, request: WireRequest, target: string): WireRequest {
  const operation: Operation | undefined = operationAt(target);
  const baseUrl = operation === undefined ? undefined : profile[interfaceOf(operation)].baseUrl;
  if (operation === undefined || baseUrl === undefined) throw new TypeError('guardForward was not asked');
  return {
    method: 'POST',
    url: endpoint(baseUrl, paths[operation]) + (/\?[^#]*/.exec(target)?.[0] ?? ''),
    headers: endToEnd(request.headers),
    body: request.body,
  };
}

// RFC 9110 §7.6.1, and what this connection's own length and form are told with. The answer must be readable
// here: which encodings may come is for the sender of the forwarded request to say.
const ofOneConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
  'accept-encoding',
  'origin',
]);

function endToEnd(headers: WireRequest['headers']): WireRequest['headers'] {
  const named = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.toLowerCase().split(/[\s,]+/) : [],
  );
  return headers.filter(
    ([name]) => !ofOneConnection.has(name.toLowerCase()) && !named.includes(name.toLowerCase()),
  );
}

const answerHeaders = ['content-type', 'date', 'retry-after', 'location', 'www-authenticate'];

/** What goes back: no cookies, nothing of the other connection, and nothing that would let a web page read it. */
export const answerBack = ({ status, headers, body }: WireResponse): WireResponse => ({
  status,
  headers: headers
    .filter(([name]) => answerHeaders.includes(name.toLowerCase()) || name.toLowerCase().startsWith('x-'))
    .map(([name, value]) => [name, visible(value)]),
  body,
});

export async function forward(
  send: Send,
  request: WireRequest,
  signal: AbortSignal | undefined,
): Promise<WireResponse | string> {
  try {
    return answerBack(await send(request, { timeoutMs: forwardTimeoutMs, ...(signal && { signal }) }));
  } catch (error) {
    if (error instanceof WireFailure) return error.message;
    throw error;
  }
}

// Longer than most callers wait: what a caller sees is its own time-out, as without the listener.
const forwardTimeoutMs = 30_000;
