import { headerValues, type WireResponse } from '../contract/wire.js';
import type { Refusal } from './answers.js';

/** A request as it came: raw headers. */
export interface PageRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: WireResponse['headers'];
}

/** A request that a local server refuses. */
interface Refused extends Refusal {
  readonly headers: WireResponse['headers'];
}

export const maxBodyBytes = 1024 * 1024;

export const tooLarge: Refused = {
  status: 413,
  says: 'The body is over 1 MB.',
  section: '§8',
  headers: [['connection', 'close']],
};

/** Refusals before the body is read. Host and Origin come first (403), so that a web page learns nothing else. */
export function refusalOf(
  { method, target, headers }: PageRequest,
  port: number | undefined,
  allowedHosts: readonly string[] = [],
): Refused | undefined {
  const [hosts, types] = [headerValues(headers, 'host'), headerValues(headers, 'content-type')];
  const isKnown = (host: string): boolean => isLoopbackHost(host) || allowedHosts.includes(nameOf(host));
  const refused = (status: number, says: string): Refused => ({ status, says, section: '§4', headers: [] });
  if (hosts.length !== 1 || !hosts.every(isKnown))
    return refused(403, 'The Host header is not this computer.');
  if (!headerValues(headers, 'origin').every((each) => isOwnOrigin(each, port)))
    return refused(403, 'Requests from web pages are not answered.');
  if (!target.startsWith('/')) return refused(400, 'The request target is not a path.');
  if (method !== 'POST') return { ...refused(405, 'Only POST is answered.'), headers: [['allow', 'POST']] };
  if (types.length !== 1 || !types.every(isJson))
    return refused(415, 'The Content-Type must be application/json.');
  return undefined;
}

// Compared as text, never by what the name resolves to: a rebinding page controls that.
const isLoopbackHost = (host: string): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '');

const isOwnOrigin = (origin: string, port: number | undefined): boolean =>
  [`http://127.0.0.1:${String(port)}`, `http://localhost:${String(port)}`].includes(origin);

const isJson = (contentType: string): boolean => /^application\/json[ \t]*(?:;|$)/i.test(contentType);
