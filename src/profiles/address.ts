import { isLoopback } from '../contract/loopback.js';
/** §1.3: the base addresses. Judged as typed, because WHATWG parsing silently repairs what is wrong. */

const example = 'https://host.example';

/** What is wrong with a base address, or undefined. Never quotes it: a mistyped option may hold a secret. */
export function addressProblem(text: string): string | undefined {
  if (!/^[!-~]*$/.test(text)) return 'has characters other than printable ASCII';
  const authority = /^https?:\/\/([^/\\?#]+)/i.exec(text)?.[1];
  if (authority === undefined || text.includes('\\') || !URL.canParse(text))
    return `is not an address such as ${example}`;
  if (authority.includes('@')) return 'has user information';
  if (/[?#]/.test(text)) return 'has a query or a fragment';
  if (new URL(text).protocol !== 'https:' && !isLoopback(new URL(text).hostname))
    return 'is not https (only loopback may do without)';
  return undefined;
}

/** The host without port and without the final dot of a full name. */
export const hostOf = (address: string): string => new URL(address).hostname.replace(/\.$/, '');

export const originOf = (address: string): string => new URL(address).origin;
