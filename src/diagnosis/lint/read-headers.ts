import { headerNames } from '../../contract/interfaces.js';
import type { CauseId } from '../catalogue/causes.js';
import type { ObservedRequest } from '../observed-request.js';
import { readingsOf } from '../search/decode-signature.js';
import type { SenderSecrets } from '../signing-steps.js';

interface HeaderText {
  readonly value: string | undefined;
  /** The header's name, if it is wrong. */
  readonly wrongName?: string;
  /** The name is not that of a signature: it may be something else. */
  readonly isGuess?: true;
  /** How often it was sent: the first value is taken. */
  readonly count?: number;
  /** What is wrong with what was sent. The value is then the one that was meant, or undefined. */
  readonly fault?: CauseId;
}

export type HeaderPart = keyof typeof headerNames;
export const headerParts = Object.keys(headerNames) as readonly HeaderPart[];

/** The values in a request’s headers, under their right names or under similar ones. */
export type ReadHeaders = Readonly<Record<HeaderPart, HeaderText>>;

/** In characters. No digest, timestamp or client id is longer in any form that pvg knows. */
export const longestHeader = 4_096;

/** Other names under which a part may stand, and the values that it may have there. */
interface HeaderReading {
  readonly names: RegExp;
  /** Names that may also mean something else: a value under them is a guess. */
  readonly guessed?: RegExp;
  readonly fits: (value: string, name: string) => boolean;
}

const isDigest = (text: string): boolean =>
  text.length <= longestHeader && readingsOf(text).length > 0;

const headerReadings = (
  ownId: string | undefined,
): Readonly<Record<HeaderPart, HeaderReading>> => ({
  signature: {
    names: /sign|hmac|^sig$|[-_]sig$/i,
    guessed: /digest|^authorization$|^(?!.*(?:csrf|xsrf)).*token|sha-?256/i,
    fits: isDigest,
  },
  timestamp: {
    names: /time|^ts$|[-_]ts$/i,
    fits: (value) => /\d{9}|\d{4}-\d\d-\d\d/.test(value),
  },
  clientId: {
    names: /client|app[-_]?id|api[-_]?key|key[-_]?id/i,
    fits: (value, name) => /clientid/i.test(name.replace(/[^a-z]/gi, '')) || value === ownId,
  },
});

/** Reads the headers of §5. A value under a wrong name counts if it can hardly be anything else. */
export function readHeaders(
  { headers }: ObservedRequest,
  secrets: SenderSecrets | undefined,
): ReadHeaders {
  const ownId = secrets?.own.clientId;
  const readings = headerReadings(ownId);
  const readPart = (part: HeaderPart): HeaderText => readHeader(headers, part, readings[part]);
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
  const isSecret = ({ value }: HeaderText): boolean =>
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
  { names, guessed, fits }: HeaderReading,
): HeaderText {
  const [first, ...repeated] = headers.filter(([name]) => hasRightName(name, part));
  if (first) return { value: first[1].trim(), count: 1 + repeated.length };
  const others = headers.filter(
    ([name, value]) =>
      value.trim() !== '' && !headerParts.some((known) => hasRightName(name, known)),
  );
  const readUnder = (pattern: RegExp): HeaderText | undefined => {
    const header = others.find(([name, text]) => pattern.test(name) && fits(text.trim(), name));
    return header && { value: header[1].trim(), wrongName: header[0] };
  };
  const similar = readUnder(names);
  if (similar !== undefined) return similar;
  const guess = guessed && readUnder(guessed);
  return guess ? { ...guess, isGuess: true } : { value: undefined };
}
