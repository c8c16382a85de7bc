import type { Credential } from '../contract/credential.js';
import { headerNames } from '../contract/interfaces.js';
import type { Scheme } from '../signing/scheme.js';
import type { HeaderText, ObservedRequest, ReadHeaders } from './observed-request.js';
import { readSignature } from './reading.js';
import { longestHeader } from './too-large.js';

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
    const [value, ...more] = own.flatMap(([, text]) => joinedValues(text.trim(), isOne[part]));
    if (value !== undefined) return more.length === 0 ? { value } : { value, values: [value, ...more] };
    const other = headers.find(
      ([name, value]) =>
        !Object.values(rightNames).some((own) => isRight(name, own)) && meant[part](name, value.trim()),
    );
    return other === undefined ? { value: undefined } : { value: other[1].trim(), wrongName: other[0] };
  };
  return { signature: read('signature'), timestamp: read('timestamp'), clientId: read('clientId') };
}

/** What one value of each header looks like. */
const isOne: Readonly<Record<keyof ReadHeaders, (text: string) => boolean>> = {
  signature: (text) => readSignature(text).length > 0,
  // Nine digits after a comma are nanoseconds.
  timestamp: (text) => /^\d{10,}$/.test(text),
  // A client id may have a comma.
  clientId: () => false,
};

function joinedValues(text: string, isOneValue: (text: string) => boolean): string[] {
  if (text.length > longestHeader) return [text];
  const values = text.split(',').map((value) => value.trim());
  return values.every(isOneValue) ? values : [text];
}

// Each combination hashes the body.
const mostValues = 4;

/** Of headers with several values, those that are right together; otherwise the first of each. */
export function rightValues(
  headers: ReadHeaders,
  isRight: (signature: string, timestamp: string | undefined, clientId: string | undefined) => boolean,
): ReadHeaders {
  const of = ({ value, values = [] }: HeaderText): readonly (string | undefined)[] =>
    values.length > 0 ? values.slice(0, mostValues) : [value];
  for (const signature of of(headers.signature))
    for (const timestamp of of(headers.timestamp))
      for (const clientId of of(headers.clientId))
        if (signature !== undefined && isRight(signature, timestamp, clientId))
          return {
            signature: { ...headers.signature, value: signature },
            timestamp: { ...headers.timestamp, value: timestamp },
            clientId: { ...headers.clientId, value: clientId },
          };
  return headers;
}

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
