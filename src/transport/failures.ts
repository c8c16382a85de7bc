import {
  WireFailure,
  type LocalObstacle,
  type WireFailureKind,
  type WireResponse,
} from '../contract/wire.js';
import { isUnreachedProxy, type ConnectionPhase } from './sockets.js';

/** How far a call came before it failed: this decides what the failure means. */
export interface CallProgress {
  /** The connection is open and writing has begun. */
  readonly written: boolean;
  readonly status?: number | undefined;
  readonly headers?: WireResponse['headers'] | undefined;
  /** The connection had carried an answer before. */
  readonly reused?: boolean;
}

/** Where a call goes, and how far its connection is. */
interface Route {
  /** Host and port of the proxy. */
  readonly proxy: string | undefined;
  readonly phase: ConnectionPhase;
}

type Failed = readonly [kind: WireFailureKind, says: string];

/** What an error of undici or the system means, by how far the call had come. @param proxy its host and port */
export function asWireFailure(error: unknown, progress: CallProgress, proxy?: string): WireFailure {
  if (error instanceof WireFailure) return error;
  const code = codeOf(error);
  const details = detailsOf(code, progress);
  if (progress.written) {
    const [kind, saysAfterWriting] = classifyAfterWriting(
      code ?? '',
      messageOf(error),
      progress.status,
    );
    return new WireFailure(kind, saysAfterWriting, { ...details, cause: error });
  }
  const obstacle = obstacleOf(code ?? '', error);
  const says = describeNotReached(code ?? '', error, proxy);
  return new WireFailure('not-reached', says, { ...details, obstacle, cause: error });
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** What is known of the failure, without undefined members. */
function detailsOf(
  code: string | undefined,
  { status, headers }: CallProgress,
): WireFailure['details'] {
  const details: Writable<WireFailure['details']> = {};
  if (code !== undefined) details.code = code;
  if (status !== undefined) details.status = status;
  if (headers !== undefined) details.headers = headers;
  return details;
}

/** The server closed a kept connection while the next request was on its way: neither side is at fault. */
export function isNobodysFault(
  { details: { code = '' } }: WireFailure,
  call: CallProgress,
): boolean {
  return (
    call.reused === true &&
    call.status === undefined &&
    ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)
  );
}

/** The call took longer than allowed. */
export function tooLate(
  timeoutMs: number,
  progress: CallProgress,
  { proxy, phase }: Route,
): WireFailure {
  const within = `within ${timeoutMs / 1000} s`;
  const details = detailsOf('ETIMEDOUT', progress);
  if (!progress.written) {
    return new WireFailure('not-reached', `${unfinishedPhase(proxy, phase)} ${within}`, details);
  }
  const missing =
    progress.status === undefined ? 'there was no answer' : 'the answer began but did not end';
  return new WireFailure('lost', `${missing} ${within}`, details);
}

function unfinishedPhase(proxy: string | undefined, phase: ConnectionPhase): string {
  switch (phase) {
    case 'name-lookup':
      return withProxy(proxy, 'the host name was not looked up');
    case 'connect':
      return withProxy(proxy, 'there was no connection');
    case 'proxy-tunnel':
      return `the proxy ${proxy ?? ''} was reached, but no connection through it to the server was ready`;
    case 'tls-handshake': {
      const peer = proxy === undefined ? 'the server' : `the proxy ${proxy}`;
      return `${peer} accepted the connection, but the TLS handshake did not end`;
    }
  }
}

function classifyAfterWriting(code: string, message: string, status: number | undefined): Failed {
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return ['oversized', 'the answer is larger than 4 MB'];
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return ['garbled', 'the headers of the answer are too large'];
  }
  if (
    code === 'UND_ERR_SOCKET' &&
    status === undefined &&
    // undici’s messages for a `100 Continue` and for an upgrade that nobody asked for.
    /^bad (?:response|upgrade)$/.test(message)
  ) {
    return ['garbled', 'the server sent “100 Continue” unasked, or asks for another protocol'];
  }
  if (status !== undefined && (code === lengthMismatch || message.includes('Invalid EOF state'))) {
    return ['cut', 'the answer broke off before its end'];
  }
  if (parserCodes.includes(code)) return ['garbled', 'the answer is not valid HTTP'];
  return status === undefined
    ? ['lost', 'the connection ended before an answer came']
    : ['cut', 'the connection ended in the middle of the answer'];
}

