import { headerNames } from '../../contract/interfaces.js';
import type { CauseId } from '../catalogue/causes.js';
import type { ObservedRequest } from '../observed-request.js';
import { readingsOf } from '../search/decode-signature.js';
import type { Owned } from '../signing-steps.js';

interface HeaderText {
  readonly value: string | undefined;
  /** The header's name, if it is wrong. */
  readonly wrongName?: string;
  /** The name is not that of a signature: it may be something else. */
  readonly isGuess?: true;
  /** How often it was sent: the first value is taken. */
  readonly count?: number;
  /** What is wrong with what was sent: then the value is the one that was meant, if that is known. */
  readonly fault?: CauseId;
}

export type HeaderPart = keyof typeof headerNames;
export const headerParts = Object.keys(headerNames) as readonly HeaderPart[];

/** The values in a request’s headers, under their right names or under similar ones. */
export type ReadHeaders = Readonly<Record<HeaderPart, HeaderText>>;

/** No digest, timestamp or client id is as long in any form that pvg knows. */
export const longestHeader = 4_096;

interface Meant {
  readonly names: RegExp;
  readonly guessed?: RegExp;
  readonly fits: (value: string, name: string) => boolean;
}

const isDigest = (text: string): boolean =>
  text.length <= longestHeader && readingsOf(text).length > 0;

const meant = (ownId: string | undefined): Readonly<Record<HeaderPart, Meant>> => ({
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
export function readHeaders({ headers }: ObservedRequest, owned: Owned | undefined): ReadHeaders {
  const ownId = owned?.own.clientId;
  const secrets: unknown[] = owned ? [owned.own, ...owned.others].map(({ secret }) => secret) : [];
  const isRight = (name: string, part: HeaderPart): boolean =>
    name.toLowerCase() === headerNames[part].toLowerCase();
  const others = headers.filter(
    ([name, value]) => value.trim() !== '' && !headerParts.some((part) => isRight(name, part)),
  );
  const readOne = (part: HeaderPart): HeaderText => {
    const { names, guessed, fits } = meant(ownId)[part];
    const [first, ...more] = headers.filter(([name]) => isRight(name, part));
    if (first) return { value: first[1].trim(), count: 1 + more.length };
    const under = (pattern: RegExp): HeaderText | undefined => {
      const found = others.find(([name, text]) => pattern.test(name) && fits(text.trim(), name));
      return found && { value: found[1].trim(), wrongName: found[0] };
    };
    const guess = guessed && under(guessed);
    return under(names) ?? (guess ? { ...guess, isGuess: true } : { value: undefined });
  };
  const [signature, timestamp, clientId] = [
    readOne('signature'),
    readOne('timestamp'),
    readOne('clientId'),
  ];
  const meantBy = (text: HeaderText, value: string | undefined): HeaderText =>
    secrets.includes(text.value) && text.value !== ownId
      ? { value, fault: 'hdr-secret-sent' }
      : text;
  return timestamp.value !== undefined &&
    timestamp.value === ownId &&
    /^\d{10}$/.test(clientId.value ?? '')
    ? { signature, timestamp: clientId, clientId: { ...timestamp, fault: 'hdr-values-swapped' } }
    : { signature: meantBy(signature, undefined), timestamp, clientId: meantBy(clientId, ownId) };
}
