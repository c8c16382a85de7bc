import type { Credential, ObservedRequest } from './attempt.js';
import { limits } from '../contract/limits.js';
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

/** A finding in the headers alone: no hashing is needed for it. */
export interface Lint {
  readonly id: string;
  /** What was seen, beyond what the catalogue says. */
  readonly seen: string;
}

export interface LintInput {
  readonly request: ObservedRequest;
  readonly headers: ReadHeaders;
  readonly credential: Credential;
  /** The causes of the simplest match; what they explain is not said again. */
  readonly found: readonly string[];
  /** Whether the message was signed with the header's client id. */
  readonly signedHeaderId: boolean;
}

/** Sections 9 to 11 of the catalogue as far as they lie in the headers: one cause, one id. */
export function lint(input: LintInput): Lint[] {
  const { request, headers } = input;
  const gateway = request.interface === 'gateway';
  return [
    ...named('hdr-signature-missing', 'X-Signature', headers.signature),
    ...(gateway ? named('hdr-timestamp-missing', 'X-Timestamp', headers.timestamp) : []),
    ...(gateway ? named('hdr-client-id-missing', 'X-Client-ID', headers.clientId) : []),
    ...(gateway ? [...timestampLint(input), ...clientIdLint(input)] : []),
  ];
}

function named(missing: string, rightName: string, { value, wrongName }: HeaderText): Lint[] {
  if (wrongName !== undefined)
    return [{ id: 'hdr-name-wrong', seen: `${rightName} was sent as ${wrongName}.` }];
  return value === undefined || value === '' ? [{ id: missing, seen: '' }] : [];
}

function timestampLint({ request, headers, found }: LintInput): Lint[] {
  const text = headers.timestamp.value;
  if (text === undefined || text === '') return [];
  const form = formOf(text);
  if (form !== undefined) {
    return found.some((id) => id.startsWith('ts-'))
      ? []
      : [{ id: form, seen: `X-Timestamp has ${String(text.length)} characters.` }];
  }
  if (request.receivedAt === undefined || !/^\d{1,12}$/.test(text)) return [];
  const offsetS = Math.round(request.receivedAt - Number(text));
  if (Math.abs(offsetS) <= limits.timestampSkewSeconds) return [];
  const seen = `The timestamp was ${String(Math.abs(offsetS))} s ${offsetS > 0 ? 'behind' : 'ahead of'} the receiver’s clock.`;
  return [{ id: isTimezoneShift(offsetS) ? 'ts-timezone-shift' : 'ts-clock-skew', seen }];
}

function formOf(text: string): string | undefined {
  if (/^\d{13}$/.test(text)) return 'ts-ms-both';
  if (/^(?:\d{16}|\d{19})$/.test(text)) return 'ts-micro-nano-both';
  if (/^\d+\.\d+$|^\d(?:\.\d+)?e\+?\d+$/i.test(text)) return 'ts-float-both';
  return /^\d+$/.test(text) || Number.isNaN(Date.parse(text)) ? undefined : 'ts-iso-both';
}

const halfHourS = 1_800;
const furthestZoneS = 14 * 3_600;
// Latency, and a clock that is a little off besides.
const nearS = 60;

function isTimezoneShift(offsetS: number): boolean {
  const size = Math.abs(offsetS);
  const distance = Math.abs(size - Math.round(size / halfHourS) * halfHourS);
  return size >= halfHourS - nearS && size <= furthestZoneS + nearS && distance <= nearS;
}

function clientIdLint({ headers, credential, found, signedHeaderId }: LintInput): Lint[] {
  const { value } = headers.clientId;
  if (value === undefined || credential.clientId === undefined || value === credential.clientId) return [];
  return signedHeaderId &&
    !found.includes('client-id-header-mismatch') &&
    !found.includes('secret-wrong-environment')
    ? [{ id: 'client-id-header-mismatch', seen: 'X-Client-ID is not the id of the credentials.' }]
    : [];
}
