import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import type { WireRequest, WireResponse } from '../contract/wire.js';
import { isRecord, printJson, type Printable } from '../text/json/json.js';
import { toPlainData } from '../text/json/parse.js';
import type { RunLine } from '../tools/run.js';
import { rawHeaders, readRequestBody } from '../web/incoming.js';
import type { PageAccess } from '../web/page-access.js';
import { isForThisHost, isFromOwnPage, isJsonRequest } from '../web/request-guard.js';
import { compressedFor, servedHeaders, servedJson } from '../web/served-page.js';
import { HeldReplies } from './held-replies.js';
import { outcomeNames } from './outcome-words.js';
import { inPageWords } from './page-words.js';
import { objectForPage, shownResult } from './shown-result.js';
import type { AllowedRequest } from './tool-request.js';
import type { DeskProfile, StartAnswer, WatchLine } from './wire.js';

/** The server of `pvg desk`: one page, and the tools of the table. It has no path to a file. */

const maxConnections = 32;
/** A paste of 1 MB, as JSON writes it at worst. */
const mostBodyBytes = 4 * 1024 * 1024;

interface DeskSettings {
  readonly port: number;
  readonly access: PageAccess;
  readonly page: WireResponse;
  readonly profiles: readonly [DeskProfile, ...DeskProfile[]];
  readonly languages: StartAnswer['languages'];
  readonly situations: StartAnswer['situations'];
  readonly run: RunLine;
  /** Says where it listens. */
  readonly started: (port: number) => Promise<void>;
}

/** Serves until pvg is interrupted. @throws {PvgError} `usage` if the port cannot be opened */
export async function serveDesk(context: Context, desk: DeskSettings): Promise<void> {
  const { interrupt, serve } = context;
  const watchers = new Set<ServerResponse>();
  const server: DeskServer = { context, desk, heldReplies: new HeldReplies(), watchers };
  const listening = await serve({ port: desk.port, maxConnections }, deskHandler(server));
  try {
    await desk.started(listening.port);
    if (!interrupt.aborted) await once(interrupt, 'abort');
  } finally {
    for (const watcher of watchers) watcher.end(lineOf({ kind: 'ended' } satisfies WatchLine));
    await listening.close();
  }
}

/** What all requests share. */
interface DeskServer {
  readonly context: Context;
  readonly desk: DeskSettings;
  readonly heldReplies: HeldReplies;
  /** Answers that stay open until pvg ends, so that the pages know at once. */
  readonly watchers: Set<ServerResponse>;
}

