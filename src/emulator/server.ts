import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listening, Serve } from '../context.js';
import { WireFailure, type SendOptions, type WireRequest, type WireResponse } from '../contract/wire.js';
import { PvgError } from '../failure.js';
import { maxBodyBytes, refusalOf, tooLarge, type PageRequest } from './refusals.js';
import type { EmulatedService } from './service.js';

/** A server around Sends, on 127.0.0.1 unless another address is given. It knows nothing about the interfaces. */

export interface Answerer extends EmulatedService {
  readonly watch?: Watch | undefined;
}

/** Sees a request before its answer is made; what it returns is called after the answer was sent. Changes neither. */
export type Watch = (request: Arrived) => Answered;

/** null: the answer was lost. `refused`: why the request was refused, by the server or by the Send. */
type Answered = (status: number | null, refused?: string) => void;

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
  /** Answers a GET or POST of the server's own pages after the checks of Host and Origin; undefined: no such page. */
  readonly page?: (request: PageRequest) => WireResponse | undefined;
  /** Called if a Send fails; the caller gets 500. */
  readonly onFailure: (error: unknown) => void;
}

const maxHeaderBytes = 16 * 1024;
const headersTimeoutMs = 10_000;

/** @throws {PvgError} `usage` if the port cannot be opened. */
export async function serveSends(
  serve: Serve,
  { port, host, maxConnections, ...shell }: ServerOptions,
): Promise<Listening> {
  const closing = new AbortController();
  const patient = { timeoutMs: Number.POSITIVE_INFINITY, signal: closing.signal };
  const listening = await serve(
    { port, host, maxConnections, maxHeaderBytes, headersTimeoutMs },
    (request, response) => {
      // A broken connection is the caller's problem; without a listener it would end the process.
      request.on('error', ignored);
      response.on('error', ignored);
      void answer(request, response, shell, patient);
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { route, page, allowedHosts, onFailure }: Omit<ServerOptions, 'port' | 'host' | 'maxConnections'>,
  options: SendOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const { method = '', url: target = '' } = request;
  const { send, refuse, watch } = route(target);
  let answered: Answered = ignored;
  try {
    const asked = { method, target, headers: rawHeaders(request) };
    const refused = refusalOf(asked, request.socket.localPort, allowedHosts);
    // 405 means that Host and Origin are fine and only the method is wrong.
    const mayBePage = refused === undefined || (method === 'GET' && refused.status === 405);
    const shown = mayBePage ? page?.(asked) : undefined;
    if (shown !== undefined) {
      write(response, shown);
      return;
    }
    const body = refused?.status === 403 ? undefined : await readBody(request);
    if (body === 'broken-off') return;
    answered = watch?.({ ...asked, body }) ?? ignored;
    const url = `http://127.0.0.1${target}`;
    const sent =
      refused === undefined && body !== undefined
        ? await send({ method: 'POST', url, headers: asked.headers, body }, options)
        : refuse(target, refused ?? tooLarge);
    write(response, sent, refused ?? (body === undefined ? tooLarge : undefined));
    answered(sent.status, sent.because);
  } catch (error) {
    if (options.signal.aborted || error instanceof WireFailure || response.headersSent) {
      response.destroy();
      answered(null);
      return;
    }
    onFailure(error);
    const sent = refuse(target, { status: 500, says: 'The request could not be answered.', section: '§7' });
    write(response, sent);
    answered(sent.status, sent.because);
  }
}

/** As they came: order, spelling and repetitions. */
function rawHeaders({ rawHeaders: flat }: IncomingMessage): WireRequest['headers'] {
  const headers: [string, string][] = [];
  for (let at = 0; at < flat.length; at += 2) headers.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return headers;
}

function write(response: ServerResponse, sent: WireResponse, refused?: ReturnType<typeof refusalOf>): void {
  const { status, headers, body } = sent;
  const all = [...headers, ...(refused?.headers ?? []), ['content-length', String(body.byteLength)]];
  response.writeHead(status, all.flat());
  // Node sends headers and a Latin-1 text in one write; bytes would need a second write and a third more time.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  if (refused !== tooLarge) response.end(text, 'latin1');
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
    request.on('close', () => {
      resolve('broken-off');
    });
  });
}
