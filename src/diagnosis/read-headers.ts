import type { Credential } from '../contract/credential.js';
import { headerNames } from '../contract/interfaces.js';
import type { Scheme } from '../signing/scheme.js';
import type { ObservedRequest } from './observed-request.js';
import { readSignature } from './reading.js';

/** The values in a request’s headers, under their right names or under similar ones. */
export interface ReadHeaders {
  readonly signature: HeaderText;
  /** The gateway needs these two. A session request has them only if the sender added them. */
  readonly timestamp: HeaderText;
  readonly clientId: HeaderText;
}

export interface HeaderText {
  readonly value: string | undefined;
  /** The header’s name, if it is wrong. */
  readonly wrongName?: string;
}

/** Reads the headers of §5. A value under a wrong name counts if it can hardly be anything else. */
export function readHeaders(
  { headers }: ObservedRequest,
  credential: Credential,
  scheme: Scheme,
): ReadHeaders {
  const rightNames = { ...headerNames, ...scheme.headers };
  const isRight = (name: string, rightName: string): boolean =>
    name.toLowerCase() === rightName.toLowerCase();
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
    const own = headers.filter(([name]) => isRight(name, rightNames[part]));
    if (own.length > 0) return { value: own[0]?.[1].trim() };
    const other = headers.find(
      ([name, value]) =>
        !Object.values(rightNames).some((own) => isRight(name, own)) && meant[part](name, value.trim()),
    );
    return other === undefined ? { value: undefined } : { value: other[1].trim(), wrongName: other[0] };
  };
  return { signature: read('signature'), timestamp: read('timestamp'), clientId: read('clientId') };
}

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
