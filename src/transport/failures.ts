import { WireFailure, type WireFailureKind } from '../contract/wire.js';
import { DeadlineExceeded, type CallProgress } from './reception.js';
import { isUnreachedProxy, type CertificateFault, type SocketFacts } from './sockets.js';

/** What an error of undici, the system or the deadline means, depending on how far the call had come. */
export function asWireFailure(
  error: unknown,
  progress: CallProgress,
  { proxy, certificateFaults = [] }: Partial<SocketFacts> = {},
): WireFailure {
  if (error instanceof WireFailure) return error;
  if (error instanceof DeadlineExceeded) return late(error, progress, proxy);
  const code = codeOf(error);
  const [kind, message] = progress.written
    ? failedAfterWriting(code, messageOf(error), progress)
    : (['not-reached', notReached(code ?? '', error, proxy, certificateFaults)] as const);
  const details = { ...(code !== undefined && { code }), ...arrived(progress), ...stale(code, progress) };
  return new WireFailure(kind, message, details, { cause: error });
}

/** The part of the answer that had arrived, for a failure's details. */
const arrived = ({ status, headers }: CallProgress): { status?: number; headers?: WireHeaders } => ({
  ...(status !== undefined && { status }),
  ...(headers && { headers }),
});

/** The server closed a kept connection while the next request was on its way: neither side is at fault. */
const stale = (
  code: string | undefined,
  { reused = false, status }: CallProgress,
): { staleConnection?: true } =>
  reused && status === undefined && closedCodes.has(code ?? '') ? { staleConnection: true } : {};

const closedCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

type WireHeaders = NonNullable<CallProgress['headers']>;

function late({ timeoutMs }: DeadlineExceeded, progress: CallProgress, proxy?: string): WireFailure {
  const within = `within ${String(timeoutMs / 1000)} s`;
  const details = { code: 'ETIMEDOUT', ...arrived(progress) };
  if (!progress.written) {
    return new WireFailure('not-reached', through(proxy, `there was no connection ${within}`), details);
  }
  if (progress.status === undefined) return new WireFailure('lost', `there was no answer ${within}`, details);
  return new WireFailure('lost', `the answer began but did not end ${within}`, details);
}

function failedAfterWriting(
  code: string | undefined,
  message: string,
  { status }: CallProgress,
): readonly [WireFailureKind, string] {
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return ['oversized', 'the answer is larger than 4 MB'];
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['garbled', 'the headers of the answer are too large'];
  if (code === 'UND_ERR_SOCKET' && status === undefined && message === 'bad response')
    return ['garbled', 'the server sent “100 Continue” unasked'];
  if (code === 'UND_ERR_SOCKET' && message === 'bad upgrade')
    return ['garbled', 'the server asks for another protocol'];
  if (status !== undefined && (code === lengthMismatch || message.includes('Invalid EOF state')))
    return ['cut', 'the answer broke off before its end'];
  if (isParserCode(code)) return ['garbled', 'the answer is not valid HTTP'];
  return status === undefined
    ? ['lost', 'the connection ended before an answer came']
    : ['cut', 'the connection ended in the middle of the answer'];
}

const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** A status of 000 makes undici's parser fail an assertion; two lengths in the headers are a mismatch to it. */
const isParserCode = (code: string | undefined): boolean =>
  code === parserError || code === lengthMismatch || code === 'ERR_ASSERTION';

const parserError = 'HTTPParserError';

function notReached(
  code: string,
  error: unknown,
  proxy: string | undefined,
  certificateFaults: readonly CertificateFault[],
): string {
  const theProxy = proxy === undefined ? 'the proxy' : `the proxy ${proxy}`;
  // undici has no code for this: `Proxy response (407) !== 200 when HTTP Tunneling`.
  const refused = /^Proxy response \((\d+)\)/.exec(messageOf(error))?.[1];
  if (refused === '407') return `${theProxy} asks for a user name and password (407)`;
  if (refused !== undefined) return `${theProxy} refused to open a connection (${refused})`;
  if (code === 'UND_ERR_PRX_TLS') return `the certificate of ${theProxy} is for another host name`;
  const says =
    parserNotStarted(error) ??
    wrongCertificate(code, certificateFaults) ??
    notReachedWords[code] ??
    (/^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|INVALID_CA)/.test(code)
      ? 'the TLS handshake failed'
      : 'the connection could not be made');
  return isUnreachedProxy(error) ? `${theProxy} was not reached: ${says}` : through(proxy, says);
}

