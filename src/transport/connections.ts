import type { Socket } from 'node:net';
import { checkServerIdentity, type TLSSocket } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import connector from 'undici/lib/core/connect.js';
import { isLoopback } from '../contract/loopback.js';
import { proxiesOf, type Proxies } from './proxies.js';

/** The way to a server, for one call. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** Whether the connection that stands has carried an answer before. */
  readonly reused: () => boolean;
  /** The error that ended the socket, when it did not end well. */
  readonly socketError: () => Error | undefined;
  /** What is wrong with the server's certificate besides what the error says; ends of a sentence. */
  readonly certificateFaults: () => readonly CertificateFault[];
  /** Host and port of the proxy that this call went to, never its user and password. */
  readonly proxy: () => string | undefined;
  /** After a whole answer the connection may be kept; otherwise nothing is left that keeps the process alive. */
  readonly end: (wasWhole: boolean) => void;
}

export interface ConnectionOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keeps connections open between calls. */
  readonly keep: boolean;
  readonly maxBodyBytes: number;
}

/**
 * Without `keep` each call has a connection of its own: on a kept one a server that resets idle sockets made 33 of
 * 400 POSTs fail (reliability, finding 7), and a verify cannot simply be sent again.
 */
export function openConnections(options: ConnectionOptions): (url: URL) => Promise<Connection> {
  const settings = settingsOf(options);
  const direct = connector({ timeout: 0 });
  const free = new Map<string, Lane[]>();
  let shared: Promise<Dispatcher> | undefined;
  const sharedSockets = new Sockets();

  const direction = (origin: string): Connection => {
    const lane = free.get(origin)?.pop() ?? openLane(origin, settings, direct);
    const keep = (): void => {
      lane.sockets.answered += 1;
      const others = free.get(origin);
      if (others) others.push(lane);
      else free.set(origin, [lane]);
    };
    return connectionOf(lane, options.keep ? keep : undefined);
  };

  return async (url) => {
    const via = proxiesFor(options.env, url);
    if (!via) return direction(url.origin);
    if (!options.keep) {
      const sockets = new Sockets();
      return connectionOf({ dispatcher: await openProxied(settings, via, sockets), sockets });
    }
    shared ??= openProxied(settings, via, sharedSockets);
    return {
      dispatcher: await shared,
      reused: () => false,
      socketError: () => undefined,
      certificateFaults: () => [],
      proxy: () => sharedSockets.proxy,
      end: () => undefined,
    };
  };
}

/** A client with one connection at a time, made anew when the server has closed it. */
interface Lane {
  readonly dispatcher: Dispatcher;
  readonly sockets: Sockets;
}

function openLane(origin: string, settings: Settings, connect: Connector): Lane {
  const sockets = new Sockets();
  return { dispatcher: new Client(origin, { ...settings, connect: sockets.watch(connect) }), sockets };
}

const connectionOf = ({ dispatcher, sockets }: Lane, keep?: () => void): Connection => ({
  dispatcher,
  reused: () => sockets.answered > 0,
  socketError: () => sockets.error,
  certificateFaults: () => sockets.certificateFaults,
  proxy: () => sockets.proxy,
  end: (wasWhole) => {
    if (wasWhole && keep) return keep();
    void dispatcher.destroy();
    sockets.destroy();
  },
});

const settingsOf = ({ maxBodyBytes, keep }: Omit<ConnectionOptions, 'env'>): Settings => ({
  maxResponseSize: maxBodyBytes,
  // undici's timers are coarse (300 ms fired after 1 s) and none of them is for the whole call: the deadline is ours.
  headersTimeout: 0,
  bodyTimeout: 0,
  pipelining: keep ? 1 : 0,
  ...(keep && { keepAliveTimeout: keptIdleMs }),
});

/** Servers close idle connections after 5 s and more; ours are closed before that. */
const keptIdleMs = 4_000;

/**
 * The proxies in the way of an address: a proxy cannot reach our loopback, and what is meant for a server on this
 * computer is nobody else's business. @throws {WireFailure}
 */
const proxiesFor = (env: ConnectionOptions['env'], url: URL): Proxies | undefined =>
  isLoopback(url.hostname) ? undefined : proxiesOf(env);

type Settings = Readonly<
  Record<'maxResponseSize' | 'headersTimeout' | 'bodyTimeout' | 'pipelining', number> & {
    keepAliveTimeout?: number;
  }
