import type { Interface } from '../../contract/interfaces.js';
import { JsonObject } from '../../json/json.js';
import { parseJson } from '../../json/parse.js';

// A header may be written as another product has it: without `X-`, with underscores.
const gatewayHeaders = ['client-id', 'timestamp'];
const gatewayMembers = ['receipt', 'osid', 'productid'];
const sessionMembers = ['gameid', 'username'];

/** Whose request it is, from its path, its headers or the members of its body; undefined when none of them tells. */
export function interfaceOfRequest(request: {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}): Interface | undefined {
  return byPath(request.url) ?? byHeaders(request.headers) ?? byBody(request.body);
}

function byPath(url: string): Interface | undefined {
  const path = url.replace(/[?#].*$/s, '').toLowerCase();
  if (path.includes('/xmdt/session')) return 'session';
  return path.includes('/iap/gateway/') ? 'gateway' : undefined;
}

const byHeaders = (headers: readonly (readonly [name: string, value: string])[]): Interface | undefined =>
  headers.some(([name]) =>
    gatewayHeaders.includes(name.toLowerCase().replaceAll('_', '-').replace(/^x-/, '')),
  )
    ? 'gateway'
    : undefined;

function byBody(body: Uint8Array): Interface | undefined {
  const names = memberNames(body);
  if (gatewayMembers.some((name) => names.includes(name))) return 'gateway';
  return sessionMembers.some((name) => names.includes(name)) ? 'session' : undefined;
}

/** Of the top level, in any spelling: `os_id`, `osId` and `OsId` are one. */
function memberNames(body: Uint8Array): string[] {
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return value instanceof JsonObject
      ? value.members.map(([name]) => name.toLowerCase().replaceAll('_', ''))
      : [];
  } catch {
    return [];
  }
}
