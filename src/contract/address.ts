import { isLoopback, isThisComputer, normalizeHost } from './loopback.js';

/** Addresses of services, compared. Two spellings of one address have the same key; a text that is no address is its own. */

/**
 * Which service an address belongs to. Each port of this computer may be another service, by whatever scheme and name it
 * is reached; a host elsewhere belongs to one environment, whatever the port and the path are.
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

/** A URL leaves out the usual port of its scheme. */
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

/** Elsewhere, another port of the same host is another service. */
function originKey(address: string): string {
  const url = urlOf(address);
  if (url === undefined) return address;
  if (isThisComputer(url.hostname)) return thisComputerKey(url);
  return `${url.protocol}//${normalizeHost(url.hostname)}:${portOf(url)}`;
}