function deskHandler(server: DeskServer): RequestListener {
  return (request, response) => {
    // A broken connection is the page's problem; without a listener it would end the process.
    response.on('error', () => undefined);
    answer(server, { request, response }).catch(() => response.destroy());
  };
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(server: DeskServer, { request, response }: Incoming): Promise<void> {
  const { context, desk } = server;
  const headers = rawHeaders(request);
  const { method, url } = request;
  const refusal = refusalOf(method, headers);
  if (refusal !== undefined) return write(response, refusal);
  if (method === 'GET') {
    return write(response, url === '/' ? compressedFor(headers, desk.page) : noSuchPage);
  }
  // The page gives the address that works once, and gets the key for all its other requests.
  if (url === '/key') {
    const key = desk.access.exchange(headers);
    return write(response, key === undefined ? wrongAddress : servedJson(200, { key }));
  }
  if (!desk.access.admits(headers)) return write(response, wrongAddress);
  if (url === '/start') return write(response, servedJson(200, startAnswer(context, desk)));
  if (url === '/watch') return watch(server, response);
  if (url !== '/run' && url !== '/given') return write(response, noSuchPage);
  const body = await readJson(request);
  if ('status' in body) return write(response, body);
  if (url === '/given') return write(response, await keepGivenReply(server, body.value));
  const allowed = await readRequest(body.value, desk);
  if ('status' in allowed) return write(response, allowed);
  await answerRun(server, { allowed, response });
}

/** Keeps the answer open until pvg ends. If the process dies, the connection breaks without a line. */
function watch({ watchers }: DeskServer, response: ServerResponse): void {
  watchers.add(response);
  response.once('close', () => watchers.delete(response));
  response.writeHead(200, servedHeaders('application/x-ndjson').flat());
  response.flushHeaders();
}

/** Keeps a reply in the journal, because the person copied it for the player. */
async function keepGivenReply(
  { heldReplies }: DeskServer,
  request: unknown,
): Promise<WireResponse> {
  if (!isRecord(request) || typeof request.reply_id !== 'string') {
    return refused(400, 'The request has no reply_id.');
  }
  await heldReplies.keep(request.reply_id);
  return servedJson(200, {});
}

/** Why a request is refused by its method and headers, before its body is read; undefined if it is not. */
function refusalOf(
  method: string | undefined,
  headers: WireRequest['headers'],
): WireResponse | undefined {
  if (!isForThisHost(headers)) return refused(403, 'The Host header is not this computer.');
  if (method === 'GET') return undefined;
  if (method !== 'POST') return refused(405, 'Only GET and POST are answered.');
  if (!isFromOwnPage(headers)) return refused(403, 'Only the page of pvg desk is answered.');
  if (isJsonRequest(headers)) return undefined;
  return refused(415, 'The Content-Type must be application/json.');
}

const refused = (status: number, says: string): WireResponse => servedJson(status, { says });
const noSuchPage = refused(404, 'pvg desk has no such page.');
const wrongAddress = refused(
  403,
  'Open the page with the complete address that pvg desk printed. It works once: Enter in its terminal prints another.',
);

function startAnswer({ version }: Context, desk: DeskSettings): Printable {
  const { profiles, languages, situations } = desk;
  const start: StartAnswer = { version, profiles, languages, situations, words: outcomeNames };
  return toPlainData(start);
}

/** The value that was sent, undefined if it is not JSON; or the answer that refuses the request. */
async function readJson(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | WireResponse> {
  const body = await readRequestBody(request, mostBodyBytes);
  if (body === undefined) return refused(413, 'This is more than 1 MB.');
  if (body === 'broken-off') throw new Error('The page broke off its request.');
  return { value: parsedOrUndefined(body) };
}

/** The request, or the answer that refuses it. */
async function readRequest(
  request: unknown,
  { profiles }: DeskSettings,
): Promise<AllowedRequest | WireResponse> {
  // Loaded late, because it loads the schemas: the address is printed before.
  const { readToolRequest } = await import('./tool-request.js');
  const [first, ...otherProfiles] = profiles;
  const names = [first.name, ...otherProfiles.map(({ name }) => name)] as const;
  const allowed = readToolRequest(request, names);
  return typeof allowed === 'string' ? refused(400, allowed) : allowed;
}

function parsedOrUndefined(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Runs the tool, and sends each of its notes at once. The page cancels by closing the connection. */
async function answerRun(
  { context, desk: { run }, heldReplies }: DeskServer,
  { allowed, response }: { readonly allowed: AllowedRequest; readonly response: ServerResponse },
): Promise<void> {
  const cancelled = new AbortController();
  response.once('close', () => cancelled.abort(new Error('The page cancelled it.')));
  response.writeHead(200, servedHeaders('application/x-ndjson').flat());
  const send = (line: Printable): void => {
    response.write(lineOf(line));
  };
  const sendNote = (text: string): void => {
    const words = inPageWords(text.replace(/\s+/g, ' ').trim());
    if (words !== '') send({ kind: 'note', text: words });
  };
  const { runTool } = await import('../tools/run.js');
  let endLine: Printable = null;
  let replyId = '';
  await runTool(context, run, {
    ...allowed,
    visitor: { via: 'desk', assistant: undefined },
    signal: cancelled.signal,
    holdReply: (keepReply) => {
      replyId = heldReplies.hold(keepReply);
    },
    onText: sendNote,
    show: async (callContext, _options, result) => {
      const shown = shownResult(callContext, result);
      // What failed after the answer, such as keeping it in the journal, is a note beside it.
      if (endLine !== null) return sendNote(shown.headline);
      endLine = {
        kind: 'end',
        result: objectForPage(callContext, result),
        shown: toPlainData(shown),
        reply_id: replyId,
      };
    },
  });
  // Sent last, when the journal has the call: the page reads it there.
  send(endLine);
  response.end();
}

const lineOf = (line: Printable): string => `${printJson(line)}\n`;

function write(response: ServerResponse, { status, headers, body }: WireResponse): void {
  response.writeHead(status, headers.flat());
  response.end(body);
}
