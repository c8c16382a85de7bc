import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import connector from 'undici/lib/core/connect.js';
import { isLoopback } from '../contract/loopback.js';
import { proxiesOf, proxyHost, type Proxies } from './proxies.js';
import { Sockets, type Connector } from './sockets.js';

/** What carries one call at a time to a server. Its connection is opened again if the server has closed it. */
export interface PooledConnection {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
  readonly sockets: Sockets;
  /** The call that is under way. */
  call?: { interrupt(signal: AbortSignal): void } | undefined;
  /** All connections whose calls have the same signal. */
  withSameSignal?: Set<PooledConnection>;
}

interface ConnectionOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keeps connections open between calls. */
  readonly keep: boolean;
  readonly maxBodyBytes: number;
}

type ServerAddress = Pick<URL, 'origin' | 'hostname'>;

function clientSettings({ keep, maxBodyBytes }: ConnectionOptions): Client.Options {
  const settings = {
    maxResponseSize: maxBodyBytes,
    // undici's timers are coarse (300 ms fired after 1 s) and none covers a complete call: pvg has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: keep ? 1 : 0,
  };
  // Servers close idle connections after 5 s or more; pvg closes its own before that.
  return keep ? { ...settings, keepAliveTimeout: 4_000 } : settings;
}

const connect = connector({ timeout: 0 });

/**
 * Without `keep` each call has its own connection: on a kept one, a server that resets idle sockets made 33 of 400 POSTs
 * fail, and a verify cannot simply be sent again.
 */
export class Connections {
  readonly #idle = new Map<string, PooledConnection[]>();
  readonly #settings: Client.Options;

  constructor(private readonly options: ConnectionOptions) {
    this.#settings = clientSettings(options);
  }

  /** The connection to a server, for one call. */
  acquire(address: ServerAddress): PooledConnection | Promise<PooledConnection> {
    return this.#idle.get(address.origin)?.pop() ?? this.#open(address);
  }

  /** Keeps the connection only after a complete answer; otherwise closes it, so that nothing keeps the process alive. */
  release(connection: PooledConnection, wasWhole: boolean): void {
    if (wasWhole && this.options.keep) {
      connection.sockets.answerCount += 1;
      const idleConnections = this.#idle.get(connection.origin);
      if (idleConnections === undefined) this.#idle.set(connection.origin, [connection]);
      else idleConnections.push(connection);
    } else {
      connection.withSameSignal?.delete(connection);
      void connection.dispatcher.destroy();
      connection.sockets.destroy();
    }
  }

  async #open({ origin, hostname }: ServerAddress): Promise<PooledConnection> {
    // A proxy cannot reach this computer's loopback, and must not see requests to it.
    const proxies = isLoopback(hostname) ? undefined : proxiesOf(this.options.env);
    const sockets = new Sockets();
    const dispatcher = proxies
      ? await proxied(sockets, this.#settings, proxies)
      : new Client(origin, { ...this.#settings, connect: sockets.wrapConnector(connect) });
    return { origin, dispatcher, sockets };
  }
}

/** Loads all of undici: ProxyAgent needs methods that only the package's index adds to its clients. */
async function proxied(
  sockets: Sockets,
  settings: Client.Options,
  proxies: Proxies,
): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await import('undici');
  const poolTo = (origin: string | URL, options: object, proxy?: string): Dispatcher => {
    const { connect: ownConnector } = options as { connect: Connector };
    return new Pool(origin, { ...settings, connect: sockets.wrapConnector(ownConnector, proxy) });
  };
  return new EnvHttpProxyAgent({
    ...settings,
    ...proxies,
    connect,
    requestTls: { timeout: 0 },
    proxyTls: { timeout: 0 },
    factory: (origin, options) => poolTo(origin, options),
    clientFactory: (origin, options) => poolTo(origin, options, proxyHost(origin)),
  });
}