const through = (proxy: string | undefined, says: string): string =>
  proxy === undefined ? says : `${says}, through the proxy ${proxy}`;

/** OpenSSL names only one fault; this adds the others. */
function wrongCertificate(code: string, faults: readonly CertificateFault[]): string | undefined {
  const words = certificateWords[code];
  if (words === undefined) return undefined;
  const others = faults
    .filter((fault) => fault !== faultOf[code])
    .map((fault) => `it ${faultWords[fault]}, too`);
  return [words, ...others].join('; ');
}

const faultWords: Readonly<Record<CertificateFault, string>> = {
  expired: 'has expired',
  'not-valid-yet': 'is not valid yet',
  'other-name': 'is for another host name',
};

/** The fault that a code already names. */
const faultOf: Readonly<Record<string, CertificateFault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-valid-yet',
  HOSTNAME_MISMATCH: 'other-name',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-name',
};

const untrustedIssuer =
  'the issuer of the certificate is not trusted here, or an intermediate certificate is missing';
const otherName = 'the certificate of the server is for another host name';

const certificateWords: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed and not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN:
    'the certificate chain of the server ends in a self-signed one that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedIssuer,
  UNABLE_TO_GET_ISSUER_CERT: untrustedIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedIssuer,
  CERT_HAS_EXPIRED: 'the certificate of the server has expired (or the clock here is wrong)',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet (or the clock here is wrong)',
  CERT_REVOKED: 'the certificate of the server has been revoked',
  CERT_SIGNATURE_FAILURE: 'the signature of the server’s certificate is wrong',
  CERT_UNTRUSTED: 'the certificate of the server is not trusted here',
  HOSTNAME_MISMATCH: otherName,
  ERR_TLS_CERT_ALTNAME_INVALID: otherName,
};

/** undici compiles its parser at the first connection; V8 reports if it cannot: no address space, or no compiler. */
function parserNotStarted(error: unknown): string | undefined {
  const says = messageOf(error);
  return says.includes('WebAssembly')
    ? `undici’s parser (WebAssembly) could not be started in this process: too little address space (\`ulimit -v\`), or JIT switched off (${says})`
    : undefined;
}

const closedBefore = 'the connection was closed before the request could be sent';
const notInTime = 'the connection could not be made in time';
const notAllowed = 'this computer does not allow the connection';

const notReachedWords: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up: the name server did not answer',
  ECONNREFUSED: 'the connection was refused: nothing listens at that address and port',
  ECONNRESET: closedBefore,
  EPIPE: closedBefore,
  UND_ERR_SOCKET: closedBefore,
  ETIMEDOUT: notInTime,
  UND_ERR_CONNECT_TIMEOUT: notInTime,
  EHOSTUNREACH: 'the host cannot be reached from here',
  ENETUNREACH: 'the network cannot be reached from here',
  ENETDOWN: 'the network is down',
  EADDRNOTAVAIL: 'this computer has no address left to connect from',
  EACCES: notAllowed,
  EPERM: notAllowed,
  EMFILE: 'this computer allows no more open files',
  UND_ERR_INVALID_ARG: 'the request cannot be written as HTTP: a header or the address is not valid',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS at that port',
  EPROTO: 'the TLS handshake failed',
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** The code of the error, otherwise of the first of the errors that node collected from several addresses. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici tries to set a code HPE_… but looks it up the wrong way round.
  if (error.name === parserError) return parserError;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined;
}
