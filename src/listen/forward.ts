import { endpoint, interfaceOf, operationAt, paths, type Operation } from '../contract/interfaces.js';
import { mayVerify, whoseName } from '../profiles/effective.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { visible } from '../text/visible.js';
import { addressOf } from '../contract/profile.js';
import { WireFailure, type Send, type WireRequest, type WireResponse } from '../contract/wire.js';

/** Forwards requests to the service: the exact bytes, and all headers except those of one connection. */

export type ForwardProfile = Pick<
  ResolvedProfile,
  'name' | 'environment' | 'readOnly' | 'valuesOf' | 'gatewayUrl' | 'sessionUrl'
>;

interface NotForwarded {
  readonly status: number;
  /** For the user of the listener. The caller learns only that the request was not forwarded. */
  readonly says: string;
}

/**
 * Why a request to this target is not forwarded; undefined if it may be. A verify RECORDS, so pvg's own policy guards
 * it. Only the exact paths of the contract are forwarded, so that no unusual spelling gets around the guard.
 */
export function guardForward(
  profile: ForwardProfile,
  confirm: string | undefined,
  target: string,
): NotForwarded | undefined {
  const operation = operationAt(target);
  if (operation === undefined)
    return { status: 404, says: 'Not forwarded: the service’s contract does not list this path.' };
  const interfaceId = interfaceOf(operation);
  if (addressOf(profile, interfaceId) === undefined)
    return {
      status: 404,
      says: `Requests to the ${interfaceId} are not forwarded: the profile has no address for it.`,
    };
  if (operation !== 'verify') return undefined;
  if (mayVerify(profile, confirm)) return undefined;
  if (profile.readOnly)
    return { status: 403, says: 'Verify calls are not forwarded: the profile is read-only.' };
  const says = `Verify calls are not forwarded: a verify RECORDS the purchase on prod. To forward them anyway, restart with \`--confirm\` and ${whoseName(profile)}.`;
  return { status: 403, says };
}

export const forwardAddresses = ({ gatewayUrl, sessionUrl }: ForwardProfile): string[] => [
  ...new Set([gatewayUrl, sessionUrl].filter((address) => address !== undefined)),
];

/** The same request for the service’s address of the operation, with its query string. */
export function forwardedRequest(profile: ForwardProfile, request: WireRequest, target: string): WireRequest {
  const operation: Operation | undefined = operationAt(target);
  const baseUrl = operation === undefined ? undefined : addressOf(profile, interfaceOf(operation));
  if (operation === undefined || baseUrl === undefined) throw new TypeError('guardForward was not asked');
  return {
    method: 'POST',
    url: endpoint(baseUrl, paths[operation]) + (/\?[^#]*/.exec(target)?.[0] ?? ''),
    headers: endToEnd(request.headers),
    body: request.body,
  };
}

// RFC 9110 §7.6.1, and the headers for the length and form of this connection. Not Accept-Encoding either: the
// answer must be readable here, so pvg's own client chooses the encodings.
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

export function endToEnd(headers: WireRequest['headers']): WireRequest['headers'] {
  const named = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.toLowerCase().split(/[\s,]+/) : [],
  );
  return headers.filter(
    ([name]) => !ofOneConnection.has(name.toLowerCase()) && !named.includes(name.toLowerCase()),
  );
}

const answerHeaders = ['content-type', 'date', 'retry-after', 'location', 'www-authenticate'];

/** The answer for the caller: no cookies, no connection headers, and nothing that lets a web page read it. */
export const answerBack = ({ status, headers, body }: WireResponse): WireResponse => ({
  status,
  headers: headers
    .filter(([name]) => answerHeaders.includes(name.toLowerCase()) || name.toLowerCase().startsWith('x-'))
    // Node writes headers as Latin-1, one byte per character; these are UTF-8.
    .map(([name, value]) => [name, Buffer.from(visible(value)).toString('latin1')]),
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

// Longer than most callers wait, so a caller sees its own time-out, as without the listener.
const forwardTimeoutMs = 30_000;
