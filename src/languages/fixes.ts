import type { Names } from './names.js';
import { signs } from '../signing/scheme.js';
import { records, type Interface, type InterfaceRecord } from '../contract/interfaces.js';

/** The kinds of fix code, each with the comment above its code. Many causes share one kind. */
export const headlines = {
  'serialise-once': 'Serialise once; sign and send these same bytes.',
  'utf8-bytes': 'Make the UTF-8 bytes once; sign and send these same bytes.',
  'no-extra-bytes': 'Sign and send the bytes as they are: nothing added, trimmed or converted.',
  'empty-body': 'Without a body, sign zero bytes: not {}, null or "".',
  'body-hash': 'SHA-256 of the raw body, without the secret, as 64 lower-case hex characters.',
  'message-layout': 'Three parts, two dots, nothing else: client id, timestamp, body hash.',
  'session-message': 'Session requests sign only the body: no hash, no timestamp.',
  'secret-as-text': 'The key is the secret’s text in UTF-8: do not decode, encode, shorten or hash it.',
  'secret-trim': 'Trim the secret when you read it. Refuse one that is still in quotes.',
  'secret-right-one': 'Refuse a missing secret. Compare its length and fingerprint with the issued one.',
  'hmac-sha256': 'HMAC-SHA256, computed once.',
  'argument-order': 'The key is the secret; the data is what you sign.',
  'hex-lower': '64 lower-case hex characters, with nothing before or after them.',
  'unix-seconds': 'Take the time once, in whole seconds. Use the same text in the header and in the message.',
  'client-id': 'Use the client id that was issued with this secret, in the header and in the message.',
  headers: 'Use exactly these header names, with dashes.',
} as const;

export type FixKind = keyof typeof headlines;

/**
 * The statements of one language that fixes are built from. They assume these names, in the language's own case:
 * payload, text, url, headers, client id, timestamp, secret, body, body hash, message. Secrets come from the sender’s
 * environment; no statement contains one.
 */
export interface Pieces {
  readonly names: Names;
  /** Make the body’s bytes from a payload, from text, from a file, and for no body. */
  readonly payload: string;
  readonly text: string;
  /** By interface, if the file is signed and sent directly, without a variable. */
  readonly file: string | Readonly<Record<Interface, string>>;
  readonly nothing: string;
  readonly send: string;
  readonly bodyHash: string;
  /** The body's bytes in hex, to be printed. */
  readonly bodyHex: string;
  readonly message: string;
  /** The signed bytes. */
  readonly signed: Readonly<Record<Interface, string>>;
  readonly hmac: (data: string) => string;
  /** Trims the secret, and refuses an empty or quoted one. */
  readonly readSecret: (variable: string) => string;
  /** Prints the length of the secret and the beginning of its hash to standard error. */
  readonly fingerprint: string;
  /** Prints a variable with a label before it to standard error or to the log. */
  readonly print: (label: string, value: string) => string;
  /** A comment with the order of the arguments of HMAC. */
  readonly order: string;
  readonly timestamp: string;
  readonly clientId: string;
  readonly header: (name: string, value: string) => string;
  /** The first header; may also declare the headers. */
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
  // A single statement says little, so the use of the signature is shown too.
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

/** Prints what a sender makes on the way to the signature (§5), to be compared with the right values. */
export const printsOf = ({ names, bodyHex, print }: Pieces, interfaceId: Interface): string =>
  lines(
    ...(signs(records[interfaceId], 'bodyHash')
      ? [print('body hash', names.bodyHash), print('message', names.message)]
      : [bodyHex, print('signed bytes in hex', names.bodyHex)]),
    print('signature', names.signature),
  );
