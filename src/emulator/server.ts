import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Listening, Serve } from '../context.js';
import { servedOperation } from '../contract/request-path.js';
import { WireFailure, type WireResponse } from '../contract/wire.js';
import { PvgError } from '../failure.js';
import { rawHeaders, readRequestBody } from '../web/incoming.js';
import {
  isForThisHost,
  isFromOwnPage,
  isFromWebPage,
  isJsonRequest,
} from '../web/request-guard.js';
import { isControlPath } from './control.js';
import { BrokenByRule, type FinishedRequest, type Unlisted } from './answers.js';
import type { EmulatedService, Watch } from './service.js';

/** An HTTP server for emulated services, on 127.0.0.1 unless another address is given. It knows nothing about the interfaces. */

/** A request as it came, with its answer: `emulate` prints it, `listen` adds a diagnosis. */
export interface AnsweredRequest extends FinishedRequest {
  readonly receivedAtMs: number;
  readonly elapsedMs: number;
}

/** A request that may be for the server's own page. Its body is not read. */
export type PageRequest = Pick<AnsweredRequest, 'method' | 'target' | 'headers'>;

interface ServerOptions {
  readonly port: number;
  /** The address to listen on. */
  readonly host?: string | undefined;
  /** Names in the header Host by which callers may reach it, besides those of this computer. */
  readonly allowedHosts?: readonly string[];
  readonly maxConnections: number;
  /** Chooses who answers. */
  readonly route: (target: string) => EmulatedService;
  /** Answers a request of the server's own page; undefined for any other request. */
  readonly page?: (request: PageRequest) => WireResponse | undefined;
  /** Watches the requests of every service. */
  readonly watch?: Watch;
}

interface ServerRun extends Omit<ServerOptions, 'watch'> {
  /** The server ends when one of them is aborted. */
  readonly ends: readonly AbortSignal[];
  /** Says where it listens. */
  readonly started: (port: number) => Promise<void>;
  /** Logs a request. If it rejects, nobody reads the log any more, and the server ends. undefined: there is no log. */
  readonly log: ((logged: AnsweredRequest) => Promise<void>) | undefined;
  /** Called after the server has closed. */
  readonly closed: () => Promise<unknown>;
}

/** Serves until one of the signals is aborted, then closes. @throws {PvgError} `usage` for its port, and what its log throws */
export async function serveUntil(
  { serve, clock }: Pick<Context, 'serve' | 'clock'>,
  { ends, started, log, closed, ...options }: ServerRun,
): Promise<void> {
  const logFailed = new AbortController();
  const watched: ServerOptions = log === undefined ? options : { ...options, watch: watchFor(log) };
  const server = await serveEmulated(serve, watched);
  const endSignals = [...ends, logFailed.signal];
  try {
    await started(server.port);
    if (!endSignals.some(({ aborted }) => aborted)) {
      await Promise.race(endSignals.map((signal) => once(signal, 'abort')));
    }
  } finally {
    await server.close();
    await closed();
  }
  logFailed.signal.throwIfAborted();

  function watchFor(writeLog: NonNullable<ServerRun['log']>): NonNullable<ServerOptions['watch']> {
    return () => {
      const [receivedAtMs, startedMs] = [clock.now(), clock.elapsed()];
      return (answered) => {
        const elapsedMs = Math.round(clock.elapsed() - startedMs);
        writeLog({ ...answered, receivedAtMs, elapsedMs }).catch((error: unknown) =>
          logFailed.abort(error),
        );
      };
    };
  }
}

/** How many connections a server of `emulate`, or of the library, has open at once. */
export const mostConnections = 8_192;

