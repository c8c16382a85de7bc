import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';

export type Connector = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
) => unknown;

/** The step that a connection that is not open yet waits for. */
export type ConnectionPhase = 'name-lookup' | 'connect' | 'proxy-tunnel' | 'tls-handshake';

/**
 * The sockets of one call, or of consecutive calls, with what undici does not report of the current one. undici never closes
 * a socket that is still connecting, even when destroyed.
 */
export class Sockets {
  readonly #open = new Set<Socket>();
  /** The error that ended the newest socket, if any. */
  error: Error | undefined;
  /** How many answers the newest socket has carried. */
  answerCount = 0;
  /** Host and port of the proxy that the call went to, never its user and password. */
  proxy: string | undefined;
  phase: ConnectionPhase = 'name-lookup';

  /** Gives a connector that watches what `connect` opens. @param proxy host and port of the proxy that it connects to */
  wrapConnector(connect: Connector, proxy?: string): buildConnector.connector {
    return (options, callback) => {
      this.proxy = proxy ?? this.proxy;
      // The parameters are read as one tuple, so that TypeScript knows: without an error there is a socket.
      const socket = connect(options, (...[error, connected]) => {
        if (error === null) return callback(null, connected);
        const lastError = withoutRetryCode(error);
        if (proxy !== undefined) unreachedProxies.add(lastError);
        callback(lastError, null);
      });
      if (isSocket(socket)) {
        this.#add(socket);
        this.#followPhases(socket, options, proxy !== undefined);
      }
    };
  }

  /**
   * The steps follow each other: name, connection, handshake, and with a proxy its tunnel. undici does not tell when a proxy
   * has opened the tunnel, so `proxy-tunnel` also covers the handshake with the server behind the proxy.
   */
  #followPhases(socket: Socket, options: buildConnector.Options, isProxy: boolean): void {
    const isTls = options.protocol === 'https:';
    const lastPhase = isProxy ? 'proxy-tunnel' : 'tls-handshake';
    // An IPv6 address has brackets here: `[::1]`.
    const isAddress = isIP(options.hostname.replace(/^\[|\]$/g, '')) !== 0;
    this.phase = isAddress ? 'connect' : 'name-lookup';
    const setPhase = (phase: ConnectionPhase) => (): void => {
      this.phase = phase;
    };
    socket.once('lookup', setPhase('connect'));
    socket.once('connect', setPhase(isTls ? 'tls-handshake' : lastPhase));
    socket.once('secureConnect', setPhase(lastPhase));
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #add(socket: Socket): void {
    this.error = undefined;
    this.answerCount = 0;
    this.#open.add(socket);
    socket.on('error', (error) => {
      this.error ??= error;
    });
    socket.once('close', () => this.#open.delete(socket));
  }
}

/** Errors of a proxy that could not be reached: the server behind it was never called. */
const unreachedProxies = new WeakSet<Error>();
export function isUnreachedProxy(error: unknown): boolean {
  return error instanceof Error && unreachedProxies.has(error);
}

const isSocket = (value: unknown): value is Socket =>
  typeof value === 'object' && value !== null && 'destroy' in value && 'once' in value;

/**
 * After a failed connection with one of these two codes undici's client connects again, at once and endlessly: a proxy
 * that closes on CONNECT gets thousands of connections.
 */
const retriedByUndici = ['UND_ERR_SOCKET', 'UND_ERR_INFO'];

/** The error, with a code after which undici does not connect again. */
function withoutRetryCode(error: Error): Error {
  if (!('code' in error && retriedByUndici.includes(String(error.code)))) return error;
  return Object.assign(new Error('the connection was closed', { cause: error }), {
    code: 'ECONNRESET',
  });
}
