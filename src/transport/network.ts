import { setFlagsFromString } from 'node:v8';
import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { openConnections, type Channel } from './connections.js';
import { asWireFailure } from './failures.js';
import { inflated } from './inflate.js';
import { isLoopback } from '../contract/loopback.js';
import { receive, type CallProgress } from './reception.js';

interface NetworkOptions {
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
export function openNetwork({ env, version, keepConnections = false }: NetworkOptions): Send {
  // A program that made one call would wait up to 100 ms at its end, while V8 optimises undici's parser.
  if (!keepConnections) setFlagsFromString('--liftoff-only');
  const connect = openConnections({ env, keep: keepConnections, maxBodyBytes });
  const own = ownHeaders(version);

  return async (request, options) => {
    const url = safeUrl(request.url);
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

const onTheWire = (
  { origin, pathname, search }: URL,
  { method, headers, body }: WireRequest,
  own: WireRequest['headers'],
) => {
  const all = [...headers, ...own.filter(([name]) => !has(headers, name))];
  const path = pathname + search;
  return { origin, path, method, headers: all.flat(), body: body.length === 0 ? null : body };
};

const has = (headers: WireRequest['headers'], name: string): boolean =>
  headers.some(([other]) => other.toLowerCase() === name);

/** What HTTP needs beside the headers of the request; the request's own come first. */
const ownHeaders = (version: string): WireRequest['headers'] => [
  ['user-agent', `pvg/${version}`],
  ['accept-encoding', 'identity'],
];
