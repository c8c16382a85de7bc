import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Listening, Serve } from '../context.js';
import {
  headerValues,
  WireFailure,
  type WireRequest,
  type WireResponse,
} from '../contract/wire.js';
import { PvgError } from '../failure.js';
import type { EmulatedResponse, Unlisted } from './answers.js';
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
  /** null if the answer was lost. */
  readonly answer: EmulatedResponse | null;
  /** `refused` if the server itself refused the request: the emulator never saw it. */
  readonly by: 'emulator' | 'refused';
}

interface ServerOptions {
  readonly port: number;
  /** The address to listen on, and the names by which callers may reach it besides this computer's own. */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[];
  readonly maxConnections: number;
  /** Chooses who answers. */
  readonly route: (target: string) => EmulatedService;
  /** Answers a GET of the server's own pages after the checks of Host and Origin; undefined: no such page. */
  readonly page?: (target: string) => WireResponse | undefined;
  /** Called when a request comes; what it returns is called after the answer. */
  readonly watch?: () => (answered: Omit<AnsweredRequest, 'receivedAtMs' | 'elapsedMs'>) => void;
}

interface ServerRun extends Omit<ServerOptions, 'watch'> {
  /** The server ends when one of them is aborted. */
  readonly ends: readonly AbortSignal[];
  /** Says where it listens. */
  readonly started: (port: number) => Promise<void>;
  /** If it rejects, the server ends: nobody reads the log any more. */
  readonly log: (logged: AnsweredRequest) => Promise<void>;
  /** Called after the server has closed. */
  readonly closed: () => Promise<unknown>;
}

/** Serves until one of the signals is aborted, then closes. @throws {PvgError} `usage` for its port, and what its log throws */
export async function serveUntil(
  { serve, clock }: Pick<Context, 'serve' | 'clock'>,
  { ends, started, log, closed, ...options }: ServerRun,
): Promise<void> {
  const broken = new AbortController();
  const server = await serveSends(serve, {
    ...options,
    watch: () => {
      const [receivedAtMs, startedMs] = [clock.now(), clock.elapsed()];
      return (answered) => {
        const elapsedMs = Math.round(clock.elapsed() - startedMs);
        log({ ...answered, receivedAtMs, elapsedMs }).catch((error: unknown) =>
          broken.abort(error),
        );
      };
    },
  });
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
}

export const maxBodyBytes = 1024 * 1024;

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
  const { send, refuse } = route(target);
  const asked = { method, target, headers: rawHeaders(request) };
  const answered = watch?.();
  let body: Uint8Array | undefined;
  const end = (
    sent: EmulatedResponse | null,
    answeredBy: AnsweredRequest['by'] = 'emulator',
  ): void => {
    if (sent === null) response.destroy();
    else write(response, sent);
    answered?.({ ...asked, body, answer: sent, by: answeredBy });
  };
  try {
    const refused = refusalOf(asked, allowedHosts);
    // 405 means that Host and Origin are fine and only the method is wrong.
    const shown = method === 'GET' && refused?.[0] === 405 ? page?.(target) : undefined;
    if (shown !== undefined) return write(response, shown);
    const read = refused?.[0] === 403 ? undefined : await readBody(request);
    if (read === 'broken-off') return;
    body = read;
    if (refused !== undefined) return end(refuse(target, ...refused), 'refused');
    if (body === undefined) {
      return end(refuse(target, 413, 'The body is over 1 MB.', '§8'), 'refused');
    }
    const wire = {
      method: 'POST',
      url: `http://127.0.0.1${target}`,
      headers: asked.headers,
      body,
    } as const;
    end(await send(wire, { timeoutMs: Number.POSITIVE_INFINITY, signal }));
  } catch (error) {
    if (signal.aborted || error instanceof WireFailure || response.headersSent) return end(null);
    // A PvgError is, for example, a state file that somebody damaged meanwhile.
    const says =
      error instanceof PvgError
        ? error.message
        : 'The request could not be answered: a fault of pvg itself.';
    end(refuse(target, 500, says, '§7'), 'refused');
  }
}

const ownHosts = ['127.0.0.1', 'localhost', '[::1]'];

/** Refusals before the body is read. Host and Origin come first (403), so that a web page learns nothing else. */
function refusalOf(
  { method, target, headers }: Pick<AnsweredRequest, 'method' | 'target' | 'headers'>,
  allowedHosts: readonly string[] = [],
): Unlisted | undefined {
  const [host, ...hosts] = headerValues(headers, 'host');
  const [type, ...types] = headerValues(headers, 'content-type');
  // Compared as text, never by what the name resolves to: a rebinding page controls that.
  const name = host?.toLowerCase().replace(/:\d{1,5}$/, '') ?? '';
  if (![...ownHosts, ...allowedHosts].includes(name) || hosts.length > 0) {
    return [403, 'The Host header is not this computer.', '§4'];
  }
  // The page of `listen` only reads, and then a browser sends none.
  if (headerValues(headers, 'origin').length > 0) {
    return [403, 'Requests from web pages are not answered.', '§4'];
  }
  if (!target.startsWith('/')) return [400, 'The request target is not a path.', '§4'];
  if (method !== 'POST') return [405, 'Only POST is answered.', '§4'];
  return /^application\/json[ \t]*(?:;|$)/i.test(type ?? '') && types.length === 0
    ? undefined
    : [415, 'The Content-Type must be application/json.', '§4'];
}

/** The headers as they were sent: in their order and spelling, with repetitions. */
function rawHeaders({ rawHeaders: flat }: IncomingMessage): WireRequest['headers'] {
  const headers: [string, string][] = [];
  for (let index = 0; index < flat.length; index += 2) {
    headers.push([flat[index] ?? '', flat[index + 1] ?? '']);
  }
  return headers;
}

function write(response: ServerResponse, { status, headers, body }: WireResponse): void {
  const raw = ['content-length', String(body.byteLength)];
  for (const header of headers) raw.push(...header);
  if (status === 405) raw.push('allow', 'POST');
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

/**
 * The body; undefined as soon as it is over 1 MB, and the rest is discarded. An async iterator would make an answer a
 * twentieth slower.
 */
function readBody(request: IncomingMessage): Promise<Uint8Array | 'broken-off' | undefined> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > maxBodyBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    // Without a listener, Node emits no error of a request.
    request.on('error', () => {
      resolve('broken-off');
    });
  });
}
