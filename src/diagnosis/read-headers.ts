import type { Credential, ObservedRequest } from './attempt.js';
import { readSignature } from './observed.js';

/** What the headers of a request give, by their right names or by others that were meant. */
export interface ReadHeaders {
  readonly signature: HeaderText;
  /** The gateway's two; on the session interface only where a sender added them. */
  readonly timestamp: HeaderText;
  readonly clientId: HeaderText;
}

export interface HeaderText {
  readonly value: string | undefined;
  /** The header's name where it is not the right one. */
  readonly wrongName?: string;
}

const rightNames = { signature: 'x-signature', timestamp: 'x-timestamp', clientId: 'x-client-id' } as const;

/** Reads the three headers of §5; a value under another name is taken when it can hardly be anything else. */
export function readHeaders({ headers }: ObservedRequest, credential: Credential): ReadHeaders {
  const meant = {
    signature: (name: string, value: string) =>
      /sign|hmac|digest|auth|hub|token|sha256|^sig$|[-_]sig$/i.test(name) && readSignature(value).length > 0,
    timestamp: (name: string, value: string) =>
      /time|^ts$|[-_]ts$/i.test(name) && /\d{9}|\d{4}-\d\d-\d\d/.test(value),
    clientId: (name: string, value: string) =>
      /client|app[-_]?id|api[-_]?key|key[-_]?id/i.test(name) &&
      (letters(name).includes('clientid') || value === credential.clientId),
  };
  const read = (part: keyof ReadHeaders): HeaderText => {
    const own = headers.filter(([name]) => name.toLowerCase() === rightNames[part]);
    if (own.length > 0) return { value: own[0]?.[1].trim() };
    const other = headers.find(
      ([name, value]) =>
        !Object.values<string>(rightNames).includes(name.toLowerCase()) && meant[part](name, value.trim()),
    );
    return other === undefined ? { value: undefined } : { value: other[1].trim(), wrongName: other[0] };
  };
  return { signature: read('signature'), timestamp: read('timestamp'), clientId: read('clientId') };
}

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
