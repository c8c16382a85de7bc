import { signs } from '../signing/scheme.js';
import { records, type Interface, type InterfaceRecord } from '../contract/interfaces.js';

/** What the code of a fix shows; many causes share one. Each kind with the comment that heads its code. */
export const headlines = {
  'serialise-once': 'Serialise once; sign and send these same bytes.',
  'utf8-bytes': 'Make the UTF-8 bytes once; sign and send these same bytes.',
  'no-extra-bytes': 'Sign and send the bytes as they are: nothing added, trimmed or converted.',
  'empty-body': 'No body is zero bytes, and zero bytes are signed: no {}, no null, no "".',
  'body-hash': 'SHA-256 of the raw body, without the secret, as 64 lower-case hex characters.',
  'message-layout': 'Three parts, two dots, nothing else: client id, timestamp, body hash.',
  'session-message': 'Session requests sign the body alone, not its hash, without a timestamp.',
  'secret-as-text': 'The key is the secret’s characters in UTF-8: decode, encode, strip and hash nothing.',
  'secret-trim': 'Trim the secret when it is read; refuse one that is still in quotes.',
  'secret-right-one': 'Refuse a missing secret; compare length and fingerprint with the issued one.',
  'hmac-sha256': 'HMAC-SHA256, computed once.',
  'argument-order': 'The key is the secret, the data is what is signed.',
  'hex-lower': '64 lower-case hex characters, with nothing before or after them.',
  'unix-seconds': 'Whole seconds, taken once: the header and the message carry the same text.',
  'client-id': 'One client id, the one issued with this secret, in the header and in the message.',
  headers: 'Exactly these names, with dashes.',
} as const;

export type FixKind = keyof typeof headlines;

/**
 * The statements of one language that fixes are put together from. What they take for granted has these names, in the
 * language's own case: payload, text, url, headers, client id, timestamp, secret, body, body hash, message. Secrets
 * come from the sender’s environment; no statement holds one.
 */
export interface Pieces {
  /** The variables whose values are headers, as the language writes them. */
  readonly names: Readonly<Record<'clientId' | 'timestamp' | 'signature', string>>;
  /** The body's bytes, made of a payload, of text, of a file, and of nothing. */
  readonly payload: string;
  readonly text: string;
  /** By interface, where the file is never in a variable and so is signed and sent at once. */
  readonly file: string | Readonly<Record<Interface, string>>;
  readonly nothing: string;
  readonly send: string;
  readonly bodyHash: string;
  readonly message: string;
  /** What is signed, as bytes. */
  readonly signed: Readonly<Record<Interface, string>>;
  readonly hmac: (data: string) => string;
  /** Trimmed, and refused where it is empty or in quotes. */
  readonly readSecret: (variable: string) => string;
  /** Its length and the beginning of its hash, on standard error. */
  readonly fingerprint: string;
  /** A comment with the order of the arguments of HMAC. */
  readonly order: string;
  readonly timestamp: string;
  readonly clientId: string;
  readonly header: (name: string, value: string) => string;
  /** The first header, which may be where the headers begin. */
  readonly contentType: string;
}

const lines = (...parts: readonly string[]): string => parts.join('\n');

/** A language’s code of every kind for one interface. */
export function fixesOf(pieces: Pieces, interfaceId: Interface): Readonly<Record<FixKind, string>> {
  const { names, payload, text, file, nothing, send, bodyHash, message, signed, header } = pieces;
  const record: InterfaceRecord = records[interfaceId];
  const own = (['clientId', 'timestamp', 'signature'] as const).flatMap((part) => {
    const name = record.headers[part];
    return name === undefined ? [] : [header(name, names[part])];
  });
  const hmac = pieces.hmac(signed[interfaceId]);
  const digest = signs(record, 'bodyHash') ? bodyHash : hmac;
  const signatureHeader = header('X-Signature', names.signature);
  // A statement alone says little: what is done with the signature is shown too.
  const shown = (code: string): string => (code.split('\n').length < 3 ? lines(code, signatureHeader) : code);
  const secret = pieces.readSecret(record.secret.name.toUpperCase());
  return {
    'serialise-once': lines(payload, digest, send),
    'utf8-bytes': lines(text, digest, send),
    'no-extra-bytes': typeof file === 'string' ? lines(file, digest, send) : file[interfaceId],
    'empty-body': lines(nothing, digest),
    'body-hash': lines(bodyHash, message),
    'message-layout': lines(message, pieces.hmac(signed.gateway)),
    'session-message': shown(pieces.hmac(signed.session)),
    'secret-as-text': shown(hmac),
    'secret-trim': secret,
    'secret-right-one': lines(secret, pieces.fingerprint),
    'hmac-sha256': shown(hmac),
    'argument-order': lines(pieces.order, hmac),
    'hex-lower': lines(hmac, signatureHeader),
    'unix-seconds': lines(pieces.timestamp, message, header('X-Timestamp', names.timestamp)),
    'client-id': lines(pieces.clientId, message, header('X-Client-ID', names.clientId)),
    headers: lines(pieces.contentType, ...own),
  };
}
