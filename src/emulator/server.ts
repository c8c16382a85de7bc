import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listening, Serve } from '../context.js';
import { PvgError } from '../failure.js';
import { WireFailure, type Send, type SendOptions, type WireRequest, type WireResponse } from '../wire.js';
import type { Refuse } from './answering.js';

/**
 * A server on 127.0.0.1 around Sends. It knows nothing of the interfaces it serves; it keeps web pages out and
 * whoever sends too much, too slowly or no HTTP.
 */

/** Who answers what arrives at a path; asked once a request. */
export type Route = (path: string) => Answerer;

export interface Answerer {
  readonly send: Send;
  readonly refuse: Refuse;
  readonly watch?: Watch;
}

/** Sees one request and what went back; changes neither. */
export interface Watch {
  /** Told before the answer is made. */
  readonly arrived: (request: Arrived) => void;
  /** Told after the answer has left; `refused`: why the Send was not asked, or failed. */
  readonly answered: (status: number, refused?: string) => void;
}

/** A request as it came: exact bytes, raw headers. */
export interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly headers: WireRequest['headers'];
  /** undefined where it was refused unread: a web page's, or over 1 MB. */
  readonly body: Uint8Array | undefined;
}

export interface ServerOptions {
  readonly port: number;
  readonly maxConnections: number;
  readonly route: Route;
  /** Answers a GET of the server's own pages, behind the same checks of Host and Origin; undefined: it is none. */
  readonly page?: (request: Pick<Arrived, 'target' | 'headers'>) => WireResponse | undefined;
  /** Told of a Send that failed; the caller gets 500. */
  readonly onFailure: (error: unknown) => void;
}

export const maxBodyBytes = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
const headersTimeoutMs = 10_000;
const maxDiscardedBytes = 8 * maxBodyBytes;

/** @throws {PvgError} `usage` when the port cannot be had. */
export async function serveSends(
  serve: Serve,
  { port, maxConnections, route, page, onFailure }: ServerOptions,
): Promise<Listening> {
  const closing = new AbortController();
  const shell: Shell = {
    page,
    options: { timeoutMs: Number.POSITIVE_INFINITY, signal: closing.signal },
    endOfTurn: sharedTurns(),
  };
  const listening = await serve(
    { port, maxConnections, maxHeaderBytes, headersTimeoutMs },
    (request, response) => {
      // A connection that breaks is the caller's business; without a listener it would be the process's.
      request.on('error', ignored);
      response.on('error', ignored);
      const answerer = route(request.url ?? '');
      answer(request, response, answerer, shell).catch((error: unknown) => {
        if (closing.signal.aborted || error instanceof WireFailure || response.headersSent) {
          response.destroy();
          return;
        }
        onFailure(error);
        const says = 'The request could not be answered.';
        write(response, answerer.refuse(500, says, '§7'));
        answerer.watch?.answered(500, says);
      });
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

/** A Send that failed, in a sentence for whoever runs the server. */
export const failureText = (error: unknown): string =>
  error instanceof PvgError ? error.message : 'A request could not be answered: a fault of pvg itself.';

/** Until its user ends the server. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });

/** What is the same for every request. */
interface Shell {
  readonly page: ServerOptions['page'];
  readonly options: SendOptions;
  readonly endOfTurn: () => Promise<void>;
}

/**
 * One wait for all that ask in the same turn of the event loop: first all requests that are there are read, then all
 * are answered. Answers that leave together wake whoever reads them once, and a step done for many at a time finds
 * its code in the processor's cache; measured, that is 40 % of a request's work.
 */
function sharedTurns(): () => Promise<void> {
  let turn: Promise<void> | undefined;
  return () =>
    (turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined;
        resolve();
      });
    }));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { send, refuse, watch }: Answerer,
  { page, options, endOfTurn }: Shell,
): Promise<void> {
  const head = readHead(request);
  const { method = '', target, headers, hosts } = head;
  const refused = refusalOf(head);
  // A GET is refused for its method alone when Host and Origin are this computer's.
  const shown = method === 'GET' && refused?.status === 405 ? page?.({ target, headers }) : undefined;
  if (shown !== undefined) {
    write(response, shown);
    return;
  }
  const unread = (why: Refused): void => {
    watch?.arrived({ method, target, headers, body: undefined });
    refuseUnread(request, response, refuse, why);
    watch?.answered(why.status, why.says);
  };
  if (refused !== undefined && (watch === undefined || refused.unread === true)) {
    unread(refused);
    return;
  }
  const body = await readBody(request);
  if (body === 'broken-off') return;
  if (body === 'too-large') {
    unread(tooLarge);
    return;
  }
  watch?.arrived({ method, target, headers, body });
  if (refused !== undefined) {
    const refusal = refuse(refused.status, refused.says, refused.section);
    write(response, { ...refusal, headers: [...refusal.headers, ...(refused.headers ?? [])] });
    watch?.answered(refused.status, refused.says);
    return;
  }
  const wireRequest: WireRequest = {
    method: 'POST',
    url: `http://${hosts[0] ?? ''}${target}`,
    headers,
    body,
  };
  await endOfTurn();
  const answered = await send(wireRequest, options);
  write(response, answered);
  watch?.answered(answered.status);
}