/** @throws {PvgError} `usage` if the port cannot be opened. */
export async function serveEmulated(serve: Serve, options: ServerOptions): Promise<Listening> {
  const { port, host, maxConnections } = options;
  const closing = new AbortController();
  const listening = await serve({ port, host, maxConnections }, (request, response) => {
    // A broken connection is ignored: without this listener, its error would end the process.
    response.on('error', () => undefined);
    handleRequest({ request, response }, options, closing.signal).catch(() => response.destroy());
  });
  return {
    port: listening.port,
    close: () => {
      closing.abort();
      return listening.close();
    },
  };
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers one request, and tells the watchers how it ended. */
async function handleRequest(
  { request, response }: Incoming,
  { route, page, watch, allowedHosts }: ServerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { method = '', url: target = '' } = request;
  const headers = rawHeaders(request);
  const pageRequest = { method, target, headers };
  const service = route(target);
  // Called before the body is read, because each watcher notes when the request came.
  const onFinished = [watch?.(), service.watch?.()];

  const isForThisComputer = isForThisHost(headers, allowedHosts);
  const mayBePage = isForThisComputer && (!isFromWebPage(headers) || isFromOwnPage(headers));
  const ownPage = mayBePage ? page?.(pageRequest) : undefined;
  if (ownPage !== undefined) return writeAnswer(response, ownPage, ownPage.body);

  const refusal = isForThisComputer
    ? findRefusal(pageRequest, listMethods(service, target))
    : wrongHost;
  // What a web page sends is not read. Any other refused request is shown and diagnosed with its body.
  const [status] = refusal ?? [];
  const body = status === 403 ? undefined : await readRequestBody(request);
  if (body === 'broken-off') return;
  const { answer, answeredBy, broken } = await answerRequest(
    { pageRequest, body, refusal },
    service,
    signal,
  );
  const isCallerGone = response.destroyed;
  if (answer === null) response.destroy();
  else writeAnswer(response, answer, answer.text);
  // Each member is named, because a spread takes a tenth of the time of an answer.
  const finished: FinishedRequest = {
    method,
    target,
    headers,
    body,
    answer,
    answeredBy,
    broken,
    isCallerGone,
  };
  for (const tellWatcher of onFinished) tellWatcher?.(finished);
}

interface ReceivedRequest {
  readonly pageRequest: PageRequest;
  /** undefined if it is over 1 MB, or was not read because of the refusal. */
  readonly body: Uint8Array | undefined;
  readonly refusal: Unlisted | undefined;
}

type RequestAnswer = Pick<FinishedRequest, 'answer' | 'answeredBy' | 'broken'>;

/** How a request ends: an answer of the service, a refusal, or a broken connection. */
async function answerRequest(
  { pageRequest, body, refusal }: ReceivedRequest,
  service: EmulatedService,
  signal: AbortSignal,
): Promise<RequestAnswer> {
  const { method, target, headers } = pageRequest;
  if (refusal !== undefined) return refusedRequest(service, target, refusal);
  if (body === undefined) return refusedRequest(service, target, tooLarge);
  const url = `http://127.0.0.1${target}`;
  try {
    const options = { timeoutMs: Number.POSITIVE_INFINITY, signal };
    const answer = await service.send({ method, url, headers, body }, options);
    return { answer, answeredBy: 'emulator' };
  } catch (error) {
    const broken = error instanceof BrokenByRule ? error : undefined;
    if (signal.aborted || error instanceof WireFailure) {
      return { answer: null, answeredBy: 'emulator', broken };
    }
    // A PvgError is, for example, a state file that somebody damaged meanwhile.
    const says =
      error instanceof PvgError
        ? error.message
        : 'The request could not be answered: a fault of pvg itself.';
    return refusedRequest(service, target, [500, says, '§7']);
  }
}

const tooLarge: Unlisted = [413, 'The body is over 1 MB.', '§8'];

function refusedRequest(
  service: EmulatedService,
  target: string,
  refusal: Unlisted,
): RequestAnswer {
  const refused = service.refusalResponse(target, ...refusal);
  const moreHeaders = refusalHeaders(refusal, listMethods(service, target));
  return {
    answer: { ...refused, headers: [...refused.headers, ...moreHeaders] },
    answeredBy: 'refused',
  };
}

const listMethods = ({ methodsAt }: EmulatedService, target: string): readonly string[] =>
  methodsAt?.(target) ?? usualMethods;

const usualMethods = ['POST'];

/** A header with the reason of a refusal, as only the emulator sends it. Not for a 500: its reason may name a local path. */
function refusalHeaders([status, says]: Unlisted, methods: readonly string[]) {
  const headers: [string, string][] = status === 500 ? [] : [['x-pvg-refused', says]];
  if (status === 405) headers.push(['allow', methods.join(', ')]);
  return headers;
}

/** The refusal for a foreign name in the header Host: a web page may point its own name to this computer (DNS rebinding). */
const wrongHost: Unlisted = [
  403,
  'The Host header is not this computer, and no name of --allow-host.',
  '§4',
];

/** Refusals before the body is read. Host and Origin come first (403), so that a web page learns nothing else. */
function findRefusal(
  { method, target, headers }: PageRequest,
  methods: readonly string[],
): Unlisted | undefined {
  if (isFromWebPage(headers)) return [403, 'Requests from web pages are not answered.', '§4'];
  if (!target.startsWith('/')) return [400, 'The request target is not a path.', '§4'];
  if (!methods.includes(method)) return [405, `Only ${methods.join(' and ')} is answered.`, '§4'];
  if (method !== 'POST' || isJsonRequest(headers)) return undefined;
  // A path that nobody serves is said first, by whoever answers: its content type does not matter.
  if (servedOperation(target) === undefined && !isControlPath(target)) return undefined;
  return [415, 'The Content-Type must be application/json.', '§4'];
}

function writeAnswer(
  response: ServerResponse,
  { status, headers }: Pick<WireResponse, 'status' | 'headers'>,
  content: string | Uint8Array,
): void {
  const raw = ['content-length', String(Buffer.byteLength(content))];
  for (const header of headers) raw.push(...header);
  if (status === 413) raw.push('connection', 'close');
  response.writeHead(status, raw);
  if (status !== 413 || response.req.complete) response.end(content);
  else {
    // The connection ends only when the caller has stopped sending, because a reset would overtake the answer.
    response.write(content);
    response.req.on('end', () => response.end());
  }
}
