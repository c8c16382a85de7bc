import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Listening, Serve } from '../context.js';
import { WireFailure, type WireRequest, type WireResponse } from '../contract/wire.js';
import { PvgError } from '../failure.js';
import { rawHeaders, readRequestBody } from '../web/incoming.js';
import {
  isForThisHost,
  isFromOwnPage,
  isFromWebPage,
  isJsonRequest,
} from '../web/request-guard.js';
import { BrokenByRule, type EmulatedResponse, type Unlisted } from './answers.js';
import type { EmulatedService } from './service.js';

/** A server around Sends, on 127.0.0.1 unless another address is given. It knows nothing about the interfaces. */

/** A request as it came, with its answer: `emulate` prints it, `listen` adds a diagnosis. */
export interface AnsweredRequest extends Pick<WireRequest, 'headers'> {
  readonly method: string;
  readonly target: string;
  /** Exact bytes; undefined if the request was refused unread: from a web page, or over 1 MB. */
  readonly body: Uint8Array | undefined;
  readonly receivedAtMs: number;
  readonly elapsedMs: number;
  /** null if the caller got none. */
  readonly answer: EmulatedResponse | null;
  /** The rule that broke the connection. */
  readonly broken?: BrokenByRule | undefined;
  /** `refused` if the server itself refused the request: the emulator never saw it. */
  readonly by: 'emulator' | 'refused';
}

/** A request that may be the page's, whose body is not read. */
export type PageRequest = Pick<AnsweredRequest, 'method' | 'target' | 'headers'>;

interface ServerOptions {
  readonly port: number;
  /** The address to listen on, and the names by which callers may reach it besides this computer's own. */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[];
  readonly maxConnections: number;
  /** Chooses who answers. */
  readonly route: (target: string) => EmulatedService;
  /** Answers what the server's own page asks; undefined: it is not the page's. */
  readonly page?: (request: PageRequest) => WireResponse | undefined;
  /** Called when a request comes; what it returns is called after the answer. */
  readonly watch?: () => (answered: Omit<AnsweredRequest, 'receivedAtMs' | 'elapsedMs'>) => void;
}

interface ServerRun extends Omit<ServerOptions, 'watch'> {
  /** The server ends when one of them is aborted. */
  readonly ends: readonly AbortSignal[];
  /** Says where it listens. */
  readonly started: (port: number) => Promise<void>;
  /** If it rejects, the server ends: nobody reads the log any more. undefined: there is no log. */
  readonly log: ((logged: AnsweredRequest) => Promise<void>) | undefined;
  /** Called after the server has closed. */
  readonly closed: () => Promise<unknown>;
}

/** Serves until one of the signals is aborted, then closes. @throws {PvgError} `usage` for its port, and what its log throws */
export async function serveUntil(
  { serve, clock }: Pick<Context, 'serve' | 'clock'>,
  { ends, started, log, closed, ...options }: ServerRun,
): Promise<void> {
  const broken = new AbortController();
  const watched: ServerOptions = log === undefined ? options : { ...options, watch: watchFor(log) };
  const server = await serveSends(serve, watched);
  const all = [...ends, broken.signal];
  try {
    await started(server.port);
    if (!all.some(({ aborted }) => aborted)) {
      await Promise.race(all.map((signal) => once(signal, 'abort')));
    }
  } finally {
    await server.close();
    await closed();
  }
  broken.signal.throwIfAborted();

  function watchFor(write: NonNullable<ServerRun['log']>): NonNullable<ServerOptions['watch']> {
    return () => {
      const [receivedAtMs, startedMs] = [clock.now(), clock.elapsed()];
      return (answered) => {
        const elapsedMs = Math.round(clock.elapsed() - startedMs);
        write({ ...answered, receivedAtMs, elapsedMs }).catch((error: unknown) =>
          broken.abort(error),
        );
      };
    };
  }
}

/** How many connections a server of `emulate`, or of the library, has open at once. */
export const mostConnections = 8_192;

