import { isLoopback, isThisComputer, normalizeHost } from './loopback.js';

/** Keys for comparing addresses: two spellings of one address have the same key. A text that is not an address is its own key. */

/**
 * The key of the service that an address belongs to. On this computer each port may be another service, whatever the scheme
 * and the name. Elsewhere the host alone counts, because a host belongs to one environment.
 */
export function serviceKey(address: string): string {
  const url = urlOf(address);
  if (url === undefined) return address;
  return isThisComputer(url.hostname) ? thisComputerKey(url) : normalizeHost(url.hostname);
}

/** Whether an address is sure to be one of this computer. */
export function isLoopbackAddress(address: string): boolean {
  const url = urlOf(address);
  return url !== undefined && isLoopback(url.hostname);
}

const thisComputerKey = (url: URL): string => `this computer, port ${portOf(url)}`;

/** The port of a URL, which leaves out the usual one of its scheme. */
function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}

const urlOf = (address: string): URL | undefined =>
  URL.canParse(address) ? new URL(address) : undefined;

/** Whether two kept calls went to one service; null: a call without an address. */
export function isSameOrigin(first: string | null, second: string | null): boolean {
  if (first === null || second === null) return first === second;
  return originKey(first) === originKey(second);
}

/** The key of an origin: other than in serviceKey, each port of a host counts as another service. */
function originKey(address: string): string {
  const url = urlOf(address);
  if (url === undefined) return address;
  if (isThisComputer(url.hostname)) return thisComputerKey(url);
  return `${url.protocol}//${normalizeHost(url.hostname)}:${portOf(url)}`;
}
