import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listening, Serve } from '../context.js';
import { headerValues, WireFailure, type WireRequest, type WireResponse } from '../contract/wire.js';
import type { EmulatedResponse, Refusal } from './answers.js';
import type { EmulatedService } from './service.js';

/** A server around Sends, on 127.0.0.1 unless another address is given. It knows nothing about the interfaces. */

export type Answerer = EmulatedService & { readonly watch?: Watch };

/** Sees a request before its answer is made; what it returns is called after the answer was sent. Changes neither. */
export type Watch = (request: Arrived) => Answered;

/** null: the answer was lost. */
type Answered = (answer: EmulatedResponse | null) => void;

/** A request as it came: raw headers. */
export interface PageRequest extends Pick<WireRequest, 'headers'> {
  readonly method: string;
  readonly target: string;
}

export interface Arrived extends PageRequest {
  /** Exact bytes; undefined if the request was refused unread: from a web page, or over 1 MB. */
  readonly body: Uint8Array | undefined;
}

interface ServerOptions {
  readonly port: number;
  /** The address to listen on, and the names by which callers may reach it besides this computer's own. */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[];
  readonly maxConnections: number;
  /** Chooses who answers; called once per request. */
  readonly route: (target: string) => Answerer;
  /** Answers a GET of the server's own pages after the checks of Host and Origin; undefined: no such page. */
  readonly page?: (request: PageRequest) => WireResponse | undefined;
  /** Called if a Send fails; the caller gets 500. */
  readonly onFailure: (error: unknown) => void;
}

export const maxBodyBytes = 1024 * 1024;
const limits = { maxHeaderBytes: 16 * 1024, headersTimeoutMs: 10_000 };

/** @throws {PvgError} `usage` if the port cannot be opened. */
export async function serveSends(serve: Serve, options: ServerOptions): Promise<Listening> {
  const { port, host, maxConnections } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const listening = await serve({ ...limits, port, host, maxConnections }, (request, response) => {
    // A broken connection is the caller's problem; without a listener it would end the process.
    response.on('error', ignored);
    void answer(request, response, options, signal);
  });
  return {
    port: listening.port,
    close: () => {
      closing.abort();
      return listening.close();
    },
  };
}

const ignored = (): void => undefined;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { route, page, allowedHosts, onFailure }: ServerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { method = '', url: target = '' } = request;
  const { send, refuse, watch } = route(target);
  let answered: Answered = ignored;
  const respond = (sent: EmulatedResponse): void => {
    write(response, sent);
    answered(sent);
  };
  try {
    const headers = rawHeaders(request);
    const asked = { method, target, headers };
    const refused = refusalOf(asked, request.socket.localPort, allowedHosts);
    // 405 means that Host and Origin are fine and only the method is wrong.
    const shown = method === 'GET' && refused?.status === 405 ? page?.(asked) : undefined;
    if (shown !== undefined) return respond(shown);
    const body = refused?.status === 403 ? undefined : await readBody(request);
    if (body === 'broken-off') return;
    answered = watch?.({ ...asked, body }) ?? ignored;
    if (refused !== undefined || body === undefined) return respond(refuse(target, refused ?? tooLarge));
    const wire = { method: 'POST', url: `http://127.0.0.1${target}`, headers, body } as const;
    respond(await send(wire, { timeoutMs: Number.POSITIVE_INFINITY, signal }));
  } catch (error) {
    if (signal.aborted || error instanceof WireFailure || response.headersSent) {
      response.destroy();
      return answered(null);
    }
    onFailure(error);
    respond(refuse(target, { status: 500, says: 'The request could not be answered.', section: '§7' }));
  }
}

const tooLarge: Refusal = { status: 413, says: 'The body is over 1 MB.', section: '§8' };

/** Refusals before the body is read. Host and Origin come first (403), so that a web page learns nothing else. */
function refusalOf(
  { method, target, headers }: PageRequest,
  port: number | undefined,
  allowedHosts: readonly string[] = [],
): Refusal | undefined {
  const [host, ...hosts] = headerValues(headers, 'host');
  const [type, ...types] = headerValues(headers, 'content-type');
  // Compared as text, never by what the name resolves to: a rebinding page controls that.
  const name = host?.toLowerCase().replace(/:\d{1,5}$/, '') ?? '';
  const isOwn = ['127.0.0.1', 'localhost', '[::1]'].includes(name) || allowedHosts.includes(name);
  const isOwnPage = (origin: string): boolean =>
    ['127.0.0.1', 'localhost'].some((each) => origin === `http://${each}:${String(port)}`);
  if (!isOwn || hosts.length > 0) return refusal(403, 'The Host header is not this computer.');
  if (!headerValues(headers, 'origin').every(isOwnPage))
    return refusal(403, 'Requests from web pages are not answered.');
  if (!target.startsWith('/')) return refusal(400, 'The request target is not a path.');
  if (method !== 'POST') return refusal(405, 'Only POST is answered.');
  return /^application\/json[ \t]*(?:;|$)/i.test(type ?? '') && types.length === 0
    ? undefined
    : refusal(415, 'The Content-Type must be application/json.');
}

const refusal = (status: number, says: string): Refusal => ({ status, says, section: '§4' });

/** As they came: order, spelling and repetitions. */
function rawHeaders({ rawHeaders: flat }: IncomingMessage): WireRequest['headers'] {
  const headers: [string, string][] = [];
  for (let at = 0; at < flat.length; at += 2) headers.push([flat[at] ?? '', flat[at + 1] ?? '']);
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

/** undefined as soon as it is over 1 MB; what comes later is discarded. */
function readBody(request: IncomingMessage): Promise<Uint8Array | 'broken-off' | undefined> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(undefined);
      }
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