function write(response: ServerResponse, answered: WireResponse): void {
  response.writeHead(answered.status, flat(answered, [['content-length', String(answered.body.byteLength)]]));
  // Node joins headers and a Latin-1 text into one write; bytes would cost a second one, a third of the whole answer.
  const { buffer, byteOffset, byteLength } = answered.body;
  response.end(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'), 'latin1');
}

interface Head {
  readonly method: string | undefined;
  readonly target: string;
  readonly ownPort: number | undefined;
  /** As they came: order, spelling and repetitions. */
  readonly headers: WireRequest['headers'];
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly contentTypes: readonly string[];
  readonly declaredBytes: number;
}

/** One walk over the raw headers; node's own `headers` drops repetitions and is built on demand only. */
function readHead({ method, url, socket, rawHeaders }: IncomingMessage): Head {
  const headers: [string, string][] = [];
  const noted = {
    host: [] as string[],
    origin: [] as string[],
    type: [] as string[],
    length: [] as string[],
  };
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    headers.push([name, value]);
    switch (name.toLowerCase()) {
      case 'host':
        noted.host.push(value);
        break;
      case 'origin':
        noted.origin.push(value);
        break;
      case 'content-type':
        noted.type.push(value);
        break;
      case 'content-length':
        noted.length.push(value);
        break;
    }
  }
  return {
    method,
    target: url ?? '',
    ownPort: socket.localPort,
    headers,
    hosts: noted.host,
    origins: noted.origin,
    contentTypes: noted.type,
    declaredBytes: Number(noted.length[0] ?? 0),
  };
}

interface Refused {
  readonly status: number;
  readonly says: string;
  readonly section: string;
  readonly headers?: WireResponse['headers'];
  /** Its body is not read, not even to be watched. */
  readonly unread?: boolean;
}

const tooLarge: Refused = { status: 413, says: 'The body is over 1 MB.', section: '§8', unread: true };

/** What can be refused before the body is read. Host and Origin come first: a web page learns nothing else. */
function refusalOf({
  method,
  target,
  ownPort,
  hosts,
  origins,
  contentTypes,
  declaredBytes,
}: Head): Refused | undefined {
  const section = '§4';
  if (hosts.length !== 1 || !hosts.every(isLoopbackHost))
    return { status: 403, says: 'The Host is not this computer.', section, unread: true };
  if (!origins.every((origin) => isOwnOrigin(origin, ownPort)))
    return { status: 403, says: 'Requests of web pages are not answered.', section, unread: true };
  if (!target.startsWith('/')) return { status: 400, says: 'The request target is not a path.', section };
  if (method !== 'POST')
    return { status: 405, says: 'Only POST is answered.', section, headers: [['allow', 'POST']] };
  if (contentTypes.length !== 1 || !contentTypes.every(isJson))
    return { status: 415, says: 'The Content-Type must be application/json.', section };
  return declaredBytes > maxBodyBytes ? tooLarge : undefined;
}

// By name or number, never by what a name resolves to: that is what a rebinding page controls.
const isLoopbackHost = (host: string): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);

const isOwnOrigin = (origin: string, port: number | undefined): boolean =>
  origin === `http://127.0.0.1:${String(port)}` || origin === `http://localhost:${String(port)}`;

const isJson = (contentType: string): boolean => /^application\/json[ \t]*(?:;|$)/i.test(contentType);

function readBody(request: IncomingMessage): Promise<Uint8Array | 'too-large' | 'broken-off'> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve('too-large');
      }
    });
    request.on('end', () => {
      resolve(joined(chunks, size));
    });
    request.on('close', () => {
      resolve('broken-off');
    });
  });
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/**
 * Answers at once, but ends only when the caller has stopped sending: a reset would overtake the answer. What
 * still comes is thrown away, and not without bound.
 */
function refuseUnread(
  request: IncomingMessage,
  response: ServerResponse,
  refuse: Refuse,
  { status, says, section, headers = [] }: Refused,
): void {
  const refusal = refuse(status, says, section);
  const length = ['content-length', String(refusal.body.byteLength)] as const;
  response.writeHead(status, flat(refusal, [length, ['connection', 'close'], ...headers]));
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

/** The list of names and values that node writes without looking at it again. */
function flat(answered: WireResponse, more: WireResponse['headers']): string[] {
  const list: string[] = [];
  for (const headers of [answered.headers, more])
    for (const [name, value] of headers) list.push(name, notAscii.test(value) ? asUtf8(value) : value);
  return list;
}

const notAscii = /[^ -~]/;
const utf8 = new TextEncoder();

// Node writes headers as Latin-1, one byte a character. A terminal and pvg itself read UTF-8: `§` must be its two bytes.
const asUtf8 = (value: string): string => String.fromCharCode(...utf8.encode(value));
