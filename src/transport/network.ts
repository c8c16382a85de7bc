import { setFlagsFromString } from 'node:v8';
import { WireFailure, type Send, type WireRequest, type WireResponse } from '../wire.js';
import { openConnections, openKept, proxiesFor, type Connection } from './connections.js';
import { asWireFailure } from './failures.js';
import { inflated } from './inflate.js';
import { mayBeEncoded } from './kept.js';
import { isLoopback } from '../contract/loopback.js';
import { receive, type Progress } from './reception.js';

export interface NetworkOptions {
  /** Read for the proxy variables and for nothing else. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** pvg's own version, for `user-agent`. */
  readonly version: string;
  /** Keeps connections between calls: for many look-ups, of which a lost one may be sent again. */
  readonly keepConnections?: boolean;
}

const maxBodyBytes = 4 * 1024 * 1024;

/**
 * The network as a Send. Follows no redirect, retries nothing, checks every certificate; ends each call within its
 * time and with at most 4 MB.
 */
export function openNetwork(options: NetworkOptions): Send {
  return options.keepConnections === true ? keptNetwork(options) : freshNetwork(options);
}

function freshNetwork({ env, version, keepConnections = false }: NetworkOptions): Send {
  // A program that made one call would wait up to 100 ms at its end, while V8 optimises undici's parser.
  if (!keepConnections) setFlagsFromString('--liftoff-only');
  const connect = openConnections({ env, keep: keepConnections, maxBodyBytes });

  return async (request, options) => {
    const url = safeUrl(request.url);
    options.signal?.throwIfAborted();
    const progress: Progress = { written: false };
    let connection: Connection | undefined;
    try {
      assertSendable(request);
      connection = await connect(url);
      const answer = await receive(
        connection,
        onTheWire(placeIn(url), request, ownHeaders(version)),
        options,
        progress,
      );
      return await inflated(answer, maxBodyBytes);
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      throw asWireFailure(error, progress, connection?.proxy(), connection?.certificateFaults());
    } finally {
      connection?.end();
    }
  };
}

/** Behind a proxy the general way serves; without one the connections carry call after call. */
function keptNetwork({ env, version }: NetworkOptions): Send {
  const kept = openKept({ maxBodyBytes });
  const proxied = freshNetwork({ env, version, keepConnections: true });
  const own = ownHeaders(version);
  // Nearly every call of a batch goes to the address of the one before.
  let last: { address: string; origin: string; path: string; direct: boolean } | undefined;

  const placeOf = (address: string): NonNullable<typeof last> => {
    if (last?.address === address) return last;
    const url = safeUrl(address);
    return (last = {
      address,
      ...placeIn(url),
      direct: proxiesFor(env, url) === undefined,
    });
  };

  const finish = (
    answer: WireResponse,
    rawHeaders: readonly Uint8Array[],
  ): WireResponse | Promise<WireResponse> =>
    mayBeEncoded(rawHeaders) ? inflated(answer, maxBodyBytes) : answer;

  return (request, options) => {
    try {
      options.signal?.throwIfAborted();
      const place = placeOf(request.url);
      if (!place.direct) return proxied(request, options);
      assertSendable(request);
      const wire = onTheWire(place, request, own);
      return kept.receive(place.origin, wire, options, finish, (error, progress) =>
        options.signal?.aborted === true ? options.signal.reason : asWireFailure(error, progress),
      );
    } catch (error) {
      return Promise.reject(error instanceof TypeError ? error : asFailure(error, options.signal));
    }
  };
}

const asFailure = (error: unknown, signal: AbortSignal | undefined): Error =>
  (signal?.aborted === true ? signal.reason : asWireFailure(error, { written: false })) as Error;

/** Whoever asks has checked the address: a mistake here is ours. The address may hold a password, so it is not repeated. */
function safeUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new TypeError('the network takes only https addresses, and http ones of this computer');
}

/** Anything else is changed on its way: undici writes é as one byte, and a receiver drops spaces around a value. */
const sendableValue = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/** Headers are sent exactly as given or not at all: they carry the signature. */
function assertSendable({ headers }: WireRequest): void {
  for (const [name, value] of headers) {
    if (sendableValue.test(value)) continue;
    const message = `the header ${name} holds a character that HTTP cannot carry unchanged`;
    throw new WireFailure('not-reached', message, { code: 'ERR_INVALID_CHAR' });
  }
}

interface Place {
  readonly origin: string;
  readonly path: string;
}

const placeIn = (url: URL): Place => ({ origin: url.origin, path: url.pathname + url.search });

const onTheWire = (
  { origin, path }: Place,
  { method, headers, body }: WireRequest,
  own: WireRequest['headers'],
) => {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  for (const [name, value] of own) if (!has(headers, name)) flat.push(name, value);
  return { origin, path, method, headers: flat, body: body.length === 0 ? null : body };
};

const has = (headers: WireRequest['headers'], name: string): boolean => {
  for (const [other] of headers)
    if (other.length === name.length && other.toLowerCase() === name) return true;
  return false;
};

/** What HTTP needs beside the headers of the request; the request's own come first. */
const ownHeaders = (version: string): WireRequest['headers'] => [
  ['user-agent', `pvg/${version}`],
  ['accept-encoding', 'identity'],
];
