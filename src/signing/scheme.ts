import { Buffer } from 'node:buffer';
import { equalHex, hmacSha256Hex, noSecret, sha256Hex, type Bytes } from './digest.js';

/** How requests of one interface are signed: with which secret, over which message, told in which headers. */
export interface Scheme {
  /** Of the interface. */
  readonly id: string;
  /** Where the contract tells it. */
  readonly section: string;
  readonly secret: {
    /** Of credentials. */
    readonly member: 'clientSecret' | 'secretKey';
    /** As the contract has it, and in sentences. */
    readonly name: string;
    readonly words: string;
  };
  readonly headers: SchemeHeaders;
  /** What is signed: these parts, with the separator between them. */
  readonly message: readonly MessagePart[];
  readonly separator: string;
  /** Whether the contract shows in which case the signature's hex is. */
  readonly isHexCaseShown: boolean;
}

/** Their names, as they are sent. */
interface SchemeHeaders {
  readonly clientId?: string;
  readonly timestamp?: string;
  readonly signature: string;
}

/** The raw body stands as itself or as the hex of its SHA-256. */
export type MessagePart = 'clientId' | 'timestamp' | 'bodyHash' | 'body';

/** Whether requests of an interface are signed with this part of theirs. */
export const signs = ({ message }: Pick<Scheme, 'message'>, part: string): boolean =>
  message.some((each) => each === part);

/** What is known of one request before it is signed. */
interface Signable {
  readonly clientId?: string | undefined;
  /** Unix seconds: the very string that goes into the header. */
  readonly timestamp?: string | undefined;
  /** The raw request body. */
  readonly body: Bytes;
}

export function messageOf({ message, separator }: Scheme, values: Signable): Bytes {
  const parts = message.map((part) => valueOf(part, values));
  if (parts.every((part) => typeof part === 'string')) return parts.join(separator);
  return Buffer.concat(
    parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part])).map((part) => Buffer.from(part)),
  );
}

const valueOf = (part: MessagePart, values: Signable): Bytes => {
  const value = part === 'bodyHash' ? sha256Hex(values.body) : values[part];
  if (value === undefined) throw new TypeError(`the message needs a ${part}`);
  return value;
};

/** 64 lower-case hex digits. */
export const sign = (scheme: Scheme, secret: Bytes, values: Signable): string =>
  hmacSha256Hex(secret, messageOf(scheme, values));

/** Whether a signature is the right one. The clock is not judged here: see `contract/limits.ts`. */
export const verify = (scheme: Scheme, secret: Bytes, values: Signable, signature: string): boolean =>
  equalHex(signature, sign(scheme, secret, values));

/** The headers of a request in the order they are sent; without a secret the signature is a placeholder. */
export function signedHeaders(
  scheme: Scheme,
  secret: Bytes | undefined,
  values: Signable,
): [name: string, value: string][] {
  const { clientId, timestamp, signature } = scheme.headers;
  return [
    ['Content-Type', 'application/json'],
    ...(clientId === undefined ? [] : [[clientId, values.clientId ?? ''] as [string, string]]),
    ...(timestamp === undefined ? [] : [[timestamp, values.timestamp ?? ''] as [string, string]]),
    [signature, secret === undefined ? noSecret : sign(scheme, secret, values)],
  ];
}
