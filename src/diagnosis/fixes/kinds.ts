import type { Interface } from '../../contract/interfaces.js';

/** What the code of a fix shows; many causes share one. */
export type FixKind =
  | 'serialise-once'
  | 'utf8-bytes'
  | 'no-extra-bytes'
  | 'empty-body'
  | 'body-hash'
  | 'message-layout'
  | 'session-message'
  | 'secret-as-text'
  | 'secret-trim'
  | 'secret-right-one'
  | 'hmac-sha256'
  | 'argument-order'
  | 'hex-lower'
  | 'unix-seconds'
  | 'client-id'
  | 'headers';

/**
 * One language’s code for every kind, as it is for one interface. What a snippet takes for granted has these names,
 * in the language’s own case: payload, text, url, headers, client id, timestamp, secret, body, body hash, message.
 * Secrets come from the sender’s environment, CLIENT_SECRET or SECRET_KEY; no snippet holds one.
 */
export type LanguageFixes = (scheme: Interface) => Readonly<Record<FixKind, string>>;

/** The sender’s variable that holds the secret of each interface. */
export const secretVariable: Readonly<Record<Interface, string>> = {
  gateway: 'CLIENT_SECRET',
  session: 'SECRET_KEY',
};

/** The comment that heads the code. */
export const headlines: Readonly<Record<FixKind, string>> = {
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
};
