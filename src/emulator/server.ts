import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listening, Serve } from '../context.js';
import type { Emulated, Refuse } from '../contract/emulated.js';
import { PvgError } from '../failure.js';
import { WireFailure, type SendOptions, type WireRequest, type WireResponse } from '../contract/wire.js';
import { maxBodyBytes, refusalOf, tooLarge, type Refused } from './refusals.js';

/**
 * A server around Sends, on 127.0.0.1 unless another address is given. It knows nothing about the interfaces it serves. It refuses web pages and clients
 * that send too much, too slowly or not HTTP.
 */

/** Chooses the answerer of a path; called once per request. */
type Route = (path: string) => Answerer;

export interface Answerer {
  readonly send: Emulated['send'];
  readonly refuse: Refuse;
  readonly watch?: Watch | undefined;
}

/** Sees a request before its answer is made; what it returns is called after the answer was sent. Changes neither. */
export type Watch = (request: Arrived) => Answered;

/** null: the answer was lost. `refused`: why the request was refused, by the server or by the Send. */
type Answered = (status: number | null, refused?: string) => void;

/** A request as it came: exact bytes, raw headers. */
export interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly headers: WireRequest['headers'];
  /** undefined if the request was refused unread: from a web page, or over 1 MB. */
  readonly body: Uint8Array | undefined;
}

/** Its body is not read. */
export type PageRequest = Omit<Arrived, 'body'>;

interface ServerOptions {
  readonly port: number;
  /** The address to listen on, and the names by which callers may reach it besides this computer's own. */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[];
  readonly maxConnections: number;
  readonly route: Route;
  /** Answers a GET or POST of the server's own pages after the checks of Host and Origin; undefined: no such page. */
  readonly page?: (request: PageRequest) => WireResponse | undefined;
  /** Called if a Send fails; the caller gets 500. */
  readonly onFailure: (error: unknown) => void;
}

const maxHeaderBytes = 16 * 1024;
const headersTimeoutMs = 10_000;
const maxDiscardedBytes = 8 * maxBodyBytes;

/** @throws {PvgError} `usage` if the port cannot be opened. */
export async function serveSends(
  serve: Serve,
  { port, host, allowedHosts = [], maxConnections, route, page, onFailure }: ServerOptions,
): Promise<Listening> {
  const closing = new AbortController();
  const options = { timeoutMs: Number.POSITIVE_INFINITY, signal: closing.signal };
  const listening = await serve(
    { port, host, maxConnections, maxHeaderBytes, headersTimeoutMs },
    (request, response) => {
      // A broken connection is the caller's problem; without a listener it would end the process.
      request.on('error', ignored);
      response.on('error', ignored);
      void answer(request, response, route(request.url ?? ''), { page, options, allowedHosts, onFailure });
    },
  );
  return {
    port: listening.port,
    close: () => {
      closing.abort();
      return listening.close();
    },
  };
}

const ignored = (): void => undefined;

/** A failed Send as a sentence for the user who runs the server. */
export const failureText = (error: unknown): string =>
  error instanceof PvgError ? error.message : 'A request could not be answered: a fault of pvg itself.';

/** Waits until the user ends the server. */
export const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

/** The same for every request. */
interface Shell {
  readonly page: ServerOptions['page'];
  readonly onFailure: ServerOptions['onFailure'];
  readonly options: SendOptions & { readonly signal: AbortSignal };
  readonly allowedHosts: readonly string[];
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { send, refuse, watch }: Answerer,
  { page, options, allowedHosts, onFailure }: Shell,
): Promise<void> {
  let answered: Answered = ignored;
  try {
    const { method = '', url: target = '' } = request;
    const arrived = { method, target, headers: rawHeaders(request) };
    const refused = refusalOf(request, allowedHosts);
    // 405 means that Host and Origin are fine and only the method is wrong.
    const mayBePage = refused === undefined || (method === 'GET' && refused.status === 405);
    const shown = mayBePage ? page?.(arrived) : undefined;
    if (shown !== undefined) {
      write(response, shown);
      return;
    }
    const isRead = refused === undefined || (watch !== undefined && refused.unread !== true);
    const body = isRead ? await readBody(request) : refused;
    if (body === 'broken-off') return;
    const bytes = body instanceof Uint8Array ? body : undefined;
    answered = watch?.({ ...arrived, body: bytes }) ?? ignored;
    if (!(body instanceof Uint8Array)) {
      refuseUnread(request, response, refuse, body);
      answered(body.status, body.says);
    } else if (refused !== undefined) {
      write(response, refuse(refused.status, refused.says, refused.section), refused.headers);
      answered(refused.status, refused.says);
    } else {
      const url = `http://${request.headers.host ?? ''}${target}`;
      const from = request.socket.remoteAddress ?? '';
      const sent = await send({ method: 'POST', url, headers: arrived.headers, body, from }, options);
      write(response, sent);
      answered(sent.status, sent.because);
    }
  } catch (error) {
    if (options.signal.aborted || error instanceof WireFailure || response.headersSent) {
      response.destroy();
      answered(null);
      return;
    }
    onFailure(error);
    const says = 'The request could not be answered.';
    write(response, refuse(500, says, '§7'));
    answered(500, says);
  }
}

/** As they came: order, spelling and repetitions. */
const rawHeaders = ({ rawHeaders: flat }: IncomingMessage): WireRequest['headers'] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));

function write(response: ServerResponse, answered: WireResponse, more: WireResponse['headers'] = []): void {
  writeHead(response, answered, more);
  // Node sends headers and a Latin-1 text in one write; bytes would need a second write and a third more time.
  response.end(Buffer.from(answered.body).toString('latin1'), 'latin1');
}

// Node writes headers as Latin-1, one byte per character; the headers that `listen` forwards are UTF-8.
const writeHead = (
  response: ServerResponse,
  { status, headers, body }: WireResponse,
  more: WireResponse['headers'],
): ServerResponse =>
  response.writeHead(
    status,
    [...headers, ['content-length', String(body.byteLength)] as const, ...more].flatMap(([name, value]) => [
      name,
      Buffer.from(value).toString('latin1'),
    ]),
  );

function readBody(request: IncomingMessage): Promise<Uint8Array | Refused | 'broken-off'> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(tooLarge);
      }
    });
    request.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    request.on('close', () => {
      resolve('broken-off');
    });
  });
}

/**
 * Answers at once, but ends only when the caller has stopped sending: a reset would overtake the answer. Later bytes
 * are discarded, up to a limit.
 */
function refuseUnread(
  request: IncomingMessage,
  response: ServerResponse,
  refuse: Refuse,
  { status, says, section, headers = [] }: Refused,
): void {
  const refusal = refuse(status, says, section);
  writeHead(response, refusal, [['connection', 'close'], ...headers]);
  response.write(refusal.body);
  let discarded = 0;
  request.on('data', (chunk: Uint8Array) => {
    discarded += chunk.byteLength;
    if (discarded > maxDiscardedBytes) request.destroy();
  });
  request.on('end', () => {
    response.end();
  });
}
