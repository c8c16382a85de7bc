import type { CauseGroup } from '../cause.js';

export const bodyHashCauses = {
  title: 'Hash of the body',
  causes: [
    {
      id: 'bodyhash-raw-body',
      frequency: 'very common',
      appliesTo: 'bodyHash',
      mistake: 'The message has the body itself where the SHA-256 hash of the body belongs.',
      typicalSenders: 'Code taken from Stripe, Svix or Zoom; Go `h.Sum(body)`.',
      fix: 'Put the SHA-256 hash of the body there, as 64 lower-case hex characters.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-uppercase',
      frequency: 'very common',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was put into the message in upper-case hex instead of lower case.',
      typicalSenders: 'C# `Convert.ToHexString`, Unreal `BytesToHex`, Delphi, Java `%02X`.',
      fix: 'Write the body hash in lower case.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-hex-digits',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was put into the message in hex without leading zeros, or as a negative number.',
      typicalSenders: 'C `%x`, Java `BigInteger.toString(16)`, Erlang `integer_to_binary(N, 16)`.',
      fix: 'Write every byte of the body hash as two hex characters, as `%02x` does. Fill up one large number with zeros to 64 digits.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-negative',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body, or each of its bytes, was put into the message as a number that may be negative, as the first bit was read as a sign.',
      typicalSenders:
        'Java and Kotlin `BigInteger(hash).toString(16)`, Kotlin `byte.toString(16)`.',
      fix: 'Write the 32 bytes of the body hash as 64 lower-case hex characters, not as a number.',
      hints: {
        java: 'In Java, use `HexFormat.of().formatHex(hash)`, or `String.format("%064x", new BigInteger(1, hash))`.',
        kotlin: 'In Kotlin, use `"%064x".format(BigInteger(1, hash))`.',
      },
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-hex-overwritten',
      frequency: 'rare',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was put into the message in hex with `ff` in place of bytes from `0x80` on.',
      typicalSenders: 'C `sprintf(text + 2 * i, "%02x", hash[i])` of a signed `char`.',
      fix: 'Make the bytes of the hash `unsigned char`, or write `hash[i] & 0xff`.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-sign-extended',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was put into the message in hex with `ffffff` added before every byte from 0x80 on.',
      typicalSenders: 'Java `Integer.toHexString(b)`, C `%x` of a signed `char`.',
      fix: 'Write only the lowest 8 bits of each byte, as two hex characters.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-truncated',
      frequency: 'rare',
      appliesTo: 'bodyHash',
      mistake: 'Only the beginning of the body’s hash was put into the message.',
      typicalSenders:
        'Narrow database columns, `substr`, code that was written for MD5, a C buffer that is too short.',
      fix: 'Put all 64 hex characters of the body hash into the message.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-dashed',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was put into the message in hex with dashes or spaces between the bytes.',
      typicalSenders: 'C# `BitConverter.ToString`, Go `% x`.',
      fix: 'Write the body hash in lower case, with nothing between the bytes.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-base64',
      frequency: 'common',
      appliesTo: 'bodyHash',
      mistake: 'The hash of the body was put into the message as base64 instead of hex.',
      typicalSenders: 'Code for the `Digest` header or for Azure.',
      fix: 'Write the hash in the message in lower-case hex, not in base64.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-base64url',
      frequency: 'rare',
      appliesTo: 'bodyHash',
      mistake: 'The hash of the body was put into the message as base64url instead of hex.',
      typicalSenders: 'Code taken from JWT.',
      fix: 'Write the hash in the message in lower-case hex.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-bytes',
      frequency: 'common',
      appliesTo: 'bodyHash',
      mistake:
        'The bytes of the body’s hash were put into the message, raw or in another text form than hex.',
      typicalSenders: "PHP `hash('sha256', $body, true)`, Python `.digest()`, Go `sum[:]`.",
      fix: 'Write the hash as 64 lower-case hex digits.',
      hints: {
        python: 'In Python, call `hexdigest()`.',
        php: "In PHP, call `hash('sha256', $body)`.",
        go: 'In Go, call `hex.EncodeToString(sum[:])`.',
        node: "In JavaScript, call `Buffer.from(bytes).toString('hex')`: the `map` of a Uint8Array gives numbers again, not hex.",
        ruby: "In Ruby, call `unpack1('H*')`: `h*` swaps the digits.",
      },
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-object',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake:
        'The message has the name of an object or a missing value where the hash of the body belongs.',
      typicalSenders: 'WebCrypto and other hash functions that return a promise, without `await`.',
      fix: 'Put the 64 lower-case hex characters of the hash into the message.',
      hints: { node: 'In JavaScript, put `await` before a function that returns a promise.' },
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-double',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake: 'The body was hashed twice: the message has the hash of the body’s hash.',
      typicalSenders: 'Two helper functions that both hash.',
      fix: 'Hash the body once.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-other-digest',
      frequency: 'common',
      appliesTo: 'bodyHash',
      mistake:
        'The body was hashed with another algorithm, such as MD5, SHA-1 or SHA-512, instead of SHA-256.',
      typicalSenders: 'Code copied from another integration.',
      fix: 'Hash the body with SHA-256.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-hmac',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was computed with the secret (such as an HMAC) instead of with plain SHA-256.',
      typicalSenders: 'One helper function for both steps.',
      fix: 'Use plain SHA-256 for the body. Use the secret only once, for the complete message.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-prefixed',
      frequency: 'rare',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was put into the message with extra text before or after it, such as `sha256=`.',
      typicalSenders: 'Code for the `Digest` header, the output of `openssl` and `sha256sum`.',
      fix: 'Put only the 64 hex characters into the message.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-empty-omitted',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake: 'Nothing stands in the message where the hash of the body belongs.',
      typicalSenders: 'Requests without a body, such as helpers for GET and DELETE.',
      fix: 'Hash the bytes that are sent. The hash of zero bytes is e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.',
      fixKind: 'empty-body',
    },
    {
      id: 'bodyhash-wrapped',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake:
        'The hash of the body was put into the message with a line break in it, or with the name of a file.',
      typicalSenders:
        '`xxd -p`, which breaks lines after 60 digits; `sha256sum` and `openssl dgst`, which write the name of the file.',
      fix: 'Put only the 64 hex characters into the message, on one line: `xxd -p -c 64`, or the first word of what `sha256sum` writes.',
      fixKind: 'body-hash',
    },
    {
      id: 'bodyhash-file-name',
      frequency: 'occasional',
      appliesTo: 'bodyHash',
      mistake: 'The name of a file was hashed in place of its content.',
      typicalSenders: 'Shell scripts, such as with `@body.json`, which only curl reads as a file.',
      fix: 'Hash the content of the file, such as with `sha256sum < body.json`, and send this file with `curl --data-binary @body.json`.',
      fixKind: 'body-hash',
    },
  ],
} as const satisfies CauseGroup;
