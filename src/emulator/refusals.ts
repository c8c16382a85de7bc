import type { IncomingMessage } from 'node:http';
import type { WireResponse } from '../contract/wire.js';

/** A request that a local server refuses. */
export interface Refused {
  readonly status: number;
  readonly says: string;
  readonly section: string;
  readonly headers?: WireResponse['headers'];
  /** Its body is not read, not even for a watcher. */
  readonly isUnread?: boolean;
}

export const maxBodyBytes = 1024 * 1024;

export const tooLarge: Refused = {
  status: 413,
  says: 'The body is over 1 MB.',
  section: '§8',
  headers: [['connection', 'close']],
};

/** Refusals before the body is read. Host and Origin come first, so that a web page learns nothing else. */
export function refusalOf(
  { method, url, socket, headersDistinct }: IncomingMessage,
  allowedHosts: readonly string[] = [],
): Refused | undefined {
  const { host = [], origin = [], 'content-type': types = [] } = headersDistinct;
  const section = '§4';
  if (host.length !== 1 || !host.every((each) => isLoopbackHost(each) || allowedHosts.includes(nameOf(each))))
    return { status: 403, says: 'The Host header is not this computer.', section, isUnread: true };
  if (!origin.every((each) => isOwnOrigin(each, socket.localPort)))
    return { status: 403, says: 'Requests from web pages are not answered.', section, isUnread: true };
  if (url?.startsWith('/') !== true)
    return { status: 400, says: 'The request target is not a path.', section };
  if (method !== 'POST')
    return { status: 405, says: 'Only POST is answered.', section, headers: [['allow', 'POST']] };
  if (types.length !== 1 || !types.every(isJson))
    return { status: 415, says: 'The Content-Type must be application/json.', section };
  return undefined;
}

// Compared as text, never by what the name resolves to: a rebinding page controls that.
const isLoopbackHost = (host: string): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '');

const isOwnOrigin = (origin: string, port: number | undefined): boolean =>
  origin === `http://127.0.0.1:${String(port)}` || origin === `http://localhost:${String(port)}`;

const isJson = (contentType: string): boolean => /^application\/json[ \t]*(?:;|$)/i.test(contentType);
