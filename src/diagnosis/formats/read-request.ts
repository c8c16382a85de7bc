import type { Interface } from '../../contract/interfaces.js';
import { PvgError } from '../../failure.js';
import type { ObservedRequest } from '../attempt.js';
import { interfaceOfRequest } from './which-interface.js';

/** An observed request whose interface may be unknown: then the user has to name it. */
export interface RequestRead extends Omit<ObservedRequest, 'interface'> {
  readonly interface?: Interface;
}

/** One request of the input, or why one could not be read. */
export type ReadRequest =
  | { readonly ok: true; readonly request: RequestRead; readonly notes: readonly string[] }
  | { readonly ok: false; readonly label: string; readonly says: string };

/** What a form finds of one request; the label comes with its place among the others. */
export type Found =
  | {
      readonly ok: true;
      readonly request: Omit<RequestRead, 'label' | 'receivedAt'> & {
        readonly receivedAt?: number | undefined;
      };
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly says: string };

export type Headers = readonly (readonly [name: string, value: string])[];

export const unreadable = (says: string): Found => ({ ok: false, says });

/** With its label, and with its interface when the request itself shows it. */
export function labelled(found: Found, label: string): ReadRequest {
  if (!found.ok) return { ...found, label };
  const known = found.request.interface ?? interfaceOfRequest(found.request);
  return {
    ok: true,
    request: {
      ...found.request,
      label,
      receivedAt: found.request.receivedAt,
      ...(known !== undefined && { interface: known }),
    },
    notes: found.notes,
  };
}

/** More in one input are no recording of a game server but noise, and each costs time. */
export const mostRequests = 10_000;

/** A request alone in its input has no label. */
export function numbered(all: readonly Found[], noun: string): ReadRequest[] {
  const read = all
    .slice(0, mostRequests)
    .map((found, index) => labelled(found, all.length === 1 ? '' : `${noun} ${String(index + 1)}`));
  return all.length > mostRequests ? [...read, tooMany(`${noun} ${String(mostRequests + 1)}`)] : read;
}

export const tooMany = (label: string): ReadRequest => ({
  ok: false,
  label,
  says: `The input has more than ${String(mostRequests)} requests; this and the following were left out.`,
});

export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

/** Nothing of the input is quoted: it may hold a receipt or a secret. */
export const inputUnreadable = (says: string, cause?: unknown): PvgError =>
  new PvgError('input-unreadable', says, {
    hint: 'It reads a raw HTTP request, a curl command line, a HAR file, and `{"headers": {…}, "body": "…"}` alone, as an array or one a line.',
    ...(cause !== undefined && { cause }),
  });
