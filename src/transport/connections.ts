import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import connector from 'undici/lib/core/connect.js';
import { isLoopback } from '../contract/loopback.js';
import { proxiesOf, type Proxies } from './proxies.js';
import { Sockets, type Connector, type SocketFacts } from './sockets.js';

/** The way to a server, for one call. */
export interface Channel {
  readonly dispatcher: Dispatcher;
  readonly sockets: SocketFacts;
  /** Keeps the connection only after a complete answer; otherwise closes it, so that nothing keeps the process alive. */
  readonly end: (wasWhole: boolean) => void;
}

interface ConnectionOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keeps connections open between calls. */
  readonly keep: boolean;
  readonly maxBodyBytes: number;
}

/**
 * Without `keep` each call has its own connection: on a kept one, a server that resets idle sockets made 33 of 400 POSTs
 * fail, and a verify cannot simply be sent again.
 */
export function openConnections({
  env,
  keep,
  maxBodyBytes,
}: ConnectionOptions): (url: URL) => Promise<Channel> {
  const settings: Settings = {
    maxResponseSize: maxBodyBytes,
    // undici's timers are coarse (300 ms fired after 1 s) and none covers a complete call: pvg has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: keep ? 1 : 0,
    // Servers close idle connections after 5 s or more; pvg closes its own before that.
    ...(keep && { keepAliveTimeout: 4_000 }),
  };
  const connect = connector({ timeout: 0 });
  const free = new Map<string, Lane[]>();
  return async ({ origin, hostname, protocol }) => {
    // A proxy cannot reach this computer's loopback, and must not see requests to it.
    const via = isLoopback(hostname) ? undefined : proxiesOf(env);
    const open = async (): Promise<Lane> => {
      // node:tls is slow to load.
      const sockets = new Sockets(
        protocol === 'https:' ? (await import('node:tls')).checkServerIdentity : undefined,
      );
      return via ? openProxied(sockets, settings, via) : openLane(sockets, origin, settings, connect);
    };
    const lane = free.get(origin)?.pop() ?? (await open());
    return {
      ...lane,
      end: (wasWhole) => {
        if (!wasWhole || !keep) return close(lane);
        lane.sockets.answered += 1;
        const others = free.get(origin);
        if (others === undefined) free.set(origin, [lane]);
        else others.push(lane);
      },
    };
  };
}

/** One connection at a time, opened again if the server has closed it. */
interface Lane {
  readonly dispatcher: Dispatcher;
  readonly sockets: Sockets;
}

function close({ dispatcher, sockets }: Lane): void {
  void dispatcher.destroy();
  sockets.destroy();
}

type Settings = Readonly<
  Record<'maxResponseSize' | 'headersTimeout' | 'bodyTimeout' | 'pipelining', number> & {
    keepAliveTimeout?: number;
  }
>;

const openLane = (sockets: Sockets, origin: string, settings: Settings, connect: Connector): Lane => ({
  dispatcher: new Client(origin, { ...settings, connect: sockets.watch(connect) }),
  sockets,
});

/** Loads all of undici: ProxyAgent needs methods that only the package's index adds to its clients. */
async function openProxied(sockets: Sockets, settings: Settings, via: Proxies): Promise<Lane> {
  const { EnvHttpProxyAgent, Pool } = await import('undici');
  const poolTo = (origin: string | URL, options: object, proxy?: string): Dispatcher => {
    const { connect } = options as { connect: Connector };
    return new Pool(origin, { ...settings, connect: sockets.watch(connect, proxy) });
  };
  const dispatcher = new EnvHttpProxyAgent({
    ...settings,
    ...via,
    connect: connector({ timeout: 0 }),
    requestTls: { timeout: 0 },
    proxyTls: { timeout: 0 },
    factory: (origin, options) => poolTo(origin, options),
    clientFactory: (origin, options) => poolTo(origin, options, hostAndPort(new URL(origin))),
  });
  return { dispatcher, sockets };
}

const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
