import { setFlagsFromString } from 'node:v8';
import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { openConnections, type Channel } from './connections.js';
import { asWireFailure } from './failures.js';
import { inflated } from './inflate.js';
import { isLoopback } from '../contract/loopback.js';
import { receive, type CallProgress } from './reception.js';

interface NetworkOptions {
  /** Only the proxy variables are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** pvg's own version, for `user-agent`. */
  readonly version: string;
  /** Keeps connections between calls: for many look-ups, which may be sent again if lost. */
  readonly keepConnections?: boolean;
}

const maxBodyBytes = 4 * 1024 * 1024;

/**
 * The network as a Send. Follows no redirects, retries nothing and checks every certificate. Each call ends within its
 * time and with at most 4 MB.
 */
export function openNetwork({ env, version, keepConnections = false }: NetworkOptions): Send {
  // One call: without it the program waits up to 100 ms at its end while V8 optimises undici's parser. Many: Node 24 would give
  // 120 MB to what lives for a moment.
  setFlagsFromString(keepConnections ? '--semi-space-growth-factor=1' : '--liftoff-only');
  const connect = openConnections({ env, keep: keepConnections, maxBodyBytes });
  const own = ownHeaders(version);

  let last: { readonly address: string; readonly url: URL } | undefined;
  const urlOf = (address: string): URL => {
    if (last?.address !== address) last = { address, url: safeUrl(address) };
    return last.url;
  };

  return async (request, options) => {
    const url = urlOf(request.url);
    options.signal?.throwIfAborted();
    const progress: CallProgress = { written: false };
    let connection: Channel | undefined;
    let wasWhole = false;
    try {
      assertSendable(request);
      connection = await connect(url);
      const answer = await receive(connection, onTheWire(url, request, own), options, progress);
      wasWhole = true;
      return await inflated(answer, maxBodyBytes);
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      throw asWireFailure(error, progress, connection?.sockets);
    } finally {
      connection?.end(wasWhole);
    }
  };
}

/** The caller has checked the address: a mistake here is a fault of pvg. It may contain a password and is not repeated. */
function safeUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new TypeError('the network takes only https addresses, and http ones of this computer');
}

/** Any other value changes on its way: undici writes é as one byte, and receivers drop spaces around a value. */
const sendableValue = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/** Headers are sent exactly as given or not at all: they carry the signature. */
function assertSendable({ headers }: WireRequest): void {
  for (const [name, value] of headers) {
    if (sendableValue.test(value)) continue;
    const message = `the header ${name} contains a character that HTTP cannot carry unchanged`;
    throw new WireFailure('not-reached', message, { code: 'ERR_INVALID_CHAR' });
  }
}

const onTheWire = (
  { origin, pathname, search }: URL,
  { method, headers, body }: WireRequest,
  own: WireRequest['headers'],
) => {
  const all: string[] = [];
  for (const [name, value] of headers) all.push(name, value);
  for (const [name, value] of own) if (!has(headers, name)) all.push(name, value);
  const path = pathname + search;
  return { origin, path, method, headers: all, body: body.length === 0 ? null : body };
};

const has = (headers: WireRequest['headers'], name: string): boolean =>
  headers.some(([other]) => other.toLowerCase() === name);

/** Headers that HTTP needs in addition; those of the request come first. */
const ownHeaders = (version: string): WireRequest['headers'] => [
  ['user-agent', `pvg/${version}`],
  ['accept-encoding', 'identity'],
];
