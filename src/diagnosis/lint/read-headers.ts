import { headerNames } from '../../contract/interfaces.js';
import type { CauseId } from '../catalogue/causes.js';
import type { ObservedRequest } from '../observed-request.js';
import { readingsOf } from '../search/decode-signature.js';
import type { SenderSecrets } from '../signing-steps.js';

/** What was read as one of the three headers, such as the signature. */
interface ReadHeader {
  readonly value: string | undefined;
  /** The name that the header had in the request, if it is not the right name. */
  readonly wrongName?: string;
  /** The name, such as Authorization, may also belong to something else. */
  readonly isGuess?: true;
  /** How many headers with this name were sent; `value` is the first. */
  readonly count?: number;
  /** The mistake in the value that was sent. `value` is then what the sender meant to send, or undefined. */
  readonly fault?: CauseId;
}

export type HeaderPart = keyof typeof headerNames;
export const headerParts = Object.keys(headerNames) as readonly HeaderPart[];

/** The values in a request’s headers, under their right names or under similar ones. */
export type ReadHeaders = Readonly<Record<HeaderPart, ReadHeader>>;

/** In characters. No digest, timestamp or client id is longer in any form that pvg knows. */
export const longestHeader = 4_096;

/** How a header is recognised under a wrong name: by its name and by its value. */
interface HeaderReading {
  readonly names: RegExp;
  /** Names that often belong to something else: a value under them is a guess. */
  readonly ambiguousNames?: RegExp;
  readonly fits: (value: string, name: string) => boolean;
}

const isDigest = (text: string): boolean =>
  text.length <= longestHeader && readingsOf(text).length > 0;

const headerReadings = (
  ownId: string | undefined,
): Readonly<Record<HeaderPart, HeaderReading>> => ({
  signature: {
    names: /sign|hmac|^sig$|[-_]sig$/i,
    // A name with `token`, but not that of a CSRF token.
    ambiguousNames: /digest|^authorization$|^(?!.*(?:csrf|xsrf)).*token|sha-?256/i,
    fits: isDigest,
  },
  timestamp: {
    names: /time|^ts$|[-_]ts$/i,
    fits: (value) => /\d{9}|\d{4}-\d\d-\d\d/.test(value),
  },
  clientId: {
    // Under a name such as `X-Api-Key` only the right client id is taken for one.
    names: /client|app[-_]?id|api[-_]?key|key[-_]?id/i,
    fits: (value, name) => /clientid/i.test(name.replace(/[^a-z]/gi, '')) || value === ownId,
  },
});

/** Reads the headers of §5. A header with a wrong name is read if its name and its value both fit. */
export function readHeaders(
  { headers }: ObservedRequest,
  secrets: SenderSecrets | undefined,
): ReadHeaders {
  const ownId = secrets?.own.clientId;
  const readings = headerReadings(ownId);
  const readPart = (part: HeaderPart): ReadHeader => readHeader(headers, part, readings[part]);
  const signature = readPart('signature');
  const timestamp = readPart('timestamp');
  const clientId = readPart('clientId');
  const areSwapped =
    timestamp.value !== undefined &&
    timestamp.value === ownId &&
    /^\d{10}$/.test(clientId.value ?? '');
  if (areSwapped) {
    return {
      signature,
      timestamp: clientId,
      clientId: { ...timestamp, fault: 'hdr-values-swapped' },
    };
  }
  const secretTexts = secrets ? [secrets.own, ...secrets.others].map(({ secret }) => secret) : [];
  const isSecret = ({ value }: ReadHeader): boolean =>
    value !== undefined && secretTexts.includes(value) && value !== ownId;
  return {
    signature: isSecret(signature) ? { value: undefined, fault: 'hdr-secret-sent' } : signature,
    timestamp,
    clientId: isSecret(clientId) ? { value: ownId, fault: 'hdr-secret-sent' } : clientId,
  };
}

const hasRightName = (name: string, part: HeaderPart): boolean =>
  name.toLowerCase() === headerNames[part].toLowerCase();

function readHeader(
  headers: ObservedRequest['headers'],
  part: HeaderPart,
  { names, ambiguousNames, fits }: HeaderReading,
): ReadHeader {
  const [first, ...repeated] = headers.filter(([name]) => hasRightName(name, part));
  if (first) return { value: first[1].trim(), count: 1 + repeated.length };
  const otherHeaders = headers.filter(
    ([name, value]) =>
      value.trim() !== '' && !headerParts.some((known) => hasRightName(name, known)),
  );
  const readUnder = (pattern: RegExp): ReadHeader | undefined => {
    const header = otherHeaders.find(
      ([name, text]) => pattern.test(name) && fits(text.trim(), name),
    );
    return header && { value: header[1].trim(), wrongName: header[0] };
  };
  const similar = readUnder(names);
  if (similar !== undefined) return similar;
  const guess = ambiguousNames && readUnder(ambiguousNames);
  return guess ? { ...guess, isGuess: true } : { value: undefined };
}
