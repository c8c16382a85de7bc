import { WireFailure, type WireFailureKind } from '../wire.js';
import { isUnreachedProxy, type CertificateFault } from './connections.js';
import { DeadlineExceeded, type Progress } from './reception.js';

/**
 * What an error of undici, of the system or of the deadline means for the call, by how far the call had come.
 * `proxy`: host and port of the one that the call went to.
 */
export function asWireFailure(
  error: unknown,
  progress: Progress,
  proxy?: string,
  certificateFaults: readonly CertificateFault[] = [],
): WireFailure {
  if (error instanceof WireFailure) return error;
  if (error instanceof DeadlineExceeded) return late(error, progress, proxy);
  const code = codeOf(error);
  const [kind, message] = progress.written
    ? failedAfterWriting(code, messageOf(error), progress)
    : notReached(code, error, proxy, certificateFaults);
  return new WireFailure(
    kind,
    message,
    { ...(code !== undefined && { code }), ...arrived(progress), ...stale(code, progress) },
    { cause: error },
  );
}

/** What of the answer had arrived, for a failure's details. */
const arrived = ({ status, headers }: Progress): { status?: number; headers?: WireHeaders } => ({
  ...(status !== undefined && { status }),
  ...(headers && { headers }),
});

/** A server closes a kept connection while the next request is on its way: no fault of either. */
const stale = (code: string | undefined, { reused = false, status }: Progress): { staleConnection?: true } =>
  reused && status === undefined && closedCodes.has(code ?? '') ? { staleConnection: true } : {};

const closedCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

type WireHeaders = NonNullable<Progress['headers']>;

function late({ timeoutMs }: DeadlineExceeded, progress: Progress, proxy?: string): WireFailure {
  const within = `within ${String(timeoutMs / 1000)} s`;
  const details = { code: 'ETIMEDOUT', ...arrived(progress) };
  if (!progress.written) {
    const message = namingProxy(`there was no connection ${within}`, proxy);
    return new WireFailure('not-reached', message, details);
  }
  if (progress.status === undefined) return new WireFailure('lost', `there was no answer ${within}`, details);
  return new WireFailure('lost', `the answer began but did not end ${within}`, details);
}

function failedAfterWriting(
  code: string | undefined,
  message: string,
  { status }: Progress,
): readonly [WireFailureKind, string] {
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return ['oversized', 'the answer is larger than 4 MB'];
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['garbled', 'the headers of the answer are too large'];
  if (code === 'UND_ERR_SOCKET' && status === undefined && message === 'bad response')
    return ['garbled', 'the server sent “100 Continue” unasked'];
  if (code === 'UND_ERR_SOCKET' && message === 'bad upgrade')
    return ['garbled', 'the server wants another protocol'];
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
  code: string | undefined,
  error: unknown,
  proxy: string | undefined,
  certificateFaults: readonly CertificateFault[],
): readonly ['not-reached', string] {
  const first =
    refusedByProxy(messageOf(error)) ??
    parserNotStarted(error) ??
    notReachedWords[code ?? ''] ??
    wordsByFamily(code);
  const says = [first, ...alsoWrong(first, certificateFaults)].join('; ');
  if (proxy !== undefined && isUnreachedProxy(error))
    return ['not-reached', `the proxy ${proxy} was not reached: ${says}`];
  return ['not-reached', namingProxy(says, proxy)];
}

/** Only where the certificate is what failed, and not what was said already. */
const alsoWrong = (first: string, faults: readonly CertificateFault[]): string[] =>
  first.includes('certificate')
    ? faults
        .map((fault) => certificateWords[fault])
        .filter((words) => !first.includes(words))
        .map((words) => `it ${words}, too`)
    : [];

const certificateWords: Readonly<Record<CertificateFault, string>> = {
  expired: 'has expired',
  'not-valid-yet': 'is not valid yet',
  'other-name': 'is for another host name',
};

const namingProxy = (says: string, proxy: string | undefined): string => {
  if (proxy === undefined) return says;
  return says.includes('the proxy')
    ? says.replace('the proxy', `the proxy ${proxy}`)
    : `${says}, through the proxy ${proxy}`;
};

/** undici has no code of its own for it: `Proxy response (407) !== 200 when HTTP Tunneling`. */
function refusedByProxy(message: string): string | undefined {
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === undefined) return undefined;
  return status === '407'
    ? 'the proxy asks for a user name and password (407)'
    : `the proxy refused to open a connection (${status})`;
}

/** undici compiles its parser for the first connection, and V8 says why it cannot: no memory to map, or no compiler. */
function parserNotStarted(error: unknown): string | undefined {
  const says = messageOf(error);
  return says.includes('WebAssembly')
    ? `undici’s parser (WebAssembly) could not be started in this process: too little address space (\`ulimit -v\`), or JIT switched off (${says})`
    : undefined;
}

const notReachedWords: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up: the name server did not answer',
  ECONNREFUSED: 'the connection was refused: nothing listens at that address and port',
  ECONNRESET: 'the connection was closed before the request could be sent',
  EPIPE: 'the connection was closed before the request could be sent',
  UND_ERR_SOCKET: 'the connection was closed before the request could be sent',
  ETIMEDOUT: 'the connection could not be made in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'the host cannot be reached from here',
  ENETUNREACH: 'the network cannot be reached from here',
  ENETDOWN: 'the network is down',
  EADDRNOTAVAIL: 'this computer has no address left to connect from',
  EACCES: 'this computer does not allow the connection',
  EPERM: 'this computer does not allow the connection',
  EMFILE: 'this computer allows no more open files',
  UND_ERR_INVALID_ARG: 'the request cannot be written as HTTP: a header or the address is not valid',
  UND_ERR_PRX_TLS: 'the certificate of the proxy is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed and not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN:
    'the certificate chain of the server ends in a self-signed one that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the issuer of the certificate is not trusted here, or an intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT:
    'the issuer of the certificate is not trusted here, or an intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the issuer of the certificate is not trusted here, or an intermediate certificate is missing',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired (or the clock here is wrong)',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet (or the clock here is wrong)',
  CERT_REVOKED: 'the certificate of the server has been revoked',
  CERT_SIGNATURE_FAILURE: 'the signature of the server’s certificate is wrong',
  CERT_UNTRUSTED: 'the certificate of the server is not trusted here',
  HOSTNAME_MISMATCH: 'the certificate of the server is for another host name',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS at that port',
  EPROTO: 'the TLS handshake failed',
};

const wordsByFamily = (code: string | undefined): string =>
  /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|INVALID_CA)/.test(code ?? '')
    ? 'the TLS handshake failed'
    : 'the connection could not be made';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Of the error, else of the first of those that node collected from several addresses. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici means to give it a code, HPE_…, and looks that up the wrong way round.
  if (error.name === parserError) return parserError;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined;
}