const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const parserError = 'HTTPParserError';
/** A status of 000 makes undici's parser fail an assertion; two lengths in the headers are a mismatch to it. */
const parserCodes = [parserError, lengthMismatch, 'ERR_ASSERTION'];

/** undici has no code for this: `Proxy response (407) !== 200 when HTTP Tunneling`. */
const proxyRefusal = (error: unknown): string | undefined =>
  /^Proxy response \((\d+)\)/.exec(messageOf(error))?.[1];

function obstacleOf(code: string, error: unknown): LocalObstacle | undefined {
  const refused = proxyRefusal(error);
  if (refused === '407') return 'proxy-login';
  if (refused !== undefined) return 'proxy-refusal';
  if (code === proxyCertificateCode) return 'proxy-certificate';
  if (isUnreachedProxy(error)) return 'proxy-unreached';
  if (unknownAuthorityCodes.includes(code)) return 'unknown-authority';
  return ['EACCES', 'EPERM'].includes(code) ? 'not-allowed' : undefined;
}

const proxyCertificateCode = 'UND_ERR_PRX_TLS';
const unknownAuthorityCodes = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
];

function describeNotReached(code: string, error: unknown, proxy: string | undefined): string {
  const theProxy = proxy === undefined ? 'the proxy' : `the proxy ${proxy}`;
  const refused = proxyRefusal(error);
  if (refused === '407') return `${theProxy} asks for a user name and password (407)`;
  if (refused !== undefined) return `${theProxy} refused to open a connection (${refused})`;
  if (code === proxyCertificateCode) {
    return `the certificate of ${theProxy} is for another host name`;
  }
  const isTls = tlsCodeBeginnings.some((beginning) => code.startsWith(beginning));
  const otherwise = isTls ? 'the TLS handshake failed' : 'the connection could not be made';
  const says = notReachedWords[code] ?? otherwise;
  return isUnreachedProxy(error) ? `${theProxy} was not reached: ${says}` : withProxy(proxy, says);
}

const tlsCodeBeginnings = ['EPROTO', 'ERR_SSL', 'ERR_TLS', 'CERT_', 'UNABLE_TO', 'INVALID_CA'];

const withProxy = (proxy: string | undefined, says: string): string =>
  proxy === undefined ? says : `${says}, through the proxy ${proxy}`;

const certificate = 'the certificate of the server';
const untrustedIssuer =
  'the issuer of the certificate is not trusted here, or an intermediate certificate is missing';
const otherName = `${certificate} is for another host name`;
const closedBefore = 'the connection was closed before the request could be sent';
const notAllowed = 'this computer does not allow the connection';

const notReachedWords: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `${certificate} is self-signed and not trusted here`,
  SELF_SIGNED_CERT_IN_CHAIN:
    'the certificate chain of the server ends in a self-signed one that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedIssuer,
  UNABLE_TO_GET_ISSUER_CERT: untrustedIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedIssuer,
  CERT_UNTRUSTED: untrustedIssuer,
  CERT_HAS_EXPIRED: `${certificate} has expired (or the clock here is wrong)`,
  CERT_NOT_YET_VALID: `${certificate} is not valid yet (or the clock here is wrong)`,
  HOSTNAME_MISMATCH: otherName,
  ERR_TLS_CERT_ALTNAME_INVALID: otherName,
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up: the name server did not answer',
  ECONNREFUSED: 'the connection was refused: nothing listens at that address and port',
  ECONNRESET: closedBefore,
  EPIPE: closedBefore,
  UND_ERR_SOCKET: closedBefore,
  ETIMEDOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'the host cannot be reached from here',
  ENETUNREACH: 'the network cannot be reached from here',
  EACCES: notAllowed,
  EPERM: notAllowed,
  UND_ERR_INVALID_ARG:
    'the request cannot be written as HTTP: a header or the address is not valid',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS at that port',
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
