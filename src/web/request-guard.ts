import { headerValues, type WireRequest } from '../contract/wire.js';

/** Which requests a server on this computer may answer: any page of the Web can send some here. */

type Headers = WireRequest['headers'];

const ownHosts = ['127.0.0.1', 'localhost', '[::1]'];

/** Compared as text, never by what the name resolves to: a rebinding page controls that. */
export function isForThisHost(headers: Headers, allowedHosts: readonly string[] = []): boolean {
  const [host = '', ...repeated] = headerValues(headers, 'host');
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  return [...ownHosts, ...allowedHosts].includes(name) && repeated.length === 0;
}

/** Whether a page of the Web sent the request: a browser names the page in the header Origin of each POST. */
export function isFromWebPage(headers: Headers): boolean {
  return headerValues(headers, 'origin').length > 0;
}

/** The request comes from a page that this very server has answered with. */
export function isFromOwnPage(headers: Headers): boolean {
  const [host = ''] = headerValues(headers, 'host');
  const [origin, ...repeated] = headerValues(headers, 'origin');
  // Old browsers do not send it, which counts as the same origin.
  const [site = 'same-origin'] = headerValues(headers, 'sec-fetch-site');
  return origin === `http://${host}` && repeated.length === 0 && site === 'same-origin';
}

export function isJsonRequest(headers: Headers): boolean {
  const [type = '', ...repeated] = headerValues(headers, 'content-type');
  return /^application\/json[ \t]*(?:;|$)/i.test(type) && repeated.length === 0;
}