>;

/** All of undici is loaded: its ProxyAgent calls what only the package's index puts onto its clients. */
async function openProxied(settings: Settings, via: Proxies, sockets: Sockets): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await import('undici');
  const watchedPool = (origin: string | URL, options: object): Dispatcher => {
    const { connect } = options as { connect: Connector };
    return new Pool(origin, { ...settings, connect: sockets.watch(connect) });
  };
  const proxyPool = (origin: string | URL, options: object): Dispatcher => {
    const { connect } = options as { connect: Connector };
    return new Pool(origin, {
      ...settings,
      connect: sockets.watchProxy(connect, hostAndPort(new URL(origin))),
    });
  };
  return new EnvHttpProxyAgent({
    ...settings,
    ...via,
    connect: connector({ timeout: 0 }),
    requestTls: { timeout: 0 },
    proxyTls: { timeout: 0 },
    factory: watchedPool,
    clientFactory: proxyPool,
  });
}

const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;

/** A proxy that could not be reached: what lies behind it was not even asked for. */
const unreachedProxies = new WeakSet<Error>();
export const isUnreachedProxy = (error: unknown): boolean =>
  error instanceof Error && unreachedProxies.has(error);

type Connector = (options: buildConnector.Options, callback: buildConnector.Callback) => unknown;

/** The sockets of one call, or of one after the other. undici leaves one that is still connecting to itself, even when it is destroyed. */
class Sockets {
  readonly #open = new Set<Socket>();
  /** Of the socket that stands now; so are the answers. */
  error: Error | undefined;
  answered = 0;
  certificateFaults: readonly CertificateFault[] = [];
  proxy: string | undefined;

  watch(connect: Connector): buildConnector.connector {
    return (options, callback) => {
      const socket = connect(options, (...[error, connected]: [unknown, unknown?]) => {
        if (error) callback(finalError(error), null);
        else callback(null, connected as Socket);
      });
      if (isSocket(socket)) this.#add(socket);
      if (isSocket(socket) && isOverTls(socket))
        // Before node's own listener, which destroys the socket, and with it what is known of the certificate.
        socket.prependOnceListener('secure', () => {
          this.certificateFaults = faultsOf(socket, options.servername ?? options.hostname);
        });
    };
  }

  watchProxy(connect: Connector, proxy: string): buildConnector.connector {
    const watched = this.watch((options, callback) =>
      connect(options, (...[error, connected]: [unknown, unknown?]) => {
        if (error instanceof Error) {
          const final = finalError(error);
          unreachedProxies.add(final);
          callback(final, null);
        } else callback(null, connected as Socket);
      }),
    );
    return (options, callback) => {
      this.proxy = proxy;
      watched(options, callback);
    };
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #add(socket: Socket): void {
    this.error = undefined;
    this.answered = 0;
    this.#open.add(socket);
    socket.on('error', (error) => (this.error ??= error));
    socket.once('close', () => this.#open.delete(socket));
  }
}

/** Not by its class: node:tls takes long to load. */
const isOverTls = (socket: Socket): socket is TLSSocket => 'encrypted' in socket;

export type CertificateFault = 'expired' | 'not-valid-yet' | 'other-name';

/** OpenSSL tells one fault: of a self-signed certificate always that, though it may have expired as well. */
function faultsOf(socket: TLSSocket, hostname: string): CertificateFault[] {
  const certificate = socket.getPeerCertificate();
  if (certificate.valid_to === undefined) return [];
  const now = Date.now();
  return [
    ...(Date.parse(certificate.valid_to) < now ? (['expired'] as const) : []),
    ...(Date.parse(certificate.valid_from) > now ? (['not-valid-yet'] as const) : []),
    ...(checkServerIdentity(hostname, certificate) === undefined ? [] : (['other-name'] as const)),
  ];
}

const isSocket = (value: unknown): value is Socket =>
  typeof value === 'object' && value !== null && 'destroy' in value && 'once' in value;

/**
 * After a failed connection with one of these two codes undici's client connects again, at once and without end: a
 * proxy that closes on CONNECT gets thousands of them.
 */
const retriedByUndici = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO']);

function finalError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('the connection failed', { cause: error });
  const code = 'code' in error ? String(error.code) : '';
  if (!retriedByUndici.has(code)) return error;
  return Object.assign(new Error('the connection was closed', { cause: error }), { code: 'ECONNRESET' });
}
