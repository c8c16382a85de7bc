import { Buffer } from 'node:buffer';
import {
  equalHex,
  hmacSha256Hex,
  noSecretPlaceholder,
  sha256Hex,
  type BytesOrText,
} from './digest.js';

/** How requests of one interface are signed: the secret, the message, and the headers. */
export interface Scheme {
  /** The id of the interface. */
  readonly id: string;
  /** The section of the contract. */
  readonly section: string;
  readonly secret: {
    /** The member of the credentials. */
    readonly member: 'clientSecret' | 'secretKey';
    /** As the contract writes it: `client_secret`. */
    readonly name: string;
    /** As a sentence writes it: `client secret`. */
    readonly words: string;
  };
  readonly headers: SchemeHeaders;
  /** The signed message: these parts, with the separator between them. */
  readonly message: readonly MessagePart[];
  readonly separator: string;
}

/** The names of the headers, as they are sent. */
interface SchemeHeaders {
  readonly clientId?: string;
  readonly timestamp?: string;
  readonly signature: string;
}

/** `body` is the raw body, `bodyHash` the hex of its SHA-256. */
export type MessagePart = 'clientId' | 'timestamp' | 'bodyHash' | 'body';

/** Whether requests of an interface sign this part; false for a name that is not a part. */
export function signs({ message }: Pick<Scheme, 'message'>, part: string): boolean {
  return message.some((each) => each === part);
}

/** The values of one request before it is signed. */
interface Signable {
  readonly clientId?: string | undefined;
  /** Unix seconds: exactly the string in the header. */
  readonly timestamp?: string | undefined;
  /** The raw request body. */
  readonly body: BytesOrText;
}

interface Signed extends Signable {
  readonly signature: string;
}

/** Whether every part of the message is known. */
export function isComplete({ message }: Scheme, values: Signable): boolean {
  return message.every((part) => part === 'bodyHash' || values[part] !== undefined);
}

/** The message that is signed: bytes if the raw body is a part and was given as bytes, else text. @throws {TypeError} if a value is missing */
export function signedMessage({ message, separator }: Scheme, values: Signable): BytesOrText {
  const parts = message.map((part) => valueOf(part, values));
  if (parts.every((part) => typeof part === 'string')) return parts.join(separator);
  return Buffer.concat(
    parts
      .flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
      .map((part) => Buffer.from(part)),
  );
}

const valueOf = (part: MessagePart, values: Signable): BytesOrText => {
  const value = part === 'bodyHash' ? sha256Hex(values.body) : values[part];
  if (value === undefined) throw new TypeError(`the message needs a ${part}`);
  return value;
};

/** The signature: 64 lower-case hex digits. @throws {TypeError} if a value that the message needs is missing */
export function sign(scheme: Scheme, secret: BytesOrText, values: Signable): string {
  return hmacSha256Hex(secret, signedMessage(scheme, values));
}

/** Whether a signature is the right one. It does not check the clock (`contract/limits.ts`). */
export function verify(scheme: Scheme, secret: BytesOrText, request: Signed): boolean {
  return equalHex(request.signature, sign(scheme, secret, request));
}

/**
 * The headers of a signed request: Content-Type and those of the scheme, in the contract's order. The signature is the last
 * one: `signInSteps` reads it there. Without a secret the signature is a placeholder, and a missing value is empty.
 * @throws {TypeError} if there is a secret, but a value that the message needs is missing
 */
export function headersWithSignature(
  scheme: Scheme,
  secret: BytesOrText | undefined,
  values: Signable,
): [name: string, value: string][] {
  const { clientId, timestamp, signature } = scheme.headers;
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  if (clientId !== undefined) headers.push([clientId, values.clientId ?? '']);
  if (timestamp !== undefined) headers.push([timestamp, values.timestamp ?? '']);
  headers.push([
    signature,
    secret === undefined ? noSecretPlaceholder : sign(scheme, secret, values),
  ]);
  return headers;
}
