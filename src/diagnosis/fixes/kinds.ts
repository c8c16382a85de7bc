import type { Interface } from '../../contract/interfaces.js';
import type { CauseId } from '../catalogue.js';

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

/** Where the two interfaces need different code. */
type ByInterface = Readonly<Record<Interface, FixKind>>;

const ownMessage: ByInterface = { gateway: 'message-layout', session: 'session-message' };

const kinds: Readonly<Record<CauseId, FixKind | ByInterface>> = {
  'body-json-js': 'serialise-once',
  'body-json-compact': 'serialise-once',
  'body-json-spaced': 'serialise-once',
  'body-json-python': 'serialise-once',
  'body-json-ascii': 'serialise-once',
  'body-json-php': 'serialise-once',
  'body-slashes-escaped': 'serialise-once',
  'body-html-escaped': 'serialise-once',
  'body-json-go-map': 'serialise-once',
  'body-json-stj': 'serialise-once',
  'body-json-gson': 'serialise-once',
  'body-keys-sorted': 'serialise-once',
  'body-keys-sorted-top': 'serialise-once',
  'body-nulls-dropped': 'serialise-once',
  'body-empties-dropped': 'serialise-once',
  'body-empty-object-array': 'serialise-once',
  'body-ints-to-floats': 'serialise-once',
  'body-floats-17g': 'serialise-once',
  'body-floats-float32': 'serialise-once',
  'body-numbers-as-strings': 'serialise-once',
  'body-pretty': 'serialise-once',
  'body-json-unreal': 'serialise-once',
  'body-keys-recased': 'serialise-once',

  'body-trailing-newline': 'no-extra-bytes',
  'body-trailing-newline-missing': 'no-extra-bytes',
  'body-crlf': 'no-extra-bytes',
  'body-lf': 'no-extra-bytes',
  'body-newlines-removed': 'no-extra-bytes',
  'body-whitespace-removed': 'no-extra-bytes',
  'body-bom-added': 'utf8-bytes',
  'body-bom-stripped': 'utf8-bytes',
  'body-charset-ascii': 'utf8-bytes',
  'body-charset-latin1': 'utf8-bytes',
  'body-charset-utf16': 'utf8-bytes',
  'body-mojibake': 'utf8-bytes',
  'body-unicode-normalized': 'utf8-bytes',
  'body-truncated-chars': 'utf8-bytes',
  'body-double-encoded': 'serialise-once',
  'body-base64': 'no-extra-bytes',
  'body-urlencoded-whole': 'no-extra-bytes',
  'body-gzip-mismatch': 'no-extra-bytes',

  'body-python-repr': 'serialise-once',
  'body-map-tostring': 'serialise-once',
  'body-object-tostring': 'serialise-once',
  'body-empty': 'no-extra-bytes',
  'body-empty-placeholder': 'empty-body',
  'body-form-encoded': 'serialise-once',
  'body-query-sorted': 'serialise-once',
  'body-values-joined': 'serialise-once',
  'body-member-only': 'serialise-once',
  'body-member-missing': 'serialise-once',

  'bodyhash-raw-body': 'body-hash',
  'bodyhash-uppercase': 'body-hash',
  'bodyhash-base64': 'body-hash',
  'bodyhash-base64url': 'body-hash',
  'bodyhash-bytes': 'body-hash',
  'bodyhash-double': 'body-hash',
  'bodyhash-other-digest': 'body-hash',
  'bodyhash-hmac': 'body-hash',
  'bodyhash-prefixed': 'body-hash',
  'bodyhash-empty-omitted': 'empty-body',

  'layout-no-separator': 'message-layout',
  'layout-separator': 'message-layout',
  'layout-literal-newline': 'message-layout',
  'layout-order': 'message-layout',
  'layout-missing-client-id': 'message-layout',
  'layout-missing-timestamp': 'message-layout',
  'layout-missing-body-hash': 'message-layout',
  'layout-body-hash-only': 'message-layout',
  'layout-trailing-newline': 'message-layout',
  'layout-method-path': 'message-layout',
  'layout-key-value': 'message-layout',
  'layout-secret-in-message': 'message-layout',
  'scheme-confused': ownMessage,
  'layout-timestamp-prefixed': 'session-message',
  'msg-prehashed': ownMessage,

  'secret-trailing-newline': 'secret-trim',
  'secret-surrounding-space': 'secret-trim',
  'secret-quoted': 'secret-trim',
  'secret-hex-decoded': 'secret-as-text',
  'secret-base64-decoded': 'secret-as-text',
  'secret-base64-encoded': 'secret-as-text',
  'secret-hex-encoded': 'secret-as-text',
  'secret-prefix-stripped': 'secret-as-text',
  'secret-wrong-environment': 'secret-right-one',
  'secret-is-client-id': 'secret-right-one',
  'secret-empty': 'secret-right-one',
  'secret-undefined': 'secret-right-one',
  'secret-hashed': 'secret-as-text',
  'secret-case': 'secret-right-one',
  'secret-truncated': 'secret-right-one',
  'secret-env-mangled': 'secret-right-one',
  'secret-url-decoded': 'secret-as-text',
  'secret-env-line': 'secret-right-one',
  'secret-utf16': 'secret-as-text',
  'secret-placeholder': 'secret-right-one',
  'key-message-swapped': 'argument-order',

  'alg-hmac-sha1': 'hmac-sha256',
  'alg-hmac-sha512': 'hmac-sha256',
  'alg-hmac-md5': 'hmac-sha256',
  'alg-hmac-sha384': 'hmac-sha256',
  'alg-plain-hash': 'hmac-sha256',
  'alg-hash-of-hmac': 'hmac-sha256',
  'alg-double-hmac': 'hmac-sha256',

  'out-uppercase-hex': 'hex-lower',
  'out-base64': 'hex-lower',
  'out-base64url': 'hex-lower',
  'out-base64-nopad': 'hex-lower',
  'out-base64-of-hex': 'hex-lower',
  'out-dashed-hex': 'hex-lower',
  'out-hex-unpadded': 'hex-lower',
  'out-hex-sign-extended': 'hex-lower',
  'out-prefixed': 'hex-lower',
  'out-quoted': 'hex-lower',
  'out-bytes-literal': 'hex-lower',
  'out-truncated': 'hex-lower',
  'out-percent-encoded': 'hex-lower',

  'ts-ms-signed': 'unix-seconds',
  'ts-ms-header': 'unix-seconds',
  'ts-ms-both': 'unix-seconds',
  'ts-float-signed': 'unix-seconds',
  'ts-float-both': 'unix-seconds',
  'ts-iso-signed': 'unix-seconds',
  'ts-iso-both': 'unix-seconds',
  'ts-regenerated': 'unix-seconds',
  'ts-clock-skew': 'unix-seconds',
  'ts-timezone-shift': 'unix-seconds',
  'ts-micro-nano-both': 'unix-seconds',

  'client-id-case': 'client-id',
  'client-id-whitespace': 'client-id',
  'client-id-quoted': 'client-id',
  'client-id-header-mismatch': 'client-id',
  'client-id-signed-other': 'client-id',

  'hdr-signature-missing': 'headers',
  'hdr-timestamp-missing': 'headers',
  'hdr-client-id-missing': 'headers',
  'hdr-name-wrong': 'headers',
};

export const fixKind = (id: CauseId, scheme: Interface): FixKind => {
  const kind = kinds[id];
  return typeof kind === 'string' ? kind : kind[scheme];
};