/** @throws {PvgError} `usage` if the port cannot be opened. */
export async function serveSends(serve: Serve, options: ServerOptions): Promise<Listening> {
  const { port, host, maxConnections } = options;
  const closing = new AbortController();
  const listening = await serve({ port, host, maxConnections }, (request, response) => {
    // A broken connection is the caller's problem; without a listener it would end the process.
    response.on('error', () => undefined);
    void answer({ request, response }, options, closing.signal);
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

async function answer(
  { request, response }: Incoming,
  { route, page, watch, allowedHosts }: ServerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { method = '', url: target = '' } = request;
  const { send, refuse, methodsAt = () => usualMethods } = route(target);
  const methods = methodsAt(target);
  const asked = { method, target, headers: rawHeaders(request) };
  const answered = watch?.();
  let body: Uint8Array | undefined;
  const end = (sent: EmulatedResponse): void => {
    write(response, sent);
    answered?.({ ...asked, body, answer: sent, by: 'emulator' });
  };
  const refuseIt = (...refusal: Unlisted): void => {
    const refused = refuse(target, ...refusal);
    const sent = { ...refused, headers: [...refused.headers, ...refusalHeaders(refusal, methods)] };
    write(response, sent);
    answered?.({ ...asked, body, answer: sent, by: 'refused' });
  };
  const breakOff = (broken: BrokenByRule | undefined): void => {
    response.destroy();
    answered?.({ ...asked, body, answer: null, broken, by: 'emulator' });
  };
  try {
    const isOwn = isForThisHost(asked.headers, allowedHosts);
    const mayBePage = isOwn && (!isFromWebPage(asked.headers) || isFromOwnPage(asked.headers));
    const shown = mayBePage ? page?.(asked) : undefined;
    if (shown !== undefined) return write(response, shown);
    const refused = refusalOf(asked, isOwn, methods);
    const read = refused?.[0] === 403 ? undefined : await readRequestBody(request);
    if (read === 'broken-off') return;
    body = read;
    if (refused !== undefined) return refuseIt(...refused);
    if (body === undefined) return refuseIt(413, 'The body is over 1 MB.', '§8');
    const received = { method, url: `http://127.0.0.1${target}`, headers: asked.headers, body };
    end(await send(received, { timeoutMs: Number.POSITIVE_INFINITY, signal }));
  } catch (error) {
    if (error instanceof BrokenByRule) return breakOff(error);
    if (signal.aborted || error instanceof WireFailure || response.headersSent) {
      return breakOff(undefined);
    }
    // A PvgError is, for example, a state file that somebody damaged meanwhile.
    const says =
      error instanceof PvgError
        ? error.message
        : 'The request could not be answered: a fault of pvg itself.';
    refuseIt(500, says, '§7');
  }
}

const usualMethods = ['POST'];

/** The reason in a header that the service does not have. That of a 500 may have a path of this computer. */
function refusalHeaders([status, says]: Unlisted, methods: readonly string[]) {
  const headers: [string, string][] = status === 500 ? [] : [['x-pvg-refused', says]];
  if (status === 405) headers.push(['allow', methods.join(', ')]);
  return headers;
}

/** Refusals before the body is read. Host and Origin come first (403), so that a web page learns nothing else. */
function refusalOf(
  { method, target, headers }: PageRequest,
  isOwn: boolean,
  methods: readonly string[],
): Unlisted | undefined {
  if (!isOwn) return [403, 'The Host header is not this computer.', '§4'];
  if (isFromWebPage(headers)) return [403, 'Requests from web pages are not answered.', '§4'];
  if (!target.startsWith('/')) return [400, 'The request target is not a path.', '§4'];
  if (!methods.includes(method)) return [405, `Only ${methods.join(' and ')} is answered.`, '§4'];
  if (method !== 'POST' || isJsonRequest(headers)) return undefined;
  return [415, 'The Content-Type must be application/json.', '§4'];
}

function write(response: ServerResponse, { status, headers, body }: WireResponse): void {
  const raw = ['content-length', String(body.byteLength)];
  for (const header of headers) raw.push(...header);
  if (status === 413) raw.push('connection', 'close');
  response.writeHead(status, raw);
  // Node sends headers and a text in one write; bytes would need a second one and a third more time.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  if (status !== 413 || response.req.complete) response.end(text, 'latin1');
  else {
    // It ends only when the caller has stopped sending: a reset would overtake the answer.
    response.write(text, 'latin1');
    response.req.on('end', () => response.end());
  }
}
