import type { Socket } from 'node:net';
import type { checkServerIdentity, TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

/** Facts about the current socket of a call that undici does not report. */
export interface SocketFacts {
  /** The error that ended the socket, if any. */
  readonly error?: Error | undefined;
  /** How many answers it has carried. */
  readonly answered: number;
  /** What is wrong with the server's certificate; the error names only one fault. */
  readonly certificateFaults: readonly CertificateFault[];
  /** Host and port of the proxy that the call went to, never its user and password. */
  readonly proxy?: string | undefined;
}

export type CertificateFault = 'expired' | 'not-valid-yet' | 'other-name';

export type Connector = (options: buildConnector.Options, callback: buildConnector.Callback) => unknown;

/** The sockets of one call, or of consecutive calls. undici never closes a socket that is still connecting, even when destroyed. */
export class Sockets implements SocketFacts {
  readonly #open = new Set<Socket>();
  error: Error | undefined;
  answered = 0;
  certificateFaults: readonly CertificateFault[] = [];
  proxy: string | undefined;

  /** Of node:tls; undefined without TLS. */
  constructor(private readonly check: typeof checkServerIdentity | undefined) {}

  /** `proxy`: host and port of the proxy that it connects to. */
  watch(connect: Connector, proxy?: string): buildConnector.connector {
    return (options, callback) => {
      this.proxy = proxy ?? this.proxy;
      const socket = connect(options, (...[error, connected]) => {
        if (error === null) return callback(null, connected);
        const final = finalError(error);
        if (proxy !== undefined) unreachedProxies.add(final);
        callback(final, null);
      });
      if (isSocket(socket)) this.#add(socket, options.servername ?? options.hostname);
    };
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #add(socket: Socket, hostname: string): void {
    this.error = undefined;
    this.answered = 0;
    this.#open.add(socket);
    socket.on('error', (error) => (this.error ??= error));
    socket.once('close', () => this.#open.delete(socket));
    if (isOverTls(socket))
      // Before node's own listener, which destroys the socket and the facts about its certificate.
      socket.prependOnceListener('secure', () => {
        this.certificateFaults = faultsOf(socket, hostname, this.check);
      });
  }
}

/** Errors of a proxy that could not be reached: the server behind it was never called. */
const unreachedProxies = new WeakSet<Error>();
export const isUnreachedProxy = (error: unknown): boolean =>
  error instanceof Error && unreachedProxies.has(error);

const isSocket = (value: unknown): value is Socket =>
  typeof value === 'object' && value !== null && 'destroy' in value && 'once' in value;

/** Not tested by class: node:tls is slow to load. */
const isOverTls = (socket: Socket): socket is TLSSocket => 'encrypted' in socket;

/** OpenSSL reports one fault: for a self-signed certificate always that one, even if it has also expired. */
function faultsOf(
  socket: TLSSocket,
  hostname: string,
  check: typeof checkServerIdentity | undefined,
): CertificateFault[] {
  const certificate = socket.getPeerCertificate();
  if (certificate.valid_to === undefined) return [];
  const faults: CertificateFault[] = [];
  if (Date.parse(certificate.valid_to) < Date.now()) faults.push('expired');
  if (Date.parse(certificate.valid_from) > Date.now()) faults.push('not-valid-yet');
  if (check?.(hostname, certificate) !== undefined) faults.push('other-name');
  return faults;
}

/**
 * After a failed connection with one of these two codes undici's client connects again, at once and endlessly: a proxy
 * that closes on CONNECT gets thousands of connections.
 */
const retriedByUndici = ['UND_ERR_SOCKET', 'UND_ERR_INFO'];

function finalError(error: Error): Error {
  if (!('code' in error && retriedByUndici.includes(String(error.code)))) return error;
  return Object.assign(new Error('the connection was closed', { cause: error }), { code: 'ECONNRESET' });
}
